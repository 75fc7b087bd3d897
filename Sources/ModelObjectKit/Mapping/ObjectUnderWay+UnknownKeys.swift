extension ObjectUnderWay {
  /// Keeps a pair whose key feeds no property, where the class keeps such keys; else notes the key.
  func passUnknown(_ source: Source, _ key: () -> String) throws(Misfit) {
    guard schema.unknownKeys != nil || mapping.notes.isKept else { return }
    let key = key()
    if let unknownKeys = schema.unknownKeys, unknownKeys.keeps(key) {
      try keep(source, key, unknownKeys)
    } else {
      mapping.noteUnknown(key, schema)
    }
  }

  /// Keeps the value of a tag that names no class, so that the export writes it again; a tag that
  /// names one, or null, takes the place of one that was kept.
  func keepTag(_ source: Source, _ key: String) throws(Misfit) {
    guard let unknownKeys = schema.unknownKeys, unknownKeys.keeps(key) else { return }
    let input = try mapping.input(from: source)
    if input.isNullOrNullText || schema.family.lists(input, under: key) {
      if !isFresh, unknownKeys.read(from: model)[key] != nil { keep(nil, key, unknownKeys) }
    } else if !input.isCutString {
      try keep(source, key, unknownKeys)
    }
  }

  /// Puts a value under its key, or removes the one that is there.
  private func keep(_ value: Any?, _ key: String, _ unknownKeys: UnknownKeys) {
    if let slot = unknownKeys.slot {
      if !isFresh || isHooked { checkExclusiveAccess(to: memory, at: slot.offset) }
      unknownKeys.keep(value, under: key, at: slot, in: memory)
    } else {
      keepInDraft(value, under: key, unknownKeys)
    }
  }

  private func keep(
    _ source: Source,
    _ key: String,
    _ unknownKeys: UnknownKeys
  ) throws(Misfit) {
    let mark = mapping.notes.mark
    let input = try mapping.input(from: source)
    do throws(Misfit) {
      let value = try unknownKeys.value(of: input, mapping)
      keep(.some(value), key, unknownKeys)
      noteKept(value, key, unknownKeys)
    } catch {
      if error.isFatal {
        mapping.trace(error, .key(key))
        throw error
      }
      mapping.note(error, input, unknownKeys.rules)
      _ = mapping.takeLeftOut()
    }
    guard mapping.notes.isKept else { return }
    let name = unknownKeys.property.name
    mapping.notes.prefix(since: mark, key: .key(key), property: .key(name))
  }

  /// Notes for a report that a pair was kept, as `others.key`.
  private func noteKept(_ value: Any, _ key: String, _ unknownKeys: UnknownKeys) {
    guard mapping.notes.isReport else { return }
    let place = PathStep.key(key).joined(to: "")
    let text = unknownKeys.rules.text(of: value)
    mapping.notes.add(MappingReport.Match(property: place, key: "", value: text))
  }
}
