/// A buffer in which the bytes of one text are put together.
@safe struct TextBuffer: ~Copyable {
  private let base: UnsafeMutableRawPointer
  private let capacity: Int
  private(set) var count = 0

  /// Room behind the capacity, as whole words are written.
  private static let spareCount = 8

  /// Makes room for that many bytes.
  init(capacity: Int) {
    self.capacity = capacity
    // It belongs to the buffer alone, from here to `deinit`.
    unsafe base = .allocate(byteCount: capacity + Self.spareCount, alignment: 1)
  }

  deinit {
    unsafe base.deallocate()
  }

  /// Appends the bytes from an offset on that stand for themselves in a JSON string, up to a limit,
  /// and returns their end.
  mutating func appendPlainRun(of bytes: ByteView, from start: Int, to limit: Int) -> Int {
    precondition(start >= 0 && start <= limit && limit <= bytes.count, "outside of the bytes")
    precondition(limit &- start <= capacity &- count, "more text than there is room for")
    var offset = start
    while offset &+ 8 <= limit {
      // The bounds were checked: both only grow, by the same steps.
      let word = unsafe bytes.uncheckedWord(at: offset)
      unsafe base.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
      let marks = specialBytes(word)
      if marks != 0 {
        let plain = marks.trailingZeroBitCount &>> 3
        count &+= plain
        return offset &+ plain
      }
      count &+= 8
      offset &+= 8
    }
    while offset < limit, case let byte = bytes[offset], isPlain(byte) {
      append(byte)
      offset &+= 1
    }
    return offset
  }

  /// Appends a character.
  @inline(__always)
  mutating func append(_ scalar: Unicode.Scalar) {
    guard scalar.value >= 0x80 else { return append(UInt8(truncatingIfNeeded: scalar.value)) }
    for byte in UTF8.encode(scalar) ?? UTF8.EncodedScalar() { append(byte) }
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    precondition(count < capacity, "more text than there is room for")
    // The room was checked in the line before.
    unsafe base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count &+= 1
  }

  /// The text; nil where it is no UTF-8.
  consuming func text() -> String? {
    // The view does not outlive the buffer.
    unsafe ByteView(UnsafeRawBufferPointer(start: base, count: count)).text(from: 0, to: count)
  }
}
