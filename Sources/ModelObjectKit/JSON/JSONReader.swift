/// Reads JSON text (RFC 8259) token by token, from bytes that the caller keeps alive.
///
/// The reader checks all text, also values that aren't used. It doesn't make a tree, and makes only
/// strings that are requested.
struct JSONReader {
  let bytes: ByteView
  /// The offset of the next byte.
  var position = 0
  /// How many more objects and arrays may be nested.
  var remainingDepth: Int
  /// The last gap between a value and the next key: a comma, white space, and the key's first
  /// quote.
  var betweenPairs = BytePattern.commaAndQuote
  /// The number of elements of the array that was read last, up to a limit.
  var usualCount = 0
  /// The number of pairs of the last object that became a tree, at most 64.
  var usualPairCount = 0
  /// The last gap between a key and its value: the key's last quote, a colon, and white space.
  var behindKeys = BytePattern.quoteAndColon

  /// Whether the options read every format of dates, and those without a zone in GMT.
  private(set) var readsUsualDates = true
  /// Whether strings keep their escapes, for a value that keeps its text.
  var keepsEscapes = false
  /// Whether all pairs of an object may be values of a dictionary: else one may be its number.
  private(set) var readsDictionaries = true

  init(_ bytes: ByteView, maximumDepth: Int) {
    self.bytes = bytes
    remainingDepth = maximumDepth
  }

  /// Follows the options; nil are the lenient ones.
  mutating func follow(_ options: FixedOptions?) {
    readsUsualDates = options?.dates.areUsual ?? true
    readsDictionaries = options?.references != .preserved
  }
}

extension JSONReader {
  /// Moves to the next byte that isn't white space, and returns it; zero at the end.
  @_transparent
  mutating func next() -> UInt8 {
    let byte = bytes.peek(position)
    return byte > 0x20 ? byte : nextAfterBlanks(byte)
  }

  /// Moves past white space: most often one space, or the end of a line and the spaces after it.
  @inline(never)
  private mutating func nextAfterBlanks(_ blank: UInt8) -> UInt8 {
    if blank == 0x0A {
      position = bytes.endOfSpaces(from: position &+ 1)
    } else if blank == 0x20 {
      position &+= 1
    }
    let byte = bytes.peek(position)
    if byte > 0x20 { return byte }
    position = bytes.endOfBlanks(from: position)
    return bytes.peek(position)
  }

  /// Moves past white space and a byte; throws if there is another byte.
  @_transparent
  mutating func expect(_ byte: UInt8, _ name: Expected) throws(Misfit) {
    guard next() == byte else { throw .syntax(offset: position, expected: name) }
    position &+= 1
  }

  /// Moves past the opening bracket of an object or array; if it is empty, past its end, and
  /// returns false.
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

  /// Moves past a comma and returns true, or past the end of the object or array and returns false.
  @_transparent
  mutating func hasMore(closing: UInt8) throws(Misfit) -> Bool {
    let byte = next()
    if byte == UInt8(ascii: ",") {
      position &+= 1
      return true
    }
    guard byte == closing else {
      throw .syntax(
        offset: position,
        expected: closing == UInt8(ascii: "}") ? .commaOrBrace : .commaOrBracket
      )
    }
    position &+= 1
    remainingDepth &+= 1
    return false
  }

  /// Reads the key of a pair and the colon after it; the value is next.
  @_transparent
  mutating func key() throws(Misfit) -> JSONStringToken {
    try checkKey()
    let key = try string()
    try expect(UInt8(ascii: ":"), .colon)
    return key
  }

  /// Reads the key of a pair as a string, and the colon after it; the value is next.
  mutating func keyText() throws(Misfit) -> String { bytes.text(of: try key()) }

  /// Moves to the key of a pair.
  @_transparent
  mutating func checkKey() throws(Misfit) {
    guard next() == UInt8(ascii: "\"") else {
      throw .syntax(offset: position, expected: .key)
    }
  }

  /// Checks that there are more bytes.
  func checkMore() throws(Misfit) {
    guard position < bytes.count else { throw .syntax(offset: position, expected: .more) }
  }

  /// Checks that nothing but white space is left.
  mutating func end() throws(Misfit) {
    _ = next()
    guard position == bytes.count else {
      throw .syntax(offset: position, expected: .endOfText)
    }
  }
}

extension JSONReader {
  /// Reads the value at the position; the reader stays in front of an object or array.
  mutating func value() throws(Misfit) -> Input {
    switch next() {
    case UInt8(ascii: "\""):
      let token = try string()
      guard token.hasEscapes else { return .text(.bytes(bytes.view(of: token))) }
      guard keepsEscapes else { return .text(.string(bytes.text(of: token))) }
      return .text(.escaped(bytes[token.start - 1, token.end + 1]))
    case UInt8(ascii: "{"): return .object(.text(position))
    case UInt8(ascii: "["): return .array(.text(position))
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
    default: throw .syntax(offset: position, expected: .value)
    }
  }

  /// Moves past the value at the position, checking all of it.
  ///
  /// It isn't recursive, so the value may be of any depth.
  mutating func skipValue() throws(Misfit) {
    switch next() {
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      var tape = Tape()
      try tape.record(&self, keepsParts: false)
    case let first: try skipWordOrNumber(first, isComplete: true)
    }
  }

  /// Moves past an array of values without parts; false, with nothing passed, for another value.
  @inline(never)
  mutating func passPlainArray() throws(Misfit) -> Bool {
    guard next() == UInt8(ascii: "[") else { return false }
    let (start, depth) = (position, remainingDepth)
    guard try open(closing: UInt8(ascii: "]")) else { return true }
    repeat {
      switch next() {
      case UInt8(ascii: "\""): _ = try string()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        (position, remainingDepth) = (start, depth)
        return false
      case let first: try skipWordOrNumber(first, isComplete: true)
      }
    } while try hasMore(closing: UInt8(ascii: "]"))
    return true
  }

  /// Moves past the literal or number at the position, which begins with `first`.
  ///
  /// If the text isn't complete, more of it may follow a number.
  @_transparent
  mutating func skipWordOrNumber(_ first: UInt8, isComplete: Bool) throws(Misfit) {
    switch first {
    case UInt8(ascii: "t"): try word("true", Self.trueLetters)
    case UInt8(ascii: "f"): try word("false", Self.falseLetters)
    case UInt8(ascii: "n"): try word("null", Self.nullLetters)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try skipNumber()
      if !isComplete { try checkMore() }
    default: throw .syntax(offset: position, expected: .value)
    }
  }
}
