/// What the archive of a save has besides the objects of it.
struct WrittenFrame {
  /// The place and the identity of an object of the store, and whether it is saved or only named;
  /// nil for a part of the object that refers to it.
  typealias Role = (any Model) -> (place: Int, identity: ModelIdentity, isSaved: Bool)?

  /// About as many bytes as a frame has besides its objects.
  private static let ownSize = 250

  /// The numbers of the objects of the save, and their places.
  private(set) var numbers: [Int]
  private(set) var places: [Int]
  /// The objects that are only named, by their numbers.
  private(set) var named: [Int: (place: Int, identity: ModelIdentity)] = [:]
  /// The numbers of the removed objects.
  var removed: [Int] = []
  private let role: Role

  /// Makes a frame of the first objects of an archive, by their places; the closure says what others
  /// are.
  init(_ places: [Int] = [], role: @escaping Role) {
    (self.places, self.role) = (places, role)
    numbers = Array(places.indices)
  }

  /// The bytes that each of the objects in the archive of a store or a save takes: an estimate.
  static func savedSize(of count: Int, in size: Int) -> Int {
    max(1, (size - ownSize) / max(1, count))
  }

  mutating func add(_ model: any Model, _ number: Int) {
    guard let (place, identity, isSaved) = role(model) else { return }
    guard isSaved else { return named[number] = (place, identity) }
    numbers.append(number)
    places.append(place)
  }
}

/// An object that was removed from a store.
struct RemovedObject {
  let type: any Model.Type
  /// The one that it has in the file.
  let identity: ModelIdentity
  let place: Int
  /// The bytes that it takes in the file.
  let savedSize: Int
}
