import ModelObjectEssentials

/// Values without references, one after another, in memory that is used again after `removeAll`.
///
/// An array would check with each value that nothing else holds its memory.
@safe struct ReusedBuffer<Element: BitwiseCopyable>: ~Copyable {
  /// The memory; nil if the capacity is zero.
  private var base: UnsafeMutablePointer<Element>?
  private(set) var count = 0
  private var capacity = 0

  deinit {
    // The buffer owns its memory.
    unsafe free(base)
  }

  /// The value at an index, which must be one of those.
  subscript(index: Int) -> Element {
    @inline(__always) get {
      checkIndex(index)
      // The index was checked in the line above, and all values up to the count are initialized.
      return unsafe base.unsafelyUnwrapped[index]
    }
    @inline(__always) set {
      checkIndex(index)
      // As for reading.
      unsafe base.unsafelyUnwrapped[index] = newValue
    }
  }

  @inline(__always)
  private func checkIndex(_ index: Int) {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside of the values")
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    // There is room for it, so there is memory.
    unsafe (base.unsafelyUnwrapped + count).initialize(to: element)
    count &+= 1
  }

  @inline(never)
  private mutating func grow(to minimum: Int = 64) {
    capacity = max(2 * capacity, minimum)
    // The old memory is the buffer's own, and is replaced by the new, which fits any value.
    let memory = unsafe allocated(capacity * MemoryLayout<Element>.stride, base)
    unsafe base = memory.assumingMemoryBound(to: Element.self)
  }

  /// Puts copies of a value in the place of all values; there must be at least one.
  mutating func replaceAll(by element: Element, count: Int) {
    precondition(count > 0, "no value")
    if count > capacity { grow(to: count) }
    // There is room for so many, so there is memory.
    unsafe base.unsafelyUnwrapped.initialize(repeating: element, count: count)
    self.count = count
  }

  mutating func removeLast() {
    precondition(count > 0, "there is no value")
    count &-= 1
  }

  /// Removes the values from an index on, and keeps the memory.
  mutating func removeAll(from index: Int = 0) { count = min(index, count) }
}

/// New or larger memory for a buffer; stops the program if there is none.
func allocated(_ capacity: Int, _ old: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer {
  // The old memory came from here, so it may be moved.
  guard let memory = unsafe realloc(old, capacity) else {
    fatalError("out of memory for \(capacity) bytes")
  }
  return unsafe memory
}
