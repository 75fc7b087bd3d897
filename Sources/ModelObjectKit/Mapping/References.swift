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
  private var left: [[ObjectIdentifier]: Any] = [:]
  /// What was there before each change of these, with the mark of the undo list after it.
  private var changes: [(id: [ObjectIdentifier], former: Any?, mark: UndoList.Mark)] = []

  func leave(_ property: Property, of model: any Model, _ mark: UndoList.Mark) {
    change(id(property, model), to: property.savedValue(in: model), mark)
  }

  private func change(_ id: [ObjectIdentifier], to value: Any?, _ mark: UndoList.Mark) {
    changes.append((id, left.removeValue(forKey: id), mark))
    left[id] = value
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
    return Comparison(===).decide { property.isEqual(to: left, in: model, $0) }
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
