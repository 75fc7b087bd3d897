/// An object that takes the full way: what is around it, which one it is, and what is known of it.
///
/// It is the mapping's `frame` while the object is filled. A new object that takes the short way has
/// none, and meanwhile the mapping has none: nothing further out counts for what is in such an object.
final class ObjectFrame {
  /// The frame of the object around it.
  let outer: ObjectFrame?
  /// The list that it is an element of, if that is matched by identity.
  let list: ListMatching?
  /// Whether it is the object that the caller asked for.
  let isRoot: Bool
  /// The class that the declared one, a hook or a tag gives.
  let picked: Mapping.PickedObject
  /// The class that it has.
  private(set) var schema: ModelSchema
  /// Whether that or the class of an object around it has hooks, which may change what is in it.
  private(set) var isHooked: Bool
  /// What was looked up; nil if nothing could be there.
  private(set) var match: IdentityMatch?
  /// The object: one that is there, or a new one.
  private(set) var model: any Model
  /// Its identity under which a store would file it, if its keys don't give that.
  var own: OwnIdentity?
  /// Whether this mapping made the object.
  private(set) var isFresh: Bool
  /// Whether the object was there before, and is updated: what the input lacks, it has.
  private(set) var isUpdating: Bool
  /// Whether an object further out is the same one, and is being filled too.
  var isInside = false
  /// Its dictionary for hooks, if it was made.
  var dictionary: [String: Any]?
  /// Whether `awake()` was called, because it may give the identity.
  var isAwake = false
  /// Whether it is in a property of an object that awaits its identity, and has none itself: a model
  /// that is there may take over its values, so that it is checked when that is known.
  var isPart = false
  /// The number of objects that were saved, and of notes, in front of such a model.
  var marks: (undo: UndoList.Mark, notes: Notes.Mark)?
  /// The number of errors in front of its pairs: in an object with errors, no hook is called at the end.
  var errorCount = 0

  init(
    in outer: ObjectFrame?,
    _ picked: Mapping.PickedObject,
    _ match: IdentityMatch?,
    _ list: ListMatching?,
    isRoot: Bool,
    isUpdating isAround: Bool
  ) {
    schema = match?.model.map { SchemaCache.schema(of: type(of: $0)) } ?? picked.schema
    model = match?.model ?? schema.type.init()
    isFresh = match?.model == nil
    isUpdating = !isFresh && (isAround || match?.isMatched == true)
    dictionary = picked.dictionary
    isHooked = outer?.isHooked == true || schema.isHooked
    (self.outer, self.picked, self.match, self.list) = (outer, picked, match, list)
    self.isRoot = isRoot
  }

  /// The frame of an object that the caller gives.
  init(updating model: any Model, _ schema: ModelSchema, isRoot: Bool) {
    picked = Mapping.PickedObject(schema: schema)
    (self.model, self.schema, self.isRoot) = (model, schema, isRoot)
    (outer, list, isFresh, isUpdating) = (nil, nil, false, true)
    isHooked = schema.isHooked
  }

  /// Takes another object: one that was there before, or a new one.
  func take(
    _ model: any Model,
    _ match: IdentityMatch?,
    isFresh: Bool = false,
    isUpdating: Bool = false
  ) {
    schema = SchemaCache.schema(of: type(of: model))
    isHooked = outer?.isHooked == true || schema.isHooked
    (self.model, self.match) = (model, match)
    (self.isFresh, self.isUpdating) = (isFresh, isUpdating)
  }

  /// Whether its identity isn't known yet, so that it may give its values to another object.
  var awaitsIdentity: Bool { own?.isKnown == false }

  /// Whether it isn't known yet what becomes of what it holds.
  var isPending: Bool { isPart || awaitsIdentity }

  /// The objects around the next one that were there before.
  var knownObjects: [ObjectIdentifier] {
    var known: [ObjectIdentifier] = []
    var next: ObjectFrame? = self
    while let frame = next {
      if !frame.isFresh { known.append(ObjectIdentifier(frame.model)) }
      next = frame.outer
    }
    return known
  }
}
