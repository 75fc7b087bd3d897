/// The plain way: one loop over the text that reads values into the properties of a fresh object.
///
/// It calls no rules and no hooks, and keeps no notes. Each key is guessed from the one before it
/// and compared in place; each value of a common type is read from the bytes into its property. A
/// key that needs more is returned to the mapping, which reads its value by the rules of the
/// property's type and continues the loop, or maps the complete object the full way
/// (`Mapping+PlainWay.swift`).
struct PlainObject {
  let plan: TextPlan
  /// The memory of the object, which the caller keeps alive.
  let memory: ObjectMemory
  /// The properties that a key of the input has fed.
  var fed = PropertySet()
  /// The lists of targets of the keys read so far that are tags, feed several properties or have
  /// paths, by their numbers.
  var passed = TargetListSet()
  /// The place of the spelling that was read last.
  var place: SpellingPlace
  /// The tags by which an early look found the object's class; nil where there was none.
  var tags: Immortal<TagPlan>?
  /// The bytes between the pairs of the objects inside this one: they are indented alike, but not
  /// like its own pairs.
  var innerGap = BytePattern()

  @inline(__always)
  init(_ plan: TextPlan, _ memory: ObjectMemory) {
    self.plan = plan
    self.memory = memory
    place = plan.keys.firstPlace
  }
}

extension PlainObject {
  /// Reads pairs that need only the reader, beginning with the value of `key`; returns the first
  /// key that needs more, or none at the end of the object.
  @inline(__always)
  mutating func read(
    from key: JSONReader.FoundKey,
    _ reader: inout JSONReader,
    _ replaced: inout ReplacedValues
  ) throws(Misfit) -> JSONReader.FoundKey {
    var found = key
    while true {
      found = try readSpelled(from: found, &reader, &replaced)
      guard !found.isNone, try readUnspelled(found, &reader, &replaced) else { return found }
      found = try reader.nextKey(in: plan.keys, after: &place)
    }
  }

  /// Reads the value of a key whose spelling is not in the table, or that feeds nothing; false,
  /// with nothing read, where that needs more than the reader.
  private mutating func readUnspelled(
    _ found: JSONReader.FoundKey,
    _ reader: inout JSONReader,
    _ replaced: inout ReplacedValues
  ) throws(Misfit) -> Bool {
    let property = found.targets.isNone ? -1 : plan.keys.property(of: found.targets)
    if property < 0, plan.keys.isEmpty(found.targets) {
      // Of a repeated tag the last value counts.
      guard found.targets.isNone || passed.insert(found.targets) else { return false }
      _ = reader.next()
      try reader.skipValue()
      return true
    }
    guard found.place.isNone, property >= 0, !fed.contains(property) else { return false }
    let slot = plan.directSlots[property]
    replaced.keep(property, slot, memory)
    guard try reader.readDirectly(reader.next(), slot, memory) else { return false }
    fed.insert(property)
    return true
  }

  /// Reads pairs whose keys' spellings are in the table and whose values need only the reader,
  /// beginning with the value of `key`; returns the first other key.
  private mutating func readSpelled(
    from key: JSONReader.FoundKey,
    _ reader: inout JSONReader,
    _ replaced: inout ReplacedValues
  ) throws(Misfit) -> JSONReader.FoundKey {
    guard !key.place.isNone else { return key }
    let keys = plan.keys
    var place = key.place
    var start = key.token.start
    while true {
      let spelling = keys.spelling(at: place)
      // Loaded before the value is read, so that the load has time to finish.
      let guess = keys.follower(of: place)
      let property = spelling.property
      guard property >= 0, !fed.contains(property) else {
        self.place = place
        return JSONReader.FoundKey(start, spelling, place)
      }
      let first = reader.next()
      if case .string(let slot) = spelling.slot, first == UInt8(ascii: "\"") {
        let text = try reader.stringText()
        if slot.borrow(from: memory, { !$0.isEmpty }) { replaced.keep(property, slot, memory) }
        slot.write(text, in: memory)
      } else if case .int(let slot) = spelling.slot, let value = reader.shortInteger() {
        if slot.read(from: memory) != 0 { replaced.keep(property, slot, memory) }
        slot.write(value, in: memory)
      } else {
        replaced.keep(property, spelling.slot, memory)
        guard try reader.readDirectly(first, spelling.slot, memory) else {
          self.place = place
          return JSONReader.FoundKey(start, spelling, place)
        }
      }
      fed.insert(property)
      if let next = reader.guessedKey(guess, in: keys, after: reader.betweenPairs) {
        start = next.token.start
        place = guess
        continue
      }
      self.place = place
      let found = try reader.nextUnguessedKey(in: keys, after: &self.place)
      guard !found.place.isNone else { return found }
      place = found.place
      start = found.token.start
    }
  }
}
