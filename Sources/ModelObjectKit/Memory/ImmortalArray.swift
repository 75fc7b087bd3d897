import Synchronization

/// An array that is made once for a class and never freed.
///
/// The content of a schema is read for every key of every input. An array of the standard library
/// would be retained and released each time; this one is an address and a count.
///
/// Any number of threads may read it; what may change is said at `put` and `AtomicWords`.
@safe struct ImmortalArray<Element: ~Copyable>: @unchecked Sendable {
  private let base: UnsafeMutablePointer<Element>
  let count: Int

  fileprivate init(count: Int, _ element: (Int) -> Element) {
    self.count = count
    // The memory is never given back: that is what makes it safe to read at any time.
    unsafe base = .allocate(capacity: count)
    // There is room for so many, and each is initialized once.
    for index in 0..<count { unsafe (base + index).initialize(to: element(index)) }
  }

  @inline(__always)
  fileprivate func place(_ index: Int) -> UnsafeMutablePointer<Element> {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside of the array")
    // The bounds were checked in the line above, and all of the memory is initialized.
    return unsafe base + index
  }
}

extension ImmortalArray {
  init(_ elements: [Element]) {
    self.init(elements) { $0 }
  }

  init(repeating element: Element, count: Int) {
    self.init(count: count) { _ in element }
  }

  /// An array of what is made of each of some elements.
  ///
  /// An array of the standard library between these would cost the runtime a type of its own.
  init<Each>(_ source: [Each], _ element: (Each) -> Element) {
    self.init(count: source.count) { element(source[$0]) }
  }

  @inline(__always)
  subscript(index: Int) -> Element { unsafe place(index).pointee }

  /// Puts an element at a place that no other thread knows yet.
  ///
  /// The thread publishes the place afterwards in `AtomicWords`: so threads that know it see the
  /// element.
  func put(_ element: Element, at index: Int) { unsafe place(index).pointee = element }
}

extension ImmortalArray where Element == UInt8 {
  /// The bytes, which are never freed.
  @inline(__always)
  var view: ByteView { unsafe ByteView(UnsafeRawBufferPointer(start: base, count: count)) }
}

/// Numbers that any thread may read and replace at any time; -1 if there is none yet.
///
/// It does not matter which thread's number was stored last: key indexes and spelling tables check
/// what they read, and `ImmortalHint` and `ImmortalTable` store addresses of what is never freed.
typealias AtomicWords = ImmortalArray<Atomic<Int>>

extension ImmortalArray where Element == Atomic<Int> {
  init(count: Int) {
    self.init(count: count) { _ in Atomic(-1) }
  }

  subscript(index: Int) -> Int {
    @inline(__always) get { unsafe place(index).pointee.load(ordering: .acquiring) }
    nonmutating set { unsafe place(index).pointee.store(newValue, ordering: .releasing) }
  }
}
