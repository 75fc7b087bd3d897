/// The ends of the objects and arrays of the text that were skipped before being read.
///
/// An object that goes the full way skips all its values before it maps them, and so does each
/// object inside it: without this table the innermost one would be read once for every level around
/// it. Each container is skipped once; from then on skipping it is a jump.
struct ContainerEnds {
  private var ends: [Int: Int] = [:]
  /// The objects and arrays that are open while `pass` runs; kept so that its memory is reused.
  private var open: [(start: Int, isObject: Bool)] = []

  /// The least number of bytes of a container whose end is kept: a shorter one is read again faster
  /// than looked up.
  private static let shortest = 64

  /// Moves past the value at the position and checks all of it; jumps where it was passed before.
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
      // A value has ended, and with it the objects and arrays of which it is the last.
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
