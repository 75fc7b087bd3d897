/// The known objects for an input that updates a copy of an object of a store.
///
/// An object that the copy doesn't hold is copied from the store, so that it has the store's values
/// for missing keys, and the store's object is unchanged until the merge is resolved.
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
    let schema = SchemaCache.schema(of: type(of: stored))
    let copy = schema.type.init()
    for property in schema.declaration.copied { property.copy(from: stored, to: copy) }
    models[identity] = copy
    copies.append(copy)
    return copy
  }

  func identity(of object: AnyObject) -> ModelIdentity? { nil }
  func name(_ identity: ModelIdentity) {}
  func miss(_ schema: ModelSchema) {}
  func insert(_ object: any Model, _ undoList: UndoList) -> any Model { object }

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

  /// Whether the input had an object with the class and the identity of a model.
  func names(_ model: any Model) -> Bool {
    ModelIdentity(of: model).flatMap { named[$0] } == type(of: model)
  }
}
