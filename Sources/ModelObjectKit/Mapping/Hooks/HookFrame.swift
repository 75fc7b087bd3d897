/// An object whose class overrides `serializeValue(_:key:)`, as its pairs are handed out.
///
/// A hook has no parameter for the mapping, so the model refers to this frame meanwhile; the hook's
/// call of `super` leads here.
final class HookFrame: UncheckedStorage<HookFrame.State> {
  private let mapping: Mapping
  private let model: any Model
  private let memory: ObjectMemory
  private let plan: ClassPlan

  struct State: ~Copyable {
    var object: ObjectFilling
    /// Whether a value is being mapped, so that the filling is in use.
    var isBusy = false

    // The pair that the hook has been handed.

    /// Nil except in the hook.
    var key: BorrowedText?
    /// The number of the pair among all of the object.
    var pair = 0
    var targets = TargetList.none
    /// Where the value is in the text; negative if the pair is one of a list.
    var offset = -1
    /// The bits of the value if they identify it, as it is alive until the hook returns; else the value.
    var bits: ValueBits?
    var value: Any?
    /// Whether the hook has passed a value on.
    var isPassedOn = false
  }

  init(_ mapping: Mapping, _ object: inout ObjectFilling) {
    self.mapping = mapping
    model = object.model
    memory = object.memory
    plan = object.plan
    super.init(State(object: object.handOver()))
  }

  private var keys: KeyIndex { plan.keys }

  /// Hands the pairs that decide, and those that no property takes, to the hook.
  func handPairs() throws(Misfit) {
    let outer = model.activeMapping
    let first = mapping.state.pairs.count
    model.activeMapping = self
    defer {
      model.activeMapping = outer
      mapping.state.pairs.removeAll(from: first)
    }
    let pairs = try collect()
    if let pairs { try handList(pairs) } else { try handText(from: first) }
    try finish(pairs, from: first)
  }

  @inline(never)
  private func finish(_ pairs: [ObjectSource.Pair]?, from first: Int) throws(Misfit) {
    state.isBusy = true
    defer { state.isBusy = false }
    try mapping.takePassedNulls(&state.object)
    if mapping.notes.isOn { noteKeys(pairs, from: first) }
    try mapping.finish(&state.object)
  }

  /// Notes that properties have a key, whatever the hook has done with it.
  @inline(never)
  private func noteKeys(_ list: [ObjectSource.Pair]?, from first: Int) {
    let count = list?.count ?? mapping.state.pairs.count - 1 - first
    for index in 0..<count {
      let targets = list.map { keys.find($0[index].key) } ?? pair(first + index).key.targets
      guard !targets.isNone else { continue }
      for target in keys.targets(of: targets) where target.path.isEmpty {
        mapping.extras(of: &state.object).handed.insert(target.property)
      }
    }
  }

  /// Collects the pairs, and returns them unless they are in the text.
  @inline(never)
  private func collect() throws(Misfit) -> [ObjectSource.Pair]? {
    try mapping.collect(&state.object, keepsPairs: true)
    guard case .list(let pairs) = state.object.source else { return nil }
    return pairs
  }

  /// Gives back what is known of the object.
  @inline(never)
  func giveBack(_ object: inout ObjectFilling) { swap(&object, &state.object) }

  private func handList(_ pairs: [ObjectSource.Pair]) throws(Misfit) {
    try mapping.descend()
    defer { mapping.ascend() }
    for index in 0..<pairs.count {
      var value: Any?
      if let key = try take(index, of: pairs, &value) { try hand(value, key) }
    }
  }

  /// Takes a pair of a list, and sets its value; nil if the hook doesn't get it, as it can't be read.
  @inline(never)
  private func take(
    _ index: Int,
    of pairs: [ObjectSource.Pair],
    _ value: inout Any?
  ) throws(Misfit) -> String? {
    let pair = pairs[index]
    state.pair = index
    state.targets = keys.find(pair.key)
    guard state.object.handsPair(index, of: state.targets) else {
      try noteLosses(.text(pair.key), pair.source)
      return nil
    }
    switch pair.source {
    case .tree(let tree): value = tree
    case .original(let original):
      value = try original.origin.value(at: original.entry)
      guard value != nil else {
        state.object.passing = .own
        try mapping.assign(pair.source, to: state.targets, &state.object, key: .text(pair.key))
        return nil
      }
    case .text, .null: break
    }
    let input = mapping.input(of: value)
    if case .null = input {
      value = nil
    } else if !mapping.handsTextAsItIs {
      value = try handedTree(input)
    }
    return pair.key
  }

  /// Hands the pairs of the text that have been collected from an index on.
  private func handText(from first: Int) throws(Misfit) {
    let handsText = mapping.handsTextAsItIs
    var text: Any? = ""
    let end = mapping.state.pairs.count - 1
    try mapping.descend()
    defer { mapping.ascend() }
    for index in 0..<end - first {
      state.pair = index
      let pair = pair(first + index)
      if let key = try take(pair, handsText) { try hand(pair, key, &text, handsText) }
    }
    mapping.reader.position = pair(end).begin
  }

  /// Notes what there is to say of a pair that the hook doesn't get, for a report also which keys were
  /// better.
  @inline(never)
  private func noteLosses(_ key: PairKey, _ source: ValueLocation) throws(Misfit) {
    try mapping.noteKeys(behind: key, source, of: state.targets, state.object.schema)
    guard mapping.notes.isReport else { return }
    for (property, lost, better) in state.object.losses(of: state.pair) {
      mapping.noteLost(lost, property, state.object, to: better)
    }
  }

  @inline(__always)
  private func pair(_ index: Int) -> TextPair { mapping.state.pairs[index] }

  /// Hands the pair of the text to whose value the reader has moved.
  @inline(__always)
  private func hand(
    _ pair: TextPair,
    _ key: String,
    _ text: inout Any?,
    _ handsText: Bool
  ) throws(Misfit) {
    let bytes = mapping.state.reader.bytes
    let first = bytes.peek(pair.begin)
    if handsText, first == UInt8(ascii: "\"") {
      replacePayload(of: &text, with: bytes.text(of: pair.text))
      try hand(text, key)
    } else {
      try hand(try handedValue(first), key)
    }
  }

  /// Moves to the value of a pair of the text, and returns its key; nil if the hook doesn't get it.
  @inline(__always)
  private func take(_ pair: TextPair, _ handsText: Bool) throws(Misfit) -> String? {
    state.targets = pair.key.targets
    guard state.object.handsPair(state.pair, of: state.targets) else {
      try noteLosses(.token(pair.key.token, in: mapping.reader.bytes), .text(pair.begin))
      return nil
    }
    mapping.state.reader.position = pair.begin
    let key = keys.shortText(at: pair.key.index) ?? mapping.reader.bytes.text(of: pair.key.token)
    return takesValue(at: pair.begin, key, handsText) ? key : nil
  }

  /// Whether the hook gets the value at an offset of the text.
  @inline(__always)
  private func takesValue(at offset: Int, _ key: String, _ handsText: Bool) -> Bool {
    state.offset = offset
    return !mapping.isCut(at: offset) || handsText && !isWaiting(state.targets, key)
  }

  /// The untyped value of the text for the hook, unless it is a string as it is; nil for null.
  ///
  /// The reader moves past it.
  @inline(__always)
  private func handedValue(_ first: UInt8) throws(Misfit) -> Any? {
    if let integer = mapping.reader.smallInteger() { return integer }
    if try mapping.reader.null(first) { return nil }
    return try handedTree(try mapping.nextInput())
  }

  @inline(never)
  private func handedTree(_ input: Input) throws(Misfit) -> Any {
    try mapping.handedTree(of: input)
  }

  @inline(__always)
  private func hand(_ value: Any?, _ key: String) throws(Misfit) {
    begin(value, key)
    defer { state.key = nil }
    do {
      try model.serializeValue(value, key: key)
    } catch {
      throw rejection(error, key)
    }
    try end(key)
  }

  @inline(__always)
  private func begin(_ value: Any?, _ key: String) {
    state.bits = ValueBits(value)
    if state.bits == nil { state.value = value }
    // The key is alive until the hook returns.
    state.key = BorrowedText(key)
  }

  @inline(__always)
  private func end(_ key: String) throws(Misfit) {
    if mapping.hasFailed { throw .stopped }
    if mapping.notes.isReport { noteHandled(key) }
  }

  /// Notes for a report that the hook has kept a pair to itself.
  @inline(never)
  private func noteHandled(_ key: String) {
    defer { state.isPassedOn = false }
    guard !state.isPassedOn else { return }
    let targets = state.targets.isNone ? [] : Array(keys.targets(of: state.targets))
    let names: [String?] = targets.map { state.object.schema.properties[$0.property].name }
    for name in names.isEmpty ? [nil] : names {
      mapping.noteRemark("handled by serializeValue", on: key, name)
    }
  }

  @inline(never)
  private func rejection(_ error: any Error, _ key: String) -> Misfit {
    mapping.rejection(error, mapping.state.frame?.isRoot == true, at: .key(key))
  }

  /// Whether a pair waits for the end of its string: a hook gets a cut string only if all
  /// properties that the key sets keep text.
  private func isWaiting(_ targets: TargetList, _ key: String) -> Bool {
    let schema = state.object.schema
    guard !targets.isNone else { return schema.unknownKeys?.keeps(key) != true }
    let targets = keys.targets(of: targets)
    return targets.isEmpty
      || !targets.allSatisfy { target in
        let property = schema.properties[target.property]
        return target.path.isEmpty && property.transform == nil && property.shape.storesText
      }
  }

  // MARK: - super

  /// Maps a value to the properties that a key sets, as `super.serializeValue` does.
  func apply(_ value: Any?, key: String) throws {
    guard !state.isBusy else { return try applyInside(value, key) }
    state.isBusy = true
    defer { state.isBusy = false }
    do throws(Misfit) {
      if !assignUnchanged(value, key) { try assign(value, of: key) }
    } catch {
      throw stop(error)
    }
  }

  @inline(never)
  private func stop(_ misfit: Misfit) -> ModelError {
    let error = mapping.error(for: misfit)
    _ = mapping.stop(error)
    return error
  }

  /// Maps a value while another one is being mapped: as an update of its own, whose end at the last
  /// level is the end of this mapping too, or hooks that go back again and again would not end.
  @inline(never)
  private func applyInside(_ value: Any?, _ key: String) throws {
    if let failure = mapping.failure { throw failure }
    do {
      try Mapping(options: mapping.options).update(model, key, value)
    } catch let error as ModelError where error.code == .tooDeep {
      _ = mapping.stop(error)
      throw error
    }
  }

  /// Assigns a value to the properties that a key sets.
  ///
  /// A value that the hook did not change is read from the input itself, so that no digit is lost.
  private func assign(_ value: Any?, of key: String) throws(Misfit) {
    state.isPassedOn = true
    let isUnchanged = isAsHanded(value)
    guard isHanded(key) else {
      state.object.passing = .other
      return try mapping.assign(source(of: value, isUnchanged), under: key, &state.object)
    }
    state.object.passing = .own
    if isUnchanged, try mapModels(of: state.targets, key) { return }
    try assign(value, isUnchanged, to: state.targets, key)
  }

  @inline(__always)
  private func isHanded(_ key: String) -> Bool { state.key?.isSame(as: key) == true }

  @inline(never)
  private func isAsHanded(_ value: Any?) -> Bool { isUnchanged(value) }

  @inline(never)
  private func assign(
    _ value: Any?,
    _ isUnchanged: Bool,
    to targets: TargetList,
    _ key: String
  ) throws(Misfit) {
    try mapping.assign(source(of: value, isUnchanged), to: targets, &state.object, key: .text(key))
  }

  /// Maps the value that the hook was handed to new models; false unless that is all there is to it.
  @inline(__always)
  private func mapModels(of targets: TargetList, _ key: String) throws(Misfit) -> Bool {
    if state.offset >= 0 { return try mapText(of: targets, key) }
    return try mapping.mapModel(at: source, of: targets, &state.object, key: key)
  }

  /// Where the value is that the hook was handed.
  private var source: ValueLocation {
    guard state.offset < 0 else { return .text(state.offset) }
    guard case .list(let pairs) = state.object.source else { return .null }
    return pairs[state.pair].source
  }

  @inline(never)
  private func mapText(of targets: TargetList, _ key: String) throws(Misfit) -> Bool {
    mapping.reader.position = state.offset
    return try mapping.mapModels(of: targets, &state.object, key: .text(key))
  }

  private func source(of value: Any?, _ isUnchanged: Bool) -> ValueLocation {
    isUnchanged ? source : value.map { .tree($0) } ?? .null
  }

  /// Assigns an unchanged value straight to the only property that its key sets, so that it isn't
  /// read again; false if the value is changed, or the rules of the property's type have to decide.
  @inline(never)
  private func assignUnchanged(_ value: Any?, _ key: String) -> Bool {
    let property = plan.property(of: state.targets)
    guard property >= 0, isHanded(key), state.object.isDirect,
      !state.object.decided.contains(property), isUnchanged(value)
    else { return false }
    let slot = plan.slots[property].direct
    if case .none = slot { return false }
    state.object.checkAccess(to: property)
    guard write(value, to: slot) else { return false }
    state.object.decided.insert(property)
    return true
  }

  /// Writes the value that the hook was handed into a slot that takes it.
  @inline(__always)
  private func write(_ value: Any?, to slot: DirectSlot) -> Bool {
    if state.offset >= 0, let text = payload(of: value, as: String.self) {
      return slot.write(text, in: memory)
    }
    if state.offset >= 0, let integer = payload(of: value, as: Int.self) {
      return slot.write(integer, in: memory)
    }
    return writeTree(value, to: slot)
  }

  @inline(never)
  private func writeTree(_ value: Any?, to slot: DirectSlot) -> Bool {
    // A view of a decoder's value isn't what the property takes.
    if case .original(let original) = source, !original.isOwned { return false }
    guard var value else { return false }
    return slot.write(&value, in: memory)
  }

  @inline(__always)
  private func isUnchanged(_ value: Any?) -> Bool {
    if let bits = state.bits { return bits == ValueBits(value) }
    guard let value, let handed = state.value else { return false }
    return isSameValue(handed, value)
  }
}
