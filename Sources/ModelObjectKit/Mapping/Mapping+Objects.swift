extension Mapping {
  func model(
    from pairs: Input.Pairs,
    declared: any Model.Type,
    existing: AnyObject?
  ) throws(Misfit) -> any Model {
    try model(from: .input(pairs), declared: declared, existing: existing)
  }

  func model(
    from source: ObjectSource,
    declared: any Model.Type,
    existing: AnyObject?
  ) throws(Misfit) -> any Model {
    let existing = state.ignoresExisting ? nil : existing
    state.ignoresExisting = false
    if existing == nil, state.list == nil, source.isUnread, makesModels,
      let model = try freshModel(of: declared)
    {
      return model
    }
    if state.isOpen, source.isUnread, !isOpen(at: reader.position) {
      // A complete object inside an open one follows the rules for complete objects.
      state.isOpen = false
      defer { state.isOpen = true }
      return try model(from: source, declared: declared, existing: existing)
    }
    if case .input(let pairs) = source, let model = try referredModel(by: pairs, declared) {
      return model
    }
    try checkStack()
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
    let mark = notes.mark
    let isUpdating = state.isUpdating
    defer { state.isUpdating = isUpdating }
    do throws(Misfit) {
      return try makeModel(from: source, declared: declared, existing: existing, list)
    } catch {
      if case .repeatedTag = error {
        // The object may be another one than an early look has found: it is begun again.
        state.tagsRepeat = true
        notes.forget(since: mark)
        (reader.position, reader.remainingDepth) = (start, depth)
        (state.list, state.isUpdating) = (list, isUpdating)
        return try model(from: source, declared: declared, existing: existing)
      }
      // A new model is thrown away, and the notes on its properties with it.
      notes.forgetFacts(since: mark, areMatches: notes.isReport && existing == nil)
      // The reader may stand in the middle of the refused object.
      if source.isUnread, !error.isFatal { try skipValue(from: start, depth: depth) }
      if case .rejected = error, let model = list?.takeRejected() { return model }
      throw error
    }
  }

  /// Maps the object at the position to a fresh model; nil, with nothing read, if its class needs
  /// more than the loop.
  private func freshModel(of declared: any Model.Type) throws(Misfit) -> (any Model)? {
    guard let plan = SchemaCache.textPlan(of: declared), plan.isPlain || plan.tags != nil,
      !state.stack.isNear()
    else { return nil }
    let outer = (state.isAtRoot, elementClass)
    // The class from `arrayMapping` is for this object and its neighbors, not for objects in it.
    elementClass = nil
    defer { (state.isAtRoot, elementClass) = outer }
    if let tags = plan.tags { return try freshModel(by: tags) }
    guard !state.isAtRoot || hasUsualOptions(plan) else { return nil }
    state.isAtRoot = false
    return try freshModel(plan)
  }

  private func makeModel(
    from source: ObjectSource,
    declared: any Model.Type,
    existing: AnyObject?,
    _ list: ListUnderWay?
  ) throws(Misfit) -> any Model {
    var schema = SchemaCache.schema(of: declared)
    let isRoot = state.isAtRoot && state.throwsRejection
    var own: [String: Any]?
    var chosen: (any Model.Type)?
    if schema.hooks.contains(.modelType) {
      let dictionary = try dictionary(of: source, schema)
      own = dictionary
      chosen = declared.chosenType(for: dictionary)
      if failure != nil { throw .stopped }
    }
    if let chosen {
      guard isSubclass(chosen, of: declared) else {
        guard isRoot else { throw .mismatch }
        let message = "modelType(for:) returned \(chosen), which is not a subclass of \(declared)"
        throw stop(ModelError(.rejected, message: message))
      }
      schema = SchemaCache.schema(of: chosen)
    } else if let tags = schema.tags {
      let picked = try pickedClass(tags, in: source)
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
      try fill(model, schema, source, own, Stage(isFresh: true, isRoot: isRoot))
      return model
    }
    let found = try knownObject(
      source,
      schema,
      isOpen: chosen == nil,
      existing: there,
      list: list
    )
    // As long as the object is open, the rest of its identity may still come.
    guard !mayWait || found.identity != nil else { throw .unfinished }
    return try fill(found, schema, source, own, list, isRoot: isRoot)
  }

  /// Maps an object onto the model that it updates, or a new one, and files that in the list and the
  /// store.
  private func fill(
    _ found: KnownObject,
    _ schema: ModelSchema,
    _ source: ObjectSource,
    _ own: [String: Any]?,
    _ list: ListUnderWay?,
    isRoot: Bool
  ) throws(Misfit) -> any Model {
    let model = found.model ?? schema.type.init()
    let schema = SchemaCache.schema(of: type(of: model))
    var stage = Stage(isFresh: found.model == nil, isRoot: isRoot)
    state.isUpdating = !stage.isFresh && (state.isUpdating || found.isMatched)
    guard let identity = found.identity else {
      if list != nil { known?.miss(schema) }
      try fill(model, schema, source, own, stage)
      return model
    }
    stage.isInside = known?.begin(model, identity, isFiled: found.isFiled) ?? false
    stage.isPicked = found.isPicked
    var misfit: Misfit?
    do throws(Misfit) {
      try fill(model, schema, source, own, stage)
    } catch {
      misfit = error
    }
    known?.end(model, identity, isRefused: misfit != nil)
    if case .repeatedTag? = misfit { throw .repeatedTag }
    known?.name(identity)
    list?.pass(identity)
    guard let misfit else {
      list?.add(model, insteadOf: found.replaced)
      return model
    }
    if case .rejected = misfit { list?.reject(found.model ?? found.replaced.last) }
    throw misfit
  }

  /// Maps an object onto a model, with its hooks; `own` is its dictionary, if that was made.
  func fill(
    _ model: any Model,
    _ schema: ModelSchema,
    _ source: ObjectSource,
    _ own: [String: Any]?,
    _ stage: Stage
  ) throws(Misfit) {
    let number = keepNumber(of: model)
    let outer = enter(schema)
    defer { leave(outer) }
    guard !stage.isFresh else {
      let mark = undoMark
      do throws(Misfit) {
        return try fillEntered(model, schema, source, own, stage)
      } catch {
        undo(since: mark)
        // It isn't there, so that no other place may refer to it.
        if let number { extras.numbered[number] = nil }
        throw error
      }
    }
    // What an object further out has begun is undone with that.
    guard !stage.isInside else { return try fillEntered(model, schema, source, own, stage) }
    var stage = stage
    let savesLate = source.isUnread && schema.hooks.isDisjoint(with: .ofMapping)
    try undoing(model, schema, savesLate: savesLate) { isUnsaved throws(Misfit) in
      stage.isUnsaved = isUnsaved
      try fillEntered(model, schema, source, own, stage)
    }
  }

  private func fillEntered(
    _ model: any Model,
    _ schema: ModelSchema,
    _ source: ObjectSource,
    _ own: [String: Any]?,
    _ stage: Stage
  ) throws(Misfit) {
    if schema.hooks.isDisjoint(with: [.willMap, .didMap, .awake, .validate]) {
      return try mapPairs(model, schema, source, stage)
    }
    try fillWithHooks(model, schema, source, own, stage)
  }

  private func fillWithHooks(
    _ model: any Model,
    _ schema: ModelSchema,
    _ source: ObjectSource,
    _ own: [String: Any]?,
    _ stage: Stage
  ) throws(Misfit) {
    let hooks = schema.hooks
    let isRoot = stage.isRoot
    let mark = notes.mark
    var source = source
    var dictionary = own
    if dictionary == nil, !hooks.isDisjoint(with: [.willMap, .didMap]) {
      dictionary = try self.dictionary(of: source, schema)
    }
    if hooks.contains(.willMap), let given = dictionary {
      let changed = try hook(isRoot) { try model.willMap(given) }
      dictionary = changed
      if StorageMark(changed) != StorageMark(given) {
        try replace(given, with: changed, in: &source, schema)
      }
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

  /// The untyped values of an object for a hook.
  private func dictionary(
    of source: ObjectSource,
    _ schema: ModelSchema
  ) throws(Misfit) -> [String: Any] {
    switch source {
    case .input(let pairs):
      // Most objects have a pair for most properties.
      if reader.usualPairCount == 0 { reader.usualPairCount = min(schema.properties.count, 64) }
      return try hookTree { () throws(Misfit) in try tree(of: pairs) }
    case .decoded(let object): return try object.dictionary(schema)
    }
  }

  private func replace(
    _ given: [String: Any],
    with changed: [String: Any],
    in source: inout ObjectSource,
    _ schema: ModelSchema
  ) throws(Misfit) {
    if case .decoded(let object) = source {
      try object.replace(given, with: changed, schema)
    } else {
      if source.isUnread { try passValue(&state.reader) }
      source = .input(.tree(changed))
    }
  }

  private func mapPairs(
    _ model: any Model,
    _ schema: ModelSchema,
    _ source: ObjectSource,
    _ stage: Stage
  ) throws(Misfit) {
    if case .decoded(let object) = source { return try object.map(to: model, schema, stage) }
    let pairs = try pairs(of: source, schema)
    // The order can be noticed by hooks, by setters and in notes.
    let isOrdered =
      schema.hooks.contains(.serializeValue) || schema.hasAccessors || notes.isKept
    try mapPairs(model, schema, isOrdered ? pairs.inKeyOrder : pairs, stage)
  }

  /// The pairs of an object, untyped unless they are text.
  func pairs(
    of source: ObjectSource,
    _ schema: ModelSchema
  ) throws(Misfit) -> ObjectFilling.Pairs {
    switch source {
    case .input(let pairs): ObjectFilling.Pairs(pairs, at: reader.position)
    case .decoded(let object): .dictionary(try object.dictionary(schema))
    }
  }

  /// Maps the pairs of an object, by its hook if the class overrides `serializeValue(_:key:)`.
  ///
  /// Properties that are settled take nothing.
  func mapPairs(
    _ model: any Model,
    _ schema: ModelSchema,
    _ source: ObjectFilling.Pairs,
    _ stage: Stage,
    settled: PropertySet = PropertySet()
  ) throws(Misfit) {
    let isHooked = schema.hooks.contains(.serializeValue)
    var isDirect = !notes.isReport
    if state.isOpen, case .text(let offset) = source, isOpen(at: offset) { isDirect = false }
    var object = ObjectFilling(
      schema.textPlan,
      ObjectMemory(model),
      from: source,
      isFresh: stage.isFresh,
      makesModels: stage.isFresh && schema.elementClasses.isEmpty,
      isWatched: !stage.isFresh || isHooked,
      isDirect: isDirect,
      passesUnknownKeys: schema.unknownKeys == nil && !notes.notesUnknownKeys
    )
    object.isPicked = stage.isPicked
    object.isUnsaved = stage.isUnsaved
    if !settled.isEmpty {
      object.filled = settled
      rivals(of: &object).ranks = [:]
    }
    if isHooked {
      return try HookFrame(self, model, schema, object, isRoot: stage.isRoot).handPairs()
    }
    if case .text = source {
      object.innerGap = reader.betweenPairs
      let first = try reader.openObject(schema.keys, &object.place)
      try fill(model, &object, from: first)
    } else {
      try fill(model, &object)
    }
    try checkRequired(model, schema, object, isRoot: stage.isRoot)
  }

  /// The circumstances in which a model is filled.
  struct Stage {
    /// Whether this mapping made the model.
    let isFresh: Bool
    /// Whether it is the root that the caller asked for.
    let isRoot: Bool
    /// Whether an object further out is the same model and is being filled too.
    var isInside = false
    /// Whether the model's values are to be saved when one of them changes.
    var isUnsaved = false
    /// Whether an early look has found the model: then no keys may compete.
    var isPicked = false
  }
}
