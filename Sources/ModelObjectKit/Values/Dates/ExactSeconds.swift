/// The `Double` nearest to whole seconds and a fraction of decimal digits.
///
/// Adding a fraction in floating point would round more than once; here the sum is exact, and
/// rounded once.
enum ExactSeconds {
  /// The `Double` nearest to `whole` plus the fraction with the digits from `first` on.
  static func nearest(whole: Int64, digits: DecimalDigits, from first: Int) -> Double {
    let count = digits.count - first
    if count <= 0 { return Double(whole) }
    if count <= 18 {
      let power = Int64(DecimalText.powersOfTen[count])
      let (units, overflow) = whole.multipliedReportingOverflow(by: power)
      let (sum, sumOverflow) = units.addingReportingOverflow(
        Int64(digits.chunk(from: first, count: count))
      )
      if !overflow, !sumOverflow, let value = ScaledDigits.double(sum.magnitude, power: -count) {
        return sum < 0 ? -value : value
      }
    }
    // Of the digits beyond these, rounding only depends on whether there are any.
    let usedCount = min(count, 1_200)
    var fraction = (first..<first + usedCount).map { UInt8(digits[$0]) + UInt8(ascii: "0") }
    if usedCount < count { fraction.append(UInt8(ascii: "1")) }
    // -5 + 0.25 is -(4 + 0.75).
    let isNegative = whole < 0
    let magnitude = isNegative ? whole.magnitude - 1 : whole.magnitude
    if isNegative { fraction = complement(of: fraction) }
    let value = Double("\(magnitude)." + String(decoding: fraction, as: UTF8.self)) ?? 0
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
}
