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
    unsafe address = .allocate(capacity: 1)
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
    // The word came from `store`, or there is none yet.
    unsafe Immortal(bits: word[0])
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
  /// The address as a number, for `AtomicWords`.
  var bits: Int { unsafe Int(bitPattern: address) }

  /// The value whose address a word holds; nil if the word is -1.
  @inline(__always)
  @unsafe init?(bits: Int) {
    // All other words are addresses of values of this type, as the caller says.
    guard bits != -1, let address = unsafe UnsafeMutablePointer<Value>(bitPattern: bits) else {
      return nil
    }
    unsafe self.address = address
  }
}
