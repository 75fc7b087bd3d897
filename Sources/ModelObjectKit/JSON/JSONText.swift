package import Foundation

/// Converts JSON text in any encoding to UTF-8.
package enum JSONText {
  /// A copy of the text in UTF-8.
  package static func utf8(of data: Data) throws -> [UInt8] { try with(data) { Array(Data($0)) } }

  /// Calls a closure with the text in UTF-8, without a byte-order mark.
  static func with<Result>(
    _ source: some JSONSource,
    _ body: (ByteView) throws -> Result
  ) throws -> Result {
    let isText = isText(source)
    return try ByteView.with(source) { try with($0, isText: isText, body) }
  }

  /// Calls a closure with the beginning of a text in UTF-8.
  ///
  /// The text may end inside a character or a byte-order mark.
  static func withBeginning<Result>(
    _ source: some JSONSource,
    _ body: (ByteView) throws -> Result
  ) throws -> Result {
    let isText = isText(source)
    return try ByteView.with(source) { bytes in
      try with(isText ? bytes : wholeCharacters(bytes), isText: isText, body)
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
    if isText { return try body(bytes[Encoding.utf8MarkLength(bytes), bytes.count]) }
    switch Encoding(bytes) {
    case .utf8(let markLength): return try body(bytes[markLength, bytes.count])
    case .other(let encoding, let markLength):
      // Foundation ignores an incomplete character at the end.
      guard bytes.count % encoding.unitLength == 0,
        let text = String(data: Data(bytes[markLength, bytes.count]), encoding: encoding)
      else {
        throw ModelError(
          .malformedJSON,
          message: "line 1, column 1: expected \(encoding.plainName), found other bytes"
        )
      }
      return try with(text, body)
    }
  }

  /// The beginning of a text without an incomplete character or byte-order mark at its end.
  private static func wholeCharacters(_ bytes: ByteView) -> ByteView {
    // The first bytes may be part of a byte-order mark.
    if bytes.count < 4, [0x00, 0xEF, 0xFE, 0xFF].contains(bytes.peek(0)) { return .empty }
    guard case .other(let encoding, _) = Encoding(bytes) else { return bytes }
    return bytes[0, bytes.count - bytes.count % encoding.unitLength]
  }

  /// The encoding of JSON text by its first bytes: its first two characters are ASCII.
  private enum Encoding {
    case utf8(markLength: Int)
    case other(String.Encoding, markLength: Int)

    init(_ bytes: ByteView) {
      // After the end, return 1, which isn't in any pattern.
      func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 1 }
      switch (byte(0), byte(1), byte(2), byte(3)) {
      case (0x00, 0x00, 0xFE, 0xFF): self = .other(.utf32BigEndian, markLength: 4)
      case (0xFF, 0xFE, 0x00, 0x00): self = .other(.utf32LittleEndian, markLength: 4)
      case (0xFE, 0xFF, _, _): self = .other(.utf16BigEndian, markLength: 2)
      case (0xFF, 0xFE, _, _): self = .other(.utf16LittleEndian, markLength: 2)
      case (0x00, 0x00, 0x00, _): self = .other(.utf32BigEndian, markLength: 0)
      case (_, 0x00, 0x00, 0x00): self = .other(.utf32LittleEndian, markLength: 0)
      case (0x00, _, _, _): self = .other(.utf16BigEndian, markLength: 0)
      case (_, 0x00, _, _): self = .other(.utf16LittleEndian, markLength: 0)
      default: self = .utf8(markLength: Self.utf8MarkLength(bytes))
      }
    }

    static func utf8MarkLength(_ bytes: ByteView) -> Int {
      bytes.peek(0) == 0xEF && bytes.peek(1) == 0xBB && bytes.peek(2) == 0xBF ? 3 : 0
    }
  }
}

extension String.Encoding {
  /// The size of a code unit in bytes.
  fileprivate var unitLength: Int {
    self == .utf16LittleEndian || self == .utf16BigEndian ? 2 : 4
  }

  /// The name in English; on Apple platforms, Foundation's description is localized.
  fileprivate var plainName: String { unitLength == 2 ? "UTF-16" : "UTF-32" }
}
