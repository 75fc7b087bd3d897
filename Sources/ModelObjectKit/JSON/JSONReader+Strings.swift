/// A string of the text, between its quotes.
struct JSONStringToken {
  let start: Int
  /// The end, and in the lowest bit whether there are escapes: two words are returned in registers.
  private let endAndEscapes: Int

  init(start: Int, end: Int, hasEscapes: Bool) {
    self.start = start
    endAndEscapes = end << 1 | (hasEscapes ? 1 : 0)
  }

  var end: Int { endAndEscapes >> 1 }
  var hasEscapes: Bool { endAndEscapes & 1 == 1 }
}

extension JSONReader {
  /// Reads the string at the position, and checks its escapes and UTF-8.
  @inline(__always)
  mutating func string() throws(Misfit) -> JSONStringToken {
    let start = position &+ 1
    let end = bytes.endOfPlainASCII(from: start)
    if bytes.peek(end) == UInt8(ascii: "\"") {
      position = end &+ 1
      return JSONStringToken(start: start, end: end, hasEscapes: false)
    }
    return try stringWithMore(from: start, plainTo: end)
  }

  /// Reads a string that has escapes, is not ASCII, or ends near the end of the text.
  mutating func stringWithMore(
    from start: Int,
    plainTo end: Int
  ) throws(Misfit) -> JSONStringToken {
    var run = bytes.plainRun(from: end)
    var isASCII = run.isASCII
    var hasEscapes = false
    while bytes.peek(run.end) == UInt8(ascii: "\\") {
      hasEscapes = true
      var escape = JSONEscape(bytes, at: run.end)
      _ = try escape.scalar()
      run = bytes.plainRun(from: escape.end)
      isASCII = isASCII && run.isASCII
    }
    guard bytes.peek(run.end) == UInt8(ascii: "\"") else {
      throw .syntax(
        offset: run.end,
        expected: run.end < bytes.count ? "'\"' or an escape" : "'\"'"
      )
    }
    if !isASCII, let offset = bytes.firstInvalidUTF8(from: start, to: run.end) {
      throw .syntax(offset: offset, expected: "UTF-8")
    }
    position = run.end &+ 1
    return JSONStringToken(start: start, end: run.end, hasEscapes: hasEscapes)
  }

  /// Reads the string at the position as a text.
  @inline(__always)
  mutating func stringText() throws(Misfit) -> String {
    let start = position &+ 1
    let end = bytes.endOfPlainASCII(from: start)
    if bytes.peek(end) == UInt8(ascii: "\"") {
      position = end &+ 1
      return bytes.asciiText(from: start, to: end)
    }
    return try textWithMore(from: start, plainTo: end)
  }

  /// Reads a string that has escapes, is not ASCII, or ends near the end of the text, as a text.
  ///
  /// Its UTF-8 is checked once, by the standard library.
  private mutating func textWithMore(
    from start: Int,
    plainTo end: Int
  ) throws(Misfit) -> String {
    let run = bytes.plainRun(from: end)
    if bytes.peek(run.end) == UInt8(ascii: "\""), let text = bytes.text(from: start, to: run.end) {
      position = run.end &+ 1
      return text
    }
    if bytes.peek(run.end) == UInt8(ascii: "\\"), let text = try unescapedText(from: start, run.end)
    {
      return text
    }
    // Throws the error with its offset.
    return text(of: try stringWithMore(from: start, plainTo: end))
  }

  /// Reads a string whose first escape is known; nil, with nothing read, where it does not end or
  /// is no UTF-8.
  private mutating func unescapedText(
    from start: Int,
    _ firstEscape: Int
  ) throws(Misfit) -> String? {
    var buffer = TextBuffer(capacity: max(240, 2 &* (firstEscape &- start)))
    var end = buffer.appendPlainRun(of: bytes, from: start, to: firstEscape)
    while bytes.peek(end) == UInt8(ascii: "\\") {
      var escape = JSONEscape(bytes, at: end)
      buffer.append(try escape.scalar())
      end = buffer.appendPlainRun(of: bytes, from: escape.end, to: bytes.count)
    }
    guard bytes.peek(end) == UInt8(ascii: "\""), let text = buffer.text() else { return nil }
    position = end &+ 1
    return text
  }

  /// The bytes of a string without escapes.
  @inline(__always)
  func view(of token: JSONStringToken) -> ByteView { bytes[token.start, token.end] }

  /// The text of a string.
  @inline(__always)
  func text(of token: JSONStringToken) -> String {
    token.hasEscapes ? bytes.unescaped(token) : String(view(of: token))
  }
}

extension ByteView {
  /// The text of a string that has escapes.
  fileprivate func unescaped(_ token: JSONStringToken) -> String {
    var buffer = TextBuffer(capacity: token.end - token.start)
    var offset = token.start
    while offset < token.end {
      offset = buffer.appendPlainRun(of: self, from: offset, to: token.end)
      guard offset < token.end else { break }
      var escape = JSONEscape(self, at: offset)
      // The token was checked when it was read, so its escapes are valid.
      guard let scalar = try? escape.scalar() else { break }
      buffer.append(scalar)
      offset = escape.end
    }
    return buffer.text() ?? ""
  }
}
