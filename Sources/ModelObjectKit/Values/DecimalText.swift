import Foundation

/// A decimal number as it is written: the digits are read when a type is asked for.
///
/// Besides JSON's grammar this takes what people write in texts: a leading `+`, leading zeros, and
/// a point without digits on one of its sides.
struct DecimalText {
  let bytes: ByteView
  private let isNegative: Bool
  /// Where the digits before the point begin and end.
  private let whole: Range<Int>
  /// Where the digits behind the point begin and end.
  private let fraction: Range<Int>
  /// The power of ten, held to a range in which it still tells huge from tiny.
  private let exponent: Int

  /// Nil where the bytes are no number, or more than one.
  init?(_ bytes: ByteView) {
    var offset = 0
    let sign = bytes.peek(0)
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { offset = 1 }
    let wholeEnd = Self.endOfDigits(bytes, from: offset)
    whole = offset..<wholeEnd
    offset = wholeEnd
    if bytes.peek(offset) == UInt8(ascii: ".") {
      let end = Self.endOfDigits(bytes, from: offset + 1)
      fraction = offset + 1..<end
      offset = end
    } else {
      fraction = offset..<offset
    }
    guard !whole.isEmpty || !fraction.isEmpty else { return nil }
    var exponent = 0
    if bytes.peek(offset) | 0x20 == UInt8(ascii: "e") {
      var start = offset + 1
      let sign = bytes.peek(start)
      if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { start += 1 }
      offset = Self.endOfDigits(bytes, from: start)
      guard offset > start else { return nil }
      for index in start..<offset where exponent < 1_000_000_000_000 {
        exponent = exponent * 10 + Int(bytes[index] & 15)
      }
      if sign == UInt8(ascii: "-") { exponent = -exponent }
    }
    guard offset == bytes.count else { return nil }
    self.bytes = bytes
    self.exponent = exponent
    isNegative = sign == UInt8(ascii: "-")
  }

  /// Calls a closure with the number that a text spells, or nil.
  static func with<Result>(_ text: String, _ body: (DecimalText?) -> Result) -> Result {
    ByteView.with(text) { body(DecimalText($0)) }
  }

  /// Calls a closure with a decimal's digits, or nil where it is not a number.
  static func with<Result>(_ decimal: Decimal, _ body: (DecimalText?) -> Result) -> Result {
    with(decimal.description, body)
  }

  private static func endOfDigits(_ bytes: ByteView, from start: Int) -> Int {
    var offset = start
    while bytes.peek(offset) &- UInt8(ascii: "0") < 10 { offset &+= 1 }
    return offset
  }
}

extension DecimalText {
  /// Whether any digit before the exponent is not zero.
  var hasNonzeroDigit: Bool {
    whole.contains { bytes[$0] != UInt8(ascii: "0") }
      || fraction.contains { bytes[$0] != UInt8(ascii: "0") }
  }

  /// The number as an integer type, where it is integral and in range.
  func integer<Integer: FixedWidthInteger>(as type: Integer.Type) -> Integer? {
    guard let significand = significand(as: type, isNegative: isNegative) else { return nil }
    var value = significand.digits
    var power = significand.power
    if value == 0 { return 0 }
    while power > 0 {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      value = product
      power -= 1
    }
    return power == 0 ? value : nil
  }

  /// The nearest `Double`, where it is finite.
  var double: Double? {
    // Both the digits and the power of ten are exact doubles: one rounding gives the right answer.
    if let (digits, power) = significand(as: Int64.self, isNegative: isNegative),
      digits.magnitude < 1 << 53,
      abs(power) < Self.powersOfTen.count, digits != 0
    {
      return power < 0
        ? Double(digits) / Self.powersOfTen[-power] : Double(digits) * Self.powersOfTen[power]
    }
    return finite(Double(plainText))
  }

  /// The nearest `Float`, where it is finite.
  var float: Float? {
    finite(Float(plainText))
  }

  /// The number with exactly its digits, where a `Decimal` holds them.
  var decimal: Decimal? {
    guard let (digits, power) = significand(as: UInt128.self, isNegative: false) else { return nil }
    guard digits != 0 else { return 0 }
    // A `Decimal` could hold `1e128` as ten times `1e127`, but all that Foundation does with it makes
    // it shorter again, and then no number.
    guard (-128...127).contains(power) else { return nil }
    let high = Decimal(UInt64(truncatingIfNeeded: digits >> 64))
    let value = high * Self.twoToThe64 + Decimal(UInt64(truncatingIfNeeded: digits))
    return Decimal(sign: isNegative ? .minus : .plus, exponent: power, significand: value)
  }

  /// The number as untyped properties get it.
  var untyped: Any {
    let isIntegral = fraction.isEmpty && bytes.count == whole.upperBound
    if isIntegral {
      if let value = integer(as: Int.self), !(value == 0 && isNegative) { return value }
      if let value = integer(as: UInt64.self), !isNegative { return value }
    }
    guard let double else { return decimal ?? Decimal.nan }
    guard let decimal else { return double }
    let shortest = DecimalText.with(double.description) { $0?.decimal }
    return shortest == decimal || (decimal == 0 && double == 0) ? double : decimal
  }

  /// The digits as one integer without trailing zeros behind the point, and the power of ten that
  /// goes with it; nil where the integer type can't hold them.
  private func significand<Integer: FixedWidthInteger>(
    as type: Integer.Type,
    isNegative: Bool
  ) -> (digits: Integer, power: Int)? {
    var end = fraction.upperBound
    while end > fraction.lowerBound, bytes[end - 1] == UInt8(ascii: "0") { end -= 1 }
    var wholeEnd = whole.upperBound
    var power = exponent - (end - fraction.lowerBound)
    if end == fraction.lowerBound {
      while wholeEnd > whole.lowerBound, bytes[wholeEnd - 1] == UInt8(ascii: "0") {
        wholeEnd -= 1
        power += 1
      }
    }
    var value: Integer = 0
    guard append(whole.lowerBound..<wholeEnd, to: &value, isNegative),
      append(fraction.lowerBound..<end, to: &value, isNegative)
    else { return nil }
    return (value, power)
  }

  private func append<Integer: FixedWidthInteger>(
    _ range: Range<Int>,
    to value: inout Integer,
    _ isNegative: Bool
  ) -> Bool {
    for index in range {
      let digit = Integer(truncatingIfNeeded: bytes[index] & 15)
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, sumOverflow) =
        isNegative
        ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      if overflow || sumOverflow { return false }
      value = sum
    }
    return true
  }

  /// The text without a leading plus sign, which Swift's parsers take but no exponent needs.
  private var plainText: String { String(bytes) }

  private func finite<Value: BinaryFloatingPoint>(_ value: Value?) -> Value? {
    guard let value, value.isFinite else { return nil }
    return value
  }

  static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  private static let twoToThe64 = Decimal(UInt64.max) + 1
}
