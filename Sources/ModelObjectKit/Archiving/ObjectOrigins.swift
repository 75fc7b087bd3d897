/// The object and the property through which each object of an archive was found, for paths in
/// errors.
struct ObjectOrigins {
  /// The parent of the root objects.
  static let root = -1

  private var steps: [(parent: Int, property: String)] = []

  /// Adds the origin of the next object.
  mutating func add(_ origin: (object: Int, property: String)?) {
    steps.append((origin?.object ?? Self.root, origin?.property ?? ""))
  }

  /// The path to a property of an object, limited to its last 20 steps.
  func path(to place: (object: Int, property: String)?) -> String {
    guard var place else { return "" }
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
