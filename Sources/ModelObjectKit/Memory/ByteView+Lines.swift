import ModelObjectEssentials

extension ByteView {
  /// The offset of the first line feed from `start` on, or the end.
  func endOfLine(from start: Int) -> Int {
    let rest = self[start, count]
    // The view is alive, and has that many bytes.
    guard let found = unsafe memchr(rest.base, 0x0A, rest.count) else { return count }
    return unsafe start + (UnsafeRawPointer(found) - rest.base)
  }

  /// The number of line feeds.
  var lineFeeds: Int { number { $0 == 0x0A } }

  /// The number of bytes that continue a character of UTF-8.
  var continuationBytes: Int { number { $0 & 0xC0 == 0x80 } }

  /// The number of bytes that meet a condition; the compiler looks at several at once.
  @inline(__always)
  func number(where meets: (UInt8) -> Bool) -> Int {
    // The buffer is read while the view is alive.
    unsafe buffer.reduce(0) { $0 &+ (meets($1) ? 1 : 0) }
  }
}
