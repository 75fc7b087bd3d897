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
      elements.with({
        $0.isDictionary == (first == UInt8(ascii: "{")) && $0.isEmpty(in: object.memory)
      })
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

  /// Maps the value of a key that feeds several properties, or the values of the paths that begin
  /// with it; false where another key has fed one of the properties.
  private func mapTargets(
    of found: JSONReader.FoundKey,
    _ model: any Model,
    _ object: inout PlainObject
  ) throws(Misfit) -> Bool {
    guard object.passed.insert(found.targets) else { return false }
    let plan = object.plan
    var values: [(property: Int, offset: Int, node: Int)] = []
    var leaves = PathLeaves(of: object)
    _ = reader.next()
    let start = reader.position
    let walk: PathWalk?
    if let paths = plan.keys.plan(of: found.targets) {
      walk = try PathWalk(paths, &state.reader, &leaves)
      for place in 0..<paths.ends.count {
        let (property, node) = paths.ends[place]
        guard let offset = walk?.offset(of: node) else { continue }
        if !leaves.filled.contains(property) {
          values.append((property, offset, node))
        } else if !object.fed.insert(property) {
          leaves.areContested = true
        }
      }
    } else {
      walk = nil
      for target in plan.keys.targets(of: found.targets) {
        values.append((target.property, start, 0))
      }
      try passValue(&state.reader)
    }
    let end = reader.position
    var taken = PropertySet()
    var areFree = !leaves.areContested
    for (property, _, _) in values
    where object.fed.contains(property) || !taken.insert(property)
      || plan.nestedSlots[property] != nil
    {
      areFree = false
    }
    guard areFree else {
      takeBack(leaves.filled, leaves.replaced, model, &object)
      return false
    }
    state.replaced.append(leaves.replaced)
    for (property, offset, node) in values {
      object.fed.insert(property)
      reader.position = offset
      let slot = plan.directSlots[property]
      state.replaced.keep(property, slot, object.memory)
      if try reader.readDirectly(reader.next(), slot, object.memory) { continue }
      try mapByRules(property, model, plan) {
        let steps = walk?.steps(to: node, in: reader) ?? []
        return ([.key(reader.text(of: found.token))] + steps).reversed()
          .reduce("") { $1.joined(to: $0) }
      }
    }
    reader.position = end
    return true
  }

  /// Restores the properties whose values were put there as they are.
  private func takeBack(
    _ filled: PropertySet,
    _ replaced: ReplacedValues,
    _ model: any Model,
    _ object: inout PlainObject
  ) {
    for number in 0..<object.plan.propertyCount where filled.contains(number) {
      object.fed.remove(number)
      restore(number, replaced, since: 0, model, object)
    }
  }

  /// Restores the value that a property had when the object was made.
  private func restore(
    _ number: Int,
    _ replaced: ReplacedValues,
    since mark: ReplacedValues.Mark,
    _ model: any Model,
    _ object: PlainObject
  ) {
    if let value = replaced.value(of: number, since: mark) {
      SchemaCache.schema(of: object.plan.type).properties[number].restore(value, in: model)
    } else if let nested = object.plan.nestedSlots[number] {
      _ = nested.slot.write(nil, to: model)
    } else if let elements = object.plan.elementsSlots[number] {
      elements.with { $0.clear(in: object.memory) }
    } else if case .collection(let slot) = object.plan.directSlots[number] {
      CollectionReader.clear(slot, in: object.memory)
    } else {
      object.plan.directSlots[number].clear(in: object.memory)
    }
  }

  /// Maps the value at the position by the rules of a property's type; the reader stays in front of
  /// an object or array that they do not read.
  private func mapByRules(
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

  /// Maps an object the full way that the plain way has begun.
  ///
  /// A value that only one key feeds stays. A property with competing keys or a repeated key gets
  /// the value back with which the object was made: its first value may not be the one that counts.
  @inline(never)
  private func handOver(
    _ model: any Model,
    _ plain: PlainObject,
    _ start: Int,
    _ mark: ReplacedValues.Mark
  ) throws(Misfit) {
    reader.position = start
    reader.remainingDepth += 1
    let schema = SchemaCache.schema(of: plain.plan.type)
    let pairs = try pairs(of: .unread, schema)
    let object = ObjectUnderWay(self, model, schema, pairs, isFresh: true, isRoot: false)
    object.state.fed = plain.fed
    for number in schema.properties.indices where plain.fed.contains(number) {
      let isRepeated = pairs.repeated.contains(number)
      guard isRepeated || pairs.contested.contains(number) else { continue }
      state.keysCompete = true
      object.state.fed.remove(number)
      // Several objects for one model merge into it; of a repeated key only the last value counts.
      if plain.plan.nestedSlots[number] != nil, !isRepeated { continue }
      restore(number, state.replaced, since: mark, model, plain)
    }
    try object.mapPairs()
  }
}

// MARK: - From dictionaries

extension Mapping {
  /// Maps a dictionary onto a fresh object, in the dictionary's own order; false, and the object is
  /// as it was made, where keys compete, feed more than one property, or have paths.
  ///
  /// Values that need the rules of a type come last: no nested object is made before all keys are
  /// known.
  func mapPlainly(
    _ model: any Model,
    _ dictionary: [String: Any],
    _ schema: ModelSchema
  ) throws(Misfit) -> Bool {
    let keys = schema.keys
    var object = PlainObject(schema.textPlan, ObjectMemory(model))
    defer { withExtendedLifetime(model) {} }
    var replaced = ReplacedValues()
    var written = PropertySet()
    var others: [(key: String, value: Any, property: Int)] = []
    for (key, var value) in dictionary {
      let targets = keys.find(key)
      guard !keys.isEmpty(targets) else { continue }
      let property = keys.property(of: targets)
      guard property >= 0, object.fed.insert(property) else {
        takeBack(written, replaced, model, &object)
        return false
      }
      let slot = object.plan.directSlots[property]
      replaced.keep(property, slot, object.memory)
      if slot.write(&value, in: object.memory) {
        written.insert(property)
      } else {
        others.append((key, value, property))
      }
    }
    try descend()
    defer { reader.remainingDepth += 1 }
    for (key, value, property) in others {
      _ = try mapValue(schema.properties[property], Input(value), model, schema) { key }
    }
    return true
  }
}
