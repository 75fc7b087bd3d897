extension JSONReader {
  /// Reads pairs into an object's properties, as long as their values go there as they are; the
  /// first key whose value does not, or nil where the object is at its end.
  ///
  /// A key that comes in another order than in other texts is one too.
  mutating func readForeseen(
    _ plan: TextPlan,
    _ memory: ObjectMemory,
    _ claims: inout Claims,
    after previous: inout Int
  ) throws(Misfit) -> FoundKey? {
    let keys = plan.keys
    let slots = plan.directSlots
    var guess = keys.follower(of: previous)
    while true {
      let start = try startOfKey()
      guard guess >= 0 else {
        return try unforeseenKey(from: start, in: keys, after: &previous)
      }
      let spelling = keys.spelling(at: guess)
      let end = keys.end(of: spelling, from: start, in: bytes)
      let value = end < 0 ? -1 : behindKeys.end(from: end, in: bytes)
      guard value >= 0 else {
        return try unforeseenKey(from: start, in: keys, after: &previous)
      }
      previous = guess
      position = value
      // Asked before the value is read: it takes the processor a while to get it.
      let following = keys.follower(of: guess)
      let property = spelling.property
      guard property >= 0, claims.areFree(property) else {
        return FoundKey(start, end, spelling, guess)
      }
      let slot = slots[property]
      let first = next()
      if case .string(let slot) = slot, first == UInt8(ascii: "\"") {
        slot.write(try directText(), in: memory)
      } else if try !readDirectly(first, slot, memory) {
        return FoundKey(start, end, spelling, guess)
      }
      claims.insert(property, .fed)
      guard try hasMore(closing: UInt8(ascii: "}")) else { return nil }
      guess = following
    }
  }
}
