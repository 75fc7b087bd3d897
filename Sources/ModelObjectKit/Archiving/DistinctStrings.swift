/// The strings of a column once each, and for each object the index of its string.
struct DistinctStrings {
  let bytes = ByteBuffer()
  let ends = IntegerPacker()
  let indexes = IntegerPacker()
  /// The indexes of strings by their hashes, with linear probing; -1 where there is none.
  private var places = Array(repeating: -1, count: 64)

  /// Returns nil unless there are at least twice as many strings as different ones.
  ///
  /// - Parameters:
  ///   - text: The UTF-8 of all strings.
  ///   - allEnds: Where each ends.
  init?(_ text: ByteView, _ allEnds: PackedIntegers) {
    let count = allEnds.count
    var start = 0
    for row in 0..<count {
      let end = allEnds[row]
      indexes.append(index(of: text[start, end]))
      start = end
      // Strings that hardly repeat are known as such by a few of them.
      let isSample = row == 127 && ends.count > 120 || row == 1023 && ends.count > 768
      if isSample || ends.count * 2 > count { return nil }
    }
  }

  private mutating func index(of text: ByteView) -> Int {
    var place = Self.hash(text) & (places.count - 1)
    while case let index = places[place], index >= 0 {
      if isString(index, text) { return index }
      place = (place + 1) & (places.count - 1)
    }
    places[place] = ends.count
    bytes.append(text)
    ends.append(bytes.count)
    if ends.count * 2 > places.count { grow() }
    return ends.count - 1
  }

  private static func hash(_ text: ByteView) -> Int {
    var fingerprint = Fingerprint()
    fingerprint.add(.text, text)
    return Int(truncatingIfNeeded: fingerprint.value)
  }

  private func isString(_ index: Int, _ text: ByteView) -> Bool {
    range(index) { $0.equals(text) }
  }

  private func range<Result>(_ index: Int, _ body: (ByteView) -> Result) -> Result {
    let (start, end) = ends.with { (index == 0 ? 0 : $0[index - 1], $0[index]) }
    return bytes.with { body($0[start, end]) }
  }

  private mutating func grow() {
    var larger = Array(repeating: -1, count: places.count * 2)
    for index in 0..<ends.count {
      var place = range(index) { Self.hash($0) } & (larger.count - 1)
      while larger[place] >= 0 { place = (place + 1) & (larger.count - 1) }
      larger[place] = index
    }
    places = larger
  }
}
