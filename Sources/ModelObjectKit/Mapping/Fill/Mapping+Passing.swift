// What hooks pass on: it counts as a pair with the key under which it is passed.

extension Mapping {
  /// Lets a property take a value that a hook passes on if that decides: the value of the best key that
  /// was passed on so far, of equal keys the last one.
  ///
  /// A pair under its own key waits for the end of the object if the input has a better or equal one to
  /// come: the hook may keep that to itself.
  @inline(never)
  func pass(_ offer: Offer, _ object: inout ObjectFilling) throws(Misfit) {
    let pair = object.passing ?? -1
    let number = offer.number
    let property = object.schema.properties[number]
    // A null that the property doesn't take is an issue only if nothing else comes.
    if pair != .max, !property.isOptional, property.transform == nil,
      try isNullAsPassed(offer.source, for: property)
    {
      let key = try rival(offer, pair: pair, object)
      return extras(of: &object).losers.append((offer, key, pair < 0 ? nil : notes.mark))
    }
    let keys = object.extras?.rivals[number]
    guard pair < 0 || keys != nil || object.decided.contains(number) else {
      return try take(offer, &object)
    }
    let new = try rival(offer, pair: pair, object)
    let former = try passedKey(number, &object)
    // What has waited is older than an equal key.
    if let former, former.precedes(new) || pair == .max && !new.precedes(former) {
      if notes.isReport { noteLost(offer.path, number, object, to: former.path) }
      return
    }
    if pair >= 0, let best = keys?.first,
      best.precedes(new) && best.pair >= pair
        || best.pair > pair && !new.precedes(best)
    {
      return extras(of: &object).losers.append((offer, new, nil))
    }
    extras(of: &object).passed[number] = new
    guard let former else { return try take(offer, &object) }
    if notes.isReport, former.path.text != offer.path.text {
      noteLost(former.path, number, object, to: offer.path)
    }
    try replace(with: offer, &object)
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
    for (index, target) in owners.enumerated() {
      let offer = Offer(
        number: target.property,
        source: source,
        path: .text(key),
        targets: named,
        index: index,
        isNamed: true
      )
      try decide(offer, &object)
    }
    let others = targets.isNone ? [] : object.plan.keys.targets(of: targets)
    if owners.isEmpty
      || others.contains(where: { other in !owners.contains { $0.property == other.property } })
    {
      try assign(source, to: targets, &object, key: .text(key))
    }
  }

  private func take(_ offer: Offer, _ object: inout ObjectFilling) throws(Misfit) {
    if object.plan.slots[offer.number].isAccessed { return try wait(offer, &object) }
    try assign(offer, &object)
  }

  /// The key that decides for a property so far; nil if nothing was passed on for it.
  private func passedKey(
    _ number: Int,
    _ object: inout ObjectFilling
  ) throws(Misfit) -> RivalKey? {
    guard object.decided.contains(number) else { return nil }
    if let known = object.extras?.passed[number] { return known }
    // It was passed on under its own key, which is the only one of the input.
    let own = try rivals(for: PropertySet([number]), object.plan, in: object.source)[number]?.first
    extras(of: &object).passed[number] = own
    return own
  }

  /// Passes on what has waited for better keys, which the hook may have kept to itself: the best first.
  func passLosers(_ object: inout ObjectFilling) throws(Misfit) {
    guard let losers = object.extras.map({ Array($0.losers.reversed()) }), !losers.isEmpty else {
      return
    }
    object.extras?.losers = []
    let (keys, offers) = (losers.map(\.key), losers.map(\.offer))
    let position = reader.position
    defer { reader.position = position }
    try descend()
    defer { ascend() }
    // No pair is still to come.
    object.passing = .max
    var notesInPlace: [Int: Notes.Postponed] = [:]
    // From the last place to the first.
    defer {
      for (index, loser) in losers.enumerated() {
        if let own = notesInPlace[index] { notes.add(own, at: loser.place) }
      }
    }
    for index in Order({ keys[$0].precedes(keys[$1]) }).sorted(keys.count) {
      let mark = notes.mark
      try pass(offers[index], &object)
      if losers[index].place != nil, notes.mark != mark {
        notesInPlace[index] = notes.removeAll(since: mark)
      }
    }
  }
}
