// Choose: which class an object has, and which object it is, before anything is set.

extension Mapping {
  /// The class of an object, by `modelType(for:)` or its tags.
  struct PickedObject {
    var schema: ModelSchema
    /// Whether an object that exists has to be of exactly that class; else any subclass fits.
    var isExact = false
    /// The dictionary of the object, if it was made.
    var own: [String: Any]?
  }

  func pickClass(
    _ source: ObjectSource,
    _ declared: any Model.Type,
    isRoot: Bool
  ) throws(Misfit) -> PickedObject {
    var picked = PickedObject(schema: SchemaCache.schema(of: declared))
    if picked.schema.hooks.contains(.modelType) {
      let dictionary = try dictionary(of: source, picked.schema)
      picked.own = dictionary
      let chosen = declared.chosenType(for: dictionary)
      if let chosen {
        guard isSubclass(chosen, of: declared) else {
          guard isRoot else { throw .mismatch }
          let message = "modelType(for:) returned \(chosen), which is not a subclass of \(declared)"
          throw stop(ModelError(.rejected, message: message))
        }
        (picked.schema, picked.isExact) = (SchemaCache.schema(of: chosen), true)
        return picked
      }
    }
    if let tags = picked.schema.tags {
      let tagged = try pickedClass(tags, in: source)
      guard !tagged.isMisplaced else { throw misplaced(tagged, declared, isRoot) }
      guard !tagged.isWaiting || isRoot else { throw .unfinished }
      (picked.schema, picked.isExact) = (SchemaCache.schema(of: tagged.type), tagged.isExact)
    }
    return picked
  }

  /// The object of an input: one that is there, or a new one.
  struct FoundObject {
    var model: any Model
    let schema: ModelSchema
    let picked: PickedObject
    /// What was looked up; nil if nothing could be there.
    var known: IdentityMatch?
    /// The list that the object is an element of, if that is matched by identity.
    let list: ListMatching?
    let isRoot: Bool
    /// The identity under which a store would file it, if its keys don't give that.
    var own: OwnIdentity?

    init(
      _ picked: PickedObject,
      _ known: IdentityMatch?,
      _ list: ListMatching?,
      isRoot: Bool
    ) {
      schema = known?.model.map { SchemaCache.schema(of: type(of: $0)) } ?? picked.schema
      model = known?.model ?? schema.type.init()
      (self.picked, self.known, self.list, self.isRoot) = (picked, known, list, isRoot)
    }
  }

  @inline(never)
  func findObject(
    _ source: ObjectSource,
    _ declared: any Model.Type,
    _ outer: inout Outer
  ) throws(Misfit) -> FoundObject {
    let list = outer.rules.list
    let isRoot = state.isAtRoot && state.throwsRejection
    let picked = try pickClass(source, declared, isRoot: isRoot)
    let schema = picked.schema
    let there = outer.existing.flatMap { declared.root.model($0) }
    let mayWait = state.cut.isUnfinished && !isRoot && schema.identity != nil
    var known: IdentityMatch?
    if there != nil || list != nil || self.known != nil || mayWait {
      known = try knownObject(source, schema, isExact: picked.isExact, existing: there, list: list)
      // As long as the object is open, the rest of its identity may still come.
      guard !mayWait || known?.identity != nil else { throw .unfinished }
    }
    var found = FoundObject(picked, known, list, isRoot: isRoot)
    if self.known != nil, known?.identity == nil, let rule = found.schema.identity {
      open(&found, rule, there)
    }
    return found
  }
}
