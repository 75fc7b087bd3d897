/// A decimal number as an integer times a power of two, for correct rounding to a binary format.
///
/// Up to nineteen digits, multiplied or divided by a power of five in 64 bits, fit into 128 bits.
/// Rounding depends on the first 64 bits and on whether any later bit is set: if so, the lowest of
/// the 64 is set.
struct ScaledDigits {
  let digits: UInt64
  let exponent: Int

  /// The digits times `10^power`; nil if that takes more than 128 bits.
  init?(_ decimal: UInt64, power: Int) {
    guard decimal != 0, power != 0 else {
      digits = decimal
      exponent = 0
      return
    }
    guard power.magnitude < UInt(Self.powersOfFive.count) else { return nil }
    if power > 0 {
      let (high, low) = decimal.multipliedFullWidth(by: Self.powersOfFive[power])
      guard high != 0 else {
        digits = low
        exponent = power
        return
      }
      let shift = high.leadingZeroBitCount
      let top = shift == 0 ? high : high << shift | low >> (64 - shift)
      digits = low << shift == 0 ? top : top | 1
      exponent = power + 64 - shift
    } else {
      // If both have their highest bit set, the quotient has 63 or 64 digits.
      let shift = decimal.leadingZeroBitCount
      let dividend = decimal << shift
      let divisor = Self.powersOfFive[-power]
      let divisorShift = divisor.leadingZeroBitCount
      let (quotient, remainder) = (divisor << divisorShift)
        .dividingFullWidth((dividend >> 1, dividend << 63))
      digits = remainder == 0 ? quotient : quotient | 1
      exponent = power + divisorShift - shift - 63
    }
  }

  /// The nearest `Double`.
  var double: Double {
    // The exponent is between -154 and 91, so the power of two is an exact `Double`, and
    // multiplying by it doesn't round.
    Double(digits) * Double(bitPattern: UInt64(exponent + 1_023) << 52)
  }

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
    return ScaledDigits(digits, power: power)?.double
  }

  /// The nearest `Float`, which may be infinite.
  var float: Float { Float(sign: .plus, exponent: exponent, significand: Float(digits)) }

  private static let powersOfFive: [UInt64] = {
    var powers: [UInt64] = [1]
    while let last = powers.last, !last.multipliedReportingOverflow(by: 5).overflow {
      powers.append(last * 5)
    }
    return powers
  }()
}
