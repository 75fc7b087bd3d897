import ModelObjectEssentials

extension DateText {
  /// The date for a number in text; nil if the format doesn't have numbers or the text isn't one.
  ///
  /// Beyond JSON's grammar, it reads a leading `+`, leading zeros, and a decimal point at either
  /// end, as for any number in text.
  static func date(fromNumber text: ByteView, format: DateOptions.Format) -> Date? {
    guard let number = DecimalText(text) else { return nil }
    let digits = number.digits
    // Closer to zero, it only matters that the number isn't zero.
    var point = digits.count == 0 ? 0 : max(digits.point + number.exponent, -1_200)
    var first = 0
    while first < digits.count, digits[first] == 0 { first += 1 }
    guard let power = power(of: format, wholeDigits: point - first) else { return nil }
    point -= power
    guard point - first <= 14 else { return nil }
    let whole = point > first ? Int64(digits.chunk(from: first, count: point - first)) : 0
    let epoch = format.kind == .secondsSince2001 ? 0 : secondsTo2001
    let start = number.isNegative ? -epoch : epoch
    let seconds = ExactSeconds.nearest(whole: whole - start, digits: digits, from: point)
    return date(number.isNegative ? -seconds : seconds)
  }

  /// The power of ten of a format's units per second, for a number with some digits before the
  /// decimal point; nil if the format doesn't have numbers.
  private static func power(of format: DateOptions.Format, wholeDigits: Int) -> Int? {
    switch format.kind {
    case .secondsSince1970, .secondsSince2001: 0
    case .millisecondsSince1970: 3
    // Milliseconds from 1e11, microseconds from 1e14.
    case .automatic: wholeDigits <= 11 ? 0 : wholeDigits <= 14 ? 3 : 6
    default: nil
    }
  }
}

extension DateText {
  /// `/Date(1451606400000)/` or `/Date(1451606400000+0200)/`.
  static func dotNetJSON(_ text: ByteView) -> Date? {
    var scanner = DateScanner(text: text)
    guard scanner.skip(word: "/date(") else { return nil }
    let start = scanner.offset
    _ = scanner.skip(UInt8(ascii: "-"))
    // More digits are beyond the last year that is read.
    guard scanner.number(digits: 1...18) != nil else { return nil }
    let milliseconds = text[start, scanner.offset]
    if scanner.next == UInt8(ascii: "+") || scanner.next == UInt8(ascii: "-") {
      let start = scanner.offset
      guard scanner.zone() != nil, scanner.offset - start == "+0200".utf8.count else { return nil }
    }
    guard scanner.skip(word: ")/"), scanner.isAtEnd else { return nil }
    return date(fromNumber: milliseconds, format: .millisecondsSince1970)
  }
}
