import Foundation
import ModelObjectKit
import Testing

private final class Place: ModelObject {
  var id = 1
  var name = "home"
  override class var identity: Set<String> { ["id"] }
}

private final class Visit: ModelObject {
  let first = Place()
  var place: Place
  required init() { place = first }
}

/// A model that a new object holds is updated if the input has its identity, or none.
struct IdentitiesInCodersTests {
  @Test(arguments: [
    (#"{"place": {"name": "here"}}"#, true, 1, "here"),
    (#"{"place": {"ID": "1", "name": "here"}}"#, true, 1, "here"),
    (#"{"place": {"id": 2, "name": "there"}}"#, false, 2, "there"),
    (#"{"place": {"id": 2}}"#, false, 2, "home"),
    (#"{"place": {"id": "x", "name": "here"}}"#, false, 1, "here"),
    (#"{"place": null}"#, true, 1, "home"),
  ])
  func aDecodedObjectIsMatchedAsInText(json: String, isKept: Bool, id: Int, name: String) throws {
    let decoded = try JSONDecoder().decode(Visit.self, from: Data(json.utf8))
    for visit in [try Visit(json: json), decoded] {
      #expect((visit.place === visit.first) == isKept)
      #expect(visit.place.id == id)
      #expect(visit.place.name == name)
    }
  }
}
