/// What a hook comes back to when it calls `super`: the object that is being mapped, and the pair
/// that the hook was handed.
///
/// The hook has no parameter for this, so the object holds it while its pairs are mapped.
final class HookFrame {
  private let mapping: Mapping
  private var filling: Filling
  private var current: Pair
  private var handed: Any?
  /// The best key that has fed each property so far.
  private var best: [Int: KeyRank] = [:]
  /// What was wrong with keys that compete with others, until it is known whether another fits.
  private var postponed: [Int: [ModelError.Issue]] = [:]

  init(_ mapping: Mapping, _ filling: Filling) {
    self.mapping = mapping
    self.filling = filling
    current = Pair(key: "", source: .null)
  }

  /// Hands each pair to the hook, with the object set to come back here.
  func run(_ pairs: [Pair]) throws(Misfit) -> Filling {
    let model = filling.model
    let outer = model.activeMapping
    model.activeMapping = self
    defer { model.activeMapping = outer }
    for pair in pairs {
      current = pair
      handed = try mapping.handedValue(of: pair.source)
      markFed(by: pair.key)
      let value = handed
      try mapping.hook(filling.isRoot, step: .key(pair.key)) {
        try model.serializeValue(value, key: pair.key)
      }
    }
    for (_, issues) in postponed.sorted(by: { $0.key < $1.key }) {
      for issue in issues { mapping.notes.add(issue) }
    }
    return filling
  }

  /// The default of the hook: maps a value to the properties that a key belongs to.
  func apply(_ value: Any?, key: String) throws {
    do throws(Misfit) {
      try map(value, key)
    } catch {
      mapping.trace(error, .key(key))
      let error = mapping.error(for: error)
      _ = mapping.stop(error)
      throw error
    }
  }

  private func markFed(by key: String) {
    let number = filling.schema.keys.find(key)
    guard number >= 0 else { return }
    for target in filling.schema.keys.targets(of: number) where target.path.isEmpty {
      _ = filling.fed.insert(target.property)
    }
  }

  func map(_ value: Any?, _ key: String) throws(Misfit) {
    let schema = filling.schema
    let number = schema.keys.find(key)
    guard number >= 0 else {
      if mapping.notes.isKept { mapping.noteUnknown(key, schema) }
      return
    }
    // What is handed back unchanged is read from the input itself, to its last digit.
    let source: Source =
      isUnchanged(value) ? current.source : value.map { .tree($0) } ?? .null
    for target in schema.keys.targets(of: number) {
      guard let found = try mapping.follow(target.path, from: source, schema) else { continue }
      _ = filling.fed.insert(target.property)
      try map(found, KeyRank(target, key), target.property)
    }
  }

  private func map(_ found: Found, _ rank: KeyRank, _ property: Int) throws(Misfit) {
    var rank = rank
    if filling.schema.properties[property].terms.hasKeyMapping,
      case .null = try mapping.input(from: found.source)
    {
      rank = KeyRank(nullFor: rank.key)
    }
    if let best = best[property], best.isBetter(than: rank) { return }
    let mark = mapping.notes.mark
    if try mapping.mapValue(found.after(.key(rank.key)), property, filling) {
      best[property] = rank
      postponed[property] = nil
    } else if filling.contested.contains(property) {
      let issues = mapping.notes.issues(since: mark)
      if best[property] == nil { postponed[property, default: []] += issues }
      mapping.notes.forget(since: mark)
    }
  }

  private func isUnchanged(_ value: Any?) -> Bool {
    guard let value else { return handed == nil }
    return handed.map { HandedValue.isSame($0, value) } ?? false
  }
}

extension Mapping {
  /// Maps pairs through the class's own hook.
  func mapWithHook(_ filling: inout Filling, _ pairs: [Pair]) throws(Misfit) {
    let end = reader.position
    let ordered = try worstFirst(pairs, &filling)
    filling = try HookFrame(self, filling).run(ordered)
    reader.position = end
    noteMissing(filling)
  }

  /// Maps the pairs of a dictionary that `willMap` made of another one; what it left as it was is
  /// still read from the input itself.
  func mapPairs(
    _ filling: inout Filling,
    _ changed: [String: Any],
    insteadOf given: [String: Any],
    _ pairs: Input.Pairs
  ) throws(Misfit) {
    let originals = try list(of: pairs)
    var list: [Pair] = []
    for pair in originals {
      guard let value = changed[pair.key] else { continue }
      let isSame = given[pair.key].map { HandedValue.isSame($0, value) } ?? false
      list.append(Pair(key: pair.key, source: isSame ? pair.source : .tree(value)))
    }
    let known = Set(originals.map(\.key))
    for (key, value) in changed.sorted(by: { $0.key < $1.key }) where !known.contains(key) {
      list.append(Pair(key: key, source: .tree(value)))
    }
    try mapWithHook(&filling, list)
  }

  /// The value of a pair as a hook gets it; nil for null.
  func handedValue(of source: Source) throws(Misfit) -> Any? {
    if case .tree(let value) = source {
      if case .null = Input(value) { return nil }
      return value
    }
    let input = try input(from: source)
    if case .null = input { return nil }
    return try hookTree { () throws(Misfit) -> Any in try tree(of: input) }
  }

  /// The pairs in their order, but those that compete for one property from the worst key to the
  /// best, in the places that they have among them.
  private func worstFirst(_ pairs: [Pair], _ filling: inout Filling) throws(Misfit) -> [Pair] {
    let schema = filling.schema
    var places: [Int: [(place: Int, rank: KeyRank)]] = [:]
    for (place, pair) in pairs.enumerated() {
      let number = schema.keys.find(pair.key)
      guard number >= 0 else { continue }
      for target in schema.keys.targets(of: number) {
        places[target.property, default: []].append((place, KeyRank(target, pair.key)))
      }
    }
    var ordered = pairs
    for (property, list) in places.sorted(by: { $0.key < $1.key }) where list.count > 1 {
      _ = filling.contested.insert(property)
      let worstFirst = list.sorted { $1.rank.isBetter(than: $0.rank) }
      for (target, source) in zip(list, worstFirst) {
        ordered[target.place] = pairs[source.place]
      }
    }
    return ordered
  }
}
