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
    guard offset &+ 1 < end else { return 0 }
    let second = self[offset &+ 1]
    switch first {
    case 0xC2...0xDF: return isContinuation(second) ? 2 : 0
    case 0xE0...0xEF:
      guard offset &+ 2 < end, isContinuation(self[offset &+ 2]), isContinuation(second) else {
        return 0
      }
      if first == 0xE0 { return second >= 0xA0 ? 3 : 0 }
      if first == 0xED { return second < 0xA0 ? 3 : 0 }
      return 3
    case 0xF0...0xF4:
      guard offset &+ 3 < end, isContinuation(self[offset &+ 2]),
        isContinuation(self[offset &+ 3]), isContinuation(second)
      else { return 0 }
      if first == 0xF0 { return second >= 0x90 ? 4 : 0 }
      if first == 0xF4 { return second < 0x90 ? 4 : 0 }
      return 4
    default: return 0
    }
  }

  /// Whether the bytes from an offset to the end are an incomplete scalar.
  func isBeginningOfScalar(from offset: Int) -> Bool {
    let present = count - offset
    let first = self[offset]
    guard 0xC2...0xF4 ~= first, present < (first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4) else {
      return false
    }
    guard present > 1 else { return true }
    let seconds: ClosedRange<UInt8> =
      switch first {
      case 0xE0: 0xA0...0xBF
      case 0xED: 0x80...0x9F
      case 0xF0: 0x90...0xBF
      case 0xF4: 0x80...0x8F
      default: 0x80...0xBF
      }
    return seconds ~= self[offset + 1] && (present < 3 || isContinuation(self[offset + 2]))
  }

  private func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
