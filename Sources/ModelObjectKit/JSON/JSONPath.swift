extension ByteView {
  /// The path of the value that begins at an offset of JSON text, which must be valid up to there.
  func jsonPath(to offset: Int) -> String {
    // Without the value, the text ends inside the objects and arrays around it.
    var reader = JSONReader(self[0, min(offset, count)], maximumDepth: .max)
    var passing = ValuePassing(from: 0)
    try? passing.pass(&reader, isComplete: true)
    let starts = passing.open.map(\.start)
    return zip(starts, starts.dropFirst() + [offset])
      .compactMap { try? reader.step(from: $0, to: $1) }.path
  }
}

extension JSONReader {
  /// The key or index, in the object or array at an offset, of the value that begins at another one.
  fileprivate mutating func step(from start: Int, to value: Int) throws(Misfit) -> PathStep {
    position = start
    let isObject = next() == UInt8(ascii: "{")
    let closing = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    _ = try open(closing: closing)
    var index = 0
    while true {
      let key = isObject ? try key() : nil
      _ = next()
      if position >= value { return key.map { .key(bytes.text(of: $0)) } ?? .index(index) }
      try skipValue()
      _ = try hasMore(closing: closing)
      index += 1
    }
  }
}
