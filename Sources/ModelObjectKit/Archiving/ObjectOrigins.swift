/// How each object of an archive was come by: what an error's path is made of.
struct ObjectOrigins {
  /// Stands for the archive itself.
  static let root = -1

  private var steps: [(parent: Int, property: String)] = []

  /// Adds the object that comes next.
  mutating func add(_ origin: (object: Int, property: String)?) {
    steps.append((origin?.object ?? Self.root, origin?.property ?? ""))
  }

  /// The path to a property of an object; of a long one the last steps.
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
