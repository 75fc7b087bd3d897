// Keys that hooks pass on.

/// The key under which a hook has passed on the value of a property.
struct PassedKey {
  let rank: KeyRank
  /// The number of its pair; negative if it isn't the key of the pair that the hook was handed.
  let pair: Int
  let path: PairKey

  /// Whether a value that is passed on now doesn't count.
  ///
  /// Of the same key, the last one counts; the pairs of the input come in their turn, the last one
  /// first.
  func wins(over other: PassedKey) -> Bool {
    if rank.isBetter(than: other.rank) { return true }
    return !other.rank.isBetter(than: rank) && pair >= 0 && other.pair >= 0 && pair != other.pair
  }

  /// Whether a hook passes on the pair that it was handed once more.
  func isSamePair(as other: PassedKey) -> Bool { pair >= 0 && pair == other.pair }
}

extension Mapping {
  /// Assigns a value that a hook passes on: under another key than the one it was handed, it competes
  /// with what has been assigned until then.
  @inline(never)
  func pass(
    _ source: ValueLocation,
    _ number: Int,
    _ target: (list: TargetList, index: Int),
    _ object: inout ObjectFilling,
    _ key: PairKey,
    path: PairKey
  ) throws(Misfit) {
    guard !object.filled.contains(number) else {
      return try compete(source, number, passedKey(target, object, key, path), &object)
    }
    let isAgain = object.extras?.nulls.contains(number) == true
    let fit =
      isAgain
      ? try assignAgain(source, number, &object, path)
      : try assign(source, number, &object, path)
    if fit == .null { noteNull(number, &object) }
    if object.passing ?? -1 < 0 || object.extras != nil {
      extras(of: &object).passed[number] = passedKey(target, object, key, path)
    }
  }

  /// Assigns a value to a property that has a null of the input: it updates what was there before.
  @inline(never)
  private func assignAgain(
    _ source: ValueLocation,
    _ number: Int,
    _ object: inout ObjectFilling,
    _ path: PairKey
  ) throws(Misfit) -> Fit {
    let property = object.schema.properties[number]
    let null = beginAgain(property, object)
    let fit = try assign(source, number, &object, path)
    if fit != .taken { property.restore(null, in: object.model) }
    return fit
  }

  @inline(never)
  private func noteNull(_ number: Int, _ object: inout ObjectFilling) {
    if object.schema.properties[number].heldModels.holdsModels {
      extras(of: &object).nulls.insert(number)
    }
  }

  @inline(never)
  private func passedKey(
    _ target: (list: TargetList, index: Int),
    _ object: borrowing ObjectFilling,
    _ key: PairKey,
    _ path: PairKey
  ) -> PassedKey {
    let rank = KeyRank(object.plan.keys.targets(of: target.list)[target.index], key.text)
    return PassedKey(rank: rank, pair: object.passing ?? -1, path: path)
  }

  private func compete(
    _ source: ValueLocation,
    _ number: Int,
    _ key: PassedKey,
    _ object: inout ObjectFilling
  ) throws(Misfit) {
    let path = key.path
    let property = object.schema.properties[number]
    guard let former = try passedKey(number, &object) else { return }
    if try isNull(source, for: property) || former.wins(over: key) {
      object.extras?.awaited[number]?.others.append((source, path))
      if notes.isReport { noteLost(path, number, &object, to: former.path) }
      return
    }
    let value =
      key.isSamePair(as: former)
      ? property.savedValue(in: object.model) : beginAgain(property, object)
    let awaited = object.extras?.awaited[number]
    switch try assign(source, number, &object, path, takesNull: false) {
    case .taken:
      object.extras?.awaited[number]?.follow(awaited, value)
      if notes.isReport { noteLost(former.path, number, &object, to: path) }
      extras(of: &object).passed[number] = key
    case .null, .misfit: property.restore(value, in: object.model)
    }
  }

  /// The key whose value a property has.
  private func passedKey(
    _ number: Int,
    _ object: inout ObjectFilling
  ) throws(Misfit) -> PassedKey? {
    if let known = object.extras?.passed[number] { return known }
    // Without rivals it is the only one, perhaps the one that is passed on again. What is at its path in
    // the input doesn't matter: the hook may have passed on something else.
    let keys = object.plan.keys
    let pairs = try knownPairs(in: object.source, keys, for: PropertySet([number]), isLate: true)
    for pair in pairs {
      guard let target = keys.targets(of: pair.targets).first(where: { $0.property == number })
      else { continue }
      let rank = KeyRank(target, pair.key.text)
      let key = PassedKey(rank: rank, pair: pair.number, path: pair.key)
      extras(of: &object).passed[number] = key
      return key
    }
    return nil
  }
}
