extension Mapping {
  func model(
    from pairs: Input.Pairs,
    declared: any Model.Type,
    existing: AnyObject?
  ) throws(Misfit) -> any Model {
    try onEnoughStack { () throws(Misfit) in
      try unguardedModel(from: pairs, declared: declared, existing: existing)
    }
  }

  /// Goes on with a fresh stack where the present one is nearly used up.
  func onEnoughStack<Value>(_ body: () throws(Misfit) -> Value) throws(Misfit) -> Value {
    guard stack.isNear() else { return try body() }
    var result: Result<Value, Misfit> = .failure(.stopped)
    StackLimit.withFreshStack {
      let outer = stack
      stack = StackLimit()
      result = Result { () throws(Misfit) in try body() }
      stack = outer
    }
    return try result.get()
  }

  private func unguardedModel(
    from pairs: Input.Pairs,
    declared: any Model.Type,
    existing: AnyObject?
  ) throws(Misfit) -> any Model {
    let start = reader.position
    let depth = reader.remainingDepth
    let outerClass = elementClass
    elementClass = nil
    defer { elementClass = outerClass }
    let mark = notes.isReport && existing == nil ? notes.mark : nil
    do throws(Misfit) {
      return try makeModel(from: pairs, declared: declared, existing: existing)
    } catch {
      // What a model was fed that is thrown away went nowhere.
      if let mark { notes.forgetFacts(since: mark) }
      // An object that was refused half-way is still the text's to pass.
      if case .unread = pairs, !error.isFatal { try skipValue(from: start, depth: depth) }
      throw error
    }
  }

  private func makeModel(
    from pairs: Input.Pairs,
    declared: any Model.Type,
    existing: AnyObject?
  ) throws(Misfit) -> any Model {
    var schema = SchemaCache.schema(of: declared)
    let isRoot = isAtRoot && throwsRejection
    var own: [String: Any]?
    var chosen: (any Model.Type)?
    if schema.hooks.contains(.modelType) {
      let dictionary = try hookTree { () throws(Misfit) in try tree(of: pairs) }
      own = dictionary
      chosen = declared.chosenType(for: dictionary)
      if failure != nil { throw .stopped }
    }
    if let chosen {
      guard isSubclass(chosen, of: declared) else {
        guard isRoot else { throw .mismatch }
        let message = "modelType(for:) answered \(chosen), which is no \(declared)"
        throw stop(ModelError(.rejected, message: message))
      }
      schema = SchemaCache.schema(of: chosen)
    }
    if let existing, let model = declared.root.model(existing),
      chosen.map({ $0 == type(of: model) }) ?? isInstance(model, of: declared)
    {
      schema = SchemaCache.schema(of: type(of: model))
      try fill(model, schema, pairs, own, isFresh: false, isRoot: isRoot)
      return model
    }
    let model = schema.type.init()
    try fill(model, schema, pairs, own, isFresh: true, isRoot: isRoot)
    return model
  }

  /// Maps an object onto a model: hooks in their order, and each pair.
  func fill(
    _ model: any Model,
    _ schema: ModelSchema,
    _ pairs: Input.Pairs,
    _ own: [String: Any]?,
    isFresh: Bool,
    isRoot: Bool
  ) throws(Misfit) {
    let outer = enter(schema)
    defer { leave(outer) }
    let mark = notes.mark
    var filling = Filling(
      model,
      schema,
      isFresh: isFresh,
      isRoot: isRoot,
      isReport: notes.isReport
    )
    guard schema.hooks.isDisjoint(with: .all) else {
      return try fillWithHooks(&filling, pairs, own, since: mark)
    }
    try mapPairs(&filling, pairs)
  }

  private func fillWithHooks(
    _ filling: inout Filling,
    _ pairs: Input.Pairs,
    _ own: [String: Any]?,
    since mark: Notes.Mark
  ) throws(Misfit) {
    let hooks = filling.schema.hooks
    let model = filling.model
    let isRoot = filling.isRoot
    var dictionary = own
    if dictionary == nil, !hooks.isDisjoint(with: [.willMap, .didMap]) {
      dictionary = try hookTree { () throws(Misfit) in try tree(of: pairs) }
    }
    if hooks.contains(.willMap), let given = dictionary {
      let changed = try hook(isRoot) { try model.willMap(given) }
      dictionary = changed
      if StorageMark(changed) == StorageMark(given) {
        try mapPairs(&filling, pairs)
      } else {
        try mapPairs(&filling, changed, insteadOf: given, pairs)
      }
    } else {
      try mapPairs(&filling, pairs)
    }
    guard notes.errorCount == mark.errorCount else { return }
    if hooks.contains(.didMap), let dictionary {
      try hook(isRoot) { try model.didMap(dictionary) }
    }
    if hooks.contains(.awake) { try hook(isRoot) { model.awake() } }
    if hooks.contains(.validate) { try hook(isRoot) { try model.validate() } }
  }
}

/// The state of one object while its pairs are mapped.
struct Filling {
  let model: any Model
  let schema: ModelSchema
  /// Whether this mapping made the object: then nobody else can be accessing it.
  let isFresh: Bool
  let isRoot: Bool
  /// Whether each value goes through its rules: because a report tells of it, or because each write
  /// has to make sure that nobody else is accessing the property.
  let isWatched: Bool
  /// The properties that a key of the input belongs to.
  var fed: PropertySet
  /// The properties that several keys compete for.
  var contested: PropertySet
  /// The keys with paths behind them that were met in text, by the numbers of their targets.
  var plans: PropertySet

  init(
    _ model: any Model,
    _ schema: ModelSchema,
    isFresh: Bool,
    isRoot: Bool,
    isReport: Bool
  ) {
    self.model = model
    self.schema = schema
    self.isFresh = isFresh
    self.isRoot = isRoot
    isWatched = isReport || !isFresh
    fed = PropertySet(count: schema.properties.count)
    contested = PropertySet(count: schema.properties.count)
    plans = PropertySet(count: schema.keys.count)
  }
}

/// A set of property numbers; of the first sixty-four without memory of its own.
struct PropertySet {
  private var first: UInt64 = 0
  private var others: [UInt64]

  init(count: Int) {
    others = count > 64 ? Array(repeating: 0, count: (count - 1) / 64) : []
  }

  var isEmpty: Bool { first == 0 && others.allSatisfy { $0 == 0 } }

  @inline(__always)
  func contains(_ number: Int) -> Bool {
    if number < 64 { return first >> UInt64(number) & 1 == 1 }
    return others[number >> 6 - 1] >> UInt64(number & 63) & 1 == 1
  }

  /// Whether the number was not in the set yet.
  @inline(__always)
  mutating func insert(_ number: Int) -> Bool {
    let bit: UInt64 = 1 << UInt64(number & 63)
    if number < 64 {
      defer { first |= bit }
      return first & bit == 0
    }
    defer { others[number >> 6 - 1] |= bit }
    return others[number >> 6 - 1] & bit == 0
  }
}
