/// An object whose class overrides `serializeValue(_:key:)`, as its pairs are handed out.
///
/// A hook has no parameter for the mapping, so the model refers to this frame meanwhile; the hook's
/// call of `super` leads here.
final class HookFrame: UncheckedStorage<HookFrame.State> {
  let mapping: Mapping
  let model: any Model
  let memory: ObjectMemory
  let plan: ClassPlan

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

    /// What the pairs have lost of which the hook doesn't get all.
    var losses: [Int: [LostPair]] = [:]
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
    state.losses = state.object.losses
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

  /// Takes a pair of a list, and sets its value; nil if the hook doesn't get it.
  @inline(never)
  private func take(
    _ index: Int,
    of pairs: [ObjectSource.Pair],
    _ value: inout Any?
  ) throws(Misfit) -> String? {
    let pair = pairs[index]
    state.pair = index
    state.targets = keys.find(pair.key)
    if let losses = losses {
      try note(losses, of: .text(pair.key), pair.source)
      return nil
    }
    switch pair.source {
    case .tree(let tree): value = tree
    case .original(let original):
      value = try original.origin.handedValue(at: original.entry)
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
      if let key = try take(pair, handsText) {
        try hand(pair, under: key, text: &text, handsText: handsText)
      }
    }
    mapping.reader.position = pair(end).begin
  }

  /// What the present pair has lost if the hook doesn't get it, as it decides for no property and others
  /// do; else nil.
  private var losses: [LostPair]? {
    guard !state.losses.isEmpty, let losses = state.losses[state.pair],
      losses.count == keys.targets(of: state.targets).count
    else { return nil }
    return losses
  }

  /// Notes what there is to say of a pair that the hook doesn't get, for a report also which keys were
  /// better.
  @inline(never)
  private func note(
    _ losses: [LostPair],
    of key: PairKey,
    _ source: ValueLocation
  ) throws(Misfit) {
    try mapping.noteKeys(behind: key, source, of: state.targets, state.object.schema)
    guard mapping.notes.isReport else { return }
    for loss in losses.inOrder(by: \.property) {
      mapping.noteLost(loss.key, loss.property, of: state.object, to: loss.better)
    }
  }

  @inline(__always)
  private func pair(_ index: Int) -> TextPair { mapping.state.pairs[index] }

  /// Hands the pair of the text to whose value the reader has moved.
  @inline(__always)
  private func hand(
    _ pair: TextPair,
    under key: String,
    text: inout Any?,
    handsText: Bool
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
    if let losses = losses {
      let key = PairKey.token(pair.key.token, in: mapping.reader.bytes)
      try note(losses, of: key, .text(pair.begin))
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
      throw rejection(error)
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
  private func rejection(_ error: any Error) -> Misfit {
    mapping.rejection(error, mapping.state.frame?.isRoot == true)
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
}
