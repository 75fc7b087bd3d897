/// The result of an upsert: the models, in the order of the input, and the changes to the store.
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
  /// The models, in the order of the input; a model that the input contains twice is included once.
  ///
  /// One that a later object of the input replaces, because it selects another class, is included,
  /// but the store doesn't have it, and it isn't among the changes.
  public var models: [Model]
  /// The changes to the store's objects of the class, without nested models and models without an
  /// identity.
  public var changes: ModelChanges<Model>

  /// The position of the first model, zero.
  public var startIndex: Int { models.startIndex }

  /// The position after the last model.
  public var endIndex: Int { models.endIndex }

  /// The model at a position.
  public subscript(position: Int) -> Model { models[position] }

  /// The result of an upsert of a dictionary: the models by their keys, and the changes to the store.
  public struct ByKey {
    /// The models of the input, by their keys; values that aren't objects, or that a hook rejects,
    /// are missing.
    public var models: [String: Model]
    /// The changes to the store's objects of the class, in the order of the keys.
    public var changes: ModelChanges<Model>

    /// The model under a key; nil if there is none.
    public subscript(key: String) -> Model? { models[key] }
  }
}
