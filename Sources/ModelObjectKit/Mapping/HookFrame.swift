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
    var targets = TargetList.none
    /// The only property that the key sets, else negative.
    var property = -1
    /// Where the value is in the text; negative if it is in `source`.
    var offset = -1
    var source = ValueLocation.null
    /// Whether the value is what its property takes, not only a view of that.
    var isOwned = true
    /// Whether the hook has passed a value on.
    var isPassedOn = false
    /// The bits of the value if they identify it, else the value.
    var bits: ValueBits?
    var value: Any?
  }

  init(_ mapping: Mapping, _ object: inout ObjectFilling) {
    self.mapping = mapping
    model = object.model
    memory = object.memory
    plan = object.plan
    super.init(State(object: object.handOver()))
  }

  private var keys: KeyIndex { plan.keys }

  /// Hands all pairs to the hook.
  func handPairs() throws(Misfit) {
    let outer = model.activeMapping
    model.activeMapping = self
    defer { model.activeMapping = outer }
    if case .list(let pairs) = state.object.source {
      try handList(pairs)
    } else {
      try handText()
    }
    try finish()
  }

  @inline(never)
  private func finish() throws(Misfit) {
    mapping.finish(&state.object)
    try mapping.checkRequired(&state.object, state.object.schema)
  }

  /// Hands back what is known of the object.
  func handBack() -> ObjectFilling { state.object.handOver() }

  private func handList(_ pairs: [ObjectSource.Pair]) throws(Misfit) {
    try mapping.descend()
    defer { mapping.ascend() }
    var index = 0
    while index < pairs.count {
      var value: Any?
      if try begin(index, of: pairs, &value) { try hand(value, pairs[index].key) }
      index += 1
    }
  }

  /// Begins a pair, and sets its value; false if the hook doesn't get it, as it can't be read.
  @inline(never)
  private func begin(
    _ index: Int,
    of pairs: [ObjectSource.Pair],
    _ value: inout Any?
  ) throws(Misfit) -> Bool {
    let pair = pairs[index]
    state.object.limit = index
    state.source = pair.source
    state.targets = keys.find(pair.key)
    switch pair.source {
    case .tree(let tree): (value, state.isOwned) = (tree, true)
    case .original(let original):
      value = try original.origin.value(at: original.entry)
      guard value != nil else {
        if !state.targets.isNone {
          try mapping.assign(pair.source, to: state.targets, &state.object, key: .text(pair.key))
        }
        return false
      }
      state.isOwned = original.isOwned
    case .text, .null: break
    }
    if case .null = Input(value) { value = nil }
    return true
  }

  private func handText() throws(Misfit) {
    let handsText = mapping.handsTextAsItIs
    var text: Any? = ""
    var found = try firstKey()
    while !found.isNone {
      if let key = try begin(found, handsText) {
        let first = mapping.reader.bytes.peek(state.offset)
        if handsText, first == UInt8(ascii: "\"") {
          replacePayload(of: &text, with: try mapping.reader.stringText())
          try handTextValue(text, key)
        } else {
          try handTextValue(try handedValue(first), key)
        }
      }
      found = try nextKey()
    }
  }

  /// Hands a value to the hook, which may move the reader.
  @inline(__always)
  private func handTextValue(_ value: Any?, _ key: String) throws(Misfit) {
    let end = mapping.state.reader.position
    try hand(value, key)
    mapping.state.reader.position = end
  }

  private func firstKey() throws(Misfit) -> JSONReader.FoundKey {
    try mapping.state.reader.openObject(keys, &state.object.lastSpelling)
  }

  @inline(__always)
  private func nextKey() throws(Misfit) -> JSONReader.FoundKey {
    try mapping.state.reader.nextKey(in: keys, after: &state.object.lastSpelling)
  }

  /// Begins a pair of the text, and returns its key; nil, with its value passed, if the hook doesn't
  /// get it.
  @inline(__always)
  private func begin(
    _ found: JSONReader.FoundKey,
    _ handsText: Bool
  ) throws(Misfit) -> String? {
    _ = mapping.reader.next()
    let start = mapping.reader.position
    state.object.limit = found.token.start
    let key = keys.shortText(at: found.index) ?? mapping.reader.bytes.text(of: found.token)
    state.targets = found.targets
    guard !mapping.isCut(at: start) || handsText && !isWaiting(found.targets, key) else {
      try mapping.reader.skipValue()
      return nil
    }
    state.offset = start
    return key
  }

  /// The untyped value of the text for the hook, unless it is a string as it is; nil for null.
  ///
  /// The reader moves past it.
  @inline(__always)
  private func handedValue(_ first: UInt8) throws(Misfit) -> Any? {
    if let integer = mapping.reader.smallInteger() { return integer }
    if try mapping.reader.null(first) { return nil }
    return try handedTree()
  }

  @inline(never)
  private func handedTree() throws(Misfit) -> Any {
    try mapping.makingHookTree { () throws(Misfit) in
      try mapping.tree(of: try mapping.reader.value())
    }
  }

  /// Records what identifies the value that the hook is about to get.
  @inline(__always)
  private func record(_ value: Any?) throws(Misfit) {
    if state.offset >= 0 { mapping.recordEnd(of: state.offset, &state.object) }
    let targets = state.targets
    state.property = plan.property(of: targets)
    // A value that is known by its bits is alive until the hook returns.
    state.bits = ValueBits(value)
    if state.bits == nil { state.value = value }
    if state.property < 0 || mapping.notes.isOn || state.object.filled.contains(state.property) {
      try prepare(for: targets)
    }
  }

  @inline(__always)
  private func hand(_ value: Any?, _ key: String) throws(Misfit) {
    try record(value)
    // The key is alive until the hook returns.
    state.key = BorrowedText(key)
    defer { state.key = nil }
    do {
      try model.serializeValue(value, key: key)
    } catch {
      throw rejection(error, key)
    }
    if mapping.failure != nil { throw .stopped }
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
    mapping.rejection(error, state.object.isRoot, at: .key(key))
  }

  /// Ranks the keys before this one if they compete with it, and notes that its properties have a
  /// key, whatever the hook does with it.
  @inline(never)
  private func prepare(for targets: TargetList) throws(Misfit) {
    guard !targets.isNone else { return }
    for target in keys.targets(of: targets) {
      if state.object.filled.contains(target.property) { try mapping.rankFilled(&state.object) }
      if mapping.notes.isOn, target.path.isEmpty {
        mapping.contest(of: &state.object).seen.insert(target.property)
      }
    }
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
      try Mapping(options: mapping.givenOptions).update(model, key, value)
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
    let targets = try targets(of: key)
    let isUnchanged = isAsHanded(value)
    let isMapped = isUnchanged ? try mapModels(of: targets, key) : false
    if !isMapped { try assign(value, isUnchanged, to: targets, key) }
    // From now on this key is one of those that were given.
    if isHanded(key) { state.object.limit += 1 }
  }

  @inline(__always)
  private func isHanded(_ key: String) -> Bool { state.key?.isSame(as: key) == true }

  @inline(never)
  private func isAsHanded(_ value: Any?) -> Bool { isUnchanged(value) }

  @inline(never)
  private func targets(of key: String) throws(Misfit) -> TargetList {
    if isHanded(key) { return state.targets }
    try mapping.rankFilled(&state.object)
    return keys.find(key)
  }

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
    return try mapping.mapModel(at: state.source, of: targets, &state.object)
  }

  @inline(never)
  private func mapText(of targets: TargetList, _ key: String) throws(Misfit) -> Bool {
    mapping.reader.position = state.offset
    return try mapping.mapModels(of: targets, &state.object, key: .text(key))
  }

  private func source(of value: Any?, _ isUnchanged: Bool) -> ValueLocation {
    guard isUnchanged else { return value.map { .tree($0) } ?? .null }
    return state.offset < 0 ? state.source : .text(state.offset)
  }

  /// Assigns an unchanged value straight to the only property that its key sets, so that it isn't
  /// read again; false if the value is changed, or the rules of the property's type have to decide.
  @inline(never)
  private func assignUnchanged(_ value: Any?, _ key: String) -> Bool {
    let property = state.property
    guard property >= 0, isHanded(key), state.object.isDirect,
      !state.object.filled.contains(property), isUnchanged(value)
    else { return false }
    let slot = plan.slots[property].direct
    if case .none = slot { return false }
    state.object.checkAccess(to: property)
    let isTaken: Bool
    if state.offset >= 0, let text = payload(of: value, as: String.self) {
      isTaken = slot.write(text, in: memory)
    } else if state.offset >= 0, let integer = payload(of: value, as: Int.self) {
      isTaken = slot.write(integer, in: memory)
    } else {
      isTaken = assignTree(value, slot)
    }
    guard isTaken else { return false }
    state.object.filled.insert(property)
    state.object.limit += 1
    return true
  }

  @inline(never)
  private func assignTree(_ value: Any?, _ slot: DirectSlot) -> Bool {
    guard state.isOwned, var value else { return false }
    return slot.write(&value, in: memory)
  }

  @inline(__always)
  private func isUnchanged(_ value: Any?) -> Bool {
    if let bits = state.bits { return bits == ValueBits(value) }
    guard let value, let handed = state.value else { return false }
    return isSameValue(handed, value)
  }
}
