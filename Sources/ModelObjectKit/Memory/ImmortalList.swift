/// A list with room for elements that are added later, made once for a class and never freed.
///
/// Any number of threads may read it while one thread adds an element. That thread writes the
/// element first and then publishes its place in a `HintTable`: so threads that know a place see
/// the element.
@safe struct ImmortalList<Element>: @unchecked Sendable {
  private let base: UnsafeMutablePointer<Element>
  let room: Int

  /// A list whose places hold a filler until an element is put there.
  init(room: Int, filler: Element) {
    self.room = room
    // The memory is never given back. It begins where a line of the processor's cache does.
    unsafe base = ImmortalMemory.allocate(Element.self, count: room, alignment: 64)
    unsafe base.initialize(repeating: filler, count: room)
  }

  subscript(place: Int) -> Element {
    @inline(__always) get {
      precondition(UInt(bitPattern: place) < UInt(bitPattern: room), "outside of the list")
      // The bounds were checked in the line above, and all of the memory is initialised.
      return unsafe base[place]
    }
  }

  /// Puts an element at a place that no other thread knows yet.
  func put(_ element: Element, at place: Int) {
    precondition(UInt(bitPattern: place) < UInt(bitPattern: room), "outside of the list")
    // The bounds were checked in the line above; no thread reads there before the place is
    // published.
    unsafe base[place] = element
  }
}

/// The bytes of a key between its first and its last eight, as words, made once and never freed: an
/// address, or none for a key of up to sixteen bytes.
@safe struct ImmortalMiddle: @unchecked Sendable {
  /// The number of words, and behind it the words; they are never written again.
  private let base: UnsafePointer<UInt64>?

  init(of key: ByteView) {
    let count = Self.count(of: key)
    guard count > 0 else {
      unsafe base = nil
      return
    }
    let words = unsafe ImmortalMemory.allocate(UInt64.self, count: count + 1)
    unsafe words.initialize(to: UInt64(count))
    for index in 0..<count {
      // There is room for the number of words and for them.
      unsafe (words + index + 1).initialize(to: key.word(at: 8 * index + 8))
    }
    unsafe base = UnsafePointer(words)
  }

  /// Whether the bytes between the first and the last eight of a key are these.
  func isMiddle(of key: ByteView) -> Bool {
    let count = Self.count(of: key)
    guard let base = unsafe base else { return count == 0 }
    guard unsafe base[0] == UInt64(truncatingIfNeeded: count) else { return false }
    for index in 0..<count {
      // There are that many words, as was checked before the loop.
      guard unsafe base[index &+ 1] == key.word(at: 8 &* index &+ 8) else { return false }
    }
    return true
  }

  /// The number of words that begin behind the first eight bytes and before the last eight; the
  /// last word may reach into these.
  private static func count(of key: ByteView) -> Int {
    key.count > 16 ? (key.count &- 9) >> 3 : 0
  }
}
