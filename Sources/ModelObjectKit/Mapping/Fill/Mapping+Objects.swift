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
    // In a value of a user's type.
    if let reading = state.structs?.reading {
      return try reading.model(from: pairs, declared: declared)
    }
    let source = ObjectSource(pairs)
    return try model(from: source, declared: declared, existing: existing)
  }

  func model(
    from source: ObjectSource,
    declared: any Model.Type,
    existing: AnyObject?
  ) throws(Misfit) -> any Model {
    var outer = leaveOuter(source)
    defer { goBack(to: &outer) }
    if let model = try quickModel(from: source, as: declared, existing: existing, in: &outer) {
      return model
    }
    do throws(Misfit) {
      return try fullModel(from: source, as: declared, existing: existing, in: &outer)
    } catch {
      return try model(insteadOf: error, from: source, existing, &outer)
    }
  }

  /// The state of the mapping in front of an object, which comes back after it.
  private struct Outer: ~Copyable {
    let frame: ObjectFrame?
    let depth: Int
    let mark: Notes.Mark
    let undoMark: UndoList.Mark
    var rules: ModelRules
    let isUnfinished: Bool
  }

  @inline(never)
  private func leaveOuter(_ source: ObjectSource) -> Outer {
    let outer = Outer(
      frame: state.frame,
      depth: reader.remainingDepth,
      mark: notes.mark,
      undoMark: undoMark,
      rules: state.rules,
      isUnfinished: state.cut.isUnfinished
    )
    state.rules = ModelRules()
    // A complete object inside an open one follows the rules for complete objects.
    if outer.isUnfinished, source.isText, !isUnfinished(source) { state.cut.isUnfinished = false }
    return outer
  }

  @inline(never)
  private func goBack(to outer: inout Outer) {
    state.frame = outer.frame
    state.rules = outer.rules
    state.cut.isUnfinished = outer.isUnfinished
  }

  /// Maps an object that needs no more than the loop to a new model, or looks up the one that it
  /// refers to; nil, with nothing read, if it needs more.
  @inline(never)
  private func quickModel(
    from source: ObjectSource,
    as declared: any Model.Type,
    existing: AnyObject?,
    in outer: inout Outer
  ) throws(Misfit) -> (any Model)? {
    if declared.structType != nil { return try shortStruct(from: source, declared, existing) }
    let list = outer.rules.list
    if existing == nil, list == nil,
      let plan = SchemaCache.classPlan(of: declared),
      let model = try shortModel(from: source, plan)
    {
      return model
    }
    if preservesReferences, let model = try referredModel(by: source, declared) {
      if identity(of: model) != nil { list?.add(model, insteadOf: []) }
      return model
    }
    try checkStack()
    return nil
  }

  /// Maps an object that needs no more than the loop to a struct in a new object, or on its own; nil,
  /// with nothing read, if it needs more.
  @inline(never)
  private func shortStruct(
    from source: ObjectSource,
    _ declared: any Model.Type,
    _ existing: AnyObject?
  ) throws(Misfit) -> (any Model)? {
    if state.frame?.isFresh != false, let plan = SchemaCache.classPlan(of: declared),
      way(of: plan) == .short
    {
      let standIn = existing.flatMap { declared.root.model($0) } ?? declared.init()
      if try mapShort(plan, from: source, to: standIn) { return standIn }
    }
    try checkStack()
    return nil
  }

  private func shortModel(
    from source: ObjectSource,
    _ plan: ClassPlan
  ) throws(Misfit) -> (any Model)? {
    switch source {
    case .text(let start):
      reader.position = start
      return try shortModel(by: plan)
    case .dictionary(let dictionary): return try shortModel(by: plan, from: dictionary)
    case .list, .decoded, .none: return nil
    }
  }

  /// What becomes of an object that has ended with an error: it is as if it weren't in the input, with
  /// everything in it.
  @inline(never)
  private func model(
    insteadOf misfit: Misfit,
    from source: ObjectSource,
    _ existing: AnyObject?,
    _ outer: inout Outer
  ) throws(Misfit) -> any Model {
    undo(since: outer.undoMark)
    // A new model is thrown away, and its matches with it; if it is the root, a report still shows
    // them.
    if existing == nil, !hasFailed { notes.forgetMatches(since: outer.mark) }
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
    as declared: any Model.Type,
    existing: AnyObject?,
    in outer: inout Outer
  ) throws(Misfit) -> any Model {
    let frame = try frame(of: source, as: declared, existing: existing, rules: &outer.rules)
    var object = filling(of: frame, source)
    var misfit: Misfit?
    do throws(Misfit) {
      try fill(&object, frame)
    } catch {
      misfit = error
    }
    return try end(frame, misfit)
  }

  @inline(never)
  private func frame(
    of source: ObjectSource,
    as declared: any Model.Type,
    existing: AnyObject?,
    rules: inout ModelRules
  ) throws(Misfit) -> ObjectFrame {
    guard declared.structType == nil else { return frame(ofStruct: declared, existing, rules) }
    return try findObject(source, as: declared, existing: existing, rules: rules)
  }

  @inline(never)
  private func filling(of frame: ObjectFrame, _ source: ObjectSource) -> ObjectFilling {
    state.frame = frame
    let object = ObjectFilling(frame, from: source)
    if let known = frame.known, let identity = known.identity {
      let isFiled = known.isFiled
      frame.isInside = registry?.begin(frame.model, identity, isFiled: isFiled) ?? false
      if frame.isFresh { undoList.add(made: frame.model) }
    }
    return object
  }

  @inline(never)
  private func end(_ frame: ObjectFrame, _ misfit: Misfit?) throws(Misfit) -> any Model {
    let (list, model) = (frame.list, frame.model)
    if let known = frame.known, let identity = known.identity {
      registry?.end()
      registry?.name(identity)
      list?.pass(identity)
      switch misfit {
      case nil:
        list?.add(model, insteadOf: known.replaced)
        if notes.isOn { noteReplaced(known.replaced, by: model) }
      case .rejected: list?.reject(known.model ?? known.replaced.last)
      default: break
      }
    } else if misfit != nil, list != nil {
      registry?.miss(frame.schema)
    }
    if let misfit { throw misfit }
    if registry != nil { noteIdentity(of: frame) }
    return model
  }

  /// Maps the object of a frame, with its hooks.
  func fill(_ object: inout ObjectFilling, _ frame: ObjectFrame) throws(Misfit) {
    beginHooks(&object, frame)
    try callFirstHooks(&object, frame)
    try mapPairs(&object)
    try callLastHooks(&object, frame)
  }

  /// Maps the pairs of an object, by its hook if the class overrides `serializeValue(_:key:)`.
  private func mapPairs(_ object: inout ObjectFilling) throws(Misfit) {
    if try mapDecoded(&object) { return }
    if try prepare(&object) {
      let hook = HookFrame(self, &object)
      try hook.handPairs()
      hook.giveBack(&object)
    } else if object.source.isText {
      try fillFromStart(&object)
    } else {
      try fillFromTree(&object)
    }
  }

  /// Maps the object of a decoder by the types of its properties; false if its pairs need more.
  private func mapDecoded(_ object: inout ObjectFilling) throws(Misfit) -> Bool {
    guard case .decoded(let origin) = object.source else { return false }
    if try origin.mapByTypes(to: &object, object.schema) { return true }
    listPairs(of: &object)
    return false
  }

  @inline(never)
  private func listPairs(of object: inout ObjectFilling) {
    guard case .decoded(let origin) = object.source else { return }
    object.source = .list(origin.pairs(object.schema))
  }

  /// Sets how the pairs of an object are mapped; true if its hook gets them.
  @inline(never)
  private func prepare(_ object: inout ObjectFilling) throws(Misfit) -> Bool {
    let plan = object.plan
    let isPlain = plan.ownWay == .short
    if case .text(let start) = object.source { reader.position = start }
    if !object.source.isText { bringInOrder(&object) }
    object.isDirect = !state.mapsByRules && !isUnfinished(object.source)
    object.passesUnknownKeys =
      (isPlain || plan.schema.unknownKeys == nil) && !notes.notesUnknownKeys
    let isHooked = !isPlain && plan.schema.hooks.contains(.serializeValue)
    if isHooked {
      object.isWatched = true
    } else if !object.isFresh, !object.isUnsaved, object.savedAt < 0 {
      // Nothing could give a default in a new object its values back.
      try collect(&object)
    }
    return isHooked
  }
}
