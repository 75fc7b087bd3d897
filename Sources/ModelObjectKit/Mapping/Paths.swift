/// The values for the targets of a key: the key's value, or those at the targets' paths in it.
enum PathValues: ~Copyable {
  /// The only target's path is empty.
  case whole(Source)
  case walk(PathWalk)
  case trees([(source: Source, steps: [PathStep])?])

  /// Whether the path of a target leads to a value.
  borrowing func isFound(at place: Int) -> Bool {
    switch self {
    case .whole: true
    case .walk(let walk): walk.offset(at: place) != nil
    case .trees(let values): values[place] != nil
    }
  }

  /// The value for a target, by its place in the list; nil if its path leads nowhere.
  borrowing func source(at place: Int) -> Source? {
    switch self {
    case .whole(let source): source
    case .walk(let walk): walk.offset(at: place).map { .text($0) }
    case .trees(let values): values[place]?.source
    }
  }

  /// The path to the value from the object that has the key, as the input spells it.
  borrowing func path(at place: Int, behind key: String, in reader: JSONReader) -> String {
    let steps =
      switch self {
      case .whole: [PathStep]()
      case .walk(let walk): walk.steps(at: place, in: reader)
      case .trees(let values): values[place]?.steps ?? []
      }
    return ([.key(key)] + steps).path
  }
}

extension Mapping {
  /// The values for the targets of a key, each at the target's path in the key's value.
  ///
  /// A path leads nowhere if one of its steps is missing, or leads through something that isn't
  /// object or array. In text the reader is left after the value.
  func values(
    for list: TargetList,
    at source: Source,
    _ schema: ModelSchema
  ) throws(Misfit) -> PathValues {
    if schema.keys.property(of: list) >= 0 { return .whole(source) }
    if case .text(let offset) = source {
      reader.position = offset
      if let plan = schema.keys.plan(of: list) {
        return .walk(try PathWalk(plan, &state.reader))
      }
      try passValue(&state.reader)
    }
    return .trees(
      try schema.keys.targets(of: list).map { (target) throws(Misfit) in
        try follow(target.path, inTree: source, isFuzzy: schema.isFuzzy)
      }
    )
  }

  /// Follows a path from an untyped value; nil if it leads nowhere.
  func follow(
    _ path: [PathStep],
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

  /// The key of an object for a name: its exact spelling, else, if keys match fuzzily, the
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
