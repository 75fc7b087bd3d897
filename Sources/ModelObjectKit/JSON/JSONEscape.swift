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
    guard end &+ 6 <= bytes.count, let value = Self.number(bytes.half(at: end &+ 2)) else {
      var offset = end &+ 2
      while Character(Unicode.Scalar(bytes.peek(offset))).isHexDigit { offset &+= 1 }
      throw .syntax(offset: offset, expected: .hexadecimal)
    }
    end &+= 6
    return value
  }

  /// The number of four hexadecimal digits, the first in the lowest byte; nil if one of them isn't
  /// a digit.
  @inline(__always)
  private static func number(_ digits: UInt32) -> UInt32? {
    // The bit that letters have and decimal digits don't, as 1 in each byte of a letter.
    let letters = digits >> 6 & 0x0101_0101
    // The values of the digits, and the letters in lower case.
    let values = (digits & 0x0F0F_0F0F) &+ letters &* 9
    let lower = digits | letters &* 0x20
    // A byte is a digit if its value, spelled again, is that byte, and if only letters have values
    // from ten to fifteen.
    let spelled = values &+ 0x3030_3030 &+ letters &* 0x27
    let areTenOrMore = (values &+ 0x7676_7676) & 0x8080_8080
    let areSixteenOrMore = (values &+ 0x7070_7070) & 0x8080_8080
    guard spelled == lower, areTenOrMore == letters << 7, areSixteenOrMore == 0 else { return nil }
    let pairs = (values << 4 | values >> 8) & 0x00FF_00FF
    return (pairs << 8 | pairs >> 16) & 0xFFFF
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
