/// A copy of a store for a merge: the base of the merged object, and what the input reaches besides.
///
/// The input updates the copy as it would update the store; then both are compared. An object that
/// the base doesn't have is copied when the input names it, with all that it refers to.
final class StoreCopy: FiledObjects {
  private let store: FiledObjects
  private let copier = Copier(reach: .copied)
  /// The originals, by their copies: objects of the store, or in the merged model.
  private(set) var originals: [ObjectIdentifier: any Model] = [:]
  /// The objects that the input files, in their order.
  private(set) var additions: [FiledObject] = []
  /// The object that the input is about, if it gives the base the identity of that.
  private(set) var replacement: (any Model)?

  /// Files what a base has of the store's objects.
  ///
  /// The original of a model in the base is the same thing in the same place of the merged model, or
  /// else the store's object with its class and identity.
  init(of store: FiledObjects, around model: any Model, since base: any Model) {
    self.store = store
    super.init()
    for (original, copy) in Updater.pairs(model, base) { note(copy, of: original) }
    for copy in ModelLister.all(from: [base]) where originals[ObjectIdentifier(copy)] == nil {
      if let object = ModelIdentity(of: copy).flatMap(store.object), areSameThing(object, copy) {
        note(copy, of: object)
      }
    }
  }

  /// The copy of an object; makes it if there is none.
  override func filed(_ identity: ModelIdentity) -> FiledObject? {
    if let copy = super.filed(identity) { return copy }
    guard let object = store.object(identity) else { return nil }
    for (original, copy) in copier.copyAll([object]) { add(copy, of: original) }
    return super.filed(identity)
  }

  private func note(_ copy: any Model, of original: any Model) {
    // Another model of the base may be its copy, and a base may hold the original itself.
    if copy !== original, copier.note(copy, of: original) { add(copy, of: original) }
  }

  @inline(never)
  private func add(_ copy: any Model, of original: any Model) {
    originals[ObjectIdentifier(copy)] = original
    if let identity = store.identity(of: original) { file(copy, identity) }
  }

  /// Updates the base, and the copies of the objects that the input names.
  func update(_ base: any Model, _ mapping: Mapping) throws {
    separate(base, mapping.undoList)
    try filing { session in
      try session.update(base, mapping)
      additions = session.additions.all
      replacement = session.displaced.last.flatMap { originals[ObjectIdentifier($0.other)] }
    }
    separate(base, mapping.undoList)
  }

  /// Puts copies in place of objects of the store that the program or a hook has put into a base.
  private func separate(_ base: any Model, _ undoList: UndoList) {
    var successors: [ObjectIdentifier: any Model] = [:]
    var seen: Set<ObjectIdentifier> = []
    var waiting = [base]
    while let model = waiting.popLast() {
      guard seen.insert(ObjectIdentifier(model)).inserted else { continue }
      let distant = ModelLister.distantModels(in: model)
      for (inner, isHeld) in ModelLister.models(in: model).map({ ($0, true) })
        + distant.map({ ($0, false) })
      {
        guard let identity = store.identity(of: inner) else {
          // What a base doesn't hold may be in the program's own objects.
          if isHeld { waiting.append(inner) }
          continue
        }
        if let copy = object(identity), type(of: copy) == type(of: inner) {
          successors[ObjectIdentifier(inner)] = copy
        }
      }
      if !successors.isEmpty { Copier.put(successors, into: model, undoList) }
    }
  }
}
