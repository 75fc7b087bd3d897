/// How good a key is for a property, when several compete: smaller is better.
///
/// 1. The place of the key in the property's `keyMapping`; keys before paths.
/// 2. The exact spelling, then the spelling of a wrapper's storage, then any other.
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
    return key.precedes(other.key)
  }
}

/// The state of one object's competing keys.
///
/// The rule of the best key:
///
/// 1. Where `keyMapping` lists the keys of a property, only the first alternative with a value
///    other than null counts.
/// 2. Of its keys the best one whose value fits counts; objects for one nested model merge, the
///    best one last.
/// 3. Null removes a model only where no better key has an object for it.
/// 4. The issues of a key count only where no other key fits.
struct BestKeys {
  /// The alternative that counts, by property; only for properties that `keyMapping` lists.
  fileprivate var orders: [Int: Int] = [:]
  /// The best key so far that gave a property its value, by property.
  fileprivate var best: [Int: KeyRank] = [:]
  /// The nulls for models, by property; they wait until all other keys are mapped.
  fileprivate var nulls: [Int: (rank: KeyRank, value: PathValue, order: Int)] = [:]
  /// The values of competing keys, by property; where the class has no hook for pairs, they wait
  /// until all other pairs are mapped.
  fileprivate var waiting: [Int: [(rank: KeyRank, value: PathValue, order: Int)]] = [:]
  /// The issues of keys whose values did not fit, by property; dropped where another key fits.
  fileprivate var postponed: [Int: [Notes.Postponed]] = [:]

  /// Whether a null for the property's model waits.
  func hasNull(for property: Int) -> Bool { nulls[property] != nil }

  /// Whether nothing waits for the end of the object.
  fileprivate var isSettled: Bool { nulls.isEmpty && postponed.isEmpty }
}

extension ObjectUnderWay {
  /// Offers the value of a key to a property, which takes it if no better key has given it one.
  ///
  /// An own key is a key of the input; a hook may name another one.
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

  /// Keeps the value of a competing key until all pairs without competition are mapped.
  func postpone(_ value: PathValue, _ rank: KeyRank, for property: Int) {
    state.bestKeys.waiting[property, default: []].append((rank, value, state.drafts.order))
  }

  /// Whether a property holds one model that is mapped from the input without a transform.
  private func isNestedModel(_ property: Int) -> Bool {
    if plan.nestedSlots[property] != nil { return true }
    let property = schema.properties[property]
    return property.isAccessed && property.holdsOneModel && property.terms.transform == nil
  }

  /// Offers the postponed values to their properties, the worst first.
  ///
  /// A list whose elements are updated in place is offered the best first, and takes nothing from
  /// the others.
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

  /// Gives models the nulls for which no better key has an object, and notes the issues of
  /// properties of which no key fits.
  func endContests() throws(Misfit) {
    guard !state.bestKeys.isSettled else { return }
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

  /// The rank of the only key of the input that feeds a property and has given it a value; nil
  /// where there is none.
  ///
  /// A hook may then offer a value under another key.
  private func rankOfOnlyKey(_ property: Int) -> KeyRank? {
    guard state.given.contains(property), !pairs.contested.contains(property) else {
      return nil
    }
    for (place, pair) in pairs.list.enumerated() where !pair.targets.isNone {
      for target in keys.targets(of: pair.targets) where target.property == property {
        return KeyRank(target, key(at: place))
      }
    }
    return nil
  }

  /// Finds the alternative that counts for each contested property that `keyMapping` lists.
  func chooseAlternatives() throws(Misfit) {
    guard !pairs.contested.isEmpty else { return }
    let end = mapping.reader.position
    var best: [Int: (rank: KeyRank, isNull: Bool)] = [:]
    for (place, pair) in pairs.list.enumerated() where !pair.targets.isNone {
      for (target, found) in try mapping.values(for: pair.targets, at: source(at: place), schema) {
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
  /// Whether the value at a source is null for a property.
  func isNull(_ source: Source, for property: Property) throws(Misfit) -> Bool {
    let input = try input(from: source)
    if case .null = input { return true }
    return !property.rules.keepsNullText && input.isNullOrNullText
  }
}
