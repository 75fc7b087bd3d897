/// The object and the property by which each object of an archive was found, for the paths of
/// errors.
struct ObjectOrigins {
  /// The parent of the objects that the archive itself names.
  static let root = -1

  private var steps: [(parent: Int, property: String)] = []

  /// Adds the origin of the next object.
  mutating func add(_ origin: (object: Int, property: String)?) {
    steps.append((origin?.object ?? Self.root, origin?.property ?? ""))
  }

  /// The path to a property of an object; only the last 20 steps of a long one.
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
