extension ModelStore {
  /// Merges the changes of a server into an object of the store, and keeps the changes that were
  /// made here.
  ///
  /// Same as ``ModelObject/merge(json:since:at:options:resolve:)``; nested models in the input are
  /// looked up in the store by their identity: known ones are updated, new ones are filed. An
  /// object that isn't in the store is merged too, but isn't filed.
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
        let former = ModelLister.all(from: model).filter { files.identity(of: $0) == nil }
        let inside = former.filter { $0 !== model }
        let known = MergedObjects(session, around: base, replaced: inside)
        let unfiled = Set(former.compactMap { ModelIdentity(of: $0) })
        let isFiled = files.identity(of: model) != nil
        let conflicts = try model.merged(
          json,
          since: base,
          at: path,
          options,
          undoList,
          known,
          resolve
        )
        // As in an update, what isn't in the store is filed only if the input has it; what the base
        // has of it may have been copied.
        _ = try session.insert(model, undoList) {
          if $0 === model { return !isFiled }
          guard let identity = ModelIdentity(of: $0),
            session.object(identity) == nil
              || session.identity(of: $0) == nil && unfiled.contains(identity)
          else { return false }
          return !known.names($0)
        }
        session.file()
        known.separate(base, undoList)
        return conflicts
      } catch {
        undoList.undo(since: 0)
        throw error
      }
    }
  }
}
