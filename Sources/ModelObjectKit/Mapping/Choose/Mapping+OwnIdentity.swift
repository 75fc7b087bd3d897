// An object in a store whose keys don't give its identity: a hook, an accessor or `awake()` may.
// Which object of the store it is, has to be known before it is mapped.

extension Mapping {
  /// Finds the object of a store for an input whose keys don't give its identity; `there` is what the
  /// property around it holds.
  ///
  /// 1. If its class's hooks, accessors or `awake()` give a trial object an identity, it is the object
  ///    that has it, or a new one.
  /// 2. Else it is the object in the property, under its own identity.
  /// 3. Else it is a new object, which is filed if its default values are an identity that no other
  ///    object has, such as a UUID.
  @inline(never)
  func identify(
    _ found: inout FoundObject,
    _ source: ObjectSource,
    _ there: (any Model)?
  ) throws(Misfit) {
    if let identity = try givenIdentity(found, source) {
      choose(match(identity, found, existing: there), in: &found)
    } else if let existing = found.known?.model {
      if let match = match(of: existing, found) { choose(match, in: &found) }
    } else if let rule = found.schema.identity, rule.isGiven(in: found.model),
      let identity = rule.identity(of: found.model)
    {
      found.known = match(identity, found, existing: there)
    }
  }

  private func choose(_ match: IdentityMatch, in found: inout FoundObject) {
    var picked = found.picked
    // Without a tag, an object keeps its class.
    picked.schema = found.schema
    found = FoundObject(picked, match, found.list, isRoot: found.isRoot)
  }

  /// The object with the identity of the one in a property; nil if that has none.
  private func match(of existing: any Model, _ found: FoundObject) -> IdentityMatch? {
    let rule = SchemaCache.schema(of: type(of: existing)).identity
    let isFiled = known?.identity(of: existing) != nil
    guard isFiled || rule?.isGiven(in: existing) == true, let identity = identity(of: existing)
    else { return nil }
    let match = match(identity, found, existing: existing)
    return match.model == nil ? nil : match
  }

  private func match(
    _ identity: ModelIdentity,
    _ found: FoundObject,
    existing: (any Model)?
  ) -> IdentityMatch {
    let (schema, isExact) = (found.picked.schema, found.picked.isExact)
    return match(identity, schema, isExact: isExact, existing: existing, list: found.list)
  }

  /// The identity that an object has after `awake()`; nil if nothing but its keys can give it one, or
  /// if it is that of a new object.
  ///
  /// For that the input is mapped to a trial object, which is dropped: no property, list or store ever
  /// holds it. The models in it are left out, and nothing is noted.
  private func givenIdentity(
    _ found: FoundObject,
    _ source: ObjectSource
  ) throws(Misfit) -> ModelIdentity? {
    let schema = found.schema
    let mayGive = schema.hasAccessors || !schema.hooks.isDisjoint(with: .ofMapping)
    guard let rule = schema.identity, mayGive else { return nil }
    let isRoot = enter(schema)
    defer { leave(isRoot) }
    let model = schema.type.init()
    let before = rule.identity(of: model)
    var object = ObjectFilling(schema.classPlan, ObjectMemory(model), from: source)
    object.isTrial = true
    let (notes, position, depth) = (notes, reader.position, reader.remainingDepth)
    let isUpdating = state.isUpdating
    self.notes = Notes(isReport: false, errors: [])
    (self.notes.root, self.notes.steps) = (notes.root, notes.steps)
    state.isUpdating = false
    defer {
      self.notes = notes
      (reader.position, reader.remainingDepth) = (position, depth)
      state.isUpdating = isUpdating
    }
    var hooked = beginHooks(&object, schema, found.picked.own)
    do throws(Misfit) {
      try callFirstHooks(&object, schema, &hooked)
      try mapPairs(&object, schema, since: hooked.mark)
      try callLastHooks(&object, schema, &hooked)
    } catch {
      // The object itself ends with the same error.
    }
    let after = rule.identity(of: model)
    return after == before ? nil : after
  }
}
