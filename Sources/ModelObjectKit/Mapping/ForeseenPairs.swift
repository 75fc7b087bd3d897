extension JSONReader {
  /// Reads the pairs of an object from one on whose key has been read, as long as nothing but a
  /// reader is needed; the first key that needs more, or none where the object is at its end.
  mutating func readAlone(
    _ model: any Model,
    _ object: inout TextFilling,
    from key: FoundKey
  ) throws(Misfit) -> FoundKey {
    var found = key
    while true {
      found = try readForeseen(&object, from: found)
      guard !found.isNone, try readUnforeseen(found, model, &object) else { return found }
      found = try nextKey(in: object.plan.keys, after: &object.place)
    }
  }

  /// Reads the value of a key that was not foreseen, or feeds something else than one property;
  /// false, and nothing is read, where that needs more than a reader.
  private mutating func readUnforeseen(
    _ found: FoundKey,
    _ model: any Model,
    _ object: inout TextFilling
  ) throws(Misfit) -> Bool {
    let number = found.number
    guard number >= 0 else {
      guard object.skipsUnknown else { return false }
      _ = next()
      try skipValue()
      return true
    }
    let property = object.plan.keys.property(of: number)
    guard property >= 0 else {
      guard let paths = object.plan.keys.plan(of: number), !object.claims.contains(number, .path),
        try readForeseen(paths, object.plan, model, &object.claims)
      else { return false }
      object.claims.insert(number, .path)
      return true
    }
    guard found.place < 0, object.claims.areFree(property),
      try readDirectly(next(), object.plan.directSlots[property], object.memory)
    else { return false }
    object.claims.insert(property, .fed)
    return true
  }

  /// Reads pairs into an object's properties from one on whose key has been read, as long as their
  /// values go there as they are; the first key whose value does not, or none where the object is at
  /// its end.
  private mutating func readForeseen(
    _ object: inout TextFilling,
    from key: FoundKey
  ) throws(Misfit) -> FoundKey {
    guard key.place >= 0 else { return key }
    let keys = object.plan.keys
    var place = key.place
    var start = key.token.start
    while true {
      let spelling = keys.spelling(at: place)
      // Asked before the value is read: it takes the processor a while to get it.
      let guess = keys.follower(of: place)
      let property = spelling.property
      guard property >= 0, object.claims.areFree(property) else {
        object.place = place
        return FoundKey(start, spelling, place)
      }
      let first = next()
      if case .string(let slot) = spelling.slot, first == UInt8(ascii: "\"") {
        slot.write(try directText(), in: object.memory)
      } else if case .int(let slot) = spelling.slot, let value = shortInteger() {
        slot.write(value, in: object.memory)
      } else if try !readDirectly(first, spelling.slot, object.memory) {
        object.place = place
        return FoundKey(start, spelling, place)
      }
      object.claims.insert(property, .fed)
      if guess >= 0 {
        let value = startOfValue(behind: keys.spelling(at: guess), in: keys, after: betweenPairs)
        if value >= 0 {
          start = position &+ betweenPairs.count
          position = value
          place = guess
          continue
        }
      }
      object.place = place
      let found = try nextUnforeseenKey(in: keys, after: &object.place)
      guard found.place >= 0 else { return found }
      place = found.place
      start = found.token.start
    }
  }
}
