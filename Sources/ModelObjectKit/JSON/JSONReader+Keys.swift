extension JSONReader {
  /// A key of the text, and what it feeds.
  struct FoundKey {
    let token: JSONStringToken
    /// The number of the list of targets that the key feeds, or a negative one.
    let number: Int
    /// The place of its spelling, where it is one that the class foresaw; else a negative number.
    let place: Int

    init(token: JSONStringToken, number: Int, place: Int) {
      self.token = token
      self.number = number
      self.place = place
    }

    /// The key between two offsets, which is the spelling of a place.
    @inline(__always)
    init(_ start: Int, _ end: Int, _ spelling: SpellingTable.Spelling, _ place: Int) {
      token = JSONStringToken(start: start, end: end, hasEscapes: false)
      number = spelling.number
      self.place = place
    }
  }

  /// Where the key of a pair begins, behind its quote.
  @inline(__always)
  mutating func startOfKey() throws(Misfit) -> Int {
    if bytes.peek(position) == UInt8(ascii: "\"") { return position &+ 1 }
    let start = beforeKeys.end(from: position, in: bytes)
    return start >= 0 && (beforeKeys.count <= 16 || isIndent(from: position, to: start))
      ? start : try unforeseenStart()
  }

  /// Whether all but the first and last eight bytes of a gap are spaces.
  @inline(__always)
  private func isIndent(from start: Int, to end: Int) -> Bool {
    bytes.endOfSpaces(from: start &+ 8) >= end &- 8
  }

  private mutating func unforeseenStart() throws(Misfit) -> Int {
    let start = position
    guard next() == UInt8(ascii: "\"") else {
      throw .syntax(offset: position, expected: "a key in quotes")
    }
    beforeKeys = gap(from: start, to: position &+ 1)
    return position &+ 1
  }

  /// What stands between two offsets, if it is short or an indent, to be recognised when it comes
  /// again: who writes a text writes the same marks and white space over and over.
  private func gap(from start: Int, to end: Int) -> BytePattern {
    end <= start &+ 16 || isIndent(from: start, to: end)
      ? BytePattern(bytes[start, end]) : BytePattern()
  }

  /// Reads the key of a pair and the colon behind it, and finds what it feeds; the value is next.
  ///
  /// The key that followed the one before it in other texts is tried first, with what stood around
  /// the last keys of this one.
  @inline(__always)
  mutating func key(
    in keys: KeyIndex,
    after previous: inout Int
  ) throws(Misfit) -> FoundKey {
    let start = try startOfKey()
    let guess = keys.follower(of: previous)
    guard guess >= 0 else { return try unforeseenKey(from: start, in: keys, after: &previous) }
    let spelling = keys.spelling(at: guess)
    let end = keys.end(of: spelling, from: start, in: bytes)
    let value = end < 0 ? -1 : behindKeys.end(from: end, in: bytes)
    guard value >= 0 else { return try unforeseenKey(from: start, in: keys, after: &previous) }
    previous = guess
    position = value
    return FoundKey(start, end, spelling, guess)
  }

  /// Reads the key that begins at an offset and was not guessed.
  mutating func unforeseenKey(
    from start: Int,
    in keys: KeyIndex,
    after previous: inout Int
  ) throws(Misfit) -> FoundKey {
    position = start &- 1
    let token = try key()
    _ = next()
    behindKeys = position <= token.end &+ 16 ? gap(from: token.end, to: position) : BytePattern()
    if token.hasEscapes {
      return FoundKey(token: token, number: keys.find(text(of: token)), place: -1)
    }
    let place = keys.place(of: view(of: token), after: &previous)
    let number = place >= 0 ? keys.spelling(at: place).number : keys.findFolded(view(of: token))
    return FoundKey(token: token, number: number, place: place)
  }
}
