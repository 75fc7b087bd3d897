extension Mapping {
  func model(
    from pairs: Input.Pairs,
    declared: any Model.Type,
    existing: AnyObject?
  ) throws(Misfit) -> any Model {
    if existing == nil, state.list == nil, case .unread = pairs,
      let model = try plainModel(declared)
    {
      return model
    }
    if state.isOpen, case .unread = pairs, !isOpen(at: reader.position) {
      return try whole { () throws(Misfit) in
        try model(from: pairs, declared: declared, existing: existing)
      }
    }
    return try onEnoughStack { () throws(Misfit) in
      try unguardedModel(from: pairs, declared: declared, existing: existing)
    }
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
    let list = state.list
    state.list = nil
    defer {
      elementClass = outerClass
      state.list = list
    }
    let mark = notes.isReport && existing == nil ? notes.mark : nil
    let isUpdating = state.isUpdating
    defer { state.isUpdating = isUpdating }
    do throws(Misfit) {
      return try makeModel(from: pairs, declared: declared, existing: existing, list)
    } catch {
      // The model is thrown away, and the notes on its properties with it.
      if let mark { notes.forgetFacts(since: mark) }
      // The reader may stand in the middle of the refused object.
      if case .unread = pairs, !error.isFatal { try skipValue(from: start, depth: depth) }
      if case .rejected = error, let model = list?.takeRejected() { return model }
      throw error
    }
  }

  private func makeModel(
    from pairs: Input.Pairs,
    declared: any Model.Type,
    existing: AnyObject?,
    _ list: ListUnderWay?
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
    } else if let tags = schema.tags {
      let picked = try pickedClass(tags, in: pairs)
      guard !picked.isMisplaced else { throw misplaced(picked, declared, isRoot) }
      guard !picked.isWaiting || isRoot else { throw .unfinished }
      schema = SchemaCache.schema(of: picked.type)
      if !picked.isOpen { chosen = picked.type }
    }
    let there = existing.flatMap { declared.root.model($0) }
    let mayWait = state.isOpen && !isRoot && schema.identity != nil
    guard there != nil || list != nil || known != nil || mayWait else {
      let model = schema.type.init()
      state.isUpdating = false
      try fill(model, schema, pairs, own, isFresh: true, isRoot: isRoot)
      return model
    }
    let found = try knownObject(
      pairs,
      schema,
      isOpen: chosen == nil,
      existing: there,
      list: list
    )
    // As long as the object is open, the rest of its identity may still come.
    guard !mayWait || found.identity != nil else { throw .unfinished }
    return try fill(found, schema, pairs, own, list, isRoot: isRoot)
  }

  /// Maps an object onto the model that it names, or a new one, and files that in the list and the
  /// store.
  private func fill(
    _ found: KnownObject,
    _ schema: ModelSchema,
    _ pairs: Input.Pairs,
    _ own: [String: Any]?,
    _ list: ListUnderWay?,
    isRoot: Bool
  ) throws(Misfit) -> any Model {
    let model = found.model ?? schema.type.init()
    let schema = SchemaCache.schema(of: type(of: model))
    var stage = Stage(isFresh: found.model == nil, isRoot: isRoot)
    if let listed = found.listed, listed.schema === schema { stage.listed = listed.pairs }
    state.isUpdating = !stage.isFresh && (state.isUpdating || found.isMatched)
    guard let identity = found.identity else {
      if list != nil { known?.miss(schema) }
      try fill(model, schema, pairs, own, stage)
      return model
    }
    stage.isInside = known?.begin(model, identity) ?? false
    do throws(Misfit) {
      try fill(model, schema, pairs, own, stage)
    } catch {
      known?.end(model, identity, isRefused: true)
      if case .rejected = error { list?.reject(found.model ?? found.replaced.last) }
      throw error
    }
    known?.end(model, identity, isRefused: false)
    list?.add(model, insteadOf: found.replaced)
    return model
  }

  /// Maps an object onto a model, with its hooks.
  func fill(
    _ model: any Model,
    _ schema: ModelSchema,
    _ pairs: Input.Pairs,
    _ own: [String: Any]?,
    isFresh: Bool,
    isRoot: Bool
  ) throws(Misfit) {
    try fill(model, schema, pairs, own, Stage(isFresh: isFresh, isRoot: isRoot))
  }

  private func fill(
    _ model: any Model,
    _ schema: ModelSchema,
    _ pairs: Input.Pairs,
    _ own: [String: Any]?,
    _ stage: Stage
  ) throws(Misfit) {
    let outer = enter(schema)
    defer { leave(outer) }
    guard !stage.isFresh else { return try fillEntered(model, schema, pairs, own, stage) }
    try undoing(model, schema) { () throws(Misfit) in
      try fillEntered(model, schema, pairs, own, stage)
    }
  }

  private func fillEntered(
    _ model: any Model,
    _ schema: ModelSchema,
    _ pairs: Input.Pairs,
    _ own: [String: Any]?,
    _ stage: Stage
  ) throws(Misfit) {
    if schema.hooks.isDisjoint(with: [.willMap, .didMap, .awake, .validate]) {
      return try mapPairs(model, schema, ObjectSource(pairs), stage)
    }
    try fillWithHooks(model, schema, pairs, own, stage)
  }

  private func fillWithHooks(
    _ model: any Model,
    _ schema: ModelSchema,
    _ pairs: Input.Pairs,
    _ own: [String: Any]?,
    _ stage: Stage
  ) throws(Misfit) {
    let hooks = schema.hooks
    let isRoot = stage.isRoot
    let mark = notes.mark
    var source = ObjectSource(pairs)
    var dictionary = own
    if dictionary == nil, !hooks.isDisjoint(with: [.willMap, .didMap]) {
      dictionary = try hookTree { () throws(Misfit) in try tree(of: pairs) }
    }
    if hooks.contains(.willMap), let given = dictionary {
      let changed = try hook(isRoot) { try model.willMap(given) }
      dictionary = changed
      if StorageMark(changed) != StorageMark(given) { source.change = (given, changed) }
    }
    try mapPairs(model, schema, source, stage)
    guard notes.errorCount == mark.errorCount else { return }
    if hooks.contains(.didMap), let dictionary {
      try hook(isRoot) { try model.didMap(dictionary) }
    }
    // A model that is also being filled further out is not complete yet.
    guard !stage.isInside else { return }
    if hooks.contains(.awake) { try hook(isRoot) { model.awake() } }
    if hooks.contains(.validate), !state.isOpen { try hook(isRoot) { try model.validate() } }
  }

  /// Maps the pairs of an object: the plain way where possible, else the full way.
  private func mapPairs(
    _ model: any Model,
    _ schema: ModelSchema,
    _ source: ObjectSource,
    _ stage: Stage
  ) throws(Misfit) {
    if stage.isFresh, source.change == nil, schema.textPlan.hasPlainPairs, takesPlainWay {
      switch source.pairs {
      case .unread:
        try mapPlainly(model, schema.textPlan)
        return
      case .tree(let dictionary): if try mapPlainly(model, dictionary, schema) { return }
      }
    }
    let object = ObjectUnderWay(
      self,
      model,
      schema,
      try pairs(of: source, schema, stage),
      isFresh: stage.isFresh,
      isRoot: stage.isRoot
    )
    try object.mapPairs()
  }

  private func pairs(
    of source: ObjectSource,
    _ schema: ModelSchema,
    _ stage: Stage
  ) throws(Misfit) -> ObjectPairs {
    let pairs = if let listed = stage.listed { listed } else { try pairs(of: source.pairs, schema) }
    guard let (given, changed) = source.change else { return pairs }
    return self.pairs(of: changed, insteadOf: given, pairs, schema)
  }
}

/// The circumstances in which a model is filled.
private struct Stage {
  /// Whether this mapping made the model.
  let isFresh: Bool
  /// Whether it is the root that the caller asked for.
  let isRoot: Bool
  /// Whether an object further out is the same model and is being filled too.
  var isInside = false
  /// The pairs of the input, where they are listed already.
  var listed: ObjectPairs?
}

/// The pairs of an object, and the change that `willMap` made to them.
private struct ObjectSource {
  let pairs: Input.Pairs
  var change: (given: [String: Any], changed: [String: Any])?

  init(_ pairs: Input.Pairs) {
    self.pairs = pairs
  }
}
