extension Mapping {
  /// Maps the object at the position the plain way; nil, with nothing read, where its class or the
  /// mapping needs the full way.
  func plainModel(_ declared: any Model.Type) throws(Misfit) -> (any Model)? {
    guard let plan = SchemaCache.textPlan(of: declared), plan.isPlain || plan.tags != nil,
      takesPlainWay, !stack.isNear()
    else { return nil }
    if let tags = plan.tags { return try plainModel(by: tags) }
    guard !isAtRoot || hasUsualOptions(plan) else { return nil }
    let outer = (isAtRoot, elementClass)
    isAtRoot = false
    // The class from `arrayMapping` is for this object and its neighbours, not for objects inside
    // it.
    elementClass = nil
    defer { (isAtRoot, elementClass) = outer }
    return try plainModel(plan)
  }

  func plainModel(_ plan: TextPlan) throws(Misfit) -> any Model {
    let model = plan.type.init()
    try mapPlainly(model, plan)
    return model
  }

  /// Maps the object at the position onto a fresh model.
  ///
  /// False, with nothing read, where an early look at its tags found another class than the one
  /// that counts; the model is then useless.
  @discardableResult
  func mapPlainly(
    _ model: any Model,
    _ plan: TextPlan,
    pickedBy tags: Immortal<TagPlan>? = nil
  ) throws(Misfit) -> Bool {
    var object = PlainObject(plan, ObjectMemory(model))
    object.tags = tags
    let start = reader.position
    let mark = state.replaced.mark
    object.innerGap = reader.betweenPairs
    let first = try reader.openObject(plan.keys, &object.place)
    let isDone = try mapPlainly(model, &object, from: first, start, since: mark)
    state.replaced.forget(since: mark)
    return isDone
  }

  /// Maps the pairs of an object from the key `first` on, which has been read; the object begins at
  /// the offset `start`.
  ///
  /// The first key that the plain way can't finish hands the complete object over to the full way:
  /// a key that competes with another, a key whose property holds a model already.
  @discardableResult
  func mapPlainly(
    _ model: any Model,
    _ object: inout PlainObject,
    from first: JSONReader.FoundKey,
    _ start: Int,
    since mark: ReplacedValues.Mark
  ) throws(Misfit) -> Bool {
    var found = first
    while true {
      found = try object.read(from: found, &state.reader, &state.replaced)
      guard !found.isNone else { return true }
      guard try mapValue(of: found, model, &object) else {
        if let tags = object.tags, try !isRight(object.plan.type, by: tags, start) {
          reader.position = start
          reader.remainingDepth += 1
          state.keysCompete = true
          return false
        }
        try handOver(model, object, start, mark)
        return true
      }
      found = try reader.nextKey(in: object.plan.keys, after: &object.place)
    }
  }

  /// Whether objects may go the plain way: no notes are kept, the caller gives no `arrayMapping`,
  /// and no keys have competed.
  ///
  /// Where keys compete on every level, each object would be begun anew once for every level around
  /// it. So after the first such object, and deeper than sixteen levels, all objects go the full
  /// way.
  var takesPlainWay: Bool {
    !notes.isKept && namedClasses.isEmpty && !state.keysCompete
      && reader.remainingDepth >= state.depthLimit &- 16
  }

  /// Whether a root can be mapped with the options in force; if so, sets the depth limit for
  /// errors.
  func hasUsualOptions(_ plan: TextPlan) -> Bool {
    guard givenOptions != nil || plan.isLenient && state.changedOptions == nil else { return false }
    state.depthLimit = givenOptions?.maximumDepth ?? FixedOptions.usualDepth
    return true
  }

  /// Maps the value of a key that needs more than the reader; false where the object has to go the
  /// full way.
  @inline(never)
  private func mapValue(
    of found: JSONReader.FoundKey,
    _ model: any Model,
    _ object: inout PlainObject
  ) throws(Misfit) -> Bool {
    let property = object.plan.keys.property(of: found.targets)
    guard property >= 0 else { return try mapTargets(of: found, model, &object) }
    guard !object.fed.contains(property) else { return false }
    let nested = object.plan.nestedSlots[property]
    // A model that is updated in place can't be restored, and a model from an alternative that does
    // not count would be made for nothing.
    if let nested, nested.hasAlternatives || !nested.slot.isEmpty(in: object.memory) {
      return false
    }
    let first = reader.next()
    let outerGap = reader.betweenPairs
    reader.betweenPairs = object.innerGap
    if first == UInt8(ascii: "{"), let nested {
      try mapNested(nested, model, object.memory)
    } else if first == UInt8(ascii: "[") || first == UInt8(ascii: "{"),
      let elements = object.plan.elementsSlots[property],
      elements.isDictionary == (first == UInt8(ascii: "{")), elements.isEmpty(in: object.memory)
    {
      try mapElements(elements, object.memory)
    } else {
      let start = reader.position
      try mapByRules(property, model, object.plan) { reader.text(of: found.token) }
      try finishValue(from: start)
    }
    object.innerGap = reader.betweenPairs
    reader.betweenPairs = outerGap
    object.fed.insert(property)
    return true
  }

  /// Maps the value at the position by the rules of a property's type; the reader stays in front of
  /// an object or array that they do not read.
  func mapByRules(
    _ number: Int,
    _ model: any Model,
    _ plan: TextPlan,
    _ path: () -> String
  ) throws(Misfit) {
    let schema = SchemaCache.schema(of: plan.type)
    let property = schema.properties[number]
    if plan.nestedSlots[number] == nil {
      state.replaced.keep(number, property.kept(in: model))
    }
    _ = try mapValue(property, try reader.value(), model, schema, key: path)
  }

  /// Maps the object at the position onto a new model for a property that holds none.
  private func mapNested(
    _ nested: NestedSlot,
    _ object: any Model,
    _ memory: ObjectMemory
  ) throws(Misfit) {
    if takesPlainWay, let plan = nested.plan, plan.isPlain, !stack.isNear() {
      let model = try plainModel(plan)
      // The new model's initialiser may have set the property.
      if nested.slot.isEmpty(in: memory) {
        nested.slot.fill(with: consume model, in: memory)
      } else {
        _ = nested.slot.write(consume model, to: object)
      }
      return
    }
    do throws(Misfit) {
      let model = try model(from: .unread, declared: nested.declared, existing: nil)
      _ = nested.slot.write(model, to: object)
    } catch {
      guard !error.isFatal else { throw error }
    }
  }
}
