/// A property whose value names models that aren't there yet, or a set with models that aren't complete:
/// it is filled at the end of the input, if it is as the mapping left it.
final class Hole {
  /// The place of the value.
  let offer: Offer
  let assignment: Mapping.Assignment
  let model: any Model
  /// The other keys of the property, for an issue.
  var otherKeys: [String] = []
  /// The models in its value.
  let models: ModelsRead
  /// The steps that lead to the object.
  let steps: [Notes.Step]
  /// What was noted of its value, which comes again when it is filled; nil if a hook has passed on
  /// another one.
  var notes: Notes.Postponed?

  init(
    _ offer: Offer,
    _ assignment: Mapping.Assignment,
    of model: any Model,
    models: ModelsRead,
    at steps: [Notes.Step],
    _ notes: Notes.Postponed
  ) {
    (self.offer, self.assignment, self.model, self.models) = (offer, assignment, model, models)
    (self.steps, self.notes) = (steps, notes)
  }
}

extension Mapping {
  /// Whether a property may name models that aren't there yet.
  func mayAwait(_ property: Property) -> Bool {
    guard mayRefer, property.heldModels.holdsModels else { return false }
    // What is in a struct is read again with the property that holds it.
    return state.frame?.schema.type.structType == nil
  }

  /// Begins to read the value of a property that may name models that aren't there yet.
  ///
  /// Its holes are over if a hook has set it since.
  @inline(never)
  func beginToAwait(_ property: Property, of model: any Model) {
    let references = references
    if let left = references.left(property, of: model), !has(left, property, of: model) {
      references.leave(property, of: model, as: nil, undoList)
    }
    references.modelsRead = ModelsRead()
  }

  /// Whether a property has what the mapping left in it.
  private func has(_ left: References.Left, _ property: Property, of model: any Model) -> Bool {
    Comparison(===).decide { property.isEqual(to: left.value, in: model, $0) }
  }

  /// The hole that a property is if its value names models that aren't there yet; nil if they are.
  ///
  /// Such a value ends the holes in which a former one has left the property, unless it is merged with
  /// that.
  func hole(
    _ offer: Offer,
    _ assignment: Assignment,
    fits: Bool,
    in object: borrowing ObjectFilling
  ) -> Hole? {
    guard let references = state.references, let models = references.modelsRead else { return nil }
    let (property, model) = (assignment.property, object.model)
    let former = references.left(property, of: model)
    let isHole =
      models.isAwaiting || property.heldModels.comparesModels && mayStillChange(models)
    guard isHole || fits && former != nil else { return nil }
    let isMerged =
      former != nil && assignment.list?.former != nil && !property.isNil(in: model)
    guard isHole || isMerged else {
      references.leave(property, of: model, as: nil, undoList)
      return nil
    }
    let left = References.Left(
      value: property.savedValue(in: model),
      first: former?.first ?? references.holes.count,
      isMerged: isMerged
    )
    references.leave(property, of: model, as: left, undoList)
    guard isHole else { return nil }
    // The end of the input changes it.
    undoList.save(model)
    let own = notes.removeAll(since: assignment.mark)
    let hole = Hole(offer, assignment, of: model, models: models, at: notes.steps, own)
    references.add(hole)
    undoList.add { [weak self] in
      if let own = self?.references.removeLastHole()?.notes { self?.notes.add(own) }
    }
    return hole
  }

  /// Whether one of the models may be another one's equal as long as both aren't complete: it is around
  /// the value, or awaits others.
  private func mayStillChange(_ models: ModelsRead) -> Bool {
    if references.hasHoles { return true }
    guard let frame = state.frame else { return false }
    return models.contains(oneOf: Set(frame.outward.map { ObjectIdentifier($0.model) }))
  }

  /// Reads the values once more that have named models before these came.
  @inline(never)
  func fillHoles(_ references: References) throws(Misfit) {
    // Sets compare their models, which are complete then.
    for comparesModels in [false, true] {
      for (number, hole) in references.holes.enumerated()
      where hole.assignment.property.heldModels.comparesModels == comparesModels {
        notes.steps = hole.steps
        let mark = notes.mark
        try fill(hole, number, references)
        if hole.notes == nil { notes.forget(since: mark) }
      }
    }
    references.removeHoles()
    notes.steps = []
  }

  private func fill(_ hole: Hole, _ number: Int, _ references: References) throws(Misfit) {
    var assignment = hole.assignment
    let (property, list, model) = (assignment.property, assignment.list, hole.model)
    // What a later value of the input, or a hook, has set stays.
    guard let left = references.left(property, of: model), left.first <= number,
      has(left, property, of: model)
    else {
      if let own = hole.notes { notes.add(own) }
      return
    }
    if left.isMerged {
      list?.begin(with: property, of: model)
    } else if let former = list?.state.saved {
      // A list that is merged twice would get its new elements twice.
      property.restore(former, in: model)
    }
    hole.models.beginAgain()
    let outerModels = references.modelsRead
    references.modelsRead = hole.models
    defer { references.modelsRead = outerModels }
    let schema = SchemaCache.schema(of: type(of: model))
    let (offer, mark) = (hole.offer, notes.mark)
    assignment.input = try input(from: offer.source)
    if try !map(offer, assignment, into: model, of: schema) {
      notes.name(hole.otherKeys, besides: .key(offer.path.text), since: mark)
    }
    let filled = References.Left(
      value: property.savedValue(in: model),
      first: left.first,
      isMerged: left.isMerged
    )
    references.leave(property, of: model, as: filled, undoList)
  }
}

/// What became of the models in a value, in the order in which they are read.
///
/// If one of them isn't there yet, the value is read again at the end of the input. Then only that
/// one is read; the others are returned as they are, with their notes, so that their hooks run once.
final class ModelsRead: UncheckedStorage<ModelsRead.State> {
  struct State {
    fileprivate var results: [(model: Result<any Model, Misfit>, notes: Notes.Postponed)] = []
    fileprivate var index = 0
  }

  init() { super.init(State()) }

  /// Whether one of them isn't there yet.
  var isAwaiting: Bool { state.results.contains { $0.model.isUnresolved } }

  /// Begins to return what was read.
  func beginAgain() { state.index = 0 }

  /// Whether the one that was read last isn't there.
  var endsUnresolved: Bool { state.results.prefix(state.index).last?.model.isUnresolved == true }

  /// Whether one of some objects is among them.
  func contains(oneOf objects: Set<ObjectIdentifier>) -> Bool {
    state.results.contains { result in
      guard case .success(let model) = result.model else { return false }
      return objects.contains(ObjectIdentifier(model))
    }
  }

  fileprivate func next() -> (model: Result<any Model, Misfit>, notes: Notes.Postponed)? {
    guard state.index < state.results.count else { return nil }
    state.index += 1
    return state.results[state.index - 1]
  }

  fileprivate func add(_ model: Result<any Model, Misfit>, _ notes: Notes.Postponed) {
    state.results.append((model, notes))
    state.index = state.results.count
  }
}

extension Result where Failure == Misfit {
  fileprivate var isUnresolved: Bool {
    if case .failure(.unresolved) = self { true } else { false }
  }
}

extension Mapping {
  /// Records what becomes of the models of a root, if it may refer to models that aren't there yet.
  func recordModelsOfRoot() {
    guard mayRefer else { return }
    references.modelsRead = ModelsRead()
  }

  var recordsModels: Bool { state.references?.modelsRead != nil }

  func once(_ read: () throws(Misfit) -> any Model) throws(Misfit) -> any Model {
    guard let references = state.references, let models = references.modelsRead else {
      return try read()
    }
    if let known = models.next(), !known.model.isUnresolved {
      notes.add(known.notes)
      return try known.model.get()
    }
    references.modelsRead = nil
    defer { references.modelsRead = models }
    let mark = notes.mark
    let model = Result { () throws(Misfit) in try read() }
    if !references.isResolving { models.add(model, notes.postponed(since: mark)) }
    return try model.get()
  }
}
