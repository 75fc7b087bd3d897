/// The object and the property through which each object of an archive was found, for paths in
/// errors.
struct ObjectTrail {
  /// The parent of the root objects.
  static let root = -1

  /// The object and the property that are being read or written.
  var current: (object: Int, property: String)?
  private var steps: [(parent: Int, property: String)] = []

  /// Adds the origin of an object: the current place.
  mutating func add(_ object: Int) {
    while steps.count <= object { steps.append((Self.root, "")) }
    steps[object] = (current?.object ?? Self.root, current?.property ?? "")
  }

  /// The path to the current place, limited to its last 20 steps.
  var path: String {
    guard var place = current else { return "" }
    var path = ""
    for _ in 0..<20 {
      if !place.property.isEmpty {
        path = PathStep.key(place.property).joined(to: path)
      }
      guard place.object != Self.root else { return path }
      let origin = steps[place.object]
      place = (origin.parent, origin.property)
    }
    return "…" + path
  }
}
