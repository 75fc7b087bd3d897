extension ModelStore {
  /// Maps an object into the store: a known one is updated, a new one is filed.
  ///
  /// Nested models are looked up and filed too, wherever they are in the input. A known object is
  /// updated with the keys of the input: `{"id": 7}` alone changes nothing. If the input selects
  /// another class, by a tag or ``ModelObject/modelType(for:)``, a new object replaces the known
  /// one, and an issue of kind ``ModelError/Issue/Kind/replaced`` is reported. See
  /// <doc:IdentityAndStores> for the rules.
  ///
  /// The keys say which object it is. An object whose keys don't give its identity is new, and is
  /// filed when the call ends under the one that it then has, by ``ModelObject/awake()``, defaults
  /// or hooks, unless another object has that. If it has the identity of every new object of its
  /// class, it has none. An object that isn't filed is an issue of kind
  /// ``ModelError/Issue/Kind/unidentified``.
  ///
  /// <!-- with:
  /// class Row: ModelObject {
  ///   var id = 0
  ///   var name = ""
  ///   override class var identity: Set<String> { ["id"] }
  /// }
  /// let store = ModelStore()
  /// -->
  /// ```swift
  /// let row = try store.upsert(Row.self, json: #"{"id": 7, "name": "a"}"#)
  /// try store.upsert(Row.self, json: #"{"id": "7"}"#) === row  // true
  /// row.name  // "a"
  /// ```
  ///
  /// - Returns: The known or the new object.
  /// - Throws: The errors of making a model, and a ``ModelError`` of code `missingIdentity` if neither
  ///   the class nor a model that it can hold has an ``ModelObject/identity``. The store and its
  ///   objects are then unchanged.
  @discardableResult
  public func upsert<Model: ModelObject>(
    _ type: Model.Type,
    json: some JSONSource,
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws -> Model {
    try Mapping.with(json, at: path, options) { try upsert(type, $0) }
  }

  /// Maps a dictionary into the store: a known object is updated, a new one is filed.
  @discardableResult
  public func upsert<Model: ModelObject>(
    _ type: Model.Type,
    dictionary: [String: Any],
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws -> Model {
    try upsert(type, Mapping(tree: .dictionary(dictionary), at: path, options: .fixed(options)))
  }

  private func upsert<Model: ModelObject>(_ type: Model.Type, _ mapping: Mapping) throws -> Model {
    try checkIdentity(type, mapping)
    let model = try files.filing { session in
      mapping.state.file(in: session)
      let model = try mapping.root(type)
      session.file()
      return model
    }
    return try type.checked(model)
  }

  /// Updates an object of the store, and files the models in it.
  ///
  /// Same as `update(json:)` of the object, except that nested models are looked up and filed, as
  /// by `upsert`. Use it for the response to a request about one object, such as a PATCH. An object
  /// that isn't in the store is updated too, but isn't filed. If the keys give an object of the store
  /// another identity, it is filed under that; if another object has it, that one is updated instead
  /// and takes the place, which is an issue of kind ``ModelError/Issue/Kind/replaced``.
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
  ///   override class var identity: Set<String> { ["id"] }
  /// }
  /// let store = ModelStore()
  /// -->
  /// ```swift
  /// let kim = try store.upsert(Person.self, json: #"{"id": 7, "name": "Kim"}"#)
  /// let post = try store.upsert(Post.self, json: #"{"id": 1}"#)
  /// try store.update(post, json: #"{"author": {"id": 7}}"#)
  /// post.author === kim  // true
  /// ```
  ///
  /// - Throws: The errors of updating the object. The store and its objects are then unchanged.
  public func update(
    _ model: ModelObject,
    json: some JSONSource,
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws {
    try Mapping.with(json, at: path, options) { try update(model, $0) }
  }

  /// Updates an object of the store from a dictionary, and files the models in it.
  ///
  /// Same as ``update(_:json:at:options:)``.
  public func update(
    _ model: ModelObject,
    dictionary: [String: Any],
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws {
    try update(model, Mapping(tree: .dictionary(dictionary), at: path, options: .fixed(options)))
  }

  private func update(_ model: ModelObject, _ mapping: Mapping) throws {
    try files.filing { session in
      try session.update(model, mapping)
      session.file()
    }
  }
}

// MARK: - Arrays

extension ModelStore {
  /// Maps an array into the store: known objects are updated, new ones are filed.
  ///
  /// Same as for each object; an element that isn't an object, or that a hook rejects, is skipped,
  /// or is an error, as the options say. A known object that is rejected keeps all its values, and
  /// stays in the store. The time depends on the size of the input, not of the store; with
  /// `removingOthers`, also on the number of objects of the class in the store.
  ///
  /// <!-- with:
  /// class Row: ModelObject {
  ///   var id = 0
  ///   override class var identity: Set<String> { ["id"] }
  /// }
  /// let store = ModelStore()
  /// -->
  /// ```swift
  /// try store.upsert([Row].self, json: #"[{"id": 1}, {"id": 2}]"#)
  /// let json = #"[{"id": 3}, {"id": 2}]"#
  /// let page = try store.upsert([Row].self, json: json, removingOthers: true)
  /// page.changes.inserted.map(\.id)  // [3]
  /// page.changes.removed.map(\.id)  // [1]
  /// store.all(Row.self).map(\.id)  // [2, 3]
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the array, such as `[Person].self`.
  ///   - json: The JSON text.
  ///   - path: The path of the array in the input; nil or empty for the whole input.
  ///   - removingOthers: Whether to remove objects of the class, and of subclasses in its family,
  ///     that the input doesn't contain; their nested models stay. Nothing is removed if an element
  ///     is skipped or has no identity, since it might be any of them.
  ///   - options: The options; nil for the class's own.
  /// - Returns: The models of the input, and the changes to the store's objects of the class.
  /// - Throws: The errors of making an array, and `missingIdentity` as for one object. The store and
  ///   its objects are then unchanged.
  @discardableResult
  public func upsert<Model: ModelObject>(
    _ type: [Model].Type,
    json: some JSONSource,
    at path: String? = nil,
    removingOthers: Bool = false,
    options: MappingOptions? = nil
  ) throws -> ModelUpsert<Model> {
    try Mapping.with(json, at: path, options) { try upsert($0, removingOthers) }
  }

  /// Maps an array that may hold anything into the store: known objects are updated, new ones are
  /// filed.
  ///
  /// Same as ``upsert(_:json:at:removingOthers:options:)->ModelUpsert<Model>``.
  @discardableResult
  public func upsert<Model: ModelObject>(
    _ type: [Model].Type,
    array: [Any],
    at path: String? = nil,
    removingOthers: Bool = false,
    options: MappingOptions? = nil
  ) throws -> ModelUpsert<Model> {
    let mapping = Mapping(tree: .array(array), at: path, options: .fixed(options))
    return try upsert(mapping, removingOthers)
  }

  /// Maps dictionaries into the store: known objects are updated, new ones are filed.
  @discardableResult
  public func upsert<Model: ModelObject>(
    _ type: [Model].Type,
    dictionaries: [[String: Any]],
    at path: String? = nil,
    removingOthers: Bool = false,
    options: MappingOptions? = nil
  ) throws -> ModelUpsert<Model> {
    try upsert(
      type,
      array: dictionaries,
      at: path,
      removingOthers: removingOthers,
      options: options
    )
  }

  private func upsert<Model: ModelObject>(
    _ mapping: Mapping,
    _ removingOthers: Bool
  ) throws -> ModelUpsert<Model> {
    try upsert(mapping, removingOthers) {
      try mapping.roots(of: Model.self, mapping.list(of: Model.self) { [] })
    }
  }

  /// Files the models that a closure maps, and those in them.
  private func upsert<Model: ModelObject>(
    _ mapping: Mapping,
    _ removingOthers: Bool,
    _ map: () throws -> [Model]
  ) throws -> ModelUpsert<Model> {
    try checkIdentity(Model.self, mapping)
    return try files.filing(removesOthers: removingOthers) { session in
      mapping.state.file(in: session)
      let models = try map()
      let areKnown = models.map { files.isFiled($0) }
      let (replaced, others) = session.file(removingOthersOf: removingOthers ? Model.self : nil)
      var changes = ModelChanges<Model>()
      let changed = mapping.changedModels
      // What was filed still is, unless something has taken its place.
      let stay = replaced.isEmpty && others.isEmpty
      for index in models.indices where stay && areKnown[index] || files.isFiled(models[index]) {
        changes.add(models[index], isKnown: areKnown[index], changed)
      }
      func identity(_ model: Model) -> ModelIdentity? {
        files.identity(of: model) ?? ModelIdentity(of: model)
      }
      // Nested models may have replaced others.
      let roots = replaced.isEmpty ? [] : Set(models.compactMap(identity))
      let removed = replaced.filter { roots.contains($0.identity) } + others
      changes.removed = nativeArray(
        of: Model.self,
        from: removed.inOrder(by: \.number).map(\.object)
      )
      return ModelUpsert(models: models, changes: changes)
    }
  }
}

// MARK: - Dictionaries

extension ModelStore {
  /// Maps the values of a JSON object into the store: known objects are updated, new ones are filed.
  ///
  /// Same as for an array; the result also has the models by their keys.
  ///
  /// <!-- with:
  /// class Row: ModelObject {
  ///   var id = 0
  ///   override class var identity: Set<String> { ["id"] }
  /// }
  /// let store = ModelStore()
  /// -->
  /// ```swift
  /// let json = #"{"a": {"id": 1}, "b": {"id": 2}}"#
  /// let rows = try store.upsert([String: Row].self, json: json)
  /// rows["b"] === store[Row.self, 2]  // true
  /// rows.changes.inserted.map(\.id)  // [1, 2]
  /// ```
  ///
  /// - Throws: The errors of making a dictionary, and `missingIdentity` as for one object. The store
  ///   and its objects are then unchanged.
  @discardableResult
  public func upsert<Model: ModelObject>(
    _ type: [String: Model].Type,
    json: some JSONSource,
    at path: String? = nil,
    removingOthers: Bool = false,
    options: MappingOptions? = nil
  ) throws -> ModelUpsert<Model>.ByKey {
    try Mapping.with(json, at: path, options) { try upsert(byKey: $0, removingOthers) }
  }

  /// Maps the values of a dictionary into the store: known objects are updated, new ones are filed.
  ///
  /// Same as ``upsert(_:json:at:removingOthers:options:)->ModelUpsert<Model>.ByKey``.
  @discardableResult
  public func upsert<Model: ModelObject>(
    _ type: [String: Model].Type,
    dictionary: [String: Any],
    at path: String? = nil,
    removingOthers: Bool = false,
    options: MappingOptions? = nil
  ) throws -> ModelUpsert<Model>.ByKey {
    let tree = CallersTree.dictionary(dictionary)
    return try upsert(
      byKey: Mapping(tree: tree, at: path, options: .fixed(options)),
      removingOthers
    )
  }

  private func upsert<Model: ModelObject>(
    byKey mapping: Mapping,
    _ removingOthers: Bool
  ) throws -> ModelUpsert<Model>.ByKey {
    var models: [String: Model] = [:]
    let result: ModelUpsert<Model> = try upsert(mapping, removingOthers) {
      models = try mapping.rootsByKey(of: Model.self)
      var seen: Set<ObjectIdentifier> = []
      return models.inKeyOrder().map(\.value)
        .filter { seen.insert(ObjectIdentifier($0)).inserted }
    }
    return ModelUpsert.ByKey(models: models, changes: result.changes)
  }
}
