// Choose: which class an object has, and which object it is, before anything is set.

extension Mapping {
  /// The class of an object, by `modelType(for:)` or its tags.
  struct PickedObject {
    var schema: ModelSchema
    /// Whether an object that exists has to be of exactly that class; else any subclass fits.
    var isExact = false
    /// The dictionary of the object, if it was made.
    var dictionary: [String: Any]?
  }

  func pickClass(
    _ source: ObjectSource,
    _ declared: any Model.Type,
    isRoot: Bool
  ) throws(Misfit) -> PickedObject {
    var picked = PickedObject(schema: SchemaCache.schema(of: declared))
    if picked.schema.hooks.contains(.modelType) {
      let dictionary = try dictionary(of: source, picked.schema)
      picked.dictionary = dictionary
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
      guard !tagged.isMisplaced else { throw misplaced(tagged, declared, isRoot: isRoot) }
      guard !tagged.isWaiting || isRoot else { throw .unfinished }
      (picked.schema, picked.isExact) = (SchemaCache.schema(of: tagged.type), tagged.isExact)
    }
    return picked
  }

  /// The frame of a struct, which has no identity.
  @inline(never)
  func frame(
    ofStruct declared: any Model.Type,
    _ existing: AnyObject?,
    _ rules: ModelRules
  ) -> ObjectFrame {
    let existing = existing.flatMap { declared.root.model($0) }
    let picked = PickedObject(schema: SchemaCache.schema(of: declared))
    return ObjectFrame(in: state.frame, picked, updating: existing, rules: rules)
  }

  /// Finds the object of an input: one that is there, or a new one.
  ///
  /// A property holds `existing`, or the list of a property the object.
  @inline(never)
  func findObject(
    _ source: ObjectSource,
    as declared: any Model.Type,
    existing: AnyObject?,
    rules: ModelRules
  ) throws(Misfit) -> ObjectFrame {
    let picked = try pickClass(source, declared, isRoot: rules.isRoot)
    let there = existing.flatMap { declared.root.model($0) }
    let mayWait = state.cut.isUnfinished && !rules.isRoot && picked.schema.identity != nil
    var known: KnownObject?
    if there != nil || rules.list != nil || registry != nil || mayWait {
      known = try knownObject(source, picked, existing: there, rules: rules)
      // As long as the object is open, the rest of its identity may still come.
      guard !mayWait || known?.identity != nil else { throw .unfinished }
    }
    let updated = known == nil ? there.flatMap { fits($0, picked) ? $0 : nil } : known?.model
    return ObjectFrame(in: state.frame, picked, updating: updated, as: known, rules: rules)
  }
}
