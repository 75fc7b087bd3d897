extension JSONWriter {
  /// Sorts the pairs of an object by their keys at its end.
  func sortPairs(_ open: [OpenPair]) {
    guard let first = open.first?.start else { return }
    if zip(open, open.dropFirst()).allSatisfy({ !$1.key.precedes($0.key) }) { return }
    let ends = open.dropFirst().map(\.start) + [buffer.count]
    let text = buffer.bytes(from: first)
    buffer.truncate(to: first)
    for (pair, end) in zip(open, ends).inKeyOrder(by: { $0.0.key }) {
      // There is a comma before every pair except the first.
      let comma = UInt8(ascii: ",")
      let start = text[pair.start - first] == comma ? pair.start + 1 : pair.start
      if buffer.count > first { buffer.append(comma) }
      buffer.append(text[(start - first)..<(end - first)])
    }
  }
}
