/// A value that was found behind a path, and the steps that led there, as the input spells them.
struct Found {
  let source: Source
  let steps: [PathStep]

  /// The same value, seen from one level further up.
  func after(_ step: PathStep) -> Found {
    Found(source: source, steps: [step] + steps)
  }
}

extension Mapping {
  /// What the targets of a key take of its value, each by its path; one whose path leads nowhere is
  /// left out.
  ///
  /// A path leads nowhere where one of its steps is missing, or leads through something that is no
  /// object or array.
  func found(
    by number: Int,
    from source: Source,
    _ schema: ModelSchema
  ) throws(Misfit) -> [(target: KeyIndex.Target, found: Found)] {
    let targets = schema.keys.targets(of: number)
    var list: [(target: KeyIndex.Target, found: Found)] = []
    if case .text(let offset) = source, let plan = schema.keys.plan(of: number) {
      let walk = try walk(plan, from: offset)
      for (place, target) in targets.enumerated() {
        let node = plan.ends[place].node
        guard let offset = walk.offset(of: node) else { continue }
        list.append((target, Found(source: .text(offset), steps: walk.steps(to: node, in: reader))))
      }
    } else {
      for target in targets {
        guard let found = follow(target.path, from: source, schema) else { continue }
        list.append((target, found))
      }
    }
    return list
  }

  /// Maps what lies behind the paths that begin with a key, from text; the reader goes behind the
  /// key's value.
  func mapPlanned(
    _ plan: PathPlan,
    of number: Int,
    _ filling: inout Filling,
    key: () -> String
  ) throws(Misfit) {
    let isAgain = !filling.claims.insert(number, .path)
    let walk = try walk(plan, from: reader.position)
    let end = reader.position
    let memory = ObjectMemory(filling.model)
    defer { withExtendedLifetime(filling.model) {} }
    for place in 0..<plan.ends.count {
      let (property, node) = plan.ends[place]
      guard let offset = walk.offset(of: node) else {
        // Of the same key twice the last one counts: what the first one gave has to go.
        if isAgain, filling.claims.contains(property, .fed) { _ = takesNow(property, &filling) }
        continue
      }
      guard takesNow(property, &filling) else { continue }
      reader.position = offset
      if !filling.traits.isWatched {
        let first = reader.next()
        if try reader.readDirectly(first, filling.schema.textPlan.directSlots[property], memory) {
          continue
        }
      }
      _ = try mapValue(property, try reader.value(), filling) {
        let steps = [.key(key())] + walk.steps(to: node, in: reader)
        return steps.reversed().reduce("") { $1.joined(to: $0) }
      }
    }
    reader.position = end
    spareWalk = walk
  }

  /// Maps a value that was found behind a path.
  func mapValue(
    _ found: Found,
    _ property: Int,
    _ filling: Filling
  ) throws(Misfit) -> Bool {
    try mapValue(property, try input(from: found.source), filling) {
      found.steps.reversed().reduce("") { $1.joined(to: $0) }
    }
  }

  private func walk(_ plan: PathPlan, from offset: Int) throws(Misfit) -> PathWalk {
    var walk = PathWalk(plan, insteadOf: spareWalk.take())
    reader.position = offset
    try walk.walk(0, &reader)
    return walk
  }

  // MARK: - In dictionaries

  /// Follows the steps of a path from something that is not in the text.
  private func follow(
    _ path: [JSONKey.Step],
    from source: Source,
    _ schema: ModelSchema
  ) -> Found? {
    guard !path.isEmpty else { return Found(source: source, steps: []) }
    guard case .tree(var value) = source else { return nil }
    var steps: [PathStep] = []
    for step in path {
      switch (step, Input(value)) {
      case (.key(let name), .object(.tree(let pairs))):
        guard let key = Self.key(named: name, in: pairs, schema), let next = pairs[key] else {
          return nil
        }
        value = next
        steps.append(.key(key))
      case (.index(let index), .array(.tree(let elements))):
        guard elements.indices.contains(index) else { return nil }
        value = elements[index]
        steps.append(.index(index))
      default: return nil
      }
    }
    return Found(source: .tree(value), steps: steps)
  }

  /// The key of an object that a name stands for: the exact spelling, else, where the class matches
  /// loosely, the smallest one that folds to the same text.
  private static func key(
    named name: String,
    in pairs: [String: Any],
    _ schema: ModelSchema
  ) -> String? {
    if pairs[name] != nil { return name }
    guard schema.isFuzzy else { return nil }
    let folded = FoldedKey(name)
    guard !folded.isEmpty else { return nil }
    return pairs.keys.filter { FoldedKey($0) == folded }
      .min { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
