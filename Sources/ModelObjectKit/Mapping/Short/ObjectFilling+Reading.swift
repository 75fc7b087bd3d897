extension ObjectFilling {
  /// Reads pairs of a text that need only the reader, beginning with the value of `key`; returns
  /// the first key that needs more, or none at the end of the object.
  ///
  /// Each key is guessed from the one before it and compared in place; each value of a common type
  /// is read from the bytes into its property.
  @_transparent
  mutating func read(
    from key: JSONReader.FoundKey,
    _ reader: inout JSONReader
  ) throws(Misfit) -> JSONReader.FoundKey {
    var found = key
    while true {
      found = try readSpelled(from: found, &reader)
      guard !found.isNone, try readUnspelled(found, &reader) else { return found }
      found = try reader.nextKey(in: plan.keys, after: &lastSpelling)
    }
  }

  /// Reads the value of a key whose spelling is not in the table, or that sets nothing; false,
  /// with nothing read, if that needs more than the reader.
  private mutating func readUnspelled(
    _ found: JSONReader.FoundKey,
    _ reader: inout JSONReader
  ) throws(Misfit) -> Bool {
    let property = found.targets.isNone ? -1 : plan.keys.property(of: found.targets)
    if property < 0 {
      guard passesUnknownKeys, plan.keys.isEmpty(found.targets) else { return false }
      _ = reader.next()
      try reader.skipValue()
      return true
    }
    guard !isUnsaved, !decided.contains(property) else { return false }
    checkAccess(to: property)
    guard try reader.readDirectly(reader.next(), into: plan.slots[property].direct, of: memory)
    else {
      return false
    }
    decided.insert(property)
    return true
  }

  /// Reads pairs whose keys' spellings are in the table and whose values need only the reader, now or
  /// for an accessor at the end of the object, beginning with the value of `key`; returns the first
  /// other key.
  private mutating func readSpelled(
    from key: JSONReader.FoundKey,
    _ reader: inout JSONReader
  ) throws(Misfit) -> JSONReader.FoundKey {
    guard !key.index.isNone else { return key }
    let keys = plan.keys
    var index = key.index
    var start = key.token.start
    while true {
      let spelling = keys.spelling(at: index)
      // Loaded before the value is read, so that the load has time to finish.
      let guess = keys.follower(of: index)
      let property = spelling.property
      guard property >= 0, !decided.contains(property) else {
        lastSpelling = index
        return JSONReader.FoundKey(start, spelling, index)
      }
      checkAccess(to: property)
      let first = reader.next()
      if isUnsaved {
        guard try reader.pass(first, heldBy: spelling.slot, memory) else {
          lastSpelling = index
          return JSONReader.FoundKey(start, spelling, index)
        }
      } else if case .string(let slot) = spelling.slot, first == UInt8(ascii: "\"") {
        slot.write(try reader.stringText(), in: memory)
      } else if case .int(let slot) = spelling.slot, let value = reader.smallInteger() {
        slot.write(value, in: memory)
      } else if try !reader.readDirectly(first, into: spelling.slot, of: memory) {
        let found = JSONReader.FoundKey(start, spelling, index)
        guard try wait(found, property, first: first, in: &reader) else {
          lastSpelling = index
          return found
        }
      }
      decided.insert(property)
      if let next = reader.guessedKey(guess, in: keys, after: reader.betweenPairs) {
        start = next.token.start
        index = guess
        continue
      }
      lastSpelling = index
      let found = try reader.nextUnguessedKey(in: keys, after: &lastSpelling)
      guard !found.index.isNone else { return found }
      index = found.index
      start = found.token.start
    }
  }
}
