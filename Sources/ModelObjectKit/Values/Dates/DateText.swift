import ModelObjectEssentials

/// Dates as text and numbers, in the formats of `DateOptions`.
///
/// Reading returns the date nearest to the instant in the text, and a date written as ISO 8601 is
/// read back exactly. Only rare custom patterns need formatters, calendars or locales.
package enum DateText {
  /// Reads a date, without a zone in the given one or else in GMT.
  static func read(_ text: ByteView, _ dates: DateOptions) -> Date? {
    let text = text.trimmed
    let timeZone = dates.otherZone
    switch dates.format.kind {
    case .automatic: return read(text, timeZone: timeZone)
    case .iso8601: return iso8601(text)?.date(in: timeZone)
    // Only a day with hyphens has ten bytes.
    case .dateOnly: return text.count == 10 ? iso8601(text)?.date(in: timeZone) : nil
    case .dotNetJSON: return dotNetJSON(text)
    case .dotNetSimple, .dotNetWithTimeZone:
      let time = dotNet(text)
      let isSimple = time?.offset == nil
      return isSimple == (dates.format == .dotNetSimple) ? time?.date(in: timeZone) : nil
    case .secondsSince1970, .millisecondsSince1970, .secondsSince2001:
      return date(fromNumber: text, format: dates.format)
    case .custom(let pattern):
      return using(pattern: pattern) { $0.read(text, timeZone: timeZone) }
    }
  }

  /// Reads a date, without white space around it, in any of the formats without a pattern.
  static func read(_ text: ByteView, timeZone: TimeZone?) -> Date? {
    // The first byte determines the format, unless it is a digit or a sign.
    let first = text.peek(0)
    if first == UInt8(ascii: "/") { return dotNetJSON(text) }
    if first | 0x20 >= UInt8(ascii: "a") {
      return named(text)?.date(in: timeZone)
    }
    return (iso8601(text) ?? fourteenDigits(text))?.date(in: timeZone)
      ?? date(fromNumber: text, format: .automatic)
  }

  /// A description of a date: ISO 8601, or if that isn't possible, its seconds since 2001.
  ///
  /// Foundation's own description traps for a date that isn't finite.
  static func description(of date: Date) -> String {
    write(date, format: .iso8601, timeZone: .greenwich)
      ?? "\(date.timeIntervalSinceReferenceDate) s from 2001"
  }

  /// The date a number of seconds after 2001; nil if it can't be written.
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
