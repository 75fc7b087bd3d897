import ModelObjectWords

/// Searches that look at sixteen bytes at a time.
///
/// They are written in C, where a comparison of sixteen bytes becomes bits by one instruction, also in a
/// debug build.
extension ByteView {
  /// The offset of the first byte from `start` on that can't stand for itself in a JSON string, or the
  /// end of the bytes: a quote, a backslash or a control character.
  @_transparent
  func endOfPlainRun(from start: Int) -> Int {
    precondition(start >= 0 && start <= count, "outside of the bytes")
    // The bounds were checked in the line above.
    return unsafe modelObjectEndOfPlainRun(base, start, count)
  }

  /// The offset of the first byte from `start` on that is not ASCII or can't stand for itself in a
  /// JSON string; near the end of the bytes an earlier offset.
  @_transparent
  func endOfPlainASCII(from start: Int) -> Int {
    precondition(start >= 0 && start <= count, "outside of the bytes")
    // The bounds were checked in the line above.
    return unsafe modelObjectEndOfPlainASCII(base, start, count)
  }

  /// The offset of the first byte from `start` on that isn't white space of JSON, or the end; `start`
  /// itself, if it is outside.
  @_transparent
  func endOfBlanks(from start: Int) -> Int {
    guard isInside(start) else { return start }
    // The bounds were checked in the line above.
    return unsafe modelObjectEndOfBlanks(base, start, count)
  }

  /// The offset of the first byte from `start` on that isn't a decimal digit, or the end; `start` itself,
  /// if it is outside.
  @_transparent
  func endOfDigits(from start: Int) -> Int {
    guard isInside(start) else { return start }
    // The bounds were checked in the line above.
    return unsafe modelObjectEndOfDigits(base, start, count)
  }

  /// Whether the bytes are ASCII; nil if they aren't even UTF-8.
  ///
  /// Overlong forms, surrogates and numbers beyond the last plane aren't, as in RFC 3629.
  var isASCII: Bool? {
    // The view is alive, and has that many bytes.
    let kind = unsafe modelObjectKindOfUTF8(base, count)
    return kind < 0 ? nil : kind == 0
  }
}

/// Eight bytes are looked at as one word elsewhere. Each test marks a byte by its top bit, with the
/// carries of one subtraction for all eight. A carry can raise a false mark above a true one, never below:
/// the lowest mark is always true.
extension ByteView {
  /// The offset of the first byte from `start` on that isn't a space, or the end.
  ///
  /// Few follow one another, and what comes next waits for the result: sixteen at a time take longer.
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
