import Foundation

extension DateText {
  /// The date for a number, or nil where the format takes no numbers.
  static func date(fromNumber number: Int64, format: DateOptions.Format) -> Date? {
    date(number.magnitude, isNegative: number < 0, format: format)
  }

  /// The date for a number, or nil where the format takes no numbers.
  static func date(fromNumber number: UInt64, format: DateOptions.Format) -> Date? {
    date(number, isNegative: false, format: format)
  }

  /// The date for a number, or nil where the format takes no numbers.
  ///
  /// A fraction has the shortest digits that spell the number, so that a number gives the same
  /// date in JSON text and as a `Double`.
  static func date(fromNumber number: Double, format: DateOptions.Format) -> Date? {
    if let integer = Int64(exactly: number) { return date(fromNumber: integer, format: format) }
    return ByteView.with(number.description) { date(fromNumber: $0, format: format) }
  }

  /// The date for a number as it is written, or nil where the format takes no numbers or the text
  /// is none.
  ///
  /// Besides JSON's grammar this takes a leading `+`, leading zeros, and a point without digits on
  /// one of its sides, as numbers in text may have them anywhere.
  static func date(fromNumber text: ByteView, format: DateOptions.Format) -> Date? {
    guard let number = DecimalText(text) else { return nil }
    let digits = number.digits
    if digits.count == 0 { return date(0, isNegative: false, format: format) }
    // Closer to zero than this it only matters that the number is not zero.
    var point = max(digits.point + number.exponent, -1_200)
    var first = 0
    while digits[first] == 0 { first += 1 }
    guard let power = power(of: format, wholeDigits: point - first) else { return nil }
    point -= power
    guard point - first <= 14 else { return nil }
    let whole = point > first ? Int64(digits.chunk(from: first, count: point - first)) : 0
    let seconds =
      number.isNegative
      ? -ExactSeconds.nearest(whole: whole + secondsTo2001, digits: digits, from: point)
      : ExactSeconds.nearest(whole: whole - secondsTo2001, digits: digits, from: point)
    return date(seconds)
  }

  private static func date(
    _ magnitude: UInt64,
    isNegative: Bool,
    format: DateOptions.Format
  ) -> Date? {
    let wholeDigits = magnitude < 100_000_000_000 ? 11 : magnitude < 100_000_000_000_000 ? 14 : 15
    guard let power = power(of: format, wholeDigits: wholeDigits) else { return nil }
    return date(magnitude, isNegative: isNegative, power: power)
  }

  /// The date that many units from 1970, where a second has `10^power` units.
  static func date(_ magnitude: UInt64, isNegative: Bool, power: Int) -> Date? {
    let (whole, numerator) = magnitude.quotientAndRemainder(dividingBy: powersOfTen[power])
    guard whole < 100_000_000_000_000 else { return nil }
    let seconds =
      isNegative
      ? -ExactSeconds.nearest(
        whole: Int64(whole) + secondsTo2001,
        numerator: numerator,
        power: power
      )
      : ExactSeconds.nearest(
        whole: Int64(whole) - secondsTo2001,
        numerator: numerator,
        power: power
      )
    return date(seconds)
  }

  /// The power such that a second has `10^power` of the format's units, for a number with that many
  /// digits before the point; nil where the format takes no numbers.
  private static func power(of format: DateOptions.Format, wholeDigits: Int) -> Int? {
    switch format.kind {
    case .secondsSince1970: 0
    case .millisecondsSince1970: 3
    // From 1e11 and from 1e14 up.
    case .automatic: wholeDigits <= 11 ? 0 : wholeDigits <= 14 ? 3 : 6
    default: nil
    }
  }

  private static var powersOfTen: [UInt64] { ExactSeconds.powersOfTen }
}

extension DateText {
  /// `/Date(1451606400000)/` or `/Date(1451606400000+0200)/`.
  static func dotNetJSON(_ text: ByteView) -> Date? {
    var scanner = DateScanner(text)
    guard scanner.skip(word: "/date(") else { return nil }
    let isNegative = scanner.skip(UInt8(ascii: "-"))
    // More digits than these are beyond every year that is read.
    guard let milliseconds = scanner.number(digits: 1...18) else { return nil }
    if scanner.next == UInt8(ascii: "+") || scanner.next == UInt8(ascii: "-") {
      let start = scanner.offset
      guard scanner.zone() != nil, scanner.offset - start == "+0200".utf8.count else { return nil }
    }
    guard scanner.skip(word: ")/"), scanner.isAtEnd else { return nil }
    return date(UInt64(milliseconds), isNegative: isNegative, power: 3)
  }
}
