extension Mapping {
  func model(
    from pairs: Input.Pairs,
    declared: any Model.Type,
    existing: AnyObject?
  ) throws(Misfit) -> any Model {
    let source = ObjectSource(pairs, at: reader.position)
    return try model(from: source, declared: declared, existing: existing)
  }

  func model(
    from source: ObjectSource,
    declared: any Model.Type,
    existing: AnyObject?
  ) throws(Misfit) -> any Model {
    let existing = state.ignoresExisting ? nil : existing
    state.ignoresExisting = false
    if existing == nil, state.list == nil, source.isText, makesModels,
      let model = try freshModel(of: declared)
    {
      return model
    }
    if state.isOpen, source.isText, !isOpen(at: reader.position) {
      // A complete object inside an open one follows the rules for complete objects.
      state.isOpen = false
      defer { state.isOpen = true }
      return try model(from: source, declared: declared, existing: existing)
    }
    if let model = try referredModel(by: source, declared) { return model }
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
      // A new model is thrown away, and the notes on its properties with it; if it is the root, a
      // report still shows them. What objects in it await, which may be elsewhere too, still comes.
      let isShown = existing == nil && failure == nil
      notes.forgetFacts(since: mark, areMatches: notes.isReport && isShown) { awaited in
        awaited.isOfNewObject && !isRefused(awaited.model)
      }
      // The reader may stand in the middle of the refused object.
      if source.isText, !error.isFatal { try skipValue(from: start, depth: depth) }
      if case .rejected = error, let model = list?.takeRejected() { return model }
      throw error
    }
  }

  /// Maps the object at the position to a fresh model; nil, with nothing read, if its class needs
  /// more than the loop.
  private func freshModel(of declared: any Model.Type) throws(Misfit) -> (any Model)? {
    guard let plan = SchemaCache.textPlan(of: declared) else { return nil }
    let outer = (state.isAtRoot, elementClass)
    // The class from `arrayMapping` is for this object and its neighbors, not for objects in it.
    elementClass = nil
    defer { (state.isAtRoot, elementClass) = outer }
    return try freshModel(by: plan)
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
      let (plan, memory) = (schema.textPlan, ObjectMemory(model))
      state.isUpdating = false
      try fill(ObjectFilling(plan, memory, from: source, isRoot: isRoot), schema, own)
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
    var object = ObjectFilling(
      schema.textPlan,
      ObjectMemory(model),
      from: source,
      isFresh: found.model == nil,
      isRoot: isRoot
    )
    state.isUpdating = !object.isFresh && (state.isUpdating || found.isMatched)
    guard let identity = found.identity else {
      if list != nil { known?.miss(schema) }
      try fill(object, schema, own)
      return model
    }
    object.isInside = known?.begin(model, identity, isFiled: found.isFiled) ?? false
    object.isPicked = found.isPicked
    var misfit: Misfit?
    do throws(Misfit) {
      try fill(object, schema, own)
    } catch {
      misfit = error
    }
    known?.end(model, identity, isRefused: misfit != nil)
    if isRefused(model) { extras.refused[ObjectIdentifier(model)]?.identity = identity }
    if case .repeatedTag? = misfit { throw .repeatedTag }
    known?.name(identity)
    list?.pass(identity)
    guard let misfit else {
      list?.add(model, insteadOf: found.replaced)
      noteReplaced(found.replaced, by: model)
      return model
    }
    if case .rejected = misfit { list?.reject(found.model ?? found.replaced.last) }
    throw misfit
  }

  /// Maps an object, with its hooks; if it throws, the models that were there have their values back.
  ///
  /// `own` is its dictionary, if that was made.
  func fill(
    _ object: consuming ObjectFilling,
    _ schema: ModelSchema,
    _ own: [String: Any]? = nil
  ) throws(Misfit) {
    let (isFresh, isInside) = (object.isFresh, object.isInside)
    let number = state.number == nil ? nil : keepNumber(of: object.model)
    let isRoot = enter(schema)
    let id = ObjectIdentifier(object.memory.object)
    if mayRefer { extras.filled.append(object.model) }
    let (mark, hasSavedModels) = (undoMark, state.hasSavedModels)
    defer {
      leave(isRoot)
      state.hasSavedModels = hasSavedModels
    }
    save(&object, schema)
    do throws(Misfit) {
      try fillWithHooks(object, schema, own)
    } catch {
      // What an object further out has begun is undone with that.
      if !isInside { undo(since: mark) }
      // It isn't there, so that no other place may refer to it.
      if isFresh, let number { extras.numbered[number] = nil }
      if isFresh, !(state.extras?.filled.isEmpty ?? true) { extras.refused[id] = RefusedModel() }
      throw error
    }
  }

  private func fillWithHooks(
    _ object: consuming ObjectFilling,
    _ schema: ModelSchema,
    _ own: [String: Any]?
  ) throws(Misfit) {
    let hooks = schema.hooks
    guard !hooks.isDisjoint(with: [.willMap, .didMap, .awake, .validate]) else {
      return try mapPairs(object, schema)
    }
    let (model, isRoot, isInside) = (object.model, object.isRoot, object.isInside)
    let mark = notes.mark
    var dictionary = own
    if dictionary == nil, !hooks.isDisjoint(with: [.willMap, .didMap]) {
      dictionary = try self.dictionary(of: object.source, schema)
    }
    if hooks.contains(.willMap), let given = dictionary {
      let changed = try hook(isRoot) { try model.willMap(given) }
      dictionary = changed
      if StorageMark(changed) != StorageMark(given) {
        if case .decoded(let origin) = object.source {
          object.source = .list(origin.pairs(changed, insteadOf: given, schema))
        } else {
          if object.source.isText { try passValue(&state.reader) }
          object.source = .dictionary(changed)
        }
      }
    }
    try mapPairs(object, schema)
    guard notes.errorCount == mark.errorCount else { return }
    if hooks.contains(.didMap), let dictionary {
      try hook(isRoot) { try model.didMap(dictionary) }
    }
    // A model that is also being filled further out is not complete yet.
    guard !isInside else { return }
    if hooks.contains(.awake) { try hook(isRoot) { model.awake() } }
    if hooks.contains(.validate), !state.isOpen { try hook(isRoot) { try model.validate() } }
  }

  /// The untyped values of an object for a hook.
  private func dictionary(
    of source: ObjectSource,
    _ schema: ModelSchema
  ) throws(Misfit) -> [String: Any] {
    if case .decoded(let object) = source { return try object.dictionary(schema) }
    // Most objects have a pair for most properties.
    if reader.usualPairCount == 0 { reader.usualPairCount = min(schema.properties.count, 64) }
    var pairs = Input.Pairs.unread
    if case .dictionary(let dictionary) = source { pairs = .tree(dictionary) }
    let start = reader.position
    defer { reader.position = start }
    return try keepingTrees { () throws(Misfit) in try tree(of: pairs) }
  }

  /// Maps the pairs of an object, by its hook if the class overrides `serializeValue(_:key:)`.
  ///
  /// Properties that are filled already take nothing.
  func mapPairs(_ object: consuming ObjectFilling, _ schema: ModelSchema) throws(Misfit) {
    if case .decoded(let origin) = object.source { return try origin.map(to: object, schema) }
    let isHooked = schema.hooks.contains(.serializeValue)
    if case .dictionary = object.source, isHooked || schema.hasAccessors || showsOrder {
      object.source = object.source.inKeyOrder
    }
    object.isDirect =
      !notes.isReport && !isOpen(object.source) && !notesAssignments(object, schema)
    object.passesUnknownKeys = schema.unknownKeys == nil && !notes.notesUnknownKeys
    if !object.filled.isEmpty { rivals(of: &object).ranks = [:] }
    if isHooked {
      object.isWatched = true
      return try HookFrame(self, object).handPairs()
    }
    if object.source.isText {
      object.innerGap = reader.betweenPairs
      let first = try reader.openObject(schema.keys, &object.place)
      try fill(&object, from: first)
    } else {
      try fill(&object)
    }
    try checkRequired(object, schema)
  }
}
