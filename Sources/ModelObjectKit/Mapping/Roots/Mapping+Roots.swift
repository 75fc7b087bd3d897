extension Mapping {
  /// Maps the input to a model.
  func root(_ type: any Model.Type) throws -> any Model {
    try Self.checkRoot(type)
    fixOptions(of: type)
    return try rootValue(.object, of: type) { input throws(Misfit) in
      guard case .object(let pairs) = input else { throw .mismatch }
      return try rootModel(from: ObjectSource(pairs), declared: type)
    }
  }

  /// Maps an object to the model that the caller asks for: errors of its hooks end the mapping.
  func rootModel(
    from source: ObjectSource,
    declared: any Model.Type
  ) throws(Misfit) -> any Model {
    state.rules.isRoot = true
    defer { state.rules.isRoot = false }
    return try model(from: source, declared: declared, existing: nil)
  }

  /// Throws for the base class, which has no properties: a variable for classes has led to it.
  static func checkRoot(_ type: any Model.Type) throws {
    guard type == type.root else { return }
    throw ModelError(
      .unsupportedValue,
      message: "\(type) itself can't be made from data. For a class in a variable, make an object"
        + " with `type.init()` and `update` it, or declare a common base class with `subclasses`."
    )
  }

  /// Maps a text to a model.
  ///
  /// Most objects need only a reader. A `Mapping` is made for those that turn out to need more. The
  /// `depth` is the number of objects and arrays around the text.
  static func root(
    _ type: any Model.Type,
    from text: ByteView,
    options: FixedOptions?,
    depth: Int = 0
  ) throws -> any Model {
    let plan = SchemaCache.classPlan(of: type) ?? SchemaCache.schema(of: type).classPlan
    let options = options ?? plan.options
    let maximumDepth = options?.maximumDepth ?? FixedOptions.defaultDepth
    var reader = JSONReader(text, maximumDepth: maximumDepth - depth)
    reader.follow(options)
    guard plan.way(options) == .short, options?.needsMapping != true,
      reader.next() == UInt8(ascii: "{")
    else { return try Mapping(text, options, from: reader).root(type) }
    let start = reader.position
    let model = plan.type.init()
    var object = ObjectFilling(
      plan,
      ObjectMemory(model),
      from: .text(start),
      passesUnknownKeys: options?.notes(.unknownKey) != true
    )
    let found: JSONReader.FoundKey
    do throws(Misfit) {
      let first = try reader.openObject(plan.keys, &object.lastSpelling)
      found = try object.read(from: first, &reader)
      if found.isNone { try reader.end() }
    } catch {
      throw Mapping(text, options, from: reader).error(for: error)
    }
    let notesMissing = options?.notes(.missingKey) == true
    if !found.isNone || !object.waiting.isEmpty
      || notesMissing && !object.decided.holds(all: plan.slots.count)
    {
      try Mapping(text, options, from: reader).finishRoot(&object, from: found)
    }
    return model
  }

  private convenience init(_ text: ByteView, _ options: FixedOptions?, from reader: JSONReader) {
    self.init(text: text, options: options)
    self.reader = reader
  }

  /// Maps the rest of the root, from a key on whose value needs more than the reader.
  private func finishRoot(_ object: inout ObjectFilling, from found: JSONReader.FoundKey) throws {
    notes.root = object.plan.type
    try rootValue { () throws(Misfit) in
      try fill(&object, from: found)
    }
  }

  /// Reads the root, which is the whole input, or the value at the path with which the mapping
  /// begins.
  func rootValue<Value>(
    _ kind: RootKind,
    of type: (any Model.Type)?,
    _ read: (Input) throws(Misfit) -> Value
  ) throws -> Value {
    try rootValue { () throws(Misfit) -> Value in
      if let beginning { return try value(at: beginning, kind, of: type, read) }
      _ = reader.next()
      let start = reader.position
      let input = if let callersTree { callersTree.input } else { try nextInput() }
      func root(_ inner: Input) throws(Misfit) -> Value {
        if !kind.fits(inner) { throw try stop(kind, input, from: start) }
        return try read(inner)
      }
      return kind == .array && preservesReferences
        ? try unwrapping(input, if: true, root) : try root(input)
    }
  }

  /// Notes that the root, which began at an offset, isn't what the caller asked for.
  @inline(never)
  private func stop(_ kind: RootKind, _ found: Input, from start: Int) throws(Misfit) -> Misfit {
    try finishValue(from: start)
    try reader.end()
    return stop(kind.error(found: found.description))
  }

  /// Reads the root; throws its error, or the issues that the options make errors.
  func rootValue<Value>(_ read: () throws(Misfit) -> Value) throws -> Value {
    let value: Value
    do throws(Misfit) {
      value = try resolving { () throws(Misfit) in try readInOrder(read) }
      try reader.end()
    } catch {
      throw undone(error)
    }
    try finishRoot()
    return value
  }

  /// Reads the root; if it is too deep, a dictionary is read once more in the order of its keys, so that
  /// the error has the same path each time.
  private func readInOrder<Value>(_ read: () throws(Misfit) -> Value) throws(Misfit) -> Value {
    do throws(Misfit) {
      return try read()
    } catch {
      guard case .tooDeep = error, callersTree != nil, !showsOrder else { throw error }
      undo(since: 0)
      (rare.isInOrder, rare.failure) = (true, nil)
      return try read()
    }
  }

  /// Reads the root, once more if it has itself named models before these came, and fills the holes.
  private func resolving<Value>(_ read: () throws(Misfit) -> Value) throws(Misfit) -> Value {
    let (start, depth, mark) = (reader.position, reader.remainingDepth, notes.mark)
    var value = try read()
    if let references = state.references {
      let end = reader.position
      references.isResolving = true
      if let models = references.modelsRead, models.isAwaiting {
        notes.forget(since: mark)
        models.beginAgain()
        (reader.position, reader.remainingDepth) = (start, depth)
        value = try read()
      }
      try fillHoles(references)
      reader.position = end
    }
    fileLateObjects()
    return value
  }

  /// The error of the root, whose changes are undone.
  @inline(never)
  private func undone(_ misfit: Misfit) -> ModelError {
    undo(since: 0)
    let error = self.error(for: misfit)
    // What was read so far doesn't count.
    if error.code != .malformedJSON, error.code != .tooDeep {
      if let keys = state.rare?.duplicateKeys { note(keys) }
      tellReport()
    }
    return error
  }

  @inline(never)
  private func finishRoot() throws {
    if let keys = state.rare?.duplicateKeys { note(keys) }
    let isRefused = !notes.isReport && notes.errorCount > 0
    if isRefused { undo(since: 0) }
    tellReport()
    guard !isRefused else {
      throw ModelError(.invalidInput, issues: notes.firstErrors, issueCount: notes.errorCount)
    }
  }
}

extension Mapping {
  /// Updates a model from the input.
  func update(_ model: any Model) throws {
    let schema = SchemaCache.schema(of: type(of: model))
    fixOptions(of: schema.type)
    try rootValue(.object, of: schema.type) { input throws(Misfit) in
      guard case .object(let pairs) = input else { throw .mismatch }
      let source = ObjectSource(pairs)
      // A complete object inside an open text follows the rules for complete objects.
      let outer = state.cut.isUnfinished
      defer { state.cut.isUnfinished = outer }
      if outer, source.isText, !isUnfinished(source) { state.cut.isUnfinished = false }
      if preservesReferences { _ = try referredModel(by: source, schema.type) }
      let known = try knownObject(updating: model, schema, source)
      let frame = ObjectFrame(updating: known?.model ?? model, isRoot: true, as: known)
      state.frame = frame
      defer { state.frame = nil }
      if let identity = known?.identity {
        _ = registry?.begin(frame.model, identity, isFiled: true)
      }
      defer { if known?.identity != nil { registry?.end() } }
      var object = ObjectFilling(frame, from: source)
      try fill(&object, frame)
      if notes.isOn, known?.replaced.isEmpty == false {
        notes.add(.replaced(model, by: frame.model), as: .replaced)
      }
      if known?.identity != nil { noteIdentity(of: frame) }
    }
  }

  /// Updates a model with one pair, as `serializeValue(_:key:)` does by default.
  func update(_ model: any Model, key: String, to value: Any?) throws {
    let schema = SchemaCache.schema(of: type(of: model))
    fixOptions(of: schema.type)
    try rootValue { () throws(Misfit) in
      let frame = ObjectFrame(updating: model, isRoot: false)
      state.frame = frame
      defer { state.frame = nil }
      var object = ObjectFilling(frame, from: .none)
      save(&object, schema, in: nil)
      try assign(value.map { .tree($0) } ?? .null, under: key, &object)
      try finish(&object)
      endColumns(of: &object)
    }
  }
}

/// The kind of root that the caller asked for.
enum RootKind {
  case object, array

  func fits(_ input: Input) -> Bool {
    switch (self, input) {
    case (.object, .object), (.array, .array): true
    default: false
    }
  }

  func error(found: String, at path: String = "") -> ModelError {
    let expected = self == .object ? "an object" : "an array"
    return ModelError(.unexpectedRoot, path: path, message: "expected \(expected), found \(found)")
  }
}
