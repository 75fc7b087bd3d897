#if Foundation
public import Foundation

/// A null of JSON in a dictionary or an array: `NSNull`.
///
/// Hooks get it, ``ModelObjectProtocol/dictionaryRepresentation(options:)`` has it, and a property
/// of type `Any` holds it. If the package is built without all of Foundation, it is a type of its
/// own; code that says `JSONNull` works with both.
///
/// ```swift
/// let pairs: [String: Any] = ["name": JSONNull()]
/// pairs["name"] is JSONNull  // true
/// ```
public typealias JSONNull = NSNull

extension JSONNull {
  static var value: JSONNull { JSONNull() }
}

/// Whether a value is a null.
func isJSONNull(_ value: borrowing Any) -> Bool {
  if holds(NSNull.self, value) { return true }
  return reference(in: value) is NSNull
}

extension Input {
  static func foundation(_ object: AnyObject) -> Input? {
    switch object {
    case is NSNull: .null
    case let number as NSNumber: .init(number)
    case let text as NSString: .text(.string(String(describing: text)))
    case let array as NSArray: .array(.tree(array.map { $0 }))
    case let dictionary as NSDictionary:
      .object(.tree(pairs(dictionary.map { ($0.key, $0.value) }).fitting))
    case let date as NSDate:
      .foreign(Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate))
    case let url as NSURL: URL(string: url.wholeText).map { .foreign($0) }
    case let data as NSData: .foreign(Data(referencing: data))
    default: nil
    }
  }

  private init(_ number: NSNumber) {
    if let decimal = number as? NSDecimalNumber {
      self = .number(Self.foundationNumber(decimal.decimalValue))
    } else if let bool = number.exactBool {
      self = .bool(bool)
    } else {
      // The type that the number was made from: "Q", "d" and "f" need more than an `Int64`.
      switch UInt8(bitPattern: number.typeCode) {
      case UInt8(ascii: "Q"): self = .number(.unsigned(number.uint64Value))
      case UInt8(ascii: "d"): self = .number(.double(number.doubleValue))
      case UInt8(ascii: "f"): self = .number(.float(number.floatValue))
      default: self = .number(.signed(number.int64Value))
      }
    }
  }

  /// A number of Foundation that isn't an object.
  static func foundationNumber(_ any: Any) -> Input? {
    (any as? CGFloat).map { .number(.double(Double($0))) }
  }
}

/// The integer in an `NSNumber`, as `JSONSerialization` makes them; nil for any other value.
func foundationInteger(_ value: borrowing Any) -> Int? {
  foundationNumber(value)?.exactInteger
}

/// The Double in an `NSNumber` that was made from one.
func foundationDouble(_ value: borrowing Any) -> Double? {
  foundationNumber(value)?.exactDouble
}

/// The Bool that Foundation's reader makes of `true` and `false`.
func foundationBool(_ value: borrowing Any) -> Bool? {
  foundationNumber(value)?.exactBool
}

@inline(never)
private func foundationNumber(_ value: borrowing Any) -> NSNumber? {
  holds(NSNumber.self, value) ? reference(in: value) as? NSNumber : nil
}
#endif
