import ModelObjectEssentials

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
    let result: Swift.Result<Result, Failure> = with(string) { bytes in
      Swift.Result { () throws(Failure) in try body(bytes) }
    }
    return try result.get()
  }
}

/// Where bytes are in memory; while they are alive and unchanged, no others are there.
struct BytePlace: Hashable {
  private let start: UInt
  private let count: Int

  fileprivate init(_ start: UInt, _ count: Int) { (self.start, self.count) = (start, count) }
}

extension ByteView {
  /// Where the bytes are; only their address is used.
  var place: BytePlace { unsafe BytePlace(UInt(bitPattern: base), count) }

  /// Adds the bytes to a hasher.
  func hash(into hasher: inout Hasher) {
    // The buffer is read while the view is alive.
    unsafe hasher.combine(bytes: buffer)
  }
}

extension ByteView {
  /// The text; nil if the bytes aren't UTF-8.
  var validText: String? {
    guard let isASCII else { return nil }
    return String(valid: self, isASCII: isASCII)
  }

  /// Whether the bytes are the UTF-8 of a text.
  @inline(__always)
  func isText(_ text: String) -> Bool { ByteView.with(text) { equals($0) } }

  /// Whether another view holds the same bytes.
  @inline(__always)
  func equals(_ other: ByteView) -> Bool {
    // Both views are alive, and have that many bytes.
    unsafe count == other.count && memcmp(base, other.base, count) == 0
  }

  /// Whether the bytes are the same ones, of a number, again and again.
  func repeats(every size: Int) -> Bool {
    count <= size || size > 0 && self[0, count - size].equals(self[size, count])
  }

  /// Whether the bytes come before others, byte by byte.
  func precedes(_ other: ByteView) -> Bool {
    // Both views are alive, and have at least that many bytes.
    let order = unsafe memcmp(base, other.base, min(count, other.count))
    return order != 0 ? order < 0 : count < other.count
  }
}

extension String {
  /// The text of bytes that are known to be UTF-8, or even ASCII: newer systems don't look again.
  @inline(__always)
  init(valid bytes: ByteView, isASCII: Bool) {
    guard bytes.count > 15, #available(macOS 26, iOS 26, tvOS 26, visionOS 26, *) else {
      self.init(bytes)
      return
    }
    // The buffer is copied while the view is alive, and the caller has checked it.
    self = unsafe String(
      copying: UTF8Span(
        unchecked: bytes.buffer.bindMemory(to: UInt8.self).span,
        isKnownASCII: isASCII
      )
    )
  }

  /// The text that the bytes spell; invalid UTF-8 is replaced.
  @inline(__always)
  init(_ bytes: ByteView) {
    // The buffer is read while the view is alive.
    guard bytes.count <= 15, #available(macOS 11, iOS 14, tvOS 14, *) else {
      self = unsafe String(decoding: bytes.buffer, as: UTF8.self)
      return
    }
    // A string holds so few bytes in itself, and is made of them in fewer steps.
    self = unsafe String(unsafeUninitializedCapacity: 15) { text in
      unsafe UnsafeMutableRawBufferPointer(text).copyMemory(from: bytes.buffer)
      return bytes.count
    }
  }
}

extension Data {
  /// The text of the bytes; nil if they aren't UTF-8.
  var validText: String? { ByteView.with(self) { $0.validText } }

  /// A copy of the bytes.
  init(_ bytes: ByteView) {
    // The buffer is copied while the view is alive.
    self = unsafe Data(bytes.buffer)
  }
}
