import Synchronization

/// A table of objects that live forever, read without a lock and without counting references.
///
/// It only grows: an entry is added at the beginning of a chain, and never changes.
@safe final class ImmortalTable<Value: AnyObject & Sendable>: Sendable {
  @safe private struct Entry {
    let key: ObjectIdentifier
    let object: Unmanaged<Value>
    /// The address of the next entry of the chain, or -1.
    let next: Int
  }

  /// The addresses of the first entries of 512 chains.
  private let chains = AtomicWords(count: 512)
  /// It is held while an entry is added.
  private let lock = Mutex<Void>(())

  /// Calls a closure with the object that belongs to a key; nil if there is none.
  ///
  /// The object is not retained for it: it lives forever, and threads that count references to one
  /// object wait for one another.
  @inline(__always)
  func with<Result>(_ key: ObjectIdentifier, _ body: (Value) -> Result?) -> Result? {
    var next = chains[chain(of: key)]
    // All words came from `insert`.
    while let entry = unsafe Immortal<Entry>(bits: next)?.value {
      if entry.key == key {
        // `insert` made the object immortal before it published it. The plain call may retain it,
        // and all threads that map would write to that one count.
        #if PublicSymbols
        return unsafe body(entry.object.takeUnretainedValue())
        #else
        return unsafe entry.object._withUnsafeGuaranteedRef { body($0) }
        #endif
      }
      next = entry.next
    }
    return nil
  }

  /// Files an object under a key and makes it live forever; if the key has an object already,
  /// returns that one.
  @inline(never)
  func insert(_ value: Value, for key: ObjectIdentifier) -> Value {
    lock.withLock { _ in
      if let present = with(key, { $0 }) { return present }
      let chain = chain(of: key)
      // This retain is never balanced: that makes reading without a lock safe.
      let entry = unsafe Entry(key: key, object: .passRetained(value), next: chains[chain])
      chains[chain] = Immortal(entry).bits
      return value
    }
  }

  @inline(__always)
  private func chain(of key: ObjectIdentifier) -> Int {
    let bits = UInt64(truncatingIfNeeded: Int(bitPattern: key))
    return Int(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) >> 55)
  }
}
