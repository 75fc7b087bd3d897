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
    var passing = ValuePassing(from: position)
    try passing.passInPlace(&self, isComplete: true)
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

/// The way past a value of which only the beginning may have arrived.
///
/// After an error it is before the token in which that occurred; if more bytes arrive it continues
/// from there.
struct ValuePassing {
  /// The offset after the last token.
  var offset: Int
  /// The open objects and arrays, outermost first: whether each is an object.
  private var open: [Bool] = []
  /// Whether a value ends at the offset; else one begins there.
  private(set) var isBehindValue = false
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
  @inline(never)
  mutating func pass(_ reader: inout JSONReader, isComplete: Bool) throws(Misfit) {
    try passInPlace(&reader, isComplete: isComplete)
  }

  /// Same as `pass`, for the way that most values take.
  @inline(__always)
  fileprivate mutating func passInPlace(
    _ reader: inout JSONReader,
    isComplete: Bool
  ) throws(Misfit) {
    reader.position = offset
    values: while true {
      if !isBehindValue {
        let first = isInString ? UInt8(ascii: "\"") : reader.next()
        switch first {
        case UInt8(ascii: "\""):
          _ = try reader.string()
          isInString = false
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          if try reader.open(closing: first &+ 2) {
            let isObject = first == UInt8(ascii: "{")
            if isObject {
              _ = try reader.key()
            } else if !isComplete {
              try reader.checkMore()
            }
            open.append(isObject)
            offset = reader.position
            continue values
          }
        default: try reader.skipWordOrNumber(first, isComplete: isComplete)
        }
        isBehindValue = true
        offset = reader.position
      }
      // After a value, objects and arrays may end.
      while let isObject = open.last {
        if try reader.hasMore(closing: isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          if isObject { _ = try reader.key() }
          isBehindValue = false
          offset = reader.position
          continue values
        }
        open.removeLast()
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
