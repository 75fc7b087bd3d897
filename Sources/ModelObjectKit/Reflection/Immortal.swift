/// A value that is made once for a class and never freed: an address, however large the value is.
///
/// What a schema holds is asked for every key of every input. Through an address it is read where
/// it lies; a copy on the stack would cost more than the answers.
@safe struct Immortal<Value>: @unchecked Sendable {
  private let address: UnsafeMutablePointer<Value>

  init(_ value: Value) {
    // The memory is never given back, and never written again: that is what makes it safe to read
    // from any thread at any time.
    unsafe address = .allocate(capacity: 1)
    unsafe address.initialize(to: value)
  }

  var value: Value {
    @inline(__always) _read {
      // See above: the value is there for good.
      yield unsafe address.pointee
    }
  }
}
