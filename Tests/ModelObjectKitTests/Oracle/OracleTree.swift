import Foundation
import ModelObjectKit

/// A key of an object and its value.
struct OraclePair {
  let key: String
  var value: OracleTree

  init(_ key: String, _ value: OracleTree) {
    self.key = key
    self.value = value
  }
}

/// A JSON value, with its numbers as they are written.
indirect enum OracleTree {
  case null
  case bool(Bool)
  case number(String)
  case text(String)
  case array([OracleTree])
  case object([OraclePair])

  /// The JSON text.
  var json: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let digits): digits
    case .text(let text): Self.quoted(text)
    case .array(let elements): "[\(elements.map(\.json).joined(separator: ","))]"
    case .object(let pairs):
      "{\(pairs.map { "\(Self.quoted($0.key)): \($0.value.json)" }.joined(separator: ", "))}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case _ where scalar.value < 32:
        quoted +=
          "\\u00" + (scalar.value < 16 ? "0" : "")
          + String(scalar.value, radix: 16)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// The value as a program passes it, of Swift or Foundation types.
  func given(asFoundation: Bool) -> Any {
    switch self {
    case .null: NSNull()
    case .bool(let value): asFoundation ? NSNumber(value: value) : value
    case .number(let digits): Self.given(digits, asFoundation: asFoundation)
    case .text(let text): asFoundation ? NSString(string: text) : text
    case .array(let elements): elements.map { $0.given(asFoundation: asFoundation) }
    case .object(let pairs):
      Dictionary(
        pairs.map { ($0.key, $0.value.given(asFoundation: asFoundation)) },
        uniquingKeysWith: { $1 }
      )
    }
  }

  private static func given(_ digits: String, asFoundation: Bool) -> Any {
    if let value = Int(digits) { return asFoundation ? NSNumber(value: value) : value }
    if let value = UInt64(digits) { return asFoundation ? NSNumber(value: value) : value }
    let value = Double(digits) ?? 0
    return asFoundation ? NSNumber(value: value) : value
  }

  /// The tree as in `given`, with numbers as their shortest text.
  var shortest: OracleTree {
    switch self {
    case .number(let digits): .number(Self.shortest(digits))
    case .array(let elements): .array(elements.map(\.shortest))
    case .object(let pairs): .object(pairs.map { OraclePair($0.key, $0.value.shortest) })
    default: self
    }
  }

  private static func shortest(_ digits: String) -> String {
    if let value = Int(digits) { return "\(value)" }
    if let value = UInt64(digits) { return "\(value)" }
    let text = "\(Double(digits) ?? 0)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
