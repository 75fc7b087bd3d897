extension ModelObject {
  /// Takes what a server has changed, and keeps what was changed here.
  ///
  /// `base` is a copy of what the server said last; make it when an edit begins. The input updates
  /// `base`, and then each property goes by itself: one that only the input has changed is taken,
  /// one that was only changed here is kept. If both sides have changed it to different values,
  /// `resolve` decides, and the conflict is in the result. Nested models with one identity, or
  /// without one at the same place, go by their own properties; arrays, sets, dictionaries and all
  /// other values are taken or kept as a whole.
  ///
  /// Afterwards `jsonData(changesSince: base)` is what the server doesn't have yet.
  ///
  /// <!-- with:
  /// class Task: ModelObject {
  ///   var title = ""
  ///   var isDone = false
  ///   var note: String?
  /// }
  /// let task = try Task(json: #"{"title": "Buy milk", "note": "2 l"}"#)
  /// -->
  /// ```swift
  /// let base = task.copy()
  /// task.isDone = true
  /// task.note = "3 l"
  /// let conflicts = try task.merge(json: #"{"title": "Buy oat milk", "note": "1 l"}"#, since: base)
  /// task.title  // "Buy oat milk"
  /// task.note  // "3 l"
  /// conflicts.map(\.path)  // ["note"]
  /// try task.jsonString(changesSince: base)  // #"{"isDone":true,"note":"3 l"}"#
  /// ```
  ///
  /// - Parameters:
  ///   - json: The text that the server sent; the keys that it leaves out are unchanged.
  ///   - base: A copy of the model, of the same class and identity, as the server knew it last.
  ///   - path: The object to begin with, if it isn't the whole input.
  ///   - options: As for `init(json:)`.
  ///   - resolve: Decides a conflict; `.mine` unless given.
  /// - Returns: The conflicts, by the order of the properties in the class.
  /// - Throws: A ``ModelError``: of code `unsupportedValue` if `base` is of another class or
  ///   identity, else as `update(json:)` does. Then the model and `base` are as they were.
  @discardableResult
  public final func merge(
    json: some JSONSource,
    since base: ModelObject,
    at path: JSONKey? = nil,
    options: MappingOptions? = nil,
    resolve: (ModelConflict) -> ModelConflict.Choice = { _ in .mine }
  ) throws -> [ModelConflict] {
    try merged(json, since: base, at: path, options, UndoList(), nil, resolve)
  }

  /// Merges an input, with the objects of a store if there is one; the list gets what is to be
  /// undone if the caller can't go on.
  func merged(
    _ json: some JSONSource,
    since base: ModelObject,
    at path: JSONKey?,
    _ options: MappingOptions?,
    _ undoList: UndoList,
    _ known: MergedObjects?,
    _ resolve: (ModelConflict) -> ModelConflict.Choice
  ) throws -> [ModelConflict] {
    guard base !== self, areSameThing(self, base) else {
      throw ModelError(
        .unsupportedValue,
        message: "merge needs a copy of the \(type(of: self)) as it was, with the same identity"
      )
    }
    let former = base.copy()
    try Mapping.with(json, at: path, options) { mapping in
      mapping.extras.undoList = undoList
      if let known { mapping.file(in: known) }
      try mapping.update(base)
    }
    return try withoutActuallyEscaping(resolve) { resolve in
      let merger = Merger(self, since: former, base, resolve)
      do {
        try Updater.apply(merger.updates, keeping: known?.copies ?? [], undoList)
      } catch {
        undoList.undo(since: 0)
        throw error
      }
      return merger.conflicts
    }
  }
}
