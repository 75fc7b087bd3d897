/// A list with room for elements that come later, made once for a class and never freed.
///
/// Any number of threads may read it while one adds to it. The one that adds writes the element
/// first and tells its place behind it, in a `HintTable`: so who knows of a place sees what is there.
@safe struct ImmortalList<Element>: @unchecked Sendable {
  private let base: UnsafeMutablePointer<Element>
  let room: Int

  /// A list whose places hold a filler until an element is put there.
  init(room: Int, filler: Element) {
    self.room = room
    // The memory is never given back. It begins where a line of the processor's cache does.
    let bytes = max(1, room) * MemoryLayout<Element>.stride
    unsafe base = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
      .bindMemory(to: Element.self, capacity: max(1, room))
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
    // The bounds were checked in the line above; nobody reads there before the place is told.
    unsafe base[place] = element
  }
}

/// The bytes of a key between its first and its last eight, a word at a time, made once and never
/// freed: an address, or none for a key that has no such bytes.
@safe struct ImmortalMiddle: @unchecked Sendable {
  /// How many words there are, and behind it the words; they are never written again.
  private let base: UnsafePointer<UInt64>?

  init(of key: ByteView) {
    let count = Self.count(of: key)
    guard count > 0 else {
      unsafe base = nil
      return
    }
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: count + 1)
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
      // So many words are there: that was asked in the line above.
      guard unsafe base[index &+ 1] == key.word(at: 8 &* index &+ 8) else { return false }
    }
    return true
  }

  /// How many words begin behind the first eight bytes and before the last eight; the last of them
  /// may reach into these.
  private static func count(of key: ByteView) -> Int {
    key.count > 16 ? (key.count &- 9) >> 3 : 0
  }
}
