extension JSONReader {
  /// Reads the value at the position; the reader stays in front of an object or array.
  mutating func value() throws(Misfit) -> Input {
    switch next() {
    case UInt8(ascii: "\""):
      let token = try string()
      return .text(
        token.hasEscapes ? .string(bytes.text(of: token)) : .bytes(bytes.view(of: token))
      )
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

  /// Moves past the literal or number at the position, which begins with `first`.
  ///
  /// If the text isn't complete, more of it may follow a number.
  @inline(__always)
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
