import Synchronization

/// A table of objects that live forever, read without a lock and without counting references.
///
/// It only grows: open addressing in words that are written once. When it gets half full, a larger
/// one is published; the old one stays for threads that are reading it. As each is four times as
/// large as the one before, all old ones together are smaller than half of the new one.
@safe final class ImmortalTable<Value: AnyObject & Sendable>: Sendable {
  private struct Entries {
    /// For each spot a key followed by the address of its object; -1 if there is none.
    let words: AtomicWords
    let mask: Int

    init(capacity: Int) {
      words = AtomicWords(count: 2 * capacity)
      mask = capacity - 1
    }

    /// The address that belongs to a key, or -1.
    @inline(__always)
    func address(of key: Int) -> Int {
      var spot = spot(of: key)
      while true {
        let found = words[2 &* spot]
        if found == key { return words[2 &* spot &+ 1] }
        // At least half of the spots are free, so the search ends.
        if found == -1 { return -1 }
        spot = (spot &+ 1) & mask
      }
    }

    func insert(_ address: Int, for key: Int) {
      var spot = spot(of: key)
      while words[2 &* spot] != -1 { spot = (spot &+ 1) & mask }
      // Threads that see the key see the address, which was written before it.
      words[2 &* spot &+ 1] = address
      words[2 &* spot] = key
    }

    @inline(__always)
    private func spot(of key: Int) -> Int {
      let mixed = UInt64(truncatingIfNeeded: key) &* 0x9E37_79B9_7F4A_7C15
      return Int(truncatingIfNeeded: mixed >> 32) & mask
    }
  }

  private let entries: ImmortalHint<Entries>
  /// The keys in the table, each followed by its address; the lock is held while the table is
  /// written.
  private let known = Mutex<[Int]>([])

  init() {
    entries = ImmortalHint()
    entries.store(Immortal(Entries(capacity: 64)))
  }

  /// Calls a closure with the object that belongs to a key; nil if there is none.
  ///
  /// The object is not retained for it: it lives forever, and threads that count references to one
  /// object wait for one another.
  @inline(__always)
  func with<Result>(_ key: ObjectIdentifier, _ body: (Value) -> Result?) -> Result? {
    guard let entries = entries.value else { return nil }
    let address = entries.value.address(of: Int(bitPattern: key))
    guard address != -1, let address = unsafe UnsafeRawPointer(bitPattern: address) else {
      return nil
    }
    // The address came from `insert`, which made the object immortal before it published it. The
    // plain call may retain it, and all threads that map would write to that one count.
    let reference = unsafe Unmanaged<Value>.fromOpaque(address)
    #if PublicSymbols
    return unsafe body(reference.takeUnretainedValue())
    #else
    return unsafe reference._withUnsafeGuaranteedRef { body($0) }
    #endif
  }

  /// Files an object under a key and makes it live forever; if the key has an object already,
  /// returns that one.
  func insert(_ value: Value, for key: ObjectIdentifier) -> Value {
    known.withLock { known in
      if let present = with(key, { $0 }) { return present }
      guard let current = entries.value?.value else { return value }
      // This retain is never balanced: that makes reading without a lock safe.
      let address = Int(bitPattern: unsafe Unmanaged.passRetained(value).toOpaque())
      let key = Int(bitPattern: key)
      known.append(key)
      known.append(address)
      if known.count <= current.mask {
        current.insert(address, for: key)
      } else {
        let larger = Entries(capacity: 4 * (current.mask + 1))
        for place in stride(from: 0, to: known.count, by: 2) {
          larger.insert(known[place + 1], for: known[place])
        }
        entries.store(Immortal(larger))
      }
      return value
    }
  }
}
