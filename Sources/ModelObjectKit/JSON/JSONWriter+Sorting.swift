extension JSONWriter {
  /// Puts the pairs of the object that is ending in the order of their keys' bytes.
  func sortPairs(_ starts: [Int]) {
    guard starts.count > 1 else { return }
    let end = buffer.count
    let isSorted = zip(starts, starts.dropFirst()).allSatisfy { start, next in
      !keyPrecedes(next, start)
    }
    if isSorted { return }
    var pairs = zip(starts, starts.dropFirst() + [end]).map { (start: $0, end: $1) }
    pairs.sort { keyPrecedes($0.start, $1.start) }
    let first = starts[0]
    // There is a comma before every pair but the first.
    let isComma = { (offset: Int) in self.buffer.byte(at: offset) == UInt8(ascii: ",") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(end - first)
    for pair in pairs {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: ",")) }
      buffer.with(pair.start + (isComma(pair.start) ? 1 : 0), pair.end) { text in
        for offset in 0..<text.count { bytes.append(text[offset]) }
      }
    }
    buffer.replace(from: first, with: bytes)
  }

  /// Compares two keys by the bytes of their text, from behind the opening quotes on.
  private func keyPrecedes(_ first: Int, _ second: Int) -> Bool {
    keyText(at: first).lexicographicallyPrecedes(keyText(at: second))
  }

  /// The bytes of the key of a pair that begins at an offset, escapes as they are written.
  private func keyText(at start: Int) -> [UInt8] {
    var offset = start
    while buffer.byte(at: offset) != UInt8(ascii: "\"") { offset += 1 }
    offset += 1
    var bytes: [UInt8] = []
    while buffer.byte(at: offset) != UInt8(ascii: "\"") {
      if buffer.byte(at: offset) == UInt8(ascii: "\\") {
        bytes.append(buffer.byte(at: offset))
        offset += 1
      }
      bytes.append(buffer.byte(at: offset))
      offset += 1
    }
    return bytes
  }
}
