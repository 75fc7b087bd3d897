/// An object of a store, or one that a call adds.
struct FiledObject {
  let object: any Model
  /// The identity under which it was filed.
  let identity: ModelIdentity
  /// Its place in the order of filing; 0 until it is filed.
  let number: Int
}

/// Objects by their identities, in the order of filing.
final class ObjectTable {
  /// The objects, with gaps where some were removed.
  private var entries: [FiledObject?] = []
  private var gapCount = 0
  private var places: [ModelIdentity: Int] = [:]
  private var placesOfObjects: [ObjectIdentifier: Int] = [:]

  var all: [FiledObject] { entries.compactMap { $0 } }

  func entry(_ identity: ModelIdentity) -> FiledObject? {
    places[identity].flatMap { entries[$0] }
  }

  func entry(of object: AnyObject) -> FiledObject? {
    placesOfObjects[ObjectIdentifier(object)].flatMap { entries[$0] }
  }

  /// Puts an object under its identity, in place of another one; does nothing if it is there.
  func put(_ entry: FiledObject) {
    guard placesOfObjects[ObjectIdentifier(entry.object)] == nil else { return }
    guard let place = places[entry.identity], let former = entries[place] else {
      places[entry.identity] = entries.count
      placesOfObjects[ObjectIdentifier(entry.object)] = entries.count
      entries.append(entry)
      return
    }
    placesOfObjects[ObjectIdentifier(former.object)] = nil
    placesOfObjects[ObjectIdentifier(entry.object)] = place
    entries[place] = FiledObject(
      object: entry.object,
      identity: entry.identity,
      number: former.number
    )
    // The `deinit` of the former object may call the store.
    withExtendedLifetime(former) {}
  }

  func remove(_ object: AnyObject) {
    guard let place = placesOfObjects.removeValue(forKey: ObjectIdentifier(object)) else { return }
    let former = entries[place]
    if let former { places[former.identity] = nil }
    entries[place] = nil
    gapCount += 1
    // Only if there are more gaps than objects, so that a removal takes constant time on average.
    if gapCount > 32, gapCount > entries.count / 2 { closeGaps() }
    withExtendedLifetime(former) {}
  }

  private func closeGaps() {
    entries = all
    gapCount = 0
    for (place, entry) in all.enumerated() {
      places[entry.identity] = place
      placesOfObjects[ObjectIdentifier(entry.object)] = place
    }
  }
}
