extension JSONWriter {
  /// Puts the pairs of the object that is ending in the order of their keys.
  func sortPairs(_ open: [OpenPair]) {
    guard let first = open.first?.start else { return }
    let isSorted = zip(open, open.dropFirst()).allSatisfy { !$1.key.precedes($0.key) }
    if isSorted { return }
    let ends = open.dropFirst().map(\.start) + [buffer.count]
    let pairs = zip(open, ends).sorted { $0.0.key.precedes($1.0.key) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(buffer.count - first)
    for (pair, end) in pairs {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: ",")) }
      // There is a comma before every pair but the first.
      let hasComma = buffer.byte(at: pair.start) == UInt8(ascii: ",")
      buffer.with(pair.start + (hasComma ? 1 : 0), end) { text in
        for offset in 0..<text.count { bytes.append(text[offset]) }
      }
    }
    buffer.replace(from: first, with: bytes)
  }
}
