import Foundation

/// Bytes of an input that come in at the end and go at the front: a window on a long text.
///
/// The memory belongs to the buffer alone. No bytes are added or dropped while a view of them is in
/// use: `isLent` tells.
@safe final class InputBuffer {
  private var base: UnsafeMutableRawPointer
  private(set) var count = 0
  private var capacity: Int
  /// Whether a closure has a view of the bytes at the moment.
  private(set) var isLent = false

  /// The size with which a buffer begins, and by which it is filled.
  static let step = 1 << 18

  init() {
    capacity = 1 << 12
    unsafe base = allocated(capacity, nil)
  }

  deinit {
    // The buffer owns its memory.
    unsafe free(base)
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

  /// Lets the first bytes go.
  func drop(_ number: Int) {
    precondition(!isLent && number >= 0 && number <= count, "outside of the bytes")
    count &-= number
    // Both ranges lie inside of the buffer's own memory, and may overlap.
    unsafe memmove(base, base + number, count)
  }

  func append(_ bytes: ByteView) {
    guard bytes.count > 0 else { return }
    reserve(bytes.count)
    // There is room, and only this buffer's bytes lie in its memory.
    unsafe (base + count).copyMemory(from: bytes.start, byteCount: bytes.count)
    count &+= bytes.count
  }

  func append(_ byte: UInt8) {
    reserve(1)
    // There is room for it.
    unsafe base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count &+= 1
  }

  /// Appends the bytes of a chunk, at once where they lie side by side.
  func append(_ chunk: some Collection<UInt8>) {
    // The chunk is alive and unchanged inside of the closure.
    let isDone: Void? = chunk.withContiguousStorageIfAvailable {
      unsafe append(ByteView(UnsafeRawBufferPointer($0)))
    }
    guard isDone == nil else { return }
    reserve(chunk.underestimatedCount)
    for byte in chunk { append(byte) }
  }

  /// Appends what a file has next; false where it has nothing more.
  func fill(from file: FileHandle) throws -> Bool {
    reserve(max(Self.step / 2, count / 2))
    while true {
      // There is room for so many bytes.
      let found = unsafe read(file.fileDescriptor, base + count, capacity - count)
      if found >= 0 {
        count &+= found
        return found > 0
      }
      guard errno == EINTR else { break }
    }
    let code = errno
    // Foundation tells what is wrong in its own words.
    if let data = try file.read(upToCount: Self.step), !data.isEmpty {
      append(data)
      return true
    }
    throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
  }

  private func reserve(_ more: Int) {
    precondition(!isLent, "a view of the bytes is in use")
    guard capacity &- count < more else { return }
    capacity = max(capacity * 2, count + more, Self.step)
    // The old memory is the buffer's own, and is replaced by the new.
    unsafe base = allocated(capacity, base)
  }
}

extension ByteView {
  fileprivate var start: UnsafeRawPointer {
    // A view of no bytes is not copied from.
    unsafe buffer.baseAddress ?? UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
  }
}

/// New or larger memory; without memory a program can't go on.
private func allocated(
  _ capacity: Int,
  _ old: UnsafeMutableRawPointer?
) -> UnsafeMutableRawPointer {
  // The old memory came from here, so it may be moved.
  guard let memory = unsafe realloc(old, capacity) else {
    fatalError("out of memory for \(capacity) bytes of input")
  }
  return unsafe memory
}
