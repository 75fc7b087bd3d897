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
  func recordModels(ofRoot type: (any Model.Type)?) {
    guard known != nil || preservesReferences(type) else { return }
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
