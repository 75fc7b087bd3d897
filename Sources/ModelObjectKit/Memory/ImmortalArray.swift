/// An array that is made once for a class and never freed.
///
/// The content of a schema is read for every key of every input. An array of the standard library
/// would be retained and released each time; this one is an address and a count.
///
/// Any number of threads may read it: it is never written again.
@safe struct ImmortalArray<Element>: @unchecked Sendable {
  private let base: UnsafeMutablePointer<Element>
  let count: Int

  init(_ elements: [Element]) {
    self.init(elements) { $0 }
  }

  /// An array of what is made of each of some elements.
  ///
  /// An array of the standard library between these would cost the runtime a type of its own.
  init<Each>(_ source: [Each], _ element: (Each) -> Element) {
    count = source.count
    // The memory is never given back, and never written again: that is what makes it safe to read
    // from any thread at any time.
    // It begins with a line of the processor's cache.
    unsafe base = ImmortalMemory.allocate(Element.self, count: count, alignment: 64)
    for index in 0..<count {
      // There is room for so many, and each is initialised once.
      unsafe (base + index).initialize(to: element(source[index]))
    }
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside of the array")
    // The bounds were checked in the line above.
    return unsafe base[index]
  }
}
