import Foundation

extension Tree {
  /// The same with each key once, the last value that it has, and keys in another order.
  var withoutRepetitions: Tree {
    switch self {
    case .array(let elements): return .array(elements.map(\.withoutRepetitions))
    case .object(let pairs):
      var last: [String: Tree] = [:]
      for (key, value) in pairs {
        // Two spellings that Swift holds to be one key: the last one wins too.
        last[key] = nil
        last[key] = value
      }
      return .object(
        last.map { ($0.key, $0.value.withoutRepetitions) }
          .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      )
    default: return self
    }
  }

  /// The same with 1.0 and 1e0 as 1: untyped numbers are equal by their values.
  var withIntegers: Tree {
    switch self {
    case .number(let text) where text.contains { ".eE".contains($0) }:
      .number(Double(text).flatMap { Int64(exactly: $0) }.map { "\($0)" } ?? text)
    case .array(let elements): .array(elements.map(\.withIntegers))
    case .object(let pairs): .object(pairs.map { ($0.key, $0.value.withIntegers) })
    default: self
    }
  }

  /// Whether an object in it has a key twice.
  var repeatsKeys: Bool {
    switch self {
    case .array(let elements): elements.contains(where: \.repeatsKeys)
    case .object(let pairs):
      Set(pairs.map(\.key)).count < pairs.count || pairs.contains(where: \.value.repeatsKeys)
    default: false
    }
  }

  /// The same with each number as Swift writes it.
  var withSwiftNumbers: Tree {
    switch self {
    case .number(let text): .number(SwiftNumber(text).text)
    case .array(let elements): .array(elements.map(\.withSwiftNumbers))
    case .object(let pairs): .object(pairs.map { ($0.key, $0.value.withSwiftNumbers) })
    default: self
    }
  }

  /// The value as a program makes it.
  var swiftValue: Any {
    switch self {
    case .null: NSNull()
    case .bool(let value): value
    case .number(let text): SwiftNumber(text).value
    case .text(let text): text
    case .array(let elements): elements.map(\.swiftValue)
    case .object(let pairs): Dictionary(pairs.map { ($0.key, $0.value.swiftValue) }) { $1 }
    }
  }

  /// An object whose keys stand once, with Swift's numbers, and the dictionary that says the same;
  /// nil for values that are no object, or too deep.
  ///
  /// Of a dictionary nobody looks into what no property takes, so nothing is too deep there.
  func asDictionary(levels: Int) -> (tree: Tree, json: String, dictionary: [String: Any])? {
    let plain = withSwiftNumbers
    let json = plain.json
    guard let dictionary = plain.swiftValue as? [String: Any],
      ReferenceReader.read(Data(json.utf8)).map({ $0.depth <= levels }) ?? false
    else { return nil }
    return (plain, json, dictionary)
  }

  /// Whether `JSONSerialization` changes something in it: it rounds numbers of more digits than a
  /// `Double` has, takes the sign from a zero, and a byte-order mark from the start of a text.
  var isChangedByFoundation: Bool {
    switch self {
    case .number(let text): text == "-0" || SwiftNumber(text).value is Decimal
    case .text(let text): text.unicodeScalars.contains("\u{FEFF}")
    case .array(let elements): elements.contains(where: \.isChangedByFoundation)
    case .object(let pairs):
      pairs.contains { Tree.text($0.key).isChangedByFoundation || $0.value.isChangedByFoundation }
    default: false
    }
  }

  /// Whether two keys of an object are the same string, but not the same bytes: a dictionary has
  /// one of them.
  var hasKeysOfOtherBytes: Bool {
    switch self {
    case .array(let elements): elements.contains(where: \.hasKeysOfOtherBytes)
    case .object(let pairs):
      Set(pairs.map { Array($0.key.utf8) }).count != Set(pairs.map(\.key)).count
        || pairs.contains { $0.value.hasKeysOfOtherBytes }
    default: false
    }
  }

  /// The same with the arrays sorted that stand for sets in the models of the fuzzing.
  var withSortedSets: Tree {
    switch self {
    case .array(let elements): return .array(elements.map(\.withSortedSets))
    case .object(let pairs):
      return .object(
        pairs.map { key, value in
          guard case .array(let elements) = value, key == "set" || key.hasSuffix("Set") else {
            return (key, value.withSortedSets)
          }
          return (key, .array(elements.map(\.withSortedSets).sorted { $0.json < $1.json }))
        }
      )
    default: return self
    }
  }

  /// The same with the content alone of what keeps its text in the models of the fuzzing.
  var withPlainTexts: Tree {
    switch self {
    case .array(let elements): .array(elements.map(\.withPlainTexts))
    case .object(let pairs):
      .object(
        pairs.map { key, value in
          let content = value.withoutRepetitions.withSwiftNumbers.withIntegers
          return (key, key.hasPrefix("raw") ? content : value.withPlainTexts)
        }
      )
    default: self
    }
  }

  /// An object without some of its keys.
  func filtered(_ isKept: (String) -> Bool) -> Tree {
    guard case .object(let pairs) = self else { return self }
    return .object(pairs.filter { isKept($0.key) })
  }

  /// The tree as JSON text.
  var json: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let text): text
    case .text(let text): Self.quoted(text)
    case .array(let elements): "[" + elements.map(\.json).joined(separator: ",") + "]"
    case .object(let pairs):
      "{" + pairs.map { "\(Self.quoted($0.key)):\($0.value.json)" }.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\u{0}"..<" ":
        quoted += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

/// A JSON number as a Swift value, and the text that Swift writes for that.
struct SwiftNumber {
  let text: String
  /// An `Int`, a `UInt64`, a `Double`, or a `Decimal` where a number has more digits than a `Double`;
  /// zero for what none of them holds.
  let value: Any

  init(_ literal: String) {
    if let number = Self.integer(literal) {
      self = number
      return
    }
    let digits = Digits(literal)
    if let double = Double(literal), double.isFinite {
      if digits.isOfDouble {
        let isWhole = double.rounded() == double
        self = isWhole ? .substitute : SwiftNumber(text: "\(double)", value: double)
        return
      }
      let text = "\(double)".hasSuffix(".0") ? String("\(double)".dropLast(2)) : "\(double)"
      // A large whole number in a `Double` is one of binary digits, which end in others than these,
      // and in a `Decimal` it is no `Double`, as text makes of it for `Any`.
      let whole = Int128(exactly: double).map { Digits("\($0)") }
      if Digits(text) == digits {
        let isSame = whole ?? digits == digits
        self = isSame ? Self.integer(text) ?? SwiftNumber(text: text, value: double) : .substitute
        return
      }
    }
    if let decimal = Decimal(string: literal, locale: nil), !decimal.isNaN,
      Digits(decimal.description) == digits
    {
      self =
        Self.integer(decimal.description)
        ?? SwiftNumber(text: decimal.description, value: decimal)
      return
    }
    self = .substitute
  }

  private static var substitute: SwiftNumber { SwiftNumber(text: "0", value: 0) }

  private init(text: String, value: Any) {
    self.text = text
    self.value = value
  }

  private static func integer(_ text: String) -> SwiftNumber? {
    // A zero with a sign is a `Double`.
    guard text != "-0" else { return nil }
    if let value = Int(text) { return SwiftNumber(text: text, value: value) }
    return UInt64(text).map { SwiftNumber(text: text, value: $0) }
  }
}

/// The digits of a number without zeros at the ends, and where the point is.
private struct Digits: Equatable {
  private let digits: String
  private let power: Int
  private let isNegative: Bool

  /// Whether it is a fraction that may be the text of a `Double`.
  var isOfDouble: Bool { power < 0 && digits.count <= 17 }

  init(_ text: String) {
    let parts = text.lowercased().split(separator: "e", maxSplits: 1)
    let mantissa = parts[0].drop { $0 == "-" }.split(
      separator: ".",
      omittingEmptySubsequences: false
    )
    let fraction = mantissa.count > 1 ? mantissa[1] : ""
    var digits = Substring(mantissa[0] + fraction).drop { $0 == "0" }
    // An exponent that no `Int` holds is of no number that Swift has.
    var power = (parts.count > 1 ? Int(parts[1]) ?? 1 << 40 : 0) - fraction.count
    while digits.last == "0" {
      digits.removeLast()
      power += 1
    }
    self.digits = String(digits)
    self.power = digits.isEmpty ? 0 : power
    isNegative = text.hasPrefix("-")
  }
}
