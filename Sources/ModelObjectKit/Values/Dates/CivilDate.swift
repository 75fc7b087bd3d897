/// A day of the proleptic Gregorian calendar, as in ISO 8601.
///
/// Year 0 is the year before year 1.
struct CivilDate: Equatable {
  let year: Int
  let month: Int
  let day: Int

  /// Returns nil if there is no such day.
  init?(year: Int, month: Int, day: Int) {
    guard month >= 1, month <= 12, day >= 1 else { return nil }
    if day > 28, day > Self.days(inMonth: month, year: year) { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day a number of days after January 1, 2001.
  init(dayNumber: Int) {
    // With years that begin in March, the leap day is the last, so the months before it follow one
    // formula.
    let shifted = dayNumber + Self.daysBefore2001
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  }

  /// The days from January 1, 2001 to this day.
  var dayNumber: Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - Self.daysBefore2001
  }

  /// The day of the week of a day number, from 0 for Monday to 6 for Sunday.
  static func weekday(ofDayNumber dayNumber: Int) -> Int {
    // January 1, 2001 was a Monday.
    let remainder = dayNumber % 7
    return remainder < 0 ? remainder + 7 : remainder
  }

  private static func days(inMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// From March 1 of year 0 to January 1, 2001.
  private static let daysBefore2001 = 730_791
}

/// The English names of the months, or of the weekdays, in dates as text.
struct EnglishName {
  private let names: [String]
  private let keys: [UInt32]

  static let months = EnglishName([
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ])
  static let weekdays = EnglishName([
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ])

  private init(_ names: [String]) {
    self.names = names
    keys = names.map { name in
      name.lowercased().utf8.prefix(3).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  subscript(index: Int) -> String { names[index] }

  /// The index of the name that begins with three lowercase letters, the first in the lowest byte;
  /// nil if there is none.
  func index(of letters: UInt32) -> Int? { keys.firstIndex(of: letters) }
}
