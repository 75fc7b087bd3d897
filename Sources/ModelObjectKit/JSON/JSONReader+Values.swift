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
  /// It isn't recursive, so the value may be of any depth.
  mutating func skipValue() throws(Misfit) {
    var passing = ValuePassing(from: position)
    try passing.pass(&self, isComplete: true)
  }
}

/// The way past a value of which only the beginning may have arrived.
///
/// After an error it is before the token in which that occurred; if more bytes arrive it continues
/// from there.
struct ValuePassing {
  /// The offset after the last token.
  var offset: Int
  /// Of each open object or array, whether it is an object.
  private var open = BitStack()
  /// Whether a value ends at the offset; else one begins there.
  private var isBehindValue = false
  /// Whether the offset is the one before the rest of a string.
  private(set) var isInString = false

  init(from offset: Int) {
    self.offset = offset
  }

  /// The number of objects and arrays that are open.
  var depth: Int { open.count }

  /// Moves past the value, or past the rest of it, checking all of it.
  ///
  /// If the text isn't complete, more of it may follow a number or a bracket.
  @inline(__always)
  mutating func pass(_ reader: inout JSONReader, isComplete: Bool) throws(Misfit) {
    reader.position = offset
    values: while true {
      if !isBehindValue {
        switch isInString ? UInt8(ascii: "\"") : reader.next() {
        case UInt8(ascii: "\""):
          _ = try reader.string()
          isInString = false
        case UInt8(ascii: "t"): try reader.word("true", JSONReader.trueLetters)
        case UInt8(ascii: "f"): try reader.word("false", JSONReader.falseLetters)
        case UInt8(ascii: "n"): try reader.word("null", JSONReader.nullLetters)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
          try reader.skipNumber()
          if !isComplete { try reader.checkMore() }
        case UInt8(ascii: "{"):
          if try reader.open(closing: UInt8(ascii: "}")) {
            _ = try reader.key()
            open.push(true)
            offset = reader.position
            continue values
          }
        case UInt8(ascii: "["):
          if try reader.open(closing: UInt8(ascii: "]")) {
            if !isComplete { try reader.checkMore() }
            open.push(false)
            offset = reader.position
            continue values
          }
        default: throw .syntax(offset: reader.position, expected: "a value")
        }
        isBehindValue = true
        offset = reader.position
      }
      // After a value, objects and arrays may end.
      while let isObject = open.top {
        if try reader.hasMore(closing: isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          if isObject { _ = try reader.key() }
          isBehindValue = false
          offset = reader.position
          continue values
        }
        open.pop()
        offset = reader.position
      }
      return
    }
  }

  /// Moves into a string that is cut, up to its last whole character, so that it isn't read again.
  mutating func moveIntoString(_ bytes: ByteView) throws(Misfit) {
    if !isInString {
      let start = bytes.indexOfText(from: offset)
      guard !isBehindValue, bytes.peek(start) == UInt8(ascii: "\"") else { return }
      offset = start
      isInString = true
    }
    offset = try bytes.endOfCutString(from: offset + 1) - 1
  }
}

/// A stack of Booleans, sixty-four in a word.
private struct BitStack {
  private var word: UInt64 = 0
  private var below: [UInt64] = []
  private(set) var count = 0

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
