/// Finding the keys of an object.
///
/// JSON is repetitive: an object usually has the keys of the last one, in the same order, with the
/// same punctuation and white space. So the next key is predicted and compared in place; if that is
/// right, no search and no string are needed.
///
///     class Person: ModelObject { var id = 0; var fullName = "" }
///
///       { "id" : 7,  "full_name" : "Shan",  "note" : "" }
///                 ^^^^---------^^^^
///                  |      |     | behindKeys: `" : `
///                  |      | the spelling at an index
///                  | betweenPairs: `,  "`
///
/// 1. The reader is after the 7. `followers` has the index that came after that of `id` in the last
///    object, of this text or another: that of `full_name`.
/// 2. `betweenPairs`, the spelling and `behindKeys` are compared with the bytes, eight at a time.
///    If all three match, the reader moves to the value, and the index determines its property.
/// 3. Otherwise the comma and the key are read token by token (`nextUnguessedKey`). The punctuation
///    and spaces around the key become the expected gaps. The key is looked up among the spellings
///    by its bytes; if it is found, it becomes the follower of the key before it.
/// 4. A key that isn't a known spelling is folded, and looked up among the folded names: this is
///    how `full_name` was found the first time, and became a known spelling. `note` wasn't found,
///    and became a known spelling that maps to nothing.
///
/// | known | where | learned | for how long |
/// |---|---|---|---|
/// | the spellings of a class | `SpellingTable` | when its schema is made, and in step 4 | always |
/// | which key follows which | `AtomicWords`, for all threads | in step 3 | until another one follows |
/// | the gaps of a text | `JSONReader` | in step 3 | until others come; a nested object has its own |
extension JSONReader {
  /// A key of the text and its targets, or the end of the object.
  ///
  /// It is small enough to be returned in registers.
  struct FoundKey {
    let token: JSONStringToken
    private let shortNumber: Int32
    private let shortIndex: Int32

    init(token: JSONStringToken, targets: TargetList, index: SpellingIndex) {
      self.token = token
      shortNumber = Int32(truncatingIfNeeded: targets.number)
      shortIndex = Int32(truncatingIfNeeded: index.value)
    }

    /// The key that begins at an offset and is the spelling at an index.
    @_transparent
    init(_ start: Int, _ spelling: SpellingTable.Spelling, _ index: SpellingIndex) {
      let end = start &+ spelling.count
      token = JSONStringToken(start: start, end: end, hasEscapes: false)
      shortNumber = Int32(truncatingIfNeeded: spelling.number)
      shortIndex = Int32(truncatingIfNeeded: index.value)
    }

    /// The end of the object.
    static var none: FoundKey {
      FoundKey(
        token: JSONStringToken(start: 0, end: 0, hasEscapes: false),
        targets: .none,
        index: SpellingIndex(-2)
      )
    }

    var isNone: Bool { shortIndex == -2 }
    /// The targets of the key.
    var targets: TargetList { TargetList(Int(shortNumber)) }
    /// The index of the key's spelling, if it is in the table.
    var index: SpellingIndex { SpellingIndex(Int(shortIndex)) }
  }

  /// Opens the object at the position, reads its first key and finds its targets.
  ///
  /// The value is next; or the object is empty, the reader is past it, and there is no key.
  mutating func openObject(
    _ keys: KeyIndex,
    _ previous: inout SpellingIndex
  ) throws(Misfit) -> FoundKey {
    // Expect the gap between pairs of other objects, with a bracket instead of the comma.
    if remainingDepth > 0,
      let found = guessedKey(
        keys.follower(of: previous),
        in: keys,
        after: betweenPairs.exchangingCommaAndBrace
      )
    {
      remainingDepth &-= 1
      previous = found.index
      return found
    }
    let start = position
    guard try open(closing: UInt8(ascii: "}")) else { return .none }
    // If the first pair is on a separate line, so are the others.
    if bytes.peek(start &+ 1) < 0x10, next() == UInt8(ascii: "\"") {
      betweenPairs = bytes.gap(from: start, to: position &+ 1).exchangingCommaAndBrace
    }
    return try key(in: keys, after: &previous)
  }

  /// Moves past a comma, reads the key after it and finds its targets.
  ///
  /// The value is next; or the object has ended, the reader is past it, and there is no key.
  @_transparent
  mutating func nextKey(
    in keys: KeyIndex,
    after previous: inout SpellingIndex
  ) throws(Misfit) -> FoundKey {
    guard let found = guessedKey(keys.follower(of: previous), in: keys, after: betweenPairs) else {
      return try nextUnguessedKey(in: keys, after: &previous)
    }
    previous = found.index
    return found
  }

  /// Moves past a gap and the key after it; nil, with nothing read, if the key isn't the spelling
  /// at the index.
  @_transparent
  mutating func guessedKey(
    _ index: SpellingIndex,
    in keys: KeyIndex,
    after gap: BytePattern,
    before otherGap: BytePattern? = nil
  ) -> FoundKey? {
    guard !index.isNone else { return nil }
    let spelling = keys.spelling(at: index)
    let behind = otherGap ?? behindKeys
    let value = spelling.end(between: gap, and: behind, from: position, in: bytes)
    let start = position &+ gap.count
    guard value >= 0, gap.count <= 16 || bytes.isIndent(from: position, to: start) else {
      return nil
    }
    position = value
    return FoundKey(start, spelling, index)
  }

  /// Same as `nextKey`, for a key that wasn't guessed.
  mutating func nextUnguessedKey(
    in keys: KeyIndex,
    after previous: inout SpellingIndex
  ) throws(Misfit) -> FoundKey {
    let end = position
    guard try hasMore(closing: UInt8(ascii: "}")) else { return .none }
    if next() == UInt8(ascii: "\"") { betweenPairs = bytes.gap(from: end, to: position &+ 1) }
    return try key(in: keys, after: &previous)
  }

  /// Reads the next key and finds its targets; the value is next.
  private mutating func key(
    in keys: KeyIndex,
    after previous: inout SpellingIndex
  ) throws(Misfit) -> FoundKey {
    try checkKey()
    // The key may be the guessed one, with other gaps.
    let index = keys.follower(of: previous)
    if let found = guessedKey(index, in: keys, after: .quote, before: .quote) {
      try expectColon(behind: found.token)
      previous = index
      return found
    }
    let token = try string()
    try expectColon(behind: token)
    if token.hasEscapes {
      return FoundKey(token: token, targets: keys.find(bytes.text(of: token)), index: .none)
    }
    let found = keys.find(bytes.view(of: token), after: &previous)
    return FoundKey(token: token, targets: found.targets, index: found.index)
  }
}

extension JSONReader {
  /// Moves past the colon after a key, to the value, and learns the gap between them.
  private mutating func expectColon(behind key: JSONStringToken) throws(Misfit) {
    try expect(UInt8(ascii: ":"), .colon)
    _ = next()
    behindKeys = position <= key.end &+ 16 ? bytes.gap(from: key.end, to: position) : BytePattern()
  }
}

extension ByteView {
  /// The bytes between two offsets as a pattern; if they are neither short nor an indent, it
  /// matches nothing.
  fileprivate func gap(from start: Int, to end: Int) -> BytePattern {
    end <= start &+ 16 || isIndent(from: start, to: end)
      ? BytePattern(self[start, end]) : BytePattern()
  }

  /// Whether all but the first and last eight bytes of a gap are spaces.
  @_transparent
  fileprivate func isIndent(from start: Int, to end: Int) -> Bool {
    endOfSpaces(from: start &+ 8) >= end &- 8
  }
}
