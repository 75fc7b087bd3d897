#if !PublicSymbols
/// The structs of an array that is being read, each filled in its place.
@safe final class StructBuffer<Value> {
  private var base: UnsafeMutablePointer<Value>
  private(set) var count = 0
  private var capacity = 4

  init() { unsafe base = .allocate(capacity: 4) }

  deinit {
    unsafe base.deinitialize(count: count)
    unsafe base.deallocate()
  }

  /// Adds a value; returns its memory, which is valid until the next call, as that of an object that has
  /// the value at an offset.
  ///
  /// `ObjectMemory.object` must not be asked of it.
  func append(_ value: consuming Value, at offset: Int) -> ObjectMemory {
    if count == capacity { grow() }
    unsafe (base + count).initialize(to: value)
    count += 1
    return unsafe ObjectMemory(address: UnsafeMutableRawPointer(base + (count - 1)) - offset)
  }

  /// The value that was added last.
  var last: Value {
    // There is one.
    get { unsafe base[count - 1] }
    set { unsafe base[count - 1] = newValue }
  }

  private func grow() {
    let larger = UnsafeMutablePointer<Value>.allocate(capacity: 2 * capacity)
    unsafe larger.moveInitialize(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = larger
    capacity *= 2
  }

  /// Hands all values over.
  func takeAll() -> [Value] {
    let (base, count) = unsafe (base, count)
    self.count = 0
    return unsafe Array(unsafeUninitializedCapacity: count) { buffer, initialized in
      if count > 0, let start = buffer.baseAddress {
        unsafe start.moveInitialize(from: base, count: count)
      }
      initialized = count
    }
  }
}

extension ObjectMemory {
  /// Calls a closure for each struct of an array with its memory, as that of an object that has it at an
  /// offset, and its index.
  ///
  /// `object` must not be asked of it.
  static func each<Value>(
    of values: [Value],
    at offset: Int,
    _ body: (ObjectMemory, Int) -> Void
  ) {
    unsafe values.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      for index in 0..<values.count {
        // It is only read.
        let address = unsafe UnsafeMutableRawPointer(mutating: UnsafeRawPointer(base + index))
        body(unsafe ObjectMemory(address: address - offset), index)
      }
    }
  }

  /// The memory of a struct in an object, as that of an object that has the struct at another offset.
  ///
  /// `object` must not be asked of it.
  func moved(from offset: Int, to other: Int) -> ObjectMemory {
    unsafe ObjectMemory(address: place(offset) - other)
  }
}
#endif
