/// An object that takes the full way: what is around it, and which one it is.
///
/// It is the mapping's `frame` while the object is filled. A new object that takes the short way has
/// none, and meanwhile the mapping has none: nothing further out counts for what is in such an object.
/// Which object it is was decided before a property is set, and never changes.
final class ObjectFrame {
  /// The frame of the object around it.
  let outer: ObjectFrame?
  /// The list that it is an element of, if that is matched by identity.
  let list: ListMatching?
  /// Whether it is the object that the caller asked for.
  let isRoot: Bool
  /// What was found of it by its keys, if it has an identity.
  let known: KnownObject?
  /// The object: one that is there, or a new one.
  let model: any Model
  let schema: ModelSchema
  /// Whether its class or that of an object around it has hooks, which may change what is in it.
  let isHooked: Bool
  /// Whether this mapping made the object.
  let isFresh: Bool
  /// Whether the object was there before, and is updated: what the input lacks, it has.
  let isUpdating: Bool
  /// Whether an object further out is the same one, and is being filled too.
  var isInside = false
  /// Its dictionary for hooks, if it was made.
  var dictionary: [String: Any]?
  /// The number of errors in front of its pairs: in an object with errors, no hook is called at the end.
  var errorCount = 0

  /// The frame of an object of a picked class; without a frame around it, the rules say whether one
  /// that is there is updated.
  init(
    in outer: ObjectFrame?,
    _ picked: Mapping.PickedObject,
    updating existing: (any Model)?,
    as known: KnownObject? = nil,
    rules: ModelRules
  ) {
    (self.outer, self.known) = (outer, known)
    (list, isRoot) = (rules.list, rules.isRoot)
    let made = known?.made.flatMap { type(of: $0) == picked.schema.type ? $0 : nil }
    schema = existing.map { SchemaCache.schema(of: type(of: $0)) } ?? picked.schema
    model = existing ?? made ?? schema.type.init()
    isFresh = existing == nil
    isUpdating = !isFresh && (outer?.isUpdating ?? rules.isUpdating || known?.isMatched == true)
    dictionary = known?.mapped?.dictionary ?? picked.dictionary
    isHooked = outer?.isHooked == true || schema.isHooked
  }

  /// The frame of an object that the caller gives.
  init(updating model: any Model, isRoot: Bool, as known: KnownObject? = nil) {
    (self.model, self.isRoot, self.known) = (model, isRoot, known)
    schema = SchemaCache.schema(of: type(of: model))
    (outer, list, isFresh, isUpdating) = (nil, nil, false, true)
    dictionary = known?.mapped?.dictionary
    isHooked = schema.isHooked
  }

  /// This frame and those around it.
  var outward: some Sequence<ObjectFrame> { sequence(first: self) { $0.outer } }
}
