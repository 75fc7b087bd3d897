extension ByteView {
  /// The text inside a Markdown fence of three backticks, as far as it has arrived; any other text
  /// unchanged.
  ///
  /// Language models put one around JSON, with or without the name of a language.
  var insideFence: ByteView {
    let start = indexOfText(from: 0)
    guard start < count, self[start] == Self.tick else { return self }
    var end = start
    while end < count, end < start + 3, self[end] == Self.tick { end += 1 }
    // Fewer than three at the end may become a fence.
    guard end == start + 3 else { return end == count ? .empty : self }
    let line = endOfLine(from: end) + 1
    return line < count ? self[line, closingFence(from: line)] : .empty
  }

  private static var tick: UInt8 { UInt8(ascii: "`") }

  /// The offset of a fence at the beginning of a line, perhaps incomplete; the end of the text if
  /// there is none.
  private func closingFence(from start: Int) -> Int {
    var line = start
    while line < count {
      let text = indexOfText(from: line)
      if text < count, self[text] == Self.tick { return line }
      // A JSON string has no line ends, so it can't contain a fence.
      line = endOfLine(from: line) + 1
    }
    return count
  }

  /// The offset of the first byte from an offset on that isn't white space, or the end.
  func indexOfText(from start: Int) -> Int {
    var index = start
    while index < count, [0x20, 0x09, 0x0A, 0x0D].contains(self[index]) { index += 1 }
    return index
  }
}
