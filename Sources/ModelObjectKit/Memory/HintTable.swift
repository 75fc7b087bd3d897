import Synchronization

/// A table of numbers by small numbers: guesses that any thread may read and replace at any time;
/// -1 where there is none yet.
///
/// It does not matter which thread's number was stored last: key indexes and spelling tables check
/// what they read, and `ImmortalHint` and `ImmortalTable` store addresses of what is never freed.
@safe struct HintTable: @unchecked Sendable {
  private let base: UnsafeMutablePointer<Atomic<Int>>
  private let count: Int

  /// A table with indexes below `count`; it lives forever, as the schema that it belongs to.
  init(count: Int) {
    self.count = count
    unsafe base = ImmortalMemory.allocate(Atomic<Int>.self, count: count)
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
