/// The object and the property through which each object of an archive was found, for paths in
/// errors.
struct ObjectTrail {
  /// The parent of the root objects.
  static let root = -1

  /// The object and the property that are being read or written.
  var current = (object: root, property: "")
  private var steps: [(object: Int, property: String)] = []

  /// Adds the origin of an object: the current one.
  mutating func add(_ object: Int) {
    while steps.count <= object { steps.append((Self.root, "")) }
    steps[object] = current
  }

  /// The path to the current origin, limited to its last 20 steps.
  var path: String {
    var (origin, path) = (current, "")
    for _ in 0..<20 {
      if !origin.property.isEmpty {
        path = PathStep.key(origin.property).joined(to: path)
      }
      guard origin.object != Self.root else { return path }
      origin = steps[origin.object]
    }
    return "…" + path
  }
}
