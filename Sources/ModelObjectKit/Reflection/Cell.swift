/// A variable on the heap that Swift's dynamic exclusivity checks do not watch.
///
/// They cost as much as mapping a value does. Each access here is over before the next begins: a
/// mapping runs on one thread at a time, and nothing is handed a part of the variable to keep.
@safe struct Cell<Value>: ~Copyable {
  private let pointer: UnsafeMutablePointer<Value>

  init(_ value: Value) {
    unsafe pointer = .allocate(capacity: 1)
    unsafe pointer.initialize(to: value)
  }

  deinit {
    // The one owner is going away; nobody else knows the address.
    unsafe pointer.deinitialize(count: 1)
    unsafe pointer.deallocate()
  }

  var value: Value {
    @inline(__always) _read {
      // Initialised in `init`, alive until `deinit`.
      yield unsafe pointer.pointee
    }
    @inline(__always) nonmutating _modify {
      // As above.
      yield unsafe &pointer.pointee
    }
  }
}
