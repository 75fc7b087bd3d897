/// The index of a key in a `SpellingTable`.
struct SpellingIndex: Equatable {
  let value: Int

  init(_ value: Int) { self.value = value }

  static var none: SpellingIndex { SpellingIndex(-1) }

  /// Whether there is no such key.
  var isNone: Bool { value < 0 }
}

/// Finds a number by the bytes of a key, without making a string.
///
/// It uses open addressing over the first and last eight bytes. The table has room for a fixed
/// number of keys and never grows, however many keys the input invents.
///
/// Any number of threads may search while one adds a key.
struct SpellingTable {
  /// A key that the table holds.
  struct Spelling {
    fileprivate let pattern: BytePattern
    /// The slot of the key's only property, if that stores values directly.
    let slot: DirectSlot
    private let shortNumber: Int32
    private let shortProperty: Int32
    /// The words between the first and the last eight bytes of a key with more than sixteen; the
    /// last word may overlap these.
    ///
    /// With it, a spelling has 64 bytes.
    private let middle: Immortal<[UInt64]>?

    fileprivate init(_ key: ByteView, number: Int, property: Int, slot: DirectSlot) {
      pattern = BytePattern(key)
      let words = stride(from: 8, to: key.count - 8, by: 8).map { key.word(at: $0) }
      middle = words.isEmpty ? nil : Immortal(words)
      self.slot = slot
      shortNumber = Int32(truncatingIfNeeded: number)
      shortProperty = Int32(truncatingIfNeeded: property)
    }

    /// Whether these are the bytes between the first and the last eight of a key of the same
    /// length.
    fileprivate func isMiddle(of key: ByteView) -> Bool {
      guard let middle else { return true }
      for (index, word) in middle.value.enumerated() where key.word(at: 8 &* index &+ 8) != word {
        return false
      }
      return true
    }

    /// The end of two patterns with the key between them, from an offset of a text on; negative if
    /// the text differs or its end is near.
    @_transparent
    func end(
      between before: BytePattern,
      and behind: BytePattern,
      from offset: Int,
      in text: ByteView
    ) -> Int {
      let end = text.end(of: before, pattern, behind, from: offset)
      guard count > 16, end >= 0 else { return end }
      let start = offset &+ before.count
      return isMiddle(of: text[start, start &+ count]) ? end : -1
    }

    /// The number of bytes of the key.
    var count: Int { pattern.count }
    /// The number of the key.
    var number: Int { Int(shortNumber) }
    /// The key's only property, if it has no path; else negative.
    var property: Int { Int(shortProperty) }
  }

  private let spellings: ImmortalArray<Spelling>
  /// For each hash, the index of a spelling, or a negative number.
  private let indexes: AtomicWords
  /// The last used index.
  private let last = AtomicWords(count: 1)
  private let mask: Int

  /// The maximum size of a key in bytes.
  let maximumCount: Int

  /// Makes an empty table with room for a number of keys of at most `maximumCount` bytes.
  init(room: Int, maximumCount: Int) {
    var capacity = 8
    while capacity < room * 2 { capacity *= 2 }
    mask = capacity - 1
    indexes = AtomicWords(count: capacity)
    spellings = ImmortalArray(
      repeating: Spelling(.empty, number: -1, property: -1, slot: .none),
      count: room
    )
    self.maximumCount = maximumCount
  }

  /// Makes a table of keys with their indexes as numbers; if a key repeats, the first is used.
  init(_ keys: [String]) {
    self.init(room: keys.count, maximumCount: keys.map(\.utf8.count).max() ?? 0)
    for (number, key) in keys.enumerated() {
      ByteView.with(key) { if index(of: $0).isNone { insert($0, number: number) } }
    }
  }

  /// The maximum number of keys; their indexes are below it.
  var room: Int { spellings.count }

  /// Whether a key of the input may be added: there must be room, and searches must stay short.
  func hasRoom(for key: ByteView) -> Bool {
    key.count <= maximumCount && last[0] + 1 < room && stepsToRoom(for: key) < 8
  }

  /// Adds a new key with its number and property, and returns its index.
  ///
  /// There must be room for it, and no other thread may add one at the same time. `prepare` is
  /// called with the index before other threads can see it.
  @discardableResult
  func insert(
    _ key: ByteView,
    number: Int,
    property: Int = -1,
    slot: DirectSlot = .none,
    prepare: (SpellingIndex) -> Void = { _ in }
  ) -> SpellingIndex {
    precondition(key.count <= maximumCount, "too long a key")
    let index = last[0] + 1
    spellings.put(Spelling(key, number: number, property: property, slot: slot), at: index)
    prepare(SpellingIndex(index))
    last[0] = index
    indexes[(Self.hash(of: key.ends, key.count) + stepsToRoom(for: key)) & mask] = index
    return SpellingIndex(index)
  }

  /// The number of steps from a key's hash to a free entry; half of the entries are free.
  private func stepsToRoom(for key: ByteView) -> Int {
    let hash = Self.hash(of: key.ends, key.count)
    var steps = 0
    while indexes[(hash + steps) & mask] >= 0 { steps += 1 }
    return steps
  }

  /// The index of a key.
  @_transparent
  func index(of key: ByteView) -> SpellingIndex {
    guard key.count <= maximumCount else { return .none }
    let (first, last) = key.ends
    var spot = Self.hash(of: (first, last), key.count) & mask
    while true {
      let index = indexes[spot]
      if index < 0 { return .none }
      let spelling = spellings[index]
      if spelling.pattern.first == first, spelling.pattern.last == last,
        spelling.pattern.count == key.count, spelling.isMiddle(of: key)
      {
        return SpellingIndex(index)
      }
      spot = (spot &+ 1) & mask
    }
  }

  @inline(__always)
  subscript(index: SpellingIndex) -> Spelling { spellings[index.value] }

  /// The number of a key; negative if there is none.
  func find(_ key: ByteView) -> Int {
    let index = index(of: key)
    return index.isNone ? -1 : self[index].number
  }

  @_transparent
  private static func hash(of ends: (first: UInt64, last: UInt64), _ count: Int) -> Int {
    let mixed = (ends.first ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15
    let word = (mixed ^ ends.last ^ mixed >> 29) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: word >> 40)
  }
}
