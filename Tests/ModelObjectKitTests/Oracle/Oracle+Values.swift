import Foundation
import ModelObjectKit

/// The table of conversions.
extension Oracle {
  static func isNull(_ tree: OracleTree, for type: OracleType) -> Bool {
    switch (tree, type.wrapped) {
    case (.null, _): true
    case (.text, .string), (.text, .any), (.text, .texts), (.text, .raw): false
    case (.text(let text), _):
      ["null", "nil", "<null>", "(null)"].contains(
        text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
      )
    default: false
    }
  }

  /// The value of a property after one input; an input that doesn't fit changes nothing and is a
  /// finding.
  mutating func take(
    _ tree: OracleTree,
    _ type: OracleType,
    _ value: OracleValue,
    at path: String
  ) -> OracleValue {
    if let result = convert(tree, to: type, holding: value, at: path) { return result }
    let isNull = Self.isNull(tree, for: type)
    certain.insert(Finding(kind: isNull ? .unexpectedNull : .typeMismatch, path: path))
    return value
  }

  /// Converts a value; nil if it doesn't fit.
  mutating func convert(
    _ tree: OracleTree,
    to type: OracleType,
    holding value: OracleValue,
    at path: String
  ) -> OracleValue? {
    if Self.isNull(tree, for: type) { return type.isOptional ? .null : nil }
    switch (type, tree) {
    case (.optional(let wrapped), _): return convert(tree, to: wrapped, holding: value, at: path)
    case (.array(let element), _), (.set(let element), _):
      guard let elements = list(tree, of: element, at: path) else { return nil }
      guard case .set = type else { return .list(elements) }
      return .set(
        elements.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
      )
    case (.dictionary(let element), .object(let pairs)):
      return .map(map(pairs, of: element, at: path) { $0 })
    case (.byInteger(let element), .object(let pairs)):
      return .map(
        map(pairs, of: element, at: path) { Self.integer(ofText: $0).map { "\($0)" } }
      )
    case (.dictionary, .array(let elements)), (.byInteger, .array(let elements)):
      return elements.isEmpty ? .map([:]) : nil
    case (.model(let model), .object(let pairs)):
      let present: [OracleValue]? = if case .object(let values) = value { values } else { nil }
      guard case .object(let fresh) = model.init().held else { return nil }
      return .object(map(pairs, onto: model, holding: present ?? fresh, path: path))
    case (.structure(let type), .object(let pairs)):
      return structure(type, known(pairs), at: path)
    case (.any, _): return Self.untyped(tree)
    default:
      let result = scalar(tree, type)
      if result?.hasUnclear == true { open.insert(path) }
      return result
    }
  }

  /// The value of a struct; nil if a property that isn't optional gets none: what was found before
  /// that may be told, too.
  private mutating func structure(
    _ type: any OracleStruct.Type,
    _ pairs: Pairs,
    at path: String
  ) -> OracleValue? {
    let before = certain
    var values: [OracleValue] = []
    for property in type.properties {
      guard let value = part(property, pairs, at: path) else {
        possible.formUnion(certain.subtracting(before))
        certain = before
        return nil
      }
      values.append(value)
    }
    return .object(values)
  }

  /// The value of a struct's property: of the exact key, or else the smallest; null gives way.
  private mutating func part(
    _ property: OracleProperty,
    _ pairs: Pairs,
    at path: String
  ) -> OracleValue? {
    let (name, none) = (property.name, property.type.isOptional ? OracleValue.null : nil)
    let matching = pairs.filter {
      $0.key == name || !matchesExactly && Self.fold($0.key) == Self.fold(name)
    }
    let candidates = Self.best(matching, first: [name])
    let filled = candidates.first { if case .null = $0.value { false } else { true } }
    guard let pair = filled else { return none }
    let (type, place) = (property.type.wrapped, "\(path).\(pair.key)")
    if let value = convert(pair.value, to: type, holding: .null, at: place) { return value }
    let finding = Finding(kind: .typeMismatch, path: place)
    if !Self.isNull(pair.value, for: type) {
      certain.insert(finding)
    } else {
      // Where an object is expected, it isn't said whether the text "null" is null.
      possible.insert(finding)
    }
    return none
  }

  private mutating func list(
    _ tree: OracleTree,
    of element: OracleType,
    at path: String
  ) -> [OracleValue]? {
    if case .text("") = tree { return [] }
    guard case .array(let trees) = tree else {
      // A single object needs a key of its class.
      if case .object(let pairs) = tree, case .model(let model) = element.wrapped,
        !Self.hasKey(of: model, pairs)
      {
        return nil
      }
      return convert(tree, to: element, holding: .null, at: path).map { [$0] }
    }
    return trees.enumerated().compactMap { index, tree in
      self.element(tree, of: element, at: "\(path)[\(index)]")
    }
  }

  private static func hasKey(of model: any OracleModel.Type, _ pairs: Pairs) -> Bool {
    model.properties.contains { property in
      pairs.contains { pair in
        let (key, name) = (fold(pair.key), fold(property.name))
        return [property.bareName, property.name].contains(pair.key)
          || !model.isExact && !key.isEmpty && key == name
      }
    }
  }

  private mutating func map(
    _ pairs: Pairs,
    of element: OracleType,
    at path: String,
    key: (String) -> String?
  ) -> [String: OracleValue] {
    var values: [String: OracleValue] = [:]
    var trees: [String: OracleTree] = [:]
    for pair in pairs { trees[pair.key] = pair.value }
    for (name, tree) in trees {
      let place = "\(path).\(name)"
      if let key = key(name) {
        if let value = self.element(tree, of: element, at: place) { values[key] = value }
      } else {
        certain.insert(Finding(kind: .typeMismatch, path: place))
      }
    }
    return values
  }

  /// An element that doesn't fit is skipped, and a finding.
  private mutating func element(
    _ tree: OracleTree,
    of type: OracleType,
    at path: String
  ) -> OracleValue? {
    if let value = convert(tree, to: type, holding: .null, at: path) { return value }
    let isNull = Self.isNull(tree, for: type)
    certain.insert(Finding(kind: isNull ? .unexpectedNull : .typeMismatch, path: path))
    return nil
  }

  private static func untyped(_ tree: OracleTree) -> OracleValue {
    switch tree {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let digits): untyped(number: digits)
    case .text(let text): .text(text)
    case .array(let elements): .list(elements.map(untyped))
    case .object(let pairs):
      .map(Dictionary(pairs.map { ($0.key, untyped($0.value)) }, uniquingKeysWith: { $1 }))
    }
  }

  /// A fraction of up to seventeen digits is the nearest `Double`; other numbers are exact.
  private static func untyped(number: String) -> OracleValue {
    let digits = number.prefix { !"eE".contains($0) }.filter(\.isNumber).drop { $0 == "0" }
    let isWhole = !number.contains { ".eE".contains($0) }
    let double = isWhole || digits.count > 17 ? nil : Double(number)
    return Decimal(string: double.map { "\($0)" } ?? number).map { .decimal($0) } ?? .unclear
  }

  // MARK: - Scalars

  private func scalar(_ tree: OracleTree, _ type: OracleType) -> OracleValue? {
    switch type {
    case .string: Self.string(tree).map { .text($0) }
    case .integer(let range):
      Self.integer(tree).flatMap { range.contains($0) ? .integer($0) : nil }
    case .double: Self.double(tree).map { .double($0) }
    case .float:
      Self.double(tree).flatMap { Float($0).isFinite ? .float(Float($0)) : nil }
    case .decimal:
      switch tree {
      case .number(let digits): Decimal(string: digits).map { .decimal($0) }
      case .text(let text): Self.number(text).flatMap { Decimal(string: $0) }.map { .decimal($0) }
      // It isn't in the table.
      case .bool: .unclear
      default: nil
      }
    case .bool: bool(tree).map { .bool($0) }
    case .date: Self.date(tree).map { .date(($0 * 1e6).rounded()) }
    case .url: Self.url(tree)
    case .uuid: Self.trimmed(tree).flatMap { UUID(uuidString: $0) }.map { .text($0.uuidString) }
    case .data:
      switch tree {
      case .text(""): .unclear
      case .text(let text): Data(base64Encoded: text).map { .data($0) }
      default: nil
      }
    case .texts(let values):
      Self.string(tree).flatMap { values.contains($0) ? .text($0) : nil }
    case .raw: raw(tree)
    case .numbers(let values):
      Self.integer(tree).flatMap { values.map { Int128($0) }.contains($0) ? .integer($0) : nil }
    default: nil
    }
  }

  /// The text of a part; of other sources than text, that of an export.
  private func raw(_ tree: OracleTree) -> OracleValue {
    if isText { return .text(tree.json) }
    return switch tree {
    case .bool: .text(tree.json)
    case .array(let elements) where elements.isEmpty: .text("[]")
    case .object(let pairs) where pairs.isEmpty: .text("{}")
    case .text(let text) where text.utf8.allSatisfy { $0 > 34 && $0 < 92 }: .text(tree.json)
    default: .unclear
    }
  }

  private static func trimmed(_ tree: OracleTree) -> String? {
    if case .text(let text) = tree { trimmed(text) } else { nil }
  }

  private static func trimmed(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func string(_ tree: OracleTree) -> String? {
    switch tree {
    case .text(let text): text
    case .number(let digits): digits
    case .bool(let value): value ? "true" : "false"
    default: nil
    }
  }

  private static func integer(_ tree: OracleTree) -> Int128? {
    switch tree {
    case .number(let digits): integer(ofText: digits)
    case .bool(let value): value ? 1 : 0
    case .text(let text):
      word(text).map { $0 ? 1 : 0 } ?? integer(ofText: trimmed(text))
    default: nil
    }
  }

  /// A number as an integer, digit by digit.
  static func integer(ofText text: String) -> Int128? {
    guard let text = number(text) else { return nil }
    let parts = text.lowercased().split(separator: "e")
    let sign: Int128 = text.hasPrefix("-") ? -1 : 1
    let halves = parts[0].split(separator: ".")
    var digits = halves.joined().filter(\.isNumber)
    var exponent =
      (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) - (halves.count > 1 ? halves[1].count : 0)
    if digits.allSatisfy({ $0 == "0" }) { return 0 }
    while exponent < 0, digits.hasSuffix("0") {
      digits.removeLast()
      exponent += 1
    }
    guard exponent >= 0, exponent < 30 else { return nil }
    return Int128(digits + String(repeating: "0", count: exponent)).map { $0 * sign }
  }

  /// A trimmed string that is a number in JSON.
  private static func number(_ text: String) -> String? {
    let text = trimmed(text)
    var rest = text.utf8[...]
    func digits() -> Int {
      let count = rest.prefix { (48...57).contains($0) }.count
      rest = rest.dropFirst(count)
      return count
    }
    func skip(_ characters: String) -> Bool {
      guard let first = rest.first, characters.utf8.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    _ = skip("-")
    let startsWithZero = rest.first == 48
    let whole = digits()
    guard whole == 1 || whole > 1 && !startsWithZero else { return nil }
    if skip("."), digits() == 0 { return nil }
    if skip("eE") {
      _ = skip("+-")
      if digits() == 0 { return nil }
    }
    return rest.isEmpty ? text : nil
  }

  private static func word(_ text: String) -> Bool? {
    ["true": true, "yes": true, "false": false, "no": false][trimmed(text).lowercased()]
  }

  private static func double(_ tree: OracleTree) -> Double? {
    switch tree {
    case .number(let digits): Double(digits)
    case .bool(let value): value ? 1 : 0
    case .text(let text): number(text).flatMap { Double($0) } ?? seconds(text)
    default: nil
    }
  }

  /// With strict options, only 0 and 1 fit.
  private func bool(_ tree: OracleTree) -> Bool? {
    switch tree {
    case .bool(let value): value
    case .number(let digits): bool(ofNumber: digits)
    case .text(let text): Self.word(text) ?? Self.number(text).flatMap { bool(ofNumber: $0) }
    default: nil
    }
  }

  private func bool(ofNumber digits: String) -> Bool? {
    guard let value = Double(digits) else { return nil }
    return isStrict && value != 0 && value != 1 ? nil : value != 0
  }

  private static func url(_ tree: OracleTree) -> OracleValue? {
    guard let text = trimmed(tree), !text.isEmpty else { return nil }
    // Foundation handles other characters.
    let plain = text.utf8.allSatisfy { $0 > 32 && $0 < 127 && !"\"\\<>^`{|}[]%".utf8.contains($0) }
    return plain ? URL(string: text).map { .text($0.absoluteString) } : .unclear
  }
}
