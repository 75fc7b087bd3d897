// What hooks pass on.

/// How a hook passes a value to `super`.
enum Passing {
  /// Under the key that it was handed.
  case own
  /// Under another key, or the name of a property.
  case other
}

extension Mapping {
  /// Lets a property take a value that a hook passes on.
  ///
  /// 1. Under its own key, a pair decides by its key, as without a hook.
  /// 2. What is passed under another key wins over that, whichever comes first; of several, the last.
  /// 3. A null that is passed under another key counts only if nothing else gives the property a value.
  @inline(never)
  func pass(_ offer: Offer, _ passing: Passing, in object: inout ObjectFilling) throws(Misfit) {
    let number = offer.number
    switch passing {
    case .own:
      if let winner = object.extras?.passed[number] {
        if notes.isReport { noteLost(offer.path, number, of: object, to: winner) }
        return
      }
      if let best = object.extras?.rivals[number]?.first, !best.isKey(of: offer) {
        if notes.isReport { noteLost(offer.path, number, of: object, to: best.path) }
        return
      }
    case .other:
      if try isNullAsPassed(offer.source, for: object.schema.properties[number]) {
        return extras(of: &object).passedNulls.append(offer)
      }
      if let former = extras(of: &object).passed.updateValue(offer.path, forKey: number),
        notes.isReport, former.text != offer.path.text
      {
        noteLost(former, number, of: object, to: offer.path)
      }
    }
    guard object.decided.contains(number) else { return try take(offer, &object) }
    // A hook may pass a pair on twice.
    if passing == .own, try isNullAsPassed(offer.source, for: object.schema.properties[number]) {
      return
    }
    forgetNotes(of: number, object)
    let first = holeCount
    try replace(with: offer, &object)
    noteTaken(offer, since: first, &object)
  }

  private func take(_ offer: Offer, _ object: inout ObjectFilling) throws(Misfit) {
    let first = holeCount
    if object.plan.slots[offer.number].isAccessed {
      try wait(offer, &object)
    } else {
      try assign(offer, &object)
    }
    noteTaken(offer, since: first, &object)
  }

  private var holeCount: Int { state.references?.holes.count ?? 0 }

  /// Keeps the key under which a property has a value, and the holes in it, to drop the notes on these if
  /// another one comes.
  private func noteTaken(_ offer: Offer, since first: Int, _ object: inout ObjectFilling) {
    guard notes.isOn else { return }
    extras(of: &object).takenKeys[offer.number] = (offer.path, first..<max(first, holeCount))
  }

  /// Drops the notes on the value that a property has.
  private func forgetNotes(of number: Int, _ object: borrowing ObjectFilling) {
    guard notes.isOn, let (key, holes) = object.extras?.takenKeys[number] else { return }
    notes.forget(below: notes.path(.key(key.text)))
    state.references?.forgetNotes(on: holes)
  }

  /// Whether a value is null, without a second question about that of a decoder.
  private func isNullAsPassed(
    _ source: ValueLocation,
    for property: Property
  ) throws(Misfit) -> Bool {
    if case .original(let original) = source, original.path.isEmpty { return original.isNull }
    return try isNull(source, for: property)
  }

  /// Assigns a value to the properties of a name or of a key, as a hook passes it on under another key
  /// than its own.
  @inline(never)
  func assign(
    _ source: ValueLocation,
    under key: String,
    _ object: inout ObjectFilling
  ) throws(Misfit) {
    let (names, targets) = (object.schema.names, object.plan.keys.find(key))
    let named = names.find(key)
    let owners = named.isNone ? [] : names.targets(of: named)
    for target in owners {
      try decide(Offer(number: target.property, source: source, path: .text(key)), &object)
    }
    let others = targets.isNone ? [] : object.plan.keys.targets(of: targets)
    if owners.isEmpty
      || others.contains(where: { other in !owners.contains { $0.property == other.property } })
    {
      try assign(source, to: targets, &object, key: .text(key))
    }
  }

  /// Lets properties that nothing has given a value take the nulls that were passed on.
  func takePassedNulls(_ object: inout ObjectFilling) throws(Misfit) {
    guard let nulls = object.extras?.passedNulls, !nulls.isEmpty else { return }
    object.extras?.passedNulls = []
    let position = reader.position
    defer { reader.position = position }
    try descend()
    defer { ascend() }
    for offer in nulls.reversed() where !object.decided.contains(offer.number) {
      try take(offer, &object)
    }
  }
}

// MARK: - The pairs that a hook gets

/// What a pair has lost to a better key.
struct LostPair {
  let property: Int
  let key: PairKey
  let better: PairKey
}

extension ObjectFilling {
  /// For each pair that doesn't decide for some property, these properties.
  var losses: [Int: [LostPair]] {
    var losses: [Int: [LostPair]] = [:]
    for (property, keys) in extras?.rivals ?? [:] {
      for key in keys where key.pair != keys[0].pair {
        let loss = LostPair(property: property, key: key.path, better: keys[0].path)
        losses[key.pair, default: []].append(loss)
      }
    }
    return losses
  }
}
