/// What a hook comes back to when it calls `super`: the object that is being mapped, and the pair
/// that the hook was handed.
///
/// The hook has no parameter for this, so the object holds it while its pairs are mapped.
final class HookFrame: Unwatched<HookState> {
  private let mapping: Mapping
  private let schema: ModelSchema
  private let plan: TextPlan
  private let memory: ObjectMemory
  private let model: any Model
  private let traits: Filling.Traits
  private let pairs: [Pair]
  /// For properties that several keys compete for the alternative that counts.
  private let countingOrders: [Int: Int]
  /// The pairs, where they are handed on straight from the text.
  private var textPairs: [TextPair] = []
  /// Where the notes on the object begin.
  private let start: Notes.Mark
  private var best: [Int: KeyRank] = [:]
  /// What was wrong with keys that compete with others, until it is known whether another fits.
  private var postponed: [Int: [Notes.Postponed]] = [:]
  /// The caller keeps the object of the filling alive for as long as the frame.
  init(_ mapping: Mapping, _ filling: Filling, pairs: [Pair], countingOrders: [Int: Int]) {
    self.mapping = mapping
    model = filling.model
    traits = filling.traits
    self.pairs = pairs
    self.countingOrders = countingOrders
    start = mapping.notes.mark
    schema = filling.schema
    plan = schema.textPlan
    memory = ObjectMemory(filling.model)
    super.init(HookState(claims: filling.claims))
  }

  /// Hands each pair to the hook, with the object set to come back here.
  func run() throws(Misfit) -> Filling {
    try whileActive { () throws(Misfit) in
      for pair in pairs {
        let key = mapping.text(of: pair)
        let value: Any?
        do throws(Misfit) {
          value = try mapping.handedValue(of: pair.source)
        } catch {
          mapping.trace(error, .key(key))
          throw error
        }
        state.offset = -1
        state.source = pair.source
        try hand(value, key, pair.number)
      }
    }
    for (_, list) in postponed.sorted(by: { $0.key < $1.key }) {
      for notes in list { mapping.notes.add(notes) }
    }
    return filling
  }

  /// Hands each pair of an object to the hook that the reader has just read; no two keys in it may
  /// compete.
  func run(_ list: [TextPair]) throws(Misfit) -> Filling {
    guard !list.isEmpty else { return filling }
    textPairs = list
    let end = mapping.reader.position
    let takesText = mapping.handsTextAsItIs
    mapping.reader.remainingDepth -= 1
    defer { mapping.reader.remainingDepth += 1 }
    try whileActive { () throws(Misfit) in
      for pair in list {
        let key = text(of: pair)
        state.offset = pair.value
        if pair.isPlainText, takesText {
          let text = String(mapping.reader.bytes[pair.value + 1, pair.end - 1])
          try hand(text, key, pair.key.number)
          continue
        }
        mapping.reader.position = pair.value
        if let integer = mapping.reader.smallInteger() {
          try hand(integer, key, pair.key.number)
        } else if mapping.reader.next() == UInt8(ascii: "n") {
          try hand(nil, key, pair.key.number)
        } else {
          try hand(try mapping.handedValue(of: .text(pair.value)), key, pair.key.number)
        }
      }
    }
    mapping.reader.position = end
    return filling
  }

  private func text(of pair: TextPair) -> String {
    plan.keys.shortText(at: pair.key.place) ?? mapping.reader.text(of: pair.key.token)
  }

  private func whileActive(_ body: () throws(Misfit) -> Void) throws(Misfit) {
    let outer = model.activeMapping
    model.activeMapping = self
    defer { model.activeMapping = outer }
    try body()
  }

  private func hand(
    _ value: Any?,
    _ key: String,
    _ number: Int
  ) throws(Misfit) {
    state.key = key
    state.number = number
    // The value is alive until the hook comes back.
    let bits = ValueBits(value)
    state.bits = bits
    if bits == nil { state.handed = value }
    if mapping.notes.isKept { markFed(by: number) }
    do {
      try model.serializeValue(value, key: key)
    } catch {
      throw mapping.rejection(error, traits.isRoot, .key(key))
    }
    state.bits = nil
    if bits == nil { state.handed = nil }
    if mapping.failure != nil { throw .stopped }
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

  /// Notes for the list of missing keys which properties have theirs.
  private func markFed(by number: Int) {
    guard number >= 0 else { return }
    let property = plan.keys.property(of: number)
    if property >= 0 {
      state.claims.insert(property, .fed)
    } else {
      for target in plan.keys.targets(of: number) where target.path.isEmpty {
        state.claims.insert(target.property, .fed)
      }
    }
  }

  func map(_ value: Any?, _ key: String) throws(Misfit) {
    let isOwnKey = key == state.key
    let number = isOwnKey ? state.number : plan.keys.find(key)
    guard number >= 0 else {
      if mapping.notes.isKept { mapping.noteUnknown(key, schema) }
      return
    }
    let property = plan.keys.property(of: number)
    let isAlone =
      isOwnKey && property >= 0 && !state.claims.contains(property, .given)
      && !state.claims.contains(property, .contested)
    // What is handed back unchanged is read from the input itself, to its last digit.
    let isSame = isUnchanged(value)
    if isAlone, isSame, try mapUnchanged(value, property) {
      state.claims.insert(property, .given)
      return
    }
    let source: Source = isSame ? handedSource : value.map { .tree($0) } ?? .null
    if isAlone {
      if try mapping.mapValue(property, try mapping.input(from: source), filling, key: { key }) {
        state.claims.insert(property, .given)
      }
      return
    }
    for (target, found) in try mapping.found(by: number, from: source, schema) {
      state.claims.insert(target.property, .fed)
      try map(found, KeyRank(target, key), target.property)
    }
  }

  /// Puts the value that the hook was handed in a property whose type takes it as it is.
  private func mapUnchanged(_ value: Any?, _ property: Int) throws(Misfit) -> Bool {
    guard !mapping.notes.isReport else { return false }
    let slot = plan.directSlots[property]
    checkExclusiveAccess(to: memory, at: plan.offsets[property])
    if state.offset < 0 {
      guard case .tree(var value) = state.source else { return false }
      return slot.write(&value, in: memory)
    }
    if slot.takesText, let text = payload(of: value, as: String.self) {
      return slot.write(text, in: memory)
    }
    mapping.reader.position = state.offset
    let first = mapping.reader.next()
    return try mapping.reader.readDirectly(first, slot, memory)
  }

  private func map(_ found: Found, _ rank: KeyRank, _ property: Int) throws(Misfit) {
    if rank.key == state.key, let order = countingOrders[property], rank.order != order {
      return
    }
    if let best = best[property] ?? rankOfOnlyKey(property), best.isBetter(than: rank) { return }
    let mark = mapping.notes.mark
    if try mapping.mapValue(found.after(.key(rank.key)), property, filling) {
      mapping.noteBetterKey(schema.properties[property], since: start, before: mark)
      best[property] = rank
      state.claims.insert(property, .given)
      postponed[property] = nil
    } else if state.claims.contains(property, .contested) {
      let notes = mapping.notes.takeBack(since: mark)
      if best[property] == nil { postponed[property, default: []].append(notes) }
    }
  }

  /// The rank of the one key of the input that gave a property its value before the hook gave it
  /// another one under another name.
  private func rankOfOnlyKey(_ property: Int) -> KeyRank? {
    guard state.claims.contains(property, .given), !state.claims.contains(property, .contested)
    else { return nil }
    for pair in textPairs where pair.key.number >= 0 {
      for target in plan.keys.targets(of: pair.key.number) where target.property == property {
        return KeyRank(target, text(of: pair))
      }
    }
    for pair in pairs where pair.number >= 0 {
      for target in plan.keys.targets(of: pair.number) where target.property == property {
        return KeyRank(target, mapping.text(of: pair))
      }
    }
    return nil
  }

  /// The object as it is now.
  private var filling: Filling {
    Filling(model, schema, traits, state.claims)
  }

  /// Where the value is that the hook has been handed.
  private var handedSource: Source {
    state.offset < 0 ? state.source : .text(state.offset)
  }

  private func isUnchanged(_ value: Any?) -> Bool {
    if let bits = state.bits { return bits == ValueBits(value) }
    guard let value else { return state.handed == nil }
    return state.handed.map { HandedValue.isSame($0, value) } ?? false
  }
}

/// What a frame knows of the pair at hand, and of those before it.
struct HookState {
  /// The pair that the hook has been handed.
  var key = ""
  var number = -1
  /// Where its value is in the text; negative where it is no text, and `source` tells.
  var offset = -1
  var source = Source.null
  /// What the hook has been handed; only the bits where these tell the value.
  var handed: Any?
  var bits: ValueBits?
  var claims: Claims
}
