import Foundation

/// One decoding: a model, and the models in it, from any decoder.
///
/// It stands on the thread while a decoder is asked for a value: what is made of that has no other
/// way to know of the options, the notes and the object around it.
final class ModelDecoding {
  /// The options, the notes and the table of conversions are those of a mapping.
  let mapping: Mapping
  /// Whether the options came with the coder: then the package's dates count, not the coder's.
  let usesOwnDates: Bool
  /// What the value was that the table was asked about last.
  var tableInput = Input.null
  /// The model that the next one to be decoded is, where it is there already.
  var existing: AnyObject?
  /// The elements of the container that is being decoded one by one.
  var elements: ElementPass?
  /// The walk along the path that is being decoded.
  var walk: PathWalker?
  /// For objects that are being decoded, one within the other, the place of each property's key among
  /// the container's; negative where there is none.
  var places: [Int] = []
  /// The container whose contents are being made plain values.
  var shape = TreeShape.any
  /// The container of the model that holds the value which is being decoded.
  private var outer: KeyedSource?
  /// How long the coding path of the value is that is being decoded, where others note its steps;
  /// nil where it is that of a property.
  var notedDepth: Int?
  /// How many arrays of one element, in decoders that give any container, are around the value.
  var loneElements = 0
  /// Whether such arrays were found to have no end.
  var isBottomless = false

  /// Whether the decoder that is asked leaves out keys that are refused.
  private(set) var leavesOutKeys: Bool

  private init(_ decoder: any Decoder) {
    leavesOutKeys = DecoderKind.of(decoder).leavesOutKeys
    let options = decoder.userInfo[.mappingOptions] as? MappingOptions
    mapping = Mapping(options: .fixed(options), namedClasses: [:])
    usesOwnDates = options != nil
  }

  /// The decoding that the present thread is in the middle of.
  static var current: ModelDecoding? { ThreadState.current?.coding as? ModelDecoding }

  /// Asks a decoder for something that may come back here.
  func asking<Value>(_ body: () throws -> Value) rethrows -> Value {
    let state = ThreadState.ofThread()
    let outer = state.coding
    state.coding = self
    defer { state.coding = outer }
    return try body()
  }

  func descend() throws(Misfit) { try mapping.descend() }

  func ascend() { mapping.reader.remainingDepth += 1 }

  // MARK: - Roots

  /// The model that a decoder holds: the one that was asked for, or one inside of another.
  static func model(_ type: any Model.Type, from decoder: any Decoder) throws -> any Model {
    guard let state = ThreadState.current, let current = state.coding as? ModelDecoding else {
      return try ModelDecoding(decoder).root(type, decoder)
    }
    // What the classes' own code decodes meanwhile is nothing of this.
    state.coding = nil
    defer { state.coding = current }
    return try current.nested(type, decoder)
  }

  private func root(_ type: any Model.Type, _ decoder: any Decoder) throws -> any Model {
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
  private func nested(_ type: any Model.Type, _ decoder: any Decoder) throws -> any Model {
    let existing = existing
    self.existing = nil
    // The decoder's own error is for its caller: a row says by it that the column is JSON.
    let container = try decoder.container(keyedBy: AnyKey.self)
    guard type != type.root else { throw Misfit.mismatch }
    let state = (elements, walk, outer, notedDepth, leavesOutKeys)
    leavesOutKeys = DecoderKind.of(decoder).leavesOutKeys
    let mark = mapping.notes.mark
    defer {
      (elements, walk, outer, notedDepth, leavesOutKeys) = state
      prefixNotes(since: mark, decoder)
    }
    return try model(type, container, existing: existing, isRoot: false)
  }

  /// Puts what lies between a property and a model in it in front of the notes on that.
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
    try mapping.onEnoughStack { () throws(Misfit) in
      var schema = SchemaCache.schema(of: declared)
      var tree: [String: Any]?
      var isChosen = false
      if schema.hooks.contains(.modelType) {
        let dictionary = try self.tree(of: container, schema)
        tree = dictionary
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
      try descend()
      defer { ascend() }
      self.outer = container
      notedDepth = nil
      let fitting = existing.flatMap { object in
        isChosen ? Swift.type(of: object) == schema.type : isInstance(object, of: schema.type)
      }
      if fitting == true, let existing, let model = declared.root.model(existing) {
        schema = SchemaCache.schema(of: Swift.type(of: model))
        try fill(model, schema, container, tree, isFresh: false, isRoot)
        return model
      }
      let model = schema.type.init()
      try fill(model, schema, container, tree, isFresh: true, isRoot)
      return model
    }
  }

  /// What stands under the key of a tag, where it is a scalar.
  private func tag(_ plan: TagPlan, in container: KeyedSource) -> Input? {
    var key = AnyKey(plan.key)
    if !container.contains(key) {
      let keys = container.allKeys.filter { ByteView.with($0.stringValue) { plan.isKey($0) } }
      let least = keys.min {
        $0.stringValue.utf8.lexicographicallyPrecedes($1.stringValue.utf8)
      }
      guard let least else { return nil }
      key = least
    }
    return DecodingPlace.keyed(container, key).scalar.map { Input($0) }
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
    let message = "modelType(for:) answered \(chosen), which is no \(declared)"
    throw mapping.stop(ModelError(.rejected, message: message))
  }

  /// The lifecycle of an object: its hooks in their order, and each of its pairs.
  private func fill(
    _ model: any Model,
    _ schema: ModelSchema,
    _ container: KeyedSource,
    _ tree: [String: Any]?,
    isFresh: Bool,
    _ isRoot: Bool
  ) throws(Misfit) {
    let hooks = schema.hooks
    guard !hooks.contains(.serializeValue), schema.unknownKeys == nil else {
      let pairs: [String: Any]
      if let tree { pairs = tree } else { pairs = try self.tree(of: container, schema) }
      return try mapping.fill(model, schema, .tree(pairs), pairs, isFresh: isFresh, isRoot: isRoot)
    }
    let start = mapping.notes.mark
    var object = ObjectUnderWay(
      mapping,
      model,
      schema,
      ObjectPairs(),
      isFresh: isFresh,
      isRoot: isRoot
    )
    var pairs = tree
    if pairs == nil, !hooks.isDisjoint(with: [.willMap, .didMap]) {
      pairs = try self.tree(of: container, schema)
    }
    if hooks.contains(.willMap), let given = pairs {
      let changed = try mapping.hook(isRoot) { try model.willMap(given) }
      pairs = changed
      if StorageMark(changed) == StorageMark(given) {
        try decodePairs(object, container)
      } else {
        object = ObjectUnderWay(
          mapping,
          model,
          schema,
          try mapping.pairs(of: .tree(changed), schema),
          isFresh: isFresh,
          isRoot: isRoot
        )
        try object.mapPairs()
      }
    } else {
      try decodePairs(object, container)
    }
    guard mapping.notes.errorCount == start.errorCount else { return }
    if hooks.contains(.didMap), let pairs { try mapping.hook(isRoot) { try model.didMap(pairs) } }
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
