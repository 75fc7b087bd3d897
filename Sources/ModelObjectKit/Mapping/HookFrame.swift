/// What a hook comes back to when it calls `super`: the object that is being mapped, and the pair
/// that the hook was handed.
///
/// The hook has no parameter for this, so the object holds it while its pairs are mapped.
final class HookFrame {
  private let mapping: Mapping
  private let schema: ModelSchema
  private let memory: ObjectMemory
  private var filling: Filling
  private var current: Pair
  private var handed: Any?
  private let pairs: [Pair]
  /// For properties that several keys compete for the alternative that counts.
  private let countingOrders: [Int: Int]
  /// Where the notes on the object begin.
  private let start: Notes.Mark
  /// The properties that have been given a value, and those of them that may still get another.
  private var given: PropertySet
  private var best: [Int: KeyRank] = [:]
  /// What was wrong with keys that compete with others, until it is known whether another fits.
  private var postponed: [Int: [Notes.Postponed]] = [:]

  /// The caller keeps the object of the filling alive for as long as the frame.
  init(_ mapping: Mapping, _ filling: Filling, pairs: [Pair], countingOrders: [Int: Int]) {
    self.mapping = mapping
    self.filling = filling
    self.pairs = pairs
    self.countingOrders = countingOrders
    start = mapping.notes.mark
    schema = filling.schema
    memory = ObjectMemory(filling.model)
    given = PropertySet(count: schema.properties.count)
    current = Pair(key: "", number: -1, source: .null)
  }

  /// Hands each pair to the hook, with the object set to come back here.
  func run() throws(Misfit) -> Filling {
    let model = filling.model
    let outer = model.activeMapping
    model.activeMapping = self
    defer { model.activeMapping = outer }
    for pair in pairs {
      current = pair
      let value: Any?
      do throws(Misfit) {
        value = try mapping.handedValue(of: pair.source)
      } catch {
        mapping.trace(error, .key(pair.key))
        throw error
      }
      handed = value
      markFed(by: pair.number)
      try mapping.hook(filling.isRoot, step: .key(pair.key)) {
        try model.serializeValue(value, key: pair.key)
      }
    }
    for (_, list) in postponed.sorted(by: { $0.key < $1.key }) {
      for notes in list { mapping.notes.add(notes) }
    }
    return filling
  }

  /// The default of the hook: maps a value to the properties that a key belongs to.
  func apply(_ value: Any?, key: String) throws {
    do throws(Misfit) {
      try map(value, key)
    } catch {
      let error = mapping.error(for: error)
      _ = mapping.stop(error)
      throw error
    }
  }

  private func markFed(by number: Int) {
    guard number >= 0 else { return }
    let property = schema.keys.property(of: number)
    if property >= 0 {
      _ = filling.fed.insert(property)
    } else {
      for target in schema.keys.targets(of: number) where target.path.isEmpty {
        _ = filling.fed.insert(target.property)
      }
    }
  }

  func map(_ value: Any?, _ key: String) throws(Misfit) {
    let isOwnKey = key == current.key
    let number = isOwnKey ? current.number : schema.keys.find(key)
    guard number >= 0 else {
      if mapping.notes.isKept { mapping.noteUnknown(key, schema) }
      return
    }
    // What is handed back unchanged is read from the input itself, to its last digit.
    let source: Source =
      isUnchanged(value) ? current.source : value.map { .tree($0) } ?? .null
    let property = schema.keys.property(of: number)
    if isOwnKey, property >= 0, !given.contains(property), !filling.contested.contains(property) {
      return try mapAlone(source, property)
    }
    for (target, found) in try mapping.found(by: number, from: source, schema) {
      _ = filling.fed.insert(target.property)
      try map(found, KeyRank(target, key), target.property)
    }
  }

  /// Maps a value to a property that no other key of the input belongs to.
  private func mapAlone(_ source: Source, _ property: Int) throws(Misfit) {
    if case .text(let offset) = source, !mapping.notes.isReport {
      checkExclusiveAccess(to: filling.model, at: schema.properties[property].stored.offset)
      mapping.reader.position = offset
      let first = mapping.reader.next()
      if try mapping.reader.readDirectly(first, schema.directSlots[property], memory) {
        _ = given.insert(property)
        return
      }
    }
    let key = current.key
    if try mapping.mapValue(property, try mapping.input(from: source), filling, key: { key }) {
      _ = given.insert(property)
    }
  }

  private func map(_ found: Found, _ rank: KeyRank, _ property: Int) throws(Misfit) {
    if rank.key == current.key, let order = countingOrders[property], rank.order != order { return }
    if let best = best[property] ?? rankOfOnlyKey(property), best.isBetter(than: rank) { return }
    let mark = mapping.notes.mark
    if try mapping.mapValue(found.after(.key(rank.key)), property, filling) {
      mapping.noteBetterKey(schema.properties[property], since: start, before: mark)
      best[property] = rank
      _ = given.insert(property)
      postponed[property] = nil
    } else if filling.contested.contains(property) {
      let notes = mapping.notes.takeBack(since: mark)
      if best[property] == nil { postponed[property, default: []].append(notes) }
    }
  }

  /// The rank of the one key of the input that gave a property its value before the hook gave it
  /// another one under another name.
  private func rankOfOnlyKey(_ property: Int) -> KeyRank? {
    guard given.contains(property), !filling.contested.contains(property) else { return nil }
    for pair in pairs where pair.number >= 0 {
      for target in schema.keys.targets(of: pair.number) where target.property == property {
        return KeyRank(target, pair.key)
      }
    }
    return nil
  }

  private func isUnchanged(_ value: Any?) -> Bool {
    guard let value else { return handed == nil }
    guard let handed else { return false }
    return HandedValue.isSame(handed, value)
  }
}

extension Mapping {
  /// Maps pairs through the class's own hook.
  func mapWithHook(_ filling: inout Filling, _ pairs: [Pair]) throws(Misfit) {
    let end = reader.position
    let ordered = worstFirst(pairs, &filling)
    let orders = try countingOrders(ordered, filling)
    let frame = HookFrame(self, filling, pairs: ordered, countingOrders: orders)
    try descend()
    defer { reader.remainingDepth += 1 }
    filling = try frame.run()
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
    let keys = filling.schema.keys
    let originals = try list(of: pairs, keys)
    var list: [Pair] = []
    for pair in originals {
      guard let value = changed[pair.key] else { continue }
      let isSame = given[pair.key].map { HandedValue.isSame($0, value) } ?? false
      let source = isSame ? pair.source : .tree(value)
      list.append(Pair(key: pair.key, number: pair.number, source: source))
    }
    let known = Set(originals.map(\.key))
    for (key, value) in changed.sorted(by: { $0.key < $1.key }) where !known.contains(key) {
      list.append(Pair(key: key, number: keys.find(key), source: .tree(value)))
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

  /// For properties that several keys compete for, and that list their keys, the alternative that
  /// counts.
  private func countingOrders(
    _ pairs: [Pair],
    _ filling: Filling
  ) throws(Misfit) -> [Int: Int] {
    guard !filling.contested.isEmpty else { return [:] }
    return try candidates(in: pairs, filling)
      .filter { filling.schema.properties[$0.key].terms.hasKeyMapping }
      .compactMapValues { $0.last?.rank.order }
  }

  /// The pairs in their order, but those that compete with others for a property from the worst
  /// key to the best, in the places that they have among them.
  private func worstFirst(_ pairs: [Pair], _ filling: inout Filling) -> [Pair] {
    let keys = filling.schema.keys
    var seen = PropertySet(count: filling.schema.properties.count)
    for pair in pairs where pair.number >= 0 {
      let property = keys.property(of: pair.number)
      if property >= 0 {
        if !seen.insert(property) { _ = filling.contested.insert(property) }
        continue
      }
      for target in keys.targets(of: pair.number) where !seen.insert(target.property) {
        _ = filling.contested.insert(target.property)
      }
    }
    guard !filling.contested.isEmpty else { return pairs }
    var ranked: [(place: Int, rank: KeyRank)] = []
    for (place, pair) in pairs.enumerated() where pair.number >= 0 {
      let ranks = keys.targets(of: pair.number)
        .filter { filling.contested.contains($0.property) }
        .map { KeyRank($0, pair.key) }
      if let best = ranks.min(by: { $0.isBetter(than: $1) }) { ranked.append((place, best)) }
    }
    var ordered = pairs
    for (target, source) in zip(ranked, ranked.sorted { $1.rank.isBetter(than: $0.rank) }) {
      ordered[target.place] = pairs[source.place]
    }
    return ordered
  }
}
