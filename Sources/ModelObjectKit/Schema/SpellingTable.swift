/// Finds a number by the bytes of a key, without making a string.
///
/// Open addressing over the first and last eight bytes. The table has room for so many keys and
/// never grows; however many keys the input invents, a search looks at those in the table only.
///
/// Any number of threads may search while one adds a key.
struct SpellingTable {
  /// A key that the table holds.
  struct Spelling {
    fileprivate let pattern: BytePattern
    /// How the value goes into the property that the key feeds alone, where values go there as they
    /// are.
    let slot: DirectSlot
    private let shortNumber: Int32
    private let shortProperty: Int32
    /// With it a spelling takes the 64 bytes of a line of the processor's cache: reading one costs
    /// one.
    fileprivate let middle: ImmortalMiddle

    fileprivate init(_ key: ByteView, number: Int, property: Int, slot: DirectSlot) {
      pattern = BytePattern(key)
      middle = ImmortalMiddle(of: key)
      self.slot = slot
      shortNumber = Int32(truncatingIfNeeded: number)
      shortProperty = Int32(truncatingIfNeeded: property)
    }

    /// How many bytes the key has.
    var count: Int { pattern.count }
    /// The number that belongs to the key.
    var number: Int { Int(shortNumber) }
    /// The property that the key feeds alone and just so; negative where there is none such.
    var property: Int { Int(shortProperty) }
  }

  private let spellings: ImmortalList<Spelling>
  /// For each hash the place of a spelling, or a negative number.
  private let places: HintTable
  /// The place that was taken last.
  private let last = HintTable(count: 1)
  private let mask: Int

  /// The longest key that there may be.
  let maximumCount: Int

  /// An empty table with room for so many keys, none of them longer than `maximumCount` bytes.
  init(room: Int, maximumCount: Int) {
    var capacity = 8
    while capacity < room * 2 { capacity *= 2 }
    mask = capacity - 1
    places = HintTable(count: capacity)
    spellings = ImmortalList(
      room: room,
      filler: Spelling(.empty, number: -1, property: -1, slot: .none)
    )
    self.maximumCount = maximumCount
  }

  /// A table of keys, each with its place among them; of the same key twice the first one counts.
  init(_ keys: [String]) {
    self.init(room: keys.count, maximumCount: keys.map(\.utf8.count).max() ?? 0)
    for (number, key) in keys.enumerated() {
      ByteView.with(key) { if place(of: $0) < 0 { insert($0, number: number) } }
    }
  }

  /// How many keys there may be; their places are numbers below this one.
  var room: Int { spellings.room }

  /// Whether a key that comes from the input may be added: one that makes no search longer than a
  /// few steps.
  func takes(_ key: ByteView) -> Bool {
    key.count <= maximumCount && last[0] + 1 < room && stepsToRoom(for: key) < 8
  }

  /// Adds a key that is not there, with its number and the property that this stands for; its place.
  ///
  /// There must be room for it, and no other thread may add one at the same time. `prepare` is called
  /// with the place before any other thread knows of it.
  @discardableResult
  func insert(
    _ key: ByteView,
    number: Int,
    property: Int = -1,
    slot: DirectSlot = .none,
    prepare: (Int) -> Void = { _ in }
  ) -> Int {
    precondition(key.count <= maximumCount, "too long a key")
    let place = last[0] + 1
    spellings.put(Spelling(key, number: number, property: property, slot: slot), at: place)
    prepare(place)
    last[0] = place
    places[(Self.hash(of: key.ends, key.count) + stepsToRoom(for: key)) & mask] = place
    return place
  }

  /// How far from where a key belongs there is room for another one; half of the spots are free.
  private func stepsToRoom(for key: ByteView) -> Int {
    let hash = Self.hash(of: key.ends, key.count)
    var steps = 0
    while places[(hash + steps) & mask] >= 0 { steps += 1 }
    return steps
  }

  /// The place of a key, or a negative number.
  @inline(__always)
  func place(of key: ByteView) -> Int {
    guard key.count <= maximumCount else { return -1 }
    let (first, last) = key.ends
    var spot = Self.hash(of: (first, last), key.count) & mask
    while true {
      let place = places[spot]
      if place < 0 { return -1 }
      let spelling = spellings[place]
      if spelling.pattern.first == first, spelling.pattern.last == last,
        spelling.pattern.count == key.count, key.count <= 16 || spelling.middle.isMiddle(of: key)
      {
        return place
      }
      spot = (spot &+ 1) & mask
    }
  }

  @inline(__always)
  subscript(place: Int) -> Spelling { spellings[place] }

  /// The number of a key, or a negative one.
  func find(_ key: ByteView) -> Int {
    let place = place(of: key)
    return place < 0 ? -1 : spellings[place].number
  }

  /// Where two patterns with a spelling between them end that begin at an offset of a text; a
  /// negative number where something else is there, or the end is near.
  @inline(__always)
  func end(
    of before: BytePattern,
    _ spelling: Spelling,
    _ behind: BytePattern,
    from offset: Int,
    in text: ByteView
  ) -> Int {
    let end = text.end(of: before, spelling.pattern, behind, from: offset)
    guard spelling.count > 16, end >= 0 else { return end }
    let start = offset &+ before.count
    return spelling.middle.isMiddle(of: text[start, start &+ spelling.count]) ? end : -1
  }

  /// A number that is the same for the same key, and seldom for two.
  static func hash(of key: ByteView) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: Self.hash(of: key.ends, key.count))
    var offset = 8
    while offset < key.count &- 8 {
      hash = (hash ^ key.word(at: offset)) &* 0x9E37_79B9_7F4A_7C15
      offset &+= 8
    }
    return hash ^ UInt64(truncatingIfNeeded: key.count) << 48
  }

  @inline(__always)
  private static func hash(of ends: (first: UInt64, last: UInt64), _ count: Int) -> Int {
    let mixed = (ends.first ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15
    let word = (mixed ^ ends.last ^ mixed >> 29) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: word >> 40)
  }
}
