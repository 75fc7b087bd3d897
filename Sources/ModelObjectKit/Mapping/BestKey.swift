/// How good a key is for a property, when several compete: smaller is better.
///
/// 1. The place of the key in the property's `keyMapping`; whole keys before paths.
/// 2. The exact spelling, then that of a wrapper's storage, before others.
/// 3. The smaller key by its UTF-8 bytes.
struct KeyRank {
  let order: Int
  let distance: Int
  let key: String

  init(_ target: KeyIndex.Target, _ key: String) {
    order = target.order
    distance = target.distance(of: key)
    self.key = key
  }

  func isBetter(than other: KeyRank) -> Bool {
    if order != other.order { return order < other.order }
    if distance != other.distance { return distance < other.distance }
    return key.utf8.lexicographicallyPrecedes(other.key.utf8)
  }
}

/// The rule of the best key: which of several keys gives a property its value.
///
/// 1. Of the keys that `keyMapping` lists for a property only those of the first alternative count
///    that offers more than null.
/// 2. Of these the best one whose value fits; objects for one nested model merge, best last.
/// 3. Null takes a model away only if no better key has an object for it.
/// 4. What is wrong with a key counts only where no other key fits.
struct BestKeys {
  /// For each property that lists its keys the alternative that counts.
  fileprivate var orders: [Int: Int] = [:]
  /// For each property the best key that has given it a value so far.
  fileprivate var best: [Int: KeyRank] = [:]
  /// The nulls for models that wait until it is known whether a better key has an object.
  fileprivate var nulls: [Int: (rank: KeyRank, value: PathValue, order: Int)] = [:]
  /// For each property the values that wait until all others are mapped, where no hook is called.
  fileprivate var waiting: [Int: [(rank: KeyRank, value: PathValue, order: Int)]] = [:]
  /// What was wrong with keys, until it is known whether another one fits.
  fileprivate var postponed: [Int: [Notes.Postponed]] = [:]

  /// Whether a null for a model waits.
  func hasNull(for property: Int) -> Bool { nulls[property] != nil }
}

extension ObjectUnderWay {
  /// Offers a property the value of a key, which takes it if no better key has given it one.
  ///
  /// An own key is one of the input; a hook may name another one.
  func offer(
    _ found: PathValue,
    _ rank: KeyRank,
    isOwnKey: Bool,
    to property: Int
  ) throws(Misfit) {
    if isOwnKey, let order = state.bestKeys.orders[property], rank.order != order { return }
    if let best = state.bestKeys.best[property] ?? rankOfOnlyKey(property),
      best.isBetter(than: rank)
    {
      return
    }
    if pairs.contested.contains(property), isNestedModel(property),
      try mapping.isNull(found.source, for: schema.properties[property])
    {
      state.bestKeys.nulls[property] = (rank, found, state.drafts.order)
      return
    }
    try give(found, rank, to: property)
  }

  private func give(
    _ found: PathValue,
    _ rank: KeyRank,
    to property: Int
  ) throws(Misfit) {
    let mark = mapping.notes.mark
    if try map(found, property, { rank.key }) {
      mapping.noteBetterKey(schema.properties[property], since: start, before: mark)
      state.bestKeys.best[property] = rank
      state.given.insert(property)
      state.bestKeys.postponed[property] = nil
    } else if pairs.contested.contains(property) {
      let notes = mapping.notes.takeBack(since: mark)
      if state.bestKeys.best[property] == nil {
        state.bestKeys.postponed[property, default: []].append(notes)
      }
    }
  }

  /// Keeps a value for a property that others compete for, until all that nothing competes with is
  /// mapped.
  func postpone(_ value: PathValue, _ rank: KeyRank, for property: Int) {
    state.bestKeys.waiting[property, default: []].append((rank, value, state.drafts.order))
  }

  /// Whether a property holds one model, which the input itself describes.
  private func isNestedModel(_ property: Int) -> Bool {
    if plan.nestedSlots[property] != nil { return true }
    let property = schema.properties[property]
    return property.isAccessed && property.holdsOneModel && property.terms.transform == nil
  }

  /// Offers properties what was kept for them, the worst first; a list whose elements are changed
  /// where they are gets the best that fits, and nothing of the others.
  func offerPostponed() throws(Misfit) {
    let waiting = state.bestKeys.waiting.sorted { $0.key < $1.key }
    for (property, values) in waiting {
      let isChanged = list(of: property) { values[0].rank.key } != nil
      for (rank, value, order) in values.sorted(by: {
        isChanged ? $0.rank.isBetter(than: $1.rank) : $1.rank.isBetter(than: $0.rank)
      }) {
        state.drafts.order = order
        try offer(value, rank, isOwnKey: true, to: property)
      }
    }
  }

  /// Gives the models their nulls that no better key has an object for, and notes what was wrong
  /// with keys of which none fits.
  func endContests() throws(Misfit) {
    for (property, (rank, value, order)) in state.bestKeys.nulls.sorted(by: { $0.key < $1.key }) {
      state.drafts.order = order
      if let best = state.bestKeys.best[property], best.isBetter(than: rank) { continue }
      try give(value, rank, to: property)
    }
    for (_, list) in state.bestKeys.postponed.sorted(by: { $0.key < $1.key }) {
      for notes in list { mapping.notes.add(notes) }
    }
    state.bestKeys.postponed = [:]
  }

  /// The rank of the one key of the input that gave a property its value before a hook gave it
  /// another one under another name.
  private func rankOfOnlyKey(_ property: Int) -> KeyRank? {
    guard state.given.contains(property), !pairs.contested.contains(property) else {
      return nil
    }
    for (place, pair) in pairs.list.enumerated() where pair.number >= 0 {
      for target in keys.targets(of: pair.number) where target.property == property {
        return KeyRank(target, key(at: place))
      }
    }
    return nil
  }

  /// Finds for each contested property that lists its keys the alternative that counts.
  func chooseAlternatives() throws(Misfit) {
    guard !pairs.contested.isEmpty else { return }
    let end = mapping.reader.position
    var best: [Int: (rank: KeyRank, isNull: Bool)] = [:]
    for (place, pair) in pairs.list.enumerated() where pair.number >= 0 {
      for (target, found) in try mapping.values(for: pair.number, at: source(at: place), schema) {
        let property = schema.properties[target.property]
        guard pairs.contested.contains(target.property), property.terms.hasKeyMapping else {
          continue
        }
        let rank = KeyRank(target, key(at: place))
        let isNull = try mapping.isNull(found.source, for: property)
        if let known = best[target.property],
          known.isNull == isNull ? !rank.isBetter(than: known.rank) : isNull
        {
          continue
        }
        best[target.property] = (rank, isNull)
      }
    }
    state.bestKeys.orders = best.mapValues(\.rank.order)
    mapping.reader.position = end
  }
}

extension Mapping {
  /// Whether there is nothing at a source, as a property sees it.
  func isNull(_ source: Source, for property: Property) throws(Misfit) -> Bool {
    let input = try input(from: source)
    if case .null = input { return true }
    return !property.rules.keepsNullText && input.isNullOrNullText
  }
}
