/// A scanner over the text of a date.
///
/// A step that finds something else returns nil or false: the text isn't a date.
struct DateScanner {
  let text: ByteView
  private(set) var offset = 0

  var isAtEnd: Bool { offset == text.count }

  /// The next byte, or zero at the end.
  var next: UInt8 { text.peek(offset) }

  var isAtDigit: Bool { next &- UInt8(ascii: "0") < 10 }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte, !isAtEnd else { return false }
    offset &+= 1
    return true
  }

  /// Skips a letter in either case.
  mutating func skip(letter lowercase: UInt8) -> Bool {
    guard next | 0x20 == lowercase else { return false }
    offset &+= 1
    return true
  }

  /// Skips a word, given in lower case, in any case.
  mutating func skip(word: StaticString) -> Bool {
    let end = offset + word.utf8CodeUnitCount
    guard end <= text.count, text[offset, end].equalsIgnoringCase(word) else { return false }
    offset = end
    return true
  }

  /// Skips one or more spaces.
  mutating func skipSpaces() -> Bool {
    guard skip(UInt8(ascii: " ")) else { return false }
    while skip(UInt8(ascii: " ")) {}
    return true
  }

  /// Reads exactly `count` digits as a number.
  @inline(__always)
  mutating func number(digits count: Int) -> Int? {
    var value = 0
    for position in offset..<offset &+ count {
      let digit = text.peek(position) &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int(digit)
    }
    offset &+= count
    return value
  }

  /// Reads as many digits as the range allows as a number; nil if there are too few.
  mutating func number(digits range: ClosedRange<Int>) -> Int? {
    var value = 0
    let start = offset
    while isAtDigit, offset - start < range.upperBound {
      value = value &* 10 &+ Int(next &- UInt8(ascii: "0"))
      offset &+= 1
    }
    return offset - start >= range.lowerBound ? value : nil
  }

  /// Reads as many digits as the range allows as a fraction; nil if there are too few.
  mutating func fraction(digits range: ClosedRange<Int> = 1...Int.max) -> DecimalDigits? {
    let start = offset
    while isAtDigit, offset - start < range.upperBound { offset &+= 1 }
    return offset - start >= range.lowerBound
      ? DecimalDigits(fraction: text[start, offset]) : nil
  }

  /// Reads the first three letters of a name, in any case, and returns its index.
  mutating func name(_ names: EnglishName) -> Int? {
    guard let index = names.index(of: threeLetters) else { return nil }
    offset &+= 3
    return index
  }

  /// The next three bytes as one number, the first in the lowest byte, with letters in lower case:
  /// no other byte becomes a letter.
  @inline(__always)
  private var threeLetters: UInt32 {
    UInt32(next) | UInt32(text.peek(offset &+ 1)) << 8 | UInt32(text.peek(offset &+ 2)) << 16
      | 0x20_2020
  }

  /// Reads `Z`, `+08`, `+0800` or `+08:00`, in seconds east of Greenwich.
  mutating func zone(hourDigits: ClosedRange<Int> = 2...2) -> Int? {
    if skip(letter: UInt8(ascii: "z")) { return 0 }
    let isWest = next == UInt8(ascii: "-")
    guard isWest || next == UInt8(ascii: "+") else { return nil }
    offset &+= 1
    guard let hours = number(digits: hourDigits) else { return nil }
    var minutes = 0
    if skip(UInt8(ascii: ":")) || isAtDigit {
      guard let written = number(digits: 2), written < 60 else { return nil }
      minutes = written
    }
    let seconds = hours * 3_600 + minutes * 60
    guard seconds <= 18 * 3_600 else { return nil }
    return isWest ? -seconds : seconds
  }

  /// Reads an offset, `GMT`, `UTC` or `UT`, in seconds east of Greenwich.
  mutating func offsetOrGreenwich() -> Int? {
    let initial = next | 0x20
    if initial == UInt8(ascii: "g") { return skip(word: "gmt") ? 0 : nil }
    if initial == UInt8(ascii: "u") { return skip(word: "utc") || skip(word: "ut") ? 0 : nil }
    return zone()
  }
}
