/// One call that maps into a store, or inserts: its additions are filed at its end, or not at all.
final class FilingSession: KnownObjects {
  private unowned let files: FiledObjects
  private var additions: [(object: any Model, identity: ModelIdentity)?] = []
  private var places: [ModelIdentity: Int] = [:]
  private var identities: [ObjectIdentifier: ModelIdentity] = [:]
  /// The added objects that an input has filled without an error; a later input that is refused
  /// does not remove them.
  private var accepted: Set<ObjectIdentifier> = []
  /// The identities that the input has named.
  private var named: Set<ModelIdentity> = []
  /// The class families of elements that were not read: they might name any of their objects.
  private var missed: Set<ObjectIdentifier> = []

  init(_ files: FiledObjects) {
    self.files = files
  }

  /// The object with an identity that the call has added.
  func added(_ identity: ModelIdentity) -> (any Model)? {
    places[identity].flatMap { additions[$0]?.object }
  }

  func identity(ofAdded object: AnyObject) -> ModelIdentity? {
    identities[ObjectIdentifier(object)]
  }

  /// Adds an object, in the place of an added one with its identity.
  func add(_ object: any Model, _ identity: ModelIdentity) {
    if let place = places[identity], let former = additions[place] {
      identities[ObjectIdentifier(former.object)] = nil
      additions[place] = (object, identity)
    } else {
      places[identity] = additions.count
      additions.append((object, identity))
    }
    identities[ObjectIdentifier(object)] = identity
  }

  /// The number of additions, for `forget`.
  var additionCount: Int { additions.count }

  /// Drops all additions after the first ones.
  func forget(since count: Int) {
    for case let (object, identity)? in additions[count...] {
      places[identity] = nil
      identities[ObjectIdentifier(object)] = nil
    }
    additions.removeSubrange(count...)
  }

  /// Files the additions in their order, and removes the objects of a class that the input did not
  /// name; returns those, and the objects that additions replaced.
  @discardableResult
  func file(
    removingOthersOf type: (any Model.Type)? = nil
  ) -> (replaced: [FiledObject], others: [FiledObject]) {
    var replaced: [FiledObject] = []
    let others = type.map { self.others($0) } ?? []
    var added: [(object: any Model, identity: ModelIdentity)] = []
    for case let (object, identity)? in additions where files.number(of: object) == nil {
      if let former = files.filed(identity), let number = files.number(of: former) {
        replaced.append(FiledObject(object: former, identity: identity, number: number))
      }
      added.append((object, identity))
    }
    files.changing(added.map(\.object) + (replaced + others).map(\.object)) {
      for (object, identity) in added { files.file(object, identity) }
      for other in others { files.drop(other.object) }
    }
    return (replaced, others)
  }

  /// The objects of a class that the input did not name; none if an element of the class was not
  /// read.
  private func others(_ type: any Model.Type) -> [FiledObject] {
    guard let family = SchemaCache.schema(of: type).identity?.family,
      !missed.contains(ObjectIdentifier(family))
    else { return [] }
    return files.all(type).filter { !named.contains($0.identity) }
  }

  // MARK: - Known objects

  func object(_ identity: ModelIdentity) -> (any Model)? { files.object(identity) }

  func identity(of object: AnyObject) -> ModelIdentity? { files.identity(of: object) }

  func name(_ identity: ModelIdentity) { named.insert(identity) }

  func miss(_ schema: ModelSchema) {
    if let family = schema.identity?.family { missed.insert(ObjectIdentifier(family)) }
  }

  func begin(_ object: any Model, _ identity: ModelIdentity, isFiled: Bool) -> Bool {
    if !isFiled { add(object, identity) }
    return files.begin(object)
  }

  func end(_ object: any Model, _ identity: ModelIdentity, isRefused: Bool) {
    guard !files.end(object), identities[ObjectIdentifier(object)] != nil else { return }
    if !isRefused {
      accepted.insert(ObjectIdentifier(object))
    } else if !accepted.contains(ObjectIdentifier(object)), let place = places[identity] {
      additions[place] = nil
      places[identity] = nil
      identities[ObjectIdentifier(object)] = nil
    }
  }
}
