extension ModelStore {
  /// Reports what an `upsert` of JSON text would do with each property and each key, and changes
  /// nothing.
  ///
  /// References are looked up as by `upsert`: in the store, and in the input. Hooks are called, and
  /// known objects are updated and then restored, so that their observers may be notified.
  ///
  /// <!-- with:
  /// class Person: ModelObject {
  ///   var id = 0
  ///   var name = ""
  ///   override class var identity: Set<String> { ["id"] }
  /// }
  /// class Post: ModelObject {
  ///   var id = 0
  ///   var author: Person?
  ///   var editor: Person?
  ///   override class var identity: Set<String> { ["id"] }
  /// }
  /// let store = ModelStore()
  /// -->
  /// ```swift
  /// try store.upsert(Person.self, json: #"{"id": 7, "name": "Kim"}"#)
  /// print(try store.explain(Post.self, json: #"{"id": 1, "author": 7, "editor": 8}"#))
  /// // Post: 2 mapped, 1 didn't fit
  /// //   id     ← id      1
  /// //   author ← author
  /// //   editor – editor  no such object
  /// store.count(of: Post.self)  // 0
  /// ```
  ///
  /// - Throws: The errors of ``ModelObject/explain(json:at:options:)``, and `missingIdentity` as
  ///   `upsert`.
  public func explain<Model: ModelObject>(
    _ type: Model.Type,
    json: some JSONSource,
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws -> MappingReport {
    try Mapping.with(json, at: path, options, isReport: true) { try explain(type, $0) }
  }

  /// Reports what an `upsert` of a dictionary would do with each property and each key, and changes
  /// nothing.
  ///
  /// Same as for JSON text.
  public func explain<Model: ModelObject>(
    _ type: Model.Type,
    dictionary: [String: Any],
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws -> MappingReport {
    try explain(type, reporting(.dictionary(dictionary), at: path, options))
  }

  private func explain(_ type: ModelObject.Type, _ mapping: Mapping) throws -> MappingReport {
    try checkIdentity(type, mapping)
    return try report("\(type)", mapping) { _ in try mapping.root(type) }
  }

  /// Reports what an `upsert` of a JSON array would do with each property and each key of its
  /// objects, and changes nothing.
  ///
  /// Same as for one object; the paths begin with the index.
  public func explain<Model: ModelObject>(
    _ type: [Model].Type,
    json: some JSONSource,
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws -> MappingReport {
    try Mapping.with(json, at: path, options, isReport: true) { try explain(type, $0) }
  }

  /// Reports what an `upsert` of an array would do with each property and each key of its objects, and
  /// changes nothing.
  ///
  /// Same as for a JSON array.
  public func explain<Model: ModelObject>(
    _ type: [Model].Type,
    array: [Any],
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws -> MappingReport {
    try explain(type, reporting(.array(array), at: path, options))
  }

  private func explain<Model: ModelObject>(
    _ type: [Model].Type,
    _ mapping: Mapping
  ) throws -> MappingReport {
    try checkIdentity(Model.self, mapping)
    return try report("[\(Model.self)]", mapping) { _ in
      try mapping.roots(of: Model.self, mapping.list(of: Model.self) { [] })
    }
  }

  /// Reports what an `upsert` of a JSON object of models would do with each property and each key of
  /// its objects, and changes nothing.
  ///
  /// Same as for an array; the paths begin with the key.
  public func explain<Model: ModelObject>(
    _ type: [String: Model].Type,
    json: some JSONSource,
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws -> MappingReport {
    try Mapping.with(json, at: path, options, isReport: true) { try explain(type, $0) }
  }

  /// Reports what an `upsert` of a dictionary of models would do with each property and each key of
  /// its objects, and changes nothing.
  ///
  /// Same as for a JSON object.
  public func explain<Model: ModelObject>(
    _ type: [String: Model].Type,
    dictionary: [String: Any],
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws -> MappingReport {
    try explain(type, reporting(.dictionary(dictionary), at: path, options))
  }

  private func explain<Model: ModelObject>(
    _ type: [String: Model].Type,
    _ mapping: Mapping
  ) throws -> MappingReport {
    try checkIdentity(Model.self, mapping)
    return try report("[String: \(Model.self)]", mapping) { _ in
      try mapping.rootsByKey(of: Model.self)
    }
  }

  /// Reports what ``update(_:json:at:options:)`` of an object would do with each property and each
  /// key, and changes nothing.
  ///
  /// The object and known ones that the input reaches are updated and then restored.
  ///
  /// <!-- with:
  /// class Person: ModelObject {
  ///   var id = 0
  ///   var name = ""
  ///   override class var identity: Set<String> { ["id"] }
  /// }
  /// let store = ModelStore()
  /// -->
  /// ```swift
  /// let person = try store.upsert(Person.self, json: #"{"id": 7, "name": "Kim"}"#)
  /// print(try store.explain(person, json: #"{"name": [], "nam": "Shan"}"#))
  /// // Person: 1 didn't fit, 1 unknown key
  /// //   name – name  an array where String is expected
  /// //   ?    ← nam   unknown key, near name
  /// person.name  // "Kim"
  /// ```
  ///
  /// - Throws: The errors of ``ModelObject/explain(json:at:options:)``.
  public func explain(
    _ model: ModelObject,
    json: some JSONSource,
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws -> MappingReport {
    try Mapping.with(json, at: path, options, isReport: true) { try explain(model, $0) }
  }

  /// Reports what an update of an object from a dictionary would do with each property and each key,
  /// and changes nothing.
  ///
  /// Same as for JSON text.
  public func explain(
    _ model: ModelObject,
    dictionary: [String: Any],
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws -> MappingReport {
    try explain(model, reporting(.dictionary(dictionary), at: path, options))
  }

  private func explain(_ model: ModelObject, _ mapping: Mapping) throws -> MappingReport {
    try report("\(type(of: model))", mapping) { session in
      try session.update(model, mapping)
      return model
    }
  }

  private func reporting(
    _ tree: CallersTree,
    at path: String?,
    _ options: MappingOptions?
  ) -> Mapping {
    Mapping(tree: tree, at: path, options: .fixed(options), isReport: true)
  }

  /// A report in a session whose additions aren't filed.
  private func report(
    _ root: String,
    _ mapping: Mapping,
    _ map: (FilingSession) throws -> Any
  ) throws -> MappingReport {
    try files.filing { session in
      mapping.state.file(in: session)
      defer { mapping.undo(since: 0) }
      return try mapping.report(root) { try map(session) }
    }
  }
}
