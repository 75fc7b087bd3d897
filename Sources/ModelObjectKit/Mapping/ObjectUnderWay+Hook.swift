extension ObjectUnderWay {
  /// Hands each pair to the hook, with the model set to come back here.
  func handPairs() throws(Misfit) {
    let outer = model.activeMapping
    model.activeMapping = self
    defer { model.activeMapping = outer }
    let takesText = mapping.handsTextAsItIs
    for place in state.pairs.list.indices {
      let pair = state.pairs.list[place]
      let key = mapping.key(of: pair, in: state.pairs, keys)
      var source = mapping.source(of: pair, in: state.pairs)
      let value: Any?
      do throws(Misfit) {
        if pair.isPlainText, takesText {
          let text = String(mapping.reader.bytes[pair.value + 1, pair.end - 1])
          source = .tree(text)
          value = text
        } else {
          value = try mapping.handedValue(of: source)
        }
      } catch {
        mapping.trace(error, .key(key))
        throw error
      }
      try hand(value, key, source, pair.number)
    }
  }

  private func hand(
    _ value: Any?,
    _ key: String,
    _ source: Source,
    _ number: Int
  ) throws(Misfit) {
    // Where the bits tell the value, it is alive until the hook comes back.
    let bits = ValueBits(value)
    state.handed = HandedPair(
      key: key,
      number: number,
      source: source,
      value: bits == nil ? value : nil,
      bits: bits
    )
    if mapping.notes.isKept { markFed(by: number) }
    do {
      try model.serializeValue(value, key: key)
    } catch {
      throw mapping.rejection(error, isRoot, .key(key))
    }
    state.handed.bits = nil
    state.handed.value = nil
    if mapping.failure != nil { throw .stopped }
  }

  /// Notes for the list of missing keys which properties have theirs.
  private func markFed(by number: Int) {
    guard number >= 0 else { return }
    for target in keys.targets(of: number) where target.path.isEmpty {
      state.fed.insert(target.property)
    }
  }

  /// The default of the hook: maps a value to the properties that a key belongs to.
  ///
  /// It may be called in the middle of other work of the mapping, by a nested hook: where that was
  /// reading does not change.
  func apply(_ value: Any?, key: String) throws {
    let outer = mapping.place
    defer { mapping.place = outer }
    do throws(Misfit) {
      try give(value, of: key)
    } catch {
      let error = mapping.error(for: error)
      _ = mapping.stop(error)
      throw error
    }
  }

  /// Gives a value to the properties that a key feeds.
  ///
  /// What is handed back unchanged is read from the input itself, to its last digit.
  func give(_ value: Any?, of key: String) throws(Misfit) {
    let isOwnKey = key == state.handed.key
    let number = isOwnKey ? state.handed.number : keys.find(key)
    guard number >= 0 else {
      if mapping.notes.isKept { mapping.noteUnknown(key, schema) }
      return
    }
    let source: Source =
      isUnchanged(value) ? state.handed.source : value.map { .tree($0) } ?? .null
    try give(source, of: number, isOwnKey: isOwnKey) { key }
  }

  private func isUnchanged(_ value: Any?) -> Bool {
    if let bits = state.handed.bits { return bits == ValueBits(value) }
    guard let value else { return state.handed.value == nil }
    return state.handed.value.map { isSameValue($0, value) } ?? false
  }
}

extension Mapping {
  /// The value of a pair as a hook gets it; nil for null.
  fileprivate func handedValue(of source: Source) throws(Misfit) -> Any? {
    switch source {
    case .null: return nil
    case .tree(let value):
      if case .null = Input(value) { return nil }
      return value
    case .text(let offset):
      reader.position = offset
      if let integer = reader.smallInteger() { return integer }
      let input = try reader.value()
      if case .null = input { return nil }
      return try hookTree { () throws(Misfit) -> Any in try tree(of: input) }
    }
  }

  /// Whether hooks get text as it stands in the input, and no date in its place.
  fileprivate var handsTextAsItIs: Bool {
    let conversion = options.dates.conversion
    return conversion == .automatic || conversion == .string
  }
}
