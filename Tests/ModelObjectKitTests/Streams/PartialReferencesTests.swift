import Foundation
import ModelObjectKit
import Testing

private class Item: ModelObject {
  var id = 0
  var name = ""
}

private class Group: ModelObject {
  var items: [Item] = []
}

/// A numbered object of which only the beginning has arrived may still be a list.
struct PartialReferences {
  private static var preserved: MappingOptions {
    var options = MappingOptions()
    options.references = .preserved
    return options
  }

  @Test(
    arguments: [
      (#"{"items": {"id": 5, "name": "a""#, [5], [5]),
      (#"{"items": {"$id": "1", "id": 5, "name": "a""#, [], [5]),
      (#"{"items": {"$id": "1", "$values": [{"id": 5}, {"id": 6,"#, [5, 6], nil),
      (#"{"items": {"$id": "1", "$values": [{"id": 5}]"#, [5], nil),
      (#"{"items": {"$id": "1", "$values": [{"id": 5}]}"#, [5], nil),
    ] as [(String, [Int], [Int]?)]
  )
  func areShownAsSoonAsTheyAreKnown(json: String, ids: [Int], without: [Int]?) throws {
    let group = try Group(partialJSON: json, options: Self.preserved)
    #expect(group.items.map(\.id) == ids)
    guard let without else { return }
    #expect(try Group(partialJSON: json).items.map(\.id) == without)
  }
}
