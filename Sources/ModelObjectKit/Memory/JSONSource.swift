public import ModelObjectEssentials

/// JSON text: `Data`, `String`, `Substring`, `[UInt8]`, `ArraySlice<UInt8>`, or your own type.
///
/// Everything that reads JSON takes any of them. `String` and `Substring` are UTF-8 here; the bytes
/// of all others may be UTF-8, UTF-16 or UTF-32, with or without a byte-order mark. It is read in
/// place.
///
/// Adopt it if your text is in another container, such as SwiftNIO's `ByteBuffer`.
/// Bytes that aren't JSON are an error of code `malformedJSON`, whatever the container.
///
/// ```swift
/// struct Message: JSONSource {
///   var body: [UInt8]
///   func withJSONBytes<Result>(
///     _ body: (RawSpan) throws -> Result
///   ) rethrows -> Result {
///     try self.body.withJSONBytes(body)
///   }
/// }
/// let message = Message(body: Array(#"{"name": "Shan"}"#.utf8))
/// try Person(json: message).name  // "Shan"
/// try Person(json: #"{"name": "Kim"}"#).name  // "Kim"
/// ```
public protocol JSONSource {
  /// Calls a closure with the bytes of the text, once, and returns its result.
  func withJSONBytes<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result
}

// In all of these the bytes are alive and unchanged until the closure returns, and a span can't
// leave it.

extension Data: JSONSource {
  /// Calls a closure with the bytes.
  public func withJSONBytes<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
    unsafe try withUnsafeBytes { try body(unsafe $0.bytes) }
  }
}

extension String: JSONSource {
  /// Calls a closure with the string's UTF-8.
  public func withJSONBytes<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
    var text = self
    return try text.withUTF8 { try body(unsafe UnsafeRawBufferPointer($0).bytes) }
  }
}

extension Substring: JSONSource {
  /// Calls a closure with the part's UTF-8.
  public func withJSONBytes<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
    var text = self
    return try text.withUTF8 { try body(unsafe UnsafeRawBufferPointer($0).bytes) }
  }
}

extension [UInt8]: JSONSource {
  /// Calls a closure with the bytes.
  public func withJSONBytes<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
    unsafe try withUnsafeBytes { try body(unsafe $0.bytes) }
  }
}

extension ArraySlice<UInt8>: JSONSource {
  /// Calls a closure with the bytes.
  public func withJSONBytes<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
    unsafe try withUnsafeBytes { try body(unsafe $0.bytes) }
  }
}

extension ByteView {
  /// Calls a closure with the bytes of JSON text.
  static func with<Result>(
    _ source: some JSONSource,
    _ body: (ByteView) throws -> Result
  ) rethrows -> Result {
    try source.withJSONBytes { span in
      // The source keeps the bytes alive until the closure returns, and the view doesn't leave it.
      try unsafe span.withUnsafeBytes { try body(unsafe ByteView($0)) }
    }
  }
}
