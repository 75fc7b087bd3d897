/// An object whose class overrides `serializeValue(_:key:)`, as its pairs are handed out.
///
/// A hook has no parameter for the mapping, so the model refers to this frame meanwhile; the hook's
/// call of `super` leads here.
final class HookFrame: Unwatched<HookFrame.State> {
  private let mapping: Mapping
  private let model: any Model
  private let schema: ModelSchema
  /// Whether it is the root that the caller asked for: then errors of its hooks are thrown.
  private let isRoot: Bool

  struct State {
    var object: ObjectFilling
    /// Whether a value is being mapped, so that the filling is in use.
    var isBusy = false
    var pair = Pair()
  }

  /// The pair that the hook has been handed.
  struct Pair {
    var targets = TargetList.none
    var source = Source.null
    /// Whether the value is a string without escapes, as it is in the text.
    var isPlainText = false
    var key = ""
    /// The value, or only its bits if these identify it.
    var value: Any?
    var bits: ValueBits?
  }

  init(
    _ mapping: Mapping,
    _ model: any Model,
    _ schema: ModelSchema,
    _ object: ObjectFilling,
    isRoot: Bool
  ) {
    self.mapping = mapping
    self.model = model
    self.schema = schema
    self.isRoot = isRoot
    super.init(State(object: object))
  }

  private var keys: KeyIndex { schema.keys }

  /// Hands all pairs to the hook.
  func handPairs() throws(Misfit) {
    let outer = model.activeMapping
    model.activeMapping = self
    defer { model.activeMapping = outer }
    switch state.object.source {
    case .text: try handText()
    case .list(let pairs):
      try mapping.descend()
      defer { mapping.reader.remainingDepth += 1 }
      for (place, (key, source)) in pairs.enumerated() {
        state.object.limit = place
        state.pair.targets = keys.find(key)
        state.pair.source = source
        let value: Any?
        if case .original(let original) = source {
          value = try original.origin.value(at: original.entry)
          if value == nil {
            // A value that can't be read is none for a hook.
            guard !state.pair.targets.isNone else { continue }
            try mapping.give(source, to: state.pair.targets, model, &state.object) { key }
            continue
          }
        } else if case .tree(let tree) = source {
          value = tree
        } else {
          value = nil
        }
        let isNull = if case .null = Input(value) { true } else { false }
        try hand(isNull ? nil : value, key)
      }
    case .dictionary, .none: break
    }
    mapping.finish(model, &state.object)
  }

  private func handText() throws(Misfit) {
    let takesText = mapping.handsTextAsItIs
    var found = try mapping.reader.openObject(keys, &state.object.place)
    while !found.isNone {
      let first = mapping.reader.next()
      let start = mapping.reader.position
      state.object.limit = found.token.start
      let key = keys.shortText(at: found.place) ?? mapping.reader.text(of: found.token)
      if !mapping.isCut(at: start) || takesText && !isWaiting(found.targets, key) {
        state.pair.targets = found.targets
        state.pair.source = .text(start)
        let value: Any?
        do throws(Misfit) {
          value = try handedValue(first, takesText)
        } catch {
          mapping.trace(error, .key(key))
          throw error
        }
        let end = mapping.reader.position
        if end &- start > 1024 { mapping.rivals(of: &state.object).ends[start] = end }
        try hand(value, key)
        mapping.reader.position = end
      } else {
        try mapping.reader.skipValue()
      }
      found = try mapping.reader.nextKey(in: keys, after: &state.object.place)
    }
  }

  /// The untyped value of the text for the hook; nil for null.
  ///
  /// The reader moves past it.
  private func handedValue(_ first: UInt8, _ takesText: Bool) throws(Misfit) -> Any? {
    if first == UInt8(ascii: "\""), takesText {
      state.pair.isPlainText = true
      return try mapping.reader.stringText()
    }
    state.pair.isPlainText = false
    if let integer = mapping.reader.smallInteger() { return integer }
    let input = try mapping.reader.value()
    if case .null = input { return nil }
    let tree = try mapping.hookTree { () throws(Misfit) -> Any in try mapping.tree(of: input) }
    switch input {
    case .object(.unread), .array(.unread): try mapping.passValue(&mapping.state.reader)
    default: break
    }
    return tree
  }

  private func hand(_ value: Any?, _ key: String) throws(Misfit) {
    // A value that is known by its bits is alive until the hook returns.
    let bits = ValueBits(value)
    state.pair.key = key
    state.pair.bits = bits
    state.pair.value = bits == nil ? value : nil
    if !state.pair.targets.isNone { try prepare(for: state.pair.targets) }
    do {
      try model.serializeValue(value, key: key)
    } catch {
      throw mapping.rejection(error, isRoot, .key(key))
    }
    if mapping.failure != nil { throw .stopped }
  }

  /// Ranks the keys before this one if they compete with it, and notes that its properties have a
  /// key, whatever the hook does with it.
  private func prepare(for targets: TargetList) throws(Misfit) {
    let property = keys.property(of: targets)
    guard property < 0 || mapping.notes.isKept || state.object.filled.contains(property) else {
      return
    }
    for target in keys.targets(of: targets) {
      if state.object.filled.contains(target.property) { try mapping.rankFilled(&state.object) }
      if mapping.notes.isKept, target.path.isEmpty {
        mapping.rivals(of: &state.object).seen.insert(target.property)
      }
    }
  }

  /// Whether a pair waits for the end of its string: a hook gets a cut string only if all
  /// properties that the key feeds keep text.
  private func isWaiting(_ targets: TargetList, _ key: String) -> Bool {
    guard !targets.isNone else { return schema.unknownKeys?.keeps(key) != true }
    let targets = keys.targets(of: targets)
    return targets.isEmpty
      || !targets.allSatisfy { target in
        let property = schema.properties[target.property]
        return target.path.isEmpty && property.terms.transform == nil && property.rules.keepsText
      }
  }

  // MARK: - super

  /// Maps a value to the properties that a key feeds, as `super.serializeValue` does.
  func apply(_ value: Any?, key: String) throws {
    guard !state.isBusy else { return try applyInside(value, key) }
    state.isBusy = true
    defer { state.isBusy = false }
    do throws(Misfit) {
      if try !takeBack(value, key) { try give(value, of: key) }
    } catch {
      let error = mapping.error(for: error)
      _ = mapping.stop(error)
      throw error
    }
  }

  /// Maps a value while another one is being mapped: as an update of its own, whose end at the last
  /// level is the end of this mapping too, or hooks that go back again and again would not end.
  private func applyInside(_ value: Any?, _ key: String) throws {
    if let failure = mapping.failure { throw failure }
    do {
      try Mapping(options: mapping.givenOptions, arrayMapping: [:]).update(model, key, value)
    } catch let error as ModelError where error.code == .tooDeep {
      _ = mapping.stop(error)
      throw error
    }
  }

  /// Gives a value to the properties that a key feeds.
  ///
  /// A value that the hook did not change is read from the input itself, so that no digit is lost.
  private func give(_ value: Any?, of key: String) throws(Misfit) {
    let isOwnKey = key == state.pair.key
    let targets = isOwnKey ? state.pair.targets : keys.find(key)
    let source = isUnchanged(value) ? state.pair.source : value.map { .tree($0) } ?? .null
    if !isOwnKey { try mapping.rankFilled(&state.object) }
    try mapping.give(source, to: targets, model, &state.object) { key }
    // From now on this key is one of those that were given.
    if isOwnKey { state.object.limit += 1 }
  }

  /// Gives an unchanged value straight to the only property that its key feeds; false if the value
  /// is changed, or the rules of the property's type have to decide.
  private func takeBack(_ value: Any?, _ key: String) throws(Misfit) -> Bool {
    let pair = state.pair
    guard !pair.targets.isNone, key == pair.key, isUnchanged(value),
      case let property = keys.property(of: pair.targets), property >= 0,
      state.object.isDirect, !state.object.filled.contains(property)
    else { return false }
    let slot = state.object.plan.directSlots[property]
    if case .none = slot { return false }
    state.object.checkAccess(to: property)
    if pair.isPlainText, slot.takesText {
      // The string is there already; the bytes need not be read again.
      guard let text = payload(of: value, as: String.self),
        slot.write(text, in: state.object.memory)
      else { return false }
    } else {
      guard try mapping.write(pair.source, property, state.object) else { return false }
    }
    state.object.filled.insert(property)
    state.object.limit += 1
    return true
  }

  @inline(__always)
  private func isUnchanged(_ value: Any?) -> Bool {
    if let bits = state.pair.bits { return bits == ValueBits(value) }
    guard let value, let handed = state.pair.value else { return false }
    return isSameValue(handed, value)
  }
}

extension Mapping {
  /// Whether hooks get each string of the input as a `String`, never as a date.
  fileprivate var handsTextAsItIs: Bool {
    let conversion = options.dates.conversion
    return conversion == .automatic || conversion == .string
  }
}
