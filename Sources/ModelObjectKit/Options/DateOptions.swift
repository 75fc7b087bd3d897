public import ModelObjectEssentials

/// How a mapping reads dates from text and numbers, and how it stores date text.
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
  /// The strings and numbers that are read as dates.
  ///
  /// Any other value is a mismatch: the property keeps its value.
  ///
  /// <!-- with: class Event: ModelObject { var start: Date? } -->
  /// ```swift
  /// let options = MappingOptions(dates: DateOptions(format: .dateOnly))
  /// let day = #"{"start": "2014-05-06"}"#
  /// let time = #"{"start": "2014-05-06T07:08:09Z"}"#
  /// try Event(json: day, options: options).start == nil  // false
  /// try Event(json: time, options: options).start  // nil
  /// ```
  public var format: Format = .automatic

  /// How a date string is stored in a property that isn't a `Date`, such as a `Double` or an `Any`.
  ///
  /// <!-- with: class Entry: ModelObject { var day: Any? } -->
  /// ```swift
  /// let options = MappingOptions(dates: DateOptions(conversion: .timeInterval))
  /// try Entry(json: #"{"day": "1970-01-02"}"#).day as? String  // "1970-01-02"
  /// let entry = try Entry(json: #"{"day": "1970-01-02"}"#, options: options)
  /// entry.day as? Double  // 86400.0
  /// ```
  public var conversion: Conversion = .automatic

  /// The time zone of text without one; GMT unless set.
  ///
  /// When clocks are set back and a local time occurs twice, the first is used. When clocks are set
  /// forward, a local time that is skipped is read with the offset from before the change.
  public var timeZone: TimeZone {
    get { otherZone ?? .greenwich }
    set { otherZone = newValue == .greenwich ? nil : newValue }
  }

  /// The time zone if it isn't GMT: making GMT takes Foundation as long as the first mapping of a
  /// class.
  private(set) var otherZone: TimeZone?

  /// Whether numbers are seconds since 2001, whatever the format: `Codable` types encode dates so.
  var numbersAreSince2001 = false

  /// Whether every format is read, and text without a zone is in GMT.
  var areUsual: Bool { format.kind == .automatic && otherZone == nil && !numbersAreSince2001 }

  // Without GMT, which takes Foundation long to make.
  init() {}

  @usableFromInline static var usual: DateOptions { DateOptions() }

  /// Makes options; what isn't given has its default value: every format is read, and text without a
  /// zone is in GMT.
  ///
  /// <!-- with: class Event: ModelObject { var start: Date? } -->
  /// ```swift
  /// let options = MappingOptions(dates: DateOptions(format: .dateOnly))
  /// try Event(json: #"{"start": "6 May 2014"}"#, options: options).start  // nil
  /// ```
  public init(
    format: Format = .automatic,
    conversion: Conversion = .automatic,
    timeZone: TimeZone = .greenwich
  ) {
    self.format = format
    self.conversion = conversion
    self.timeZone = timeZone
  }
}

extension TimeZone {
  /// GMT; Foundation's own constant needs iOS 16 or macOS 13.
  @usableFromInline static let greenwich = TimeZone(secondsFromGMT: 0) ?? .current
}

extension DateOptions {
  /// A format of dates.
  ///
  /// Reading is exact: a day that doesn't exist, a field out of range, a weekday that contradicts
  /// the date, or extra text after the date is a mismatch. White space around the text is ignored.
  /// Fractions of a second may have any number of digits and are as precise as a `Date`. Years run
  /// from -999999 to 999999 of the Gregorian calendar, also before its introduction; an export
  /// omits dates beyond them and dates that aren't finite.
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
      case secondsSince2001
      case custom(String)
    }

    /// Reads every format without a pattern; writes ISO 8601.
    ///
    /// It reads:
    /// 1. everything that ``dotNetJSON`` reads;
    /// 2. everything that ``iso8601`` reads, and fourteen digits that are a date and a time,
    ///    `20140506070809`;
    /// 3. `Wed Sep 16 12:20:09 +0800 2015`, with a day of one or two digits;
    /// 4. `Sun, 06 Nov 1994 08:49:37 GMT`, the format of mail and HTTP (RFC 1123);
    /// 5. numbers, as numbers or strings: seconds since 1970, from 1e11 milliseconds, from 1e14
    ///    microseconds (absolute values). If you get dates before 1973 in milliseconds, choose
    ///    ``millisecondsSince1970``.
    ///
    /// A JSON number is never a calendar day: 20140506 is a time in 1970, and so is a string of
    /// eight or fourteen digits that isn't a calendar date. In 3 and 4, names are English in any
    /// case, and the zone is an offset, `Z`, `UT`, `UTC` or `GMT`.
    ///
    /// <!-- with: class Event: ModelObject { var start: Date?, end: Date? } -->
    /// ```swift
    /// let json = #"{"start": "Tue, 06 May 2014 07:08:09 GMT", "end": 1399360089000}"#
    /// let event = try Event(json: json)
    /// event.start == event.end  // true
    /// print(try event.jsonString())
    /// // {"start":"2014-05-06T07:08:09Z","end":"2014-05-06T07:08:09Z"}
    /// ```
    public static let automatic = Format(kind: .automatic)

    /// ISO 8601: `2014-05-06T07:08:09.25+08:00`, or without hyphens and colons
    /// `20140506T070809.25+0800`.
    ///
    /// A date alone is midnight. After it come `T` or a space, hours and minutes, and optionally
    /// seconds and their fraction after a period or a comma. The zone is `Z`, `+08`, `+0800` or
    /// `+08:00`, up to 18 hours, and may be missing. `24:00:00` is the end of the day. `23:59:60`
    /// UTC on June 30 and December 31, a leap second, is read as the second after it. Years before
    /// 0 and after 9999 have a sign and four to six digits: `-0043-03-15`, `+12024-01-01`; year 0
    /// comes before year 1. Hyphens and colons are all there or all missing; without them a year
    /// has four digits.
    ///
    /// Written with `Z` or an offset such as `+08:00`, and with as few fraction digits as read back
    /// to the same date.
    ///
    /// <!-- with:
    /// class Event: ModelObject { var start: Date? }
    /// var options = MappingOptions()
    /// -->
    /// ```swift
    /// options.dates.format = .iso8601
    /// let json = #"{"start": "20140506T090809,250+0200"}"#
    /// let event = try Event(json: json, options: options)
    /// try event.jsonString()  // {"start":"2014-05-06T07:08:09.25Z"}
    /// try Event(json: #"{"start": 1399360089}"#, options: options).start  // nil
    /// ```
    public static let iso8601 = Format(kind: .iso8601)

    /// A day without a time: `2014-05-06`, with exactly four, two and two digits.
    ///
    /// It is read as midnight in ``DateOptions/timeZone``, and written as the day in
    /// ``ExportOptions/timeZone``. An export omits years other than 0 to 9999.
    ///
    /// ```swift
    /// class Member: ModelObject {
    ///   var birthday: Date?
    ///   override class var dateFormats: [String: DateOptions.Format] {
    ///     ["birthday": .dateOnly]
    ///   }
    /// }
    /// let member = try Member(json: #"{"birthday": "1990-05-06"}"#)
    /// try member.jsonString()  // {"birthday":"1990-05-06"}
    /// try Member(json: #"{"birthday": "1990-05-06T07:08:09Z"}"#).birthday  // nil
    /// ```
    public static let dateOnly = Format(kind: .dateOnly)

    /// Milliseconds since 1970 as Microsoft's serializers write them: `/Date(1451606400000)/`.
    ///
    /// An offset, as in `/Date(1451606400000+0200)/`, must be well-formed and doesn't change the
    /// instant. `Date` may be in any case. Written without an offset, to the nearest millisecond;
    /// in JSON text the slashes are escaped, `"\/Date(1451606400000)\/"`, because Microsoft's
    /// JavaScriptSerializer reads only that as a date.
    ///
    /// <!-- with:
    /// class Event: ModelObject { var start: Date? }
    /// var options = ExportOptions()
    /// -->
    /// ```swift
    /// let event = try Event(json: #"{"start": "/Date(1451606400000+0200)/"}"#)
    /// options.dateFormat = .dotNetJSON
    /// try event.jsonString(options: options)  // {"start":"\/Date(1451606400000)\/"}
    /// ```
    public static let dotNetJSON = Format(kind: .dotNetJSON)

    /// Date and time without a zone: `2014-05-06T07:08:09`, and a fraction if there is one.
    ///
    /// Read in ``DateOptions/timeZone``, and written in ``ExportOptions/timeZone``. A local time
    /// that occurs twice, when clocks are set back, is read back as the first.
    ///
    /// <!-- with:
    /// class Event: ModelObject { var start = Date(timeIntervalSince1970: 0.5) }
    /// var options = ExportOptions()
    /// -->
    /// ```swift
    /// options.dateFormat = .dotNetSimple
    /// options.timeZone = TimeZone(secondsFromGMT: 8 * 3600) ?? .gmt
    /// try Event().jsonString(options: options)  // {"start":"1970-01-01T08:00:00.5"}
    /// ```
    public static let dotNetSimple = Format(kind: .dotNetSimple)

    /// Date and time with a zone: `2014-05-06T07:08:09+08:00`, and a fraction if there is one.
    ///
    /// The zone is required, and spelled as in ``iso8601``.
    ///
    /// <!-- with:
    /// class Event: ModelObject { var start = Date(timeIntervalSince1970: 0.5) }
    /// var options = ExportOptions()
    /// -->
    /// ```swift
    /// options.dateFormat = .dotNetWithTimeZone
    /// options.timeZone = TimeZone(secondsFromGMT: 8 * 3600) ?? .gmt
    /// try Event().jsonString(options: options)  // {"start":"1970-01-01T08:00:00.5+08:00"}
    /// ```
    public static let dotNetWithTimeZone = Format(kind: .dotNetWithTimeZone)

    /// Seconds since 1970, as a number or as text, whatever their magnitude.
    ///
    /// Written as a number, with a fraction if there is one.
    ///
    /// <!-- with:
    /// class Event: ModelObject { var start: Date? }
    /// var options = MappingOptions()
    /// -->
    /// ```swift
    /// // Without the format, it would be milliseconds.
    /// options.dates.format = .secondsSince1970
    /// let event = try Event(json: #"{"start": 200000000000}"#, options: options)
    /// try event.jsonString()  // {"start":"8307-10-01T19:33:20Z"}
    /// ```
    public static let secondsSince1970 = Format(kind: .secondsSince1970)

    /// Milliseconds since 1970, as a number or as text, whatever their magnitude.
    ///
    /// Written as a number, with a fraction if there is one.
    ///
    /// <!-- with:
    /// class Event: ModelObject { var start: Date? }
    /// var options = MappingOptions()
    /// -->
    /// ```swift
    /// // Without the format, it would be seconds.
    /// options.dates.format = .millisecondsSince1970
    /// let event = try Event(json: #"{"start": 86400000}"#, options: options)
    /// try event.jsonString()  // {"start":"1970-01-02T00:00:00Z"}
    /// ```
    public static let millisecondsSince1970 = Format(kind: .millisecondsSince1970)

    /// Seconds since 2001, as a number or as text, whatever their magnitude: the form of a
    /// `JSONEncoder` whose strategy for dates isn't set.
    ///
    /// Use it for files that an app's `Codable` types wrote. Numbers don't tell their epoch: without
    /// the format, these dates are 31 years too early. Written as a number, with a fraction if there
    /// is one.
    ///
    /// <!-- with:
    /// class Event: ModelObject { var start: Date? }
    /// struct OldEvent: Codable { var start = Date(timeIntervalSince1970: 1_399_360_089) }
    /// var options = MappingOptions()
    /// -->
    /// ```swift
    /// let file = try JSONEncoder().encode(OldEvent())  // {"start":421052889}
    /// options.dates.format = .secondsSince2001
    /// let event = try Event(json: file, options: options)
    /// try event.jsonString()  // {"start":"2014-05-06T07:08:09Z"}
    /// ```
    public static let secondsSince2001 = Format(kind: .secondsSince2001)

    /// Text that follows a Unicode date pattern, with English names and the Gregorian calendar.
    ///
    /// Fields that the pattern lacks are those of midnight on January 1, 2000. `yyyy` matches four
    /// or more digits; `yy` matches two, always for 1950 to 2049, and dates of other years aren't
    /// written. Adjacent fields of digits, as in `yyyyMMdd`, have as many digits as letters. Other
    /// text must match exactly; a space matches one or more. A local time that the time zone skips
    /// is read as ``DateOptions/timeZone`` says.
    ///
    /// Patterns of the letters `y M L d E a H h K k m s S Z X x z` are exact; `z` is written as
    /// `GMT-7`, also in zones for which `DateFormatter` has a name, `PDT`. A pattern with
    /// another letter, or with a field longer than usual, uses Foundation's `DateFormatter`, which
    /// is precise to the millisecond. A malformed pattern reads and writes nothing.
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

  /// How a date string is stored in a property that isn't a `Date`.
  ///
  /// | property | `.automatic` | `.date` | `.timeInterval` | `.string` |
  /// |---|---|---|---|---|
  /// | `Double` | seconds | mismatch | seconds | mismatch |
  /// | `Any` | text | `Date` | seconds | text |
  /// | `Int` | mismatch | mismatch | whole seconds | mismatch |
  ///
  /// A number in text stays a number, even `20140506`. Seconds are since 1970. A `Date` property
  /// always gets the date, and a `String` property always keeps the text. Hooks, and transforms
  /// without a type, get what an `Any` gets.
  @nonexhaustive
  public enum Conversion: Sendable, Hashable {
    /// A `Double` gets seconds; `Any` keeps the text.
    case automatic
    /// `Any` gets a `Date`.
    case date
    /// A `Double` and `Any` get seconds, an `Int` whole seconds.
    case timeInterval
    /// Date text stays text.
    case string
  }
}
