/// Seconds and a fraction of decimal digits, as the `Double` nearest to them.
///
/// A `Date` holds seconds since 2001. Adding a fraction in floating point would round twice or
/// more; here the sum is exact and is rounded once.
enum ExactSeconds {
  /// The double nearest to `whole + numerator / 10^power`, the fraction being below one.
  static func nearest(whole: Int64, numerator: UInt64, power: Int) -> Double {
    if numerator == 0 { return Double(whole) }
    let divisor = powersOfTen[power]
    if power <= 15 {
      // An integer below 2^53 and a power of ten up to 10^22 are exact: the division rounds once.
      let (scaled, overflow) = whole.multipliedReportingOverflow(by: Int64(divisor))
      let (sum, sumOverflow) = scaled.addingReportingOverflow(Int64(numerator))
      if !overflow, !sumOverflow, sum.magnitude <= 1 << 53 {
        return Double(sum) / Double(divisor)
      }
    }
    let (bits, remainder) = divisor.dividingFullWidth((numerator, 0))
    if let seconds = nearest(whole: whole, bits: bits, isInexact: remainder != 0) {
      return seconds
    }
    let digits = Array(String(numerator).utf8)
    let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: power - digits.count)
    return belowOne(zeros + digits, isComplement: whole < 0)
  }

  /// The double nearest to `whole` plus the digits from the given one on as its fraction.
  static func nearest(whole: Int64, digits: DecimalDigits, from first: Int) -> Double {
    let count = digits.count - first
    if count <= 0 { return Double(whole) }
    if count <= 19 {
      return nearest(whole: whole, numerator: digits.chunk(from: first, count: count), power: count)
    }
    // The fraction times 2^64, by long multiplication from the last digits to the first. The
    // overflow of the first digits is the whole part of the product, and what stays behind only
    // matters in that it is not zero.
    var bits: UInt64 = 0
    var isInexact = false
    for index in stride(from: first + (count - 1) / 19 * 19, through: first, by: -19) {
      let chunk = digits.chunk(from: index, count: 19)
      let (quotient, remainder) = powersOfTen[19].dividingFullWidth((chunk, bits))
      bits = quotient
      isInexact = isInexact || remainder != 0
    }
    if let seconds = nearest(whole: whole, bits: bits, isInexact: isInexact) { return seconds }
    // No double but zero needs to know digits beyond these: whether there are any is enough.
    let kept = min(count, 1_200)
    var text = (first..<first + kept).map { UInt8(digits[$0]) + UInt8(ascii: "0") }
    if kept < count { text.append(UInt8(ascii: "1")) }
    return belowOne(text, isComplement: whole < 0)
  }

  /// The double nearest to `whole + bits / 2^64`, and a little more where the bits are inexact.
  ///
  /// Nil between -1 and 1, where 64 bits of the fraction may be too few.
  private static func nearest(whole: Int64, bits: UInt64, isInexact: Bool) -> Double? {
    var magnitude = whole.magnitude
    var bits = bits
    if whole < 0 {
      // -5 + 0.25 is -(4 + 0.75).
      if bits != 0 || isInexact { magnitude -= 1 }
      bits = isInexact ? ~bits : 0 &- bits
    }
    guard magnitude > 0 else { return nil }
    let shift = magnitude.leadingZeroBitCount
    var top = magnitude << shift | bits >> (64 - shift)
    // What is cut off decides between two doubles only by not being zero.
    if bits << shift != 0 || isInexact { top |= 1 }
    let result = Double(sign: .plus, exponent: -shift, significand: Double(top))
    return whole < 0 ? -result : result
  }

  /// The fraction with the given digits, or that fraction minus one.
  private static func belowOne(_ digits: [UInt8], isComplement: Bool) -> Double {
    let digits = isComplement ? complement(of: digits) : digits
    let value = Double("0." + String(decoding: digits, as: UTF8.self)) ?? 0
    return isComplement ? -value : value
  }

  /// The digits of one minus the fraction with the given digits.
  static func complement(of digits: [UInt8]) -> [UInt8] {
    guard let last = digits.lastIndex(where: { $0 != UInt8(ascii: "0") }) else { return digits }
    var result = digits
    for index in 0...last {
      result[index] = UInt8(ascii: "0") + UInt8(ascii: "9") - digits[index]
    }
    result[last] += 1
    return result
  }

  /// The powers of ten up to the highest that 64 bits hold.
  static let powersOfTen: [UInt64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
    1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
    1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]
}
