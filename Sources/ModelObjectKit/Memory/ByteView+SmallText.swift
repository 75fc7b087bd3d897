extension ByteView {
  /// The text between two offsets, all of which is ASCII.
  @inline(__always)
  func asciiText(from start: Int, to end: Int) -> String {
    let count = end &- start
    guard UInt(bitPattern: count) <= 15, start >= 0, start &+ 16 <= self.count,
      SmallText.isLaidOutAsExpected
    else { return String(self[start, end]) }
    // The bounds were checked in the line above.
    let words = unsafe uncheckedWords(at: start)
    return SmallText.text(words[0], words[1], count: count)
  }
}

/// Short texts as the standard library lays them out: up to fifteen bytes in the string itself.
///
/// Many values of JSON are as short, and making a string of them in the usual way takes several
/// times as long as reading them. The layout is a frozen one; all the same it is compared once with
/// strings that were made in the usual way, and where it is another one, so are all strings.
enum SmallText {
  static let isLaidOutAsExpected: Bool =
    MemoryLayout<String>.size == 16
    && (0...15).allSatisfy { count in
      let bytes = (0..<count).map { UInt8(0x21 + 5 * $0) }
      var words = (UInt64(0), UInt64(0))
      for (index, byte) in bytes.enumerated() {
        let bits = UInt64(byte) << UInt64(8 * (index & 7))
        if index < 8 { words.0 |= bits } else { words.1 |= bits }
      }
      let expected = String(decoding: bytes, as: UTF8.self)
      return bits(of: expected) == layout(words.0, words.1, count: count)
    }

  /// The text of the first bytes of two words, which are ASCII; there are fifteen at the most.
  @inline(__always)
  static func text(_ first: UInt64, _ second: UInt64, count: Int) -> String {
    // The bits are those of a string that the standard library made of the same bytes.
    unsafe unsafeBitCast(layout(first, second, count: count), to: String.self)
  }

  /// Two words that hold the bytes, and in the last byte their number and that they are ASCII.
  @inline(__always)
  private static func layout(_ first: UInt64, _ second: UInt64, count: Int) -> Words {
    let bits = UInt64(truncatingIfNeeded: 8 &* count)
    let tail = (0xE0 | UInt64(truncatingIfNeeded: count)) &<< 56
    return count < 8
      ? Words(first: first & (1 &<< bits &- 1), second: tail)
      : Words(first: first, second: second & (1 &<< (bits &- 64) &- 1) | tail)
  }

  private struct Words: Equatable {
    let first: UInt64
    let second: UInt64
  }

  private static func bits(of text: String) -> Words {
    // Any bits are two words; the string is as large, see above.
    unsafe unsafeBitCast(text, to: Words.self)
  }
}
