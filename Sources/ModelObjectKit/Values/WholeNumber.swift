/// An integer that one of the integer types can hold: all of them are made of it, so that what leads
/// to it isn't compiled for each.
struct WholeNumber {
  let magnitude: Magnitude
  let isNegative: Bool
}

/// A whole number of up to 128 bits, in two words.
///
/// Swift's own needs iOS 18 or macOS 15.
struct Magnitude: Equatable {
  private(set) var high: UInt64 = 0
  private(set) var low: UInt64

  init(_ value: UInt64) { low = value }

  /// Nil if the number isn't integral, is negative, or takes more than 128 bits.
  init?(exactly value: Double) {
    guard value >= 0, value < 0x1p128, value == value.rounded(.down) else { return nil }
    // Neither step rounds: the double has 53 digits, and those of the first word are taken off.
    high = UInt64(value * 0x1p-64)
    low = UInt64(value - Double(high) * 0x1p64)
  }

  var isZero: Bool { high == 0 && low == 0 }

  /// Ten times the number, and a digit; nil if that takes more than 128 bits.
  func appending(_ digit: UInt64 = 0) -> Magnitude? {
    let (carry, product) = low.multipliedFullWidth(by: 10)
    let (sum, isFull) = product.addingReportingOverflow(digit)
    let (tens, overflow) = high.multipliedReportingOverflow(by: 10)
    // The carry is nine at the most.
    let (upper, isOver) = tens.addingReportingOverflow(carry + (isFull ? 1 : 0))
    if overflow || isOver { return nil }
    var result = Magnitude(sum)
    result.high = upper
    return result
  }

  /// The number without its last digit, and that digit.
  var split: (rest: Magnitude, digit: UInt8) {
    let (upper, remainder) = high.quotientAndRemainder(dividingBy: 10)
    let (lower, digit) = UInt64(10).dividingFullWidth((remainder, low))
    var rest = Magnitude(lower)
    rest.high = upper
    return (rest, UInt8(truncatingIfNeeded: digit))
  }

  /// The decimal digits.
  var text: String {
    var (rest, digits) = (self, "")
    while rest.high != 0 {
      let (shorter, digit) = rest.split
      digits = "\(digit)" + digits
      rest = shorter
    }
    return "\(rest.low)" + digits
  }
}

extension WholeNumber {
  /// Nil if the number isn't integral or takes more than 128 bits.
  init?(_ double: Double) {
    guard let magnitude = Magnitude(exactly: double.magnitude) else { return nil }
    self.init(magnitude: magnitude, isNegative: double < 0)
  }

  init(_ value: Int64) {
    self.init(magnitude: Magnitude(value.magnitude), isNegative: value < 0)
  }

  /// Nil if the number isn't in the range of the type.
  @inline(__always)
  func integer<Integer: FixedWidthInteger>(as type: Integer.Type) -> Integer? {
    if magnitude.high == 0 {
      if !isNegative { return Integer(exactly: magnitude.low) }
      if magnitude.low < 1 << 63 { return Integer(exactly: -Int64(magnitude.low)) }
    }
    return Integer.bitWidth > 64 || isNegative ? long() : nil
  }

  /// A number that takes more than one word, or is negative and takes all of one.
  @inline(never)
  private func long<Integer: FixedWidthInteger>() -> Integer? {
    if Integer.bitWidth <= 64 {
      let isLeast = isNegative && magnitude == Magnitude(1 << 63)
      return isLeast ? Integer(exactly: Int64.min) : nil
    }
    let value =
      Integer(truncatingIfNeeded: magnitude.high) << 64 | Integer(truncatingIfNeeded: magnitude.low)
    let signed = isNegative ? 0 &- value : value
    // What has changed its sign is out of range.
    return magnitude.isZero || (signed < 0) == isNegative ? signed : nil
  }

  /// Whether two numbers are equal; zero has no sign.
  func isEqual(to other: WholeNumber) -> Bool {
    magnitude == other.magnitude && (isNegative == other.isNegative || magnitude.isZero)
  }
}
