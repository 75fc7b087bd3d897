import ModelObjectWords

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
    @_transparent _read {
      // The value is never freed.
      yield unsafe address.pointee
    }
  }
}

/// The address of an immortal value that is made later; any thread may read and set it at any time.
@safe struct ImmortalHint<Value>: Sendable {
  private let word = AtomicWords(count: 1)

  @_transparent
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
  @_transparent
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
  @_transparent
  @unsafe init?(bits: Int) {
    // All other words are addresses of values of this type, as the caller says.
    guard bits != -1, let address = unsafe UnsafeMutablePointer<Value>(bitPattern: bits) else {
      return nil
    }
    unsafe self.address = address
  }
}

/// An array that is made once for a class and never freed.
///
/// The content of a schema is read for every key of every input. An array of the standard library
/// would be retained and released each time; this one is an address and a count.
///
/// Any number of threads may read it; what may change is said at `put` and `AtomicWords`.
@safe struct ImmortalArray<Element>: @unchecked Sendable {
  private let base: UnsafeMutablePointer<Element>
  let count: Int

  fileprivate init(count: Int, _ element: (Int) -> Element) {
    self.count = count
    // The memory is never given back: that is what makes it safe to read at any time.
    unsafe base = .allocate(capacity: count)
    // There is room for so many, and each is initialized once.
    for index in 0..<count { unsafe (base + index).initialize(to: element(index)) }
  }

  @_transparent
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
  @_transparent
  var view: ByteView { unsafe ByteView(UnsafeRawBufferPointer(start: base, count: count)) }
}

/// Numbers that any thread may read and replace at any time; -1 if there is none yet.
///
/// It does not matter which thread's number was stored last: key indexes and spelling tables check
/// what they read, and `ImmortalHint` and `ImmortalTable` store addresses of what is never freed.
///
/// - Assumes: the compiler's functions for words that threads share, which C has had since 2011 and
///   `<stdatomic.h>` is made of.
/// - Canary: `SharedWords`, and the thread sanitizer.
/// - If it fails: the package doesn't compile.
/// - A user would see: nothing else.
typealias AtomicWords = ImmortalArray<ModelObjectWord>

extension ImmortalArray where Element == ModelObjectWord {
  init(count: Int) {
    self.init(count: count) { _ in ModelObjectWord(bits: -1) }
  }

  subscript(index: Int) -> Int {
    // The place is initialized, and never freed; all accesses to it are by these two functions.
    @_transparent get { unsafe modelObjectLoad(place(index)) }
    nonmutating set { unsafe modelObjectStore(place(index), newValue) }
  }
}

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
  private let lock = Lock()

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
    lock.withLock {
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
