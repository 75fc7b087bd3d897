/// Where the objects and arrays of the text end that were passed on the way to something else.
///
/// An object that goes the full way passes all its values before it maps them, and so does each
/// object inside of it: without this the innermost one would be read once for every level around
/// it. Each container is passed once, and from then on passing it is a jump.
struct ContainerEnds {
  private var ends: [Int: Int] = [:]
  /// The objects and arrays that are open at the moment; kept for their memory.
  private var open: [(start: Int, isObject: Bool)] = []

  /// A container that is shorter is read again sooner than looked up.
  private static let shortest = 64

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
