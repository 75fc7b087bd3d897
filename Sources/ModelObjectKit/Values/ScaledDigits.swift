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
