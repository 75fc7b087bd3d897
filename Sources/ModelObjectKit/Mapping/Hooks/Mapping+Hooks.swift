// What goes before and after the pairs of an object: its hooks, and what undoes it if it is refused.

extension Mapping {
  /// Begins an object.
  @inline(never)
  func beginHooks(_ object: inout ObjectFilling, _ frame: ObjectFrame) {
    if let keys = state.rare?.duplicateKeys {
      check(keys, of: object.source, as: .model(frame.schema))
    }
    if let number = state.references?.number { record(frame.model, number, isMade: frame.isFresh) }
    if !frame.isFresh { save(&object, frame.schema, in: frame.outer) }
    frame.errorCount = notes.errorCount
  }

  @inline(never)
  func callFirstHooks(
    _ object: inout ObjectFilling,
    _ frame: ObjectFrame
  ) throws(Misfit) {
    let (schema, model) = (frame.schema, frame.model)
    if let refusal = frame.known?.refusal { throw refusal }
    guard !schema.hooks.isDisjoint(with: [.willMap, .didMap]) else { return }
    var mapped = frame.known?.mapped
    if mapped == nil, schema.hooks.contains(.willMap) {
      mapped = try willMap(
        object.source,
        of: model,
        schema,
        isRoot: frame.isRoot,
        dictionary: frame.dictionary
      )
    }
    guard let mapped else {
      if frame.dictionary == nil { frame.dictionary = try dictionary(of: object.source, schema) }
      return
    }
    frame.dictionary = mapped.dictionary
    if case .text(let start) = object.source, !mapped.source.isText {
      reader.position = try end(ofPartsAt: start)
    }
    object.source = mapped.source
  }

  /// What `willMap(_:)` of an object makes of an input, whose dictionary may have been made.
  func willMap(
    _ source: ObjectSource,
    of model: any Model,
    _ schema: ModelSchema,
    isRoot: Bool,
    dictionary: [String: Any]?
  ) throws(Misfit) -> MappedInput {
    let given: [String: Any]
    if let dictionary {
      given = dictionary
    } else {
      given = try self.dictionary(of: source, schema)
    }
    let changed = try hook(isRoot) { try model.willMap(given) }
    guard StorageMark(changed) != StorageMark(given) else {
      return MappedInput(source: source, dictionary: changed)
    }
    guard case .decoded(let origin) = source else {
      return MappedInput(source: .dictionary(changed), dictionary: changed)
    }
    let pairs = origin.pairs(changed, insteadOf: given, schema)
    return MappedInput(source: .list(pairs), dictionary: changed)
  }

  /// Checks what an object lacks, and calls the hooks that come after its pairs.
  @inline(never)
  func callLastHooks(
    _ object: inout ObjectFilling,
    _ frame: ObjectFrame
  ) throws(Misfit) {
    try checkRequired(&object, frame)
    if frame.schema.hooks.contains(.didMap), let dictionary = frame.dictionary,
      notes.errorCount == frame.errorCount
    {
      let model = frame.model
      try hook(frame.isRoot) { try model.didMap(dictionary) }
    }
    try awake(frame)
    try validate(frame)
    if !frame.isFresh { endColumns(of: &object) }
  }

  private func awake(_ frame: ObjectFrame) throws(Misfit) {
    // A model that is also being filled further out is not complete yet.
    guard frame.schema.hooks.contains(.awake), !frame.isInside,
      notes.errorCount == frame.errorCount
    else { return }
    let model = frame.model
    try hook(frame.isRoot) { model.awake() }
  }

  @inline(never)
  func validate(_ frame: ObjectFrame) throws(Misfit) {
    guard frame.schema.hooks.contains(.validate), !frame.isInside,
      !state.cut.isUnfinished,
      notes.errorCount == frame.errorCount
    else { return }
    let model = frame.model
    try hook(frame.isRoot) { try model.validate() }
  }

  /// The untyped values of an object for a hook; the reader may move.
  func dictionary(
    of source: ObjectSource,
    _ schema: ModelSchema
  ) throws(Misfit) -> [String: Any] {
    // Most objects have a pair for most properties.
    if reader.usualPairCount == 0 { reader.usualPairCount = min(schema.properties.count, 64) }
    return try makingHookTree { () throws(Misfit) in
      switch source {
      case .text(let start): return try tree(of: .text(start))
      case .dictionary(let dictionary): return try tree(of: .tree(dictionary))
      case .decoded(let object):
        let dictionary = try object.dictionary(schema)
        return handsTextAsItIs ? dictionary : try tree(of: .tree(dictionary))
      case .list, .none: return [:]
      }
    }
  }
}

// MARK: - All or nothing

/// An object that was there before gets its values back if it is rejected, or if the mapping fails.
extension Mapping {
  /// The objects that the mapping has changed, among those that were there before.
  var changedModels: Set<ObjectIdentifier> { state.rare?.undoList?.changedModels ?? [] }

  /// Makes it as if nothing had been read since a mark: objects that were there have their values
  /// again, and new ones can't be found.
  func undo(since mark: UndoList.Mark) {
    guard let list = state.rare?.undoList else { return }
    for made in list.undo(since: mark) { registry?.drop(made) }
  }

  /// Saves the values of a model that was there before it is filled.
  ///
  /// A hook may change any model in its object. Those with an identity are saved when the input
  /// reaches them.
  func save(_ object: inout ObjectFilling, _ schema: ModelSchema, in outer: ObjectFrame?) {
    let isWhole = schema.isHooked || outer?.isHooked == true && schema.identity != nil
    // A default in a new object was made with it, so that only a hook or a requirement of its own can
    // reject it alone.
    guard
      isUpdating || undoMark > 0 || registry != nil || !schema.hooks.isDisjoint(with: .rejecting)
        || !schema.required.isEmpty
    else { return }
    if isWhole {
      object.savedAt = undoMark
      let known = outer.map { $0.outward.filter { !$0.isFresh } } ?? []
      undoList.saveWhole([object.model], in: known.map { ObjectIdentifier($0.model) })
    } else if object.source.isText {
      object.isUnsaved = true
    } else {
      saveUnsaved(&object)
    }
  }

  /// Saves the values of an object in front of the first change.
  @inline(never)
  func saveUnsaved(_ object: inout ObjectFilling) {
    object.savedAt = undoMark
    undoList.save(object.model)
    object.isUnsaved = false
  }
}

extension Mapping {
  /// Ends what stays of the columns of the row from which an object was read, if properties have been
  /// given a value in place of theirs.
  @inline(never)
  func endColumns(of object: inout ObjectFilling) {
    guard ColumnRests.of(object.model) != nil else { return }
    if object.isUnsaved { saveUnsaved(&object) }
    ColumnRests.end(object.model) { object.isFilled($0) }
  }
}

// MARK: - Required properties

extension Mapping {
  /// Rejects an object that the mapping made, or that a new object holds by default, if its input gives
  /// a required property no value.
  ///
  /// An object that is not closed yet may still get one. Errors that were found in it, since the mark,
  /// end the mapping anyway, and say more.
  func checkRequired(
    _ object: inout ObjectFilling,
    _ frame: ObjectFrame
  ) throws(Misfit) {
    let schema = frame.schema
    guard !schema.required.isEmpty, frame.isFresh || !frame.isUpdating,
      notes.isReport || notes.errorCount == frame.errorCount
    else { return }
    if isUnfinished(object.source) { return }
    for number in schema.required {
      let property = schema.properties[number]
      if object.extras?.holes.contains(number) == true { continue }
      let isNil = property.isNil(in: object.memory.object)
      guard isNil || !object.isFilled(number) else { continue }
      let found = try bestInput(for: number, object)?.description ?? "nothing"
      let words = "\(property.name) is required, found \(found)"
      if frame.isRoot { throw stop(ModelError(.rejected, message: words)) }
      notes.add(ModelError.Issue(.rejected, found: words), as: .rejected)
      throw .rejected
    }
  }

  /// The value of the best key of a property.
  func bestInput(
    for number: Int,
    _ object: borrowing ObjectFilling
  ) throws(Misfit) -> Input? {
    let rivals = try rivals(for: PropertySet([number]), object.plan, in: object.source)
    let best = rivals[number]?.first
    let position = reader.position
    defer { reader.position = position }
    return try best.map { (best) throws(Misfit) in try input(from: best.source) }
  }
}
