import ModelObjectEssentials

// Integers of every width.
extension Int: Leaf {}
extension Int8: Leaf {}
extension Int16: Leaf {}
extension Int32: Leaf {}
extension Int64: Leaf {}
extension UInt: Leaf {}
extension UInt8: Leaf {}
extension UInt16: Leaf {}
extension UInt32: Leaf {}
extension UInt64: Leaf {}

@available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
extension Int128: Leaf {}
@available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
extension UInt128: Leaf {}

extension Leaf where Self: Numeric {
  static func isOwnForm(_ input: Input, _ context: any ValueContext) -> Bool {
    if case .number = input { true } else { false }
  }

  static func reason(_ input: Input, _ options: FixedOptions) -> String {
    input.reasonForNumbers(String(describing: Self.self), areWhole: kind.schemaType == "integer")
  }
}

extension Leaf where Self: FixedWidthInteger {
  static var kind: LeafKind { LeafKind(schemaType: "integer", isKey: true) }

  static func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Self? {
    input.wholeNumber(context)?.integer(as: Self.self)
  }

  static func write(_ value: Self, to sink: any ValueSink) {
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
}

extension Input {
  /// The number that an integer of any type is made of.
  fileprivate func wholeNumber(_ context: any ValueContext) -> WholeNumber? {
    withNumber {
      $0.whole
    } otherwise: { text in
      if let value = Bool(word: text) {
        return WholeNumber(value ? 1 : 0)
      }
      let dates = context.options.dates
      guard dates.conversion == .timeInterval else { return nil }
      return DateText.read(text, dates).flatMap {
        // The sum of the seconds and those up to 2001 may be rounded up to a second.
        let seconds = $0.timeIntervalSinceReferenceDate.rounded(.down)
        return WholeNumber(seconds + Double(DateText.secondsTo2001))
      }
    }
  }

  /// The number that a floating-point number of any type is made of.
  fileprivate func floatingPoint(_ context: any ValueContext, isFloat: Bool) -> Double? {
    switch self {
    case .number(.float(let value)) where !value.isFinite && context.allowsNonFinite:
      return Double(value)
    case .number(.double(let value)) where !value.isFinite && context.allowsNonFinite:
      return value
    case .foreign(let value as Date):
      let seconds = value.timeIntervalSince1970
      return seconds.isFinite ? seconds : nil
    default: break
    }
    return withNumber { number in
      isFloat ? number.float.map { Double($0) } : number.double
    } otherwise: { text in
      let dates = context.options.dates
      guard dates.conversion == .automatic || dates.conversion == .timeInterval else { return nil }
      return DateText.read(text, dates).map { DateText.seconds(of: $0) }
    }
  }
}

extension Float: Leaf {}
extension Double: Leaf {}

extension Leaf where Self: BinaryFloatingPoint {
  static var kind: LeafKind { LeafKind(schemaType: "number") }

  static func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Self? {
    input.floatingPoint(context, isFloat: Self.self == Float.self).map { Self($0) }
  }

  static func write(_ value: Self, to sink: any ValueSink) {
    if Self.self == Float.self { sink.float(Float(value)) } else { sink.double(Double(value)) }
  }

  /// NaN equals itself here, so that a copy equals its original.
  static func isSame(_ first: Self, _ second: Self) -> Bool {
    first == second || (first.isNaN && second.isNaN)
  }

  static func hash(_ value: Self, into hasher: inout Hasher) {
    hasher.combine(value.isNaN ? .nan : value)
  }
}

/// Decimals keep the digits as they are written.
extension Decimal: Leaf {
  static var kind: LeafKind { LeafKind(schemaType: "number") }
  static func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Decimal? {
    if context.allowsNonFinite, case .number(.decimal(let value)) = input { return value }
    return input.withNumber { $0.decimal }
  }

  static func write(_ value: Decimal, to sink: any ValueSink) { sink.decimal(value) }

  /// All digits count: Foundation hashes the value as a `Double`.
  static func hash(_ value: Decimal, into hasher: inout Hasher) {
    var digits = value.description[...]
    if digits.contains(".") {
      while digits.last == "0" { digits.removeLast() }
      if digits.last == "." { digits.removeLast() }
    }
    hasher.combine(digits)
  }
}

extension Bool: Leaf {
  static var kind: LeafKind {
    LeafKind(schemaType: "boolean", reasonForText: "neither true nor false")
  }
  static func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Bool? {
    input.withNumber {
      truth(of: $0, context)
    } otherwise: {
      Bool(word: $0)
    }
  }

  static func isOwnForm(_ input: Input, _ context: any ValueContext) -> Bool {
    if case .bool = input { true } else { false }
  }

  /// Zero is false and any other number true; if mismatches are errors, only 0 and 1 fit.
  private static func truth(of number: Number, _ context: any ValueContext) -> Bool? {
    guard context.options.errors.contains(IssueKinds(.typeMismatch)) else {
      return number.isNonzero
    }
    let value = number.integer(as: Int64.self)
    return value == 0 || value == 1 ? value == 1 : nil
  }

  static func write(_ value: Bool, to sink: any ValueSink) { sink.bool(value) }
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

extension Input {
  /// Passes on the number that the input is, that its text spells, or that it stands for as a
  /// Boolean; other text, without white space around it, to the second closure.
  @inline(__always)
  func withNumber<Value>(
    _ body: (Number) -> Value?,
    otherwise other: (ByteView) -> Value? = { _ in nil }
  ) -> Value? {
    switch self {
    case .number(let number): body(number)
    case .bool(let value): body(.signed(value ? 1 : 0))
    case .text(let text):
      text.withBytes { bytes in
        let bytes = bytes.trimmed
        return DecimalText(bytes).map { body(.literal($0)) } ?? other(bytes)
      }
    default: nil
    }
  }
}
