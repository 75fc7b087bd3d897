/// The value to which a path leads, and the steps to it as the input spells them.
typealias PathEnd = (source: ValueLocation, steps: [PathStep])

/// The values for the targets of a key: the key's value, or those at the targets' paths in it.
enum PathValues: ~Copyable {
  /// The only target's path is empty.
  case whole(ValueLocation)
  case walk(PathWalk)
  case trees([PathEnd?])

  /// The value for a target, by its index in the list; nil if its path leads nowhere, or its
  /// property has the value.
  borrowing func source(at index: Int) -> ValueLocation? {
    switch self {
    case .whole(let source): source
    case .walk(let walk): walk.offset(at: index).map { .text($0) }
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
  /// object or array. In text the reader is left after the value.
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
        return .walk(try PathWalk(paths, &state.reader, into: target))
      }
      try passValue(&state.reader)
    }
    let matching = plan.schema.matching
    return .trees(
      try plan.keys.targets(of: list).map { (target) throws(Misfit) in
        try follow(target.path, from: source, matching)
      }
    )
  }

  /// Follows a path from a value; nil if it leads nowhere.
  func follow(
    _ path: [PathStep],
    from source: ValueLocation,
    _ matching: KeyMatching
  ) throws(Misfit) -> PathEnd? {
    guard !path.isEmpty else { return (source, []) }
    if case .original(var original) = source {
      let whole = ValueLocation.tree(
        try original.origin.value(at: original.entry) ?? UnreadableValue()
      )
      guard let (_, steps) = try follow(path, from: whole, matching) else { return nil }
      (original.path, original.matching) = (path, matching)
      return (.original(original), steps)
    }
    var end: PathEnd = (source, [])
    for step in path {
      guard let next = try follow(step, from: end.source, matching) else { return nil }
      end = (next.source, end.steps + [next.step])
    }
    return end
  }

  private func follow(
    _ step: PathStep,
    from source: ValueLocation,
    _ matching: KeyMatching
  ) throws(Misfit) -> (step: PathStep, source: ValueLocation)? {
    switch (step, try input(from: source)) {
    case (.key(let name), .object(.tree(let pairs))):
      let exact = pairs[name] == nil ? nil : name
      let key = exact ?? WantedKey(name, matching).best(of: pairs.keys, \.self)
      return key.flatMap { key in pairs[key].map { (.key(key), .tree($0)) } }
    case (.key(let name), .object(.text(let start))):
      // Of a repeated key the last value wins.
      let pairs = try pairs(of: .text(start)).reversed()
      return WantedKey(name, matching).best(of: pairs, \.key)
        .map { (.key($0.key), $0.source) }
    case (.index(let index), .array(.tree(let elements))):
      return elements.indices.contains(index) ? (step, .tree(elements[index])) : nil
    case (.index(let index), .array(.text(let start))):
      return try element(at: index, ofArrayAt: start).map { (step, .text($0)) }
    default: return nil
    }
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
