extension ObjectUnderWay {
  /// Hands each pair to the hook; while it runs, the model refers to this object.
  func handPairs() throws(Misfit) {
    let outer = model.activeMapping
    model.activeMapping = self
    defer { model.activeMapping = outer }
    let takesText = mapping.handsTextAsItIs
    for place in pairs.list.indices {
      let pair = pairs.list[place]
      if mapping.isCut(at: pair.value), !takesText || isWaiting(at: place) { continue }
      let key = key(at: place)
      let value: Any?
      do throws(Misfit) {
        value =
          pair.isPlainText && takesText
          ? String(mapping.reader.bytes[pair.value + 1, pair.end - 1])
          : try handedValue(of: pair)
      } catch {
        mapping.trace(error, .key(key))
        throw error
      }
      try hand(value, key, place)
    }
  }

  /// The untyped value of a pair for the hook; nil for null.
  private func handedValue(of pair: ObjectPairs.Pair) throws(Misfit) -> Any? {
    guard pair.entry < 0 else {
      let value = pairs.treeValues[pair.entry]
      return if case .null = Input(value) { nil } else { value }
    }
    mapping.reader.position = pair.value
    if let integer = mapping.reader.smallInteger() { return integer }
    let input = try mapping.reader.value()
    if case .null = input { return nil }
    return try mapping.hookTree { () throws(Misfit) -> Any in try mapping.tree(of: input) }
  }

  private func hand(_ value: Any?, _ key: String, _ place: Int) throws(Misfit) {
    state.handed.key = TextBits(key)
    state.handed.place = place
    // A value that is known by its bits is alive until the hook returns.
    let bits = ValueBits(value)
    state.handed.bits = bits
    if bits == nil { state.handed.value = value }
    if mapping.notes.isKept { markFed(by: pairs.list[place].targets) }
    do {
      try model.serializeValue(value, key: key)
    } catch {
      throw mapping.rejection(error, isRoot, .key(key))
    }
    state.handed.bits = nil
    if bits == nil { state.handed.value = nil }
    if mapping.failure != nil { throw .stopped }
  }

  /// Marks the properties that a list of targets feeds, for the list of missing keys.
  private func markFed(by targets: TargetList) {
    guard !targets.isNone else { return }
    for target in keys.targets(of: targets) where target.path.isEmpty {
      state.fed.insert(target.property)
    }
  }

  /// Maps a value to the properties that a key feeds, as `super.serializeValue` does.
  ///
  /// A nested hook may call it in the middle of other work of the mapping, so the reader's position
  /// and the rest of `Mapping.place` are restored.
  func apply(_ value: Any?, key: String) throws {
    do throws(Misfit) {
      if try takeBack(value, key) {
        if !state.drafts.isEmpty { setCertain() }
        return
      }
      let outer = mapping.place
      defer { mapping.place = outer }
      try give(value, of: key)
      setCertain()
    } catch {
      let error = mapping.error(for: error)
      _ = mapping.stop(error)
      throw error
    }
  }

  /// Gives a value to the properties that a key feeds.
  ///
  /// A value that the hook did not change is read from the input itself, so that no digit is lost.
  func give(_ value: Any?, of key: String) throws(Misfit) {
    let place = state.handed.place
    let isOwnKey = place >= 0 && isHandedKey(key)
    let targets = isOwnKey ? pairs.list[place].targets : keys.find(key)
    let source: Source =
      place >= 0 && isUnchanged(value) ? source(at: place) : value.map { .tree($0) } ?? .null
    guard !targets.isNone else { return try passUnknown(source) { key } }
    try give(source, to: targets, isOwnKey: isOwnKey) { key }
  }

  /// Gives an unchanged value straight to the only property that its key feeds; false where the
  /// value is changed, or the rules of the property's type have to decide.
  private func takeBack(_ value: Any?, _ key: String) throws(Misfit) -> Bool {
    guard state.handed.place >= 0, isHandedKey(key), isUnchanged(value) else { return false }
    let pair = pairs.list[state.handed.place]
    guard !pair.targets.isNone, case let property = keys.property(of: pair.targets), property >= 0,
      !state.given.contains(property), !pairs.contested.contains(property),
      let slot = directSlot(of: property)
    else { return false }
    if pair.entry >= 0 {
      guard var value, slot.write(&value, in: memory) else { return false }
    } else if pair.isPlainText, slot.takesText {
      // The string is there already; the bytes need not be read again.
      guard let text = payload(of: value, as: String.self), slot.write(text, in: memory) else {
        return false
      }
    } else {
      guard mapping.goesDirectly(pair.value, to: slot) else { return false }
      let outer = mapping.reader.position
      defer { mapping.reader.position = outer }
      mapping.reader.position = pair.value
      guard try mapping.reader.readDirectly(mapping.reader.next(), slot, memory) else {
        return false
      }
    }
    state.fed.insert(property)
    state.given.insert(property)
    return true
  }

  @inline(__always)
  private func isUnchanged(_ value: Any?) -> Bool {
    if let bits = state.handed.bits { return bits == ValueBits(value) }
    guard let value, let handed = state.handed.value else { return false }
    return isSameValue(handed, value)
  }

  /// Whether a key is the key that the hook was handed.
  private func isHandedKey(_ key: String) -> Bool {
    if TextBits(key) == state.handed.key { return true }
    return key == self.key(at: state.handed.place)
  }
}

extension Mapping {
  /// Whether hooks get each string of the input as a `String`, never as a date.
  fileprivate var handsTextAsItIs: Bool {
    let conversion = options.dates.conversion
    return conversion == .automatic || conversion == .string
  }
}
