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
    if lines > 0 { (line, column) = (line + lines, 0) }
    let rest = lines > 0 ? bytes.lastLine : bytes
    column += rest.count - rest.continuationBytes
  }
}

extension ByteView {
  /// The bytes after the last line feed.
  var lastLine: ByteView {
    var start = count
    while start > 0, self[start - 1] != 0x0A { start -= 1 }
    return self[start, count]
  }
}
