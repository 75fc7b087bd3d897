/// A string of the text, between its quotes.
struct JSONStringToken {
  let start: Int
  let end: Int
  let hasEscapes: Bool
}

extension JSONReader {
  /// Reads the string at the position, and checks its escapes and UTF-8.
  @_transparent
  mutating func string() throws(Misfit) -> JSONStringToken {
    let start = position &+ 1
    let end = bytes.endOfPlainASCII(from: start)
    if bytes.peek(end) == UInt8(ascii: "\"") {
      position = end &+ 1
      return JSONStringToken(start: start, end: end, hasEscapes: false)
    }
    return try stringWithMore(from: start, plainTo: end)
  }

  /// Reads a string that has escapes, isn't ASCII, or ends near the end of the text.
  mutating func stringWithMore(
    from start: Int,
    plainTo end: Int
  ) throws(Misfit) -> JSONStringToken {
    var end = bytes.endOfPlainRun(from: end)
    var hasEscapes = false
    while bytes.peek(end) == UInt8(ascii: "\\") {
      hasEscapes = true
      var escape = JSONEscape(bytes, at: end)
      _ = try escape.scalar()
      end = bytes.endOfPlainRun(from: escape.end)
    }
    guard bytes.peek(end) == UInt8(ascii: "\"") else {
      throw .syntax(offset: end, expected: end < bytes.count ? .quoteOrEscape : .quote)
    }
    if let offset = bytes.firstInvalidUTF8(from: start, to: end) {
      throw .syntax(offset: offset, expected: .utf8)
    }
    position = end &+ 1
    return JSONStringToken(start: start, end: end, hasEscapes: hasEscapes)
  }

  /// Reads the string at the position as a `String`.
  @_transparent
  mutating func stringText() throws(Misfit) -> String {
    let start = position &+ 1
    let end = bytes.endOfPlainASCII(from: start)
    if bytes.peek(end) == UInt8(ascii: "\"") {
      position = end &+ 1
      return String(valid: bytes[start, end], isASCII: true)
    }
    return try textWithMore(from: start, plainTo: end)
  }

  /// Reads a string that has escapes, isn't ASCII, or ends near the end of the text, as a `String`.
  private mutating func textWithMore(
    from start: Int,
    plainTo end: Int
  ) throws(Misfit) -> String {
    let end = bytes.endOfPlainRun(from: end)
    if bytes.peek(end) == UInt8(ascii: "\""), let text = bytes[start, end].validText {
      position = end &+ 1
      return text
    }
    if bytes.peek(end) == UInt8(ascii: "\\") {
      let unescaped = bytes.unescaped(from: start)
      if let text = unescaped.text {
        position = unescaped.end &+ 1
        return text
      }
    }
    // Throws the error with its offset.
    return bytes.text(of: try stringWithMore(from: start, plainTo: end))
  }
}

extension ByteView {
  /// The bytes of a string without escapes.
  @_transparent
  func view(of token: JSONStringToken) -> ByteView { self[token.start, token.end] }

  /// The text of a string.
  @_transparent
  func text(of token: JSONStringToken) -> String {
    guard token.hasEscapes else { return String(view(of: token)) }
    // This can't fail: the string was checked when it was read.
    return unescaped(from: token.start).text ?? ""
  }

  /// The text of a whole string with its quotes.
  var unescaped: String { unescaped(from: 1).text ?? "" }

  /// The text of a string that begins at an offset, and the offset of its last quote; no text if it
  /// doesn't end, isn't UTF-8, or has an escape that there isn't.
  @inline(never)
  fileprivate func unescaped(from start: Int) -> (text: String?, end: Int) {
    TextBuffer.with { buffer in
      var end = start
      while true {
        end = buffer.appendPlainRun(of: self, from: end)
        guard peek(end) == UInt8(ascii: "\\") else { break }
        let kind = peek(end &+ 1)
        if JSONEscape.standsForItself(kind) {
          buffer.append(kind)
          end &+= 2
        } else {
          var escape = JSONEscape(self, at: end)
          guard let scalar = try? escape.scalar() else { return (nil, end) }
          buffer.append(scalar)
          end = escape.end
        }
      }
      return (peek(end) == UInt8(ascii: "\"") ? buffer.text() : nil, end)
    }
  }
}
