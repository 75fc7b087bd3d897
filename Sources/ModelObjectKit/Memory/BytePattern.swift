/// A few bytes that are compared with those at a known place, a word at a time.
///
/// Of a pattern of more than sixteen bytes only the ends are compared.
@safe struct BytePattern {
  /// The first eight bytes, with zeros if there are fewer.
  let first: UInt64
  /// The bits of a word that the pattern fills.
  private let mask: UInt64
  /// The last eight bytes; the same as the first ones if there are no more.
  let last: UInt64
  let count: Int
}

extension BytePattern {
  /// A pattern that matches nothing.
  init() {
    (first, mask, last, count) = (1, 0, 0, 0)
  }

  init(_ bytes: ByteView) {
    count = bytes.count
    mask = count < 8 ? 1 << UInt64(8 &* count) &- 1 : .max
    (first, last) = bytes.ends
  }

  static var quote: BytePattern { BytePattern(first: 0x22, mask: 0xFF, last: 0x22, count: 1) }
  static var commaAndQuote: BytePattern {
    BytePattern(first: 0x222C, mask: 0xFFFF, last: 0x222C, count: 2)
  }
  static var quoteAndColon: BytePattern {
    BytePattern(first: 0x3A22, mask: 0xFFFF, last: 0x3A22, count: 2)
  }

  /// The same pattern with an opening brace, if it begins with a comma; or the other way round.
  @_transparent
  var exchangingCommaAndBrace: BytePattern {
    BytePattern(first: first ^ (0x2C ^ 0x7B), mask: mask, last: last, count: count)
  }

  /// Whether the pattern begins at an offset; the caller knows that all of it lies inside, and
  /// eight bytes from the offset on.
  @_transparent
  @unsafe fileprivate func stands(at offset: Int, in text: ByteView) -> Bool {
    unsafe text.uncheckedWord(at: offset) & mask == first
      && (count <= 8 || text.uncheckedWord(at: offset &+ count &- 8) == last)
  }
}

extension ByteView {
  /// The end of a pattern that begins at an offset; -1 if it doesn't, or if the end of the text is
  /// near.
  @_transparent
  func end(of pattern: BytePattern, from offset: Int) -> Int {
    let end = offset &+ pattern.count
    guard isInside(offset), end &+ 8 <= count else { return -1 }
    // The bounds were checked in the line above.
    return unsafe pattern.stands(at: offset, in: self) ? end : -1
  }

  /// The end of three patterns that follow one another from an offset on; -1 if they don't, or
  /// if the end of the text is near.
  @_transparent
  func end(
    of first: BytePattern,
    _ second: BytePattern,
    _ third: BytePattern,
    from offset: Int
  ) -> Int {
    let middle = offset &+ first.count
    let late = middle &+ second.count
    let end = late &+ third.count
    guard isInside(offset), end &+ 8 <= count else { return -1 }
    // The bounds were checked in the line above: each pattern begins between offset and end, so
    // eight bytes from there on lie inside, and it ends there too.
    let areThere =
      unsafe first.stands(at: offset, in: self) && second.stands(at: middle, in: self)
      && third.stands(at: late, in: self)
    return areThere ? end : -1
  }
}

extension ByteView {
  /// The first and the last eight bytes; together they are all of sixteen bytes or less.
  @_transparent
  var ends: (first: UInt64, last: UInt64) {
    if count >= 16 || count == 8 { return (word(at: 0), word(at: count &- 8)) }
    guard count > 8 else {
      let word = shortWord(from: 0)
      return (word, word)
    }
    // A short string's two words have just been stored when its bytes are asked for: a load that
    // takes from both would have to wait for them.
    let first = word(at: 0)
    let bits = UInt64(truncatingIfNeeded: 8 &* (count &- 8))
    return (first, first &>> bits | shortWord(from: 8) &<< (64 &- bits))
  }

  /// The less than eight bytes from an offset on as one word; parts that overlap are equal.
  @_transparent
  private func shortWord(from start: Int) -> UInt64 {
    let rest = count &- start
    if rest >= 4 {
      return UInt64(half(at: start))
        | UInt64(half(at: count &- 4)) &<< UInt64(truncatingIfNeeded: 8 &* (rest &- 4))
    }
    guard rest > 0 else { return 0 }
    let middle = rest >> 1
    return UInt64(self[start])
      | UInt64(self[start &+ middle]) &<< UInt64(truncatingIfNeeded: 8 &* middle)
      | UInt64(self[count &- 1]) &<< UInt64(truncatingIfNeeded: 8 &* (rest &- 1))
  }
}
