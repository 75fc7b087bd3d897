extension ByteView {
  /// The offset of the first invalid byte of UTF-8 in a range, or nil.
  ///
  /// Overlong forms, surrogates and numbers beyond the last plane are errors, as in RFC 3629.
  func firstInvalidUTF8(from start: Int, to end: Int) -> Int? {
    let part = self[start, end]
    guard !part.isUTF8 else { return nil }
    // Here the standard library puts U+FFFD in the place of invalid bytes, which may begin alike.
    return ByteView.with(String(part)) { repaired in
      var offset = 0
      while offset < part.count, part[offset] == repaired[offset] { offset += 1 }
      while repaired[offset] & 0xC0 == 0x80 { offset -= 1 }
      return start + offset
    }
  }

  /// Whether the bytes are UTF-8.
  private var isUTF8: Bool {
    var offset = 0
    while offset < count {
      let first = self[offset]
      switch first {
      case ..<0x80: offset = endOfASCII(from: offset)
      case 0xC2...0xDF:
        guard continues(at: offset &+ 1) else { return false }
        offset &+= 2
      case 0xE0...0xEF:
        // Not in two bytes, and no surrogate.
        let second = peek(offset &+ 1)
        guard continues(at: offset &+ 1), continues(at: offset &+ 2),
          first > 0xE0 || second >= 0xA0, first != 0xED || second < 0xA0
        else { return false }
        offset &+= 3
      case 0xF0...0xF4:
        // Not in three bytes, and not beyond the last plane.
        let second = peek(offset &+ 1)
        guard continues(at: offset &+ 1), continues(at: offset &+ 2), continues(at: offset &+ 3),
          first > 0xF0 || second >= 0x90, first < 0xF4 || second < 0x90
        else { return false }
        offset &+= 4
      default: return false
      }
    }
    return true
  }

  @inline(__always)
  private func continues(at offset: Int) -> Bool { peek(offset) & 0xC0 == 0x80 }

  private func endOfASCII(from start: Int) -> Int {
    var offset = start
    while offset &+ 8 <= count, word(at: offset) & 0x8080_8080_8080_8080 == 0 { offset &+= 8 }
    while offset < count, self[offset] < 0x80 { offset &+= 1 }
    return offset
  }

  /// Whether the bytes from an offset to the end, which are invalid there, are an incomplete scalar.
  func isBeginningOfScalar(from offset: Int) -> Bool {
    // The standard library puts one U+FFFD in the place of an incomplete scalar.
    0xC2...0xF4 ~= self[offset] && String(self[offset, count]).unicodeScalars.count == 1
  }
}
