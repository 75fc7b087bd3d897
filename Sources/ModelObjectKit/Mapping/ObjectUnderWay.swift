/// The full way: maps the pairs of an object one by one, with its class's rules, its hook and the
/// options.
///
/// It works on `ObjectPairs`, the same for text and dictionaries. A hook has no parameter for the
/// mapping, so the model refers to this object while its pairs are handed out; the hook's call of
/// `super` leads here.
final class ObjectUnderWay: Unwatched<ObjectUnderWay.State> {
  let mapping: Mapping
  let model: any Model
  let schema: ModelSchema
  let pairs: ObjectPairs
  /// Whether this mapping made the model: then no other code can be accessing it.
  let isFresh: Bool
  /// Whether it is the root that the caller asked for: then errors of its hooks are thrown.
  let isRoot: Bool
  /// The mark at the beginning of the notes on the object.
  let start: Notes.Mark
  let plan: TextPlan
  let memory: ObjectMemory
  /// Whether the class overrides `serializeValue(_:key:)`.
  let isHooked: Bool

  struct State {
    /// The properties that a key of the input feeds.
    var fed = PropertySet()
    /// The properties that have taken a value.
    var given = PropertySet()
    var bestKeys = BestKeys()
    var handed = HandedPair()
    /// The lists that several keys may feed, by property, with their elements before the mapping.
    var lists: [Int: ListUnderWay] = [:]
    var drafts = Drafts()
  }

  /// The pair that the hook has been handed.
  struct HandedPair {
    /// The bits of the key, which is alive while it is handed out.
    var key = TextBits("")
    /// The index of the pair in `pairs.list`; negative where there is none.
    var place = -1
    /// The value, or only its bits where these identify it.
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

  /// Maps all pairs, and notes the missing keys.
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
      let targets = pairs.list[place].targets
      if schema.hasAccessors { state.drafts.order = order(at: place) }
      if targets.isNone {
        try passUnknown(source(at: place)) { key(at: place) }
      } else {
        try give(source(at: place), to: targets, isOwnKey: true) { key(at: place) }
      }
    }
    try offerPostponed()
  }

  /// Gives the properties that a key feeds its value, or the values at their paths in it.
  func give(
    _ source: Source,
    to targets: TargetList,
    isOwnKey: Bool,
    key: () -> String
  ) throws(Misfit) {
    let property = keys.property(of: targets)
    if isOwnKey, property >= 0, !state.given.contains(property),
      !pairs.contested.contains(property)
    {
      // The plain way has fed the property already.
      guard state.fed.insert(property) || isHooked else { return }
      let isDone = try giveDirectly(source, to: property)
      if try isDone ? true : map(source, property, key) { state.given.insert(property) }
      return
    }
    if schema.unknownKeys != nil, property < 0, keys.isEmpty(targets) {
      return try keepTag(source, key())
    }
    for (target, found) in try mapping.values(for: targets, at: source, schema) {
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

  /// Gives a value straight to a property; false where the rules of its type have to decide.
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

  /// The slot of a property that takes common values directly; nil where the rules of its type have
  /// to decide.
  ///
  /// Checks for exclusive access where other code could be accessing the property.
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

  /// Maps the value of a key, or of a path that begins with it, to a property.
  func map(_ value: PathValue, _ property: Int, _ key: () -> String) throws(Misfit) -> Bool {
    try map(value.source, property) { value.path(behind: key(), in: mapping.reader) }
  }
}
