import Synchronization

/// For each of a few numbers another number that belongs to it: guesses that any thread may read and
/// better at any time; -1 where there is none yet.
///
/// A guess is never more than a guess. Its user checks it, so it does not matter which thread's
/// was stored last.
@safe struct HintTable: @unchecked Sendable {
  private let base: UnsafeMutablePointer<Atomic<Int>>
  private let count: Int

  /// A table of numbers below `count`; it lives forever, as the schema does that it belongs to.
  init(count: Int) {
    self.count = count
    unsafe base = .allocate(capacity: max(1, count))
    for index in 0..<max(1, count) {
      // Fresh memory, initialised before any other code knows of it.
      unsafe (base + index).initialize(to: Atomic(-1))
    }
  }

  subscript(index: Int) -> Int {
    @inline(__always) get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside of the table")
      // The bounds were checked in the line above, and the word is atomic.
      return unsafe base[index].load(ordering: .acquiring)
    }
    nonmutating set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside of the table")
      // The bounds were checked in the line above, and the word is atomic.
      unsafe base[index].store(newValue, ordering: .releasing)
    }
  }
}
