/// A buffer in which the bytes of one text are put together.
@safe struct TextBuffer: ~Copyable {
  private var base: UnsafeMutableRawPointer
  /// The number of bytes behind which a word still has room.
  private var capacity: Int
  private(set) var count = 0

  /// Makes room for that many bytes; there will be more when it is needed.
  init(capacity: Int) {
    self.capacity = capacity
    // It belongs to the buffer alone, from here to `deinit` or `grow`.
    unsafe base = Self.memory(capacity)
  }

  deinit {
    unsafe base.assumingMemoryBound(to: UInt64.self).deallocate()
  }

  /// New memory for a capacity: words, since memory for bytes is aligned in a way that takes longer.
  private static func memory(_ capacity: Int) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(UnsafeMutablePointer<UInt64>.allocate(capacity: capacity / 8 + 2))
  }

  /// Appends the bytes from an offset on that stand for themselves in a JSON string, up to a limit,
  /// and returns their end.
  mutating func appendPlainRun(of bytes: ByteView, from start: Int, to limit: Int) -> Int {
    precondition(start >= 0 && start <= limit && limit <= bytes.count, "outside of the bytes")
    var offset = start
    while offset &+ 8 <= limit {
      makeRoom()
      // The bounds were checked: the offset only grows. There is room for a word.
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
      append(UInt32(byte), 1)
      offset &+= 1
    }
    return offset
  }

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
    let larger = unsafe Self.memory(capacity)
    // All bytes so far have room in both; the old memory is not used any more.
    unsafe larger.copyMemory(from: base, byteCount: count)
    unsafe base.assumingMemoryBound(to: UInt64.self).deallocate()
    unsafe base = larger
  }

  /// The text; nil where it is no UTF-8.
  consuming func text() -> String? {
    // The view does not outlive the buffer.
    unsafe ByteView(UnsafeRawBufferPointer(start: base, count: count)).text(from: 0, to: count)
  }
}
