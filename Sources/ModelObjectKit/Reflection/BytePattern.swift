/// A few bytes that are looked for at known places, compared a word at a time.
///
/// Where a pattern of more than sixteen bytes stands, only its ends are known to be there.
@safe struct BytePattern {
  /// The first eight bytes, with zeros where there are less.
  let first: UInt64
  /// The bits of a word that the pattern fills.
  private let mask: UInt64
  /// The last eight bytes; the same as the first ones where there are no more.
  let last: UInt64
  let count: Int

  /// A pattern that stands nowhere.
  init() {
    (first, mask, last, count) = (1, 0, 0, 0)
  }

  init(_ bytes: ByteView) {
    count = bytes.count
    mask = count < 8 ? 1 << UInt64(8 &* count) &- 1 : .max
    (first, last) = bytes.ends
  }

  /// Where the pattern ends, if it begins at an offset; else, or where the end of the text is near,
  /// a negative number.
  @inline(__always)
  func end(from offset: Int, in text: ByteView) -> Int {
    let end = offset &+ count
    guard text.isInside(offset), max(end, offset &+ 8) <= text.count else { return -1 }
    // The bounds were checked in the line above: both words lie between offset and end, or in the
    // eight bytes from offset on.
    let isThere =
      unsafe text.uncheckedWord(at: offset) & mask == first
      && (count <= 8 || text.uncheckedWord(at: end &- 8) == last)
    return isThere ? end : -1
  }
}

extension ByteView {
  /// The first and the last eight bytes; together they are all of sixteen bytes or less.
  @inline(__always)
  var ends: (first: UInt64, last: UInt64) {
    if count >= 8 { return (word(at: 0), word(at: count &- 8)) }
    let word = shortWord
    return (word, word)
  }

  /// The bytes of a view of less than eight as one word: parts that overlap say the same.
  private var shortWord: UInt64 {
    if count >= 4 {
      return UInt64(half(at: 0)) | UInt64(half(at: count &- 4)) << UInt64(8 &* (count &- 4))
    }
    guard count > 0 else { return 0 }
    let middle = count >> 1
    return UInt64(self[0]) | UInt64(self[middle]) << UInt64(8 &* middle)
      | UInt64(self[count &- 1]) << UInt64(8 &* (count &- 1))
  }
}
