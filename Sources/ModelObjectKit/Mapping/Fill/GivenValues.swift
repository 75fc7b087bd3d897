// What the input has given a new object, for another one that takes it over.

/// The values that the input, and hooks, have set in an object.
final class GivenValues {
  let model: any Model
  fileprivate let frame: ObjectFrame
  fileprivate let numbers: PropertySet
  /// The properties that hooks have set themselves.
  fileprivate let changed: [UndoPlan.SavedProperty]
  fileprivate let awaited: [Int: AwaitedProperty]
  /// The keys of tags that have come.
  fileprivate let tags: Set<String>
  /// Where the object is in the input.
  fileprivate let source: ObjectSource
  /// The steps to it from the root.
  fileprivate let steps: [Notes.Step]
  /// The properties whose key has come.
  fileprivate let decided: PropertySet
  /// What was saved of other objects while this one was filled.
  fileprivate let saved: Range<UndoList.Mark>
  /// What was noted of it if it is a part: it counts if the part isn't mapped once more.
  fileprivate let notes: Notes.Postponed?

  init(
    _ object: borrowing ObjectFilling,
    _ frame: ObjectFrame,
    from source: ObjectSource,
    in mapping: Mapping,
    fits: Bool = false
  ) {
    let mark = mapping.undoMark
    notes = frame.marks.flatMap { marks in
      fits && frame.isPart ? mapping.notes.removeAll(since: marks.notes) : nil
    }
    model = object.model
    (self.frame, self.source, steps) = (frame, source, mapping.notes.steps)
    decided = PropertySet(object.schema.properties.indices.filter { object.hasKey($0) })
    saved = min(frame.marks?.undo ?? mark, mark)..<mark
    changed = object.extras?.changed ?? []
    awaited = object.extras?.awaited ?? [:]
    tags = object.extras?.tags ?? []
    numbers = PropertySet(object.schema.properties.indices.filter { object.isFilled($0) })
  }

  fileprivate func hasSet(_ property: Property) -> Bool {
    numbers.contains(property.number) || changed.contains { $0.property.number == property.number }
  }
}

extension Mapping {
  /// Notes what an object was given, inside one that awaits its identity.
  @inline(never)
  func noteGiven(
    _ object: inout ObjectFilling,
    _ frame: ObjectFrame,
    from source: ObjectSource,
    fits: Bool
  ) {
    let given = GivenValues(object, frame, from: source, in: self, fits: fits)
    rare.givenValues?[ObjectIdentifier(given.model)] = given
  }

  /// Lets an object take over what the one that is being filled was given, and take its place.
  func fill(
    _ model: any Model,
    insteadOf object: inout ObjectFilling,
    _ frame: ObjectFrame
  ) throws(Misfit) {
    let given = GivenValues(object, frame, from: .none, in: self)
    object = try taking(model, given, in: frame.outer)
  }

  /// Sets in an object what a new one was given; returns it as an object that is being filled.
  func taking(
    _ model: any Model,
    _ given: GivenValues,
    in outer: ObjectFrame?
  ) throws(Misfit) -> ObjectFilling {
    let (schema, made) = (SchemaCache.schema(of: type(of: model)), given.model)
    let memory = ObjectMemory(model)
    var object = ObjectFilling(
      schema.classPlan,
      memory,
      from: .none,
      isFresh: false
    )
    save(&object, schema, in: outer)
    // The object may be of a subclass of the new one's class.
    let former = SchemaCache.schema(of: type(of: made))
    var places: Set<Int> = []
    // Other values may refer to the models in properties, whose places others take.
    let order =
      former.properties.filter { $0.declared != nil }
      + former.properties.filter { $0.declared == nil }
    for property in order where given.numbers.contains(property.number) {
      places.insert(property.stored.offset)
      let list = list(of: property, object)
      if let awaited = given.awaited[property.number] {
        awaited.move(to: model, list)
        let isMerged = mergesAwaited(list, property, of: model)
        references.leave(property, of: model, isMerged: isMerged, undoMark)
      } else {
        try take(property, from: made, list, &object)
        followAwaited(list, property, of: model)
      }
    }
    let unknownKeys = schema.unknownKeys
    if let unknownKeys { places.insert(unknownKeys.property.stored.offset) }
    // An accessor may keep them in a property that has changed with them.
    let kept = unknownKeys?.read(from: model) ?? [:]
    for saved in given.changed where !places.contains(saved.property.stored.offset) {
      checkExclusiveAccess(to: memory, at: saved.property.stored.offset)
      (saved.accessor ?? saved.property).copy(from: made, to: model)
    }
    if let unknownKeys, let new = former.unknownKeys?.read(from: made) {
      let pairs = kept.filter { !given.tags.contains($0.key) }.merging(new) { $1 }
      if !new.isEmpty || !given.tags.isEmpty { unknownKeys.set(pairs, in: model) }
    }
    return object
  }

  private func take(
    _ property: Property,
    from made: any Model,
    _ list: ListMatching?,
    _ object: inout ObjectFilling
  ) throws(Misfit) {
    let model = object.model
    if let part = property.model(in: made), let there = property.model(in: model),
      there !== part, registry?.identity(of: part) == nil,
      let given = rare.givenValues?[ObjectIdentifier(part)],
      given.frame.picked.isExact
        ? type(of: there) == type(of: part) : isInstance(there, of: type(of: part)),
      !isOther(given, than: there)
    {
      rare.successors[ObjectIdentifier(part)] = there
      state.references?.replace(part, by: there, since: given.saved.lowerBound)
      return try at(given) { () throws(Misfit) in
        if type(of: there) == type(of: part) { return try takePart(there, given) }
        try map(given, onto: there, in: property, of: model)
      }
    }
    guard try isAccepted(property, of: made) else { return }
    if !property.isAccessed { checkExclusiveAccess(to: object.memory, at: property.stored.offset) }
    if let list, let former = list.former {
      let new = property.savedValue(in: made)
      return property.restore(list.merged(new, onto: former), in: model)
    }
    let successors = rare.successors
    property.copy(from: made, to: model, successors.isEmpty ? nil : Successors(successors))
  }

  /// Whether a new model was given a part of an identity that isn't that of another one.
  private func isOther(_ given: GivenValues, than there: any Model) -> Bool {
    guard let rule = SchemaCache.schema(of: type(of: given.model)).identity else { return false }
    let values = zip(rule.parts, rule.values(of: given.model))
    return isOther(values.map { given.hasSet($0) ? $1 : nil }, rule, than: there)
  }

  /// The models that have taken the places of others.
  private final class Successors: ModelCopier {
    private let models: [ObjectIdentifier: any Model]

    init(_ models: [ObjectIdentifier: any Model]) {
      self.models = models
    }

    func copied(_ model: any Model) -> any Model { models[ObjectIdentifier(model)] ?? model }
  }

  /// Maps an object once more, onto the model of a subclass in a property: that may have other keys.
  private func map(
    _ given: GivenValues,
    onto there: any Model,
    in property: Property,
    of model: any Model
  ) throws(Misfit) {
    let (position, declared) = (reader.position, type(of: given.model))
    defer { reader.position = position }
    state.rules = ModelRules()
    undo(in: given.saved)
    do throws(Misfit) {
      let mapped = try self.model(from: given.source, declared: declared, existing: there)
      property.set(mapped, in: model)
    } catch {
      if error.isFatal { throw error }
    }
  }

  /// Lets a model in a property take over what the new one there was given; it stays as it was if it
  /// refuses that.
  private func takePart(
    _ part: any Model,
    _ given: GivenValues
  ) throws(Misfit) {
    let mark = undoMark
    noteKeys(of: given, isUpdating: true)
    let object = try taking(part, given, in: state.frame)
    let hooks = object.schema.hooks
    do throws(Misfit) {
      if hooks.contains(.awake) { try hook(false) { part.awake() } }
      if hooks.contains(.validate) { try hook(false) { try part.validate() } }
      if let own = given.frame.own, registry?.identity(of: part) == nil {
        noteUnidentified(own.misfit)
      }
    } catch {
      if error.isFatal { throw error }
      undo(since: mark)
      undo(in: given.saved)
    }
  }

  /// Checks the models in an object that is a new one itself, and takes those out that are refused.
  func checkParts(in object: inout ObjectFilling) throws(Misfit) {
    let numbers = object.schema.properties.indices.filter { object.isFilled($0) }
    let kept = try checkParts(of: object.model, PropertySet(numbers))
    for number in numbers where !kept.contains(number) { object.decided.remove(number) }
  }

  /// Checks the models in an object that is a new one itself, and takes those out that are refused;
  /// returns the properties that keep their values.
  func checkParts(of made: any Model, _ numbers: PropertySet) throws(Misfit) -> PropertySet {
    let schema = SchemaCache.schema(of: type(of: made))
    var kept = numbers
    for property in schema.properties
    where numbers.contains(property.number) && property.declared != nil {
      if try isAccepted(property, of: made) { continue }
      property.copy(from: schema.type.init(), to: made)
      kept.remove(property.number)
    }
    return kept
  }

  /// Whether what a property of a new object was given may stay there: it isn't a model, or that has
  /// been checked, or nothing in it or its class refuses it as a new one.
  private func isAccepted(_ property: Property, of made: any Model) throws(Misfit) -> Bool {
    guard let part = property.model(in: made),
      let given = rare.givenValues?[ObjectIdentifier(part)], given.frame.isPart
    else { return true }
    let frame = given.frame
    frame.isPart = false
    return try at(given) { () throws(Misfit) in
      noteKeys(of: given, isUpdating: frame.isUpdating)
      do throws(Misfit) {
        var object = ObjectFilling(frame, from: given.source)
        object.decided = try checkParts(of: part, given.numbers)
        try checkRequired(&object, frame)
        try validate(frame)
      } catch {
        if error.isFatal { throw error }
        undo(in: given.saved)
        return false
      }
      if let own = frame.own { noteUnidentified(own.misfit) }
      return true
    }
  }

  private func noteKeys(of given: GivenValues, isUpdating: Bool) {
    if let own = given.notes { notes.add(own) }
    var object = ObjectFilling(given.frame, from: given.source)
    object.decided = given.decided
    noteKeys(of: object, isUpdating: isUpdating)
  }

  /// Calls a closure whose notes are about an object that was read before.
  private func at<Value>(
    _ given: GivenValues,
    _ body: () throws(Misfit) -> Value
  ) throws(Misfit) -> Value {
    let steps = notes.steps
    notes.steps = given.steps
    defer { notes.steps = steps }
    return try body()
  }
}
