import ModelObjectEssentials

extension CustomDateFormat {
  func read(_ text: ByteView, timeZone: TimeZone?) -> Date? {
    var scanner = DateScanner(text: text)
    var fields = ReadFields()
    for part in parts {
      guard step(part, &scanner, &fields) else { return nil }
    }
    return scanner.isAtEnd ? fields.time?.date(in: timeZone) : nil
  }

  private func step(
    _ part: Part,
    _ scanner: inout DateScanner,
    _ fields: inout ReadFields
  ) -> Bool {
    switch part {
    case .literal(let bytes): bytes.allSatisfy { scanner.skip($0) }
    // White space around the text is already trimmed.
    case .spaces: scanner.skipSpaces() || scanner.offset == 0 || scanner.isAtEnd
    case .field(let field, let count, let isPacked):
      read(field, count, digits: isPacked ? count...count : field.digits(count), &scanner, &fields)
    }
  }

  /// Reads one field; a field that occurs twice must have the same value.
  private func read(
    _ field: Field,
    _ count: Int,
    digits: ClosedRange<Int>,
    _ scanner: inout DateScanner,
    _ fields: inout ReadFields
  ) -> Bool {
    switch field {
    case .month where count > 2:
      return set(&fields.month, scanner.fullOrShortName(.months).map { $0 + 1 }, 1...12)
    case .weekday:
      return set(&fields.weekday, scanner.fullOrShortName(.weekdays), 0...6)
    case .dayPeriod:
      let half = scanner.skip(word: "am") ? 0 : scanner.skip(word: "pm") ? 1 : nil
      return set(&fields.half, half, 0...1)
    case .zoneName,
      .offset where count == 4:
      return set(&fields.offset, scanner.zoneName(), -64_800...64_800)
    case .offset, .isoOffset, .isoOffsetWithoutZ:
      return set(&fields.offset, scanner.offsetOrGreenwich(), -64_800...64_800)
    case .fraction:
      guard let fraction = scanner.fraction(digits: digits) else { return false }
      fields.fraction = fraction
      return true
    default:
      break
    }
    guard let number = scanner.number(digits: digits) else { return false }
    switch field {
    case .year where count == 2:
      return set(&fields.year, number < 50 ? number + 2_000 : number + 1_900, 1_950...2_049)
    case .year: return set(&fields.year, number, 1...999_999)
    case .month: return set(&fields.month, number, 1...12)
    case .day: return set(&fields.day, number, 1...31)
    case .hour: return set(&fields.hour, number, 0...23)
    case .hourTo24: return number > 0 && set(&fields.hour, number == 24 ? 0 : number, 0...23)
    case .hourTo12: return number > 0 && set(&fields.hourOfHalf, number == 12 ? 0 : number, 0...11)
    case .hourTo11: return set(&fields.hourOfHalf, number, 0...11)
    case .minute: return set(&fields.minute, number, 0...59)
    default: return set(&fields.second, number, 0...60)
    }
  }

  private func set(_ field: inout Int?, _ value: Int?, _ range: ClosedRange<Int>) -> Bool {
    guard let value, range.contains(value), field == nil || field == value else { return false }
    field = value
    return true
  }
}

extension CustomDateFormat.Field {
  /// The number of digits of the field, unless another numeric field is next to it.
  fileprivate func digits(_ count: Int) -> ClosedRange<Int> {
    switch self {
    case .year: count == 2 ? 2...2 : min(count, 4)...6
    case .fraction: 1...Int.max
    default: 1...2
    }
  }
}

/// The fields that have been read.
private struct ReadFields {
  var year, month, day, weekday: Int?
  var hour, half, hourOfHalf, minute, second, offset: Int?
  var fraction = DecimalDigits.none

  /// The time, with missing fields from midnight on January 1, 2000.
  var time: WrittenTime? {
    guard let date = CivilDate(year: year ?? 2000, month: month ?? 1, day: day ?? 1),
      let hour = wholeHour
    else { return nil }
    let dayNumber = date.dayNumber
    guard weekday == nil || weekday == CivilDate.weekday(ofDayNumber: dayNumber) else { return nil }
    return WrittenTime(
      dayNumber: dayNumber,
      second: hour * 3_600 + (minute ?? 0) * 60 + (second ?? 0),
      fraction: fraction,
      isLeapSecond: second == 60,
      offset: offset
    )
  }

  /// The hour of the day; nil if the fields for it contradict each other.
  private var wholeHour: Int? {
    guard let hour else { return (half ?? 0) * 12 + (hourOfHalf ?? 0) }
    if let half, half != hour / 12 { return nil }
    if let hourOfHalf, hourOfHalf != hour % 12 { return nil }
    return hour
  }
}

extension DateScanner {
  /// Reads a name or its first three letters, in any case, and returns its index.
  fileprivate mutating func fullOrShortName(_ names: EnglishName) -> Int? {
    guard let index = name(names) else { return nil }
    var rest = self
    if names[index].utf8.dropFirst(3).allSatisfy({ rest.skip(letter: $0) }) { self = rest }
    return index
  }

  /// Reads a zone for `z` and `ZZZZ`: `GMT`, `GMT+8`, `PST`, or an offset.
  fileprivate mutating func zoneName() -> Int? {
    if skip(word: "gmt") {
      let hasOffset = next == UInt8(ascii: "+") || next == UInt8(ascii: "-")
      return hasOffset ? zone(hourDigits: 1...2) : 0
    }
    // Only the zones of the United States have short English names.
    let zones: [(name: StaticString, hours: Int)] = [
      ("est", -5), ("edt", -4), ("cst", -6), ("cdt", -5), ("mst", -7), ("mdt", -6), ("pst", -8),
      ("pdt", -7),
    ]
    for zone in zones where skip(word: zone.name) { return zone.hours * 3_600 }
    return offsetOrGreenwich()
  }
}
