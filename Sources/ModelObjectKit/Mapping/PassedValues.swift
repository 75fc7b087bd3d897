/// The ends of objects and arrays of the text that were passed once and will be again.
///
/// Who looks at all keys of an object before its values, and does so again in each object inside of
/// it, would else read the innermost one once for every level around it.
struct PassedValues {
  private var ends: [Int: Int] = [:]
  /// The objects and arrays that are open at the moment; kept for their memory.
  private var open: [(start: Int, isObject: Bool)] = []

  /// What is shorter is read again sooner than remembered.
  private static let shortest = 128

  /// Moves past the value at hand, checking all of it; at once where it was passed before.
  ///
  /// Uses no stack, however deep the value.
  mutating func pass(_ reader: inout JSONReader) throws(Misfit) {
    defer { open.removeAll(keepingCapacity: true) }
    while true {
      let first = reader.next()
      let isObject = first == UInt8(ascii: "{")
      if isObject || first == UInt8(ascii: "[") {
        let start = reader.position
        if let end = ends[start] {
          reader.position = end
        } else if try reader.open(closing: Self.closing(isObject)) {
          open.append((start, isObject))
          if isObject { _ = try reader.key() }
          continue
        }
      } else {
        try reader.skipValue()
      }
      // A value has ended: so do all objects and arrays that it is the last one of.
      while let last = open.last {
        if try reader.hasMore(closing: Self.closing(last.isObject)) {
          if last.isObject { _ = try reader.key() }
          break
        }
        open.removeLast()
        if reader.position - last.start >= Self.shortest { ends[last.start] = reader.position }
      }
      if open.isEmpty { return }
    }
  }

  private static func closing(_ isObject: Bool) -> UInt8 {
    isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
  }
}
