/// Finds a number by the bytes of a key, without making a string.
///
/// Open addressing over the first and last eight bytes. The table is made once and holds what a
/// class knows; however many keys the input invents, a search looks at the class's own only.
struct SpellingTable {
  private struct Entry {
    var pattern = BytePattern()
    /// The number that is found; negative in an empty place.
    var number = -1
    /// Where the words between the first and the last begin in `middles`.
    var middle: Int = 0
  }

  private let entries: ImmortalArray<Entry>
  private let middles: ImmortalArray<UInt64>
  private let mask: Int

  /// The longest key.
  let maximumCount: Int

  init(_ numbers: [String: Int]) {
    var capacity = 8
    while capacity < numbers.count * 4 { capacity *= 2 }
    var entries = Array(repeating: Entry(), count: capacity)
    var middles: [UInt64] = []
    for (key, number) in numbers.sorted(by: { $0.key < $1.key }) {
      ByteView.with(key) { key in
        let pattern = BytePattern(key)
        var place = Self.hash(pattern.first, pattern.last, key.count) & (capacity - 1)
        while entries[place].number >= 0 { place = (place + 1) & (capacity - 1) }
        entries[place] = Entry(pattern: pattern, number: number, middle: middles.count)
        for offset in stride(from: 8, to: key.count - 8, by: 8) {
          middles.append(key.word(at: offset))
        }
      }
    }
    maximumCount = numbers.keys.map(\.utf8.count).max() ?? 0
    mask = capacity - 1
    self.entries = ImmortalArray(entries)
    self.middles = ImmortalArray(middles)
  }

  /// How many places the table has; those below this number can be asked for.
  var capacity: Int { entries.count }

  /// The place of a key, or a negative number.
  @inline(__always)
  func place(of key: ByteView) -> Int {
    guard key.count <= maximumCount else { return -1 }
    let (first, last) = key.ends
    var place = Self.hash(first, last, key.count) & mask
    while true {
      let entry = entries[place]
      if entry.number < 0 { return -1 }
      let pattern = entry.pattern
      if pattern.first == first, pattern.last == last, pattern.count == key.count,
        key.count <= 16 || hasMiddle(entry.middle, key)
      {
        return place
      }
      place = (place &+ 1) & mask
    }
  }

  /// The number that belongs to a place.
  @inline(__always)
  func number(at place: Int) -> Int { entries[place].number }

  /// The number of a key, or a negative one.
  func find(_ key: ByteView) -> Int {
    let place = place(of: key)
    return place < 0 ? -1 : number(at: place)
  }

  /// Where the key of a place ends that begins at an offset of a text; a negative number where
  /// another text is there, or the end is near.
  @inline(__always)
  func end(of place: Int, from offset: Int, in text: ByteView) -> Int {
    let entry = entries[place]
    let end = entry.pattern.end(from: offset, in: text)
    return entry.pattern.count <= 16 || end < 0 || hasMiddle(entry.middle, text[offset, end])
      ? end : -1
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
