import Foundation

/// A point in time as a text states it: a day, a time of that day, and perhaps an offset.
struct WrittenTime {
  /// The days since 1 January 2001.
  var dayNumber: Int
  /// The seconds since the midnight that began the day.
  var second: Int
  var fraction: DecimalDigits
  /// Whether the second of the minute is 60.
  var isLeapSecond = false
  /// The seconds east of Greenwich; nil where the text names no zone.
  var offset: Int?

  /// The instant, with local time that names no zone taken to be in the given one; nil for GMT.
  func date(in timeZone: TimeZone?) -> Date? {
    let local = dayNumber * 86_400 + second
    let whole = offset.map { local - $0 } ?? timeZone?.instant(ofLocal: local) ?? local
    if isLeapSecond, !Self.followsLeapSecond(whole) { return nil }
    return DateText.date(ExactSeconds.nearest(whole: Int64(whole), digits: fraction, from: 0))
  }

  /// Whether an instant is midnight by UTC of 1 January or 1 July: a `Date` has no leap seconds,
  /// so that a leap second becomes the second after it.
  private static func followsLeapSecond(_ instant: Int) -> Bool {
    guard instant % 86_400 == 0 else { return false }
    let date = CivilDate(dayNumber: instant / 86_400)
    return date.day == 1 && (date.month == 1 || date.month == 7)
  }
}

extension TimeZone {
  /// The seconds east of Greenwich at an instant, counted in seconds since 2001.
  func offset(at instant: Int) -> Int {
    secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: Double(instant)))
  }

  /// The instant at which clocks in this zone show a local time; both in seconds since 2001.
  ///
  /// 1. Of two such instants, when clocks are set back, the first.
  /// 2. If there is none, when clocks are set forward, the instant by the offset from before.
  func instant(ofLocal local: Int) -> Int {
    // No offset reaches a day: these are the offsets on either side of any change nearby.
    let before = offset(at: local - 86_400)
    let after = offset(at: local + 86_400)
    // The earlier instant is tried first.
    if before == after || offset(at: local - before) == before { return local - before }
    if offset(at: local - after) == after { return local - after }
    return local - before
  }
}
