/// The models of an upsert, in the order of the input, and its changes to the store.
///
/// <!-- with:
/// class Row: ModelObject {
///   var id = 0
///   override class var identity: Set<String> { ["id"] }
/// }
/// -->
/// ```swift
/// let store = ModelStore()
/// let rows = try store.upsert([Row].self, json: #"[{"id": 2}, {"id": 1}, {"id": 2}]"#)
/// rows.map(\.id)  // [2, 1]
/// rows.changes.inserted.count  // 2
/// ```
public struct ModelUpsert<Model: ModelObject>: RandomAccessCollection {
  /// The models of the input, in its order; a model that the input names twice comes once.
  public var models: [Model]
  /// The changes to the store's objects of the class that was asked for, without nested models and
  /// models that have no identity.
  public var changes: ModelChanges<Model>

  /// Zero.
  public var startIndex: Int { models.startIndex }

  /// The number of models.
  public var endIndex: Int { models.endIndex }

  /// The model in a place.
  public subscript(position: Int) -> Model { models[position] }
}
