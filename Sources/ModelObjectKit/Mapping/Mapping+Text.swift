extension Mapping {
  /// The way that most values of most inputs go: from the bytes into the properties.
  ///
  /// Nothing here counts references as long as all goes the common way; whatever else comes up goes
  /// through a `Filling`, as the pairs of a dictionary do.
  func mapText(_ model: any Model, _ object: inout TextFilling) throws(Misfit) {
    let start = reader.position
    object.innerGap = reader.betweenPairs
    let first = try reader.openObject(object.plan.keys, &object.place)
    try mapText(model, &object, from: first, start)
  }

  /// Maps the pairs of an object that begins at an offset, from one on whose key has been read.
  func mapText(
    _ model: any Model,
    _ object: inout TextFilling,
    from first: JSONReader.FoundKey,
    _ start: Int
  ) throws(Misfit) {
    object.skipsUnknown = !notes.isKept
    var found = first
    while true {
      if !object.traits.isWatched { found = try reader.readAlone(model, &object, from: found) }
      if found.isNone { break }
      try mapValue(of: found, model, &object)
      found = try reader.nextKey(in: object.plan.keys, after: &object.place)
    }
    if object.claims.hasAny(.contested) { try mapContested(model, &object, start) }
  }

  private func mapContested(
    _ model: any Model,
    _ object: inout TextFilling,
    _ start: Int
  ) throws(Misfit) {
    var filling = object.filling(model)
    try mapContested(&filling, .text(start))
    object.claims = filling.claims
  }

  /// Maps the value of a key for which a reader alone is not enough.
  @inline(never)
  private func mapValue(
    of found: JSONReader.FoundKey,
    _ model: any Model,
    _ object: inout TextFilling
  ) throws(Misfit) {
    let first = reader.next()
    let number = found.number
    guard number >= 0 else {
      if notes.isKept { noteUnknown(found, &object) }
      return try reader.skipValue()
    }
    let property = object.plan.keys.property(of: number)
    guard property >= 0 else { return try mapTargets(of: found, model, &object) }
    guard takesNow(property, &object.claims, model, object.plan) else {
      return try passValue(&reader)
    }
    let outerGap = reader.betweenPairs
    reader.betweenPairs = object.innerGap
    if first == UInt8(ascii: "{"), object.plan.isPlain, !object.traits.isWatched, isUndisturbed,
      let nested = object.plan.nestedSlots[property]
    {
      try mapNested(nested, model, object.memory)
    } else {
      try mapRuled(property, object.filling(model), found.token)
    }
    object.innerGap = reader.betweenPairs
    reader.betweenPairs = outerGap
  }

  private func noteUnknown(_ found: JSONReader.FoundKey, _ object: inout TextFilling) {
    noteUnknown(reader.text(of: found.token), object.schema, &object.unknown)
  }

  /// Maps a value to the several properties that its key feeds, or behind paths.
  private func mapTargets(
    of found: JSONReader.FoundKey,
    _ model: any Model,
    _ object: inout TextFilling
  ) throws(Misfit) {
    let (number, key) = (found.number, found.token)
    var filling = object.filling(model)
    if let paths = object.plan.keys.plan(of: number) {
      try mapPlanned(paths, of: number, &filling) { reader.text(of: key) }
    } else {
      let (start, depth) = (reader.position, reader.remainingDepth)
      try mapTargets(number, .text(start), &filling) { reader.text(of: key) }
      try skipValue(from: start, depth: depth)
    }
    object.claims = filling.claims
  }

  /// Whether nobody notes anything, no mapping by name interferes, and no keys have competed.
  private var isUndisturbed: Bool {
    !notes.isKept && namedClasses.isEmpty && !looksAhead
  }

  /// The model that the object at hand becomes, where its class asks for nothing but its
  /// properties; else nil, and nothing is read.
  func plainModel(_ declared: any Model.Type) throws(Misfit) -> (any Model)? {
    guard let plan = SchemaCache.textPlan(of: declared), plan.isPlain, isUndisturbed,
      !isAtRoot || hasUsualOptions(plan), !stack.isNear()
    else { return nil }
    let outer = (isAtRoot, elementClass)
    isAtRoot = false
    // The class that a mapping by name gives is for this object and its neighbours, not for what is
    // in it.
    elementClass = nil
    defer { (isAtRoot, elementClass) = outer }
    return try plainModel(plan)
  }

  private func plainModel(_ plan: TextPlan) throws(Misfit) -> any Model {
    let model = plan.type.init()
    var object = TextFilling(plan, ObjectMemory(model), .ofPlainObject)
    try mapText(model, &object)
    return model
  }

  /// Whether an object that has none around it needs no other options than those in force.
  private func hasUsualOptions(_ plan: TextPlan) -> Bool {
    guard givenOptions != nil || plan.isLenient && state.changedOptions == nil else { return false }
    state.depthLimit = givenOptions?.maximumDepth ?? FixedOptions.usualDepth
    return true
  }

  /// Maps the value at hand by the rules of a property's type.
  private func mapRuled(
    _ property: Int,
    _ filling: Filling,
    _ key: JSONStringToken
  ) throws(Misfit) {
    let start = reader.position
    _ = try mapValue(property, try reader.value(), filling) { reader.text(of: key) }
    try finishValue(from: start)
  }

  /// Maps the object at hand onto the model that a property holds, where nobody notes anything and
  /// no mapping by name interferes.
  private func mapNested(
    _ nested: NestedSlot,
    _ object: any Model,
    _ memory: ObjectMemory
  ) throws(Misfit) {
    if nested.slot.isEmpty(in: memory), let plan = nested.plan, plan.isPlain, !stack.isNear() {
      let model = try plainModel(plan)
      // The model's own initialiser may have put another one there.
      if nested.slot.isEmpty(in: memory) {
        nested.slot.fill(with: model, in: memory)
      } else {
        _ = nested.slot.write(model, to: object)
      }
      return
    }
    do throws(Misfit) {
      let existing = nested.slot.read(from: object)
      let model = try model(from: .unread, declared: nested.declared, existing: existing)
      if model !== existing { _ = nested.slot.write(model, to: object) }
    } catch {
      guard !error.isFatal else { throw error }
    }
  }
}
