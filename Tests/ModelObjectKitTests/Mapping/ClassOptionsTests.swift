import Foundation
import ModelObjectKit
import Testing

private final class Leaf: ModelObject {
  var id = 0
  var next: Leaf?
}

private final class StrictItem: ModelObject {
  var id = 0
  var leaf: Leaf?

  override class var mappingOptions: MappingOptions { .strict }
}

private final class ShallowItem: ModelObject {
  var leaf = Leaf()

  override class var mappingOptions: MappingOptions {
    var options = MappingOptions()
    options.maximumDepth = 2
    return options
  }
}

/// The options of a class, which apply to errors like those of a call.
@Suite struct ClassOptions {
  @Test func issuesOfElementsHaveTheirPlaces() throws {
    let text = #"[{"id": 1}, {"id": "x", "leaf": {"id": []}}]"#
    let tree = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let dictionaries = try #require(tree as? [[String: Any]])
    let errors = [
      #expect(throws: ModelError.self) { try [StrictItem](json: text) },
      #expect(throws: ModelError.self) { try [StrictItem](dictionaries: dictionaries) },
    ]
    for error in errors {
      #expect(error?.issues.map(\.path) == ["[1].id", "[1].leaf.id"])
    }
    let keyed = #expect(throws: ModelError.self) {
      try [String: StrictItem](json: #"{"a": {"id": "x"}}"#)
    }
    #expect(keyed?.issues.map(\.path) == ["a.id"])
  }

  @Test func tooDeepNamesTheLimitOfTheClass() throws {
    let dictionary: [String: Any] = ["leaf": ["next": [String: Any]()] as [String: Any]]
    let errors = [
      #expect(throws: ModelError.self) {
        try ShallowItem(json: #"{"leaf": {"next": {}}}"#)
      },
      #expect(throws: ModelError.self) { try ShallowItem(dictionary: dictionary) },
    ]
    for error in errors {
      #expect(error?.description == "tooDeep at leaf.next: more than 2 levels")
    }
  }
}
