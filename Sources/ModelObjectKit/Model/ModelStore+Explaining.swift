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
    try Mapping.with(json, at: path, options, isReport: true) { mapping in
      try checkIdentity(type, mapping)
      return try report("\(type)", mapping) { try mapping.root(type) }
    }
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
    try Mapping.with(json, at: path, options, isReport: true) { mapping in
      try checkIdentity(Model.self, mapping)
      return try report("[\(Model.self)]", mapping) {
        try mapping.roots(of: Model.self, mapping.list(of: Model.self) { [] })
      }
    }
  }

  /// A report in a session whose additions aren't filed.
  private func report(
    _ root: String,
    _ mapping: Mapping,
    _ map: () throws -> Any
  ) throws -> MappingReport {
    try files.filing { session in
      mapping.state.file(in: session)
      defer { mapping.undo(since: 0) }
      return try mapping.report(root, map)
    }
  }
}
