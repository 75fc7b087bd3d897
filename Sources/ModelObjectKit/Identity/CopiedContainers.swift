/// The copies of Foundation's arrays and dictionaries, each made once.
final class CopiedContainers {
  /// The copy of each container, and the container, kept alive so that no other gets its address.
  private var known: [ObjectIdentifier: (original: AnyObject, copy: AnyObject?)] = [:]

  /// The copy of a container; nil for one that is shared, and for one that is met inside of itself.
  func copy(of container: AnyObject, _ make: () -> AnyObject?) -> AnyObject? {
    let id = ObjectIdentifier(container)
    if let known = known[id] { return known.copy }
    known[id] = (container, nil)
    let copy = make()
    known[id] = (container, copy)
    return copy
  }
}
