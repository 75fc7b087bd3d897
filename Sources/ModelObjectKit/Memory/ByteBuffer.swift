import ModelObjectEssentials

/// Bytes that are appended at the end, and dropped at the front: JSON text while it is written, or
/// a window on a long text that is read.
///
/// The memory belongs to the buffer alone until `popData` hands it on. Nothing is written beyond
/// `capacity`: every method that writes asks `reserve` first. The memory does not move while a view
/// of it is in use, as `isLent` says.
@safe final class ByteBuffer {
  // In a debug build, each access would be checked by a call of the runtime: a third of what an export
  // takes. None of these is changed while it is accessed: what changes them is done before it calls.

  /// The memory; none of it is the buffer's if the capacity is zero.
  @exclusivity(unchecked) private var base = unsafe allocated(ByteBuffer.smallest, nil)
  @safe @exclusivity(unchecked) private(set) var count = 0
  @safe @exclusivity(unchecked) private var capacity = ByteBuffer.smallest
  /// Whether a closure has a view of the bytes at present.
  private(set) var isLent = false

  /// The number of bytes by which a buffer is filled.
  static let step = 1 << 18
  private static let smallest = 512

  deinit {
    // The buffer owns its memory.
    if capacity > 0 { unsafe free(base) }
  }

  /// The last byte; zero if there is none.
  @inline(__always)
  var last: UInt8 {
    // The bounds are checked here.
    count > 0 ? unsafe base.load(fromByteOffset: count &- 1, as: UInt8.self) : 0
  }

  /// Makes room for that many more bytes.
  @inline(__always)
  func reserve(_ more: Int) {
    if capacity &- count < more { grow(more) }
  }

  @inline(never)
  private func grow(_ more: Int) {
    precondition(!isLent, "a view of the bytes is in use")
    // The old memory is the buffer's own, and is replaced by the new.
    let old = unsafe capacity > 0 ? base : nil
    capacity = max(capacity * 2, count + more, Self.smallest)
    unsafe base = allocated(capacity, old)
  }

  @inline(__always)
  func append(_ byte: UInt8) {
    reserve(1)
    // There is room for it.
    unsafe base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count &+= 1
  }

  /// Drops everything from an offset on.
  func truncate(to count: Int) {
    precondition(count >= 0 && count <= self.count, "outside of the bytes")
    self.count = count
  }

  @inline(__always)
  func append(_ bytes: ByteView) {
    reserve(bytes.count)
    // There is room, and only this buffer's bytes lie in its memory.
    unsafe (base + count).copyMemory(from: bytes.base, byteCount: bytes.count)
    count &+= bytes.count
  }

  /// Appends the lower bytes of a number, the lowest first.
  @inline(__always)
  func append(littleEndian number: UInt64, size: Int) {
    reserve(8)
    // There is room for all eight; what is above the size isn't counted.
    unsafe base.storeBytes(of: number.littleEndian, toByteOffset: count, as: UInt64.self)
    count &+= size
  }

  func append(_ text: StaticString) {
    // A static string's bytes live forever.
    text.withUTF8Buffer { unsafe append(ByteView(UnsafeRawBufferPointer($0))) }
  }

  /// Appends a text that needs no quotes, such as a number's.
  func append(ascii text: String) { ByteView.with(text) { append($0) } }

  /// Appends the same byte several times.
  func append(repeating byte: UInt8, count times: Int) {
    reserve(times)
    // There is room.
    unsafe (base + count).initializeMemory(as: UInt8.self, repeating: byte, count: times)
    count &+= times
  }

  /// Calls a closure with all of the bytes.
  @inline(__always)
  func with<Result>(_ body: (ByteView) throws -> Result) rethrows -> Result {
    let outer = isLent
    isLent = true
    defer { isLent = outer }
    // The memory does not move: every change checks `isLent`.
    return try withExtendedLifetime(self) {
      unsafe try body(ByteView(UnsafeRawBufferPointer(start: base, count: count)))
    }
  }

  /// A copy of the bytes from an offset on.
  func bytes(from start: Int) -> [UInt8] {
    with { Array(Data($0[start, count])) }
  }

  /// Returns all of the bytes as data, without a copy, and leaves the buffer empty.
  func popData() -> Data {
    guard count > 0 else { return Data() }
    // Much unused memory is given back.
    let isLoose = capacity > count &+ count >> 2 &+ 4096
    let memory = unsafe isLoose ? allocated(count, base) : base
    // The data owns the memory from here on.
    let data = unsafe Data(bytesNoCopy: memory, count: count, deallocator: .free)
    (count, capacity) = (0, 0)
    return data
  }

  /// All of the bytes as a string.
  var string: String { with { String($0) } }
}

// MARK: - A window on a long text

extension ByteBuffer {
  /// Drops a number of bytes from an offset on.
  func drop(_ number: Int, from start: Int) {
    precondition(!isLent && number >= 0 && start >= 0, "outside of the bytes")
    precondition(start <= count && number <= count &- start, "outside of the bytes")
    count &-= number
    // Both ranges lie in the buffer's own memory, and may overlap.
    unsafe memmove(base + start, base + start + number, count &- start)
  }

  /// Appends the bytes of a chunk, at once if they are contiguous.
  func append(_ chunk: some Collection<UInt8>) {
    // The chunk is alive and unchanged in the closure.
    let isDone: Void? = chunk.withContiguousStorageIfAvailable {
      unsafe append(ByteView(UnsafeRawBufferPointer($0)))
    }
    guard isDone == nil else { return }
    reserve(chunk.underestimatedCount)
    for byte in chunk { append(byte) }
  }

  /// Appends the next bytes of a file, and waits until there are some; false at its end.
  func fill(from file: OpenFile, room: Int? = nil) throws -> Bool {
    reserve(room ?? max(Self.step / 2, count / 2))
    // There is room for that many bytes.
    let found = unsafe try file.read(to: base + count, capacity - count)
    count &+= found
    return found > 0
  }
}

// MARK: - Numbers and strings

extension ByteBuffer {
  @_transparent
  func append(_ value: Int) {
    append(UInt64(value.magnitude), isNegative: value < 0)
  }

  /// Appends a number in decimal digits.
  func append(_ magnitude: UInt64, isNegative: Bool) {
    reserve(21)
    if isNegative {
      unsafe base.storeBytes(of: UInt8(ascii: "-"), toByteOffset: count, as: UInt8.self)
      count &+= 1
    }
    let digits = decimalDigits(magnitude)
    var rest = magnitude
    var position = count &+ digits
    // 20 digits at the most, and a sign: there is room for 21 bytes.
    while position > count {
      position &-= 1
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      unsafe base.storeBytes(
        of: UInt8(truncatingIfNeeded: digit) &+ UInt8(ascii: "0"),
        toByteOffset: position,
        as: UInt8.self
      )
      rest = quotient
    }
    count &+= digits
  }

  /// Appends a text as a JSON string, with its quotes.
  @_transparent
  func appendQuoted(_ text: String) { ByteView.with(text) { appendQuoted($0) } }

  /// A key as JSON text, with a comma before it and a colon after it.
  static func keyBytes(of key: String) -> [UInt8] {
    let buffer = ByteBuffer()
    buffer.append(UInt8(ascii: ","))
    buffer.appendQuoted(key)
    buffer.append(UInt8(ascii: ":"))
    return buffer.bytes(from: 0)
  }

  /// Copies sixteen bytes at a time, if it is optimized, and then eight, for as long as none of them
  /// needs an escape.
  private func appendQuoted(_ text: ByteView) {
    let length = text.count
    reserve(length &+ 10)
    unsafe base.storeBytes(of: UInt8(ascii: "\""), toByteOffset: count, as: UInt8.self)
    let target = unsafe base + count + 1
    var offset = 0
    // Reads stay below `length`; writes below `length` plus the ten bytes that were reserved.
    #if !DEBUG
    // Without optimization, each operation of a vector is many calls.
    while offset &+ 16 <= length {
      let words = unsafe text.base.loadUnaligned(fromByteOffset: offset, as: SIMD2<UInt64>.self)
      if needsEscape(words) { break }
      unsafe target.storeBytes(of: words, toByteOffset: offset, as: SIMD2<UInt64>.self)
      offset &+= 16
    }
    #endif
    while offset &+ 8 <= length {
      let word = unsafe text.base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if specialBytes(word) != 0 { break }
      unsafe target.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
      offset &+= 8
    }
    if length >= 8, length &- offset < 8 {
      // The last word overlaps the one before it.
      let word = unsafe text.base.loadUnaligned(fromByteOffset: length &- 8, as: UInt64.self)
      if specialBytes(word) == 0 {
        unsafe target.storeBytes(of: word, toByteOffset: length &- 8, as: UInt64.self)
        offset = length
      }
    } else if length < 8 {
      while offset < length {
        let byte = text[offset]
        if !isPlain(byte) { break }
        unsafe target.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
        offset &+= 1
      }
    }
    if offset == length {
      unsafe target.storeBytes(of: UInt8(ascii: "\""), toByteOffset: length, as: UInt8.self)
      count &+= length &+ 2
    } else {
      count &+= offset &+ 1
      appendEscaped(text, from: offset)
      append(UInt8(ascii: "\""))
    }
  }

  /// Appends the rest of a text, from an offset on, with escapes.
  private func appendEscaped(_ text: ByteView, from start: Int) {
    var offset = start
    while offset < text.count {
      let end = text.endOfPlainRun(from: offset)
      append(text[offset, end])
      guard end < text.count else { return }
      appendEscape(text[end])
      offset = end &+ 1
    }
  }

  private func appendEscape(_ byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
    case UInt8(ascii: "\n"): append(UInt8(ascii: "n"))
    case UInt8(ascii: "\r"): append(UInt8(ascii: "r"))
    case UInt8(ascii: "\t"): append(UInt8(ascii: "t"))
    case 0x08: append(UInt8(ascii: "b"))
    case 0x0C: append(UInt8(ascii: "f"))
    default:
      append("u00")
      append(hexadecimalDigits[Int(byte >> 4)])
      append(hexadecimalDigits[Int(byte & 15)])
    }
  }
}

private let hexadecimalDigits = Array("0123456789abcdef".utf8)

/// The number of decimal digits of a number.
private func decimalDigits(_ number: UInt64) -> Int {
  var digits = 1
  var bound: UInt64 = 10
  // Twenty digits at the most.
  while digits < 20, number >= bound {
    digits &+= 1
    bound &*= 10
  }
  return digits
}
