/// Reads one escape of a JSON string: `\n`, `\u00e9`, or the two halves of a surrogate pair.
struct JSONEscape {
  private let bytes: ByteView
  private(set) var end: Int

  /// An escape whose backslash is at an offset.
  init(_ bytes: ByteView, at offset: Int) {
    self.bytes = bytes
    end = offset
  }

  /// Reads the character that the escape stands for, and moves `end` behind the escape.
  mutating func scalar() throws(Misfit) -> Unicode.Scalar {
    let kind = bytes.peek(end &+ 1)
    if kind != UInt8(ascii: "u") {
      guard let scalar = Self.short(kind) else {
        throw .syntax(offset: end &+ 1, expected: "an escape")
      }
      end &+= 2
      return scalar
    }
    let start = end
    let high = try unit()
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard high < 0xDC00, bytes.peek(end) == UInt8(ascii: "\\"),
      bytes.peek(end &+ 1) == UInt8(ascii: "u")
    else { throw .syntax(offset: start, expected: "a surrogate pair") }
    let low = try unit()
    guard low & 0xFC00 == 0xDC00,
      let scalar = Unicode.Scalar(0x10000 + (high & 0x3FF) << 10 + low & 0x3FF)
    else { throw .syntax(offset: start, expected: "a surrogate pair") }
    return scalar
  }

  /// Reads the number of `\uXXXX`.
  private mutating func unit() throws(Misfit) -> UInt32 {
    var value: UInt32 = 0
    for offset in end &+ 2..<end &+ 6 {
      guard let digit = Self.digit(bytes.peek(offset)) else {
        throw .syntax(offset: offset, expected: "four hexadecimal digits")
      }
      value = value << 4 | digit
    }
    end &+= 6
    return value
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte & 15)
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
      UInt32(byte & 15) + 9
    default: nil
    }
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
