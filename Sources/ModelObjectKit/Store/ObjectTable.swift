/// An object of a store, or one that a call adds.
struct FiledObject {
  let object: any Model
  /// The identity under which it was filed.
  let identity: ModelIdentity
  /// Its place in the order of filing, or of the call's additions.
  let number: Int
}

/// Objects by their identities.
final class ObjectTable {
  private var entries: [ModelIdentity: FiledObject] = [:]
  private var identities: [ObjectIdentifier: ModelIdentity] = [:]
  /// The objects in the order of their numbers; nil if one was removed since they were sorted.
  private var sorted: [FiledObject]? = []

  var all: [FiledObject] {
    let all = sorted ?? entries.values.sorted { $0.number < $1.number }
    sorted = all
    return all
  }

  func entry(_ identity: ModelIdentity) -> FiledObject? { entries[identity] }

  func entry(of object: AnyObject) -> FiledObject? {
    identities[ObjectIdentifier(object)].flatMap { entries[$0] }
  }

  /// Puts an object under its identity, in place of another one; does nothing if it is there.
  func put(_ entry: FiledObject) {
    guard identities[ObjectIdentifier(entry.object)] == nil else { return }
    let former = entries[entry.identity]
    if let former {
      identities[ObjectIdentifier(former.object)] = nil
      sorted = nil
    } else {
      // Numbers only grow.
      sorted?.append(entry)
    }
    identities[ObjectIdentifier(entry.object)] = entry.identity
    entries[entry.identity] = FiledObject(
      object: entry.object,
      identity: entry.identity,
      number: former?.number ?? entry.number
    )
    // The `deinit` of the former object may call the store.
    withExtendedLifetime(former) {}
  }

  func remove(_ object: AnyObject) {
    guard let identity = identities.removeValue(forKey: ObjectIdentifier(object)) else { return }
    let former = entries.removeValue(forKey: identity)
    sorted = nil
    withExtendedLifetime(former) {}
  }
}
