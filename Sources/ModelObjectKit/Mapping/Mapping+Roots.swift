extension Mapping {
  /// The model that the dictionary becomes.
  func root(_ type: any Model.Type, _ pairs: Input.Pairs) throws -> any Model {
    throwsRejection = true
    return try rootValue { () throws(Misfit) -> any Model in
      try model(from: pairs, declared: type, existing: nil)
    }
  }

  /// The model that a text becomes, where the caller gave no options and no classes.
  ///
  /// Most objects are read without anything but a reader; what is needed beside it is only made for
  /// those that turn out to need it. So many objects and arrays lie around the text.
  static func root(
    _ type: any Model.Type,
    _ text: ByteView,
    depth: Int = 0
  ) throws -> any Model {
    var reader = JSONReader(text, maximumDepth: FixedOptions.usualDepth - depth)
    guard let plan = SchemaCache.textPlan(of: type), plan.isPlain, plan.isLenient,
      reader.next() == UInt8(ascii: "{")
    else { return try Mapping(text, from: reader).root(type) }
    let start = reader.position
    let model = plan.type.init()
    var object = PlainObject(plan, ObjectMemory(model))
    var replaced = ReplacedValues()
    let found: JSONReader.FoundKey
    do throws(Misfit) {
      let first = try reader.openObject(plan.keys, &object.place)
      found = try object.read(from: first, &reader, &replaced)
      if found.isNone { try reader.end() }
    } catch {
      throw Mapping(text, from: reader).error(for: error)
    }
    if !found.isNone {
      let mapping = Mapping(text, from: reader)
      mapping.state.replaced = replaced
      try mapping.finishRoot(model, &object, from: found, start)
    }
    return model
  }

  private convenience init(_ text: ByteView, from reader: JSONReader) {
    self.init(text: text, options: nil, namedClasses: [:])
    self.reader = reader
  }

  /// Maps what is left of the root, from a key on whose value needs more than a reader.
  private func finishRoot(
    _ model: any Model,
    _ object: inout PlainObject,
    from found: JSONReader.FoundKey,
    _ start: Int
  ) throws {
    isAtRoot = false
    try rootValue { () throws(Misfit) in
      try mapPlainly(model, &object, from: found, start, since: 0)
    }
  }

  /// The model that the text becomes.
  func root(_ type: any Model.Type) throws -> any Model {
    try beginObject()
    return try root(type, .unread)
  }

  func update(_ model: any Model, _ pairs: Input.Pairs) throws {
    throwsRejection = true
    let schema = SchemaCache.schema(of: type(of: model))
    try rootValue { () throws(Misfit) in
      try fill(model, schema, pairs, nil, isFresh: false, isRoot: true)
    }
  }

  func update(_ model: any Model) throws {
    try beginObject()
    try update(model, .unread)
  }

  /// Updates a model with one pair, as its hook does by default.
  func update(_ model: any Model, _ key: String, _ value: Any?) throws {
    let schema = SchemaCache.schema(of: type(of: model))
    try rootValue { () throws(Misfit) in
      let outer = enter(schema)
      defer { leave(outer) }
      let object = ObjectUnderWay(
        self,
        model,
        schema,
        ObjectPairs(),
        isFresh: false,
        isRoot: true
      )
      try object.give(value, of: key)
    }
  }

  /// The models that an array becomes; what is no object, or is rejected, is left out.
  func roots<Root>(_ items: Input.Items, of type: Root.Type) throws -> [Root] {
    let rules = modelArrayRules(type) as? Rules<[Root]>
    return try rootValue { () throws(Misfit) in
      try rules?.read(.array(items), self) ?? []
    }
  }

  func roots<Root>(of type: Root.Type) throws -> [Root] {
    try begin(UInt8(ascii: "["), "an array")
    return try roots(.unread, of: type)
  }

  /// The models that the values of an object become, by their keys.
  func rootsByKey<Root>(of type: Root.Type) throws -> [String: Root] {
    try begin(UInt8(ascii: "{"), "an object")
    let rules = [String: Root].rules as? Rules<[String: Root]>
    return try rootValue { () throws(Misfit) in
      try rules?.read(.object(.unread), self) ?? [:]
    }
  }

  /// What the mapping has noted, for a report under a name.
  func report(_ root: String) -> MappingReport {
    MappingReport(
      root: root,
      matches: notes.matches,
      leftAlone: notes.leftAlone,
      issues: notes.issues
    )
  }

  private func beginObject() throws {
    try begin(UInt8(ascii: "{"), "an object")
  }

  /// Checks that the text is of the kind that was asked for.
  private func begin(_ byte: UInt8, _ kind: String) throws {
    guard reader.next() != byte else { return }
    try rootValue { () throws(Misfit) in
      let start = reader.position
      let input = try reader.value()
      try finishValue(from: start)
      try reader.end()
      throw stop(
        ModelError(.notAnObject, message: "expected \(kind), found \(input.description)")
      )
    }
  }

  /// Reads the root, and throws what went wrong, or was found wrong.
  func rootValue<Value>(_ read: () throws(Misfit) -> Value) throws -> Value {
    let value: Value
    do throws(Misfit) {
      value = try read()
      try reader.end()
    } catch {
      if case .syntax = error {} else { tellReport() }
      throw self.error(for: error)
    }
    tellReport()
    guard notes.isReport || notes.errorCount == 0 else {
      throw ModelError(.invalidInput, issues: notes.firstErrors, issueCount: notes.errorCount)
    }
    return value
  }
}
