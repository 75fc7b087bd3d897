extension Dictionary where Key == String, Value: ModelObject {
  /// Updates the dictionary from a JSON object; models stay the same objects under their keys.
  ///
  /// A model is updated in place by the object under its key; if that has another class or another
  /// ``ModelObject/identity``, it is replaced. Null removes a model. Models whose keys the input
  /// doesn't have are removed; with ``MappingOptions/ArrayHandling/merge``, they stay. A value that
  /// doesn't fit, or that a hook rejects, is skipped, or is an error, as the options say; the model
  /// under its key stays unchanged.
  ///
  /// ```swift
  /// let json = #"{"a": {"imageId": 1}, "b": {"imageId": 2}}"#
  /// var images = try [String: Image](json: json)
  /// let first = images["a"]
  /// let changes = try images.update(json: #"{"a": {"imageId": 3}, "c": {}}"#)
  /// images["a"] === first  // true
  /// first?.imageId  // 3
  /// images.keys.sorted()  // ["a", "c"]
  /// changes.removed.map(\.imageId)  // [2]
  /// ```
  ///
  /// - Returns: The inserted, updated and unchanged models, in the order of the input, and the
  ///   removed ones, in the order of their keys.
  /// - Throws: A ``ModelError``, as when making a dictionary. The dictionary and its models are
  ///   then unchanged.
  @discardableResult
  public mutating func update(
    json: some JSONSource,
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws -> ModelChanges<Value> {
    let former = self
    let (models, changed, isMerged) = try Mapping.with(json, at: path, options) { mapping in
      let models = try mapping.update(byKey: former, Value.self)
      let arrays = (options ?? Value.mappingOptions).arrays
      return (models, mapping.changedModels, arrays == .merge)
    }
    var result = isMerged ? former : [:]
    var changes = ModelChanges<Value>()
    for (key, object, isTaken) in models {
      let model = object.flatMap { try? instance($0, as: Value.self) }
      result[key] = model
      if let model, isTaken { changes.add(model, isKnown: model === former[key], changed) }
    }
    changes.removed = former.inKeyOrder().filter { $0.value !== result[$0.key] }.map(\.value)
    self = result
    return changes
  }
}
