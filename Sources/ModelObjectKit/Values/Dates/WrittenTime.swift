import ModelObjectEssentials

/// A time as written in text: a day, a time of day, and perhaps an offset.
struct WrittenTime {
  /// The days since January 1, 2001.
  var dayNumber: Int
  /// The seconds since the beginning of the day.
  var second = 0
  var fraction = DecimalDigits.none
  /// Whether the second of the minute is 60.
  var isLeapSecond = false
  /// The seconds east of Greenwich; nil if the text has no zone.
  var offset: Int?

  /// The instant; a time without an offset is in the given zone, or in GMT if that is nil.
  func date(in timeZone: TimeZone?) -> Date? {
    let local = dayNumber * 86_400 + second
    let whole = offset.map { local - $0 } ?? timeZone?.instant(ofLocal: local) ?? local
    if isLeapSecond, !Self.followsLeapSecond(whole) { return nil }
    let seconds = ExactSeconds.nearest(whole: Int64(whole), digits: fraction, from: 0)
    // .NET's `DateTime.MaxValue` is the last ten millionth of a second before the year 10000; the
    // nearest date is in that year, which few formats can write. So it is the last millisecond.
    let isRoundedUp = seconds == 252_423_993_600 && Double(whole) < seconds
    return DateText.date(isRoundedUp ? 252_423_993_599.999 : seconds)
  }

  /// Whether an instant is midnight UTC on January 1 or July 1: a `Date` has no leap seconds, so a
  /// leap second becomes the second after it.
  private static func followsLeapSecond(_ instant: Int) -> Bool {
    guard instant % 86_400 == 0 else { return false }
    let date = CivilDate(dayNumber: instant / 86_400)
    return date.day == 1 && (date.month == 1 || date.month == 7)
  }
}

extension TimeZone {
  /// The seconds east of Greenwich at an instant, given in seconds since 2001.
  func offset(at instant: Int) -> Int {
    secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: Double(instant)))
  }

  /// The instant at which clocks in this zone show a local time; both in seconds since 2001.
  ///
  /// 1. If there are two, when clocks are set back: the first.
  /// 2. If there is none, when clocks are set forward: the instant with the offset from before.
  func instant(ofLocal local: Int) -> Int {
    // Offsets are less than a day, so these are the offsets before and after any change nearby.
    let before = offset(at: local - 86_400)
    let after = offset(at: local + 86_400)
    // Try the earlier instant first.
    if before == after || offset(at: local - before) == before { return local - before }
    if offset(at: local - after) == after { return local - after }
    return local - before
  }
}
