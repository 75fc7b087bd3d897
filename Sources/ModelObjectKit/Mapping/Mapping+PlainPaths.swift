extension Mapping {
  /// Maps the value of a key that feeds several properties, or the values of the paths that begin
  /// with it; false where another key has fed one of the properties.
  func mapTargets(
    of found: JSONReader.FoundKey,
    _ model: any Model,
    _ object: inout PlainObject
  ) throws(Misfit) -> Bool {
    guard object.passed.insert(found.targets) else { return false }
    let plan = object.plan
    var values: [(property: Int, offset: Int, node: Int)] = []
    var leaves = PathLeaves(of: object)
    _ = reader.next()
    let start = reader.position
    let walk: PathWalk?
    if let paths = plan.keys.plan(of: found.targets) {
      walk = try PathWalk(paths, &state.reader, &leaves)
      for place in 0..<paths.ends.count {
        let (property, node) = paths.ends[place]
        guard let offset = walk?.offset(of: node) else { continue }
        if !leaves.filled.contains(property) {
          values.append((property, offset, node))
        } else if !object.fed.insert(property) {
          leaves.areContested = true
        }
      }
    } else {
      walk = nil
      for target in plan.keys.targets(of: found.targets) {
        values.append((target.property, start, 0))
      }
      try passValue(&state.reader)
    }
    let end = reader.position
    var taken = PropertySet()
    var areFree = !leaves.areContested
    for (property, _, _) in values
    where object.fed.contains(property) || !taken.insert(property)
      || plan.nestedSlots[property] != nil
    {
      areFree = false
    }
    guard areFree else {
      takeBack(leaves.filled, leaves.replaced, model, &object)
      return false
    }
    state.replaced.append(leaves.replaced)
    for (property, offset, node) in values {
      object.fed.insert(property)
      reader.position = offset
      let slot = plan.directSlots[property]
      state.replaced.keep(property, slot, object.memory)
      if try reader.readDirectly(reader.next(), slot, object.memory) { continue }
      try mapByRules(property, model, plan) {
        let steps = walk?.steps(to: node, in: reader) ?? []
        return ([.key(reader.text(of: found.token))] + steps).reversed()
          .reduce("") { $1.joined(to: $0) }
      }
    }
    reader.position = end
    return true
  }
}
