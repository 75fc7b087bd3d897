package import Foundation

/// Gives JSON text in any encoding as UTF-8.
package enum JSONText {
  /// A copy of the text in UTF-8, for programs that read it in their own way.
  package static func utf8(of data: Data) throws -> [UInt8] { try with(data) { Array(Data($0)) } }

  /// Calls a closure with the text of data in UTF-8, UTF-16 or UTF-32, without a byte-order mark.
  static func with<Result>(_ data: Data, _ body: (ByteView) throws -> Result) throws -> Result {
    try ByteView.with(data) { bytes in
      switch Encoding(bytes) {
      case .utf8(let markLength): return try body(bytes[markLength, bytes.count])
      case .other(let encoding, let markLength):
        // Foundation ignores a part of a character at the end.
        guard bytes.count % encoding.unitLength == 0,
          let text = String(data: data.dropFirst(markLength), encoding: encoding)
        else {
          throw ModelError(
            .malformedJSON,
            message: "line 1, column 1: expected \(encoding.plainName), found other bytes"
          )
        }
        return try with(text, body)
      }
    }
  }

  /// Calls a closure with the beginning of a text, as `with` does; it may end within a character or
  /// a byte-order mark.
  static func withBeginning<Result>(
    _ data: Data,
    _ body: (ByteView) throws -> Result
  ) throws -> Result {
    let bytes = Array(data.prefix(4))
    let marks: [[UInt8]] = [
      [0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE], [0x00, 0x00, 0xFE, 0xFF], [0x00, 0x00, 0x00],
    ]
    // The first bytes may belong to a mark, of UTF-16 or UTF-32, that has not arrived whole.
    if bytes.count < 4, bytes.count == data.count,
      marks.contains(where: { $0.count > bytes.count && $0.starts(with: bytes) })
        || bytes == marks[4]
    {
      return try body(.empty)
    }
    guard let unit = ByteView.with(data, { Encoding($0).unit }) else {
      return try with(data, body)
    }
    var whole = data.dropLast(data.count % unit.length)
    // The first half of a surrogate pair waits for the second one.
    if unit.length == 2, whole.count >= 2 {
      let last = whole.suffix(2)
      let high = unit.isBigEndian ? last.first : last.last
      if let high, high & 0xFC == 0xD8 { whole = whole.dropLast(2) }
    }
    return try with(whole, body)
  }

  /// Calls a closure with the UTF-8 of a string, without a byte-order mark.
  static func with<Result>(_ text: String, _ body: (ByteView) throws -> Result) throws -> Result {
    try ByteView.with(text) { (bytes) throws -> Result in
      try body(bytes[Encoding.utf8MarkLength(bytes), bytes.count])
    }
  }

  /// The encoding that the first bytes of JSON text show: its first two characters are ASCII.
  private enum Encoding {
    case utf8(markLength: Int)
    case other(String.Encoding, markLength: Int)

    init(_ bytes: ByteView) {
      // Outside of the bytes there are ones, which no pattern has.
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

    /// The units of UTF-16 and UTF-32; nil for UTF-8.
    var unit: (length: Int, isBigEndian: Bool)? {
      switch self {
      case .utf8: nil
      case .other(let encoding, _):
        (encoding.unitLength, encoding == .utf16BigEndian || encoding == .utf32BigEndian)
      }
    }

    static func utf8MarkLength(_ bytes: ByteView) -> Int {
      bytes.peek(0) == 0xEF && bytes.peek(1) == 0xBB && bytes.peek(2) == 0xBF ? 3 : 0
    }
  }
}

extension String.Encoding {
  /// The size in bytes of the units of UTF-16 or UTF-32.
  fileprivate var unitLength: Int {
    self == .utf16LittleEndian || self == .utf16BigEndian ? 2 : 4
  }

  /// The name in English; Foundation's description is translated on Apple's systems.
  fileprivate var plainName: String { unitLength == 2 ? "UTF-16" : "UTF-32" }
}
