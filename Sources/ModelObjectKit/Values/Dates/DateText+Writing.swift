import ModelObjectEssentials

extension DateText {
  /// The text for a date; nil if the format can't express it.
  ///
  /// A format that counts gives a JSON number with all digits of the date.
  static func write(_ date: Date, format: DateOptions.Format, timeZone: TimeZone) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(40)
    switch format.kind {
    case .automatic, .iso8601, .dotNetWithTimeZone:
      guard let time = LocalTime(date, in: timeZone, wholeMinutes: true) else { return nil }
      bytes.append(time)
      bytes.append(offset: time.offset, hasColon: true, zIsZero: true)
    case .dateOnly:
      guard let time = LocalTime(date, in: timeZone), 0...9_999 ~= time.date.year else {
        return nil
      }
      bytes.append(time.date)
    case .dotNetSimple:
      guard let time = LocalTime(date, in: timeZone) else { return nil }
      bytes.append(time)
    case .dotNetJSON:
      guard let seconds = SplitSeconds(date) else { return nil }
      // The fraction of a second is exact, and is rounded without the whole seconds.
      let part = date.timeIntervalSinceReferenceDate - Double(seconds.whole)
      let milliseconds =
        (seconds.whole + Int(secondsTo2001)) * 1_000 + Int((part * 1_000).rounded())
      return "/Date(\(milliseconds))/"
    case .secondsSince1970, .millisecondsSince1970:
      guard let seconds = SplitSeconds(date) else { return nil }
      bytes.append(seconds, from: secondsTo2001, power: format == .secondsSince1970 ? 0 : 3)
    case .secondsSince2001:
      guard let seconds = SplitSeconds(date) else { return nil }
      bytes.append(seconds, from: 0, power: 0)
    case .custom(let pattern):
      return using(pattern: pattern) { $0.write(date, timeZone: timeZone) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The seconds from 1970 to a date that was read: as its text says, where `timeIntervalSince1970`
  /// adds two numbers and loses the last bits.
  static func seconds(of date: Date) -> Double {
    let text = write(date, format: .secondsSince1970, timeZone: .greenwich)
    return text.flatMap { Double($0) } ?? date.timeIntervalSince1970
  }
}

extension DateOptions.Format {
  /// Whether dates are numbers in this format.
  var isNumber: Bool {
    switch kind {
    case .secondsSince1970, .millisecondsSince1970, .secondsSince2001: true
    default: false
    }
  }
}

extension [UInt8] {
  /// Appends `2014-05-06T07:08:09.25`.
  fileprivate mutating func append(_ time: LocalTime) {
    append(time.date)
    append(UInt8(ascii: "T"))
    append(time.hour, digits: 2)
    append(UInt8(ascii: ":"))
    append(time.minute, digits: 2)
    append(UInt8(ascii: ":"))
    append(time.second, digits: 2)
    if !time.fraction.isEmpty {
      append(UInt8(ascii: "."))
      append(contentsOf: time.fraction)
    }
  }

  /// Appends `2014-05-06`.
  fileprivate mutating func append(_ date: CivilDate) {
    if date.year < 0 {
      append(UInt8(ascii: "-"))
    } else if date.year > 9_999 {
      append(UInt8(ascii: "+"))
    }
    append(abs(date.year), digits: 4)
    append(UInt8(ascii: "-"))
    append(date.month, digits: 2)
    append(UInt8(ascii: "-"))
    append(date.day, digits: 2)
  }

  /// Appends a non-negative number, padded with zeros to a number of digits.
  mutating func append(_ number: Int, digits: Int) {
    if digits == 2, number < 100 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
      return
    }
    if digits == 4, number < 10_000 {
      append(number / 100, digits: 2)
      append(number % 100, digits: 2)
      return
    }
    let text = String(number)
    for _ in 0..<Swift.max(0, digits - text.utf8.count) { append(UInt8(ascii: "0")) }
    append(contentsOf: text.utf8)
  }

  /// Appends an offset such as `+08:00`; zero as `Z` if `zIsZero`.
  mutating func append(offset: Int, hasColon: Bool, zIsZero: Bool) {
    if offset == 0, zIsZero {
      append(UInt8(ascii: "Z"))
      return
    }
    append(offset < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    append(abs(offset) / 3_600, digits: 2)
    if hasColon { append(UInt8(ascii: ":")) }
    append(abs(offset) / 60 % 60, digits: 2)
  }

  /// Appends the units since some seconds before 2001, with `10^power` units per second.
  fileprivate mutating func append(_ seconds: SplitSeconds, from epoch: Int64, power: Int) {
    var whole = seconds.whole + Int(epoch)
    var fraction = seconds.fraction[...]
    if whole < 0 {
      append(UInt8(ascii: "-"))
      whole = -whole
      if !fraction.isEmpty {
        // -5 + 0.25 is -(4 + 0.75).
        whole -= 1
        fraction = ExactSeconds.complement(of: seconds.fraction)[...]
      }
    }
    for _ in 0..<power {
      whole = whole * 10 + Int((fraction.popFirst() ?? UInt8(ascii: "0")) & 15)
    }
    append(contentsOf: String(whole).utf8)
    if !fraction.isEmpty {
      append(UInt8(ascii: "."))
      append(contentsOf: fraction)
    }
  }
}
