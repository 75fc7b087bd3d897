/// An object of a store, or one that a call adds.
final class FiledObject {
  let object: any Model
  /// The identity under which it was filed.
  let identity: ModelIdentity
  /// Its place in the order of filing, or of the call's additions; that of the object that it
  /// replaces.
  var number: Int
  /// How many objects had its number before it: a successor is another object to all who hold it.
  var succession = 0
  /// The bytes that it takes in the file of the store, and the print of what is there; zero and nil if
  /// it isn't in a file.
  ///
  /// The print alone is nil if opening has changed the object.
  var savedSize = 0
  var print: ObjectPrint?
  /// The identity that it has in the file, if that is another one than the one of filing.
  var savedIdentity: ModelIdentity?

  init(_ object: any Model, _ identity: ModelIdentity, number: Int) {
    self.object = object
    self.identity = identity
    self.number = number
  }
}

/// Objects by their identities.
final class ObjectTable: UncheckedStorage<ObjectTable.State> {
  struct State {
    fileprivate var byIdentity: [ModelIdentity: FiledObject] = [:]
    fileprivate var byObject: [ObjectIdentifier: FiledObject] = [:]
    /// The objects in the order of their numbers; nil if one was removed since they were sorted.
    fileprivate var sorted: [FiledObject]? = []
  }

  /// The class family of the objects; nil for those of all.
  let family: (any Model.Type)?

  init(of family: (any Model.Type)? = nil) {
    self.family = family
    super.init(State())
  }

  var all: [FiledObject] {
    let all = state.sorted ?? state.byIdentity.values.inOrder(by: \.number)
    state.sorted = all
    return all
  }

  func entry(_ identity: ModelIdentity) -> FiledObject? { state.byIdentity[identity] }

  func entry(of object: AnyObject) -> FiledObject? { state.byObject[ObjectIdentifier(object)] }

  /// Puts an object under its identity, in place of another one; does nothing if it is there.
  ///
  /// Returns the other one: as long as it lives, its `deinit` can't call the store.
  @discardableResult
  func put(_ entry: FiledObject) -> FiledObject? {
    guard self.entry(of: entry.object) == nil else { return nil }
    let former = state.byIdentity.updateValue(entry, forKey: entry.identity)
    if let former {
      entry.number = former.number
      entry.succession = former.succession + 1
      state.byObject[ObjectIdentifier(former.object)] = nil
      state.sorted = nil
    } else {
      // Numbers only grow.
      state.sorted?.append(entry)
    }
    state.byObject[ObjectIdentifier(entry.object)] = entry
    return former
  }

  /// Makes room for more objects, perhaps for a few of many: an array that makes room for a few is
  /// copied each time.
  func reserve(_ count: Int) {
    state.byIdentity.reserveCapacity(state.byIdentity.count + count)
    state.byObject.reserveCapacity(state.byObject.count + count)
  }

  /// Adds an object that isn't filed, whose number is above all others, unless another one has its
  /// identity: returns that one.
  func add(_ entry: FiledObject) -> FiledObject? {
    if let former = state.byIdentity.updateValue(entry, forKey: entry.identity) {
      state.byIdentity[entry.identity] = former
      return former
    }
    state.byObject[ObjectIdentifier(entry.object)] = entry
    state.sorted?.append(entry)
    return nil
  }

  @discardableResult
  func remove(_ object: AnyObject) -> FiledObject? {
    guard let former = state.byObject.removeValue(forKey: ObjectIdentifier(object)) else {
      return nil
    }
    state.byIdentity[former.identity] = nil
    state.sorted = nil
    return former
  }
}
