extension ModelObjectProtocol where Self: ModelObject {
  /// Merges the changes of a server into the object, and keeps the changes that were made here.
  ///
  /// `base` is a copy of the object as the server last knew it; make it when an edit begins. The
  /// input updates `base`; then each property that only the input has changed gets the new value,
  /// and each that was only changed here keeps its value. If both sides have changed it to
  /// different values, `resolve` decides, and the conflict is in the result. Nested models of the
  /// same identity, or without one in the same place, are merged property by property; arrays,
  /// sets, dictionaries and all other values as a whole. References back to models that are merged
  /// aren't changes. Models in values are compared by their properties, as for a patch.
  ///
  /// Afterward, `jsonData(changesSince: base)` returns the changes that the server doesn't have
  /// yet.
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
  /// let news = #"{"title": "Buy oat milk", "note": "1 l"}"#
  /// let conflicts = try task.merge(json: news, since: base)
  /// task.title  // "Buy oat milk"
  /// task.note  // "3 l"
  /// conflicts.map(\.path)  // ["note"]
  /// try task.jsonString(changesSince: base)  // #"{"isDone":true,"note":"3 l"}"#
  /// ```
  ///
  /// - Parameters:
  ///   - json: The text that the server sent; missing keys are unchanged.
  ///   - base: A copy of the model as the server last knew it, of the same class and identity.
  ///   - path: The path of the object in the input; nil or empty for the whole input.
  ///   - options: The options; nil for the class's own.
  ///   - resolve: Resolves a conflict; `.mine` unless given.
  /// - Returns: The conflicts, in the order of the properties.
  /// - Throws: A ``ModelError`` of code `unsupportedValue` if `base` is of another class or
  ///   identity; also the errors of `update(json:)`. The model and `base` are then unchanged.
  @discardableResult
  public func merge(
    json: some JSONSource,
    since base: Self,
    at path: String? = nil,
    options: MappingOptions? = nil,
    resolve: (ModelConflict) -> ModelConflict.Choice = { _ in .mine }
  ) throws -> [ModelConflict] {
    try Mapping.with(json, at: path, options) { mapping in
      try merged(mapping, since: base, nil, resolve).conflicts
    }
  }

  /// Merges the changes of a server, as a dictionary, into the object, and keeps the changes that were
  /// made here.
  ///
  /// Same as ``merge(json:since:at:options:resolve:)``.
  ///
  /// ```swift
  /// let before = person.copy()
  /// person.name = "Kim"
  /// try person.merge(dictionary: ["name": "Shan", "personId": 5], since: before)
  /// person.name  // "Kim"
  /// person.personId  // 5
  /// ```
  @discardableResult
  public func merge(
    dictionary: [String: Any],
    since base: Self,
    at path: String? = nil,
    options: MappingOptions? = nil,
    resolve: (ModelConflict) -> ModelConflict.Choice = { _ in .mine }
  ) throws -> [ModelConflict] {
    let mapping = Mapping(tree: .dictionary(dictionary), at: path, options: .fixed(options))
    return try merged(mapping, since: base, nil, resolve).conflicts
  }
}

/// What a merge has done.
struct Merged {
  let conflicts: [ModelConflict]
  /// The objects that a store files.
  let filed: [(model: any Model, identity: ModelIdentity)]
  /// The object of the store that the input is about, if that is another one.
  let replacement: (any Model)?
}

extension ModelObject {
  /// Merges an input, with the objects of a store if there is one; also returns what it files there.
  final func merged(
    _ mapping: Mapping,
    since base: ModelObject,
    _ files: FiledObjects?,
    _ resolve: (ModelConflict) -> ModelConflict.Choice
  ) throws -> Merged {
    let (mine, base): (any Model, any Model) = (asModel, base.asModel)
    guard base !== mine, areSameThing(mine, base) else {
      throw ModelError(
        .unsupportedValue,
        message: "merge needs an earlier copy of the \(type(of: self)), with the same identity"
      )
    }
    let undoList = UndoList()
    let store = files.map { StoreCopy(of: $0, around: mine, since: base) }
    let copies = Copier.copies(of: [base], reach: .copied).all
    var needed: [any Model] = []
    defer {
      let needed = Set(ModelLister.all(from: needed).map { ObjectIdentifier($0) })
      Copier.empty(copies.map(\.copy).filter { !needed.contains(ObjectIdentifier($0)) })
    }
    mapping.rare.undoList = undoList
    if let store { try store.update(base, mapping) } else { try mapping.update(base) }
    return try withoutActuallyEscaping(resolve) { resolve in
      let (originals, additions) = (store?.originals ?? [:], store?.additions ?? [])
      let new = Set(additions.map { ObjectIdentifier($0.object) })
        .subtracting([ObjectIdentifier(base)])
      let merger = Merger(mine, base, since: copies, originals, new, resolve)
      needed = merger.modelsInConflicts
      do {
        let reach: Copier.Reach = store == nil ? .shared : .copied
        let results = try Updater.apply(merger.updates, originals, reach: reach, undoList)
        merger.endColumns()
        // Nothing holds the store's copies any more.
        if store != nil {
          for model in ModelLister.all(from: [base]) {
            Copier.put(results, into: model, undoList, inDistantAlone: true)
          }
        }
        let filed = additions.compactMap { addition in
          let model = addition.object === base ? mine : results[ObjectIdentifier(addition.object)]
          return model.map { ($0, addition.identity) }
        }
        return Merged(
          conflicts: merger.conflicts,
          filed: filed,
          replacement: store?.replacement
        )
      } catch {
        undoList.undo(since: 0)
        throw error
      }
    }
  }
}
