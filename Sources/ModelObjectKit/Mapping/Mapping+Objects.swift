extension Mapping {
  func model(
    from pairs: Input.Pairs,
    declared: any Model.Type,
    existing: AnyObject?
  ) throws(Misfit) -> any Model {
    if existing == nil, case .unread = pairs, let model = try plainModel(declared) { return model }
    return try onEnoughStack { () throws(Misfit) in
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
    } else if let tags = schema.tags {
      let picked = try pickedClass(tags, in: pairs, stopsEarly: false)
      guard !picked.isMisplaced else { throw misplaced(picked, declared, isRoot) }
      schema = SchemaCache.schema(of: picked.type)
      if !picked.isOpen { chosen = picked.type }
    }
    if let existing, let model = declared.root.model(existing),
      chosen.map({ $0 == type(of: model) }) ?? isInstance(model, of: schema.type)
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
    if schema.hooks.isDisjoint(with: [.willMap, .didMap, .awake, .validate]) {
      let pairs = ObjectSource(pairs)
      return try mapPairs(model, schema, pairs, isFresh: isFresh, isRoot: isRoot)
    }
    try fillWithHooks(model, schema, pairs, own, isFresh: isFresh, isRoot: isRoot)
  }

  private func fillWithHooks(
    _ model: any Model,
    _ schema: ModelSchema,
    _ pairs: Input.Pairs,
    _ own: [String: Any]?,
    isFresh: Bool,
    isRoot: Bool
  ) throws(Misfit) {
    let hooks = schema.hooks
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
    try mapPairs(model, schema, source, isFresh: isFresh, isRoot: isRoot)
    guard notes.errorCount == mark.errorCount else { return }
    if hooks.contains(.didMap), let dictionary {
      try hook(isRoot) { try model.didMap(dictionary) }
    }
    if hooks.contains(.awake) { try hook(isRoot) { model.awake() } }
    if hooks.contains(.validate) { try hook(isRoot) { try model.validate() } }
  }

  /// Maps the pairs of an object, the plain way where nothing asks for more.
  private func mapPairs(
    _ model: any Model,
    _ schema: ModelSchema,
    _ source: ObjectSource,
    isFresh: Bool,
    isRoot: Bool
  ) throws(Misfit) {
    if isFresh, source.change == nil, schema.textPlan.hasPlainPairs, takesPlainWay {
      switch source.pairs {
      case .unread:
        try mapPlainly(model, schema.textPlan)
        return
      case .tree(let dictionary): if try mapPlainly(model, dictionary, schema) { return }
      }
    }
    var pairs = try self.pairs(of: source.pairs, schema)
    if let (given, changed) = source.change {
      pairs = self.pairs(of: changed, insteadOf: given, pairs, schema)
    }
    let object = ObjectUnderWay(self, model, schema, pairs, isFresh: isFresh, isRoot: isRoot)
    try object.mapPairs()
  }
}

/// The pairs of an object, and what `willMap` made of them.
private struct ObjectSource {
  let pairs: Input.Pairs
  var change: (given: [String: Any], changed: [String: Any])?

  init(_ pairs: Input.Pairs) {
    self.pairs = pairs
  }
}
