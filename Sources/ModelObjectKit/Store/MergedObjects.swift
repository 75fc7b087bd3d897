/// The known objects for an input that updates a copy of an object of a store.
///
/// An object that the copy doesn't hold is copied from the store, so that it has the store's values
/// for missing keys, and the store's object is unchanged until the merge is resolved. It refers to
/// other objects of the store until then.
final class MergedObjects: ObjectRegistry {
  private let session: FilingSession
  private var models: [ModelIdentity: any Model] = [:]
  /// The objects that are being mapped, innermost last, and those that their identities had before.
  private var underWay: [(object: any Model, former: (any Model)?)] = []
  /// The identities of the objects in the input that weren't refused, with their classes.
  private var named: [ModelIdentity: any Model.Type] = [:]
  /// The copies of the store's objects.
  private(set) var copies: [any Model] = []

  /// Makes the known objects for an update of a copy and the models in it; of those that the store
  /// has replaced meanwhile, the store's are known.
  init(_ session: FilingSession, around root: any Model, replaced: [any Model]) {
    self.session = session
    for model in ModelLister.all(from: root) {
      if let identity = ModelIdentity(of: model) { models[identity] = model }
    }
    for model in replaced {
      guard let identity = ModelIdentity(of: model), session.object(identity) != nil else {
        continue
      }
      models[identity] = nil
    }
  }

  func object(_ identity: ModelIdentity) -> (any Model)? {
    if let model = models[identity] { return model }
    guard let stored = session.object(identity) else { return nil }
    let made = Copier.copies(of: [stored]) { $0 !== stored && self.session.identity(of: $0) != nil }
    guard let copy = made[ObjectIdentifier(stored)] else { return nil }
    models[identity] = copy
    copies.append(copy)
    return copy
  }

  func identity(of object: AnyObject) -> ModelIdentity? { nil }
  func name(_ identity: ModelIdentity) {}
  func miss(_ schema: ModelSchema) {}

  /// Notes an object that a hook or a transform has made, and those in it, which the input has now.
  func insert(_ object: any Model, _ undoList: UndoList) -> any Model {
    for model in ModelLister.all(from: object) {
      if let identity = ModelIdentity(of: model) { named[identity] = type(of: model) }
    }
    return object
  }

  func begin(_ object: any Model, _ identity: ModelIdentity, isFiled: Bool) -> Bool {
    let isInside = underWay.contains { $0.object === object }
    underWay.append((object, models[identity]))
    if !isFiled { models[identity] = object }
    return isInside
  }

  func end(_ object: any Model, _ identity: ModelIdentity, isRefused: Bool) {
    guard let last = underWay.popLast() else { return }
    if isRefused {
      // A new object that is refused is thrown away.
      models[identity] = last.former
    } else {
      named[identity] = type(of: object)
    }
  }

  /// Whether the input had an object with the class and the identity of a model, or referred to it
  /// in the store.
  func names(_ model: any Model) -> Bool {
    ModelIdentity(of: model).flatMap { named[$0] } == type(of: model)
      || copies.contains { $0 === model }
  }

  /// Gives a base its own copies of the store's objects that it refers to, when the merge is done:
  /// a change in the store isn't one of the base.
  func separate(_ base: any Model, _ undoList: UndoList) {
    guard !copies.isEmpty else { return }
    var (own, stored): ([any Model], [any Model]) = ([], [])
    var known: [ObjectIdentifier: any Model] = [:]
    var seen: Set<ObjectIdentifier> = []
    var waiting = [(model: base, isOwn: true)]
    while let (model, isOwn) = waiting.popLast() {
      guard seen.insert(ObjectIdentifier(model)).inserted else { continue }
      if isOwn { own.append(model) } else { stored.append(model) }
      for inner in ModelLister.models(in: model) {
        let identity = session.identity(of: inner)
        if let successor = identity.flatMap({ models[$0] }), type(of: successor) == type(of: inner),
          session.identity(of: successor) == nil
        {
          known[ObjectIdentifier(inner)] = successor
          waiting.append((successor, true))
        } else {
          waiting.append((inner, isOwn && identity == nil))
        }
      }
    }
    let all = Set(own.map { ObjectIdentifier($0) })
    let successors = Copier.copies(of: stored, known) { all.contains(ObjectIdentifier($0)) }
    for model in own { Copier.put(successors, into: model, undoList) }
  }
}
