/// What a mapping knows of the models to which its input refers: by their identity in a store, or by
/// `$ref`.
///
/// It is made when the first value or object comes that may refer to another one.
final class References {
  // MARK: - Holes

  /// The models in the value that is being read, if it may refer to one that isn't there yet; nil
  /// inside each of them.
  ///
  /// A root sets it (`recordModelsOfRoot`), and so does each property that may name models
  /// (`beginToAwait`). Both that property and a model (`once`) put back what was there.
  var modelsRead: ModelsRead?
  /// Whether the input is over, so that what isn't there won't come.
  var isResolving = false
  /// The properties that await models, in the order in which they were read.
  private(set) var holes: [Hole] = []
  /// What the properties with holes have, as the mapping left them.
  private var left: [[ObjectIdentifier]: Left] = [:]

  struct Left {
    let value: Any
    /// The number of its first hole: those before that are over.
    let first: Int
    /// Whether it is a list with which others were merged since it has holes.
    let isMerged: Bool
  }

  func add(_ hole: Hole) { holes.append(hole) }

  func removeLastHole() -> Hole? { holes.popLast() }

  func removeHoles() { holes = [] }

  func forgetNotes(on range: Range<Int>) {
    for index in range.clamped(to: holes.indices) { holes[index].notes = nil }
  }

  /// Whether properties have holes.
  var hasHoles: Bool { !left.isEmpty }

  /// What a property with holes had when the mapping left it; nil if it has none.
  func left(_ property: Property, of model: any Model) -> Left? {
    left.isEmpty ? nil : left[id(property, model)]
  }

  /// Notes what a property has now; nil if it is a value without holes.
  func leave(_ property: Property, of model: any Model, as now: Left?, _ undoList: UndoList) {
    let id = id(property, model)
    let former = left[id]
    left[id] = now
    undoList.add { [weak self] in self?.left[id] = former }
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
  /// The number that was looked up last, and that no model has.
  private var missingNumber: String?

  /// Records the model that is made of the object with a number; false if another model has that.
  func record(_ model: any Model, number: String, _ undoList: UndoList) -> Bool {
    self.number = nil
    guard numbered[number] == nil else { return false }
    numbered[number] = model
    undoList.add { [weak self] in self?.numbered[number] = nil }
    return true
  }

  /// Records a number that no model has, for the issue.
  func miss(_ number: String) { missingNumber = number }

  func popMissingNumber() -> String? {
    defer { missingNumber = nil }
    return missingNumber
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
