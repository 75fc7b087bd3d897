import ModelObjectKit

/// The keys of several objects, each with the place of its values.
final class Record {
  /// The number of objects.
  private(set) var count = 0
  /// The keys of all of them, in the order in which they were seen.
  private(set) var keys: [String] = []
  private var places: [Spelling: Place] = [:]

  /// A key by its bytes: canonically equal ones are two keys in JSON.
  private struct Spelling: Hashable {
    let key: String

    static func == (first: Spelling, second: Spelling) -> Bool {
      first.key.utf8.elementsEqual(second.key.utf8)
    }

    func hash(into hasher: inout Hasher) { for byte in key.utf8 { hasher.combine(byte) } }
  }

  func add(_ pairs: [JSONTree.Pair]) {
    count += 1
    for pair in pairs { place(pair.key).add(pair.value) }
  }

  /// Counts objects that have none of the keys.
  func addEmpty(_ number: Int) { count += number }

  /// The place of a key; nil if there is none.
  subscript(key: String) -> Place? { places[Spelling(key: key)] }

  /// The place of a key; a new one if there is none.
  func place(_ key: String) -> Place {
    if let place = self[key] { return place }
    let place = Place()
    keys.append(key)
    places[Spelling(key: key)] = place
    return place
  }

  /// Adds a place to that of a key, or makes it the place of the key.
  func add(_ place: Place, under key: String, unite: (Objects, Objects) -> Void) {
    if let known = self[key] {
      known.add(place, unite: unite)
    } else {
      keys.append(key)
      places[Spelling(key: key)] = place
    }
  }

  /// Removes a key; returns its place.
  func remove(_ key: String) -> Place? {
    keys.removeAll { $0.utf8.elementsEqual(key.utf8) }
    return places.removeValue(forKey: Spelling(key: key))
  }

  /// Adds the keys of other objects.
  func add(_ other: Record, unite: (Objects, Objects) -> Void) {
    count += other.count
    for (key, place) in other.pairs { add(place, under: key, unite: unite) }
  }

  /// The places with their keys, in order.
  var pairs: [(key: String, place: Place)] {
    keys.compactMap { key in self[key].map { (key, $0) } }
  }

  /// The places by their keys, for comparisons.
  var placesByKey: [String: Place] {
    Dictionary(pairs.map { ($0.key, $0.place) }) { first, _ in first }
  }
}
