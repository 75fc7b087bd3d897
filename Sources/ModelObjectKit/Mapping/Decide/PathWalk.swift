/// One walk through a value of the text, along all paths of a plan; it records where each one
/// leads.
struct PathWalk: ~Copyable {
  /// The value found for a node of the plan.
  private struct FoundValue {
    /// The offset of the value; negative if none was found.
    var offset = -1
    /// The key of the value in the text; empty for an element of an array.
    var key = JSONStringToken(start: 0, end: 0, hasEscapes: false)
    /// Whether the value has gone into its property.
    var isTaken = false

    var isFound: Bool { offset >= 0 }
  }

  /// An object of which no property on the paths has a value, so that common values may go straight
  /// into them.
  typealias Target = (plan: ClassPlan, memory: ObjectMemory)

  private let plan: PathPlan
  private let owner: ClassPlan
  private let mapping: Mapping
  private let target: Target?
  private var found: [FoundValue]

  /// Walks the value at the position; the reader moves past it.
  init(
    _ plan: PathPlan,
    of owner: ClassPlan,
    in mapping: Mapping,
    _ reader: inout JSONReader,
    into target: Target?
  ) throws(Misfit) {
    (self.plan, self.owner, self.mapping, self.target) = (plan, owner, mapping, target)
    found = []
    // To make an array of one repeated value, the standard library asks the runtime for its type.
    found.reserveCapacity(plan.nodes.count)
    for _ in 0..<plan.nodes.count { found.append(FoundValue()) }
    try walk(0, &reader)
  }

  /// The offset of the value for a target, by its index; nil if none was found.
  func offset(at index: Int, in reader: JSONReader) -> Int? {
    point(at: index, in: reader).map { found[$0].offset }
  }

  /// The point with the value for a target: the end of its path, or a null above that.
  private func point(at index: Int, in reader: JSONReader) -> Int? {
    var number = plan.ends[index]
    while !found[number].isFound { number = plan.nodes[number].parent }
    let isEnd = number == plan.ends[index]
    return isEnd || reader.isNull(at: found[number].offset) ? number : nil
  }

  /// Whether the value for a target, by its index, has gone into its property.
  func isTaken(at index: Int) -> Bool { found[plan.ends[index]].isTaken }

  /// The steps to the value for a target, by its index, with the keys as in the text.
  func steps(at index: Int, in reader: JSONReader) -> [PathStep] {
    var steps: [PathStep] = []
    var number = point(at: index, in: reader) ?? 0
    while number > 0 {
      if case .index(let index)? = plan.nodes[number].step {
        steps.append(.index(index))
      } else {
        steps.append(.key(reader.bytes.text(of: found[number].key)))
      }
      number = plan.nodes[number].parent
    }
    return steps.reversed()
  }

  /// Walks the value of a node, at the position; the reader moves past it.
  ///
  /// A step by name follows the best key whose value isn't null, as a property does: its exact
  /// spelling, else the smallest key that folds to the same text; of a repeated key the last one.
  private mutating func walk(
    _ number: Int,
    _ reader: inout JSONReader
  ) throws(Misfit) {
    let first = reader.next()
    let node = plan.nodes[number]
    found[number].offset = reader.position
    if first == UInt8(ascii: "{"), node.named.count > 0 {
      var previous = node.keys.firstIndex
      var key = try reader.openObject(node.keys, &previous)
      while !key.isNone {
        _ = reader.next()
        if key.targets.isNone {
          try reader.skipValue()
        } else {
          try walk(
            node.named[node.keys.property(of: key.targets)],
            key.token,
            in: &reader
          )
        }
        key = try reader.nextKey(in: node.keys, after: &previous)
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
    } else if let target, node.property >= 0,
      try reader.readDirectly(
        first,
        into: target.plan.slots[node.property].direct,
        of: target.memory
      )
    {
      found[number].isTaken = true
    } else {
      try reader.skipValue()
    }
  }

  /// Forgets what was found for a node; its property gets back the value that its class gives it.
  private mutating func forget(_ number: Int) {
    if found[number].isTaken, let target {
      let property = plan.nodes[number].property
      let schema = SchemaCache.schema(of: target.plan.type)
      schema.properties[property].copy(from: schema.type.init(), to: target.memory.object)
    }
    found[number] = FoundValue()
  }

  /// Walks the value of a key once for each node to which it may lead.
  private mutating func walk(
    _ points: ImmortalArray<Int>,
    _ key: JSONStringToken,
    in reader: inout JSONReader
  ) throws(Misfit) {
    let start = reader.position
    var isPassed = false
    for index in 0..<points.count {
      let point = points[index]
      if found[point].isFound {
        guard isBetter(key, for: point, at: start, in: reader) else { continue }
        for beyond in point..<plan.nodes[point].end { forget(beyond) }
      }
      found[point].key = key
      reader.position = start
      try walk(point, &reader)
      isPassed = true
    }
    if !isPassed { try reader.skipValue() }
  }

  /// Whether a key, with the value at an offset, leads to a node rather than the key that was found
  /// for it.
  private func isBetter(
    _ key: JSONStringToken,
    for point: Int,
    at offset: Int,
    in reader: JSONReader
  ) -> Bool {
    guard case .key(let name)? = plan.nodes[point].step else { return true }
    let isNull = self.isNull(at: offset, for: point, in: reader)
    guard isNull == self.isNull(at: found[point].offset, for: point, in: reader) else {
      return !isNull
    }
    // Both match, and of the same key twice the last one wins.
    return !WantedKey(name, .exact)
      .isBetter(reader.bytes.text(of: found[point].key), than: reader.bytes.text(of: key))
  }

  /// Whether a value is null for a node, or for the property whose path ends there.
  private func isNull(at offset: Int, for point: Int, in reader: JSONReader) -> Bool {
    if reader.isNull(at: offset) { return true }
    let number = plan.nodes[point].property
    guard number >= 0, reader.bytes.peek(offset) == UInt8(ascii: "\"") else { return false }
    var reader = reader
    reader.position = offset
    guard let input = try? mapping.input(at: &reader) else { return false }
    return owner.schema.properties[number].isNullWhenRead(input)
  }
}

extension JSONReader {
  /// Whether the value at an offset, which was read before, is null.
  fileprivate func isNull(at offset: Int) -> Bool { bytes.peek(offset) == UInt8(ascii: "n") }
}
