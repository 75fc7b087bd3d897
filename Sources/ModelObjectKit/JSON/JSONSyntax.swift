extension ByteView {
  /// The error for text that is not JSON, with the line and column that an editor shows.
  ///
  /// The text may be a part of a longer one: it begins at a position of that.
  func syntaxError(
    at offset: Int,
    _ expected: StaticString,
    behind start: TextPosition? = nil
  ) -> ModelError {
    let before = self[0, min(offset, count)]
    var line = (start?.line ?? 0) + 1
    var lineStart = 0
    for index in 0..<before.count where before[index] == 0x0A {
      line += 1
      lineStart = index + 1
    }
    let lastLine = before[lineStart, before.count]
    var column = String(lastLine).count + 1
    if let start {
      // What is one character to a reader may be cut anywhere.
      column = lastLine.count - lastLine.continuationBytes + 1
      if line == start.line + 1 { column += start.column }
    }
    return ModelError(
      .malformedJSON,
      message: "line \(line), column \(column): expected \(expected), found \(found(at: offset))"
    )
  }

  private func found(at offset: Int) -> String {
    guard offset < count else { return "the end" }
    let byte = self[offset]
    if byte < 0x20 || byte == 0x7F { return "a control character" }
    if byte < 0x80 { return "'\(Character(Unicode.Scalar(byte)))'" }
    guard let character = String(self[offset, min(offset + 16, count)]).first,
      character != "\u{FFFD}"
    else { return "a broken character" }
    return "'\(character)'"
  }
}
