extension Mapping {
  /// The way that most values of most inputs go: from the bytes into the properties.
  ///
  /// Nothing here counts references as long as all goes the common way; whatever else comes up goes
  /// through a `Filling`, as the pairs of a dictionary do.
  func mapText(
    _ plan: TextPlan,
    _ model: any Model,
    _ traits: Filling.Traits,
    _ claims: inout Claims
  ) throws(Misfit) {
    let objectStart = reader.position
    guard try reader.open(closing: UInt8(ascii: "}")) else { return }
    let memory = ObjectMemory(model)
    defer { withExtendedLifetime(model) {} }
    let nestsDirectly = plan.isPlain && isUndisturbed && !traits.isWatched
    let keys = plan.keys
    var previous = keys.firstPlace
    var unknown: Set<ExactKey>?
    // Objects in this one are indented alike, but not as its own keys are.
    var innerGap = reader.beforeKeys
    repeat {
      let found: JSONReader.FoundKey
      if traits.isWatched {
        found = try reader.key(in: keys, after: &previous)
      } else if let next = try reader.readForeseen(plan, memory, &claims, after: &previous) {
        found = next
      } else {
        break
      }
      let (key, number) = (found.token, found.number)
      let first = reader.next()
      let property = number < 0 ? -1 : keys.property(of: number)
      if property >= 0 {
        guard takesNow(property, &claims, model, plan) else {
          try passValue(&reader)
          continue
        }
        if !traits.isWatched, first != UInt8(ascii: "{"),
          try reader.readDirectly(first, plan.directSlots[property], memory)
        {
          continue
        }
        let outerGap = reader.beforeKeys
        reader.beforeKeys = innerGap
        if first == UInt8(ascii: "{"), nestsDirectly, let nested = plan.nestedSlots[property] {
          try mapNested(nested, model, memory, key)
        } else {
          try mapRuled(property, Filling(model, schema(of: plan), traits, claims), key)
        }
        innerGap = reader.beforeKeys
        reader.beforeKeys = outerGap
      } else if number < 0 {
        if notes.isKept { noteUnknown(reader.text(of: key), schema(of: plan), &unknown) }
        try reader.skipValue()
      } else {
        let paths = keys.plan(of: number)
        if let paths, !traits.isWatched, !claims.contains(number, .path),
          try reader.readForeseen(paths, plan, model, &claims)
        {
          claims.insert(number, .path)
          continue
        }
        var filling = Filling(model, schema(of: plan), traits, claims)
        if let paths {
          try mapPlanned(paths, of: number, &filling) { reader.text(of: key) }
        } else {
          let (start, depth) = (reader.position, reader.remainingDepth)
          try mapTargets(number, .text(start), &filling) { reader.text(of: key) }
          try skipValue(from: start, depth: depth)
        }
        claims = filling.claims
      }
    } while try reader.hasMore(closing: UInt8(ascii: "}"))
    guard claims.hasAny(.contested) else { return }
    var filling = Filling(model, schema(of: plan), traits, claims)
    try mapContested(&filling, .text(objectStart))
    claims = filling.claims
  }

  /// Whether nobody notes anything, no mapping by name interferes, and no keys have competed.
  private var isUndisturbed: Bool {
    !notes.isKept && namedClasses.isEmpty && !looksAhead
  }

  private func schema(of plan: TextPlan) -> ModelSchema {
    SchemaCache.schema(of: plan.type)
  }

  /// The model that the object at hand becomes, where its class asks for nothing but its
  /// properties; else nil, and nothing is read.
  func plainModel(_ declared: any Model.Type) throws(Misfit) -> (any Model)? {
    guard let plan = SchemaCache.textPlan(of: declared), plan.isPlain, isUndisturbed,
      !isAtRoot || hasUsualOptions(plan), !stack.isNear()
    else { return nil }
    let outer = isAtRoot
    isAtRoot = false
    defer { isAtRoot = outer }
    let model = plan.type.init()
    var claims = Claims(plan)
    let traits = Filling.Traits(isFresh: true, isRoot: false, isReport: false)
    try mapText(plan, model, traits, &claims)
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
    _ object: AnyObject,
    _ memory: ObjectMemory,
    _ key: JSONStringToken
  ) throws(Misfit) {
    if nested.slot.isEmpty(in: memory), let model = try plainModel(nested.declared) {
      _ = nested.slot.write(model, to: object)
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
