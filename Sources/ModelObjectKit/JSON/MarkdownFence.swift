extension ByteView {
  /// The text inside a Markdown fence of three backticks, as far as it has arrived; any other text
  /// up to such a fence.
  ///
  /// Language models put one around JSON, with or without the name of a language.
  var insideFence: ByteView {
    let start = indexOfText(from: 0)
    guard start < count, self[start] == Self.tick else { return self[0, endOfJSON(from: start)] }
    var end = start
    while end < count, end < start + 3, self[end] == Self.tick { end += 1 }
    // Fewer than three at the end may become a fence.
    guard end == start + 3 else { return end == count ? .empty : self }
    // The rest of the line may name a language.
    let beginnings = [0x0A, UInt8(ascii: "{"), UInt8(ascii: "[")]
    while end < count, !beginnings.contains(self[end]) { end += 1 }
    return self[end, endOfJSON(from: end)]
  }

  private static var tick: UInt8 { UInt8(ascii: "`") }

  /// The offset of the first fence that isn't in a string, perhaps incomplete; the end of the text
  /// if there is none.
  private func endOfJSON(from start: Int) -> Int {
    var index = start
    var isInString = false
    while index < count {
      switch self[index] {
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "\\") where isInString: index += 1
      case Self.tick where !isInString:
        var end = index
        while end < count, self[end] == Self.tick { end += 1 }
        if end == count || end >= index + 3 { return index }
        index = end - 1
      default: break
      }
      index += 1
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
