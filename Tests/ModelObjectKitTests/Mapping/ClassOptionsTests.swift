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

private class ShallowItem: ModelObject {
  var leaf = Leaf()

  override class var mappingOptions: MappingOptions {
    var options = MappingOptions()
    options.maximumDepth = 2
    return options
  }
}

/// One whose class is picked by a hook, before it is begun.
private final class PickedItem: ShallowItem {
  override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? { nil }
}

/// The options of a class, which apply to errors like those of a call.
struct ClassOptions {
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

  /// Those of the root's class count for all that is in it.
  @Test(arguments: WayIn.forms) func areNotThoseOfAPart(way: WayIn) throws {
    class Whole: ModelObject {
      var item: StrictItem?
      var items: [StrictItem] = []
    }
    let json = #"{"item": {"id": "x", "leaf": {"id": 3}}, "items": [{"id": []}]}"#
    let whole = try JSONInput(json, by: way).map(to: Whole.self, options: nil)
    #expect(whole.item?.leaf?.id == 3 && whole.items.count == 1)
    let wholes =
      way == .text || way == .data
      ? try [Whole](json: "[\(json), \(json)]")
      : try [Whole](dictionaries: [JSONInput(json, by: way).dictionary()])
    #expect(wholes.allSatisfy { $0.item?.leaf?.id == 3 && $0.items.count == 1 })
    let keyed = try [String: Whole](json: #"{"a": \#(json)}"#)
    #expect(keyed["a"]?.item?.leaf?.id == 3 && keyed["a"]?.items.count == 1)
  }

  @Test func tooDeepNamesTheLimitOfTheClass() throws {
    let dictionary: [String: Any] = ["leaf": ["next": [String: Any]()] as [String: Any]]
    let errors = [
      #expect(throws: ModelError.self) {
        try ShallowItem(json: #"{"leaf": {"next": {}}}"#)
      },
      #expect(throws: ModelError.self) { try ShallowItem(dictionary: dictionary) },
      #expect(throws: ModelError.self) {
        try PickedItem(json: #"{"leaf": {"next": {}}}"#)
      },
    ]
    for error in errors {
      #expect(error?.description == "tooDeep at leaf.next: more than 2 levels")
    }
  }

  private class Failing: ModelObject {
    var id = 0
    override class var subclasses: Subclasses? { .byTag("kind", ["lenient": Lenient.self]) }
    override class var mappingOptions: MappingOptions { .strict }
  }

  private final class Lenient: Failing {
    override class var mappingOptions: MappingOptions { .lenient }
  }

  @Test func areThoseOfTheClassThatTheCallNamesWhateverATagSelects() throws {
    for input in everyWay(#"{"kind": "lenient", "id": {}}"#) {
      #expect(throws: ModelError.self, "\(input)") {
        try input.map(to: Failing.self, options: nil)
      }
      #expect(try input.map(to: Lenient.self, options: nil).id == 0, "\(input)")
    }
    #expect(throws: ModelError.self) { try Failing(json: #"{"id": {}}"#) }
  }

  private final class Numbered: ModelObject {
    var name = ""
    var friend: Numbered?
    override class var mappingOptions: MappingOptions {
      var options = MappingOptions()
      options.references = .preserved
      return options
    }
  }

  @Test func referToTheRoot() throws {
    let json = #"{"$id": "1", "name": "a", "friend": {"$id": "2", "friend": {"$ref": "1"}}}"#
    for input in everyWay(json) {
      let first = try input.map(to: Numbered.self, options: nil)
      #expect(first.friend?.friend === first)
      let other = Numbered()
      try input.update(other, options: nil)
      #expect(other.friend?.friend === other)
      first.friend = nil
      other.friend = nil
    }
    let list = #"[{"$id": "7", "name": "z"}, {"$ref": "7"}]"#
    #expect(try [Numbered](json: list).map(\.name) == ["z", "z"])
    let pairs = try [String: Numbered](json: #"{"a": {"$id": "7"}, "b": {"$ref": "7"}}"#)
    #expect(pairs["a"] != nil && pairs["a"] === pairs["b"])
    let nested = try Numbered(json: "{\"a\": \(json)}", at: "a")
    #expect(nested.friend?.friend === nested)
    nested.friend = nil
  }

  private class Event: ModelObject {
    var day = ""
    var next: Event?
    var seen: [String] = []
    override class var ignoredProperties: Set<String> { ["seen"] }
    override class var mappingOptions: MappingOptions {
      var options = MappingOptions()
      options.dates.conversion = .date
      options.maximumDepth = 600
      return options
    }
    override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? {
      dictionary["plain"] == nil ? Picked.self : PlainEvent.self
    }
    override func didMap(_ dictionary: [String: Any]) throws {
      seen.append(dictionary["day"].map { "\(type(of: $0))" } ?? "")
    }
  }

  private final class Picked: Event {}

  private final class PlainEvent: Event {
    override class var mappingOptions: MappingOptions { MappingOptions() }
  }

  @Test func applyWhileTheClassIsPicked() throws {
    let day = #""day": "2015-09-03""#
    #expect(try Event(json: "{\(day)}").seen == ["Date"])
    let (open, close) = (#"{"next":"#, "}")
    let chain =
      String(repeating: open, count: 590) + "{}" + String(repeating: close, count: 590)
    #expect(try Event(json: chain).next?.next != nil)
    // Those of the class that is picked count for what is in the object.
    #expect(try Event(json: #"{"plain": 1, \#(day)}"#).day == "2015-09-03")
  }
}
