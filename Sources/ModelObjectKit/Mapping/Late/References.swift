/// What a mapping knows of the models to which its input refers: by their identity in a store, or by
/// `$ref`.
///
/// It is made when the first value or object comes that may refer to another one.
final class References {
  // MARK: - Values that are read again

  /// The models in the value that is being read, if it may refer to one that isn't there yet; nil
  /// inside each of them.
  ///
  /// A root sets it (`recordModels`), and so does each property that may name models
  /// (`Mapping.assignment`). Both that property and a model (`once`) put back what was there.
  var modelsRead: ModelsRead?
  /// Whether the input is over, and what named such models is read again; `resolving` sets it, and
  /// clears it at the end.
  var isResolving = false
  /// The values that properties have which await models; if one has another value in the end, that
  /// came later.
  private var left: [[ObjectIdentifier]: Left] = [:]
  /// What was there before each change of these, with the mark of the undo list after it.
  private var changes: [(id: [ObjectIdentifier], former: Left?, mark: UndoList.Mark)] = []

  private struct Left {
    let value: Any
    /// Whether it is a list with which others were merged since it began to await models.
    let isMerged: Bool
  }

  /// Notes the value of a property that awaits models, with which others may have been merged.
  func leave(
    _ property: Property,
    of model: any Model,
    isMerged: Bool = false,
    _ mark: UndoList.Mark
  ) {
    let isMerged = isMerged || self.isMerged(property, of: model)
    let left = Left(value: property.savedValue(in: model), isMerged: isMerged)
    change(id(property, model), to: left, mark)
  }

  private func change(_ id: [ObjectIdentifier], to value: Left?, _ mark: UndoList.Mark) {
    changes.append((id, left.removeValue(forKey: id), mark))
    left[id] = value
  }

  /// Whether a property is a list with which others were merged since it began to await models.
  func isMerged(_ property: Property, of model: any Model) -> Bool {
    left[id(property, model)]?.isMerged == true
  }

  /// Whether properties awaited models.
  var isAwaiting: Bool { !left.isEmpty }

  /// Whether a property awaited models.
  func mayAwait(_ property: Property, of model: any Model) -> Bool {
    !left.isEmpty && left[id(property, model)] != nil
  }

  /// Whether a property still awaits models.
  func awaits(_ property: Property, of model: any Model) -> Bool {
    guard let left = left[id(property, model)] else { return false }
    return Comparison(===).decide { property.isEqual(to: left.value, in: model, $0) }
  }

  func forgetAwaited(_ property: Property, of model: any Model, _ mark: UndoList.Mark) {
    change(id(property, model), to: nil, mark)
  }

  private func id(_ property: Property, _ model: any Model) -> [ObjectIdentifier] {
    [ObjectIdentifier(model), ObjectIdentifier(property)]
  }

  // MARK: - $id and $ref

  /// The number of the object that is about to be filled; `referredModel` sets it, and the object
  /// takes it when it is filled.
  var number: String?
  /// The models by their numbers.
  private(set) var numbered: [String: any Model] = [:]
  /// The numbers in the order in which they came, with the mark of the undo list behind each.
  private var numbers: [(number: String, mark: UndoList.Mark)] = []
  /// The number that was looked up last, and that no model has.
  private var missingNumber: String?

  /// Records the model that is made of the object with a number; false if another model has that.
  func record(_ model: any Model, number: String, _ mark: UndoList.Mark) -> Bool {
    self.number = nil
    guard numbered[number] == nil else { return false }
    numbered[number] = model
    numbers.append((number, mark))
    return true
  }

  /// Records a number that no model has, for the issue.
  func miss(_ number: String) { missingNumber = number }

  func popMissingNumber() -> String? {
    defer { missingNumber = nil }
    return missingNumber
  }

  /// Forgets the numbers of objects that have been undone, and what these have changed.
  func undo(since mark: UndoList.Mark) {
    while let last = changes.last, last.mark > mark {
      left[last.id] = last.former
      changes.removeLast()
    }
    while let last = numbers.last, last.mark > mark { numbered[numbers.removeLast().number] = nil }
  }
}

extension Mapping {
  /// What the mapping knows of references, made if it isn't there.
  @inline(never)
  var references: References {
    let references = state.references ?? References()
    state.references = references
    return references
  }
}

/// A property that refers to models that aren't there yet: it is filled when all objects of the input
/// are.
final class AwaitedProperty {
  let offer: Offer
  let assignment: Mapping.Assignment
  let model: any Model
  /// The other keys of the property, for an issue.
  var otherKeys: [String] = []
  /// The models in its value.
  let models: ModelsRead
  /// The steps that lead to the object.
  let steps: [Notes.Step]

  init(
    _ offer: Offer,
    _ assignment: Mapping.Assignment,
    of model: any Model,
    models: ModelsRead,
    at steps: [Notes.Step]
  ) {
    (self.offer, self.assignment, self.model, self.models) = (offer, assignment, model, models)
    self.steps = steps
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

  /// Adds the notes of the models, if the value isn't read again.
  func addNotes(to notes: inout Notes) {
    for result in state.results { notes.add(result.notes) }
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
