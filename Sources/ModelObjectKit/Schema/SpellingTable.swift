/// Finds a number by the bytes of a key, without making a string.
///
/// Open addressing over the first and last eight bytes. The table is made once and holds what a
/// class knows; however many keys the input invents, a search looks at the class's own only.
struct SpellingTable {
  private struct Entry {
    var first: UInt64 = 0
    var last: UInt64 = 0
    var count: Int32 = 0
    /// The number that is found; negative in an empty place.
    var number: Int32 = -1
    /// Where the words between the first and the last begin in `middles`.
    var middle: Int = 0
  }

  private var entries: [Entry]
  private var middles: [UInt64] = []
  private let mask: Int

  /// The longest key.
  private(set) var maximumCount = 0

  init(_ numbers: [String: Int]) {
    var capacity = 8
    while capacity < numbers.count * 4 { capacity *= 2 }
    entries = Array(repeating: Entry(), count: capacity)
    mask = capacity - 1
    for (key, number) in numbers.sorted(by: { $0.key < $1.key }) {
      ByteView.with(key) { insert($0, number) }
    }
  }

  private mutating func insert(_ key: ByteView, _ number: Int) {
    var entry = Entry()
    (entry.first, entry.last) = key.ends
    entry.count = Int32(key.count)
    entry.number = Int32(number)
    entry.middle = middles.count
    for offset in stride(from: 8, to: key.count - 8, by: 8) {
      middles.append(key.word(at: offset))
    }
    var place = Self.hash(entry.first, entry.last, key.count) & mask
    while entries[place].number >= 0 { place = (place + 1) & mask }
    entries[place] = entry
    maximumCount = max(maximumCount, key.count)
  }

  /// The number of a key, or a negative one.
  @inline(__always)
  func find(_ key: ByteView) -> Int {
    guard key.count <= maximumCount else { return -1 }
    let (first, last) = key.ends
    var place = Self.hash(first, last, key.count) & mask
    while true {
      let entry = entries[place]
      if entry.number < 0 { return -1 }
      if entry.first == first, entry.last == last, entry.count == key.count,
        key.count <= 16 || hasMiddle(entry.middle, key)
      {
        return Int(entry.number)
      }
      place = (place &+ 1) & mask
    }
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

  @inline(__always)
  private static func hash(_ first: UInt64, _ last: UInt64, _ count: Int) -> Int {
    let mixed = (first ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15
    let word = (mixed ^ last ^ mixed >> 29) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: word >> 40)
  }
}

extension ByteView {
  /// The first and the last eight bytes; together they are all of sixteen bytes or less.
  @inline(__always)
  fileprivate var ends: (first: UInt64, last: UInt64) {
    if count >= 8 { return (word(at: 0), word(at: count &- 8)) }
    var bytes: UInt64 = 0
    var offset = 0
    while offset < count {
      bytes = bytes << 8 | UInt64(self[offset])
      offset &+= 1
    }
    return (bytes, 0)
  }
}
