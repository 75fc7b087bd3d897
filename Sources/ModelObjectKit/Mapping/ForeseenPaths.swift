extension JSONReader {
  /// Reads what lies behind the paths of a plan straight into an object's properties.
  ///
  /// False, and nothing is read or changed, where a step leads on twice, or a value does not go into
  /// its property as it is.
  mutating func readForeseen(
    _ paths: PathPlan,
    _ plan: TextPlan,
    _ model: any Model,
    _ claims: inout Claims
  ) throws(Misfit) -> Bool {
    guard paths.nodes.count <= 64, paths.takeDirectValues(plan.directSlots) else { return false }
    let start = self
    let before = claims
    var passed: UInt64 = 0
    let slots = plan.directSlots
    if try readForeseen(paths, 0, slots, ObjectMemory(model), &claims, &passed) { return true }
    self = start
    let taken = (0..<paths.ends.count).map { paths.ends[$0].property }.filter {
      claims.contains($0, .fed) && !before.contains($0, .fed)
    }
    SchemaCache.schema(of: plan.type).reset(taken, of: model)
    claims = before
    return false
  }

  /// Reads the value of a point; false where it needs more than that.
  private mutating func readForeseen(
    _ paths: PathPlan,
    _ number: Int,
    _ slots: ImmortalArray<DirectSlot>,
    _ memory: ObjectMemory,
    _ claims: inout Claims,
    _ passed: inout UInt64
  ) throws(Misfit) -> Bool {
    guard passed >> UInt64(number) & 1 == 0 else { return false }
    passed |= 1 << UInt64(number)
    let first = next()
    let node = paths.nodes[number]
    if node.property >= 0 {
      guard claims.areFree(node.property), try readDirectly(first, slots[node.property], memory)
      else { return false }
      claims.insert(node.property, .fed)
    } else if first == UInt8(ascii: "{"), node.named.count > 0 {
      var previous = node.keys.firstPlace
      var found = try openObject(node.keys, &previous)
      while !found.isNone {
        let key = found
        if key.number < 0 {
          try skipValue()
        } else {
          let points = node.named[node.keys.property(of: key.number)]
          guard points.count == 1,
            try readForeseen(paths, points[0], slots, memory, &claims, &passed)
          else { return false }
        }
        found = try nextKey(in: node.keys, after: &previous)
      }
    } else if first == UInt8(ascii: "["), node.indexed.count > 0 {
      guard try open(closing: UInt8(ascii: "]")) else { return true }
      var index = 0
      repeat {
        if let point = node.element(at: index) {
          guard try readForeseen(paths, point, slots, memory, &claims, &passed) else {
            return false
          }
        } else {
          _ = next()
          try skipValue()
        }
        index += 1
      } while try hasMore(closing: UInt8(ascii: "]"))
    } else {
      try skipValue()
    }
    return true
  }
}

extension PathPlan {
  /// Whether each way ends at a point of its own, with a property that takes common values as they
  /// are.
  @inline(__always)
  fileprivate func takeDirectValues(_ slots: ImmortalArray<DirectSlot>) -> Bool {
    for place in 0..<ends.count {
      let (property, node) = ends[place]
      guard nodes[node].property == property else { return false }
      if case .none = slots[property] { return false }
    }
    return true
  }
}
