// Keys that hooks pass on.

/// The key of a pair whose value a hook has passed on under that key.
struct PassedKey {
  let rank: KeyRank
  /// The number of its pair.
  let pair: Int
  let path: PairKey

  /// Whether a value that is passed on now doesn't count: of the same key, the last pair comes first.
  func wins(over other: PassedKey) -> Bool {
    rank.isBetter(than: other.rank) || pair != other.pair && !other.rank.isBetter(than: rank)
  }
}

extension Mapping {
  /// Assigns a value that a hook passes on.
  ///
  /// Under the key of its pair it competes with the other pairs of the property; parts of it are one
  /// value. Under another key it is set, whatever the property has; only null gives way to a value.
  @inline(never)
  func pass(
    _ source: ValueLocation,
    _ number: Int,
    _ target: (list: TargetList, index: Int),
    _ object: inout ObjectFilling,
    _ key: PairKey,
    path: PairKey
  ) throws(Misfit) {
    let former = object.extras?.passed[number]
    let new = passedKey(number, target, object, key, path)
    let isLost = new.map { former?.wins(over: $0) == true } == true
    let hasOne = object.filled.contains(number) || object.extras?.nulls.contains(number) == true
    let isNull = hasOne ? try isNull(source, for: object.schema.properties[number]) : false
    if isLost || isNull {
      object.extras?.awaited[number]?.others.append((source, path))
      if notes.isReport, let former { noteLost(path, number, &object, to: former.path) }
      return
    }
    let isPart = new != nil && former?.pair == new?.pair
    guard try set(source, number, &object, path, isPart: isPart) == .taken else { return }
    if new != nil || former != nil { extras(of: &object).passed[number] = new }
    if notes.isReport, !isPart, let former { noteLost(former.path, number, &object, to: path) }
  }

  /// The key of the pair that a hook passes on, if that may matter for the next value; nil if it
  /// passes on a value under another key.
  @inline(never)
  private func passedKey(
    _ number: Int,
    _ target: (list: TargetList, index: Int),
    _ object: borrowing ObjectFilling,
    _ key: PairKey,
    _ path: PairKey
  ) -> PassedKey? {
    guard let pair = object.passing, pair >= 0,
      object.extras?.rivals[number] != nil || object.schema.properties[number].declared != nil
    else { return nil }
    let rank = KeyRank(object.plan.keys.targets(of: target.list)[target.index], key.text)
    return PassedKey(rank: rank, pair: pair, path: path)
  }

  /// Assigns a value to a property that may have one of the input: it updates what was there before.
  private func set(
    _ source: ValueLocation,
    _ number: Int,
    _ object: inout ObjectFilling,
    _ path: PairKey,
    isPart: Bool
  ) throws(Misfit) -> Fit {
    guard object.filled.contains(number) || object.extras?.nulls.contains(number) == true else {
      return try assign(source, number, &object, path)
    }
    let property = object.schema.properties[number]
    let former =
      isPart ? property.savedValue(in: object.model) : beginAgain(property, object)
    let awaited = object.extras?.awaited[number]
    let fit = try assign(source, number, &object, path)
    switch fit {
    case .taken: object.extras?.awaited[number]?.follow(awaited, former)
    case .null: break
    case .misfit: property.restore(former, in: object.model)
    }
    return fit
  }
}
