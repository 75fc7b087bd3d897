import ModelObjectEssentials

/// A buffer in which the bytes of one text are put together: on the stack, as long as they are few.
@safe struct TextBuffer: ~Copyable {
  private var base: UnsafeMutableRawPointer
  /// The number of bytes after which a word still has room.
  private var capacity: Int
  /// Whether the memory is the buffer's own; else it is on the stack.
  private var isGrown = false
  private var count = 0
  /// The bits of all bytes, and perhaps of others.
  private var seenBits: UInt64 = 0

  /// A buffer in memory that outlives it.
  private init(_ memory: UnsafeMutableRawBufferPointer) {
    // Only memory of no bytes has no address.
    unsafe base = memory.baseAddress.unsafelyUnwrapped
    capacity = memory.count - 8
  }

  deinit {
    // The memory was allocated, and nothing else has it.
    if isGrown { unsafe free(base) }
  }

  /// Calls a closure with an empty buffer.
  @inline(__always)
  static func with<Result>(_ body: (inout TextBuffer) -> Result) -> Result {
    // The memory outlives the buffer, which ends in the closure.
    unsafe withUnsafeTemporaryAllocation(byteCount: 1_000, alignment: 8) { memory in
      var buffer = unsafe TextBuffer(memory)
      return body(&buffer)
    }
  }

  /// Appends the bytes from an offset on that stand for themselves in a JSON string, and returns
  /// their end.
  @inline(__always)
  mutating func appendPlainRun(of bytes: ByteView, from start: Int) -> Int {
    precondition(start >= 0 && start <= bytes.count, "outside of the bytes")
    var offset = start
    while offset &+ 8 <= bytes.count {
      makeRoom()
      // The bounds were checked: the offset only grows. There is room for a word.
      let word = unsafe bytes.uncheckedWord(at: offset)
      unsafe base.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
      seenBits |= word
      let marks = specialBytes(word)
      if marks != 0 {
        let plain = marks.trailingZeroBitCount &>> 3
        count &+= plain
        return offset &+ plain
      }
      count &+= 8
      offset &+= 8
    }
    while offset < bytes.count, case let byte = bytes[offset], isPlain(byte) {
      append(byte)
      offset &+= 1
    }
    return offset
  }

  /// Appends a byte.
  @inline(__always)
  mutating func append(_ byte: UInt8) { append(UInt32(byte), 1) }

  /// Appends a character.
  @inline(__always)
  mutating func append(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    switch value {
    case ..<0x80: append(value, 1)
    case ..<0x800: append(0x80C0 | value >> 6 | (value & 0x3F) << 8, 2)
    case ..<0x1_0000:
      append(0x80_80E0 | value >> 12 | (value >> 6 & 0x3F) << 8 | (value & 0x3F) << 16, 3)
    default:
      let first = value >> 18 | (value >> 12 & 0x3F) << 8
      append(0x8080_80F0 | first | (value >> 6 & 0x3F) << 16 | (value & 0x3F) << 24, 4)
    }
  }

  /// Appends the first of four bytes, the lowest first.
  @inline(__always)
  private mutating func append(_ bytes: UInt32, _ addedCount: Int) {
    makeRoom()
    // There is room for a word.
    unsafe base.storeBytes(of: bytes.littleEndian, toByteOffset: count, as: UInt32.self)
    seenBits |= UInt64(bytes)
    count &+= addedCount
  }

  /// Makes room for a word.
  @inline(__always)
  private mutating func makeRoom() {
    if count > capacity { grow() }
  }

  @inline(never)
  private mutating func grow() {
    capacity = 2 * count
    let larger = unsafe allocated(capacity + 8, isGrown ? base : nil)
    // All bytes so far have room in both; memory that was grown before has them already.
    if !isGrown { unsafe larger.copyMemory(from: base, byteCount: count) }
    unsafe base = larger
    isGrown = true
  }

  /// The text; nil if it isn't UTF-8.
  func text() -> String? {
    // The view does not outlive the buffer.
    let bytes = unsafe ByteView(UnsafeRawBufferPointer(start: base, count: count))
    let isASCII = seenBits & 0x8080_8080_8080_8080 == 0
    return isASCII ? String(bytes) : bytes.validText
  }
}
