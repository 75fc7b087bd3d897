import Foundation
import ModelObjectKit
import Testing

enum Shade: String { case light, dark }

struct Plate: Codable, Hashable {
  var number: Int
}

class Car: ModelObject {
  var plate: Plate?
  var shade: Shade?
  var name = ""
  override class var identity: Set<String> { ["plate", "shade"] }
}

/// A store that belongs to the main actor, as a view's model would have it.
final class Garage {
  let store = ModelStore()
  var cars: [Car] = []

  func load(_ json: String) throws {
    cars = try store.upsert([Car].self, json: json).models
  }
}

/// Identities work on any actor, also with types of this module.
struct StoresOffTheMainActor {
  @Test func aStoreOfTheMainActorNeedsNoAnnotation() throws {
    let garage = Garage()
    try garage.load(#"[{"plate": {"number": 1}, "shade": "dark"}]"#)
    let car = garage.cars[0]
    try garage.load(#"[{"plate": {"number": 1}, "shade": "dark", "name": "a"}]"#)
    #expect(garage.cars[0] === car && car.name == "a")
    #expect(garage.store[Car.self, ["plate": Plate(number: 1), "shade": Shade.dark]] === car)
    let changes = try garage.cars.update(json: #"[{"plate": {"number": 2}, "shade": "dark"}]"#)
    #expect(changes.inserted.count == 1 && changes.removed.first === car)
  }

  @Test func aStoreMayBeUsedOnAnotherThread() async throws {
    let names = try await Task.detached {
      let store = ModelStore()
      let json = #"[{"plate": {"number": 1}, "shade": "dark"}, {"plate": {"number": 1}}]"#
      let first = try store.upsert([Car].self, json: json)[0]
      try store.upsert(
        Car.self,
        json: #"{"plate": {"number": 1}, "shade": "dark", "name": "b"}"#
      )
      let again = try ModelStore(archive: store.archivedData(), classes: [Car.self])
      return [first.name, again.all(Car.self).map(\.name).joined()]
    }.value
    #expect(names == ["b", "b"])
  }
}
