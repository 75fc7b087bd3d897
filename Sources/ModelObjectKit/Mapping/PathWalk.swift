/// One walk through a value of the text, along all paths of a plan; it keeps where each one leads.
struct PathWalk {
  /// The value found for a node of the plan.
  private struct Place {
    /// The offset of the value; negative if none was found.
    var offset = -1
    /// The key of the value in the text; empty for an element of an array.
    var key = JSONStringToken(start: 0, end: 0, hasEscapes: false)

    var isFound: Bool { offset >= 0 }
  }

  private let plan: PathPlan
  private var places: [Place]

  /// Walks the value at the position; the reader moves past it.
  init(_ plan: PathPlan, _ reader: inout JSONReader) throws(Misfit) {
    self.plan = plan
    places = []
    // To make an array of one repeated value, the standard library asks the runtime for its type.
    places.reserveCapacity(plan.nodes.count)
    for _ in 0..<plan.nodes.count { places.append(Place()) }
    try walk(0, &reader)
  }

  /// The offset of the value for a target, by its place; nil if none was found.
  func offset(at place: Int) -> Int? {
    let end = places[plan.ends[place]]
    return end.isFound ? end.offset : nil
  }

  /// The steps to the value for a target, by its place, with the keys as in the text.
  func steps(at place: Int, in reader: JSONReader) -> [PathStep] {
    var steps: [PathStep] = []
    var number = plan.ends[place]
    while number > 0 {
      if case .index(let index)? = plan.nodes[number].step {
        steps.append(.index(index))
      } else {
        steps.append(.key(reader.text(of: places[number].key)))
      }
      number = plan.nodes[number].parent
    }
    return steps.reversed()
  }

  /// Walks the value of a node, at the position; the reader moves past it.
  ///
  /// 1. A step by name follows its exact spelling, else the smallest key that folds to the same
  ///    text.
  /// 2. Of a repeated key the last value wins.
  private mutating func walk(
    _ number: Int,
    _ reader: inout JSONReader
  ) throws(Misfit) {
    let first = reader.next()
    let node = plan.nodes[number]
    places[number].offset = reader.position
    if first == UInt8(ascii: "{"), node.named.count > 0 {
      let outerGap = reader.betweenPairs
      defer { reader.betweenPairs = outerGap }
      var previous = node.keys.firstPlace
      var found = try reader.openObject(node.keys, &previous)
      while !found.isNone {
        _ = reader.next()
        if found.targets.isNone {
          try reader.skipValue()
        } else {
          try walk(
            node.named[node.keys.property(of: found.targets)],
            found.token,
            &reader
          )
        }
        found = try reader.nextKey(in: node.keys, after: &previous)
      }
    } else if first == UInt8(ascii: "["), node.indexed.count > 0 {
      guard try reader.open(closing: UInt8(ascii: "]")) else { return }
      var index = 0
      repeat {
        if let next = node.element(at: index) {
          try walk(next, &reader)
        } else {
          _ = reader.next()
          try reader.skipValue()
        }
        index += 1
      } while try reader.hasMore(closing: UInt8(ascii: "]"))
    } else {
      try reader.skipValue()
    }
  }

  /// Walks the value of a key once for each node to which it may lead.
  private mutating func walk(
    _ points: ImmortalArray<Int>,
    _ key: JSONStringToken,
    _ reader: inout JSONReader
  ) throws(Misfit) {
    let start = reader.position
    var isPassed = false
    for place in 0..<points.count {
      let point = points[place]
      guard isBetter(key, for: point, in: reader) else { continue }
      if places[point].isFound {
        for beyond in point..<plan.nodes[point].end { places[beyond] = Place() }
      }
      places[point].key = key
      reader.position = start
      try walk(point, &reader)
      isPassed = true
    }
    if !isPassed { try reader.skipValue() }
  }

  private func isBetter(_ key: JSONStringToken, for point: Int, in reader: JSONReader) -> Bool {
    guard places[point].isFound, case .key(let name)? = plan.nodes[point].step else {
      return true
    }
    // Both match, and of the same key twice the last one wins.
    return !WantedKey(name, isFuzzy: false)
      .isBetter(reader.text(of: places[point].key), than: reader.text(of: key))
  }
}
