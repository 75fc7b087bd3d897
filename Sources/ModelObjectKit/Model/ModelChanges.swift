/// The changes that an update made to a collection of models.
///
/// <!-- with:
/// class Row: ModelObject {
///   var id = 0
///   override class var identity: Set<String> { ["id"] }
/// }
/// -->
/// ```swift
/// var rows = try [Row](json: #"[{"id": 1}, {"id": 2}]"#)
/// let changes = try rows.update(json: #"[{"id": 2}, {"id": 3}]"#)
/// changes.inserted.map(\.id)  // [3]
/// changes.updated.map(\.id)  // []
/// changes.unchanged.map(\.id)  // [2]
/// changes.removed.map(\.id)  // [1]
/// ```
public struct ModelChanges<Model: ModelObject> {
  /// The new models, in the order of the input.
  public var inserted: [Model] = []
  /// The known models with a property that the input changed, in the order of the input.
  ///
  /// A property that holds a model changes if it gets one that isn't equal to the one before, not if
  /// properties of a model that stays change. So what has equal new parts is unchanged.
  public var updated: [Model] = []
  /// The known models that the input contains but doesn't change, in the order of the input.
  public var unchanged: [Model] = []
  /// The removed models, in their previous order.
  public var removed: [Model] = []

  /// Adds a model of the input; `changed` are the known models that have changed.
  mutating func add(_ model: Model, isKnown: Bool, _ changed: Set<ObjectIdentifier>) {
    if !isKnown {
      inserted.append(model)
    } else if changed.contains(ObjectIdentifier(model)) {
      updated.append(model)
    } else {
      unchanged.append(model)
    }
  }
}
