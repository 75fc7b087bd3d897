/// The plain cases, in which no notes are kept, and no key competes with another one.
extension ModelDecoding {
  /// Decodes the properties from their own keys, where the container has all of these: they are the
  /// best keys, and some decoders take long to tell their keys.
  ///
  /// Returns the properties for which other keys count too: those whose own value does not fit, and
  /// those that the plan names. Nil where nothing was decoded.
  func decodeOwnKeys(
    _ plan: CodingPlan,
    _ object: DecodedObject,
    _ container: KeyedSource
  ) throws(Misfit) -> PropertySet? {
    guard !mapping.notes.isKept, let keys = plan.firstKeys else { return nil }
    // Where all of them were there the last time, they are decoded without `contains`: a missing
    // key shows by that.
    let isGuess = plan.foundOwnKeys[0] == 1
    if !isGuess {
      for property in 0..<keys.count where !container.contains(keys[property]) { return nil }
    }
    var open = PropertySet()
    var areFound = true
    for property in 0..<keys.count {
      let key = keys[property]
      let isMapped = plan.slots[property] == nil && plan.coders[property].isMapped(in: self)
      if isMapped || plan.asksOtherKeys[property] || (!areFound && !container.contains(key)) {
        open.insert(property)
        continue
      }
      do throws(Misfit) {
        let isGuess = isGuess && areFound
        if try !decodeValue(of: property, key, plan, object, container, isGuess: isGuess) {
          areFound = false
          open.insert(property)
        }
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
    // Null counts only if no other key has a value. Decoders other than Foundation's may take longer
    // to tell all their keys than to decode a row of a table, whose columns don't compete.
    let asksAll = kind.leavesOutKeys
    let nils = object.schema.properties.indices.filter { property in
      !open.contains(property) && (asksAll || plan.ownKeys[property].count > 1)
        && object.schema.properties[property].shape.takesNull
        && object.schema.properties[property].isNil(in: object.model)
    }
    if !nils.isEmpty, !asksAll || self.keys(of: container).count > keys.count {
      for property in nils { open.insert(property) }
    }
    return open
  }

  /// Decodes the properties where each has at most one key, and no notes are kept; false, with
  /// nothing decoded, where that is not so.
  func decodeSingleKeys(
    _ keys: [AnyKey],
    _ open: PropertySet?,
    _ plan: CodingPlan,
    _ object: DecodedObject,
    _ container: KeyedSource
  ) throws(Misfit) -> Bool {
    let index = object.schema.keys
    guard !mapping.notes.isKept, !index.hasPaths, let first = keys.first, first.intValue == nil
    else { return false }
    let start = places.count
    let count = plan.coders.count
    places.append(contentsOf: repeatElement(-1, count: count))
    defer { places.removeLast(places.count - start) }
    for (place, key) in keys.enumerated() {
      let targets = index.find(key.stringValue)
      guard !targets.isNone else { continue }
      let property = index.property(of: targets)
      guard property >= 0 else {
        if index.isEmpty(targets) { continue }
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
        guard let own = ownKey(of: property, plan, container, hasTexts: true) else { continue }
        key = own
      }
      if plan.slots[property] == nil {
        try decode(
          property,
          Candidate(key: key),
          container,
          plan.coders[property],
          object.model,
          object.schema
        )
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

  /// Decodes the value under a key of the container into a property; false where the guess was
  /// wrong and the container does not have the key.
  @inline(__always)
  private func decodeValue(
    of property: Int,
    _ key: AnyKey,
    _ plan: CodingPlan,
    _ object: DecodedObject,
    _ container: KeyedSource,
    isGuess: Bool
  ) throws(Misfit) -> Bool {
    guard let slot = plan.slots[property] else {
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
}
