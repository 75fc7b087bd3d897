extension Mapping {
  /// Maps each pair of an object, through the class's own hook where it has one.
  func mapPairs(_ filling: inout Filling, _ pairs: Input.Pairs) throws(Misfit) {
    if filling.schema.hooks.contains(.serializeValue) {
      guard case .unread = pairs else {
        return try mapWithHook(&filling, try list(of: pairs, filling.schema.keys))
      }
      return try mapTextWithHook(&filling)
    }
    if !filling.isFresh || looksAhead || notes.isKept { try lookAhead(&filling, pairs) }
    switch pairs {
    case .unread:
      var object = TextFilling(filling.schema.textPlan, ObjectMemory(filling.model), filling.traits)
      object.claims = filling.claims
      try mapText(filling.model, &object)
      filling.claims = object.claims
    case .tree(let dictionary): try mapDictionary(&filling, dictionary)
    }
    noteMissing(filling)
  }

  // MARK: - From a dictionary

  private func mapDictionary(
    _ filling: inout Filling,
    _ dictionary: [String: Any]
  ) throws(Misfit) {
    try descend()
    defer { reader.remainingDepth += 1 }
    if filling.traits.isWatched || notes.isKept {
      for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) {
        try mapPair(&filling, filling.schema.keys.find(key), key, value)
      }
    } else {
      let schema = filling.schema
      let keys = schema.keys
      let memory = ObjectMemory(filling.model)
      defer { withExtendedLifetime(filling.model) {} }
      for (key, var value) in dictionary {
        let number = ByteView.with(key) { keys.find($0) }
        guard number >= 0 else { continue }
        let property = keys.property(of: number)
        if property < 0 {
          try mapTargets(number, .tree(value), &filling) { key }
        } else if takesNow(property, &filling.claims, filling.model, schema.textPlan),
          !schema.textPlan.directSlots[property].write(&value, in: memory)
        {
          _ = try mapValue(property, Input(value), filling) { key }
        }
      }
    }
    try mapContested(&filling, .tree(dictionary))
  }

  /// Maps a pair that somebody wants to know about.
  private func mapPair(
    _ filling: inout Filling,
    _ number: Int,
    _ key: String,
    _ value: Any
  ) throws(Misfit) {
    let schema = filling.schema
    guard number >= 0 else {
      if notes.isKept { noteUnknown(key, schema) }
      return
    }
    try mapTargets(number, .tree(value), &filling) { key }
  }

  // MARK: - One value

  /// Maps a value to all targets of a key: to several properties, or behind paths.
  ///
  /// A property that has been fed before is left for later, when all that compete for it are known.
  func mapTargets(
    _ number: Int,
    _ source: Source,
    _ filling: inout Filling,
    key: () -> String
  ) throws(Misfit) {
    for (target, found) in try found(by: number, from: source, filling.schema)
    where takesNow(target.property, &filling) {
      if target.path.isEmpty {
        _ = try mapValue(target.property, try input(from: source), filling, key: key)
      } else {
        _ = try mapValue(found.after(.key(key())), target.property, filling)
      }
    }
  }

  /// Notes that a key belongs to a property; false where another one does too, and the property
  /// has to wait until all that compete for it are known.
  @inline(__always)
  func takesNow(_ property: Int, _ filling: inout Filling) -> Bool {
    takesNow(property, &filling.claims, filling.model, filling.schema.textPlan)
  }

  /// As above, for an object that is on the way from text.
  @inline(__always)
  func takesNow(
    _ property: Int,
    _ claims: inout Claims,
    _ model: any Model,
    _ plan: TextPlan
  ) -> Bool {
    claims.insert(property, .fed)
      ? !claims.contains(property, .contested) : contest(property, &claims, model, plan)
  }

  private func contest(
    _ property: Int,
    _ claims: inout Claims,
    _ model: any Model,
    _ plan: TextPlan
  ) -> Bool {
    guard claims.insert(property, .contested) else { return false }
    // Nothing may be left of the value that came first: it may not be the best one. An object that
    // was there before has been looked through for keys that compete, so this is a fresh one.
    looksAhead = true
    SchemaCache.schema(of: plan.type).reset([property], of: model)
    return false
  }

  /// Gives a property the value that the input stands for.
  ///
  /// False where it does not fit; then the reason is noted.
  func mapValue(
    _ index: Int,
    _ input: Input,
    _ filling: Filling,
    key: () -> String
  ) throws(Misfit) -> Bool {
    let schema = filling.schema
    let property = schema.properties[index]
    let mark = notes.mark
    if !filling.isFresh || filling.schema.hooks.contains(.serializeValue) {
      checkExclusiveAccess(to: filling.model, at: property.stored.offset)
    }
    var input = input
    var misfit: Misfit?
    do throws(Misfit) {
      if let transform = property.terms.transform { input = try transformed(input, transform) }
      if property.terms.takesElementClass { elementClass = namedClass(property, schema, key) }
      try property.map(input, into: filling.model, self)
    } catch {
      if error.isFatal {
        trace(error, .key(key()))
        throw error
      }
      misfit = error
    }
    elementClass = nil
    guard notes.isKept else { return misfit == nil }
    noteOutcome(misfit, input, property, filling.model, since: mark)
    notes.prefix(since: mark, key: .key(key()), property: .key(property.name))
    return misfit == nil
  }

  private func transformed(
    _ input: Input,
    _ transform: PropertyTransform
  ) throws(Misfit) -> Input {
    var raw: Any?
    if case .null = input {} else { raw = try tree(of: input) }
    do {
      return Input(try transform.read(raw))
    } catch {
      notes.add(ModelError.Issue(kind: .rejected, path: "", found: String(describing: error)))
      throw .rejected
    }
  }

  /// The class that the caller or the model's class gives to what lies in a property.
  private func namedClass(
    _ property: Property,
    _ schema: ModelSchema,
    _ key: () -> String
  ) -> (any Model.Type)? {
    guard !namedClasses.isEmpty || !schema.elementClasses.isEmpty else { return nil }
    let names = property.terms.foldedNames + [FoldedKey(key()).text]
    return names.lazy.compactMap { self.namedClasses[$0] }.first
      ?? names.lazy.compactMap { schema.elementClasses[$0] }.first
  }
}
