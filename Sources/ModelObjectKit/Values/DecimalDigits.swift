/// The digits of a number in text, as many as there are, read in place.
struct DecimalDigits {
  private let bytes: ByteView
  /// The number of digits before the decimal point.
  let point: Int
  /// The number of digits, without trailing zeros.
  private(set) var count: Int

  /// Digits, perhaps with a decimal point after the first `point` of them.
  init(_ bytes: ByteView, point: Int) {
    self.bytes = bytes
    self.point = point
    count = point < bytes.count ? bytes.count - 1 : bytes.count
    while count > 0, self[count - 1] == 0 { count -= 1 }
  }

  /// The digits of a fraction, without the decimal point.
  init(fraction bytes: ByteView) {
    self.init(bytes, point: bytes.count)
  }

  /// No digits at all.
  static var none: DecimalDigits { DecimalDigits(fraction: .empty) }

  /// The value of one digit; digits outside the text are zero.
  subscript(index: Int) -> UInt64 {
    guard index >= 0, index < count else { return 0 }
    return UInt64(bytes[index < point ? index : index + 1] &- UInt8(ascii: "0"))
  }

  /// Up to 19 digits as one number.
  func chunk(from first: Int, count: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in first..<first + count { value = value &* 10 &+ self[index] }
    return value
  }
}
