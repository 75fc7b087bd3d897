extension ModelDecoding {
  /// Where the value of a property is: under a key, or behind a path from there.
  private struct Candidate {
    let key: AnyKey
    let path: [JSONKey.Step]
    /// Whether the key was told several times.
    var isRepeated = false
  }

  /// The properties that several keys are for, and these keys.
  private struct Contests {
    var properties = PropertySet()
    var keys: [AnyKey] = []
  }

  /// Decodes each property that the container has something for.
  ///
  /// Which key is for which property is found from the keys that the decoder tells, and from the
  /// property's own where it does not tell them.
  func decodePairs(
    _ object: ObjectUnderWay,
    _ container: KeyedDecodingContainer<AnyKey>
  ) throws(Misfit) {
    let plan = CodingPlan.of(object.schema)
    let open = try decodeOwnKeys(plan, object, container)
    if let open, open.isEmpty { return }
    let keys = container.allKeys
    if try decodeSingleKeys(keys, open, plan, object, container) { return }
    try decodeBestKeys(keys, open, plan, object, container)
  }

  /// Decodes the properties from the keys that they bear themselves, where each has its own there:
  /// these are the best, and some decoders take long to tell their keys.
  ///
  /// Answers the properties for which other keys have a say too: those whose own value does not fit,
  /// and those of which the plan says so. Nil where nothing was decoded.
  private func decodeOwnKeys(
    _ plan: CodingPlan,
    _ object: ObjectUnderWay,
    _ container: KeyedDecodingContainer<AnyKey>
  ) throws(Misfit) -> PropertySet? {
    guard !mapping.notes.isKept, let keys = plan.firstKeys else { return nil }
    // They are asked for at once where they were there the last time; what is missing shows by that.
    let isGuess = plan.foundOwnKeys[0] == 1
    if !isGuess {
      for property in 0..<keys.count where !container.contains(keys[property]) { return nil }
    }
    var open = PropertySet()
    var areFound = true
    for property in 0..<keys.count {
      let key = keys[property]
      let isMapped = plan.slots[property].isNone && plan.coders[property].isMapped(in: self)
      if isMapped || plan.asksOtherKeys[property] || (!areFound && !container.contains(key)) {
        open.insert(property)
        continue
      }
      do throws(Misfit) {
        let isGuess = isGuess && areFound
        if try decodeValue(of: property, key, plan, object, container, isGuess: isGuess) { continue }
        areFound = false
        open.insert(property)
      } catch {
        guard error.isFatal else {
          open.insert(property)
          continue
        }
        mapping.trace(error, .key(key.stringValue))
        throw error
      }
    }
    if isGuess != areFound { plan.foundOwnKeys[0] = areFound ? 1 : 0 }
    return open
  }

  /// Decodes the properties where each has one key at most, and nothing is noted; false where it is
  /// otherwise, and nothing was decoded.
  private func decodeSingleKeys(
    _ keys: [AnyKey],
    _ open: PropertySet?,
    _ plan: CodingPlan,
    _ object: ObjectUnderWay,
    _ container: KeyedDecodingContainer<AnyKey>
  ) throws(Misfit) -> Bool {
    let index = object.schema.keys
    guard !mapping.notes.isKept, !index.hasPaths, let first = keys.first, first.intValue == nil
    else { return false }
    let start = places.count
    let count = plan.coders.count
    places.append(contentsOf: repeatElement(-1, count: count))
    defer { places.removeLast(places.count - start) }
    for (place, key) in keys.enumerated() {
      let number = index.find(key.stringValue)
      guard number >= 0 else { continue }
      let property = index.property(of: number)
      guard property >= 0 else {
        if index.feedsNothing(number) { continue }
        return false
      }
      guard open?.contains(property) != false else { continue }
      guard places[start + property] < 0 else { return false }
      places[start + property] = place
    }
    for property in 0..<count where open?.contains(property) != false {
      let place = places[start + property]
      let key: AnyKey
      if place >= 0 {
        key = keys[place]
      } else if let only = plan.onlyKeys[property] {
        guard container.contains(only) else { continue }
        key = only
      } else {
        guard let own = ownCandidate(property, plan, container, hasTexts: true) else { continue }
        key = own.key
      }
      if plan.slots[property].isNone {
        try decode(property, Candidate(key: key, path: []), container, plan.coders[property], object)
        continue
      }
      do throws(Misfit) {
        _ = try decodeValue(of: property, key, plan, object, container, isGuess: false)
      } catch {
        guard error.isFatal else { continue }
        mapping.trace(error, .key(key.stringValue))
        throw error
      }
    }
    return true
  }

  /// Decodes what is under a key of the container into a property; false where, against the guess,
  /// there is nothing.
  @inline(__always)
  private func decodeValue(
    of property: Int,
    _ key: AnyKey,
    _ plan: CodingPlan,
    _ object: ObjectUnderWay,
    _ container: KeyedDecodingContainer<AnyKey>,
    isGuess: Bool
  ) throws(Misfit) -> Bool {
    let slot = plan.slots[property]
    if slot.isNone {
      if isGuess, !container.contains(key) { return false }
      try plan.coders[property].decode(.keyed(container, key), into: object.model, self)
      return true
    }
    do {
      return try slot.decode(container, key, into: object.model, isGuess: isGuess)
    } catch {
      if isGuess, !container.contains(key) { return false }
    }
    try plan.coders[property].convert(.keyed(container, key), into: object.model, self)
    return true
  }

  /// Decodes the properties of which some may have several keys, or one behind a path.
  private func decodeBestKeys(
    _ keys: [AnyKey],
    _ open: PropertySet?,
    _ plan: CodingPlan,
    _ object: ObjectUnderWay,
    _ container: KeyedDecodingContainer<AnyKey>
  ) throws(Misfit) {
    let schema = object.schema
    var candidates = [Candidate?](repeating: nil, count: schema.properties.count)
    var contests = Contests()
    var hasTexts = false
    for key in keys {
      if key.intValue == nil { hasTexts = true }
      let number = schema.keys.find(key.stringValue)
      guard number >= 0 else {
        mapping.noteUnknown(key.stringValue, schema)
        continue
      }
      let property = schema.keys.property(of: number)
      if property >= 0 {
        guard open?.contains(property) != false else { continue }
        note(Candidate(key: key, path: []), property, &candidates, &contests)
      } else {
        for target in schema.keys.targets(of: number)
        where open?.contains(target.property) != false {
          let candidate = Candidate(key: key, path: target.path)
          note(candidate, target.property, &candidates, &contests)
        }
      }
    }
    for property in candidates.indices
    where candidates[property] == nil && open?.contains(property) != false {
      candidates[property] = ownCandidate(property, plan, container, hasTexts: hasTexts)
    }
    for (property, candidate) in candidates.enumerated() {
      guard let candidate, !contests.properties.contains(property) else { continue }
      try decode(property, candidate, container, plan.coders[property], object)
    }
    if !contests.keys.isEmpty { try mapContested(object, contests, container) }
    mapping.noteMissing(object)
  }

  private func note(
    _ candidate: Candidate,
    _ property: Int,
    _ candidates: inout [Candidate?],
    _ contests: inout Contests
  ) {
    guard let first = candidates[property] else {
      candidates[property] = candidate
      return
    }
    // Decoders of XML tell a key once for each element of an array.
    if first.key.stringValue == candidate.key.stringValue, first.path == candidate.path {
      candidates[property]?.isRepeated = true
      return
    }
    contests.properties.insert(property)
    contests.keys += [first.key, candidate.key]
  }

  /// What the decoder has under a property's own keys.
  private func ownCandidate(
    _ property: Int,
    _ plan: CodingPlan,
    _ container: KeyedDecodingContainer<AnyKey>,
    hasTexts: Bool
  ) -> Candidate? {
    for target in plan.ownKeys[property] {
      let key = AnyKey(target.text)
      if target.path.isEmpty, container.contains(key) { return Candidate(key: key, path: []) }
    }
    guard !hasTexts else { return nil }
    for spelling in plan.spellings[property] {
      let key = AnyKey(spelling)
      if container.contains(key) { return Candidate(key: key, path: []) }
    }
    for target in plan.ownKeys[property] where !target.path.isEmpty {
      let key = AnyKey(target.text)
      if container.contains(key) { return Candidate(key: key, path: target.path) }
    }
    return nil
  }

  // MARK: - One property

  private func decode(
    _ number: Int,
    _ candidate: Candidate,
    _ container: KeyedDecodingContainer<AnyKey>,
    _ coder: PropertyCoder,
    _ object: ObjectUnderWay
  ) throws(Misfit) {
    let mark = mapping.notes.mark
    var misfit: Misfit?
    var steps: [PathStep] = []
    do throws(Misfit) {
      if candidate.path.isEmpty {
        object.state.fed.insert(number)
        let place = DecodingPlace.keyed(container, candidate.key)
        let isArray = candidate.isRepeated && object.schema.properties[number].isUntyped
        guard !isArray, !coder.isMapped(in: self) else {
          let shape = isArray ? .array(.any) : coder.shape
          return try map(number, place, shape, candidate.key, object)
        }
        try coder.decode(place, into: object.model, self)
      } else {
        let walker = PathWalker(candidate.path, isFuzzy: object.schema.isFuzzy)
        let place = DecodingPlace.keyed(container, candidate.key)
        let model = object.model
        let isThere = try walker.walk(from: place, self) { place throws(Misfit) in
          let outer = notedDepth
          notedDepth = place.depth
          defer { notedDepth = outer }
          if coder.isMapped(in: self) {
            let input = try input(at: place)
            tableInput = input
            try object.schema.properties[number].map(input, into: model, mapping)
          } else {
            try coder.decode(place, into: model, self)
          }
        }
        guard isThere else { return }
        object.state.fed.insert(number)
        steps = walker.steps
      }
    } catch {
      if error.isFatal {
        mapping.trace(error, .key(candidate.key.stringValue))
        throw error
      }
      misfit = error
    }
    let property = object.schema.properties[number]
    guard mapping.notes.isKept else { return }
    if misfit != nil {
      mapping.noteOutcome(misfit, tableInput, property, object.model, since: mark)
    }
    for step in ([.key(candidate.key.stringValue)] + steps).reversed() {
      mapping.notes.prefix(since: mark, key: step, property: .key(property.name))
    }
  }

  /// Maps what the class has given a transform or a class by name, or what has no type.
  private func map(
    _ number: Int,
    _ place: DecodingPlace,
    _ shape: TreeShape,
    _ key: AnyKey,
    _ object: ObjectUnderWay
  ) throws(Misfit) {
    let input = try input(at: place, shape)
    let property = object.schema.properties[number]
    _ = try mapping.mapValue(property, input, object.model, object.schema) { key.stringValue }
  }

  /// Several keys for one property: the mapping knows which is the best.
  private func mapContested(
    _ object: ObjectUnderWay,
    _ contests: Contests,
    _ container: KeyedDecodingContainer<AnyKey>
  ) throws(Misfit) {
    var pairs: [String: Any] = [:]
    for key in contests.keys where pairs.index(forKey: key.stringValue) == nil {
      pairs[key.stringValue] = try plainValue(key, container, object.schema)
    }
    let part = ObjectUnderWay(
      mapping,
      object.model,
      object.schema,
      try mapping.pairs(of: .tree(pairs), object.schema),
      isFresh: object.isFresh,
      isRoot: object.isRoot
    )
    for property in object.schema.properties.indices
    where !contests.properties.contains(property) {
      part.state.fed.insert(property)
    }
    try part.mapPairs()
    for property in object.schema.properties.indices where contests.properties.contains(property) {
      object.state.fed.insert(property)
    }
  }

  // MARK: - Plain values

  /// The pairs of an object as plain values, for hooks that are handed them.
  func tree(
    of container: KeyedDecodingContainer<AnyKey>,
    _ schema: ModelSchema
  ) throws(Misfit) -> [String: Any] {
    var pairs = try pairs(of: container) {
      isUntyped($0, schema)
    } value: { key throws(Misfit) in
      try plainValue(key, container, schema)
    }
    guard pairs.isEmpty else { return pairs }
    let plan = CodingPlan.of(schema)
    for property in schema.properties.indices {
      if let key = ownCandidate(property, plan, container, hasTexts: false)?.key {
        pairs[key.stringValue] = try plainValue(key, container, schema)
      }
    }
    return pairs
  }

  private func plainValue(
    _ key: AnyKey,
    _ container: KeyedDecodingContainer<AnyKey>,
    _ schema: ModelSchema
  ) throws(Misfit) -> Any? {
    let place = DecodingPlace.keyed(container, key)
    guard let number = property(of: key.stringValue, schema) else {
      return try place.tree(.any, self)
    }
    let coder = CodingPlan.of(schema).coders[number]
    let value = try place.tree(coder.shape, self)
    return coder.isMapped(in: self) ? value : coder.plainValue(value, place, self)
  }

  /// The property that a key is for; nil where there is none, or behind a path.
  private func property(of key: String, _ schema: ModelSchema) -> Int? {
    let number = schema.keys.find(key)
    guard number >= 0, let target = schema.keys.targets(of: number).first, target.path.isEmpty
    else { return nil }
    return target.property
  }

  /// Whether there is no type that says whether a key stands for an array.
  private func isUntyped(_ key: String, _ schema: ModelSchema) -> Bool {
    property(of: key, schema).map { schema.properties[$0].isUntyped } ?? true
  }
}

extension Property {
  /// Whether the property takes any value.
  var isUntyped: Bool { valueType == Any.self || valueType == Any?.self }
}
