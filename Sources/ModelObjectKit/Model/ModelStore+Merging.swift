extension ModelStore {
  /// Takes what a server has changed in an object of the store, and keeps what was changed here.
  ///
  /// As ``ModelObject/merge(json:since:at:options:resolve:)``; models that the input brings are
  /// looked up in the store by their identity, and filed. A known one is updated by what came. An
  /// object that isn't in the store is merged too, and stays outside.
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
  /// let answer = #"{"title": "Tea", "author": {"id": 7, "name": "Kim Li"}}"#
  /// try store.merge(post, json: answer, since: base)
  /// post.title  // "Green tea"
  /// post.author === kim  // true
  /// kim.name  // "Kim Li"
  /// ```
  ///
  /// - Returns: The conflicts.
  /// - Throws: A ``ModelError``, as merging into the object does. Then the store, its objects and
  ///   `base` are as they were.
  @discardableResult
  public func merge(
    _ model: ModelObject,
    json: some JSONSource,
    since base: ModelObject,
    at path: JSONKey? = nil,
    options: MappingOptions? = nil,
    resolve: (ModelConflict) -> ModelConflict.Choice = { _ in .mine }
  ) throws -> [ModelConflict] {
    let undoList = UndoList()
    return try files.filing { session in
      do {
        let known = MergedObjects(session, around: base)
        let conflicts = try model.merged(
          json,
          since: base,
          at: path,
          options,
          undoList,
          known,
          resolve
        )
        _ = try session.insert(model, undoList, isFiled: files.identity(of: model) != nil)
        session.file()
        return conflicts
      } catch {
        undoList.undo(since: 0)
        throw error
      }
    }
  }
}
