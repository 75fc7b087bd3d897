import Foundation

// Integers of every width.
extension Int: Leaf {}
extension Int8: Leaf {}
extension Int16: Leaf {}
extension Int32: Leaf {}
extension Int64: Leaf {}
extension Int128: Leaf {}
extension UInt: Leaf {}
extension UInt8: Leaf {}
extension UInt16: Leaf {}
extension UInt32: Leaf {}
extension UInt64: Leaf {}
extension UInt128: Leaf {}

extension Leaf where Self: FixedWidthInteger {
  static var schemaType: String? { "integer" }

  static var isKey: Bool { true }

  static func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Self? {
    switch input {
    case .number(let number): return number.integer(as: Self.self)
    case .bool(let value): return value ? 1 : 0
    case .text(let text):
      let dates = context.options.dates
      return try text.withBytes { bytes in
        let bytes = bytes.trimmed
        if let number = DecimalText(bytes) { return number.integer(as: Self.self) }
        if let value = Bool(word: bytes) { return value ? 1 : 0 }
        guard dates.conversion == .timeInterval else { return nil }
        return DateText.read(bytes, format: dates.format, timeZone: dates.otherZone)
          .flatMap { Self(exactly: $0.timeIntervalSince1970.rounded(.down)) }
      }
    case .foreign(let value): return value as? Self
    default: return nil
    }
  }

  static func give(_ value: Self, to sink: any ValueSink) {
    if let value = Int64(exactly: value) {
      sink.integer(value)
    } else if let value = UInt64(exactly: value) {
      sink.integer(value)
    } else if let decimal = Decimal(string: String(value), locale: nil) {
      sink.decimal(decimal)
    } else {
      sink.leaveOut()
    }
  }

  static func reason(_ input: Input, _ options: FixedOptions) -> String {
    input.reasonForNumbers(String(describing: Self.self), areWhole: true)
  }
}

extension Float: Leaf {}
extension Double: Leaf {}
extension CGFloat: Leaf {}

extension Leaf where Self: BinaryFloatingPoint {
  static var schemaType: String? { "number" }

  static func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Self? {
    if context.takesNonFinite, case .number(let number) = input {
      switch number {
      case .float(let value) where !value.isFinite: return Self(value)
      case .double(let value) where !value.isFinite: return Self(value)
      default: break
      }
    }
    guard let value = try value(of: input, context), value.isFinite else { return nil }
    return value
  }

  static func give(_ value: Self, to sink: any ValueSink) {
    if Self.self == Float.self { sink.float(Float(value)) } else { sink.double(Double(value)) }
  }

  /// NaN equals itself here, so that a copy equals its original.
  static func isSame(_ first: Self, _ second: Self) -> Bool {
    first == second || (first.isNaN && second.isNaN)
  }

  static func hash(_ value: Self, into hasher: inout Hasher) {
    hasher.combine(value.isNaN ? .nan : value)
  }

  static func reason(_ input: Input, _ options: FixedOptions) -> String {
    input.reasonForNumbers(String(describing: Self.self), areWhole: false)
  }

  private static func value(
    of input: Input,
    _ context: any ValueContext
  ) throws(Misfit) -> Self? {
    switch input {
    case .number(let number): return value(of: number)
    case .bool(let value): return value ? 1 : 0
    case .text(let text):
      let dates = context.options.dates
      return try text.withBytes { bytes in
        let bytes = bytes.trimmed
        if let number = DecimalText(bytes) { return value(of: .literal(number)) }
        guard dates.conversion == .automatic || dates.conversion == .timeInterval else {
          return nil
        }
        return DateText.read(bytes, format: dates.format, timeZone: dates.otherZone)
          .map { Self(DateText.seconds(of: $0)) }
      }
    case .foreign(let value):
      return value as? Self ?? (value as? Date).map { Self($0.timeIntervalSince1970) }
    default: return nil
    }
  }

  private static func value(of number: Number) -> Self? {
    Self.self == Float.self ? number.float.map { Self($0) } : number.double.map { Self($0) }
  }
}

/// Decimals keep the digits as they are written.
extension Decimal: Leaf {
  static var schemaType: String? { "number" }
  static func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Decimal? {
    switch input {
    case .number(.decimal(let value)) where context.takesNonFinite: value
    case .number(let number): number.decimal
    case .bool(let value): value ? 1 : 0
    case .text(let text): try text.withBytes { DecimalText($0.trimmed)?.decimal }
    default: nil
    }
  }

  static func give(_ value: Decimal, to sink: any ValueSink) { sink.decimal(value) }

  static func reason(_ input: Input, _ options: FixedOptions) -> String {
    input.reasonForNumbers("Decimal", areWhole: false)
  }
}

extension Bool: Leaf {
  static var schemaType: String? { "boolean" }
  static func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Bool? {
    switch input {
    case .bool(let value): value
    case .number(let number): truth(of: number, context)
    case .text(let text):
      try text.withBytes { bytes in
        let bytes = bytes.trimmed
        return Bool(word: bytes)
          ?? DecimalText(bytes).flatMap { truth(of: .literal($0), context) }
      }
    default: nil
    }
  }

  /// Zero is false and any other number true; if mismatches are errors, only 0 and 1 fit.
  private static func truth(of number: Number, _ context: any ValueContext) -> Bool? {
    guard context.options.errors.contains(IssueKinds(.typeMismatch)) else {
      return number.isNonzero
    }
    switch number.integer(as: Int64.self) {
    case 0: return false
    case 1: return true
    default: return nil
    }
  }

  static func give(_ value: Bool, to sink: any ValueSink) { sink.bool(value) }

  static func reason(_ input: Input, _ options: FixedOptions) -> String {
    if case .text = input { return "\(input.phrase) is neither true nor false" }
    return input.reason("Bool")
  }
}

extension Bool {
  /// The Boolean that a word means: `true yes` or `false no` in any case.
  fileprivate init?(word: ByteView) {
    if word.equalsIgnoringCase("true") || word.equalsIgnoringCase("yes") {
      self = true
    } else if word.equalsIgnoringCase("false") || word.equalsIgnoringCase("no") {
      self = false
    } else {
      return nil
    }
  }
}

/// Numbers, text that spells one, and booleans.
extension NSNumber: Leaf {
  static func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Self? {
    let number: NSNumber? =
      switch input {
      case .bool(let value): NSNumber(value: value)
      case .number(.literal(let text)): boxed(text)
      case .number(let number): boxed(number.untyped)
      case .text(let text):
        try text.withBytes { bytes in DecimalText(bytes.trimmed).flatMap(boxed) }
      case .foreign(let value): value as? NSNumber
      default: nil
      }
    return number as? Self
  }

  static func give(_ value: NSNumber, to sink: any ValueSink) { sink.untyped(value) }

  static func isSame(_ first: NSNumber, _ second: NSNumber) -> Bool {
    first == second || (first.doubleValue.isNaN && second.doubleValue.isNaN)
  }

  static func hash(_ value: NSNumber, into hasher: inout Hasher) {
    Double.hash(value.doubleValue, into: &hasher)
  }

  static func reason(_ input: Input, _ options: FixedOptions) -> String {
    input.reasonForNumbers("NSNumber", areWhole: false)
  }

  /// A number as it is written; nil if no type can hold it.
  private static func boxed(_ text: DecimalText) -> NSNumber? {
    text.double == nil && text.decimal == nil ? nil : boxed(text.untyped)
  }

  private static func boxed(_ value: Any) -> NSNumber? {
    switch value {
    case let value as Int: NSNumber(value: value)
    case let value as UInt64: NSNumber(value: value)
    case let value as Double: NSNumber(value: value)
    case let value as Decimal: NSDecimalNumber(decimal: value)
    default: nil
    }
  }
}
