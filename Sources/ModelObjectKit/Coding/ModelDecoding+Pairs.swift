extension ModelDecoding {
  /// A place for a property's value: under a key, or at the end of a path from there.
  struct Candidate {
    let key: AnyKey
    let path: [JSONKey.Step]
    /// Whether the container has the key several times.
    var isRepeated = false
  }

  /// The properties that have several keys in the container, and these keys.
  private struct Contests {
    var properties = PropertySet()
    var keys: [AnyKey] = []
  }

  /// Decodes each property that the container has a key for.
  ///
  /// Properties are found by the keys that the decoder tells, and by their own keys where it does
  /// not tell them.
  func decodePairs(
    _ object: ObjectUnderWay,
    _ container: KeyedSource
  ) throws(Misfit) {
    let plan = CodingPlan.of(object.schema)
    let open = try decodeOwnKeys(plan, object, container)
    if let open, open.isEmpty { return }
    let keys = leavesOutKeys ? container.offeredKeys : container.allKeys
    if try decodeSingleKeys(keys, open, plan, object, container) { return }
    try decodeBestKeys(keys, open, plan, object, container)
  }

  /// Decodes the properties where some may have several keys, or a key path.
  private func decodeBestKeys(
    _ keys: [AnyKey],
    _ open: PropertySet?,
    _ plan: CodingPlan,
    _ object: ObjectUnderWay,
    _ container: KeyedSource
  ) throws(Misfit) {
    let schema = object.schema
    var candidates = [Candidate?](repeating: nil, count: schema.properties.count)
    var contests = Contests()
    var hasTexts = false
    for key in keys {
      if key.intValue == nil { hasTexts = true }
      let targets = schema.keys.find(key.stringValue)
      guard !targets.isNone else {
        mapping.noteUnknown(key.stringValue, schema)
        continue
      }
      let property = schema.keys.property(of: targets)
      if property >= 0 {
        guard open?.contains(property) != false else { continue }
        note(Candidate(key: key, path: []), property, &candidates, &contests)
      } else {
        for target in schema.keys.targets(of: targets)
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

  /// The candidate for a property by its own keys; nil where the container has none of them.
  func ownCandidate(
    _ property: Int,
    _ plan: CodingPlan,
    _ container: KeyedSource,
    hasTexts: Bool
  ) -> Candidate? {
    for target in plan.ownKeys[property] {
      let key = AnyKey(target.text)
      if target.path.isEmpty, container.contains(key) { return Candidate(key: key, path: []) }
    }
    guard !hasTexts else { return nil }
    for spelling in plan.spellings(of: property) {
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

  func decode(
    _ number: Int,
    _ candidate: Candidate,
    _ container: KeyedSource,
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

  /// Maps the value of a property with a transform or an `arrayMapping`, or of an untyped one.
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

  /// Maps the properties that have several keys: the mapping finds the best one.
  private func mapContested(
    _ object: ObjectUnderWay,
    _ contests: Contests,
    _ container: KeyedSource
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
}
