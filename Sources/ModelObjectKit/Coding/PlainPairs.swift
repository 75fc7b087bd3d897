/// The pairs of a keyed container in the plain case: no notes are kept, and no keys compete.
struct PlainPairs: ~Copyable {
  let decoding: ModelDecoding
  let container: KeyedSource
  let model: any Model
  let plan: CodingPlan
  /// The properties that have their value; for the others more keys may count.
  private(set) var settled = PropertySet()

  /// Decodes the properties; false if keys compete for those that aren't settled then.
  mutating func decode() throws(Misfit) -> Bool {
    try decoding.descend()
    defer { decoding.ascend() }
    if let keys = plan.firstKeys, try decodeOwnKeys(keys) { return true }
    return try decodeOnlyKeys(decoding.keys(of: container))
  }

  /// Decodes the properties from their own keys, if the container has all of these; true if that
  /// settles them all.
  ///
  /// No key is better than a property's own, and some decoders take long to list their keys.
  private mutating func decodeOwnKeys(_ keys: ImmortalArray<AnyKey>) throws(Misfit) -> Bool {
    // If all of them were there the last time, they are decoded without `contains`; a missing key
    // is noticed then.
    let isGuess = plan.foundOwnKeys[0] == 1
    if !isGuess {
      for property in 0..<keys.count where !container.contains(keys[property]) { return false }
    }
    var areFound = true
    for property in 0..<keys.count {
      let key = keys[property]
      // Other keys may count, too: an untyped property's own key may be repeated.
      if plan.slots[property] == nil,
        plan.coders[property].isUntyped || plan.coders[property].isMapped(in: decoding)
      {
        continue
      }
      if !areFound, !container.contains(key) { continue }
      switch try decode(property, key, isGuess: isGuess && areFound) {
      case true?: settled.insert(property)
      case false?: break
      case nil: areFound = false
      }
    }
    if isGuess != areFound { plan.foundOwnKeys[0] = areFound ? 1 : 0 }
    // Null is used only if no other key has a value. Decoders other than Foundation's may take
    // longer to list their keys than to decode a row of a table, whose columns don't compete.
    let asksAll = decoding.kind.isFoundations
    let nils = plan.schema.properties.indices.filter { property in
      settled.contains(property) && (asksAll || plan.ownKeys[property].count > 1)
        && plan.schema.properties[property].shape.takesNull
        && plan.schema.properties[property].isNil(in: model)
    }
    if !nils.isEmpty, !asksAll || decoding.keys(of: container).count > keys.count {
      for property in nils { settled.remove(property) }
      return false
    }
    return settled.holds(all: keys.count)
  }

  /// Decodes each property that isn't settled from its only key among those that the container
  /// lists; false, with nothing decoded, if one has several.
  private func decodeOnlyKeys(_ keys: [AnyKey]) throws(Misfit) -> Bool {
    let index = plan.schema.keys
    guard !index.hasPaths, let first = keys.first, first.intValue == nil else { return false }
    // For each property the index of its key; negative if there is none.
    var places = Array(repeating: -1, count: plan.coders.count)
    for (place, key) in keys.enumerated() {
      let targets = index.find(key.stringValue)
      guard !targets.isNone else { continue }
      let property = index.property(of: targets)
      guard property >= 0 else {
        if index.isEmpty(targets) { continue }
        return false
      }
      guard !settled.contains(property) else { continue }
      guard places[property] < 0 else { return false }
      places[property] = place
    }
    for (property, place) in places.enumerated() where !settled.contains(property) {
      let key =
        place >= 0
        ? keys[place] : decoding.ownKey(of: property, plan, container, hasTexts: true)
      guard let key else { continue }
      _ = try decode(property, key, isGuess: false)
    }
    return true
  }

  /// Decodes the value under a key into a property; false if it doesn't fit, nil if the guess was
  /// wrong and the container doesn't have the key.
  @inline(__always)
  private func decode(_ property: Int, _ key: AnyKey, isGuess: Bool) throws(Misfit) -> Bool? {
    let slot = plan.slots[property]
    if let slot {
      do {
        let isThere = try slot.type.decode(slot.place, of: model, container, key, isGuess: isGuess)
        return isThere ? true : nil
      } catch {}
    }
    if isGuess, !container.contains(key) { return nil }
    let (coder, schema) = (plan.coders[property], plan.schema)
    return try decoding.decode(key, isRefused: slot != nil, in: container, coder, model, schema)
  }
}
