/// The value of a key, or of a path that begins with it.
struct PathValue {
  let source: Source
  /// The steps from the key's value to it.
  fileprivate let way: Way

  fileprivate enum Way {
    case steps([PathStep])
    /// The number of a node in a walk through the text.
    case walk(PathWalk, Int)
  }

  /// The path to the value from the object that has the key, as the input spells it.
  func path(behind key: String, in reader: JSONReader) -> String {
    let steps =
      switch way {
      case .steps(let steps): steps
      case .walk(let walk, let node): walk.steps(to: node, in: reader)
      }
    return ([.key(key)] + steps).reversed().reduce("") { $1.joined(to: $0) }
  }
}

extension Mapping {
  /// The values for the targets of a key, each at the target's path in the key's value; a target
  /// whose path leads nowhere is left out.
  ///
  /// A path leads nowhere where one of its steps is missing, or leads through something that is no
  /// object or array.
  func values(
    for list: TargetList,
    at source: Source,
    _ schema: ModelSchema
  ) throws(Misfit) -> [(target: KeyIndex.Target, value: PathValue)] {
    let targets = schema.keys.targets(of: list)
    var values: [(target: KeyIndex.Target, value: PathValue)] = []
    if case .text(let offset) = source, let plan = schema.keys.plan(of: list) {
      reader.position = offset
      let walk = try PathWalk(plan, &state.reader)
      for (place, target) in targets.enumerated() {
        let node = plan.ends[place].node
        guard let offset = walk.offset(of: node) else { continue }
        values.append((target, PathValue(source: .text(offset), way: .walk(walk, node))))
      }
    } else {
      for target in targets {
        guard let (source, steps) = try follow(target.path, inTree: source, isFuzzy: schema.isFuzzy)
        else { continue }
        values.append((target, PathValue(source: source, way: .steps(steps))))
      }
    }
    return values
  }

  /// Follows a path from an untyped value; nil where it leads nowhere.
  func follow(
    _ path: [JSONKey.Step],
    inTree source: Source,
    isFuzzy: Bool
  ) throws(Misfit) -> (source: Source, steps: [PathStep])? {
    guard !path.isEmpty else { return (source, []) }
    if case .original(var original) = source {
      let whole = Source.tree(try original.origin.value(at: original.entry) ?? UnreadableValue())
      guard let (_, steps) = try follow(path, inTree: whole, isFuzzy: isFuzzy) else { return nil }
      original.path = path
      return (.original(original), steps)
    }
    guard case .tree(var value) = source else { return nil }
    var steps: [PathStep] = []
    for step in path {
      switch (step, Input(value)) {
      case (.key(let name), .object(.tree(let pairs))):
        guard let key = Self.key(named: name, in: pairs, isFuzzy), let next = pairs[key] else {
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
    return (.tree(value), steps)
  }

  /// The key of an object for a name: its exact spelling, else, where keys match loosely, the
  /// smallest key that folds to the same text.
  private static func key(
    named name: String,
    in pairs: [String: Any],
    _ isFuzzy: Bool
  ) -> String? {
    if pairs[name] != nil { return name }
    return isFuzzy ? WantedKey(name, isFuzzy: true).best(of: pairs.keys, \.self) : nil
  }
}
