/// The full way: an object whose pairs are mapped one by one, each by what its class, its hook and
/// the options say.
///
/// It works on `ObjectPairs`, the same for text and dictionaries. A hook has no parameter for the
/// mapping, so the model refers to this object while its pairs are handed out; when the hook calls
/// `super`, it comes back here.
final class ObjectUnderWay: Unwatched<ObjectUnderWay.State> {
  let mapping: Mapping
  let model: any Model
  let schema: ModelSchema
  let pairs: ObjectPairs
  /// Whether this mapping made the object: then no other code can be accessing it.
  let isFresh: Bool
  /// Whether errors of its hooks are thrown: it is the object that was asked for.
  let isRoot: Bool
  /// Where the notes on the object begin.
  let start: Notes.Mark
  let plan: TextPlan
  let memory: ObjectMemory
  /// Whether the class takes each pair into its own hands.
  let isHooked: Bool

  struct State {
    /// The properties that a key of the input belongs to.
    var fed = PropertySet()
    /// The properties that were given a value.
    var given = PropertySet()
    var bestKeys = BestKeys()
    var handed = HandedPair()
    /// The lists whose elements several keys may change, as they were at first.
    var lists: [Int: ListUnderWay] = [:]
    var drafts = Drafts()
  }

  /// The pair that the hook has been handed.
  struct HandedPair {
    /// The bits of the key, which is alive while it is handed out.
    var key = TextBits("")
    /// The place of the pair; negative where there is none.
    var place = -1
    /// The value; only its bits where these tell it.
    var value: Any?
    var bits: ValueBits?
  }

  init(
    _ mapping: Mapping,
    _ model: any Model,
    _ schema: ModelSchema,
    _ pairs: ObjectPairs,
    isFresh: Bool,
    isRoot: Bool
  ) {
    self.mapping = mapping
    self.model = model
    self.schema = schema
    self.pairs = pairs
    self.isFresh = isFresh
    self.isRoot = isRoot
    start = mapping.notes.mark
    plan = schema.textPlan
    memory = ObjectMemory(model)
    isHooked = schema.hooks.contains(.serializeValue)
    super.init(State())
  }

  var keys: KeyIndex { plan.keys }

  /// Maps the pairs that were found, and notes what is missing.
  func mapPairs() throws(Misfit) {
    try mapping.descend()
    defer { mapping.reader.remainingDepth += 1 }
    try chooseAlternatives()
    if isHooked { try handPairs() } else { try givePairs() }
    try endContests()
    setDrafted()
    mapping.reader.position = pairs.end
    mapping.noteMissing(self)
  }

  private func givePairs() throws(Misfit) {
    for place in pairs.list.indices {
      let number = pairs.list[place].number
      if schema.hasAccessors { state.drafts.order = order(at: place) }
      if number >= 0 {
        try give(source(at: place), of: number, isOwnKey: true) { key(at: place) }
      } else {
        try passUnknown(source(at: place)) { key(at: place) }
      }
    }
    try offerPostponed()
  }

  /// Gives the properties that a key feeds what they take of its value.
  func give(
    _ source: Source,
    of number: Int,
    isOwnKey: Bool,
    key: () -> String
  ) throws(Misfit) {
    let property = keys.property(of: number)
    if isOwnKey, property >= 0, !state.given.contains(property),
      !pairs.contested.contains(property)
    {
      // What the plain way has fed is in its place.
      guard state.fed.insert(property) || isHooked else { return }
      let isDone = try giveDirectly(source, to: property)
      if try isDone ? true : map(source, property, key) { state.given.insert(property) }
      return
    }
    if schema.unknownKeys != nil, property < 0, keys.targets(of: number).isEmpty {
      return try keepTag(source, key())
    }
    for (target, found) in try mapping.values(for: number, at: source, schema) {
      let property = target.property
      if isOwnKey, !pairs.contested.contains(property), !state.given.contains(property) {
        guard state.fed.insert(property) || isHooked else { continue }
        let isDone = try giveDirectly(found.source, to: property)
        if try isDone ? true : map(found, property, key) { state.given.insert(property) }
      } else {
        state.fed.insert(property)
        let rank = KeyRank(target, key())
        if isOwnKey, !isHooked {
          postpone(found, rank, for: property)
        } else {
          try offer(found, rank, isOwnKey: isOwnKey, to: property)
        }
      }
    }
  }

  /// Puts a value of a common type in its place; false where the rules have to decide.
  private func giveDirectly(_ source: Source, to property: Int) throws(Misfit) -> Bool {
    guard let slot = directSlot(of: property) else { return false }
    switch source {
    case .text(let offset):
      guard mapping.goesDirectly(offset, to: slot) else { return false }
      mapping.reader.position = offset
      return try mapping.reader.readDirectly(mapping.reader.next(), slot, memory)
    case .tree(var value): return slot.write(&value, in: memory)
    case .null: return false
    }
  }

  /// The slot of a property whose type takes common values as they are; nil where the rules have to
  /// see each value.
  ///
  /// Where other code could be accessing the property, that is checked first.
  func directSlot(of property: Int) -> DirectSlot? {
    let slot = plan.directSlots[property]
    if case .none = slot { return nil }
    guard !mapping.notes.isReport else { return nil }
    if !isFresh || isHooked { checkExclusiveAccess(to: memory, at: plan.offsets[property]) }
    return slot
  }

  private func map(
    _ source: Source,
    _ property: Int,
    _ key: () -> String
  ) throws(Misfit) -> Bool {
    if schema.hasAccessors, schema.properties[property].isAccessed {
      return try draft(property) { draft throws(Misfit) in
        try mapping.mapValue(
          schema.properties[property],
          try mapping.input(from: source),
          draft,
          schema,
          list(of: property, key: key),
          key: key
        )
      }
    }
    if !isFresh || isHooked { checkExclusiveAccess(to: memory, at: plan.offsets[property]) }
    return try mapping.mapValue(
      schema.properties[property],
      try mapping.input(from: source),
      model,
      schema,
      list(of: property, key: key),
      key: key
    )
  }

  /// Maps a value that a key, or a path that begins with it, leads to.
  func map(_ value: PathValue, _ property: Int, _ key: () -> String) throws(Misfit) -> Bool {
    try map(value.source, property) { value.path(behind: key(), in: mapping.reader) }
  }
}
