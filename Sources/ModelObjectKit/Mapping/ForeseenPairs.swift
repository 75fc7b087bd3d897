extension JSONReader {
  /// Reads pairs into an object's properties from one on whose key has been read, as long as their
  /// values go there as they are; the first key whose value does not, or none where the object is at
  /// its end.
  mutating func readForeseen(
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
