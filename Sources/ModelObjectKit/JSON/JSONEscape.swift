/// Reads one escape of a JSON string: `\n`, `\u00e9`, or the two halves of a surrogate pair.
struct JSONEscape {
  private let bytes: ByteView
  private(set) var end: Int

  /// An escape whose backslash is at an offset.
  init(_ bytes: ByteView, at offset: Int) {
    self.bytes = bytes
    end = offset
  }

  /// Reads the escaped character, and moves `end` past the escape.
  @inline(__always)
  mutating func scalar() throws(Misfit) -> Unicode.Scalar {
    let kind = bytes.peek(end &+ 1)
    if kind == UInt8(ascii: "u") { return try numbered() }
    guard let scalar = Self.short(kind) else {
      throw .syntax(offset: end &+ 1, expected: .escape)
    }
    end &+= 2
    return scalar
  }

  /// Reads `\uXXXX`, or two of them that are a surrogate pair.
  @inline(never)
  private mutating func numbered() throws(Misfit) -> Unicode.Scalar {
    let start = end
    let high = try unit()
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard high < 0xDC00 else { throw .syntax(offset: start, expected: .surrogates) }
    // If the text ends here, the second half may still arrive.
    for (distance, byte) in "\\u".utf8.enumerated() where bytes.peek(end &+ distance) != byte {
      let isCut = end &+ distance >= bytes.count
      throw .syntax(offset: isCut ? bytes.count : start, expected: .surrogates)
    }
    let low = try unit()
    guard low & 0xFC00 == 0xDC00,
      let scalar = Unicode.Scalar(0x10000 + (high & 0x3FF) << 10 + low & 0x3FF)
    else { throw .syntax(offset: start, expected: .surrogates) }
    return scalar
  }

  /// Reads the number of `\uXXXX`.
  private mutating func unit() throws(Misfit) -> UInt32 {
    var value: UInt32 = 0
    for offset in end &+ 2..<end &+ 6 {
      let byte = bytes.peek(offset)
      let (digit, letter) = (byte &- UInt8(ascii: "0"), (byte | 0x20) &- UInt8(ascii: "a"))
      guard digit < 10 || letter < 6 else { throw .syntax(offset: offset, expected: .hexadecimal) }
      value = value << 4 | UInt32(digit < 10 ? digit : letter &+ 10)
    }
    end &+= 6
    return value
  }

  /// Whether a backslash before a byte just means that byte.
  @inline(__always)
  static func standsForItself(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func short(_ byte: UInt8) -> Unicode.Scalar? {
    switch byte {
    case UInt8(ascii: "\""): "\""
    case UInt8(ascii: "\\"): "\\"
    case UInt8(ascii: "/"): "/"
    case UInt8(ascii: "b"): "\u{8}"
    case UInt8(ascii: "f"): "\u{C}"
    case UInt8(ascii: "n"): "\n"
    case UInt8(ascii: "r"): "\r"
    case UInt8(ascii: "t"): "\t"
    default: nil
    }
  }
}
