import Foundation

/// One decoding: a model, and the models in it, from any decoder.
///
/// It is in the thread's state while a decoder decodes a value: models in the value have no other
/// way to the options, the notes and the object around them.
final class ModelDecoding {
  /// The mapping whose options, notes and table of conversions are used.
  let mapping: Mapping
  /// Whether the decoder's `userInfo` has options: then their dates count, not the decoder's.
  let usesOwnDates: Bool
  /// The input that was given to the table last.
  var tableInput = Input.null
  /// The existing model that the next decoded object updates.
  var existing: AnyObject?
  /// What is to be done with the decoder of a `Visited` value.
  var visitor: ((any Decoder) throws -> Any?)?
  /// For each object that is being decoded, the innermost last, the index of each property's key
  /// among the container's keys; negative where there is none.
  var places: [Int] = []
  /// The container of the model around the value that is being decoded.
  private var outer: KeyedSource?
  /// The length of the coding path whose steps other code puts in front of notes; nil for the path
  /// of a property.
  var notedDepth: Int?
  /// How many arrays of one element are around the value, in decoders that give any container.
  var loneElements = 0
  /// Whether such arrays were found to be nested without end.
  var isBottomless = false

  /// The kind of the present decoder: a column of a row may hold JSON.
  private(set) var kind: DecoderKind

  private init(_ decoder: any Decoder) {
    kind = DecoderKind.of(decoder)
    let options = decoder.userInfo[.mappingOptions] as? MappingOptions
    mapping = Mapping(options: .fixed(options))
    usesOwnDates = options != nil
  }

  /// The decoding that the present thread is running.
  static var current: ModelDecoding? { ThreadState.current?.coding as? ModelDecoding }

  /// Calls a closure that decodes a value, in which there may be models of this decoding.
  func asking<Value>(_ body: () throws -> Value) rethrows -> Value {
    try ThreadState.with(coding: self, body)
  }

  func descend() throws(Misfit) { try mapping.descend() }

  func ascend() { mapping.reader.remainingDepth += 1 }

  /// Calls a closure that decodes a container, or returns nil if the value is none: only a container
  /// can be at too deep a level.
  func atNextLevel<Value>(
    _ decode: () throws(Misfit) -> Value?
  ) throws(Misfit) -> Value? {
    let levels = mapping.reader.remainingDepth
    mapping.reader.remainingDepth = max(levels - 1, 0)
    defer { mapping.reader.remainingDepth = levels }
    let value = try decode()
    guard value == nil || levels > 0 else { throw .tooDeep(offset: 0) }
    return value
  }

  /// Calls a closure that reads from a decoder inside of the present one.
  func inside<Value>(_ decoder: any Decoder, _ body: () throws -> Value) rethrows -> Value {
    let outer = kind
    kind = DecoderKind.of(decoder)
    defer { kind = outer }
    return try body()
  }

  // MARK: - Roots

  /// Decodes a model: the root, or one inside of a model that is being decoded.
  static func model(_ type: any Model.Type, from decoder: any Decoder) throws -> any Model {
    guard let state = ThreadState.current, let current = state.coding as? ModelDecoding else {
      return try ModelDecoding(decoder).root(type, decoder)
    }
    // Decodings that the classes' own code begins meanwhile are no part of this one.
    state.coding = nil
    defer { state.coding = current }
    return try current.nested(type, decoder)
  }

  private func root(_ type: any Model.Type, _ decoder: any Decoder) throws -> any Model {
    try Mapping.checkRoot(type)
    let container = try decoder.container(keyedBy: AnyKey.self)
    mapping.throwsRejection = true
    do {
      return try mapping.rootValue { () throws(Misfit) in
        try model(type, container, existing: nil, isRoot: true)
      }
    } catch let error as ModelError {
      throw error.prefixed(with: decoder.codingPath)
    }
  }

  /// A model inside of the one that is being decoded, in a property or in a user's own type.
  func nested(_ declared: any Model.Type, _ decoder: any Decoder) throws -> any Model {
    let existing = existing
    self.existing = nil
    // The decoder's own error is passed on: a row tells by it that the column is JSON.
    let container = try decoder.container(keyedBy: AnyKey.self)
    let named = mapping.elementClass
    let type = named.flatMap { isSubclass($0, of: declared) ? $0 : nil } ?? declared
    guard type != type.root else { throw Misfit.mismatch }
    let state = (visitor, outer, notedDepth, kind, named)
    kind = DecoderKind.of(decoder)
    mapping.elementClass = nil
    let mark = mapping.notes.mark
    defer {
      (visitor, outer, notedDepth, kind, mapping.elementClass) = state
      prefixNotes(since: mark, decoder)
    }
    return try model(type, container, existing: existing, isRoot: false)
  }

  /// Puts the coding path between a property and a model in its value in front of the model's
  /// notes.
  private func prefixNotes(since mark: Notes.Mark, _ decoder: any Decoder) {
    guard let outer, mapping.notes.mark != mark else { return }
    let known = notedDepth ?? outer.codingPath.count + 1
    for key in decoder.codingPath.dropFirst(known).reversed() {
      mapping.notes.prefix(since: mark, key: key.step, property: key.step)
    }
  }

  // MARK: - One model

  private func model(
    _ declared: any Model.Type,
    _ container: KeyedSource,
    existing: AnyObject?,
    isRoot: Bool
  ) throws(Misfit) -> any Model {
    try mapping.checkStack()
    var schema = SchemaCache.schema(of: declared)
    var views: [String: Any]?
    var isChosen = false
    if schema.hooks.contains(.modelType) {
      let dictionary = try DecodedPairs(self, container, schema).dictionary()
      views = dictionary
      if let chosen = try chosenType(declared, dictionary, isRoot) {
        schema = SchemaCache.schema(of: chosen)
        isChosen = true
      }
    }
    if !isChosen, let tags = schema.tags {
      let picked = try mapping.pickedClass(tags) { tag($0, in: container) }
      guard !picked.isMisplaced else { throw mapping.misplaced(picked, declared, isRoot) }
      schema = SchemaCache.schema(of: picked.type)
      isChosen = !picked.isOpen
    }
    let outer = mapping.enter(schema)
    defer { mapping.leave(outer) }
    self.outer = container
    notedDepth = nil
    let fitting = existing.flatMap { object in
      isChosen ? Swift.type(of: object) == schema.type : isInstance(object, of: schema.type)
    }
    if fitting == true, let existing, let model = declared.root.model(existing) {
      schema = SchemaCache.schema(of: Swift.type(of: model))
      let known = schema
      try mapping.undoing(model, known) { () throws(Misfit) in
        try fill(model, known, container, views, isFresh: false, isRoot)
      }
      return model
    }
    let model = schema.type.init()
    try fill(model, schema, container, views, isFresh: true, isRoot)
    return model
  }

  /// The value under the key of a tag; nil where there is none or it is no scalar.
  func tag(_ plan: TagPlan, in container: KeyedSource) -> Input? {
    var key = AnyKey(plan.key)
    if !container.contains(key) {
      let keys = container.allKeys.filter { ByteView.with($0.stringValue) { plan.isKey($0) } }
      let least = keys.min { $0.stringValue.precedes($1.stringValue) }
      guard let least else { return nil }
      key = least
    }
    return DecodingPlace.keyed(container, key).scalar(kind.scalars).map { Input($0) }
  }

  /// The class that `modelType(for:)` picks.
  private func chosenType(
    _ declared: any Model.Type,
    _ dictionary: [String: Any],
    _ isRoot: Bool
  ) throws(Misfit) -> (any Model.Type)? {
    let chosen = declared.chosenType(for: dictionary)
    if mapping.failure != nil { throw .stopped }
    guard let chosen, !isSubclass(chosen, of: declared) else { return chosen }
    guard isRoot else { throw .mismatch }
    let message = "modelType(for:) returned \(chosen), which is not a subclass of \(declared)"
    throw mapping.stop(ModelError(.rejected, message: message))
  }

  /// Decodes the pairs of an object, and calls its hooks in their order.
  private func fill(
    _ model: any Model,
    _ schema: ModelSchema,
    _ container: KeyedSource,
    _ views: [String: Any]?,
    isFresh: Bool,
    _ isRoot: Bool
  ) throws(Misfit) {
    let hooks = schema.hooks
    let start = mapping.notes.mark
    let takesAll = hooks.contains(.serializeValue) || schema.unknownKeys != nil
    let takesDictionary = !hooks.isDisjoint(with: [.willMap, .didMap])
    var pairs: [ObjectFilling.Pair]?
    var dictionary: [String: Any]?
    if takesAll || takesDictionary {
      let decoded = DecodedPairs(self, container, schema, known: views)
      if takesAll { pairs = decoded.pairs }
      if takesDictionary {
        let given = try decoded.dictionary()
        let changed =
          hooks.contains(.willMap)
          ? try mapping.hook(isRoot) { try model.willMap(given) } : given
        dictionary = changed
        if StorageMark(changed) != StorageMark(given) {
          pairs = decoded.pairs(changed, insteadOf: given)
        }
      }
    }
    if let pairs {
      try mapping.mapPairs(model, schema, .list(pairs), isFresh: isFresh, isRoot: isRoot)
    } else {
      try decodePairs(DecodedObject(model, schema, isFresh: isFresh, isRoot: isRoot), container)
    }
    guard mapping.notes.errorCount == start.errorCount else { return }
    if hooks.contains(.didMap), let dictionary {
      try mapping.hook(isRoot) { try model.didMap(dictionary) }
    }
    if hooks.contains(.awake) { try mapping.hook(isRoot) { model.awake() } }
    if hooks.contains(.validate) { try mapping.hook(isRoot) { try model.validate() } }
  }
}

extension CodingKey {
  /// The key as a step of a path.
  var step: PathStep { intValue.map { .index($0) } ?? .key(stringValue) }
}

extension ModelError {
  /// The error with a coder's path in front of its own.
  fileprivate func prefixed(with path: [any CodingKey]) -> ModelError {
    path.reversed().reduce(self) { $0.prefixed(with: $1.step) }
  }
}

/// A model whose properties are being decoded.
struct DecodedObject {
  let model: any Model
  let schema: ModelSchema
  /// Whether this decoding made the model.
  let isFresh: Bool
  /// Whether it is the root that the caller asked for.
  let isRoot: Bool

  init(_ model: any Model, _ schema: ModelSchema, isFresh: Bool, isRoot: Bool) {
    self.model = model
    self.schema = schema
    self.isFresh = isFresh
    self.isRoot = isRoot
  }
}
