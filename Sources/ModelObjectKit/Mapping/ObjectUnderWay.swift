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
  /// Whether this mapping made the object: then nobody else can be accessing it.
  let isFresh: Bool
  /// Whether errors of its hooks are thrown: it is the object that was asked for.
  let isRoot: Bool
  /// Where the notes on the object begin.
  let start: Notes.Mark
  private let memory: ObjectMemory

  struct State {
    var pairs = ObjectPairs()
    /// The properties that a key of the input belongs to.
    var fed = PropertySet()
    /// The properties that were given a value.
    var given = PropertySet()
    var bestKeys = BestKeys()
    var handed = HandedPair()
  }

  /// The pair that the hook has been handed.
  struct HandedPair {
    var key = ""
    var number = -1
    var source = Source.null
    /// The value; only its bits where these tell it.
    var value: Any?
    var bits: ValueBits?
  }

  init(
    _ mapping: Mapping,
    _ model: any Model,
    _ schema: ModelSchema,
    isFresh: Bool,
    isRoot: Bool
  ) {
    self.mapping = mapping
    self.model = model
    self.schema = schema
    self.isFresh = isFresh
    self.isRoot = isRoot
    start = mapping.notes.mark
    memory = ObjectMemory(model)
    super.init(State())
  }

  var keys: KeyIndex { schema.keys }

  /// Whether the class takes each pair into its own hands.
  private var isHooked: Bool { schema.hooks.contains(.serializeValue) }

  /// Maps the pairs that were found, and notes what is missing.
  func mapPairs() throws(Misfit) {
    try mapping.descend()
    defer { mapping.reader.remainingDepth += 1 }
    try chooseAlternatives()
    if isHooked { try handPairs() } else { try givePairs() }
    notePostponed()
    mapping.reader.position = state.pairs.end
    mapping.noteMissing(self)
  }

  private func givePairs() throws(Misfit) {
    for place in state.pairs.list.indices {
      let pair = state.pairs.list[place]
      if pair.number >= 0 {
        try give(mapping.source(of: pair, in: state.pairs), of: pair.number, isOwnKey: true) {
          mapping.key(of: pair, in: state.pairs, keys)
        }
      } else if mapping.notes.isKept {
        mapping.noteUnknown(mapping.key(of: pair, in: state.pairs, keys), schema)
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
      !state.pairs.contested.contains(property)
    {
      // What the plain way has fed is in its place.
      guard state.fed.insert(property) || isHooked else { return }
      let isDone = try giveDirectly(source, to: property)
      if try isDone ? true : map(source, property, key) { state.given.insert(property) }
      return
    }
    for (target, found) in try mapping.values(for: number, at: source, schema) {
      let property = target.property
      if isOwnKey, !state.pairs.contested.contains(property), !state.given.contains(property) {
        guard state.fed.insert(property) || isHooked else { continue }
        if try map(found.after(.key(key())), property) { state.given.insert(property) }
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
    let slot = schema.textPlan.directSlots[property]
    if case .none = slot { return false }
    guard !mapping.notes.isReport else { return false }
    if !isFresh || isHooked {
      checkExclusiveAccess(to: memory, at: schema.textPlan.offsets[property])
    }
    switch source {
    case .text(let offset):
      mapping.reader.position = offset
      return try mapping.reader.readDirectly(mapping.reader.next(), slot, memory)
    case .tree(var value): return slot.write(&value, in: memory)
    case .null: return false
    }
  }

  private func map(
    _ source: Source,
    _ property: Int,
    _ key: () -> String
  ) throws(Misfit) -> Bool {
    if !isFresh || isHooked {
      checkExclusiveAccess(to: memory, at: schema.textPlan.offsets[property])
    }
    return try mapping.mapValue(
      schema.properties[property],
      try mapping.input(from: source),
      model,
      schema,
      key: key
    )
  }

  /// Maps a value that was found behind a path.
  func map(_ found: PathValue, _ property: Int) throws(Misfit) -> Bool {
    try map(found.source, property) { found.path }
  }
}
