public import Foundation

/// How dates are read from text and numbers, and how date text is stored.
///
/// Nothing here depends on the locale, calendar or time zone of the process.
///
/// ```swift
/// class Event: ModelObject {
///   var start: Date?
/// }
///
/// var options = MappingOptions()
/// options.dates.timeZone = TimeZone(secondsFromGMT: 8 * 3600) ?? .gmt
/// let event = try Event(json: #"{"start": "2014-05-06 08:00:00"}"#, options: options)
/// print(event.start ?? .distantPast)  // 2014-05-06 00:00:00 +0000
/// ```
public struct DateOptions: Sendable, Hashable {
  /// Which texts and numbers are dates.
  ///
  /// Anything else is a mismatch: the property keeps its value.
  public var format: Format

  /// How date text is stored where the type of the property leaves it open.
  public var conversion: Conversion

  /// The zone of text that names none.
  ///
  /// A local time that comes twice, when clocks are set back, is the first of the two. A local time
  /// that is left out, when clocks are set forward, is read by the offset from before the change,
  /// as on a clock that was not set.
  public var timeZone: TimeZone {
    get { otherZone ?? .gmt }
    set { otherZone = newValue == .gmt ? nil : newValue }
  }

  /// The time zone, where it is not GMT: to make that one takes Foundation as long as the first
  /// mapping of a class.
  private(set) var otherZone: TimeZone?

  /// Whether a date is read from every format, and without a zone in GMT.
  var areUsual: Bool { format.kind == .automatic && otherZone == nil }

  /// Reads every format, converts automatically, and takes text without a zone as GMT.
  public init() {
    format = .automatic
    conversion = .automatic
  }
}

extension DateOptions {
  /// A way to write a date.
  ///
  /// A format accepts what it describes and nothing else: a day that does not exist, a field out
  /// of range, a weekday that contradicts the date, or more text behind the date is a mismatch.
  /// White space around the text is ignored. Fractions of a second may have any number of digits
  /// and are exact to what a `Date` holds. Dates are read and written from year -999999 to year
  /// 999999 of the Gregorian calendar, which is also reckoned back to before its introduction.
  /// A date beyond these years, or one that is not finite, has no text.
  public struct Format: Sendable, Hashable {
    let kind: Kind

    enum Kind: Sendable, Hashable {
      case automatic
      case iso8601
      case dateOnly
      case dotNetJSON
      case dotNetSimple
      case dotNetWithTimeZone
      case secondsSince1970
      case millisecondsSince1970
      case custom(String)
    }

    /// Every format that has no pattern; ISO 8601 where a date is written.
    ///
    /// It reads:
    /// 1. what ``dotNetJSON`` reads;
    /// 2. what ``iso8601`` reads; also text of fourteen digits that are a day and a time,
    ///    `20140506070809`;
    /// 3. `Wed Sep 16 12:20:09 +0800 2015`, the day with one digit or two;
    /// 4. `Sun, 06 Nov 1994 08:49:37 GMT`, as mail and HTTP write it (RFC 1123);
    /// 5. numbers, and text that is a number: seconds since 1970; milliseconds from 1e11 up and
    ///    microseconds from 1e14 up, by absolute value. Name a format where dates before 1973
    ///    come in milliseconds.
    ///
    /// A number that is no text is never a day: 20140506 is in 1970, as are eight or fourteen
    /// digits in text that are no calendar date. In 3 and 4 names are English, in any case, and the
    /// zone is an offset, `Z`, `UT`, `UTC` or `GMT`.
    public static let automatic = Format(kind: .automatic)

    /// ISO 8601: `2014-05-06T07:08:09.25+08:00`, or without hyphens and colons
    /// `20140506T070809.25+0800`.
    ///
    /// A date alone is midnight. Otherwise `T` or a space follows, hours and minutes, and if
    /// wanted seconds and their fraction behind a point or a comma. The zone is `Z`, `+08`,
    /// `+0800`, `+08:00`, up to 18 hours, or left out. `24:00:00` is the end of the day.
    /// `23:59:60` (by UTC) is read as the second that follows it where a leap second may be, on
    /// 30 June and 31 December. Years before 0 and after 9999 have a sign and four to six digits:
    /// `-0043-03-15`, `+12024-01-01`; year 0 is the one before year 1. Hyphens and colons come
    /// together or not at all; without them a year has four digits.
    ///
    /// Written with `Z` or an offset such as `+08:00`, and with the fewest digits of a fraction
    /// that give the same date when read.
    public static let iso8601 = Format(kind: .iso8601)

    /// A day alone: `2014-05-06`, four, two and two digits, and nothing else.
    ///
    /// A day is read as midnight in ``DateOptions/timeZone``, and a date written as its day in
    /// ``ExportOptions/timeZone``. Other years than 0 to 9999 have no text.
    public static let dateOnly = Format(kind: .dateOnly)

    /// Milliseconds since 1970 as Microsoft's serializers write them: `/Date(1451606400000)/`.
    ///
    /// An offset, as in `/Date(1451606400000+0200)/`, must be well-formed and does not move the
    /// instant. `Date` may be in any case. Written without an offset, to the nearest millisecond;
    /// in JSON text with its slashes escaped, `"\/Date(1451606400000)\/"`, for Microsoft's
    /// JavaScriptSerializer takes nothing else for a date.
    public static let dotNetJSON = Format(kind: .dotNetJSON)

    /// Date and time without a zone: `2014-05-06T07:08:09`, and a fraction if there is one.
    ///
    /// Read and written in ``DateOptions/timeZone``. Of a local time that the zone passes through
    /// twice, the first is read back.
    public static let dotNetSimple = Format(kind: .dotNetSimple)

    /// Date and time with a zone: `2014-05-06T07:08:09+08:00`, and a fraction if there is one.
    ///
    /// The zone is written as in ``iso8601`` and must not be left out.
    public static let dotNetWithTimeZone = Format(kind: .dotNetWithTimeZone)

    /// Seconds since 1970, as a number or as text, whatever their magnitude.
    ///
    /// Written as a number, with a fraction if there is one.
    public static let secondsSince1970 = Format(kind: .secondsSince1970)

    /// Milliseconds since 1970, as a number or as text, whatever their magnitude.
    ///
    /// Written as a number, with a fraction if there is one.
    public static let millisecondsSince1970 = Format(kind: .millisecondsSince1970)

    /// Text that follows a Unicode date pattern, with English names and the Gregorian calendar.
    ///
    /// A field that the pattern lacks is as at midnight of 1 January 2000. `yyyy` takes four digits
    /// or more; `yy` takes two and means 1950 to 2049, whatever the clock says. Fields of digits
    /// that touch one another, as in `yyyyMMdd`, have as many digits as letters. Text in the
    /// pattern must be there as it is; a space stands for one or more. A local time that the zone
    /// leaves out is read as ``DateOptions/timeZone`` says.
    ///
    /// The letters `y M L d E a H h K k m s S Z X x z` are read here, exactly; a pattern with any
    /// other letter, or a field longer than the usual ones, goes to Foundation's `DateFormatter`
    /// and is good to the millisecond. A malformed pattern reads and writes nothing.
    ///
    /// <!-- with:
    /// class Event: ModelObject { var start: Date? }
    /// let event = Event()
    /// var options = MappingOptions()
    /// -->
    /// ```swift
    /// options.dates.format = .custom("dd.MM.yyyy HH:mm")
    /// try event.update(json: #"{"start": "06.05.2014 07:08"}"#, options: options)
    /// ```
    public static func custom(_ pattern: String) -> Format {
      Format(kind: .custom(pattern))
    }
  }

  /// How date text is stored where the type of a property leaves it open.
  ///
  /// | property | `.automatic` | `.date` | `.timeInterval` | `.string` |
  /// |---|---|---|---|---|
  /// | `Double` | seconds | mismatch | seconds | mismatch |
  /// | `Any` | text | `Date` | seconds | text |
  /// | `Int` | mismatch | mismatch | whole seconds | mismatch |
  ///
  /// Text that is a number stays a number, `20140506` too. Seconds count from 1970. A `Date`
  /// property always takes the date, and a `String` property always keeps the text.
  public enum Conversion: Sendable, Hashable {
    /// A `Double` takes seconds; `Any` keeps the text.
    case automatic
    /// `Any` takes a `Date`.
    case date
    /// A `Double` and `Any` take seconds, an `Int` whole seconds.
    case timeInterval
    /// The text stays text.
    case string
  }
}
