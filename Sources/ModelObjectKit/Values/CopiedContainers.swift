/// The copies of Foundation's arrays and dictionaries; each is copied once.
final class CopiedContainers {
  /// The copy of each container, and the container, kept alive so that its address isn't reused.
  private var known: [ObjectIdentifier: (original: AnyObject, copy: Any?)] = [:]

  /// Whether a container is visited for the first time, and must be copied.
  func begin(_ container: AnyObject) -> Bool {
    let id = ObjectIdentifier(container)
    guard known[id] == nil else { return false }
    known[id] = (container, nil)
    return true
  }

  /// The copy; nil for a container that is shared, and while it is being copied.
  subscript(container: AnyObject) -> Any? {
    get { known[ObjectIdentifier(container)]?.copy }
    set { known[ObjectIdentifier(container)] = (container, newValue) }
  }
}
