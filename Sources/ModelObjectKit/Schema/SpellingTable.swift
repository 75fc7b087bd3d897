/// Numbers by keys, as bytes, while a table of them is made.
///
/// Not a dictionary: for one of the package's own types the runtime would look through all
/// conformances of the program when it is made first.
struct KeyNumbers {
  /// In the order in which they came.
  private(set) var keys: [String] = []
  private(set) var numbers: [Int] = []
  /// For each hash the place of a key, or a negative number.
  private var places = Array(repeating: -1, count: 64)

  subscript(key: String) -> Int? {
    get {
      let place = places[spot(of: key)]
      return place < 0 ? nil : numbers[place]
    }
    set {
      guard let newValue else { return }
      if 2 * keys.count > places.count { grow() }
      let spot = spot(of: key)
      if places[spot] < 0 {
        places[spot] = keys.count
        keys.append(key)
        numbers.append(newValue)
      } else {
        numbers[places[spot]] = newValue
      }
    }
  }

  /// Whether two keys have the same bytes.
  static func areSame(_ first: String, _ second: String) -> Bool {
    ByteView.with(first) { first in ByteView.with(second) { first.equals($0) } }
  }

  /// Where a key is, or where there is room for it.
  private func spot(of key: String) -> Int {
    let hash = ByteView.with(key) { SpellingTable.hash(of: $0) }
    var spot = Int(truncatingIfNeeded: hash) & (places.count - 1)
    while places[spot] >= 0, !Self.areSame(keys[places[spot]], key) {
      spot = (spot + 1) & (places.count - 1)
    }
    return spot
  }

  private mutating func grow() {
    places = Array(repeating: -1, count: 4 * places.count)
    for place in keys.indices { places[spot(of: keys[place])] = place }
  }
}

/// Finds a number by the bytes of a key, without making a string.
///
/// Open addressing over the first and last eight bytes. The table is made once and holds what a
/// class knows; however many keys the input invents, a search looks at the class's own only.
struct SpellingTable {
  /// A key that the table holds.
  struct Spelling {
    fileprivate let pattern: BytePattern
    /// How the value goes into the property that the key feeds alone, where values go there as they
    /// are.
    let slot: DirectSlot
    private let shortMiddle: Int32
    private let shortNumber: Int32
    private let shortProperty: Int32
    /// What fills up the 64 bytes of a line of the processor's cache: reading a spelling costs one.
    private let padding: Int64 = 0

    fileprivate init(
      pattern: BytePattern,
      middle: Int,
      number: Int,
      property: Int,
      slot: DirectSlot
    ) {
      self.pattern = pattern
      self.slot = slot
      shortMiddle = Int32(truncatingIfNeeded: middle)
      shortNumber = Int32(truncatingIfNeeded: number)
      shortProperty = Int32(truncatingIfNeeded: property)
    }

    /// How many bytes the key has.
    var count: Int { pattern.count }
    /// Where the words between the first and the last begin in `middles`.
    fileprivate var middle: Int { Int(shortMiddle) }
    /// The number that belongs to the key.
    var number: Int { Int(shortNumber) }
    /// The property that the key feeds alone and just so; negative where there is none such.
    var property: Int { Int(shortProperty) }
  }

  private let spellings: ImmortalArray<Spelling>
  /// For each hash the place of a spelling, or a negative number.
  private let places: ImmortalArray<Int32>
  private let middles: ImmortalArray<UInt64>
  private let mask: Int

  /// The longest key.
  let maximumCount: Int

  /// A table of keys with their numbers, and the properties that numbers stand for.
  init(
    _ numbers: KeyNumbers,
    property: (Int) -> Int = { _ in -1 },
    slot: (Int) -> DirectSlot = { _ in .none }
  ) {
    var capacity = 8
    while capacity < numbers.keys.count * 4 { capacity *= 2 }
    var places = Array(repeating: Int32(-1), count: capacity)
    var spellings: [Spelling] = []
    var middles: [UInt64] = []
    for index in numbers.keys.indices {
      let number = numbers.numbers[index]
      ByteView.with(numbers.keys[index]) { key in
        let pattern = BytePattern(key)
        var spot = Self.hash(pattern.first, pattern.last, key.count) & (capacity - 1)
        while places[spot] >= 0 { spot = (spot + 1) & (capacity - 1) }
        places[spot] = Int32(spellings.count)
        spellings.append(
          Spelling(
            pattern: pattern,
            middle: middles.count,
            number: number,
            property: property(number),
            slot: slot(number)
          )
        )
        for offset in stride(from: 8, to: key.count - 8, by: 8) {
          middles.append(key.word(at: offset))
        }
      }
    }
    maximumCount = numbers.keys.map(\.utf8.count).max() ?? 0
    mask = capacity - 1
    self.spellings = ImmortalArray(spellings)
    self.places = ImmortalArray(places)
    self.middles = ImmortalArray(middles)
  }

  /// How many keys the table holds; their places are the numbers below this one.
  var count: Int { spellings.count }

  /// The place of a key, or a negative number.
  @inline(__always)
  func place(of key: ByteView) -> Int {
    guard key.count <= maximumCount else { return -1 }
    let (first, last) = key.ends
    var slot = Self.hash(first, last, key.count) & mask
    while true {
      let place = Int(places[slot])
      if place < 0 { return -1 }
      let spelling = spellings[place]
      if spelling.pattern.first == first, spelling.pattern.last == last,
        spelling.pattern.count == key.count, key.count <= 16 || hasMiddle(spelling.middle, key)
      {
        return place
      }
      slot = (slot &+ 1) & mask
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
    return hasMiddle(spelling.middle, text[start, start &+ spelling.count]) ? end : -1
  }

  private func hasMiddle(_ middle: Int, _ key: ByteView) -> Bool {
    var index = middle
    var offset = 8
    while offset < key.count &- 8 {
      guard middles[index] == key.word(at: offset) else { return false }
      index &+= 1
      offset &+= 8
    }
    return true
  }

  /// A number that is the same for the same key, and seldom for two.
  static func hash(of key: ByteView) -> UInt64 {
    let (first, last) = key.ends
    var hash = UInt64(truncatingIfNeeded: Self.hash(first, last, key.count))
    var offset = 8
    while offset < key.count &- 8 {
      hash = (hash ^ key.word(at: offset)) &* 0x9E37_79B9_7F4A_7C15
      offset &+= 8
    }
    return hash ^ UInt64(truncatingIfNeeded: key.count) << 48
  }

  @inline(__always)
  private static func hash(_ first: UInt64, _ last: UInt64, _ count: Int) -> Int {
    let mixed = (first ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15
    let word = (mixed ^ last ^ mixed >> 29) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: word >> 40)
  }
}
