import ModelObjectEssentials

/// The fields of a date in a time zone, for writing.
struct LocalTime {
  let date: CivilDate
  /// From 0 for Monday to 6 for Sunday.
  let weekday: Int
  /// The seconds since midnight.
  let secondOfDay: Int
  /// The fraction of the second, in the fewest digits that identify the date.
  let fraction: [UInt8]
  /// The seconds east of Greenwich.
  let offset: Int

  /// Nil for a date whose year is out of the range that is written.
  ///
  /// Text has offsets in whole minutes. `wholeMinutes` drops the odd seconds that zones had in
  /// earlier times from both the offset and the local time, so the instant stays right.
  init?(_ date: Date, in timeZone: TimeZone, wholeMinutes: Bool = false) {
    guard let seconds = SplitSeconds(date) else { return nil }
    let offset = timeZone.offset(at: seconds.whole)
    self.offset = wholeMinutes ? offset / 60 * 60 : offset
    let local = seconds.whole + self.offset
    guard local >= Int(DateText.firstSecond), local < Int(DateText.endSecond) else { return nil }
    let dayNumber = (local >= 0 ? local : local - 86_399) / 86_400
    self.date = CivilDate(dayNumber: dayNumber)
    weekday = CivilDate.weekday(ofDayNumber: dayNumber)
    secondOfDay = local - dayNumber * 86_400
    fraction = seconds.fraction
  }

  var hour: Int { secondOfDay / 3_600 }
  var minute: Int { secondOfDay / 60 % 60 }
  var second: Int { secondOfDay % 60 }
}

/// A date as whole seconds since 2001, rounded down, and the fraction to add.
struct SplitSeconds {
  let whole: Int
  /// The fewest decimal digits that identify the date.
  let fraction: [UInt8]

  /// Nil for a date whose year is out of the range that is written.
  init?(_ date: Date) {
    let seconds = date.timeIntervalSinceReferenceDate
    guard DateText.date(seconds) != nil else { return nil }
    whole = Int(seconds.rounded(.down))
    // Whole numbers in this range are exact doubles, so the shortest digits of any double have the
    // right whole part and the fewest digits after the decimal point.
    fraction =
      seconds == seconds.rounded(.down)
      ? []
      : seconds < 0
        ? ExactSeconds.complement(of: Self.fractionDigits(-seconds))
        : Self.fractionDigits(seconds)
  }

  /// The digits after the decimal point in a positive number's shortest text.
  private static func fractionDigits(_ number: Double) -> [UInt8] {
    let text = Array(number.description.utf8)
    let end = text.firstIndex(of: UInt8(ascii: "e")) ?? text.endIndex
    let point = text[..<end].firstIndex(of: UInt8(ascii: ".")) ?? end
    guard end < text.endIndex else { return Array(text[(point + 1)...]) }
    // Here only numbers below one have an exponent, and no zeros before it: 2.5e-07 is 0.00000025.
    let exponent = text[(end + 2)...].reduce(0) { $0 * 10 + Int($1 & 15) }
    let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: exponent - 1)
    return zeros + text[..<end].filter { $0 != UInt8(ascii: ".") }
  }
}
