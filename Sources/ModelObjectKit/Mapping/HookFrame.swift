/// What a hook comes back to when it calls `super`: the object that is being mapped, and the pair
/// that the hook was handed.
///
/// The hook has no parameter for this, so the object holds it while its pairs are mapped.
final class HookFrame {
  private let mapping: Mapping
  private let schema: ModelSchema
  private let plan: TextPlan
  private let memory: ObjectMemory
  private let model: any Model
  private let traits: Filling.Traits
  private let pairs: [Pair]
  /// For properties that several keys compete for the alternative that counts.
  private let countingOrders: [Int: Int]
  /// Where the object begins whose pairs are handed on straight from the text.
  private var textStart: Int?
  /// Where the notes on the object begin.
  private let start: Notes.Mark
  private var best: [Int: KeyRank] = [:]
  /// What was wrong with keys that compete with others, until it is known whether another fits.
  private var postponed: [Int: [Notes.Postponed]] = [:]
  private let state: Cell<State>

  private struct State {
    /// The pair that the hook has been handed.
    var key = ""
    var number = -1
    /// Where its value is in the text; negative where it is no text, and `source` tells.
    var offset = -1
    var source = Source.null
    /// What the hook has been handed; only the bits where these tell the value.
    var handed: Any?
    var bits: ValueBits?
    var claims: Filling.Claims
    /// The properties that have been given a value.
    var given: PropertySet
  }

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
    state = Cell(
      State(claims: filling.claims, given: PropertySet(count: schema.properties.count))
    )
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
        state.value.offset = -1
        state.value.source = pair.source
        try hand(value, key, pair.number)
      }
    }
    for (_, list) in postponed.sorted(by: { $0.key < $1.key }) {
      for notes in list { mapping.notes.add(notes) }
    }
    return filling
  }

  /// Hands each pair of the text at hand to the hook; no two keys in it may compete.
  func runText() throws(Misfit) -> Filling {
    textStart = mapping.reader.position
    guard try mapping.reader.open(closing: UInt8(ascii: "}")) else { return filling }
    try whileActive { () throws(Misfit) in
      repeat {
        let token = try mapping.reader.key()
        _ = mapping.reader.next()
        let offset = mapping.reader.position
        let number = plan.keys.find(mapping.reader.view(of: token))
        let key = mapping.reader.text(of: token)
        var value = try mapping.commonValue(at: offset)
        if value == nil { value = try mapping.handedValue(of: .text(offset)) }
        if mapping.reader.position == offset { try mapping.skipKnownValue() }
        let end = mapping.reader.position
        state.value.offset = offset
        try hand(value, key, number)
        mapping.reader.position = end
      } while try mapping.reader.hasMore(closing: UInt8(ascii: "}"))
    }
    return filling
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
    state.value.key = key
    state.value.number = number
    // The value is alive until the hook comes back.
    let bits = value.flatMap { ValueBits($0) }
    state.value.bits = bits
    state.value.handed = bits == nil ? value : nil
    markFed(by: number)
    do {
      try model.serializeValue(value, key: key)
    } catch {
      throw mapping.rejection(error, traits.isRoot, .key(key))
    }
    state.value.bits = nil
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

  private func markFed(by number: Int) {
    guard number >= 0 else { return }
    let property = plan.keys.property(of: number)
    if property >= 0 {
      _ = state.value.claims.fed.insert(property)
    } else {
      for target in plan.keys.targets(of: number) where target.path.isEmpty {
        _ = state.value.claims.fed.insert(target.property)
      }
    }
  }

  func map(_ value: Any?, _ key: String) throws(Misfit) {
    let isOwnKey = key == state.value.key
    let number = isOwnKey ? state.value.number : plan.keys.find(key)
    guard number >= 0 else {
      if mapping.notes.isKept { mapping.noteUnknown(key, schema) }
      return
    }
    let property = plan.keys.property(of: number)
    let isAlone =
      isOwnKey && property >= 0 && !state.value.given.contains(property)
      && !state.value.claims.contested.contains(property)
    // What is handed back unchanged is read from the input itself, to its last digit.
    let isSame = isUnchanged(value)
    if isAlone, isSame, try mapDirectly(value, property) {
      _ = state.value.given.insert(property)
      return
    }
    let source: Source = isSame ? handedSource : value.map { .tree($0) } ?? .null
    if isAlone {
      if try mapping.mapValue(property, try mapping.input(from: source), filling, key: { key }) {
        _ = state.value.given.insert(property)
      }
      return
    }
    for (target, found) in try mapping.found(by: number, from: source, schema) {
      _ = state.value.claims.fed.insert(target.property)
      try map(found, KeyRank(target, key), target.property)
    }
  }

  /// Puts the value at hand in a property whose type takes it as it is.
  private func mapDirectly(_ value: Any?, _ property: Int) throws(Misfit) -> Bool {
    guard !mapping.notes.isReport else { return false }
    let slot = plan.directSlots[property]
    checkExclusiveAccess(to: memory, at: plan.offsets[property])
    if var value { return slot.write(&value, in: memory) }
    guard case .text(let offset) = handedSource else { return false }
    mapping.reader.position = offset
    let first = mapping.reader.next()
    return try mapping.reader.readDirectly(first, slot, memory)
  }

  private func map(_ found: Found, _ rank: KeyRank, _ property: Int) throws(Misfit) {
    if rank.key == state.value.key, let order = countingOrders[property], rank.order != order {
      return
    }
    if let best = best[property] ?? rankOfOnlyKey(property), best.isBetter(than: rank) { return }
    let mark = mapping.notes.mark
    if try mapping.mapValue(found.after(.key(rank.key)), property, filling) {
      mapping.noteBetterKey(schema.properties[property], since: start, before: mark)
      best[property] = rank
      _ = state.value.given.insert(property)
      postponed[property] = nil
    } else if state.value.claims.contested.contains(property) {
      let notes = mapping.notes.takeBack(since: mark)
      if best[property] == nil { postponed[property, default: []].append(notes) }
    }
  }

  /// The rank of the one key of the input that gave a property its value before the hook gave it
  /// another one under another name.
  private func rankOfOnlyKey(_ property: Int) -> KeyRank? {
    guard state.value.given.contains(property), !state.value.claims.contested.contains(property)
    else { return nil }
    for pair in allPairs where pair.number >= 0 {
      for target in plan.keys.targets(of: pair.number) where target.property == property {
        return KeyRank(target, pair.key ?? mapping.reader.text(of: pair.token))
      }
    }
    return nil
  }

  /// The object as it is now.
  private var filling: Filling {
    Filling(model, schema, traits, state.value.claims)
  }

  /// Where the value is that the hook has been handed.
  private var handedSource: Source {
    state.value.offset < 0 ? state.value.source : .text(state.value.offset)
  }

  /// All pairs of the object, also where they are handed on straight from the text.
  private var allPairs: [Pair] {
    guard let textStart else { return pairs }
    let position = mapping.reader.position
    let depth = mapping.reader.remainingDepth
    defer {
      mapping.reader.position = position
      mapping.reader.remainingDepth = depth
    }
    mapping.reader.position = textStart
    // The text was read before, so it can be read again.
    return (try? mapping.list(of: .unread, plan.keys)) ?? []
  }

  private func isUnchanged(_ value: Any?) -> Bool {
    guard let value else { return state.value.bits == nil && state.value.handed == nil }
    if let bits = state.value.bits { return bits == ValueBits(value) }
    return state.value.handed.map { HandedValue.isSame($0, value) } ?? false
  }
}
