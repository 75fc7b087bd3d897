import ModelObjectKit
import Testing

/// Equal to each other model of its class with the same contents.
private class Node: ModelObject {
  var id = 0
  var next: Node?
  var set: Set<Node> = []
  var pair = Pair()
  var all: [Node] = []
}

private struct Pair: ModelStruct {
  var set: Set<Node> = []
}

private final class Filed: ModelObject {
  var id = 0
  var set: Set<Filed> = []
  var all: [Filed] = []
  override class var identity: Set<String> { ["id"] }
}

/// The models of a set are compared when they are complete, whatever the order of the input.
struct AwaitedSets {
  private static let options = MappingOptions(references: .preserved)

  @Test(arguments: [#""set": SET"#, #""pair": {"set": SET}"#])
  func eachModelIsInIt(property: String) throws {
    let set = #"[{"next": {"$ref": "2"}}, {"next": {"$ref": "4"}}, {"$ref": "1"}, {"$ref": "3"}]"#
    let property = property.replacing("SET", with: set)
    let others = #""all": [{"$id": "2", "id": 2}, {"$id": "4", "id": 4}]"#
    for pairs in ["\(property), \(others)", "\(others), \(property)"] {
      let json = #"{"$id": "3", "next": {"$id": "1", \#(pairs), "id": 1}, "id": 3}"#
      for way in WayIn.forms {
        let root = try JSONInput(json, by: way).map(to: Node.self, options: Self.options)
        let owner = try #require(root.next)
        let members = owner.set.union(owner.pair.set)
        #expect(members.map { $0.next?.id ?? $0.id }.sorted() == [1, 1, 2, 4], "\(json) \(way)")
        #expect(members.contains(root) && members.contains(owner), "\(json) \(way)")
      }
    }
  }

  @Test func eachModelOfAStoreIsInIt() throws {
    for json in [
      #"{"id": 1, "all": [{"id": 2, "set": [1, 2, 3]}, {"id": 3}]}"#,
      #"{"all": [{"set": [1, 2, 3], "id": 2}, {"id": 3}], "id": 1}"#,
    ] {
      let root = try ModelStore().upsert(Filed.self, json: json)
      #expect(root.all[0].set.map(\.id).sorted() == [1, 2, 3], "\(json)")
    }
  }
}
