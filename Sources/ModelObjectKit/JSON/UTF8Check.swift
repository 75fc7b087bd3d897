extension ByteView {
  /// The offset of the first invalid byte of UTF-8 in a range, or nil.
  ///
  /// Overlong forms, surrogates and numbers beyond the last plane are errors, as in RFC 3629.
  func firstInvalidUTF8(from start: Int, to end: Int) -> Int? {
    var offset = start
    while offset < end {
      if offset &+ 8 <= end, word(at: offset) & 0x8080_8080_8080_8080 == 0 {
        offset &+= 8
        continue
      }
      let length = lengthOfScalar(at: offset, end: end)
      guard length > 0 else { return offset }
      offset &+= length
    }
    return nil
  }

  /// The number of bytes of the scalar at an offset; zero if it isn't complete and valid.
  @inline(__always)
  private func lengthOfScalar(at offset: Int, end: Int) -> Int {
    let first = self[offset]
    if first < 0x80 { return 1 }
    let length = Self.lengthOfScalar(beginningWith: first)
    guard length > 0, offset &+ length <= end,
      Self.secondBytes(after: first) ~= self[offset &+ 1],
      length < 3 || isContinuation(self[offset &+ 2]),
      length < 4 || isContinuation(self[offset &+ 3])
    else { return 0 }
    return length
  }

  /// Whether the bytes from an offset to the end are an incomplete scalar.
  func isBeginningOfScalar(from offset: Int) -> Bool {
    let present = count - offset
    let first = self[offset]
    guard present < Self.lengthOfScalar(beginningWith: first) else { return false }
    return present == 1
      || Self.secondBytes(after: first) ~= self[offset + 1]
        && (present < 3 || isContinuation(self[offset + 2]))
  }

  /// The number of bytes of a scalar beyond ASCII; zero if none begins with the byte.
  @inline(__always)
  private static func lengthOfScalar(beginningWith first: UInt8) -> Int {
    0xC2...0xF4 ~= first ? (first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4) : 0
  }

  @inline(__always)
  private static func secondBytes(after first: UInt8) -> ClosedRange<UInt8> {
    switch first {
    case 0xE0: 0xA0...0xBF
    case 0xED: 0x80...0x9F
    case 0xF0: 0x90...0xBF
    case 0xF4: 0x80...0x8F
    default: 0x80...0xBF
    }
  }

  private func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
