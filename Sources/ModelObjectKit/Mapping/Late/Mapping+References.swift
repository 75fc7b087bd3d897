/// Models that an input refers to: in a store by their identity, and by `$ref`
/// if the options say so.
///
/// A model that isn't there yet may come later in the same input. Then the property, with its place
/// in the input, is noted, and mapped again at the end.
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

  // MARK: - At the end

  /// Whether a property may name models that aren't there yet.
  func mayAwait(_ property: Property) -> Bool {
    guard mayRefer, property.heldModels.holdsModels else { return false }
    // What is in a struct is read again with the property that holds it.
    return state.frame?.schema.type.structType == nil || state.references?.modelsRead == nil
  }

  /// A property that refers to models that aren't there yet; nil if they are.
  ///
  /// It is noted, in place of what was noted on its value.
  func awaited(
    _ offer: Offer,
    _ assignment: Assignment,
    in object: borrowing ObjectFilling
  ) -> AwaitedProperty? {
    guard let models = state.references?.modelsRead, models.isAwaiting else { return nil }
    // What is noted of the models that are there comes again with them.
    notes.forget(since: assignment.mark)
    let (property, model) = (assignment.property, object.model)
    let awaited = AwaitedProperty(offer, assignment, of: model, models: models, at: notes.steps)
    undoList.save(model)
    let isMerged = mergesAwaited(assignment.list, property, of: model)
    references.leave(property, of: model, isMerged: isMerged, undoMark)
    notes.add(.awaited(awaited))
    return awaited
  }

  /// Notes that a property has another value: it doesn't await models any more, unless the value was
  /// merged with a list that does.
  func followAwaited(_ list: ListMatching?, _ property: Property, of model: any Model) {
    guard let references = state.references, references.mayAwait(property, of: model) else {
      return
    }
    undoList.save(model)
    if mergesAwaited(list, property, of: model) {
      references.leave(property, of: model, isMerged: true, undoMark)
    } else {
      references.forgetAwaited(property, of: model, undoMark)
    }
  }

  /// Whether a value of a property is merged with a list that awaits models.
  func mergesAwaited(
    _ list: ListMatching?,
    _ property: Property,
    of model: any Model
  ) -> Bool {
    list?.former != nil && !property.isNil(in: model)
      && state.references?.mayAwait(property, of: model) == true
  }

  /// Whether the root itself has named models before these came; then all begins again.
  func mustReadAgain(_ references: References, since mark: Notes.Mark) -> Bool {
    guard let models = references.modelsRead, models.isAwaiting else { return false }
    references.isResolving = true
    notes.forget(since: mark)
    models.beginAgain()
    return true
  }

  /// Reads the properties once more that have named models before these came.
  @inline(never)
  func readAwaited(_ references: References) throws(Misfit) {
    references.isResolving = true
    defer { references.isResolving = false }
    // A value that is read again brings the notes of the models in it, which may await others.
    var awaited = notes.removeAwaited()
    while !awaited.isEmpty {
      for property in awaited {
        notes.steps = property.steps
        try fill(property)
      }
      notes.steps = []
      awaited = notes.removeAwaited()
    }
  }

  private func fill(_ awaited: AwaitedProperty) throws(Misfit) {
    var assignment = awaited.assignment
    let model = awaited.model
    let (property, list) = (assignment.property, assignment.list)
    // What a later value of the input, or a hook, has set stays.
    guard references.awaits(property, of: model) else {
      return awaited.models.addNotes(to: &notes)
    }
    defer { references.leave(property, of: model, undoMark) }
    if references.isMerged(property, of: model) {
      list?.begin(with: property, of: model)
    } else if let former = list?.state.saved {
      // A list that is merged twice would get its new elements twice.
      property.restore(former, in: model)
    }
    awaited.models.beginAgain()
    let outerModels = references.modelsRead
    references.modelsRead = awaited.models
    defer { references.modelsRead = outerModels }
    let schema = SchemaCache.schema(of: type(of: model))
    let (offer, mark) = (awaited.offer, notes.mark)
    assignment.input = try input(from: offer.source)
    if try !map(offer, assignment, into: model, of: schema) {
      notes.name(awaited.otherKeys, besides: .key(offer.path.text), since: mark)
    }
  }

  /// New models may be dropped for the equal ones that are there, unless others may refer to them:
  /// those with a number, those of the store, those that a program has given, and those that await
  /// other models.
  func repeats(_ areEqual: (any ModelComparer) -> Bool) -> Bool {
    guard !preservesReferences, state.references?.isAwaiting != true else { return false }
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
    guard references.record(model, number: number, undoMark) else {
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
