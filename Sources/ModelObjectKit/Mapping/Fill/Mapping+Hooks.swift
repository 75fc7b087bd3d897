// What goes before and after the pairs of an object: its class's options and hooks, and what undoes
// it if it is refused.

extension Mapping {
  /// What is set aside while an object is filled.
  struct HookedObject {
    /// Whether its class's options are in force.
    let hasEntered: Bool
    let mark: Notes.Mark
    /// Its dictionary for hooks.
    var dictionary: [String: Any]?
    /// Whether `awake()` was called, because it may give the identity.
    var isAwake = false
  }

  @inline(never)
  func beginHooks(
    _ object: inout ObjectFilling,
    _ schema: ModelSchema,
    _ own: [String: Any]?
  ) -> HookedObject {
    let hasEntered = enter(schema)
    if state.rare != nil { checkKeys(of: object.source, schema) }
    if object.extras?.own == nil { recordNumber(of: object.model, isMade: object.isFresh) }
    save(&object, schema)
    return HookedObject(hasEntered: hasEntered, mark: notes.mark, dictionary: own)
  }

  @inline(never)
  func callFirstHooks(
    _ object: inout ObjectFilling,
    _ schema: ModelSchema,
    _ hooked: inout HookedObject
  ) throws(Misfit) {
    let hooks = schema.hooks
    guard !hooks.isDisjoint(with: [.willMap, .didMap]) else { return }
    let given: [String: Any]
    if let own = hooked.dictionary {
      given = own
    } else {
      given = try dictionary(of: object.source, schema)
    }
    hooked.dictionary = given
    guard hooks.contains(.willMap) else { return }
    let model = object.model
    let changed = try hook(object.isRoot) { try model.willMap(given) }
    hooked.dictionary = changed
    guard StorageMark(changed) != StorageMark(given) else { return }
    if case .decoded(let origin) = object.source {
      object.source = .list(origin.pairs(changed, insteadOf: given, schema))
    } else {
      if case .text(let start) = object.source { reader.position = try end(ofPartsAt: start) }
      object.source = .dictionary(changed)
    }
  }

  @inline(never)
  func callLastHooks(
    _ object: inout ObjectFilling,
    _ schema: ModelSchema,
    _ hooked: inout HookedObject
  ) throws(Misfit) {
    if schema.hooks.contains(.didMap), let dictionary = hooked.dictionary,
      notes.errorCount == hooked.mark.errorCount
    {
      let model = object.model
      try hook(object.isRoot) { try model.didMap(dictionary) }
    }
    if let before = object.extras?.before {
      object.extras?.changed = before.changedProperties
      object.extras?.before = nil
    }
    if object.extras?.own != nil { try identify(&object, &hooked) }
    // A model that is also being filled further out is not complete yet.
    guard object.schema.hooks.contains(.awake), !object.isInside, !hooked.isAwake,
      notes.errorCount == hooked.mark.errorCount
    else { return }
    let model = object.model
    try hook(object.isRoot) { model.awake() }
  }

  @inline(never)
  func validate(
    _ object: inout ObjectFilling,
    _ schema: ModelSchema,
    _ hooked: inout HookedObject
  ) throws(Misfit) {
    guard object.schema.hooks.contains(.validate), !object.isInside, !state.cut.isUnfinished,
      notes.errorCount == hooked.mark.errorCount
    else { return }
    let (model, isRoot) = (object.model, object.isRoot)
    try hook(isRoot) { try model.validate() }
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
