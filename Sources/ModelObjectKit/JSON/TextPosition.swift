/// A position in a text that is only partly in memory, for errors.
struct TextPosition {
  /// The number of bytes before the position.
  private(set) var offset = 0
  /// The line of the position, counted from zero.
  private(set) var line = 0
  /// The number of scalars before the position in its line.
  private(set) var column = 0

  /// Moves past the first bytes of a text.
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

  /// Moves past bytes of a text, although others before them, on one line, have yet to be passed.
  mutating func pass(_ bytes: ByteView, after others: ByteView) {
    let former = line
    pass(bytes)
    if line > former { column -= others.count - others.continuationBytes }
  }
}
