import Foundation

/// Bytes of an input that are appended at the end and dropped at the front: a window on a long
/// text.
///
/// The memory belongs to the buffer alone. No bytes may be added or dropped while a view of them is
/// in use, as `isLent` tells.
@safe final class InputBuffer {
  private var base: UnsafeMutableRawPointer
  private(set) var count = 0
  private var capacity: Int
  /// Whether a closure has a view of the bytes at present.
  private(set) var isLent = false

  /// The number of bytes by which a buffer is filled, and its least capacity once it has grown.
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

  /// Drops the first bytes.
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

  /// Appends the bytes of a chunk, at once where they are contiguous.
  func append(_ chunk: some Collection<UInt8>) {
    // The chunk is alive and unchanged inside of the closure.
    let isDone: Void? = chunk.withContiguousStorageIfAvailable {
      unsafe append(ByteView(UnsafeRawBufferPointer($0)))
    }
    guard isDone == nil else { return }
    reserve(chunk.underestimatedCount)
    for byte in chunk { append(byte) }
  }

  /// Appends the next bytes of a file; false at its end.
  func fill(from file: FileHandle) throws -> Bool {
    reserve(max(Self.step / 2, count / 2))
    while true {
      // There is room for that many bytes.
      let found = unsafe read(file.fileDescriptor, base + count, capacity - count)
      if found >= 0 {
        count &+= found
        return found > 0
      }
      guard errno == EINTR else { break }
    }
    let code = errno
    // Foundation's call throws an error with its own description.
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
