import Foundation
import ModelObjectKit
import Testing

private class Mapped: ModelObject {
  var bookId = 0
  var description = ""
  var time: Int?
  var second = ""
  var plain = 0

  override class var keyMapping: [String: JSONKey] {
    [
      "bookId": ["id", "ID", "book_number"],
      "description": "ext.desc",
      "time": ["name.info[1].time", "fallback"],
      "second": "list[1]",
    ]
  }
}

private final class HookedMapped: Mapped {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

struct MappedKeys {
  @Test(
    arguments: [
      // Only the listed keys match, in order.
      (#"{"id": 1}"#, 1),
      (#"{"book_number": 3}"#, 3),
      (#"{"bookId": 4, "book_id": 5}"#, 0),
      (#"{"book_number": 3, "id": 1}"#, 1),
      (#"{"id": 1, "bookId": 4}"#, 1),
      // Null doesn't decide, a value that doesn't fit does.
      (#"{"id": null, "book_number": 3}"#, 3),
      (#"{"id": "abc", "book_number": 3}"#, 0),
      (#"{"id": null}"#, 0),
      // Each is matched like any key.
      (#"{"Book-Number": 6}"#, 6),
      (#"{"_ID": 7}"#, 7),
    ]
  )
  func theFirstWhoseValueIsNotNullDecides(json: String, value: Int) throws {
    try expect(json) { $0.bookId == value }
  }

  @Test(
    arguments: [
      (#"{"ext": {"desc": "a"}}"#, "a"),
      (#"{"EXT": {"Desc": "a"}}"#, "a"),
      (#"{"ext.desc": "whole", "ext": {"desc": "path"}}"#, "whole"),
      (#"{"ext": {"desc": "path"}, "ext.desc": "whole"}"#, "whole"),
      (#"{"ext": {"desc": "a", "DESC": "b"}, "EXT": {"desc": "c"}}"#, "a"),
      // A path through something that isn't an object is a missing key.
      (#"{"ext": "desc"}"#, ""),
      (#"{"ext": ["desc"]}"#, ""),
      (#"{"ext": null}"#, ""),
      (#"{"ext": {"desc": {"a": 1}}}"#, ""),
      (#"{"desc": "a", "description": "b"}"#, ""),
    ]
  )
  func aTextIsAWholeKeyFirstAndThenAPath(json: String, value: String) throws {
    try expect(json) { $0.description == value }
  }

  @Test(
    arguments: [
      (#"{"name": {"info": [{"time": 1}, {"time": 2}]}}"#, 2),
      (#"{"NAME": {"In_fo": [{}, {"TIME": "3"}]}}"#, 3),
      (#"{"name": {"info": [{"time": 1}]}, "fallback": 4}"#, 4),
      (#"{"name": {"info": {"1": {"time": 2}}}, "fallback": 4}"#, 4),
      (#"{"name": {"info": [1, 2]}, "fallback": 4}"#, 4),
      (#"{"name": {"info": [{}, {"time": null}]}, "fallback": 4}"#, 4),
      (#"{"name": [], "fallback": 4}"#, 4),
      (#"{"name.info[1].time": 5, "name": {"info": [{}, {"time": 2}]}}"#, 5),
    ]
  )
  func aPathStepsThroughArraysToo(json: String, value: Int) throws {
    try expect(json) { $0.time == value }
  }

  @Test(
    arguments: [
      (#"{"name": {"info": [{}, {"time": null}]}}"#, nil),
      (#"{"name": {"info": [{}, {"time": null}]}, "fallback": null}"#, nil),
      (#"{"fallback": null}"#, nil),
      (#"{"name": null}"#, nil),
      (#"{"name": {"info": [{"time": 1}]}}"#, 77),
      (#"{}"#, 77),
    ] as [(String, Int?)]
  )
  func ifAllThatArePresentAreNullItIsNull(json: String, value: Int?) throws {
    for input in everyWay(json) {
      for type in [Mapped.self, HookedMapped.self] {
        let mapped = type.init()
        mapped.time = 77
        try input.update(mapped, options: nil)
        #expect(mapped.time == value, "\(input)")
      }
    }
  }

  @Test(
    arguments: [
      (#"{"list": ["a", "b", "c"]}"#, "b"), (#"{"list": ["a"]}"#, ""), (#"{"list": {}}"#, ""),
      (#"{"list[1]": "whole"}"#, "whole"), (#"{"list": ["a", 5]}"#, "5"),
    ]
  )
  func anIndexTakesAnElement(json: String, value: String) throws {
    try expect(json) { $0.second == value }
  }

  @Test func propertiesThatAreNotListedAreMatchedAsEver() throws {
    try expect(#"{"PLAIN": 5, "id": 1}"#) { $0.plain == 5 && $0.bookId == 1 }
  }

  @Test func severalPropertiesMayReadOneKey() throws {
    for input in everyWay(#"{"user": {"id": 5, "name": "a"}, "id": 7}"#) {
      let twins = try input.map(to: Twins.self)
      #expect(twins.userId == 5 && twins.authorId == 5, "\(input)")
      #expect(twins.user?.name == "a", "\(input)")
      #expect(twins.id == 7, "\(input)")
    }
  }

  @Test func aPathMayEndAtAModelOrACollection() throws {
    for input in everyWay(#"{"data": {"user": {"name": "a"}, "tags": ["x", "y"]}}"#) {
      let deep = try input.map(to: Deep.self, options: .strictButMissing)
      #expect(deep.user?.name == "a", "\(input)")
      #expect(deep.tags == ["x", "y"], "\(input)")
      #expect(deep.firstTag == "x", "\(input)")
    }
  }

  @Test func issuesNameThePathThatWasRead() {
    for input in everyWay(#"{"data": {"user": 5, "tags": [{}, "y"]}}"#) {
      let paths = input.issues(mappingTo: Deep.self, options: .strictButMissing).map(\.path)
      #expect(Set(paths).isSuperset(of: ["data.user", "data.tags[0]"]), "\(input)")
    }
  }

  @Test func underExactMatchingStepsAreExact() throws {
    for input in everyWay(#"{"EXT": {"desc": "a"}, "ext": {"Desc": "b"}}"#) {
      #expect(try input.map(to: ExactMapped.self).text == "", "\(input)")
    }
    for input in everyWay(#"{"EXT": {"desc": "a"}, "ext": {"desc": "b"}}"#) {
      #expect(try input.map(to: ExactMapped.self).text == "b", "\(input)")
    }
  }

  @Test func ofSeveralPathsTheAnswerNeverDependsOnDictionaryOrder() throws {
    var answers: Set<String> = []
    for round in 0..<100 {
      var dictionary: [String: Any] = [:]
      for filler in 0..<round { dictionary["f\(filler)"] = filler }
      for offset in 0..<3 {
        let key = ["EXT", "Ext", "_ext"][(round + offset) % 3]
        dictionary[key] = ["desc": key]
      }
      answers.insert(try Mapped(dictionary: dictionary).description)
    }
    #expect(answers == ["EXT"])
  }

  private func expect(
    _ json: String,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: (Mapped) -> Bool
  ) throws {
    for input in everyWay(json) {
      let plain = condition(try input.map(to: Mapped.self))
      #expect(plain, "\(input)", sourceLocation: sourceLocation)
      let hooked = condition(try input.map(to: HookedMapped.self))
      #expect(hooked, "hooked: \(input)", sourceLocation: sourceLocation)
    }
  }

  private final class User: ModelObject {
    var name = ""
  }

  private final class Twins: ModelObject {
    var userId = 0
    var authorId = 0
    var id = 0
    var user: User?

    override class var keyMapping: [String: JSONKey] {
      ["userId": "user.id", "authorId": "user.id"]
    }
  }

  private final class Deep: ModelObject {
    var user: User?
    var tags: [String] = []
    var firstTag = ""

    override class var keyMapping: [String: JSONKey] {
      ["user": "data.user", "tags": "data.tags", "firstTag": "data.tags[0]"]
    }
  }

  private final class ExactMapped: ModelObject {
    var text = ""

    override class var keyMatching: KeyMatching { .exact }
    override class var keyMapping: [String: JSONKey] { ["text": "ext.desc"] }
  }
}

struct ListsOfAChainOfClasses {
  @Test func areMergedTheNearestWinning() throws {
    for input in everyWay(#"{"b": 1, "m": 2, "t": 3, "top": 4, "secret": 5, "own": 6}"#) {
      let top = try input.map(to: Top.self)
      #expect(top.base == 1, "\(input)")
      #expect(top.middle == 3, "\(input)")
      #expect(top.top == 4, "\(input)")
      #expect(top.secret == 0 && top.own == 0, "\(input)")
      let middle = try input.map(to: Middle.self)
      #expect(middle.base == 1 && middle.middle == 2 && middle.secret == 0, "\(input)")
    }
  }

  @Test func mappedPropertiesIsTheNearestClassesAlone() throws {
    for input in everyWay(#"{"a": 1, "b": 2, "c": 3}"#) {
      let first = try input.map(to: First.self)
      #expect(first.a == 1 && first.b == 0, "\(input)")
      let second = try input.map(to: Second.self)
      #expect(second.a == 0 && second.b == 2 && second.c == 3, "\(input)")
      let third = try input.map(to: Third.self)
      #expect(third.a == 0 && third.b == 2 && third.c == 3, "\(input)")
    }
  }

  private class Base: ModelObject {
    var base = 0
    var secret = 0

    override class var keyMapping: [String: JSONKey] { ["base": "b"] }
    override class var ignoredProperties: Set<String> { ["secret"] }
  }

  private class Middle: Base {
    var middle = 0

    override class var keyMapping: [String: JSONKey] { ["middle": "m"] }
  }

  private final class Top: Middle {
    var top = 0
    var own = 0

    override class var keyMapping: [String: JSONKey] { ["middle": "t"] }
    override class var ignoredProperties: Set<String> { ["own"] }
  }

  private class First: ModelObject {
    var a = 0
    var b = 0

    override class var mappedProperties: Set<String>? { ["a"] }
  }

  private class Second: First {
    var c = 0

    override class var mappedProperties: Set<String>? { ["b", "c"] }
  }

  private final class Third: Second {
    var d = 0
  }
}
