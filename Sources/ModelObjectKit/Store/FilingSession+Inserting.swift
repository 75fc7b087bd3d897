extension FilingSession {
  /// Adds a model that was made in code, and the models in it; if an object with its identity is
  /// known, updates and returns that one.
  ///
  /// If it throws, nothing is added, and all known objects are as they were. It throws if two
  /// objects of the graph have one identity: the values of one would be lost.
  func insert(_ root: any Model, _ undoList: UndoList) throws -> any Model {
    let mark = undoList.mark
    do {
      return try insertAll(from: root, undoList)
    } catch {
      for made in undoList.undo(since: mark) { drop(made) }
      throw error
    }
  }

  private func insertAll(from root: any Model, _ undoList: UndoList) throws -> any Model {
    var successors: [ObjectIdentifier: any Model] = [:]
    /// The models whose values known objects have taken, by these objects.
    var sources: [ObjectIdentifier: any Model] = [:]
    /// All visited models, kept alive so that no other object gets their addresses.
    var met: [any Model] = []
    var seen: Set<ObjectIdentifier> = []
    /// The models in the graph as it is given; nil until one of them has a known identity.
    var given: Set<ObjectIdentifier>?
    var waiting = [root]
    while let model = waiting.popLast() {
      guard seen.insert(ObjectIdentifier(model)).inserted else { continue }
      met.append(model)
      var changed = [model]
      let identity = identity(toAdd: model)
      if let known = identity.flatMap({ self.object($0) }) {
        let models = given ?? Set(ModelLister.all(from: [root]).map { ObjectIdentifier($0) })
        given = models
        let isGiven = models.contains(ObjectIdentifier(known))
        if let other = isGiven ? known : sources.updateValue(model, forKey: ObjectIdentifier(known))
        {
          throw clash(other, model, in: root)
        }
      }
      if let identity, let known = known(identity, insteadOf: model, undoList) {
        // Those with an identity are visited themselves; their copies would be visited, and make more.
        changed = try Updater.update(known, from: model, undoList) { self.hasIdentity($0) }
        successors[ObjectIdentifier(model)] = known
        seen.insert(ObjectIdentifier(known))
        met.append(known)
      }
      waiting += changed.flatMap { ModelLister.models(in: $0) + ModelLister.lazyModels(in: $0) }
        .reversed()
    }
    for distant in met.flatMap({ ModelLister.distantModels(in: $0) }) {
      guard let identity = identity(toAdd: distant), let known = object(identity),
        type(of: known) == type(of: distant)
      else { continue }
      successors[ObjectIdentifier(distant)] = known
    }
    if !successors.isEmpty {
      for model in met where successors[ObjectIdentifier(model)] == nil {
        Copier.put(successors, into: model, undoList)
      }
    }
    return successors[ObjectIdentifier(root)] ?? root
  }

  /// The identity under which a model is to be added; nil if it has none, or is known.
  private func identity(toAdd model: any Model) -> ModelIdentity? {
    guard identity(of: model) == nil, hasIdentity(model) else { return nil }
    return ModelIdentity(of: model)
  }

  /// The error that two models in a graph have one identity.
  private func clash(_ first: any Model, _ second: any Model, in root: any Model) -> ModelError {
    let places = ModelLister.paths(from: root, to: [first, second]).map {
      $0.isEmpty ? "the object itself" : $0
    }
    let rule = SchemaCache.schema(of: type(of: second)).identity
    let identity = rule.map { " with \($0.text(of: second))" } ?? ""
    return ModelError(
      .unsupportedValue,
      message:
        "\(places.inKeyOrder().joined(separator: " and ")) are two objects\(identity), and a store"
        + " has one: insert them without each other, or keep a snapshot of one"
    )
  }

  /// The known object with an identity; if there is none, adds the model, and returns nil.
  private func known(
    _ identity: ModelIdentity,
    insteadOf model: any Model,
    _ undoList: UndoList
  ) -> (any Model)? {
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
