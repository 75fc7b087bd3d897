import ModelObjectEssentials

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
    self.init(startOf: bytes)
    guard self.bytes.count == bytes.count else { return nil }
  }

  /// The number with which some bytes begin; nil if there is none.
  @inline(__always)
  init?(startOf bytes: ByteView) {
    let sign = bytes.peek(0)
    isNegative = sign == UInt8(ascii: "-")
    start = isNegative || sign == UInt8(ascii: "+") ? 1 : 0
    var offset = start
    var digits: UInt64 = 0
    bytes.addDigits(from: &offset, to: &digits)
    point = offset
    if bytes.peek(offset) == UInt8(ascii: ".") {
      offset &+= 1
      bytes.addDigits(from: &offset, to: &digits)
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
    self.bytes = bytes[0, offset]
    self.exponent = exponent
  }
}

extension DecimalText {
  /// Whether JSON allows the number: without a `+`, without a zero before other digits, and with
  /// digits on both sides of a decimal point.
  @inline(__always)
  var isJSON: Bool {
    point > start && end != point &+ 1 && bytes[0] != UInt8(ascii: "+")
      && (point == start &+ 1 || bytes[start] != UInt8(ascii: "0"))
  }

  /// The digits, as many as there are.
  var digits: DecimalDigits { DecimalDigits(bytes[start, end], point: point - start) }

  /// The number as an integer; nil if it isn't integral or takes more than 128 bits.
  var whole: WholeNumber? {
    let leading = short.map { (Magnitude($0), $1, true) } ?? leadingDigits
    guard case (var value, var power, true) = leading else { return nil }
    while power != 0, !value.isZero {
      if power < 0 {
        let (rest, digit) = value.split
        guard digit == 0 else { return nil }
        value = rest
        power += 1
      } else {
        guard let longer = value.appending() else { return nil }
        value = longer
        power -= 1
      }
    }
    return WholeNumber(magnitude: value, isNegative: isNegative)
  }

  /// The nearest `Double`; nil if it isn't finite.
  @inline(__always)
  var double: Double? {
    guard let (digits, power) = short, let value = ScaledDigits.double(digits, power: power) else {
      return longDouble
    }
    return isNegative ? -value : value
  }

  private var longDouble: Double? { finite(Double(String(bytes))) }

  /// Whether a `Double` or a `Decimal` has all digits.
  var isExact: Bool {
    let count = digits.count
    return count == 0 || count <= 17 && (double ?? 0) != 0 || count <= 38 && decimal != nil
  }

  /// The nearest `Float`; nil if it isn't finite.
  @inline(never)
  var float: Float? { finite(Float(String(bytes))) }

  /// All digits and their power of ten; nil if there are more than nineteen.
  @inline(__always)
  private var short: (digits: UInt64, power: Int)? {
    let hasPoint = end > point
    guard end &- start <= (hasPoint ? 20 : 19) else { return nil }
    return (allDigits, hasPoint ? exponent &- (end &- point &- 1) : exponent)
  }

  private typealias LeadingDigits = (value: Magnitude, power: Int, areAll: Bool)

  /// The first digits, as many as 128 bits hold, their power of ten, and whether only zeros follow.
  private var leadingDigits: LeadingDigits {
    let digits = self.digits
    var value = Magnitude(0)
    for index in 0..<digits.count {
      guard let longer = value.appending(digits[index]) else {
        return (value, exponent + digits.point - index, false)
      }
      value = longer
    }
    return (value, exponent + digits.point - digits.count, true)
  }

  /// The number as a `Decimal`, which has room for 38 digits; nil if it can't hold the number.
  ///
  /// Further decimals are cut off, as `JSONDecoder` does.
  @inline(never)
  var decimal: Decimal? { decimal(of: leadingDigits) }

  private func decimal(of leading: LeadingDigits) -> Decimal? {
    var (digits, power, areAll) = leading
    guard areAll || power <= 0 else { return nil }
    guard !digits.isZero else { return 0 }
    while !areAll, case (let rest, 0) = digits.split {
      digits = rest
      power += 1
    }
    guard power <= 127 else { return hugeDecimal(digits, power: power) }
    guard power >= -128 else { return nil }
    let value = Decimal(digits.high) * Self.twoToThe64 + Decimal(digits.low)
    return Decimal(sign: isNegative ? .minus : .plus, exponent: power, significand: value)
  }

  /// A decimal with zeros after its digits, because its exponent is 127 at most; nil if they don't
  /// fit.
  ///
  /// Foundation makes it from text only: its arithmetic drops the zeros, and then the exponent is too
  /// large.
  private func hugeDecimal(_ digits: Magnitude, power: Int) -> Decimal? {
    guard power <= 165 else { return nil }
    var significand = digits
    for _ in 127..<power {
      guard let longer = significand.appending() else { return nil }
      significand = longer
    }
    let text = (isNegative ? "-" : "") + significand.text + String(repeating: "0", count: 127)
    return Decimal(string: text, locale: nil)
  }

  /// The number as untyped properties get it.
  var untyped: Any {
    let isIntegral = bytes.count == point
    if isIntegral {
      if let value = whole?.integer(as: Int.self), !(value == 0 && isNegative) { return value }
      if let value = whole?.integer(as: UInt64.self), !isNegative { return value }
    }
    guard let double else { return decimal ?? Decimal.nan }
    // Eighteen bytes have seventeen digits beside a point or an exponent. A `Decimal` that is cut off
    // is no better.
    guard bytes.count > 18, !(isOfDouble && !isIntegral), case let leading = leadingDigits,
      leading.areAll, let decimal = decimal(of: leading)
    else { return double }
    return isIntegral && decimal != 0 ? decimal : Number.untyped(double, decimal)
  }

  /// Whether the number may be the text of a `Double`, which has seventeen digits at most.
  var isOfDouble: Bool {
    let digits = self.digits
    return (0..<digits.count).drop { digits[$0] == 0 }.count <= 17
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

extension ByteView {
  /// Appends the decimal digits from an offset on to a number, which wraps if they are too many.
  @inline(__always)
  func addDigits(from offset: inout Int, to value: inout UInt64) {
    while let run = digits(at: offset) {
      value = value &* scales[run.count] &+ run.value
      offset &+= run.count
      if run.count < 8 { return }
    }
    while true {
      let digit = peek(offset) &- UInt8(ascii: "0")
      guard digit < 10 else { return }
      value = value &* 10 &+ UInt64(digit)
      offset &+= 1
    }
  }
}

/// The powers of ten by the number of digits in a run.
private let scales: [UInt64] = [
  1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
]

/// Digits times a power of ten as a `Double`, rounded once.
///
/// Up to nineteen digits, multiplied or divided by a power of five in 64 bits, fit into 128 bits.
/// Rounding depends on the first 64 bits and on whether any later bit is set: if so, the lowest of
/// the 64 is set.
enum ScaledDigits {
  /// The `Double` nearest to digits times a power of ten; nil if that takes more than 128 bits.
  ///
  /// Digits up to 2^53 and powers of ten up to the 22nd are exact `Double`s, so one multiplication
  /// or division rounds once.
  @inline(__always)
  static func double(_ digits: UInt64, power: Int) -> Double? {
    if digits <= 1 << 53, power.magnitude <= 22 {
      let value = Double(digits)
      return power < 0
        ? value / DecimalText.powersOfTen[-power] : value * DecimalText.powersOfTen[power]
    }
    return scaled(digits, power: power)
  }

  private static func scaled(_ decimal: UInt64, power: Int) -> Double? {
    guard decimal != 0 else { return 0 }
    guard power.magnitude < UInt(powersOfFive.count) else { return nil }
    if power >= 0 {
      let (high, low) = decimal.multipliedFullWidth(by: powersOfFive[power])
      guard high != 0 else { return double(low, exponent: power) }
      let shift = high.leadingZeroBitCount
      let top = shift == 0 ? high : high << shift | low >> (64 - shift)
      return double(low << shift == 0 ? top : top | 1, exponent: power + 64 - shift)
    }
    // If both have their highest bit set, the quotient has 63 or 64 digits.
    let shift = decimal.leadingZeroBitCount
    let dividend = decimal << shift
    let divisor = powersOfFive[-power]
    let divisorShift = divisor.leadingZeroBitCount
    let (quotient, remainder) = (divisor << divisorShift)
      .dividingFullWidth((dividend >> 1, dividend << 63))
    return double(
      remainder == 0 ? quotient : quotient | 1,
      exponent: power + divisorShift - shift - 63
    )
  }

  /// Digits times a power of two between -154 and 91: that is an exact `Double`, and multiplying by
  /// it doesn't round.
  private static func double(_ digits: UInt64, exponent: Int) -> Double {
    Double(digits) * Double(bitPattern: UInt64(exponent + 1_023) << 52)
  }

  private static let powersOfFive: [UInt64] = {
    var powers: [UInt64] = [1]
    while let last = powers.last, !last.multipliedReportingOverflow(by: 5).overflow {
      powers.append(last * 5)
    }
    return powers
  }()
}
