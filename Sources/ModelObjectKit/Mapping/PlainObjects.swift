/// The plain way: one loop over the text that puts values into the properties of a fresh object.
///
/// It notes nothing and asks nothing. Each key is guessed from the one before it and compared where
/// it lies; each value of a common type goes from the bytes to its place. A key that needs more
/// comes back to the mapping, which reads the value by the rules of its type and goes on here, or
/// takes the whole object the full way: see `Mapping+PlainWay`.
struct PlainObject {
  let plan: TextPlan
  /// The caller holds the object for as long as the memory is used.
  let memory: ObjectMemory
  /// The properties that a key of the input has fed.
  var fed = PropertySet()
  /// The keys that feed several properties, or lead on by paths, by the numbers of their targets.
  var passed = PropertySet()
  /// The place of the spelling that was met last.
  var place: Int
  /// How an early look at the object's tags found its class, where it did.
  var tags: Immortal<TagPlan>?
  /// What stood between the pairs of the objects in this one, which are indented alike, but not as
  /// its own pairs are.
  var innerGap = BytePattern()

  @inline(__always)
  init(_ plan: TextPlan, _ memory: ObjectMemory) {
    self.plan = plan
    self.memory = memory
    place = plan.keys.firstPlace
  }
}

extension PlainObject {
  /// Reads pairs from one on whose key has been read, as long as nothing but a reader is needed;
  /// the first key that needs more, or none where the object is at its end.
  mutating func read(
    from key: JSONReader.FoundKey,
    _ reader: inout JSONReader,
    _ replaced: inout ReplacedValues
  ) throws(Misfit) -> JSONReader.FoundKey {
    var found = key
    while true {
      found = try readForeseen(from: found, &reader, &replaced)
      guard !found.isNone, try readUnforeseen(found, &reader, &replaced) else { return found }
      found = try reader.nextKey(in: plan.keys, after: &place)
    }
  }

  /// Reads the value of a key that no spelling foresaw, or that feeds nothing; false, and nothing is
  /// read, where that needs more than a reader.
  private mutating func readUnforeseen(
    _ found: JSONReader.FoundKey,
    _ reader: inout JSONReader,
    _ replaced: inout ReplacedValues
  ) throws(Misfit) -> Bool {
    let property = found.number < 0 ? -1 : plan.keys.property(of: found.number)
    if property < 0, plan.keys.feedsNothing(found.number) {
      // Of a tag that comes twice the last one counts.
      guard found.number < 0 || passed.insert(found.number) else { return false }
      _ = reader.next()
      try reader.skipValue()
      return true
    }
    guard found.place < 0, property >= 0, !fed.contains(property) else { return false }
    let slot = plan.directSlots[property]
    replaced.keep(property, slot, memory)
    guard try reader.readDirectly(reader.next(), slot, memory) else { return false }
    fed.insert(property)
    return true
  }

  /// Reads pairs from one on whose key has been read, as long as their keys are spellings that the
  /// class foresaw and their values go into their properties as they are.
  private mutating func readForeseen(
    from key: JSONReader.FoundKey,
    _ reader: inout JSONReader,
    _ replaced: inout ReplacedValues
  ) throws(Misfit) -> JSONReader.FoundKey {
    guard key.place >= 0 else { return key }
    let keys = plan.keys
    var place = key.place
    var start = key.token.start
    while true {
      let spelling = keys.spelling(at: place)
      // Asked before the value is read: it takes the processor a while to get it.
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
      let found = try reader.nextUnforeseenKey(in: keys, after: &self.place)
      guard found.place >= 0 else { return found }
      place = found.place
      start = found.token.start
    }
  }
}

/// The values that objects were made with and that the plain way has replaced, so that a property
/// can get its own back where it turns out that several keys compete for it.
///
/// The empty value of a type is not kept: it is what a property gets back of which nothing is here.
struct ReplacedValues {
  private var values: [(property: Int, value: Any)] = []

  /// A point to come back to: what was kept before it belongs to other objects.
  typealias Mark = Int

  var mark: Mark { values.count }

  /// Forgets what was kept since the mark.
  @inline(__always)
  mutating func forget(since mark: Mark) {
    if values.count > mark { values.removeSubrange(mark...) }
  }

  /// The value that was kept first for a property since the mark.
  func value(of property: Int, since mark: Mark) -> Any? {
    values[mark...].first { $0.property == property }?.value
  }

  /// Keeps what was kept elsewhere.
  @inline(__always)
  mutating func append(_ others: ReplacedValues) {
    if !others.values.isEmpty { values += others.values }
  }

  mutating func keep(_ property: Int, _ value: Any) {
    values.append((property, value))
  }

  /// Keeps the value of a slot.
  @inline(never)
  mutating func keep<Value>(_ property: Int, _ slot: Slot<Value>, _ memory: ObjectMemory) {
    values.append((property, KeptValue(slot.read(from: memory))))
  }

  /// Keeps the value of a slot, where it is not the empty one.
  @inline(__always)
  mutating func keep(_ property: Int, _ slot: DirectSlot, _ memory: ObjectMemory) {
    if !slot.isEmpty(in: memory) { keep(property, slot.kept(in: memory)) }
  }
}
