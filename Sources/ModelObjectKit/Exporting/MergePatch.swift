/// The differences between two states of a model, as a merge patch.
///
/// A merge patch sets keys, and null removes them. Models that an update changes in place are
/// written as their changes, and so are objects for key paths. Everything else is written whole,
/// with null for removed keys.
final class MergePatch {
  /// A part of an export that isn't written yet, or of a patch.
  indirect enum Part {
    case null
    case value(Value)
    /// A plain value from an export.
    case plain(Any)
    /// An object, or an array by its indexes.
    case pairs([Pair], isArray: Bool)
  }

  typealias Pair = (key: String, part: Part)

  /// The exports of the two states.
  let newer: Exporter
  let older: Exporter
  let mapping = Mapping(options: nil)
  /// The pairs of models around the current value: what has changed in them is written there.
  private var around: Set<Comparison.Pair> = []
  /// The steps from the root to the current value.
  private(set) var path: [PathStep] = []

  private init(_ options: ExportOptions) {
    newer = Exporter(options)
    older = Exporter(options)
    newer.exported = [:]
    older.exported = [:]
  }

  /// Writes the patch from the export of `old` to the export of `new`.
  ///
  /// Throws if a model gets a class that a patch can't express.
  static func write(
    _ new: any Model,
    since old: any Model,
    to sink: any ExportSink,
    _ options: ExportOptions
  ) throws {
    guard type(of: new) == type(of: old) else {
      let message = "the earlier object is of class \(type(of: old)), not \(type(of: new))"
      throw ModelError(.unsupportedValue, message: message)
    }
    let patch = MergePatch(options)
    let changes = try patch.newer.checked {
      try patch.older.checked {
        try patch.both(new, old, isRoot: true) { try patch.changes($0, $1) }
      }
    }
    write(.pairs(changes, isArray: false), to: sink)
  }

  static func write(_ part: Part, to sink: any ExportSink) {
    switch part {
    case .null: sink.null()
    case .value(let value): value.write(to: sink)
    case .plain(let value): sink.passesOn { sink.untyped(value) }
    case .pairs where !sink.mayNest(): sink.leaveOut()
    case .pairs(let pairs, let isArray):
      sink.begin(isArray: isArray, count: pairs.count)
      let isSorted = !isArray && sink.models?.options.sortedKeys == true
      let pairs = isSorted ? pairs.inKeyOrder { $0.key } : pairs
      for (key, part) in pairs {
        if !isArray { sink.key(key) }
        write(part, to: sink)
      }
      sink.end(isArray: isArray)
    }
  }

  /// Calls a closure at a step from the current value.
  func at<Result>(_ step: PathStep, _ body: () throws -> Result) rethrows -> Result {
    path.append(step)
    defer { path.removeLast() }
    return try body()
  }

  /// Calls a closure with the pairs of two models; the older one may be missing.
  func both<Result>(
    _ new: any Model,
    _ old: (any Model)?,
    isRoot: Bool = false,
    _ body: ([Pair], [Pair]) throws -> Result
  ) throws -> Result {
    try newer.pairs(of: new, isRoot: isRoot) { news in
      guard let old else { return try body(news, []) }
      let pair = Comparison.Pair(new, old)
      let isFirst = around.insert(pair).inserted
      defer { if isFirst { around.remove(pair) } }
      return try older.pairs(of: old, isRoot: isRoot) { try body(news, $0) }
    }
  }

  // MARK: - Changes

  private func changes(_ new: [Pair], _ old: [Pair], isArray: Bool = false) throws -> [Pair] {
    try parts(new, old, isArray: isArray) { try change($0, $1) }
  }

  /// The parts that a closure makes for the entries of two objects, or of two arrays for key paths.
  func parts(
    _ new: [Pair],
    _ old: [Pair],
    isArray: Bool = false,
    _ part: (Part?, Part?) throws -> Part?
  ) throws -> [Pair] {
    try united(new, old).compactMap { key, new, old in
      try at(isArray ? .index(Int(key) ?? 0) : .key(key)) { try part(new, old) }.map { (key, $0) }
    }
  }

  /// The change of one value; nil if there is none.
  private func change(_ new: Part?, _ old: Part?) throws -> Part? {
    switch (new, old) {
    case (.null?, .null?): return nil
    case (.pairs(let pairs, let isArray)?, .pairs(let others, let wasArray)?)
    where isArray == wasArray:
      let changes = try changes(pairs, others, isArray: isArray)
      if changes.isEmpty { return nil }
      if !isArray { return .pairs(changes, isArray: false) }
    case (.value(let value)?, .value(let former)?):
      guard let (model, other) = sameThing(value, former) else {
        if try areEqual(value, former) { return nil }
        break
      }
      if isSame(model, other) { return nil }
      let changes = try both(model, other) { try self.changes($0, $1) }
      if changes.isEmpty { return nil }
      let patch = Part.pairs(changes, isArray: false)
      if isTakenInPlace(model, patch, declared(value)) { return patch }
    default: break
    }
    return try renewed(new, old, isThere: true)
  }

  /// The models in two values, if each is one and an update keeps it.
  private func sameThing(_ new: Value, _ old: Value) -> (any Model, any Model)? {
    guard let model = new.model(), let other = old.model(), areSameThing(model, other) else {
      return nil
    }
    let isInside = newer.branch.contains(model) || older.branch.contains(other)
    return isInside && !isSame(model, other) ? nil : (model, other)
  }

  /// Whether two models are one, or those around the current value.
  private func isSame(_ new: any Model, _ old: any Model) -> Bool {
    new === old || around.contains(Comparison.Pair(new, old))
  }

  /// Whether there is a change of a value; as nothing of it is written, it takes one look at each
  /// value, however deep.
  private func isChanged(_ new: Part?, _ old: Part?) throws -> Bool {
    switch (new, old) {
    case (nil, nil), (.null?, .null?): return false
    case (.pairs(let pairs, let isArray)?, .pairs(let others, let wasArray)?)
    where isArray == wasArray:
      return try areChanged(pairs, others)
    case (.value(let value)?, .value(let former)?):
      if let (model, other) = sameThing(value, former) {
        return try !isSame(model, other) && both(model, other) { try areChanged($0, $1) }
      }
      if try areEqual(value, former) { return false }
    default: break
    }
    if case .value(let value)? = new, value.tree() == nil { return old.flatMap { gone($0) } != nil }
    return new != nil || old.flatMap { gone($0) } != nil
  }

  private func areChanged(_ new: [Pair], _ old: [Pair]) throws -> Bool {
    try united(new, old).contains { try isChanged($0.new, $0.old) }
  }

  private func areEqual(_ new: Value, _ old: Value) throws -> Bool {
    // Values that differ are compared in two ways: their models only once, or each level of a tree
    // would double the time.
    var different: Set<Comparison.Pair> = []
    let comparison = Comparison { [unowned self] in
      if isSame($0, $1) { return true }
      let pair = Comparison.Pair($0, $1)
      let areEqual =
        type(of: $0) == type(of: $1) && !different.contains(pair)
        && (try? both($0, $1) { try areChanged($0, $1) }) == false
      if !areEqual { different.insert(pair) }
      return areEqual
    }
    var areEqual = false
    // Models that are written as their identity may differ otherwise.
    if let property = new.comparedProperty, property === old.comparedProperty,
      !newer.writesIdentities || !property.heldModels.holdsModels
    {
      let (model, former) = (new.export.model, old.export.model)
      areEqual = comparison.decide { property.areEqual(in: model, former, $0) }
    }
    if !areEqual, newer.failure == nil, older.failure == nil {
      areEqual = new.tree().equals(old.tree()) { tree, former in
        comparison.decide { UntypedTree.areEqual(tree, former, $0) }
      }
    }
    if let tooDeep = newer.failure ?? older.failure { throw tooDeep }
    return areEqual
  }

  /// Null; for key paths, null for each property at the end of one, because null at the beginning
  /// of a path doesn't change the property.
  func gone(_ old: Part) -> Part? {
    switch old {
    case .null, .plain: .null
    // A number that JSON doesn't have isn't in the export, but nil takes its place.
    case .value(let value):
      value.tree() == nil && value.property?.shape.takesNull != true ? nil : .null
    case .pairs(let pairs, let isArray):
      .pairs(
        pairs.compactMap { key, part in (gone(part) ?? (isArray ? .null : nil)).map { (key, $0) } },
        isArray: isArray
      )
    }
  }

  /// The pairs of two objects by their keys: those of the newer one in order, and those that only
  /// the older one has in their former places.
  private func united(_ new: [Pair], _ old: [Pair]) -> [(key: String, new: Part?, old: Part?)] {
    if new.count == old.count, zip(new, old).allSatisfy({ $0.key == $1.key }) {
      return zip(new, old).map { ($0.key, $0.part, $1.part) }
    }
    let parts = Dictionary(new.map { ($0.key, $0.part) }) { first, _ in first }
    let indexes = Dictionary(zip(old.map(\.key), old.indices)) { first, _ in first }
    var next = 0
    var united: [(key: String, new: Part?, old: Part?)] = []
    for key in new.map(\.key) + [nil] {
      let index = key.map { indexes[$0] } ?? old.count
      if let index, index >= next {
        united += old[next..<index].filter { parts[$0.key] == nil }.map { ($0.key, nil, $0.part) }
        next = index + 1
      }
      if let key { united.append((key, parts[key], index.map { old[$0].part })) }
    }
    return united
  }
}
