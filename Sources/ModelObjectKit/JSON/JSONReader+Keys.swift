extension JSONReader {
  /// A key of the text and what it feeds, or that there is none left.
  ///
  /// It is small enough to come back in registers.
  struct FoundKey {
    let token: JSONStringToken
    private let shortNumber: Int32
    private let shortPlace: Int32

    @inline(__always)
    init(token: JSONStringToken, number: Int, place: Int) {
      self.token = token
      shortNumber = Int32(truncatingIfNeeded: number)
      shortPlace = Int32(truncatingIfNeeded: place)
    }

    /// The key that begins at an offset and is the spelling of a place.
    @inline(__always)
    init(_ start: Int, _ spelling: SpellingTable.Spelling, _ place: Int) {
      let end = start &+ spelling.count
      token = JSONStringToken(start: start, end: end, hasEscapes: false)
      shortNumber = Int32(truncatingIfNeeded: spelling.number)
      shortPlace = Int32(truncatingIfNeeded: place)
    }

    /// The end of the object.
    @inline(__always)
    static var none: FoundKey {
      FoundKey(
        token: JSONStringToken(start: 0, end: 0, hasEscapes: false),
        number: -1,
        place: -2
      )
    }

    @inline(__always)
    var isNone: Bool { shortPlace == -2 }
    /// The number of the list of targets that the key feeds, or a negative one.
    @inline(__always)
    var number: Int { Int(shortNumber) }
    /// The place of its spelling, where it is one that the class foresaw; else a negative number.
    @inline(__always)
    var place: Int { Int(shortPlace) }
  }

  /// Opens the object at hand, reads its first key and finds what it feeds.
  ///
  /// The value is next; or the reader is past an empty object, and there is no key.
  mutating func openObject(
    _ keys: KeyIndex,
    _ previous: inout Int
  ) throws(Misfit) -> FoundKey {
    let guess = keys.follower(of: previous)
    if guess >= 0, remainingDepth > 0 {
      // What stands between the pairs of other objects with a bracket for the comma.
      let gap = betweenPairs.opening
      let spelling = keys.spelling(at: guess)
      let value = startOfValue(behind: spelling, in: keys, after: gap)
      if value >= 0 {
        let start = position &+ gap.count
        remainingDepth &-= 1
        previous = guess
        position = value
        return FoundKey(start, spelling, guess)
      }
    }
    guard try open(closing: UInt8(ascii: "}")) else { return .none }
    return try key(in: keys, after: &previous)
  }

  /// Moves past a comma, reads the key behind it and finds what it feeds.
  ///
  /// The value is next; or the reader is past the end of the object, and there is no key.
  ///
  /// The key that followed the one before it in other texts is tried first, with what stood around
  /// the last keys of this one.
  @inline(__always)
  mutating func nextKey(
    in keys: KeyIndex,
    after previous: inout Int
  ) throws(Misfit) -> FoundKey {
    let guess = keys.follower(of: previous)
    guard guess >= 0 else { return try nextUnforeseenKey(in: keys, after: &previous) }
    let spelling = keys.spelling(at: guess)
    let value = startOfValue(behind: spelling, in: keys, after: betweenPairs)
    guard value >= 0 else { return try nextUnforeseenKey(in: keys, after: &previous) }
    let start = position &+ betweenPairs.count
    previous = guess
    position = value
    return FoundKey(start, spelling, guess)
  }

  /// Where the value begins whose key is the next one, if that is a certain one, and marks and white
  /// space around it are those that are expected; else a negative number.
  @inline(__always)
  func startOfValue(
    behind key: SpellingTable.Spelling,
    in keys: KeyIndex,
    after gap: BytePattern
  ) -> Int {
    let end = keys.end(of: gap, key, behindKeys, from: position, in: bytes)
    return gap.count <= 16 || end < 0 || bytes.isIndent(from: position, to: position &+ gap.count)
      ? end : -1
  }

  /// As `nextKey`, for a key that was not guessed.
  mutating func nextUnforeseenKey(
    in keys: KeyIndex,
    after previous: inout Int
  ) throws(Misfit) -> FoundKey {
    let end = position
    guard try hasMore(closing: UInt8(ascii: "}")) else { return .none }
    if next() == UInt8(ascii: "\"") { betweenPairs = bytes.gap(from: end, to: position &+ 1) }
    return try key(in: keys, after: &previous)
  }

  /// Reads the key that comes next and finds what it feeds; the value is next.
  private mutating func key(
    in keys: KeyIndex,
    after previous: inout Int
  ) throws(Misfit) -> FoundKey {
    guard next() == UInt8(ascii: "\"") else {
      throw .syntax(offset: position, expected: "a key in quotes")
    }
    let guess = keys.follower(of: previous)
    guard guess >= 0 else { return try unforeseenKey(in: keys, after: &previous) }
    let spelling = keys.spelling(at: guess)
    let value = keys.end(of: .quote, spelling, behindKeys, from: position, in: bytes)
    guard value >= 0, bytes.peek(value) > 0x20 else {
      return try unforeseenKey(in: keys, after: &previous)
    }
    let start = position &+ 1
    previous = guess
    position = value
    return FoundKey(start, spelling, guess)
  }

  /// Reads the key at hand, which was not guessed.
  private mutating func unforeseenKey(
    in keys: KeyIndex,
    after previous: inout Int
  ) throws(Misfit) -> FoundKey {
    let token = try key()
    _ = next()
    behindKeys =
      position <= token.end &+ 16 ? bytes.gap(from: token.end, to: position) : BytePattern()
    if token.hasEscapes {
      return FoundKey(token: token, number: keys.find(text(of: token)), place: -1)
    }
    let place = keys.place(of: view(of: token), after: &previous)
    let number = place >= 0 ? keys.spelling(at: place).number : keys.findFolded(view(of: token))
    return FoundKey(token: token, number: number, place: place)
  }
}

extension ByteView {
  /// What stands between two offsets, if it is short or an indent, to be recognised when it comes
  /// again: who writes a text writes the same marks and white space over and over.
  fileprivate func gap(from start: Int, to end: Int) -> BytePattern {
    end <= start &+ 16 || isIndent(from: start, to: end)
      ? BytePattern(self[start, end]) : BytePattern()
  }

  /// Whether all but the first and last eight bytes of a gap are spaces.
  @inline(__always)
  fileprivate func isIndent(from start: Int, to end: Int) -> Bool {
    endOfSpaces(from: start &+ 8) >= end &- 8
  }
}
