extension ModelStore {
  /// Merges the changes of a server into an object of the store, and keeps the changes that were
  /// made here.
  ///
  /// Same as ``ModelObjectProtocol/merge(json:since:at:options:resolve:)``; nested models in the input are
  /// looked up in the store by their identity: known ones are merged, wherever they stand, and new
  /// ones are filed. What the input doesn't put into the model is neither merged nor filed: what a
  /// conflict keeps out, what is in an object that a hook rejects, what a later value of the input
  /// replaces, and what is in an element of a collection that equals the one in the model: if it
  /// was removed from the store, it isn't filed again. An object that isn't in the store is merged
  /// too, but isn't filed.
  ///
  /// <!-- with:
  /// class Person: ModelObject {
  ///   var id = 0
  ///   var name = ""
  ///   override class var identity: Set<String> { ["id"] }
  /// }
  /// class Post: ModelObject {
  ///   var id = 0
  ///   var title = ""
  ///   var author: Person?
  ///   override class var identity: Set<String> { ["id"] }
  /// }
  /// let store = ModelStore()
  /// -->
  /// ```swift
  /// let kim = try store.upsert(Person.self, json: #"{"id": 7, "name": "Kim"}"#)
  /// let post = try store.upsert(Post.self, json: #"{"id": 1, "title": "Tea"}"#)
  /// let base = post.copy()
  /// post.title = "Green tea"
  /// let response = #"{"title": "Tea", "author": {"id": 7, "name": "Kim Li"}}"#
  /// try store.merge(post, json: response, since: base)
  /// post.title  // "Green tea"
  /// post.author === kim  // true
  /// kim.name  // "Kim Li"
  /// ```
  ///
  /// - Returns: The conflicts.
  /// - Throws: The errors of merging into the object. The store, its objects and `base` are then
  ///   unchanged.
  @discardableResult
  public func merge<Model: ModelObject>(
    _ model: Model,
    json: some JSONSource,
    since base: Model,
    at path: String? = nil,
    options: MappingOptions? = nil,
    resolve: (ModelConflict) -> ModelConflict.Choice = { _ in .mine }
  ) throws -> [ModelConflict] {
    try Mapping.with(json, at: path, options) { mapping in
      try merge(model, mapping, since: base, resolve) { other in
        try update(other, json: json, at: path, options: Self.silent(options, model))
      }
    }
  }

  /// Merges the changes of a server, as a dictionary, into an object of the store, and keeps the
  /// changes that were made here.
  ///
  /// Same as ``merge(_:json:since:at:options:resolve:)``.
  @discardableResult
  public func merge<Model: ModelObject>(
    _ model: Model,
    dictionary: [String: Any],
    since base: Model,
    at path: String? = nil,
    options: MappingOptions? = nil,
    resolve: (ModelConflict) -> ModelConflict.Choice = { _ in .mine }
  ) throws -> [ModelConflict] {
    let mapping = Mapping(tree: .dictionary(dictionary), at: path, options: .fixed(options))
    return try merge(model, mapping, since: base, resolve) { other in
      try update(other, dictionary: dictionary, at: path, options: Self.silent(options, model))
    }
  }

  /// The options of a merge without what has told of its issues.
  private static func silent(_ options: MappingOptions?, _ model: ModelObject) -> MappingOptions {
    var options = options ?? type(of: model).mappingOptions
    (options.issueHandler, options.census) = (nil, nil)
    return options
  }

  private func merge(
    _ model: ModelObject,
    _ mapping: Mapping,
    since base: ModelObject,
    _ resolve: (ModelConflict) -> ModelConflict.Choice,
    updatingOther update: (ModelObject) throws -> Void
  ) throws -> [ModelConflict] {
    let merged = try model.merged(mapping, since: base, files, resolve)
    try files.filing { session in
      for (model, identity) in merged.filed { session.add(model, identity) }
      if let other = merged.replacement { session.remove(model.asModel, replacedBy: other) }
      session.file()
    }
    if let other = merged.replacement as? ModelObject { try update(other) }
    return merged.conflicts
  }
}
