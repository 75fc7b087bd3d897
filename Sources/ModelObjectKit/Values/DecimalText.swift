import Foundation

/// A decimal number as it is written; its digits are converted when the type is known.
///
/// Beyond JSON's grammar, it may have a leading `+`, leading zeros, and a decimal point at either
/// end.
struct DecimalText {
  let bytes: ByteView
  let isNegative: Bool
  /// The power of ten after the digits, clamped to what makes any number huge or tiny.
  let exponent: Int
  /// The offsets of the first digit, of the end of the digits before the point, and of all digits.
  private let start: Int
  private let point: Int
  private let end: Int
  /// All digits as one number, if there are nineteen or fewer.
  private let allDigits: UInt64

  /// Returns nil if the bytes aren't exactly a number.
  init?(_ bytes: ByteView) {
    let sign = bytes.peek(0)
    isNegative = sign == UInt8(ascii: "-")
    start = isNegative || sign == UInt8(ascii: "+") ? 1 : 0
    var offset = start
    var digits: UInt64 = 0
    Self.addDigits(bytes, from: &offset, to: &digits)
    point = offset
    if bytes.peek(offset) == UInt8(ascii: ".") {
      offset &+= 1
      Self.addDigits(bytes, from: &offset, to: &digits)
    }
    end = offset
    allDigits = digits
    // A decimal point alone isn't a number.
    guard point > start || end > point &+ 1 else { return nil }
    var exponent = 0
    if bytes.peek(offset) | 0x20 == UInt8(ascii: "e") {
      offset &+= 1
      let sign = bytes.peek(offset)
      if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { offset &+= 1 }
      let first = offset
      while bytes.peek(offset) &- UInt8(ascii: "0") < 10 {
        if exponent < 1_000_000_000_000 { exponent = exponent * 10 + Int(bytes[offset] & 15) }
        offset &+= 1
      }
      guard offset > first else { return nil }
      if sign == UInt8(ascii: "-") { exponent = -exponent }
    }
    guard offset == bytes.count else { return nil }
    self.bytes = bytes
    self.exponent = exponent
  }

  @inline(__always)
  private static func addDigits(_ bytes: ByteView, from offset: inout Int, to value: inout UInt64) {
    while true {
      let digit = bytes.peek(offset) &- UInt8(ascii: "0")
      guard digit < 10 else { return }
      value = value &* 10 &+ UInt64(digit)
      offset &+= 1
    }
  }

  /// The offsets of the digits after the decimal point.
  private var fraction: Range<Int> { min(point + 1, end)..<end }

  /// Calls a closure with the number that a text spells, or nil.
  static func with<Result>(_ text: String, _ body: (DecimalText?) -> Result) -> Result {
    ByteView.with(text) { body(DecimalText($0)) }
  }

  /// Calls a closure with the digits of a decimal, or nil for NaN.
  static func with<Result>(_ decimal: Decimal, _ body: (DecimalText?) -> Result) -> Result {
    with(decimal.description, body)
  }
}

extension DecimalText {
  /// The digits, as many as there are.
  var digits: DecimalDigits { DecimalDigits(bytes[start, end], point: point - start) }

  /// Whether any digit before the exponent is not zero.
  var hasNonzeroDigit: Bool {
    if let short { return short.digits != 0 }
    return (start..<end).contains { bytes[$0] &- UInt8(ascii: "1") < 9 }
  }

  /// The number as an integer type; nil if it isn't integral and in range.
  func integer<Integer: FixedWidthInteger>(as type: Integer.Type) -> Integer? {
    if let short, short.power == 0 {
      if !isNegative { return Integer(exactly: short.digits) }
      if short.digits <= UInt64(1) << 63 {
        return Integer(exactly: Int64(truncatingIfNeeded: 0 &- short.digits))
      }
    }
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

  /// The nearest `Double`; nil if it isn't finite.
  var double: Double? {
    guard let scaled else { return finite(Double(String(bytes))) }
    return isNegative ? -scaled.double : scaled.double
  }

  /// The nearest `Float`; nil if it isn't finite.
  var float: Float? {
    guard let scaled else { return finite(Float(String(bytes))) }
    return finite(isNegative ? -scaled.float : scaled.float)
  }

  /// The absolute value as binary digits and a power of two, ready for rounding; nil if that takes
  /// more than 128 bits.
  private var scaled: ScaledDigits? {
    guard let (digits, power) = short ?? significand(as: UInt64.self, isNegative: false) else {
      return nil
    }
    return ScaledDigits(digits, power: power)
  }

  /// All digits and their power of ten; nil if there are more than nineteen.
  private var short: (digits: UInt64, power: Int)? {
    let hasPoint = end > point
    guard end &- start <= (hasPoint ? 20 : 19) else { return nil }
    return (allDigits, hasPoint ? exponent &- (end &- point &- 1) : exponent)
  }

  /// The number with exactly its digits; nil if a `Decimal` can't hold them.
  var decimal: Decimal? {
    guard let (digits, power) = significand(as: UInt128.self, isNegative: false) else { return nil }
    guard digits != 0 else { return 0 }
    // A `Decimal` could hold `1e128` as ten times `1e127`, but any operation of Foundation shortens
    // that to NaN.
    guard (-128...127).contains(power) else { return nil }
    let high = Decimal(UInt64(truncatingIfNeeded: digits >> 64))
    let value = high * Self.twoToThe64 + Decimal(UInt64(truncatingIfNeeded: digits))
    return Decimal(sign: isNegative ? .minus : .plus, exponent: power, significand: value)
  }

  /// The number as untyped properties get it.
  var untyped: Any {
    let isIntegral = bytes.count == point
    if isIntegral {
      if let value = integer(as: Int.self), !(value == 0 && isNegative) { return value }
      if let value = integer(as: UInt64.self), !isNegative { return value }
    }
    guard let double else { return decimal ?? Decimal.nan }
    // A `Double` keeps fifteen digits; sixteen bytes hold no more with a point.
    if bytes.count <= 16, exponent == 0 { return double }
    guard let decimal else { return double }
    let shortest = DecimalText.with(double.description) { $0?.decimal }
    return shortest == decimal || (decimal == 0 && double == 0) ? double : decimal
  }

  /// The digits as one integer, without trailing zeros after the decimal point, and the power of
  /// ten; nil if the integer type can't hold them.
  private func significand<Integer: FixedWidthInteger>(
    as type: Integer.Type,
    isNegative: Bool
  ) -> (digits: Integer, power: Int)? {
    let fraction = self.fraction
    var end = end
    while end > fraction.lowerBound, bytes[end - 1] == UInt8(ascii: "0") { end -= 1 }
    var wholeEnd = point
    var power = exponent - (end - fraction.lowerBound)
    if end == fraction.lowerBound {
      while wholeEnd > start, bytes[wholeEnd - 1] == UInt8(ascii: "0") {
        wholeEnd -= 1
        power += 1
      }
    }
    var value: Integer = 0
    guard append(start..<wholeEnd, to: &value, isNegative),
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
