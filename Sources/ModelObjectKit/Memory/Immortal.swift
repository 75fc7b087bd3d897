import Synchronization

/// A value that is made once for a class and never freed: an address, however large the value is.
///
/// The content of a schema is used for every key of every input. Through an address it is read in
/// place; a copy on the stack would cost more than its use.
///
/// Any number of threads may read it: it is never written again.
@safe struct Immortal<Value>: @unchecked Sendable {
  private let address: UnsafeMutablePointer<Value>

  init(_ value: Value) {
    // The memory is never given back, and never written again: that is what makes it safe to read
    // from any thread at any time.
    unsafe address = ImmortalMemory.allocate(Value.self, count: 1)
    unsafe address.initialize(to: value)
  }

  var value: Value {
    @inline(__always) _read {
      // The value is never freed.
      yield unsafe address.pointee
    }
  }
}

/// The address of an immortal value that is made later; any thread may read and set it at any time.
@safe struct ImmortalHint<Value>: Sendable {
  private let word = AtomicWords(count: 1)

  @inline(__always)
  var value: Immortal<Value>? {
    let bits = word[0]
    // Any other word came from `store`.
    return bits == -1 ? nil : unsafe Immortal(bits: bits)
  }

  func store(_ value: Immortal<Value>) {
    word[0] = value.bits
  }

  /// The value, made if there is none yet.
  ///
  /// Several threads may make it at the same time: each gets a valid one, and one of these stays.
  @inline(__always)
  func value(_ make: () -> Value) -> Value {
    if let known = value { return known.value }
    let made = make()
    store(Immortal(made))
    return made
  }
}

extension Immortal {
  fileprivate var bits: Int { unsafe Int(bitPattern: address) }

  /// The bits must be those of an immortal value of the same type; nil for zero.
  @unsafe fileprivate init?(bits: Int) {
    guard let address = unsafe UnsafeMutablePointer<Value>(bitPattern: bits) else { return nil }
    unsafe self.address = address
  }
}

/// Memory that is never given back: what is found out about classes lives as long as the program.
///
/// Small pieces are cut from large ones, one after the other: the tables of a class lie together,
/// and cost an allocator's time and bookkeeping once for many.
enum ImmortalMemory {
  /// The addresses at which the rest of the large piece that is being cut begins and ends.
  private static let rest = Mutex<(start: UInt, end: UInt)>((0, 0))
  private static let pieceSize = 32_768

  /// Memory for so many values, or for one if that is none; nothing is in it yet.
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
