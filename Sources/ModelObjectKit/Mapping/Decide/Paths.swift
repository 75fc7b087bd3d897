/// The value to which a path leads, and the steps to it as the input spells them.
typealias PathEnd = (source: ValueLocation, steps: [PathStep])

/// The values for the targets of a key: the key's value, or those at the targets' paths in it.
enum PathValues: ~Copyable {
  /// The only target's path is empty.
  case whole(ValueLocation)
  case walk(PathWalk)
  case trees([PathEnd?])

  /// The value for a target, by its index in the list; nil if its path leads nowhere.
  borrowing func source(at index: Int, in reader: JSONReader) -> ValueLocation? {
    switch self {
    case .whole(let source): source
    case .walk(let walk): walk.offset(at: index, in: reader).map { .text($0) }
    case .trees(let values): values[index]?.source
    }
  }

  /// Whether a target's property has its value already.
  borrowing func isTaken(at index: Int) -> Bool {
    switch self {
    case .walk(let walk): walk.isTaken(at: index)
    default: false
    }
  }

  /// The path to the value for a target from the object that has the key, as the input spells it.
  @inline(never)
  borrowing func path(at index: Int, behind key: PairKey, in reader: JSONReader) -> PairKey {
    switch self {
    case .whole: key
    case .walk(let walk): .path(walk.steps(at: index, in: reader), behind: key)
    case .trees(let values): .path(values[index]?.steps ?? [], behind: key)
    }
  }
}

extension Mapping {
  /// The values for the targets of a key, each at the target's path in the key's value.
  ///
  /// A path leads nowhere if one of its steps is missing, or leads through something that isn't
  /// object or array; null above its end is its value. In text the reader is left after the value.
  @inline(never)
  func values(
    for list: TargetList,
    at source: ValueLocation,
    by plan: ClassPlan,
    into target: PathWalk.Target? = nil
  ) throws(Misfit) -> PathValues {
    if plan.keys.property(of: list) >= 0 { return .whole(source) }
    if case .text(let offset) = source {
      reader.position = offset
      if let paths = plan.keys.plan(of: list) {
        return .walk(try PathWalk(paths, of: plan, in: self, &state.reader, into: target))
      }
      try passValue(&state.reader)
    }
    let schema = plan.schema
    return .trees(
      try plan.keys.targets(of: list).map { (target) throws(Misfit) in
        let property = schema.properties[target.property]
        return try follow(target.path, from: source, schema.matching, for: property)
      }
    )
  }

  /// Follows a path from a value, to its end or to a null above that; nil if it leads nowhere.
  func follow(
    _ path: [PathStep],
    from source: ValueLocation,
    _ matching: KeyMatching,
    for property: Property? = nil
  ) throws(Misfit) -> PathEnd? {
    guard !path.isEmpty else { return (source, []) }
    if case .original(var original) = source {
      let whole = ValueLocation.tree(
        try original.origin.value(at: original.entry) ?? UnreadableValue()
      )
      guard let (_, steps) = try follow(path, from: whole, matching, for: property) else {
        return nil
      }
      (original.path, original.matching) = (path, matching)
      return (.original(original), steps)
    }
    var end: PathEnd = (source, [])
    for (index, step) in path.enumerated() {
      let input = try input(from: end.source)
      if case .null = input { return end }
      let owner = index == path.count - 1 ? property : nil
      guard let next = try follow(step, from: input, matching, for: owner) else { return nil }
      end = (next.source, end.steps + [next.step])
    }
    return end
  }

  /// Follows a step: by name to the best key whose value isn't null, of equal keys the last one.
  private func follow(
    _ step: PathStep,
    from input: Input,
    _ matching: KeyMatching,
    for property: Property?
  ) throws(Misfit) -> (step: PathStep, source: ValueLocation)? {
    switch (step, input) {
    case (.key(let name), .object(let pairs)):
      if case .tree(let tree) = pairs, let value = tree.value(under: name),
        !isNull(.tree(value), property)
      {
        return (step, .tree(value))
      }
      let wanted = WantedKey(name, matching)
      let all = try self.pairs(of: ObjectSource(pairs)).reversed().filter { wanted.matches($0.key) }
      let values = all.filter { !isNull($0.source, property) }
      return wanted.best(of: values.isEmpty ? all : values, \.key).map { (.key($0.key), $0.source) }
    case (.index(let index), .array(.tree(let elements))):
      return elements.indices.contains(index) ? (step, .tree(elements[index])) : nil
    case (.index(let index), .array(.text(let start))):
      return try element(at: index, ofArrayAt: start).map { (step, .text($0)) }
    default: return nil
    }
  }

  /// Whether a value is null, or is for the property whose path ends there.
  private func isNull(_ source: ValueLocation, _ property: Property?) -> Bool {
    guard let input = try? input(from: source) else { return false }
    if let property { return property.isNullWhenRead(input) }
    if case .null = input { return true }
    return false
  }

  /// The offset of an element of an array of the text; nil if there is none.
  private func element(at index: Int, ofArrayAt start: Int) throws(Misfit) -> Int? {
    let array = try node(at: start)
    let end = state.tape[array].next - 1
    var (element, number) = (array + 1, 0)
    while element < end, number < index {
      element = state.tape.index(after: element)
      number += 1
    }
    return element < end ? state.tape[element].begin : nil
  }
}
