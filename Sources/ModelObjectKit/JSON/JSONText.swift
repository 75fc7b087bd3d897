package import ModelObjectEssentials

/// Converts JSON text in any encoding to UTF-8.
package enum JSONText {
  /// A copy of the text in UTF-8.
  package static func utf8(of data: Data) throws -> [UInt8] { try with(data) { Array(Data($0)) } }

  /// Calls a closure with the text in UTF-8, without a byte-order mark.
  ///
  /// If it isn't complete, it may end inside a character or a byte-order mark.
  static func with<Result>(
    _ source: some JSONSource,
    isComplete: Bool = true,
    _ body: (ByteView) throws -> Result
  ) throws -> Result {
    let isText = isText(source)
    return try ByteView.with(source) { bytes in
      try with(isComplete || isText ? bytes : wholeCharacters(bytes), isText: isText, body)
    }
  }

  /// Whether the bytes of a source are always UTF-8.
  private static func isText<Source: JSONSource>(_ source: Source) -> Bool {
    Source.self == String.self || Source.self == Substring.self
  }

  private static func with<Result>(
    _ bytes: ByteView,
    isText: Bool,
    _ body: (ByteView) throws -> Result
  ) throws -> Result {
    let (encoding, unitLength, markLength) = encoding(of: bytes, isText: isText)
    let content = bytes[markLength, bytes.count]
    if unitLength == 1 { return try body(content) }
    // Foundation ignores an incomplete character at the end.
    guard content.count % unitLength == 0,
      let text = String(data: Data(content), encoding: encoding)
    else {
      throw ModelError(
        .malformedJSON,
        message: "line 1, column 1: expected UTF-\(8 * unitLength), found other bytes"
      )
    }
    return try with(text, body)
  }

  /// The beginning of a text without an incomplete character or byte-order mark at its end.
  private static func wholeCharacters(_ bytes: ByteView) -> ByteView {
    // The first bytes may be part of a byte-order mark.
    if bytes.count < 4, [0x00, 0xEF, 0xFE, 0xFF].contains(bytes.peek(0)) { return .empty }
    let (encoding, unitLength, _) = encoding(of: bytes, isText: false)
    let end = bytes.count - bytes.count % unitLength
    guard unitLength == 2, end > 0 else { return bytes[0, end] }
    let highByte = bytes[encoding == .utf16BigEndian ? end - 2 : end - 1]
    let isHighSurrogate = highByte & 0xFC == 0xD8
    return bytes[0, isHighSurrogate ? end - 2 : end]
  }

  /// The encoding of JSON text by its first bytes, of which the first two characters are ASCII; and
  /// the sizes of its code units and its byte-order mark.
  private static func encoding(
    of bytes: ByteView,
    isText: Bool
  ) -> (encoding: String.Encoding, unitLength: Int, markLength: Int) {
    // After the end, return 1, which isn't in any pattern.
    func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 1 }
    switch (byte(0), byte(1), byte(2), byte(3)) {
    case (0xEF, 0xBB, 0xBF, _): return (.utf8, 1, 3)
    case _ where isText: return (.utf8, 1, 0)
    case (0x00, 0x00, 0xFE, 0xFF): return (.utf32BigEndian, 4, 4)
    case (0xFF, 0xFE, 0x00, 0x00): return (.utf32LittleEndian, 4, 4)
    case (0xFE, 0xFF, _, _): return (.utf16BigEndian, 2, 2)
    case (0xFF, 0xFE, _, _): return (.utf16LittleEndian, 2, 2)
    case (0x00, 0x00, 0x00, _): return (.utf32BigEndian, 4, 0)
    case (_, 0x00, 0x00, 0x00): return (.utf32LittleEndian, 4, 0)
    case (0x00, _, _, _): return (.utf16BigEndian, 2, 0)
    case (_, 0x00, _, _): return (.utf16LittleEndian, 2, 0)
    default: return (.utf8, 1, 0)
    }
  }
}
