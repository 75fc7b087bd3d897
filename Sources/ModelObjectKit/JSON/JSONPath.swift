extension ByteView {
  /// The path of the value that begins at an offset of JSON text, which must be valid up to there.
  func jsonPath(to offset: Int) -> String {
    var walk = JSONWalk(self)
    // An error ends the walk; the path ends there.
    try? walk.go(to: offset)
    return walk.steps.path
  }
}

/// A walk through JSON text that tracks the path of the current value.
///
/// It does not recurse.
private struct JSONWalk {
  /// The current key or index in an object or array.
  private enum Place {
    case pair(JSONStringToken)
    case element(Int)
  }

  private var reader: JSONReader
  private var places: [Place] = []

  init(_ bytes: ByteView) {
    reader = JSONReader(bytes, maximumDepth: .max)
  }

  /// The steps from the root to the current value.
  var steps: [PathStep] {
    places.map { place in
      switch place {
      case .pair(let key): .key(reader.text(of: key))
      case .element(let index): .index(index)
      }
    }
  }

  mutating func go(to offset: Int) throws(Misfit) {
    while true {
      let first = reader.next()
      guard reader.position < offset else { return }
      switch first {
      case UInt8(ascii: "{"):
        if try reader.open(closing: UInt8(ascii: "}")) {
          places.append(.pair(try reader.key()))
          continue
        }
      case UInt8(ascii: "["):
        if try reader.open(closing: UInt8(ascii: "]")) {
          places.append(.element(0))
          continue
        }
      default: _ = try reader.value()
      }
      try endValue()
      if places.isEmpty { return }
    }
  }

  /// Moves on to the next value, past the ends of objects and arrays.
  private mutating func endValue() throws(Misfit) {
    while let place = places.popLast() {
      switch place {
      case .pair:
        guard try reader.hasMore(closing: UInt8(ascii: "}")) else { continue }
        places.append(.pair(try reader.key()))
      case .element(let index):
        guard try reader.hasMore(closing: UInt8(ascii: "]")) else { continue }
        places.append(.element(index + 1))
      }
      return
    }
  }
}
