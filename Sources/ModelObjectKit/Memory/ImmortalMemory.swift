import Synchronization

/// Memory that is never given back: what is found out about classes lives as long as the program.
///
/// Small pieces are cut from large ones, one behind the other: the tables of a class lie together,
/// and cost an allocator's time and bookkeeping once for many.
enum ImmortalMemory {
  /// The addresses where the rest of the large piece begins and ends that is being cut.
  private static let rest = Mutex<(start: UInt, end: UInt)>((0, 0))
  private static let pieceSize = 32_768

  /// Memory for so many values, or for one where that is none; nothing is in it yet.
  static func allocate<Value: ~Copyable>(
    _ type: Value.Type,
    count: Int,
    alignment: Int = MemoryLayout<Value>.alignment
  ) -> UnsafeMutablePointer<Value> {
    let bytes = max(1, count) * MemoryLayout<Value>.stride
    // The memory is this caller's alone, and large enough.
    return unsafe cut(bytes, alignment).bindMemory(to: Value.self, capacity: max(1, count))
  }

  private static func cut(_ bytes: Int, _ alignment: Int) -> UnsafeMutableRawPointer {
    guard bytes <= pieceSize / 4 else {
      return .allocate(byteCount: bytes, alignment: alignment)
    }
    let address = rest.withLock { rest in
      var start = (rest.start + UInt(alignment) - 1) & ~(UInt(alignment) - 1)
      if start + UInt(bytes) > rest.end {
        let piece = UnsafeMutableRawPointer.allocate(byteCount: pieceSize, alignment: 64)
        start = UInt(bitPattern: piece)
        rest.end = start + UInt(pieceSize)
      }
      rest.start = start + UInt(bytes)
      return start
    }
    // It lies in a piece: the address is never zero.
    return unsafe UnsafeMutableRawPointer(bitPattern: address)
      ?? .allocate(byteCount: bytes, alignment: alignment)
  }
}
