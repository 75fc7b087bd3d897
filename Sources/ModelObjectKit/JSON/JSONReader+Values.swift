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
      // After a value, objects and arrays may end.
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

/// A stack of Booleans, sixty-four in a word.
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
