/// Reads JSON text (RFC 8259) token by token, from bytes that the caller keeps alive.
///
/// The reader checks all text that it passes, also values that are not used. It makes no tree, and
/// strings only where they are asked for.
struct JSONReader {
  let bytes: ByteView
  /// The offset of the next byte.
  var position = 0
  /// How many more objects and arrays may be nested from here on.
  var remainingDepth: Int
  /// The last gap between a value and the next key: a comma, white space, and the key's first
  /// quote.
  var betweenPairs = BytePattern.commaAndQuote
  /// The number of elements of the array that was read last, up to a limit.
  var usualCount = 0
  /// The last gap between a key and its value: the key's last quote, a colon, and white space.
  var behindKeys = BytePattern.quoteAndColon

  init(_ bytes: ByteView, maximumDepth: Int) {
    self.bytes = bytes
    remainingDepth = maximumDepth
  }
}

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

// MARK: - Structure

extension JSONReader {
  /// Moves to the next byte that is no white space, and returns it; zero at the end.
  @inline(__always)
  mutating func next() -> UInt8 {
    let byte = bytes.peek(position)
    return byte > 0x20 ? byte : nextAfterBlanks(byte)
  }

  /// Moves past white space; spaces behind the end of a line are passed at once.
  private mutating func nextAfterBlanks(_ blank: UInt8) -> UInt8 {
    var byte = blank
    while true {
      if byte == 0x0A {
        position = bytes.endOfSpaces(from: position &+ 1)
      } else if byte == 0x20 || byte == 0x0D || byte == 0x09 {
        position &+= 1
      } else {
        return byte
      }
      byte = bytes.peek(position)
    }
  }

  /// Moves past white space and a byte; throws where another byte comes.
  @inline(__always)
  mutating func expect(_ byte: UInt8, _ name: StaticString) throws(Misfit) {
    guard next() == byte else { throw .syntax(offset: position, expected: name) }
    position &+= 1
  }

  /// Moves past the bracket that opens an object or array; false where it is empty: then past its
  /// end too.
  mutating func open(closing: UInt8) throws(Misfit) -> Bool {
    guard remainingDepth > 0 else {
      throw .tooDeep(offset: position)
    }
    position &+= 1
    if next() == closing {
      position &+= 1
      return false
    }
    remainingDepth &-= 1
    return true
  }

  /// Moves past a comma, and returns true, or past the end of the object or array.
  @inline(__always)
  mutating func hasMore(closing: UInt8) throws(Misfit) -> Bool {
    let byte = next()
    if byte == UInt8(ascii: ",") {
      position &+= 1
      return true
    }
    guard byte == closing else {
      throw .syntax(
        offset: position,
        expected: closing == UInt8(ascii: "}") ? "',' or '}'" : "',' or ']'"
      )
    }
    position &+= 1
    remainingDepth &+= 1
    return false
  }

  /// Reads the key of a pair and the colon behind it; the value is next.
  @inline(__always)
  mutating func key() throws(Misfit) -> JSONStringToken {
    guard next() == UInt8(ascii: "\"") else {
      throw .syntax(offset: position, expected: "a key in quotes")
    }
    let key = try string()
    try expect(UInt8(ascii: ":"), "':'")
    return key
  }

  /// Reads the key of a pair as text, and the colon behind it; the value is next.
  mutating func keyText() throws(Misfit) -> String {
    guard next() == UInt8(ascii: "\"") else {
      throw .syntax(offset: position, expected: "a key in quotes")
    }
    let key = try stringText()
    try expect(UInt8(ascii: ":"), "':'")
    return key
  }

  /// Checks that nothing but white space is left.
  mutating func end() throws(Misfit) {
    _ = next()
    guard position == bytes.count else {
      throw .syntax(offset: position, expected: "the end of the text")
    }
  }
}

// MARK: - Strings

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

// MARK: - Whole values

extension JSONReader {
  /// Reads the value at the position; an object or array stays unread.
  mutating func value() throws(Misfit) -> Input {
    switch next() {
    case UInt8(ascii: "\""):
      let token = try string()
      return .text(token.hasEscapes ? .string(text(of: token)) : .bytes(view(of: token)))
    case UInt8(ascii: "{"): return .object(.unread)
    case UInt8(ascii: "["): return .array(.unread)
    case UInt8(ascii: "t"):
      try word("true", Self.trueLetters)
      return .bool(true)
    case UInt8(ascii: "f"):
      try word("false", Self.falseLetters)
      return .bool(false)
    case UInt8(ascii: "n"):
      try word("null", Self.nullLetters)
      return .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    default: throw .syntax(offset: position, expected: "a value")
    }
  }

  /// Moves past the value at the position, checking all of it.
  ///
  /// It does not recurse, however deep the value.
  mutating func skipValue() throws(Misfit) {
    var open = BitStack()
    while true {
      switch next() {
      case UInt8(ascii: "\""): _ = try string()
      case UInt8(ascii: "t"): try word("true", Self.trueLetters)
      case UInt8(ascii: "f"): try word("false", Self.falseLetters)
      case UInt8(ascii: "n"): try word("null", Self.nullLetters)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try skipNumber()
      case UInt8(ascii: "{"):
        if try self.open(closing: UInt8(ascii: "}")) {
          open.push(true)
          _ = try key()
          continue
        }
      case UInt8(ascii: "["):
        if try self.open(closing: UInt8(ascii: "]")) {
          open.push(false)
          continue
        }
      default: throw .syntax(offset: position, expected: "a value")
      }
      // A value has ended: so have all objects and arrays that have no more.
      while let isObject = open.top {
        if try hasMore(closing: isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          if isObject { _ = try key() }
          break
        }
        open.pop()
      }
      if open.top == nil { return }
    }
  }
}

/// A stack of booleans, sixty-four to a word.
private struct BitStack {
  private var word: UInt64 = 0
  private var below: [UInt64] = []
  private var count = 0

  var top: Bool? { count == 0 ? nil : word & 1 == 1 }

  mutating func push(_ bit: Bool) {
    if count & 63 == 0, count > 0 {
      below.append(word)
      word = 0
    }
    word = word << 1 | (bit ? 1 : 0)
    count &+= 1
  }

  mutating func pop() {
    word >>= 1
    count &-= 1
    if count & 63 == 0, let last = below.popLast() { word = last }
  }
}
