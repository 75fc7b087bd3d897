import Foundation

extension ByteView {
  /// Calls a closure with the UTF-8 of a string.
  @inline(__always)
  static func with<Result>(_ string: String, _ body: (ByteView) -> Result) -> Result {
    // The string is alive and unchanged in the closures, and the view does not leave them.
    if let result = unsafe string.utf8.withContiguousStorageIfAvailable({
      unsafe body(ByteView(UnsafeRawBufferPointer($0)))
    }) {
      return result
    }
    var string = string
    return string.withUTF8 { unsafe body(ByteView(UnsafeRawBufferPointer($0))) }
  }

  /// Calls a closure, which may throw, with the UTF-8 of a string.
  static func with<Result, Failure: Error>(
    _ string: String,
    _ body: (ByteView) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var string = string
    var result: Swift.Result<Result, Failure>?
    // The string is alive and unchanged in the closure, and the view does not leave it.
    string.withUTF8 { utf8 in
      let bytes = unsafe ByteView(UnsafeRawBufferPointer(utf8))
      result = Swift.Result { () throws(Failure) in try body(bytes) }
    }
    guard let result else { return try body(.empty) }
    return try result.get()
  }
}

extension ByteView {
  /// Adds the bytes to a hasher.
  func hash(into hasher: inout Hasher) {
    // The buffer is read while the view is alive.
    unsafe hasher.combine(bytes: buffer)
  }
}

extension ByteView {
  /// The text of a part that is known to be ASCII.
  @inline(__always)
  func asciiText(from start: Int, to end: Int) -> String {
    let count = end &- start
    // A string holds up to 15 bytes in itself. The word from the start on must lie inside as well.
    guard count <= 15, count > 0, isInside(start), start &+ 8 <= self.count, end >= start,
      end <= self.count
    else { return String(self[start, end]) }
    return unsafe String(unsafeUninitializedCapacity: 15) { text in
      // The bounds have been checked: both words that are read lie in the bytes, and are
      // written in the fifteen bytes.
      guard let place = UnsafeMutableRawPointer(text.baseAddress) else { return 0 }
      unsafe place.storeBytes(of: uncheckedWord(at: start).littleEndian, as: UInt64.self)
      if count > 8 {
        unsafe (place + (count &- 8)).storeBytes(
          of: uncheckedWord(at: end &- 8).littleEndian,
          as: UInt64.self
        )
      }
      return count
    }
  }

  /// The text of a part; nil if it isn't UTF-8.
  ///
  /// The standard library checks each byte when it makes a string, and replaces invalid ones: the
  /// bytes were valid if the string has the same.
  func text(from start: Int, to end: Int) -> String? {
    var text = String(self[start, end])
    let isSame = text.withUTF8 { bytes in
      guard bytes.count == end &- start, let made = bytes.baseAddress else {
        return start == end
      }
      // The string is alive in the closure, and both have that many bytes.
      return unsafe memcmp(made, base + start, bytes.count) == 0
    }
    return isSame ? text : nil
  }
}

extension ByteView {
  /// Whether the bytes are the UTF-8 of a text.
  func isText(_ text: String) -> Bool {
    ByteView.with(text) { other in
      // Both views are alive, and have that many bytes.
      unsafe other.count == count && memcmp(other.base, base, count) == 0
    }
  }
}

extension String {
  /// The text that the bytes spell; invalid UTF-8 is replaced.
  @inline(__always)
  init(_ bytes: ByteView) {
    // The buffer is read while the view is alive.
    self = unsafe String(decoding: bytes.buffer, as: UTF8.self)
  }
}

extension Data {
  /// A copy of the bytes.
  init(_ bytes: ByteView) {
    // The buffer is copied while the view is alive.
    self = unsafe Data(bytes.buffer)
  }
}
