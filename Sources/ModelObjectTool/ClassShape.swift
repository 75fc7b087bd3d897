/// A class that is found in a document.
struct ClassShape {
  let name: String
  /// How many objects of it there are.
  var count = 0
  /// The keys of all its objects, in the order in which they were seen.
  private(set) var keys: [String] = []
  private(set) var places: [String: Place] = [:]

  init(name: String) { self.name = name }

  /// The place of a key, made where it was not yet.
  mutating func place(_ key: String) -> Place {
    if let place = places[key] { return place }
    let place = Place()
    keys.append(key)
    places[key] = place
    return place
  }

  /// The type of the property that a key feeds.
  func type(of key: String) -> SwiftType {
    places[key]?.propertyType(total: count) ?? .optional(.any)
  }
}
