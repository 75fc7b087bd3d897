import ModelObjectEssentials

extension CustomDateFormat {
  func write(_ date: Date, timeZone: TimeZone) -> String? {
    let date = writesNanoseconds ? date : date.inMicroseconds
    guard let time = LocalTime(date, in: timeZone, wholeMinutes: namesZone) else { return nil }
    var bytes: [UInt8] = []
    for part in parts {
      switch part {
      case .literal(let text): bytes.append(contentsOf: text)
      case .spaces(let count):
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: count))
      case .field(let field, let count, let isPacked):
        let start = bytes.count
        // With more digits than letters, packed fields would be ambiguous.
        guard append(field, count, of: time, to: &bytes),
          !isPacked || bytes.count - start == count
        else { return nil }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the pattern has more than six digits of the second's fraction.
  private var writesNanoseconds: Bool {
    parts.contains { if case .field(.fraction, 7..., _) = $0 { true } else { false } }
  }

  private func append(
    _ field: Field,
    _ count: Int,
    of time: LocalTime,
    to bytes: inout [UInt8]
  ) -> Bool {
    switch field {
    case .year where count == 2:
      guard 1_950...2_049 ~= time.date.year else { return false }
      bytes.append(time.date.year % 100, digits: 2)
    case .year:
      // Before year 1, the letter counts backward without a sign.
      guard time.date.year > 0 else { return false }
      bytes.append(time.date.year, digits: count)
    case .month where count > 2:
      let name = EnglishName.months[time.date.month - 1]
      bytes.append(contentsOf: name.utf8.prefix(count == 3 ? 3 : name.utf8.count))
    case .month: bytes.append(time.date.month, digits: count)
    case .day: bytes.append(time.date.day, digits: count)
    case .weekday:
      let name = EnglishName.weekdays[time.weekday]
      bytes.append(contentsOf: name.utf8.prefix(count < 4 ? 3 : name.utf8.count))
    case .dayPeriod: bytes.append(contentsOf: (time.hour < 12 ? "AM" : "PM").utf8)
    case .hour: bytes.append(time.hour, digits: count)
    case .hourTo24: bytes.append(time.hour == 0 ? 24 : time.hour, digits: count)
    case .hourTo12: bytes.append((time.hour + 11) % 12 + 1, digits: count)
    case .hourTo11: bytes.append(time.hour % 12, digits: count)
    case .minute: bytes.append(time.minute, digits: count)
    case .second: bytes.append(time.second, digits: count)
    case .fraction:
      let digits = time.fraction.prefix(count)
      bytes.append(contentsOf: digits)
      bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: count - digits.count))
    case .zoneName:
      bytes.append(contentsOf: "GMT".utf8)
      if time.offset != 0 { bytes.append(shortOffset: time.offset) }
    case .offset where count == 4:
      bytes.append(contentsOf: "GMT".utf8)
      if time.offset != 0 { bytes.append(offset: time.offset, hasColon: true, zIsZero: false) }
    case .offset: bytes.append(offset: time.offset, hasColon: count == 5, zIsZero: count == 5)
    case .isoOffset, .isoOffsetWithoutZ:
      let zIsZero = field == .isoOffset
      bytes.append(offset: time.offset, hasColon: count == 3 || count == 5, zIsZero: zIsZero)
      // The form `+08` has minutes only if they aren't zero.
      if count == 1, time.offset % 3_600 == 0, time.offset != 0 || !zIsZero { bytes.removeLast(2) }
    }
    return true
  }
}

extension [UInt8] {
  /// Appends an offset such as `+8` or `-3:30`.
  fileprivate mutating func append(shortOffset offset: Int) {
    append(offset < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    append(contentsOf: String(abs(offset) / 3_600).utf8)
    guard offset % 3_600 != 0 else { return }
    append(UInt8(ascii: ":"))
    append(abs(offset) / 60 % 60, digits: 2)
  }
}

extension Date {
  /// The date in whole microseconds, of which a pattern with fewer digits writes the first.
  ///
  /// Most dates made of milliseconds since 1970 are a little more or less.
  fileprivate var inMicroseconds: Date {
    let microseconds = timeIntervalSinceReferenceDate * 1e6
    // Beyond, a `Double` has no more digits.
    guard microseconds.magnitude < 0x1p53 else { return self }
    return Date(timeIntervalSinceReferenceDate: microseconds.rounded() / 1e6)
  }
}
