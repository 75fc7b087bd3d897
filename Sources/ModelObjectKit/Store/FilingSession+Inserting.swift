extension FilingSession {
  /// Adds a model that was made in code, and the models in it; if an object with its identity is
  /// known, updates and returns that one.
  ///
  /// If it throws, nothing is added, and all known objects are as they were.
  func insert(_ root: any Model, _ undoList: UndoList) throws -> any Model {
    let (mark, count) = (undoList.mark, openCount)
    do {
      let model = try insertAll(from: root, undoList)
      close(from: count, areRefused: false)
      return model
    } catch {
      undoList.undo(since: mark)
      close(from: count, areRefused: true)
      throw error
    }
  }

  private func insertAll(from root: any Model, _ undoList: UndoList) throws -> any Model {
    var successors: [ObjectIdentifier: any Model] = [:]
    /// All visited models, kept alive so that no other object gets their addresses.
    var met: [any Model] = []
    var seen: Set<ObjectIdentifier> = []
    var waiting = [root]
    while let model = waiting.popLast() {
      guard seen.insert(ObjectIdentifier(model)).inserted else { continue }
      met.append(model)
      var changed = [model]
      if let known = known(insteadOf: model, undoList) {
        // Those with an identity are visited themselves; their copies would be visited, and make more.
        changed = try Updater.update(known, from: model, undoList) { self.hasIdentity($0) }
        successors[ObjectIdentifier(model)] = known
        seen.insert(ObjectIdentifier(known))
        met.append(known)
      }
      waiting += changed.flatMap { ModelLister.models(in: $0) }.reversed()
    }
    if !successors.isEmpty {
      for model in met where successors[ObjectIdentifier(model)] == nil {
        Copier.put(successors, into: model, undoList)
      }
    }
    return successors[ObjectIdentifier(root)] ?? root
  }

  /// The known object with the identity of a model; if there is none, adds the model, if it has an
  /// identity, and returns nil.
  private func known(insteadOf model: any Model, _ undoList: UndoList) -> (any Model)? {
    guard identity(of: model) == nil, hasIdentity(model),
      let identity = ModelIdentity(of: model)
    else { return nil }
    // A known object of another class is replaced.
    if let known = object(identity), type(of: known) == type(of: model) { return known }
    add(model, identity)
    undoList.add(made: model)
    return nil
  }

  /// Whether a model is known, or can be added.
  private func hasIdentity(_ model: any Model) -> Bool {
    identity(of: model) != nil
      || SchemaCache.schema(of: type(of: model)).identity?.isGiven(in: model) == true
  }
}
