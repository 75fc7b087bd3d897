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
/// place, the keys that compete are looked for (`Mapping.collect`). A hook gets the pairs that decide and
/// those that no property takes; `Mapping.pass` has the rules for what it passes on.
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
  /// How its hook passes the present value on; nil without a hook.
  var passing: Passing?
  /// The values for accessors, which are set at the end of the object.
  var waiting: [WaitingValue] = []
  /// What few objects need; nil as long as there is nothing.
  var extras: ObjectExtras?

  @_transparent
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

  /// Whether a property is set through a key path.
  @inline(__always)
  func usesAccessor(_ property: Int) -> Bool { plan.slots[property].isAccessed }

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
    /// For each property that a hook has given a value under another key than the pair's own, that key.
    var passed: [Int: PairKey] = [:]
    /// For each property that has a value, the key and the holes in it, if there may be notes on that.
    var takenKeys: [Int: (key: PairKey, holes: Range<Int>)] = [:]
    /// The nulls that a hook has passed on under other keys.
    var passedNulls: [Offer] = []
    /// What a hook has passed on under keys of paths, which may lead nowhere.
    var passedOn: [KnownPair] = []
    /// The properties that name models which aren't there yet.
    var holes = PropertySet()
    /// The unknown pairs for a property that has no slot for them; nil removes one.
    var unknown: [String: Any?] = [:]
  }
}

extension ObjectFilling {
  /// Traps if other code is accessing a property that is about to be written.
  @_transparent
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
