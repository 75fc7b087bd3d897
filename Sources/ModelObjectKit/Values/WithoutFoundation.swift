// What the room `Foundation/` offers to the rest of the library, in a build without all of Foundation.
// A program that has it may still pass its objects: they are bridged when the program runs.
#if !Foundation
import ModelObjectEssentials

/// A null of JSON in a dictionary or an array.
///
/// Hooks get it, ``ModelObjectProtocol/dictionaryRepresentation(options:)`` has it, and a property
/// of type `Any` holds it. If the package is built with all of Foundation, it is `NSNull`; code that
/// says `JSONNull` works with both. An `NSNull` in input is a null, too.
public final class JSONNull: Hashable, Sendable, CustomStringConvertible {
  static let value = JSONNull()

  /// Makes a null.
  public init() {}

  /// The text of `NSNull`.
  public var description: String { "<null>" }

  /// All nulls are equal.
  public static func == (first: JSONNull, second: JSONNull) -> Bool { true }

  /// Adds nothing.
  public func hash(into hasher: inout Hasher) {}
}

/// Whether a value is a null.
func isJSONNull(_ value: borrowing Any) -> Bool {
  if holds(JSONNull.self, value) { return true }
  return foundationObject(value, of: .null) != nil
}

// MARK: - Types of properties

let codedTypesOfFoundation: [Any.Type] = []

/// Locales aren't mapped: without all of Foundation, they are all equal.
func hasNoRules(_ type: Any.Type) -> Bool { type == Locale.self }
func locale(named name: String) -> Locale? { nil }
func localeName(of value: Any) -> String? { nil }

func foundationShape(of type: Any.Type) -> (any Shape)? { nil }
func isUnhashable<Element>(_ value: Element) -> Bool { false }

/// Patterns with rare letters fit no date.
func fallbackPattern(_ pattern: String) -> (any DatePattern)? { nil }

// MARK: - Objects of Foundation as input

/// What a class of Foundation holds.
private final class FoundationClass: Sendable {
  enum Kind {
    case null, bool, number, decimal, text, array, dictionary, date, data, url, other
  }

  private let kind: Kind

  private init(_ kind: Kind) { self.kind = kind }

  private static let known = ImmortalTable<FoundationClass>()

  static func kind(of object: AnyObject) -> Kind {
    let key = ObjectIdentifier(type(of: object))
    return known.with(key) { $0.kind }
      ?? known.insert(FoundationClass(foundKind(of: object)), for: key).kind
  }

  /// By the name of the class if casts don't tell: a Boolean is a number, too, and a cast to `URL` may
  /// stop the program.
  private static func foundKind(of object: AnyObject) -> Kind {
    switch String(reflecting: type(of: object)) {
    case "Foundation.NSNull": .null
    case "Foundation.__NSCFBoolean": .bool
    case "Foundation.NSDecimalNumber": .decimal
    case "Foundation.NSURL": .url
    default:
      if object is JSONNull {
        .null
      } else if object is any Model {
        .other
      } else if object as? String != nil {
        .text
      } else if object as? [Any] != nil {
        .array
      } else if object as? [AnyHashable: Any] != nil {
        .dictionary
      } else if object as? Date != nil {
        .date
      } else if object as? Data != nil {
        .data
      } else {
        object as? Double != nil || object as? Int64 != nil || object as? UInt64 != nil
          ? .number : .other
      }
    }
  }
}

/// The object in an `Any` if it is of this kind.
@inline(never)
private func foundationObject(_ any: borrowing Any, of kind: FoundationClass.Kind) -> AnyObject? {
  guard let object = reference(in: any), FoundationClass.kind(of: object) == kind else {
    return nil
  }
  return object
}

extension Input {
  static func foundation(_ object: AnyObject) -> Input? {
    switch FoundationClass.kind(of: object) {
    case .null: .null
    case .bool: (object as? Bool).map { .bool($0) }
    case .number: number(object).map { .number($0) }
    case .decimal: (object as? Decimal).map { .number(foundationNumber($0)) }
    case .text: (object as? String).map { .text(.string($0)) }
    case .array: (object as? [Any]).map { .array(.tree($0)) }
    case .dictionary:
      (object as? [AnyHashable: Any]).map { dictionary in
        .object(.tree(pairs(dictionary.map { ($0.key, $0.value) }).fitting))
      }
    case .date: (object as? Date).map { .foreign($0) }
    case .data: (object as? Data).map { .foreign($0) }
    case .url: url(object).map { .foreign($0) }
    case .other: nil
    }
  }

  /// A whole number is an integer, whatever the number was made from.
  private static func number(_ object: AnyObject) -> Number? {
    // The cast to a Double takes half as long as the others.
    let double = object as? Double
    if let double, double.magnitude < 0x1p53 || !double.isFinite {
      return Int64(exactly: double).map { .signed($0) } ?? .double(double)
    }
    return (object as? Int64).map { .signed($0) } ?? (object as? UInt64).map { .unsigned($0) }
      ?? double.map { .double($0) }
  }

  /// The URL that an object describes: its own, or the relative part, and its base.
  private static func url(_ object: AnyObject) -> URL? {
    let text = String(describing: object)
    if let url = URL(string: text) { return url }
    let parts = text.split(separator: " -- ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    return URL(string: parts[0], relativeTo: URL(string: parts[1]))?.absoluteURL
  }

  static func foundationNumber(_ any: Any) -> Input? { nil }
}

// What goes straight into a property. The casts take longer than all the rest: nothing else says what
// is in a number.

func foundationInteger(_ value: borrowing Any) -> Int? {
  foundationDouble(value).flatMap { $0.magnitude < 0x1p53 ? Int(exactly: $0) : nil }
}

func foundationDouble(_ value: borrowing Any) -> Double? {
  foundationObject(value, of: .number).flatMap { $0 as? Double }
}

func foundationBool(_ value: borrowing Any) -> Bool? {
  foundationObject(value, of: .bool).flatMap { $0 as? Bool }
}

/// Whether an object is an array or a dictionary of Foundation, which may contain itself.
func isFoundationContainer(_ object: AnyObject) -> Bool {
  let kind = FoundationClass.kind(of: object)
  return kind == .array || kind == .dictionary
}

// MARK: - Readers

/// The progress of a reader: nothing observes it.
struct ReadProgress {
  init(size: Int?) {}
  func advance(to offset: Int) {}
  func check() throws {}
  func finish(at offset: Int) {}
}
#endif
