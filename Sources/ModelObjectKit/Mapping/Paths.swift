/// A value that a key or a path leads to.
struct PathValue {
  let source: Source
  /// The steps from the key's value to it.
  fileprivate let way: Way

  fileprivate enum Way {
    case steps([PathStep])
    /// To a point of a walk through the text.
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
  /// What the targets of a key take of its value, each by its path; a target whose path leads
  /// nowhere is left out.
  ///
  /// A path leads nowhere where one of its steps is missing, or leads through something that is no
  /// object or array.
  func values(
    for number: Int,
    at source: Source,
    _ schema: ModelSchema
  ) throws(Misfit) -> [(target: KeyIndex.Target, value: PathValue)] {
    let targets = schema.keys.targets(of: number)
    var values: [(target: KeyIndex.Target, value: PathValue)] = []
    if case .text(let offset) = source, let plan = schema.keys.plan(of: number) {
      reader.position = offset
      let walk = try PathWalk(plan, &state.reader)
      for (place, target) in targets.enumerated() {
        let node = plan.ends[place].node
        guard let offset = walk.offset(of: node) else { continue }
        values.append((target, PathValue(source: .text(offset), way: .walk(walk, node))))
      }
    } else {
      for target in targets {
        guard let (source, steps) = follow(target.path, inTree: source, isFuzzy: schema.isFuzzy)
        else { continue }
        values.append((target, PathValue(source: source, way: .steps(steps))))
      }
    }
    return values
  }

  /// Follows the steps of a path from something that is not in the text.
  func follow(
    _ path: [JSONKey.Step],
    inTree source: Source,
    isFuzzy: Bool
  ) -> (source: Source, steps: [PathStep])? {
    guard !path.isEmpty else { return (source, []) }
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

  /// The key of an object that a name stands for: the exact spelling, else, where the class matches
  /// loosely, the smallest one that folds to the same text.
  private static func key(
    named name: String,
    in pairs: [String: Any],
    _ isFuzzy: Bool
  ) -> String? {
    if pairs[name] != nil { return name }
    guard isFuzzy else { return nil }
    let folded = FoldedKey(name)
    guard !folded.isEmpty else { return nil }
    return pairs.keys.filter { FoldedKey($0) == folded }
      .min { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

/// The properties of a fresh object that take common values at the ends of ways as they are.
struct PathLeaves {
  private let slots: ImmortalArray<DirectSlot>?
  private let memory: ObjectMemory?
  /// The properties that another key has fed.
  private let fed: PropertySet
  /// The properties that have been given their value, and what they held before.
  private(set) var filled = PropertySet()
  private(set) var replaced = ReplacedValues()
  /// Whether two keys lead to one property: then the better one has to be found.
  var areContested = false

  /// For walks that only look.
  init() {
    (slots, memory, fed) = (nil, nil, PropertySet())
  }

  init(of object: PlainObject) {
    (slots, memory, fed) = (object.plan.directSlots, object.memory, object.fed)
  }

  /// Reads the value at hand into a property; false, and nothing is read, where that needs more than
  /// a reader.
  fileprivate mutating func read(
    _ first: UInt8,
    _ reader: inout JSONReader,
    _ property: Int
  ) throws(Misfit) -> Bool {
    guard property >= 0, !areContested, let slots, let memory else { return false }
    guard !fed.contains(property), filled.insert(property) else {
      areContested = true
      return false
    }
    let slot = slots[property]
    replaced.keep(property, slot, memory)
    if try reader.readDirectly(first, slot, memory) { return true }
    filled.remove(property)
    return false
  }
}

/// One walk through a value of the text along the ways of a plan: where each of them leads.
struct PathWalk {
  /// What was found at a point.
  private struct Place {
    /// Where the value begins; negative where no way has led there.
    var offset = -1
    /// The key that led there, as the text spells it, where the last step was one.
    var key = JSONStringToken(start: 0, end: 0, hasEscapes: false)

    var isFound: Bool { offset >= 0 }
  }

  private let plan: PathPlan
  private var places: [Place]

  /// Walks the value at hand; the reader goes behind it.
  init(_ plan: PathPlan, _ reader: inout JSONReader) throws(Misfit) {
    var leaves = PathLeaves()
    try self.init(plan, &reader, &leaves)
  }

  /// Walks the value at hand, and puts the values at the ends of ways into their properties at once,
  /// where that needs no more than a reader.
  init(
    _ plan: PathPlan,
    _ reader: inout JSONReader,
    _ leaves: inout PathLeaves
  ) throws(Misfit) {
    self.plan = plan
    places = Array(repeating: Place(), count: plan.nodes.count)
    try walk(0, &reader, &leaves)
  }

  /// The offset at which the value of a point begins; nil where no way leads there.
  func offset(of number: Int) -> Int? {
    places[number].isFound ? places[number].offset : nil
  }

  /// The steps to a point, as the text spells them.
  func steps(to number: Int, in reader: JSONReader) -> [PathStep] {
    var steps: [PathStep] = []
    var number = number
    while number > 0 {
      if case .index(let index)? = plan.steps[number].step {
        steps.append(.index(index))
      } else {
        steps.append(.key(reader.text(of: places[number].key)))
      }
      number = plan.steps[number].parent
    }
    return steps.reversed()
  }

  /// Walks the value at hand, which belongs to a point; the reader goes behind it.
  ///
  /// 1. The exact spelling of a name leads on, else the smallest key that folds to the same text.
  /// 2. Of the same key twice the last one.
  private mutating func walk(
    _ number: Int,
    _ reader: inout JSONReader,
    _ leaves: inout PathLeaves
  ) throws(Misfit) {
    let first = reader.next()
    let node = plan.nodes[number]
    places[number].offset = reader.position
    if try leaves.read(first, &reader, node.property) { return }
    if first == UInt8(ascii: "{"), node.named.count > 0 {
      let outerGap = reader.betweenPairs
      defer { reader.betweenPairs = outerGap }
      var previous = node.keys.firstPlace
      var found = try reader.openObject(node.keys, &previous)
      while !found.isNone {
        _ = reader.next()
        if found.number < 0 {
          try reader.skipValue()
        } else {
          try walk(
            node.named[node.keys.property(of: found.number)],
            found.token,
            &reader,
            &leaves
          )
        }
        found = try reader.nextKey(in: node.keys, after: &previous)
      }
    } else if first == UInt8(ascii: "["), node.indexed.count > 0 {
      guard try reader.open(closing: UInt8(ascii: "]")) else { return }
      var index = 0
      repeat {
        if let next = node.element(at: index) {
          try walk(next, &reader, &leaves)
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

  /// Walks the value of a key on for each of the points that it may lead to.
  private mutating func walk(
    _ points: ImmortalArray<Int>,
    _ key: JSONStringToken,
    _ reader: inout JSONReader,
    _ leaves: inout PathLeaves
  ) throws(Misfit) {
    let start = reader.position
    var isPassed = false
    for place in 0..<points.count {
      let point = points[place]
      guard isBetter(key, for: point, in: reader) else { continue }
      if places[point].isFound {
        leaves.areContested = true
        for beyond in point..<plan.nodes[point].end { places[beyond] = Place() }
      }
      places[point].key = key
      reader.position = start
      try walk(point, &reader, &leaves)
      isPassed = true
    }
    if !isPassed { try reader.skipValue() }
  }

  private func isBetter(_ key: JSONStringToken, for point: Int, in reader: JSONReader) -> Bool {
    guard places[point].isFound, case .key(let name)? = plan.steps[point].step else {
      return true
    }
    let text = Array(reader.text(of: key).utf8)
    if text.elementsEqual(name.utf8) { return true }
    let other = Array(reader.text(of: places[point].key).utf8)
    return !other.elementsEqual(name.utf8) && !other.lexicographicallyPrecedes(text)
  }
}
