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
    try Mapping.with(json, at: path, options) { try update($0, options) }
  }

  /// Updates the dictionary from another one; models stay the same objects under their keys.
  ///
  /// Same as ``update(json:at:options:)``.
  ///
  /// ```swift
  /// var images = ["a": Image()]
  /// try images.update(dictionary: ["a": ["image_id": 9]])
  /// images.mapValues(\.imageId)  // ["a": 9]
  /// ```
  @discardableResult
  public mutating func update(
    dictionary: [String: Any],
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws -> ModelChanges<Value> {
    let tree = CallersTree.dictionary(dictionary)
    return try update(Mapping(tree: tree, at: path, options: .fixed(options)), options)
  }

  private mutating func update(
    _ mapping: Mapping,
    _ options: MappingOptions?
  ) throws -> ModelChanges<Value> {
    let former = self
    let models = try mapping.update(byKey: former, Value.self)
    let isMerged = (options ?? Value.mappingOptions).arrays == .merge
    let changed = mapping.changedModels
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
