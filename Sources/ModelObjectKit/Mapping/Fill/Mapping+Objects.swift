// Each object, element and value that is nested in another one goes through most of these
// functions once more. So those on the way down only call others, and hold little: what takes room
// on the stack is done in functions that return before the way goes on. What is handed on is
// `inout`, even if nothing changes it: an unoptimized build copies a borrowed value onto the stack.

extension Mapping {
  func model(
    from pairs: Input.Pairs,
    declared: any Model.Type,
    existing: AnyObject?
  ) throws(Misfit) -> any Model {
    let source = ObjectSource(pairs)
    return try model(from: source, declared: declared, existing: existing)
  }

  func model(
    from source: ObjectSource,
    declared: any Model.Type,
    existing: AnyObject?
  ) throws(Misfit) -> any Model {
    var outer = leaveOuter(source, declared, existing)
    defer { goBack(to: &outer) }
    if let model = try simpleModel(from: source, declared, &outer) { return model }
    do throws(Misfit) {
      return try fullModel(from: source, declared, &outer)
    } catch {
      return try model(insteadOf: error, from: source, &outer)
    }
  }

  /// The state of the mapping in front of an object, which comes back after it.
  struct Outer: ~Copyable {
    /// What the object updates; nil if it becomes a new model.
    let existing: AnyObject?
    let depth: Int
    let mark: Notes.Mark
    let undoMark: UndoList.Mark
    let rules: ModelRules
    let isUpdating: Bool
    let isInHookedObject: Bool
    let knownObjectCount: Int
    let isResolving: Bool
    let isUnfinished: Bool
  }

  @inline(never)
  private func leaveOuter(
    _ source: ObjectSource,
    _ declared: any Model.Type,
    _ existing: AnyObject?
  ) -> Outer {
    let outer = Outer(
      existing: existing,
      depth: reader.remainingDepth,
      mark: notes.mark,
      undoMark: undoMark,
      rules: state.rules,
      isUpdating: state.isUpdating,
      isInHookedObject: state.isInHookedObject,
      knownObjectCount: state.knownObjects.count,
      isResolving: isResolving,
      isUnfinished: state.cut.isUnfinished
    )
    state.rules = ModelRules()
    if state.isAtRoot { beginRoot(declared) }
    // A complete object inside an open one follows the rules for complete objects.
    if outer.isUnfinished, source.isText, !isUnfinished(source) { state.cut.isUnfinished = false }
    return outer
  }

  @inline(never)
  private func goBack(to outer: inout Outer) {
    state.rules = outer.rules
    state.isUpdating = outer.isUpdating
    state.isInHookedObject = outer.isInHookedObject
    if state.knownObjects.count > outer.knownObjectCount {
      state.knownObjects.removeLast(state.knownObjects.count - outer.knownObjectCount)
    }
    if outer.isResolving { references.isResolving = true }
    if state.isAtRoot { endRoot() }
    state.cut.isUnfinished = outer.isUnfinished
  }

  /// Maps an object that needs no more than the loop to a fresh model, or looks up the one that it
  /// refers to; nil, with nothing read, if it needs more.
  @inline(never)
  private func simpleModel(
    from source: ObjectSource,
    _ declared: any Model.Type,
    _ outer: inout Outer
  ) throws(Misfit) -> (any Model)? {
    if outer.existing == nil, outer.rules.list == nil,
      let plan = SchemaCache.classPlan(of: declared),
      let model = try plainModel(from: source, plan)
    {
      return model
    }
    if let model = try referredModel(by: source, declared) {
      if identity(of: model) != nil { outer.rules.list?.add(model, insteadOf: []) }
      return model
    }
    // What is in an object may come later, even if the input is over for what is around it.
    if outer.isResolving { references.isResolving = false }
    try checkStack()
    return nil
  }

  private func plainModel(
    from source: ObjectSource,
    _ plan: ClassPlan
  ) throws(Misfit) -> (any Model)? {
    let isAtRoot = state.isAtRoot
    defer { state.isAtRoot = isAtRoot }
    switch source {
    case .text(let start):
      reader.position = start
      return try freshModel(by: plan)
    case .dictionary(let dictionary): return try freshModel(by: plan, from: dictionary)
    case .list, .decoded, .none: return nil
    }
  }

  /// What becomes of an object that has ended with an error: it is as if it weren't in the input, with
  /// everything in it.
  @inline(never)
  private func model(
    insteadOf misfit: Misfit,
    from source: ObjectSource,
    _ outer: inout Outer
  ) throws(Misfit) -> any Model {
    undo(since: outer.undoMark)
    // A new model is thrown away, and the notes on its properties with it; if it is the root, a
    // report still shows them.
    notes.forgetFacts(since: outer.mark, areMatches: outer.existing == nil && !hasFailed)
    // The reader may have stopped inside the refused object, or a transform has moved it past that.
    if case .text(let start) = source, !misfit.isFatal {
      try skipValue(from: start, depth: outer.depth)
    }
    if case .rejected = misfit, let model = outer.rules.list?.popRejected() { return model }
    throw misfit
  }

  /// Maps an object onto the model that it updates, or a new one, and files that in the list and the
  /// store.
  private func fullModel(
    from source: ObjectSource,
    _ declared: any Model.Type,
    _ outer: inout Outer
  ) throws(Misfit) -> any Model {
    var found = try findObject(source, declared, &outer)
    var object = filling(of: &found, source)
    var misfit: Misfit?
    do throws(Misfit) {
      try fill(&object, found.schema, found.picked.own)
    } catch {
      misfit = error
    }
    if state.rare?.givenValues != nil { noteGiven(&object) }
    return try end(&found, misfit)
  }

  @inline(never)
  private func filling(of found: inout FoundObject, _ source: ObjectSource) -> ObjectFilling {
    var object = ObjectFilling(
      found.schema.classPlan,
      ObjectMemory(found.model),
      from: source,
      isFresh: found.known?.model == nil,
      isRoot: found.isRoot
    )
    state.isUpdating = !object.isFresh && (state.isUpdating || found.known?.isMatched == true)
    if let match = found.known, let identity = match.identity {
      object.isInside = known?.begin(found.model, identity, isFiled: match.isFiled) ?? false
      if object.isFresh { undoList.add(made: found.model) }
    }
    if let own = found.own { begin(own, &object) }
    if state.rare?.givenValues != nil, found.schema.mayGiveValues {
      extras(of: &object).before = SavedObject(found.model)
    }
    return object
  }

  @inline(never)
  private func end(_ found: inout FoundObject, _ misfit: Misfit?) throws(Misfit) -> any Model {
    let list = found.list
    if let own = found.own { end(own, &found, misfit) }
    if let match = found.known, let identity = match.identity {
      known?.end()
      known?.name(identity)
      list?.pass(identity)
      switch misfit {
      case nil:
        list?.add(found.model, insteadOf: match.replaced)
        noteReplaced(match.replaced, by: found.model)
      case .rejected: list?.reject(match.model ?? match.replaced.last)
      default: break
      }
    } else {
      if list != nil { known?.miss(found.schema) }
      if misfit == nil, found.own != nil { noteUnidentified() }
    }
    if let misfit { throw misfit }
    return found.model
  }

  /// Maps an object, with its hooks.
  ///
  /// `own` is its dictionary, if that was made.
  func fill(
    _ object: inout ObjectFilling,
    _ schema: ModelSchema,
    _ own: [String: Any]? = nil
  ) throws(Misfit) {
    var hooked = beginHooks(&object, schema, own)
    do throws(Misfit) {
      try callFirstHooks(&object, schema, &hooked)
      try mapPairs(&object, schema, since: hooked.mark)
      try callLastHooks(&object, schema, &hooked)
      try validate(&object, schema, &hooked)
    } catch {
      leave(hooked.hasEntered)
      throw error
    }
    leave(hooked.hasEntered)
  }

  /// Maps the pairs of an object, by its hook if the class overrides `serializeValue(_:key:)`.
  ///
  /// Properties that are filled already take nothing. The mark is that of the object.
  func mapPairs(
    _ object: inout ObjectFilling,
    _ schema: ModelSchema,
    since mark: Notes.Mark
  ) throws(Misfit) {
    if try mapDecoded(&object, schema) { return }
    if try prepare(&object, schema) {
      let frame = HookFrame(self, &object)
      try frame.handPairs(since: mark)
      return frame.giveBack(&object)
    }
    if object.source.isText {
      try fillFromStart(&object)
    } else {
      try fillFromTree(&object)
    }
    try checkRequired(&object, schema, since: mark)
  }

  /// Maps the object of a decoder by the types of its properties; false if its pairs need more.
  private func mapDecoded(
    _ object: inout ObjectFilling,
    _ schema: ModelSchema
  ) throws(Misfit) -> Bool {
    guard case .decoded(let origin) = object.source else { return false }
    if try origin.mapPlainly(to: &object, schema) { return true }
    object.source = .list(origin.pairs(schema))
    return false
  }

  /// Sets how the pairs of an object are mapped; true if its hook gets them.
  @inline(never)
  private func prepare(
    _ object: inout ObjectFilling,
    _ schema: ModelSchema
  ) throws(Misfit) -> Bool {
    let isHooked = schema.hooks.contains(.serializeValue)
    if case .text(let start) = object.source { reader.position = start }
    bringInOrder(&object)
    object.isDirect = !notes.isReport && !isUnfinished(object.source)
    object.passesUnknownKeys = schema.unknownKeys == nil && !notes.notesUnknownKeys
    if isHooked {
      object.isWatched = true
    } else if schema.hasAccessors {
      try collect(&object)
    }
    return isHooked
  }
}
