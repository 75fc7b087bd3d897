/// What an enum is in Swift: its cases without the prefix that they share.
struct ObjectiveCEnumerationForm {
  struct Case: Equatable {
    let name: String
    let value: Int
    let token: Int
    /// An earlier case with the same value.
    let alias: String?
  }

  let name: String
  let rawType: String
  let isOptions: Bool
  /// nil if a value isn't understood.
  let cases: [Case]?

  init(_ enumeration: ObjectiveCEnumeration, _ file: ObjectiveCFile) {
    name = enumeration.name
    isOptions = enumeration.isOptions
    rawType =
      ["NSUInteger", "unsigned", "unsigned int"].contains(enumeration.rawType) ? "UInt" : "Int"
    let names = Self.short(enumeration.cases.map(\.name), enumeration.name)
    var values: [String: Int] = [:]
    var byValue: [Int: String] = [:]
    var next = 0
    var cases: [Case] = []
    var isUnderstood = !enumeration.cases.isEmpty
    for (item, name) in zip(enumeration.cases, names) {
      if let range = item.value {
        guard let value = Self.value(of: range, file, values) else {
          isUnderstood = false
          break
        }
        next = value
      }
      cases.append(Case(name: name, value: next, token: item.token, alias: byValue[next]))
      if byValue[next] == nil { byValue[next] = name }
      values[item.name] = next
      next &+= 1
    }
    let isUnsigned = rawType == "UInt"
    if Set(names).count != names.count || isUnsigned && cases.contains(where: { $0.value < 0 }) {
      isUnderstood = false
    }
    self.cases = isUnderstood ? cases : nil
  }

  /// The default of a property: the case that is zero; nil if there is none.
  var initial: String? {
    if isOptions { return "\(name)([])" }
    return cases?.first { $0.value == 0 }.map { "\(name).\($0.name)" }
  }

  /// Numbers, `<<`, `|`, `+`, `-` and earlier cases, from the left.
  private static func value(
    of range: Range<Int>,
    _ file: ObjectiveCFile,
    _ values: [String: Int]
  ) -> Int? {
    var result: Int?
    var operation = ""
    var isNegative = false
    for index in range {
      let token = file[index]
      let operand: Int?
      switch token.text {
      case "(", ")": continue
      case "-" where result == nil || !operation.isEmpty:
        isNegative.toggle()
        continue
      case "<", "|", "+", "-":
        operation += token.text
        continue
      default: operand = token.kind == .word ? values[token.text] : number(token.text)
      }
      guard var operand else { return nil }
      if isNegative { operand = 0 &- operand }
      isNegative = false
      switch (result, operation) {
      case (nil, ""): result = operand
      case (let left?, "<<") where (0..<63).contains(operand): result = left << operand
      case (let left?, "|"): result = left | operand
      case (let left?, "+"): result = left &+ operand
      case (let left?, "-"): result = left &- operand
      default: return nil
      }
      operation = ""
    }
    return operation.isEmpty ? result : nil
  }

  private static func number(_ text: String) -> Int? {
    let text = text.lowercased()
    let digits = String(text.prefix { !"ul".contains($0) })
    if text.hasPrefix("0x") { return Int(text.dropFirst(2).prefix { $0.isHexDigit }, radix: 16) }
    if text.hasPrefix("'") || digits.isEmpty { return nil }
    return Int(digits)
  }

  /// Names without the name of the enum, or another prefix of whole words.
  private static func short(_ names: [String], _ enumeration: String) -> [String] {
    func stripped(_ prefix: String) -> [String]? {
      let rests = names.map { $0.hasPrefix(prefix) ? $0.dropFirst(prefix.count) : "" }
      let short = rests.map { SwiftName.property(String($0.drop { $0 == "_" })) }
      return rests.contains { $0.allSatisfy { $0 == "_" } } ? nil : short
    }
    if let short = stripped(enumeration) { return short.map(SwiftName.declared) }
    guard let first = names.first else { return [] }
    var prefix = names.dropFirst().reduce(first) { prefix, name in
      String(zip(prefix, name).prefix { $0 == $1 }.map(\.0))
    }
    // A prefix ends before a capital, or after an underscore.
    while !prefix.isEmpty {
      let isWhole = names.allSatisfy { name in
        let rest = name.dropFirst(prefix.count)
        return rest.first.map { $0.isUppercase || $0.isNumber } ?? false || prefix.hasSuffix("_")
      }
      if isWhole, names.count > 1, let short = stripped(prefix) {
        return short.map(SwiftName.declared)
      }
      prefix.removeLast()
    }
    return names.map { SwiftName.declared(SwiftName.property($0)) }
  }
}
