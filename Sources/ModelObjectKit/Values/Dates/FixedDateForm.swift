import Foundation

/// The most common formats of dates, with each field in a fixed place.
///
/// ```
/// 2015-09-16T12:20:09              2015-09-16T12:20:09+08:00
/// 2015-09-16T12:20:09Z             2015-09-16T12:20:09.250Z
/// Wed Sep 16 12:20:09 +0800 2015
/// ```
///
/// The day and the time are in the same places in all of them. The scanner reads any other text; it
/// would read these to the same dates, in twice as many steps.
struct FixedDateForm {
  private let text: ByteView
  /// Zero as long as all digits and marks are valid.
  private var wrongBits: UInt8 = 0

  private init(_ text: ByteView) {
    self.text = text
  }

  /// Reads a date, without a zone in GMT; nil for any other format.
  static func date(_ text: ByteView) -> Date? {
    var form = FixedDateForm(text)
    switch text.count {
    case 30: return form.unix()
    case 19, 20, 24, 25: return form.iso8601()
    default: return nil
    }
  }

  private mutating func unix() -> Date? {
    let space = UInt8(ascii: " ")
    expect(space, at: 3)
    expect(space, at: 7)
    expect(space, at: 10)
    expect(space, at: 19)
    expect(space, at: 25)
    let offset = offset(at: 20, minutes: 23)
    guard let month = EnglishName.month(letters(at: 4)),
      let date = CivilDate(year: four(at: 26), month: month + 1, day: two(at: 8)),
      let seconds = seconds(on: date.dayNumber, offset),
      EnglishName.weekday(letters(at: 0)) == CivilDate.weekday(ofDayNumber: date.dayNumber)
    else { return nil }
    return Date(timeIntervalSinceReferenceDate: Double(seconds))
  }

  private mutating func iso8601() -> Date? {
    expect(UInt8(ascii: "-"), at: 4)
    expect(UInt8(ascii: "-"), at: 7)
    expect(UInt8(ascii: "T"), at: 10)
    var offset = 0
    var thousandths = 0
    switch text.count {
    case 20: expect(UInt8(ascii: "Z"), at: 19)
    case 24:
      expect(UInt8(ascii: "."), at: 19)
      thousandths = two(at: 20) * 10 + digit(at: 22)
      expect(UInt8(ascii: "Z"), at: 23)
    case 25:
      expect(UInt8(ascii: ":"), at: 22)
      offset = self.offset(at: 19, minutes: 23)
    default: break
    }
    guard let date = CivilDate(year: four(at: 0), month: two(at: 5), day: two(at: 8)),
      let seconds = seconds(on: date.dayNumber, offset)
    else { return nil }
    return Date(
      timeIntervalSinceReferenceDate: thousandths == 0
        ? Double(seconds)
        : ExactSeconds.nearest(whole: Int64(seconds), numerator: UInt64(thousandths), power: 3)
    )
  }

  /// The seconds since 2001 of the time on a day; nil if a digit or a mark is invalid or a field is
  /// out of range.
  private mutating func seconds(on dayNumber: Int, _ offset: Int) -> Int? {
    let (hour, minute, second) = (two(at: 11), two(at: 14), two(at: 17))
    expect(UInt8(ascii: ":"), at: 13)
    expect(UInt8(ascii: ":"), at: 16)
    guard wrongBits == 0, hour < 24, minute < 60, second < 60 else { return nil }
    return dayNumber * 86_400 + hour * 3_600 + minute * 60 + second - offset
  }

  /// The seconds east of Greenwich for a sign, two digits of hours, and two of minutes.
  private mutating func offset(at sign: Int, minutes place: Int) -> Int {
    let isWest = text.peek(sign) == UInt8(ascii: "-")
    if !isWest { expect(UInt8(ascii: "+"), at: sign) }
    let minutes = two(at: place)
    let seconds = two(at: sign + 1) * 3_600 + minutes * 60
    if minutes >= 60 || seconds > 18 * 3_600 { wrongBits = 1 }
    return isWest ? -seconds : seconds
  }

  @inline(__always)
  private mutating func four(at place: Int) -> Int { two(at: place) * 100 + two(at: place + 2) }

  @inline(__always)
  private mutating func two(at place: Int) -> Int { digit(at: place) * 10 + digit(at: place + 1) }

  @inline(__always)
  private mutating func digit(at place: Int) -> Int {
    let digit = text.peek(place) &- UInt8(ascii: "0")
    // Above nine, the digit, or the digit plus six, has one of the upper four bits set.
    wrongBits |= (digit | (digit &+ 6)) & 0xF0
    return Int(digit)
  }

  @inline(__always)
  private mutating func expect(_ mark: UInt8, at place: Int) {
    wrongBits |= text.peek(place) ^ mark
  }

  /// Three letters as one number, the first in the lowest byte, in lower case.
  private func letters(at place: Int) -> UInt32 { text.half(at: place) & 0xFF_FFFF | 0x20_2020 }
}
