extension ByteView {
  /// The offset of the first invalid byte of UTF-8 in a range, or nil.
  ///
  /// Overlong forms, surrogates and numbers beyond the last plane are errors, as in RFC 3629.
  func firstInvalidUTF8(from start: Int, to end: Int) -> Int? {
    let part = self[start, end]
    guard part.isASCII == nil else { return nil }
    // The standard library puts U+FFFD in the place of invalid bytes, which may begin alike.
    return ByteView.with(String(part)) { repaired in
      var offset = 0
      while offset < part.count, part[offset] == repaired[offset] { offset += 1 }
      while repaired[offset] & 0xC0 == 0x80 { offset -= 1 }
      return start + offset
    }
  }

  /// Whether the bytes from an offset to the end, which are invalid there, are an incomplete scalar.
  func isBeginningOfScalar(from offset: Int) -> Bool {
    // The standard library puts one U+FFFD in the place of an incomplete scalar.
    0xC2...0xF4 ~= self[offset] && String(self[offset, count]).unicodeScalars.count == 1
  }
}
