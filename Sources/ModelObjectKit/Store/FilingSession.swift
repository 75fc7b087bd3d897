/// One call that maps or inserts into a store: its additions are filed at its end, or not at all.
final class FilingSession: ObjectRegistry {
  private unowned let files: FiledObjects
  /// The additions in their order.
  let additions = ObjectTable()
  private var addedCount = 0
  /// The additions that took the place of others, and these.
  private var replaced: [ObjectIdentifier: FiledObject] = [:]
  /// The objects whose places others take, and these.
  private(set) var displaced: [(object: any Model, other: any Model)] = []
  /// Whether objects that the input doesn't contain are removed.
  private let removesOthers: Bool
  /// The identities in the input if so.
  private var named: Set<ModelIdentity> = []
  /// The class families of elements that weren't read: these might be any of their objects.
  private var missed: Set<ObjectIdentifier> = []

  init(_ files: FiledObjects, removesOthers: Bool) {
    self.files = files
    self.removesOthers = removesOthers
  }

  /// Adds an object, or replaces the added one with the same identity.
  func add(_ object: any Model, _ identity: ModelIdentity) {
    if let former = additions.entry(identity), former.object !== object {
      replaced[ObjectIdentifier(object)] = former
    }
    additions.put(FiledObject(object, identity, number: addedCount))
    addedCount += 1
  }

  func remove(_ object: any Model, replacedBy other: any Model) {
    displaced.append((object, other))
  }

  @inline(never)
  func drop(_ object: any Model) {
    guard additions.entry(of: object) != nil else { return }
    if let former = replaced.removeValue(forKey: ObjectIdentifier(object)) {
      additions.put(former)
    } else {
      additions.remove(object)
    }
  }

  /// Updates a model from an input, whose objects are looked up and added.
  func update(_ model: any Model, _ mapping: Mapping) throws {
    mapping.state.file(in: self)
    try mapping.update(model)
  }

  /// Files the additions in order, and removes the objects of a class that the input doesn't
  /// contain; returns these, and the objects that additions replaced.
  @discardableResult
  func file(
    removingOthersOf type: (any Model.Type)? = nil
  ) -> (replaced: [FiledObject], others: [FiledObject]) {
    let others = type.map { self.others($0) } ?? []
    let added = additions.all.filter { files.entry(of: $0.object)?.identity != $0.identity }
    let replaced = added.compactMap { files.filed($0.identity) }
    files.changing((added + replaced + others).map(\.object) + displaced.map(\.object)) {
      for (object, _) in displaced { files.drop(object) }
      for addition in added { files.file(addition.object, addition.identity) }
      for other in others { files.drop(other.object) }
    }
    return (replaced, others)
  }

  /// The objects of a class, in its family, that the input doesn't contain; none if an element of
  /// the class wasn't read.
  private func others(_ type: any Model.Type) -> [FiledObject] {
    guard let rule = SchemaCache.schema(of: type).identity else { return [] }
    let family = ObjectIdentifier(rule.family)
    guard !missed.contains(family) else { return [] }
    return files.all(type).filter { $0.identity.family == family && !named.contains($0.identity) }
  }

  // MARK: - Known objects

  func object(_ identity: ModelIdentity) -> (any Model)? { files.object(identity) }

  func identity(of object: any Model) -> ModelIdentity? { files.identity(of: object) }

  func name(_ identity: ModelIdentity) { if removesOthers { named.insert(identity) } }

  func miss(_ schema: ModelSchema) {
    if let family = schema.identity?.family { missed.insert(ObjectIdentifier(family)) }
  }

  func begin(_ object: any Model, _ identity: ModelIdentity, isFiled: Bool) -> Bool {
    if !isFiled { add(object, identity) }
    return files.begin(object)
  }

  func end() { files.end() }
}
