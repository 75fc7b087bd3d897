/// The copies of Foundation's arrays and dictionaries, each made once.
final class CopiedContainers {
  /// The copy of each container, and the container, kept alive so that no other gets its address.
  private var known: [ObjectIdentifier: (original: AnyObject, copy: Any?)] = [:]

  /// Whether a container is met for the first time, so that its copy has to be made.
  func begin(_ container: AnyObject) -> Bool {
    let id = ObjectIdentifier(container)
    guard known[id] == nil else { return false }
    known[id] = (container, nil)
    return true
  }

  /// The copy; nil for a container that is shared, and as long as the copy is being made.
  subscript(container: AnyObject) -> Any? {
    get { known[ObjectIdentifier(container)]?.copy }
    set { known[ObjectIdentifier(container)] = (container, newValue) }
  }
}
