extension JSONReader {
  /// Reads pairs into an object's properties, as long as their values go there as they are; the
  /// first key whose value does not, or nil where the object is at its end.
  ///
  /// A key that comes in another order than in other texts is one too.
  mutating func readForeseen(
    _ plan: TextPlan,
    _ memory: ObjectMemory,
    _ claims: inout Filling.Claims,
    after previous: inout Int
  ) throws(Misfit) -> FoundKey? {
    let keys = plan.keys
    let slots = plan.directSlots
    while true {
      let start = try startOfKey()
      let guess = keys.follower(of: previous)
      let end = guess < 0 ? -1 : keys.end(of: guess, from: start, in: bytes)
      let value = end < 0 ? -1 : behindKeys.end(from: end, in: bytes)
      guard value >= 0 else {
        return try unforeseenKey(from: start, in: keys, after: &previous)
      }
      previous = guess
      position = value
      let property = keys.property(at: guess)
      guard property >= 0, claims.areFree(property),
        try readDirectly(next(), slots[property], memory)
      else {
        return FoundKey(
          token: JSONStringToken(start: start, end: end, hasEscapes: false),
          number: keys.number(at: guess),
          place: guess
        )
      }
      claims.take(property)
      guard try hasMore(closing: UInt8(ascii: "}")) else { return nil }
    }
  }
}
