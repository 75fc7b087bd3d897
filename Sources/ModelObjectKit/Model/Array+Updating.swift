public import Foundation

extension Array where Element: ModelObject {
  /// Updates the array from a JSON array: what is there already stays the same objects.
  ///
  /// Elements are told apart by their class's ``ModelObject/identity``. One that the input names is
  /// updated where it is, as ``ModelObject/update(json:at:arrayMapping:options:)-(String,_,_,_)``
  /// does it; for the others new models are made. The order is that of the input, and what it does
  /// not name goes; under ``MappingOptions/ArrayHandling/merge`` the array keeps its order and all
  /// that is in it, with the new ones behind. An input that names one twice counts as two updates.
  ///
  /// What gives no identity is a new model. A known one that the input gives another class is
  /// replaced. What is no object, or is refused by a hook, is left out, or is an error, as the
  /// options say. Models of a class without identity are all made anew.
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
  /// var options = MappingOptions()
  /// options.arrays = .merge
  /// try rows.update(json: #"[{"id": 3}, {"id": 2, "name": "c"}]"#, options: options)
  /// rows.map(\.id)  // [1, 2, 3]
  /// rows.map(\.name)  // ["a", "c", ""]
  /// ```
  ///
  /// - Returns: What was inserted, updated and removed.
  /// - Throws: A ``ModelError``, as making an array does. Then the array is as it was; the models in
  ///   it may have been changed.
  @discardableResult
  public mutating func update(
    json: Data,
    at path: JSONKey? = nil,
    arrayMapping: [String: ModelObject.Type] = [:],
    options: MappingOptions? = nil
  ) throws -> ModelChanges<Element> {
    try JSONText.with(json) { text in
      try update(
        Mapping(text: text, at: path, options: .fixed(options), arrayMapping: arrayMapping)
      )
    }
  }

  /// Updates the array from a JSON array: what is there already stays the same objects.
  @discardableResult
  public mutating func update(
    json: String,
    at path: JSONKey? = nil,
    arrayMapping: [String: ModelObject.Type] = [:],
    options: MappingOptions? = nil
  ) throws -> ModelChanges<Element> {
    try JSONText.with(json) { text in
      try update(
        Mapping(text: text, at: path, options: .fixed(options), arrayMapping: arrayMapping)
      )
    }
  }

  /// Updates the array from dictionaries: what is there already stays the same objects.
  ///
  /// As from a JSON array.
  @discardableResult
  public mutating func update(
    dictionaries: [[String: Any]],
    at path: JSONKey? = nil,
    arrayMapping: [String: ModelObject.Type] = [:],
    options: MappingOptions? = nil
  ) throws -> ModelChanges<Element> {
    let mapping = Mapping(at: path, options: .fixed(options), arrayMapping: arrayMapping)
    return try update(mapping, dictionaries)
  }

  /// Updates the array from the beginning of a JSON array that is still arriving.
  ///
  /// What has come counts as the whole array; an element waits until its identity has come or it is
  /// closed. An empty text, or white space, changes nothing. All else is as for a whole text, and as
  /// for ``ModelObjectInitializable/init(partialJSON:arrayMapping:options:)-(String,_,_)``.
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
    partialJSON: Data,
    arrayMapping: [String: ModelObject.Type] = [:],
    options: MappingOptions? = nil
  ) throws -> ModelChanges<Element> {
    try JSONText.withBeginning(partialJSON) {
      try update(beginning: $0, arrayMapping, .fixed(options))
    }
  }

  /// Updates the array from the beginning of a JSON array that is still arriving.
  @discardableResult
  public mutating func update(
    partialJSON: String,
    arrayMapping: [String: ModelObject.Type] = [:],
    options: MappingOptions? = nil
  ) throws -> ModelChanges<Element> {
    try JSONText.with(partialJSON) {
      try update(beginning: $0, arrayMapping, .fixed(options))
    }
  }

  private mutating func update(
    beginning text: ByteView,
    _ arrayMapping: [String: ModelObject.Type],
    _ options: FixedOptions?
  ) throws -> ModelChanges<Element> {
    // Nothing has come, and so nothing is gone.
    guard text.trimmed.count > 0 else { return ModelChanges() }
    return try Mapping.withPartialText(text, .array) { text, partial in
      try update(Mapping(text, partial, arrayMapping, options))
    }
  }

  private mutating func update(
    _ mapping: Mapping,
    _ dictionaries: [Any]? = nil
  ) throws -> ModelChanges<Element> {
    let former = self
    let list = mapping.list(of: Element.self) { former }
    let models = try mapping.roots(dictionaries, of: Element.self, list)
    let isMerged = list.isMerged && list.tellsApart
    let result =
      isMerged
      ? nativeArray(of: Element.self, from: list.merged(models as [AnyObject], onto: former))
      : models
    var changes = ModelChanges<Element>()
    for model in models {
      if list.held(model) { changes.updated.append(model) } else { changes.inserted.append(model) }
    }
    var staying = Set(result.map { ObjectIdentifier($0) })
    changes.removed = former.filter { staying.insert(ObjectIdentifier($0)).inserted }
    self = result
    return changes
  }
}
