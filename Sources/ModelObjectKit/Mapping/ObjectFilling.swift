/// An object that is being filled from the pairs of an input.
///
/// From every source and for every class:
///
/// 1. Of the keys that lead to a property, the best one whose value isn't null decides (`KeyRank`);
///    of equal keys, the last one. If all are null, the property gets null.
/// 2. If the value of that key doesn't fit, the property keeps what it has, which is an issue. No
///    other key is tried.
/// 3. Accessors are set after all pairs, in the order of the properties' names.
///
/// So it depends neither on the order of the keys nor on which values fit. Pairs of a text are mapped
/// as they come: when a second key comes for a property, or before a value has effects beyond its
/// place, the keys that compete are looked for (`Mapping.collect`). A hook gets every pair, and what it
/// passes on follows the same rules (`Mapping.pass`).
struct ObjectFilling: ~Copyable {
  let plan: ClassPlan
  /// The memory of the object, which the caller keeps alive.
  let memory: ObjectMemory
  var source: ObjectSource
  /// Whether this mapping made the object.
  let isFresh: Bool
  /// Whether other code may be accessing the object: each write is checked.
  var isWatched: Bool
  /// Whether common values go straight into their properties, without a closer look.
  var isDirect = true
  /// Whether keys that no property takes are only passed.
  var passesUnknownKeys: Bool
  /// Whether the object still has its values from before, which will be saved if one changes.
  var isUnsaved = false
  /// The place of its values from before in the undo list; negative if they aren't there.
  var savedAt = -1
  /// Whether it is known which of its keys compete (`Mapping.collect`).
  var isCollected = false
  /// The properties whose key has come: they have its value, or none that fits (`isFilled`).
  var decided = PropertySet()
  /// The index of the spelling that was read last.
  var lastSpelling: SpellingIndex
  /// The bytes between the pairs of the objects inside this one: they are indented alike, but not
  /// like its own pairs.
  var innerGap = BytePattern()
  /// The number of the pair that its hook passes on, negative under another key; nil without a hook.
  var passing: Int?
  /// The values for accessors, which are set at the end of the object.
  var waiting: [WaitingValue] = []
  /// What few objects need; nil as long as there is nothing.
  var extras: ObjectExtras?

  @inline(__always)
  init(
    _ plan: ClassPlan,
    _ memory: ObjectMemory,
    from source: ObjectSource,
    isFresh: Bool = true,
    passesUnknownKeys: Bool = true
  ) {
    self.plan = plan
    self.memory = memory
    self.source = source
    self.isFresh = isFresh
    self.passesUnknownKeys = passesUnknownKeys
    isWatched = !isFresh && isAccessed(memory, of: plan.type)
    lastSpelling = plan.keys.firstIndex
  }

  /// The object of a frame.
  init(_ frame: ObjectFrame, from source: ObjectSource) {
    let memory = ObjectMemory(frame.model)
    self.init(frame.schema.classPlan, memory, from: source, isFresh: frame.isFresh)
  }

  /// Whether the input has a key for a property.
  func hasKey(_ property: Int) -> Bool {
    decided.contains(property) || extras?.handed.contains(property) == true
  }

  /// Whether a property has a value of the input.
  func isFilled(_ property: Int) -> Bool {
    decided.contains(property) && extras?.misfits.contains(property) != true
  }

  /// Hands over what is known of the object; what stays says which object it is.
  mutating func handOver() -> ObjectFilling {
    let object = consume self
    self = ObjectFilling(object.plan, object.memory, from: .none)
    return object
  }

  var schema: ModelSchema { plan.schema }

  /// The object as a model.
  var model: any Model { memory.model(of: plan.type) }

  final class ObjectExtras {
    /// For each property with several keys, these keys, best first.
    var rivals: [Int: [RivalKey]] = [:]
    /// The properties whose key had a value that doesn't fit.
    var misfits = PropertySet()
    /// The properties whose keys a hook got, if that is to be noted.
    var handed = PropertySet()
    /// The keys that a hook has passed on for properties that may have others.
    var passed: [Int: RivalKey] = [:]
    /// What a hook has passed on while better keys were still to come.
    var losers: [(offer: Offer, key: RivalKey)] = []
    /// The values before the mapping, if hooks may set others, and another object take these over;
    /// then the properties that have others.
    var before: SavedObject?
    var changed: [UndoPlan.SavedProperty] = []
    /// The properties that name models which aren't there yet.
    var awaited: [Int: AwaitedProperty] = [:]
    /// The unknown pairs for a property that is set through a key path; nil removes one.
    var unknown: [String: Any?] = [:]
    /// The keys of tags that have come, if unknown ones are kept: of each the first value counts.
    var tags: Set<String> = []
  }
}

extension ObjectFilling {
  /// Reads pairs of a text that need only the reader, beginning with the value of `key`; returns
  /// the first key that needs more, or none at the end of the object.
  ///
  /// Each key is guessed from the one before it and compared in place; each value of a common type
  /// is read from the bytes into its property.
  @inline(__always)
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

  /// Reads the value of a key whose spelling is not in the table, that sets nothing, or that an accessor
  /// gets later; false, with nothing read, if it needs more than the reader.
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
    let first = reader.next()
    if try !reader.readDirectly(first, plan.slots[property].direct, memory) {
      guard try wait(found, property, first, &reader) else { return false }
    }
    decided.insert(property)
    return true
  }

  /// Reads pairs whose keys' spellings are in the table and whose values need only the reader,
  /// beginning with the value of `key`; returns the first other key.
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
      } else {
        guard try reader.readDirectly(first, spelling.slot, memory) else {
          lastSpelling = index
          return JSONReader.FoundKey(start, spelling, index)
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

  /// Traps if other code is accessing a property that is about to be written.
  @inline(__always)
  func checkAccess(to property: Int) {
    if isWatched { checkExclusiveAccess(to: memory, at: plan.slots[property].offset) }
  }
}

extension ObjectMemory {
  /// The object as a model of its class.
  func model(of type: any Model.Type) -> any Model {
    func object<Object: Model>(of type: Object.Type) -> any Model { self.object(of: type) }
    return object(of: type)
  }
}
