import Foundation

/// Dates as text and as numbers, by the formats of `DateOptions`.
///
/// Reading gives the date nearest to the instant that the input names, and a date written as
/// ISO 8601 is read back to the last bit. Everything but rare custom patterns is computed here,
/// without formatters, calendars or locales.
enum DateText {
  /// The date that a text spells, or nil; of text without a zone in the given one, or else in GMT.
  static func read(
    _ text: ByteView,
    format: DateOptions.Format,
    timeZone: TimeZone?
  ) -> Date? {
    let text = text.trimmed
    switch format.kind {
    case .automatic: return read(text, timeZone: timeZone)
    case .iso8601: return iso8601(text)?.date(in: timeZone)
    case .dateOnly: return dayAlone(text)?.date(in: timeZone)
    case .dotNetJSON: return dotNetJSON(text)
    case .dotNetSimple:
      guard let time = dotNet(text), time.offset == nil else { return nil }
      return time.date(in: timeZone)
    case .dotNetWithTimeZone:
      guard let time = dotNet(text), time.offset != nil else { return nil }
      return time.date(in: timeZone)
    case .secondsSince1970, .millisecondsSince1970: return date(fromNumber: text, format: format)
    case .custom(let pattern):
      return CustomDateFormat.read(text, pattern: pattern, timeZone: timeZone)
    }
  }

  /// The date that a text without white space around it spells in any of the formats without a
  /// pattern, or nil.
  static func read(_ text: ByteView, timeZone: TimeZone?) -> Date? {
    if timeZone == nil, let date = FixedDateForm.date(text) { return date }
    // The first byte tells the formats apart, but for those that begin with a digit or a sign.
    let first = text.peek(0)
    if first == UInt8(ascii: "/") { return dotNetJSON(text) }
    if first | 0x20 >= UInt8(ascii: "a") {
      return named(text)?.date(in: timeZone)
    }
    return (iso8601(text) ?? fourteenDigits(text))?.date(in: timeZone)
      ?? date(fromNumber: text, format: .automatic)
  }

  /// The text for a date; nil where the format can't express it, as it is not finite or its year
  /// is out of range.
  static func write(
    _ date: Date,
    format: DateOptions.Format,
    timeZone: TimeZone
  ) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(40)
    guard append(date, to: &bytes, format: format, timeZone: timeZone) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A date for people to read: as ISO 8601, else by its seconds since 2001.
  ///
  /// Foundation's own description stops the program at a date that is not finite.
  static func description(of date: Date) -> String {
    write(date, format: .iso8601, timeZone: .gmt)
      ?? "\(date.timeIntervalSinceReferenceDate) s from 2001"
  }

  /// The date that many seconds after 2001; nil where it can't be written.
  static func date(_ seconds: Double) -> Date? {
    guard seconds >= firstSecond, seconds < endSecond else { return nil }
    return Date(timeIntervalSinceReferenceDate: seconds)
  }

  /// The first second of year -999999.
  static let firstSecond = -31_620_065_904_000.0
  /// The second after the last one of year 999999.
  static let endSecond = 31_493_806_473_600.0
  /// The seconds from 1970 to 2001.
  static let secondsTo2001: Int64 = 978_307_200
}
