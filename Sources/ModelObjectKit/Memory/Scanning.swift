/// Searches that look at eight bytes at a time.
///
/// Each test marks a byte by its top bit, with the carries of one subtraction for all eight. A
/// carry can raise a false mark above a true one, never below: the lowest mark is always true.
extension ByteView {
  /// The run of bytes from `start` on that stand for themselves in a JSON string: the offset of the
  /// first quote, backslash or control character, or the end of the bytes, and whether every byte
  /// before it is ASCII.
  @_transparent
  func plainRun(from start: Int) -> (end: Int, isASCII: Bool) {
    var offset = start
    var seen: UInt64 = 0
    precondition(start >= 0 && start <= count, "outside of the bytes")
    while offset &+ 8 <= count {
      // The bounds were checked: offsets only grow from the first one on.
      let word = unsafe uncheckedWord(at: offset)
      let marks = specialBytes(word)
      if marks != 0 {
        let bits = marks.trailingZeroBitCount & ~7
        seen |= word & ((1 << UInt64(truncatingIfNeeded: bits)) &- 1)
        return (offset &+ bits >> 3, seen & highBits == 0)
      }
      seen |= word
      offset &+= 8
    }
    while offset < count {
      let byte = self[offset]
      guard isPlain(byte) else { break }
      seen |= UInt64(byte)
      offset &+= 1
    }
    return (offset, seen & highBits == 0)
  }

  /// The offset of the first byte from `start` on that is not ASCII or can't stand for itself in a
  /// JSON string; near the end of the bytes an earlier offset.
  ///
  /// It reads two words at a time; if it is optimized, in a vector register.
  @_transparent
  func endOfPlainASCII(from start: Int) -> Int {
    var offset = start
    precondition(start >= 0 && start <= count, "outside of the bytes")
    while offset &+ 16 <= count {
      // The bounds were checked: offsets only grow from the first one on.
      #if DEBUG
      // Without optimization, each operation of a vector is many calls.
      let first = unsafe otherBytes(uncheckedWord(at: offset))
      let second = unsafe otherBytes(uncheckedWord(at: offset &+ 8))
      #else
      let words = unsafe uncheckedWords(at: offset)
      let marks = specialMarks(words) | words
      let (first, second) = (marks[0] & highBits, marks[1] & highBits)
      #endif
      if first | second != 0 {
        return first != 0
          ? offset &+ first.trailingZeroBitCount >> 3
          : offset &+ 8 &+ second.trailingZeroBitCount >> 3
      }
      offset &+= 16
    }
    return offset
  }

  /// The offset of the first byte from `start` on that isn't a space, or the end.
  @_transparent
  func endOfSpaces(from start: Int) -> Int {
    var offset = start
    while offset &+ 8 <= count {
      let others = word(at: offset) ^ spaces
      if others != 0 { return offset &+ others.trailingZeroBitCount >> 3 }
      offset &+= 8
    }
    while offset < count, self[offset] == 0x20 { offset &+= 1 }
    return offset
  }

  /// The number that the first eight of the decimal digits at an offset spell, read at once, and how
  /// many there are; nil if the end of the bytes is near.
  @_transparent
  func digits(at offset: Int) -> (value: UInt64, count: Int)? {
    guard isInside(offset), offset &+ 8 <= count else { return nil }
    // The bounds were checked in the line above.
    let digits = unsafe uncheckedWord(at: offset) ^ zeros
    // A byte isn't a digit if it is above nine. The lowest mark is true: no carry has reached it.
    let marks = (digits &+ (highBits &- lowBits &* 10) | digits) & highBits
    let count = marks.trailingZeroBitCount >> 3
    // The last digit is in the highest byte now, and zeros are in front of the first. Each step
    // makes of two neighbors one number: of digits, of pairs, and of fours.
    let ones = digits << UInt64(truncatingIfNeeded: 64 &- 8 &* count)
    let pairs = ones &* 10 &+ ones &>> 8
    let outer = (pairs & 0x0000_00FF_0000_00FF) &* (1_000_000 &<< 32 &+ 100)
    let inner = (pairs &>> 16 & 0x0000_00FF_0000_00FF) &* (10_000 &<< 32 &+ 1)
    return ((outer &+ inner) &>> 32, count)
  }
}

private var lowBits: UInt64 { @_transparent get { 0x0101_0101_0101_0101 } }
private var highBits: UInt64 { @_transparent get { 0x8080_8080_8080_8080 } }
private var quotes: UInt64 { @_transparent get { 0x2222_2222_2222_2222 } }
private var backslashes: UInt64 { @_transparent get { 0x5C5C_5C5C_5C5C_5C5C } }
private var spaces: UInt64 { @_transparent get { 0x2020_2020_2020_2020 } }
private var zeros: UInt64 { @_transparent get { 0x3030_3030_3030_3030 } }

/// Marks the bytes of a word that can't stand for themselves in a JSON string: quotes, backslashes
/// and control characters.
///
/// All of them are ASCII, so for all three tests `~word` removes the marks of bytes that are not.
@_transparent
func specialBytes(_ word: UInt64) -> UInt64 {
  let quote = (word ^ quotes) &- lowBits
  let backslash = (word ^ backslashes) &- lowBits
  let control = word &- spaces
  return (quote | backslash | control) & ~word & highBits
}

/// Whether a byte means itself in a JSON string.
@_transparent
func isPlain(_ byte: UInt8) -> Bool {
  byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte >= 0x20
}

/// Marks the bytes of a word that are not ASCII or can't stand for themselves in a JSON string.
@_transparent
private func otherBytes(_ word: UInt64) -> UInt64 { specialBytes(word) | word & highBits }

#if !DEBUG
/// Whether any of the sixteen bytes can't stand for itself in a JSON string.
@inline(__always)
func needsEscape(_ words: SIMD2<UInt64>) -> Bool {
  let marks = specialMarks(words) & ~words
  return (marks[0] | marks[1]) & highBits != 0
}

/// The marks of `specialBytes`, and those of bytes that are not ASCII, among other bits.
@inline(__always)
private func specialMarks(_ words: SIMD2<UInt64>) -> SIMD2<UInt64> {
  let quote = (words ^ SIMD2(repeating: quotes)) &- SIMD2(repeating: lowBits)
  let backslash = (words ^ SIMD2(repeating: backslashes)) &- SIMD2(repeating: lowBits)
  return quote | backslash | (words &- SIMD2(repeating: spaces))
}
#endif
