extension Array where Element: ModelObject {
  /// Updates the array from a JSON array; known models stay the same objects.
  ///
  /// Models are matched by their class's ``ModelObject/identity``. Known models are updated in
  /// place, as by ``ModelObject/update(json:at:options:)``; other elements become new models. The
  /// array gets the order of the input, and models that the input doesn't contain are removed. With
  /// ``MappingOptions/ArrayHandling/merge``, the array keeps its order and all its models, and new
  /// ones are appended. If several models have the same identity, they are matched in order.
  ///
  /// An element without an identity becomes a new model, and so do all elements of a class without
  /// one. A known model is replaced if the input selects another class. An element that isn't an
  /// object, or that a hook rejects, is skipped, or is an error, as the options say; a known model
  /// that is rejected keeps its values, and gets its place in the input's order.
  ///
  /// <!-- with:
  /// class Row: ModelObject {
  ///   var id = 0
  ///   var name = ""
  ///   override class var identity: Set<String> { ["id"] }
  /// }
  /// -->
  /// ```swift
  /// var rows = try [Row](json: #"[{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]"#)
  /// let options = MappingOptions(arrays: .merge)
  /// try rows.update(json: #"[{"id": 3}, {"id": 2, "name": "c"}]"#, options: options)
  /// rows.map(\.id)  // [1, 2, 3]
  /// rows.map(\.name)  // ["a", "c", ""]
  /// ```
  ///
  /// - Returns: The inserted, updated, unchanged and removed models.
  /// - Throws: A ``ModelError``, as when making an array. The array and its models are then
  ///   unchanged.
  @discardableResult
  public mutating func update(
    json: some JSONSource,
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws -> ModelChanges<Element> {
    try Mapping.with(json, at: path, options) { try update($0) }
  }

  /// Updates the array from dictionaries; known models stay the same objects.
  ///
  /// Same as ``update(json:at:options:)``.
  @discardableResult
  public mutating func update(
    dictionaries: [[String: Any]],
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws -> ModelChanges<Element> {
    try update(array: dictionaries, at: path, options: options)
  }

  /// Updates the array from one that may hold anything, such as one of `JSONSerialization`; known
  /// models stay the same objects.
  ///
  /// Same as ``update(json:at:options:)``.
  ///
  /// ```swift
  /// var images = [Image(), Image()]
  /// let parsed: [Any] = [["image_id": 9], 7]
  /// try images.update(array: parsed)
  /// images.map(\.imageId)  // [9]
  /// ```
  @discardableResult
  public mutating func update(
    array: [Any],
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws -> ModelChanges<Element> {
    try update(Mapping(tree: .array(array), at: path, options: .fixed(options)))
  }

  /// Updates the array from the beginning of a JSON array that is still arriving.
  ///
  /// The part that has arrived is treated as the whole array; an element is skipped until its
  /// identity has arrived or it is closed. Text without an array yet changes nothing. Otherwise
  /// same as ``update(json:at:options:)`` and
  /// ``ModelObjectProtocol/init(partialJSON:at:options:)``.
  ///
  /// <!-- with:
  /// class Row: ModelObject {
  ///   var id = 0
  ///   var name = ""
  ///   override class var identity: Set<String> { ["id"] }
  /// }
  /// -->
  /// ```swift
  /// var rows: [Row] = []
  /// try rows.update(partialJSON: #"[{"id": 1, "name": "Te"#)
  /// let row = rows[0]
  /// try rows.update(partialJSON: #"[{"id": 1, "name": "Tea"}, {"id": 1"#)
  /// rows.map(\.name)  // ["Tea"]
  /// rows[0] === row  // true
  /// ```
  @discardableResult
  public mutating func update(
    partialJSON: some JSONSource,
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws -> ModelChanges<Element> {
    // While no array has arrived, no model is removed.
    try Mapping.withBeginning(
      of: partialJSON,
      .array,
      at: path,
      options: options,
      absent: { ModelChanges() },
      { try update($0) }
    )
  }

  private mutating func update(_ mapping: Mapping) throws -> ModelChanges<Element> {
    let former = self
    let list = mapping.list(of: Element.self) { former }
    let models = try mapping.roots(of: Element.self, list)
    let isMerged = list.isMerged && list.tellsApart
    let merged = isMerged ? list.merged(models, onto: former) as? [Element] : nil
    let result = merged ?? models
    var changes = ModelChanges<Element>()
    let changed = mapping.changedModels
    var seen: Set<ObjectIdentifier> = []
    for model in models where seen.insert(ObjectIdentifier(model)).inserted {
      guard list.isUpdated(model) || !list.held(model) else { continue }
      changes.add(model, isKnown: list.isUpdated(model), changed)
    }
    var staying = Set(result.map { ObjectIdentifier($0) })
    changes.removed = former.filter { staying.insert(ObjectIdentifier($0)).inserted }
    self = result
    return changes
  }
}
