import ModelObjectEssentials
import ModelObjectKit

/// What the library does with a value of a type, which a model with one property shows.
struct ValueProbe {
  /// The value as a report shows it; nil if it doesn't fit.
  let value: String?
  /// Why it doesn't fit.
  let reason: String?
  /// The parts that don't fit: their paths in the value, and why.
  let parts: [(path: String, reason: String)]

  /// Nil if the library can't be asked.
  init?(_ json: JSONTree, as type: Any.Type, dates: DateOptions.Format?) {
    func model<Value>(_ type: Value.Type) -> ModelObject.Type { Probe<Value>.self }
    var options = MappingOptions()
    if let dates { options.dates.format = dates }
    let text = "{\"value\":\(json.text)}"
    guard let report = try? model(type).explain(json: text, options: options) else { return nil }
    value = report.matches.first?.value
    reason = report.unmapped.first?.reason
    let inner = report.issues.filter { $0.path != "value" && $0.kind != .unknownKey }
    parts = inner.map { issue in
      (String(issue.path.dropFirst("value".count)), issue.message)
    }
  }
}

/// A model with one property.
///
/// It is optional, so that each type has a default; null is dealt with before.
private final class Probe<Value>: ModelObject {
  var value: Value?
}

extension ModelError.Issue {
  /// The issue in words, without its path.
  fileprivate var message: String {
    let text = "\(self)"
    let prefix = (path.isEmpty ? "(root)" : path) + ": "
    return text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
  }
}

extension JSONTree {
  /// The value as JSON text.
  var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let number): number
    case .text(let text): Self.quoted(text)
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object(let pairs):
      "{" + pairs.map { "\(Self.quoted($0.key)):\($0.value.text)" }.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" {
        quoted += "\\" + String(scalar)
      } else if scalar.value < 0x20 {
        let code = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - code.count) + code
      } else {
        quoted += String(scalar)
      }
    }
    return quoted + "\""
  }

  /// The value in a few words, as a reason begins.
  var phrase: String {
    switch self {
    case .null: "null"
    case .bool, .number: text
    case .text: text.count > 60 ? text.prefix(60) + "…\"" : text
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// What a path leads to, and how the document spells its steps; nil if that isn't there.
  func value(
    at steps: ArraySlice<String>,
    folded: Bool = true
  ) -> (value: JSONTree, spelling: String)? {
    guard let step = steps.first else { return (self, "") }
    let next: (value: JSONTree, spelling: String)
    switch self {
    case .object(let pairs):
      let exact = pairs.last { $0.key == step }
      let other = exact ?? (folded ? pairs.last { FoldedKey($0.key) == FoldedKey(step) } : nil)
      guard let pair = other else { return nil }
      next = (pair.value, ".\(pair.key)")
    case .array(let elements):
      guard step.hasPrefix("["), let index = Int(step.dropFirst().dropLast()),
        elements.indices.contains(index)
      else { return nil }
      next = (elements[index], step)
    default: return nil
    }
    return next.value.value(at: steps.dropFirst(), folded: folded).map {
      ($0.value, next.spelling + $0.spelling)
    }
  }
}

// MARK: - Types

extension TypeJudge {
  /// The type of the library or of Swift that a form spells; nil if it has another one in it.
  func standardType(_ form: TypeForm, in scope: Scope, _ file: CodeFile) -> Any.Type? {
    func array<T>(_ type: T.Type) -> Any.Type { [T].self }
    func optional<T>(_ type: T.Type) -> Any.Type { T?.self }
    func inner(_ form: TypeForm) -> Any.Type? { standardType(form, in: scope, file) }
    switch form {
    case .optional(let wrapped): return inner(wrapped).map { optional($0) }
    case .array(let element): return inner(element).map { array($0) }
    case .named(["Set"], let arguments) where arguments.count == 1:
      return inner(arguments[0]).flatMap { Self.set(of: $0) }
    case .dictionary(let key, let value):
      guard let key = inner(key) as? any Hashable.Type else { return nil }
      return inner(value).map { Self.dictionary(key, $0) }
    case .named(let path, []):
      guard case .foreign(let name) = index.find(path, from: scope, file) else { return nil }
      return Self.standard[name]
    default: return nil
    }
  }

  private static func set(of type: Any.Type) -> Any.Type? {
    func set<T: Hashable>(_ type: T.Type) -> Any.Type { Set<T>.self }
    return (type as? any Hashable.Type).map { set($0) }
  }

  private static func dictionary(_ key: any Hashable.Type, _ value: Any.Type) -> Any.Type {
    func dictionary<Key: Hashable, Value>(_ key: Key.Type, _ value: Value.Type) -> Any.Type {
      [Key: Value].self
    }
    return dictionary(key, value)
  }

  private static var standard: [String: Any.Type] {
    [
      "String": String.self, "Int": Int.self, "Int8": Int8.self, "Int16": Int16.self,
      "Int32": Int32.self, "Int64": Int64.self, "UInt": UInt.self, "UInt8": UInt8.self,
      "UInt16": UInt16.self, "UInt32": UInt32.self, "UInt64": UInt64.self, "Float": Float.self,
      "Double": Double.self, "CGFloat": Double.self, "Decimal": Decimal.self, "Bool": Bool.self,
      "Date": Date.self, "URL": URL.self, "UUID": UUID.self, "Data": Data.self,
      "Character": Character.self, "TimeZone": TimeZone.self, "Any": Any.self,
      "NSNumber": Decimal.self,
      "NSString": String.self, "NSURL": URL.self, "NSDate": Date.self,
    ]
  }
}
