/// How far a text has come: for errors in texts of which only a part is in memory.
struct TextPosition {
  /// The bytes before the part at hand.
  private(set) var offset = 0
  /// The line in which the part at hand begins, counted from zero.
  private(set) var line = 0
  /// The characters of that line that come before it.
  private(set) var column = 0

  /// Moves behind the first bytes of a text.
  mutating func pass(_ bytes: ByteView) {
    offset += bytes.count
    let lines = bytes.lineFeeds
    var start = 0
    if lines > 0 {
      line += lines
      column = 0
      start = bytes.count
      while bytes.peek(start - 1) != 0x0A { start -= 1 }
    }
    let rest = bytes[start, bytes.count]
    column += rest.count - rest.continuationBytes
  }
}
