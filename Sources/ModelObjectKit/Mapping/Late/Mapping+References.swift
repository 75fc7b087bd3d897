/// Models that an input refers to: in a store by their identity, and by `$ref`
/// if the options say so.
///
/// A model that isn't there yet may come later in the same input: its property is a `Hole` until then.
extension Mapping {
  /// Whether objects of the input may refer to one another.
  var mayRefer: Bool { registry != nil || preservesReferences }

  func model(named input: Input, declared: any Model.Type) throws(Misfit) -> (any Model)? {
    // Some servers send `false` for none.
    if case .bool = input { return nil }
    guard let registry, let rule = SchemaCache.schema(of: declared).identity, rule.parts.count == 1,
      let value = try value(of: rule.parts[0], input)
    else { return nil }
    let identity = rule.identity(value)
    registry.name(identity)
    let model = try found(registry.object(identity), as: declared, number: nil)
    state.rules.list?.add(model, insteadOf: [])
    return model
  }

  /// The model that an input refers to if it is of the class that its place declares; else none is
  /// there.
  private func found(
    _ model: (any Model)?,
    as declared: any Model.Type,
    number: String?
  ) throws(Misfit) -> any Model {
    if let model, isInstance(model, of: declared) {
      return model
    }
    // At the end it is an issue; a scalar speaks for itself.
    if isResolving, let number { references.miss(number) }
    throw .unresolved
  }

  /// New models may be dropped for the equal ones that are there, unless others may refer to them:
  /// those with a number, those of the store, those that a program has given, and those that await
  /// other models.
  func repeats(_ areEqual: (any ModelComparer) -> Bool) -> Bool {
    guard !preservesReferences, state.references?.hasHoles != true else { return false }
    let comparison = Comparison { [self] former, new in
      if former === new { return true }
      let isHeld =
        registry?.identity(of: new) != nil
        || state.rare?.callersModels.contains(ObjectIdentifier(new)) == true
      return isHeld ? false : nil
    }
    return comparison.decide(areEqual)
  }
}

// MARK: - $id and $ref

extension Mapping {
  /// The keys that .NET's serializers write.
  private static let markKeys = KeyIndex(
    [],
    matching: .exact,
    names: ["$id", "$ref", "$values"]
  )

  /// Whether a key is one of those for references, and so isn't a key of the class.
  func isMark(_ key: String) -> Bool { preservesReferences && !Self.markKeys.find(key).isNone }

  /// The model that an object refers to, if it is a reference and those count; records the object's own number for
  /// the model that is made of it.
  func referredModel(
    by source: ObjectSource,
    _ declared: any Model.Type
  ) throws(Misfit) -> (any Model)? {
    if case .decoded(let object) = source {
      try object.refuseReference()
      return nil
    }
    let marks = try marks(in: source)
    if let number = try number(marks["$ref"]) {
      return try found(references.numbered[number], as: declared, number: number)
    }
    // No model may have been made of the object before.
    references.number = try number(marks["$id"])
    return nil
  }

  /// Whether an object is a reference, where none are found.
  func isReference(_ pairs: Input.Pairs) throws(Misfit) -> Bool {
    guard preservesReferences else { return false }
    return try marks(in: ObjectSource(pairs))["$ref"] != nil
  }

  /// Records a model under the number of the object that it is being made of, unless that is another
  /// object's.
  func record(_ model: any Model, _ number: String, isMade: Bool) {
    if isMade { undoList.add(made: model) } else { undoList.save(model) }
    guard references.record(model, number: number, undoList) else {
      let found = "\"\(number.quoted)\", which is another object's"
      let type = type(of: model)
      notes.add(
        .finding(at: notes.path(.key("$id"))) { $0.add(.unresolved, "$id", of: type, found: nil) }
      )
      return note(.unresolved, "$id", in: type, found: found)
    }
  }

  private func number(_ source: ValueLocation?) throws(Misfit) -> String? {
    guard let source else { return nil }
    let start = reader.position
    defer { reader.position = start }
    return switch try input(from: source) {
    case .text(let text): text.string
    case .number(let number): number.text
    default: nil
    }
  }

  /// The values under those keys.
  private func marks(in pairs: ObjectSource) throws(Misfit) -> [String: ValueLocation] {
    var marks: [String: ValueLocation] = [:]
    moveReader(to: pairs)
    for pair in try knownPairs(in: pairs, Self.markKeys) { marks[pair.key.text] = pair.source }
    return marks
  }

  func unwrapping<Value>(
    _ input: Input,
    _ body: (Input) throws(Misfit) -> Value
  ) throws(Misfit) -> Value {
    // As long as a numbered object is open, it may still be a list.
    if preservesReferences, isUnfinished(input), case .object(let pairs) = input {
      let marks = try marks(in: ObjectSource(pairs))
      if marks["$id"] != nil, marks["$values"] == nil { throw .unfinished }
    }
    return try unwrapping(input, if: preservesReferences, body)
  }

  /// Calls the body with the array in `{"$values": […]}`, if there may be one, and with any other
  /// input as it is.
  func unwrapping<Value>(
    _ input: Input,
    if preserves: Bool,
    _ body: (Input) throws(Misfit) -> Value
  ) throws(Misfit) -> Value {
    let depth = reader.remainingDepth
    guard preserves, let array = try markedArray(in: input) else { return try body(input) }
    try descend()
    let value = try body(array)
    if case .object(.text(let start)) = input { try skipValue(from: start, depth: depth) }
    reader.remainingDepth = depth
    return value
  }

  /// The array in `{"$values": […]}`; nil for any other input, with nothing read.
  @inline(never)
  private func markedArray(in input: Input) throws(Misfit) -> Input? {
    let start = reader.position
    guard case .object(let pairs) = input,
      let source = try marks(in: ObjectSource(pairs))["$values"]
    else { return nil }
    let array = try self.input(from: source)
    if case .array = array { return array }
    reader.position = start
    return nil
  }
}
