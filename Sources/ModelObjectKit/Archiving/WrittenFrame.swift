/// What the archive of a save has besides the objects of it.
struct WrittenFrame {
  /// What a model is to a save.
  enum Role {
    /// One of its objects, at a place in the store.
    case saved(place: Int)
    /// Another object of the store, which is only named.
    case named(place: Int)
    /// A part of the object that refers to it.
    case part
  }

  private let role: (any Model) -> Role
  /// The numbers of the objects of the save, and their places.
  private(set) var numbers: [Int] = []
  private(set) var places: [Int] = []
  /// The places of the objects that are only named, by their numbers.
  private(set) var named: [Int: Int] = [:]
  /// The numbers of the removed objects.
  var removed: [Int] = []

  init(_ role: @escaping (any Model) -> Role) {
    self.role = role
  }

  mutating func add(_ model: any Model, _ number: Int) {
    switch role(model) {
    case .saved(let place):
      numbers.append(number)
      places.append(place)
    case .named(let place): named[number] = place
    case .part: break
    }
  }
}

/// An object that was removed from a store.
struct RemovedObject {
  let type: any Model.Type
  let identity: ModelIdentity
  let place: Int
  /// The bytes that it takes in the file.
  let savedSize: Int
}

extension IdentityValue {
  /// Passes the value to a sink, as one of a property.
  func give(_ property: Property, to sink: any ValueSink) {
    switch self {
    case .integer(let value): sink.integer(Int64(value))
    case .text(let value): sink.text(value)
    case .other(let value):
      if !property.shape.give(any: value.base, to: sink) { sink.untyped(value.base) }
    }
  }
}
