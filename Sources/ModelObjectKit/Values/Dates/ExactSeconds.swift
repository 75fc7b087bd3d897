/// The `Double` nearest to whole seconds and a fraction of decimal digits.
///
/// Adding a fraction in floating point would round more than once; here the sum is exact, and
/// rounded once.
enum ExactSeconds {
  /// The `Double` nearest to `whole + numerator / 10^power`, with a fraction below one.
  static func nearest(whole: Int64, numerator: UInt64, power: Int) -> Double {
    if numerator == 0 { return Double(whole) }
    let (units, overflow) = whole.multipliedReportingOverflow(
      by: Int64(clamping: powersOfTen[power])
    )
    let (sum, sumOverflow) = units.addingReportingOverflow(Int64(clamping: numerator))
    if power <= 18, !overflow, !sumOverflow,
      let scaled = ScaledDigits(sum.magnitude, power: -power)
    {
      return sum < 0 ? -scaled.double : scaled.double
    }
    let digits = Array(String(numerator).utf8)
    let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: power - digits.count)
    return nearest(whole: whole, fraction: zeros + digits)
  }

  /// The `Double` nearest to `whole` plus the fraction with the digits from `first` on.
  static func nearest(whole: Int64, digits: DecimalDigits, from first: Int) -> Double {
    let count = digits.count - first
    if count <= 0 { return Double(whole) }
    if count <= 18 {
      return nearest(whole: whole, numerator: digits.chunk(from: first, count: count), power: count)
    }
    // Of the digits beyond these, rounding only depends on whether there are any.
    let kept = min(count, 1_200)
    var fraction = (first..<first + kept).map { UInt8(digits[$0]) + UInt8(ascii: "0") }
    if kept < count { fraction.append(UInt8(ascii: "1")) }
    return nearest(whole: whole, fraction: fraction)
  }

  private static func nearest(whole: Int64, fraction: [UInt8]) -> Double {
    // -5 + 0.25 is -(4 + 0.75).
    let isNegative = whole < 0
    let magnitude = isNegative ? whole.magnitude - 1 : whole.magnitude
    let digits = isNegative ? complement(of: fraction) : fraction
    let value = Double("\(magnitude)." + String(decoding: digits, as: UTF8.self)) ?? 0
    return isNegative ? -value : value
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

  /// The powers of ten that fit into 64 bits.
  static let powersOfTen: [UInt64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
    1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
    1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]
}
