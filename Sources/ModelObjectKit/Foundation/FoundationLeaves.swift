#if Foundation
import Foundation

extension CGFloat: Leaf {}

/// The types in which coders see neither a date nor anything else of the options.
let codedTypesOfFoundation: [Any.Type] = [CGFloat.self, Locale.self]

/// Whether values of a `Codable` type aren't mapped.
func hasNoRules(_ type: Any.Type) -> Bool { false }

/// Numbers, text that spells one, and booleans.
extension NSNumber: Leaf {
  static func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Self? {
    let number: NSNumber? =
      switch input {
      case .bool(let value): NSNumber(value: value)
      case .foreign(let value): value as? NSNumber
      default: input.withNumber { boxed($0) }
      }
    return number as? Self
  }

  static func isOwnForm(_ input: Input, _ context: any ValueContext) -> Bool {
    if case .text = input { false } else { true }
  }

  static func write(_ value: NSNumber, to sink: any ValueSink) { sink.untyped(value) }

  static func isSame(_ first: NSNumber, _ second: NSNumber) -> Bool {
    first == second || (first.doubleValue.isNaN && second.doubleValue.isNaN)
  }

  static func hash(_ value: NSNumber, into hasher: inout Hasher) {
    Double.hash(value.doubleValue, into: &hasher)
  }

  static func reason(_ input: Input, _ options: FixedOptions) -> String {
    input.reasonForNumbers("NSNumber", areWhole: false)
  }

  /// Returns nil if no type can hold the number.
  private static func boxed(_ number: Number) -> NSNumber? {
    guard number.isHeld else { return nil }
    return switch number.untyped {
    case let value as Int: NSNumber(value: value)
    case let value as UInt64: NSNumber(value: value)
    case let value as Double: NSNumber(value: value)
    case let value as Decimal: NSDecimalNumber(decimal: value)
    default: nil
    }
  }
}

extension NSString: BridgedLeaf {
  var native: String { String(describing: self) }
  static func bridged(_ native: String) -> NSObject { NSString(string: native) }
}

extension NSDate: BridgedLeaf {
  var native: Date { Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate) }

  static func bridged(_ native: Date) -> NSObject {
    NSDate(timeIntervalSinceReferenceDate: native.timeIntervalSinceReferenceDate)
  }
}

extension NSURL: SpelledLeaf {
  static var kind: LeafKind { LeafKind(schemaType: "string", schemaFormat: "uri") }
  /// Of a string that `URL` accepts, the same URL: `NSURL` itself encodes no characters.
  static func parse(_ text: String) -> Self? {
    let url = URL(string: text).flatMap { NSURL(string: $0.absoluteString) }
    return (url ?? NSURL(string: text)) as? Self
  }
  static func text(of value: NSURL) -> String { value.wholeText }
}

extension NSURL {
  /// The absolute URL as a string.
  ///
  /// Not through a `URL`: Foundation on Linux traps for a string that `NSURL` accepts but `URL`
  /// doesn't.
  var wholeText: String {
    let text: String? = absoluteString
    return text ?? ""
  }
}

extension Locale: SpelledLeaf {
  static func parse(_ text: String) -> Locale? { Locale(identifier: text) }
  static func text(of value: Locale) -> String { value.identifier }
}

/// The locale of a name.
func locale(named name: String) -> Locale? { Locale(identifier: name) }

/// The name of a locale; nil for any other value.
func localeName(of value: Any) -> String? { (value as? Locale)?.identifier }

/// A class of Foundation whose values are those of a Swift type.
protocol BridgedLeaf: NSObject, Leaf {
  associatedtype Native: Leaf
  var native: Native { get }
  static func bridged(_ native: Native) -> NSObject
}

extension BridgedLeaf {
  static var kind: LeafKind {
    LeafKind(schemaType: Native.kind.schemaType, storesText: Native.kind.storesText)
  }

  static func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Self? {
    try Native.read(input, context).flatMap { bridged($0) as? Self }
  }

  static func isOwnForm(_ input: Input, _ context: any ValueContext) -> Bool {
    Native.isOwnForm(input, context)
  }

  static func write(_ value: Self, to sink: any ValueSink) { Native.write(value.native, to: sink) }
  static func isSame(_ first: Self, _ second: Self) -> Bool {
    Native.isSame(first.native, second.native)
  }
  static func hash(_ value: Self, into hasher: inout Hasher) {
    Native.hash(value.native, into: &hasher)
  }
  static func text(of value: Self) -> String { Native.text(of: value.native) }
  static func reason(_ input: Input, _ options: FixedOptions) -> String {
    Native.reason(input, options)
  }
}
#endif
