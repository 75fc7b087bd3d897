extension DateText {
  /// Reads every supported form of ISO 8601.
  static func iso8601(_ text: ByteView) -> WrittenTime? {
    var scanner = DateScanner(text: text)
    // After the four digits of the year, the extended format has a hyphen and the basic one a
    // digit.
    let hasMarks = text.peek(4) &- UInt8(ascii: "0") >= 10 || text.peek(0) < UInt8(ascii: "0")
    guard let date = day(&scanner, hasMarks: hasMarks) else { return nil }
    if scanner.isAtEnd { return WrittenTime(dayNumber: date) }
    guard scanner.skip(letter: UInt8(ascii: "t")) || scanner.skip(UInt8(ascii: " ")) else {
      return nil
    }
    return timeAndZone(&scanner, on: date, needsSeconds: false, hasMarks: hasMarks)
  }

  /// `20140506070809`.
  static func fourteenDigits(_ text: ByteView) -> WrittenTime? {
    var scanner = DateScanner(text: text)
    guard text.count == 14, let date = day(&scanner, hasMarks: false),
      let time = time(&scanner, on: date, needsSeconds: true, hasMarks: false), scanner.isAtEnd
    else { return nil }
    return time
  }

  /// Date, `T` and time to the second, with or without a zone.
  static func dotNet(_ text: ByteView) -> WrittenTime? {
    var scanner = DateScanner(text: text)
    guard let date = day(&scanner), scanner.skip(UInt8(ascii: "T")) else { return nil }
    return timeAndZone(&scanner, on: date, needsSeconds: true)
  }

  /// `2014-05-06`, or the same without hyphens, as a day number.
  private static func day(_ scanner: inout DateScanner, hasMarks: Bool = true) -> Int? {
    let hyphen = UInt8(ascii: "-")
    guard let year = hasMarks ? year(&scanner) : scanner.number(digits: 4),
      !hasMarks || scanner.skip(hyphen), let month = scanner.number(digits: 2),
      !hasMarks || scanner.skip(hyphen), let day = scanner.number(digits: 2)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)?.dayNumber
  }

  /// Four digits, or a sign and four to six.
  private static func year(_ scanner: inout DateScanner) -> Int? {
    if scanner.skip(UInt8(ascii: "+")) { return scanner.number(digits: 4...6) }
    guard scanner.skip(UInt8(ascii: "-")) else { return scanner.number(digits: 4) }
    guard let year = scanner.number(digits: 4...6), year > 0 else { return nil }
    return -year
  }

  /// Reads the time and the zone after `T`, up to the end of the text.
  private static func timeAndZone(
    _ scanner: inout DateScanner,
    on day: Int,
    needsSeconds: Bool,
    hasMarks: Bool = true
  ) -> WrittenTime? {
    guard
      var time = time(&scanner, on: day, needsSeconds: needsSeconds, hasMarks: hasMarks)
    else { return nil }
    if scanner.isAtEnd { return time }
    time.offset = scanner.zone()
    return time.offset != nil && scanner.isAtEnd ? time : nil
  }

  /// `07:08`, `07:08:09` or `07:08:09.25`, or the same without colons.
  private static func time(
    _ scanner: inout DateScanner,
    on day: Int,
    needsSeconds: Bool,
    hasMarks: Bool = true
  ) -> WrittenTime? {
    guard let hour = scanner.number(digits: 2), !hasMarks || scanner.skip(UInt8(ascii: ":")),
      let minute = scanner.number(digits: 2), hour <= 24, minute < 60
    else { return nil }
    var time = WrittenTime(dayNumber: day, second: hour * 3_600 + minute * 60)
    if hasMarks ? scanner.skip(UInt8(ascii: ":")) : scanner.isAtDigit {
      guard let second = scanner.number(digits: 2), second <= 60 else { return nil }
      time.second += second
      time.isLeapSecond = second == 60
      if scanner.skip(UInt8(ascii: ".")) || scanner.skip(UInt8(ascii: ",")) {
        guard let fraction = scanner.fraction() else { return nil }
        time.fraction = fraction
      }
    } else if needsSeconds {
      return nil
    }
    // 24:00 is the end of a day: seconds and fraction must be zero.
    if hour == 24, time.second > 86_400 || time.fraction.count > 0 { return nil }
    return time
  }
}

extension DateText {
  /// `Sun, 06 Nov 1994 08:49:37 GMT`, or without a comma `Wed Sep 16 12:20:09 +0800 2015`, whose day
  /// of one digit may be padded with a space.
  static func named(_ text: ByteView) -> WrittenTime? {
    var scanner = DateScanner(text: text)
    let space = UInt8(ascii: " ")
    var day, month, year: Int?
    guard let weekday = scanner.name(.weekdays) else { return nil }
    let isMail = scanner.skip(UInt8(ascii: ","))
    if isMail, scanner.skip(space) { day = scanner.number(digits: 1...2) }
    if scanner.skip(space) { month = scanner.name(.months) }
    guard scanner.skip(space) else { return nil }
    if isMail {
      year = scanner.number(digits: 4)
    } else {
      day = scanner.number(digits: scanner.skip(space) ? 1...1 : 1...2)
    }
    guard scanner.skip(space), var time = time(&scanner, on: 0, needsSeconds: true),
      time.second < 86_400 || time.isLeapSecond, scanner.skip(space),
      let offset = scanner.offsetOrGreenwich()
    else { return nil }
    if !isMail, scanner.skip(space) { year = scanner.number(digits: 4) }
    guard scanner.isAtEnd, let year, let month, let day,
      let date = CivilDate(year: year, month: month + 1, day: day)
    else { return nil }
    time.dayNumber = date.dayNumber
    time.offset = offset
    return CivilDate.weekday(ofDayNumber: time.dayNumber) == weekday ? time : nil
  }
}
