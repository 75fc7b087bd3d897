import Foundation
import ModelObjectKit
import Testing

private class Part: ModelObject {
  var id = 0
  var name = ""
}

private final class SpecialPart: Part {
  var extra = 0
}

private final class Stranger: ModelObject {
  var id = 0
}

private final class Whole: ModelObject {
  var part: Part?
  var own = Part()
  var list: [Part] = []
  var optionals: [Part?] = []
  var byName: [String: Part] = [:]
  var byNumber: [Int: Part] = [:]
  var lists: [[Part]] = []
  var groups: [String: [Part]] = [:]
}

struct ModelConversion {
  @Test func takesObjectsAtEveryPlace() throws {
    let json = #"""
      {"part": {"id": 1}, "own": {"id": 2}, "list": [{"id": 3}, {"id": "4"}],
       "optionals": [{"id": 5}, null], "by_name": {"a": {"id": 6}}, "by_number": {"7": {"id": 7}},
       "lists": [[{"id": 8}], [{"id": 9}]], "groups": {"a": [{"id": 10}]}}
      """#
    for input in everyWay(json) {
      let whole = try input.map(to: Whole.self, options: .strictButMissing)
      #expect(whole.part?.id == 1, "\(input)")
      #expect(whole.own.id == 2, "\(input)")
      #expect(whole.list.map(\.id) == [3, 4], "\(input)")
      #expect(whole.optionals.map(\.?.id) == [5, nil], "\(input)")
      #expect(whole.byName.mapValues(\.id) == ["a": 6], "\(input)")
      #expect(whole.byNumber.mapValues(\.id) == [7: 7], "\(input)")
      #expect(whole.lists.map { $0.map(\.id) } == [[8], [9]], "\(input)")
      #expect(whole.groups.mapValues { $0.map(\.id) } == ["a": [10]], "\(input)")
    }
  }

  @Test(arguments: [#""x""#, "5", "true", "[]", #"[{"id": 1}]"#, "0.5", #""""#])
  func keepsItsValueForWhatIsNoObject(json: String) throws {
    for input in everyWay(#"{"part": \#(json), "own": \#(json)}"#) {
      let whole = Whole()
      let part = Part()
      let own = whole.own
      whole.part = part
      try input.update(whole, options: nil)
      #expect(whole.part === part, "\(input)")
      #expect(whole.own === own, "\(input)")
      #expect(
        input.issues(mappingTo: Whole.self, options: .strictButMissing).map(\.path).sorted()
          == ["own", "part"],
        "\(input)"
      )
    }
  }

  @Test(arguments: ["null", #""null""#, #""(NULL)""#])
  func nullEmptiesAnOptionalOnly(json: String) throws {
    for input in everyWay(#"{"part": \#(json), "own": \#(json)}"#) {
      let whole = Whole()
      let own = whole.own
      whole.part = Part()
      try input.update(whole, options: nil)
      #expect(whole.part == nil, "\(input)")
      #expect(whole.own === own, "\(input)")
      let issues = input.issues(mappingTo: Whole.self, options: .strictButMissing)
      #expect(issues.map(\.path) == ["own"], "\(input)")
      #expect(issues.map(\.kind) == [.unexpectedNull], "\(input)")
    }
  }

  @Test func skipsElementsThatAreNoObjects() throws {
    let json = #"""
      {"list": [{"id": 1}, 5, "x", null, [], {"id": 2}], "byName": {"a": {"id": 3}, "b": 5},
       "optionals": [{"id": 4}, null, 5], "lists": [[{"id": 6}, 5], 5], "byNumber": {"x": {}}}
      """#
    for input in everyWay(json) {
      let whole = try input.map(to: Whole.self)
      #expect(whole.list.map(\.id) == [1, 2], "\(input)")
      #expect(whole.byName.mapValues(\.id) == ["a": 3], "\(input)")
      #expect(whole.optionals.map(\.?.id) == [4, nil], "\(input)")
      #expect(whole.lists.map { $0.map(\.id) } == [[6]], "\(input)")
      #expect(whole.byNumber.isEmpty, "\(input)")
      let paths = input.issues(mappingTo: Whole.self, options: .strictButMissing).map(\.path)
      #expect(
        paths.sorted() == [
          "byName.b", "byNumber.x", "list[1]", "list[2]", "list[3]", "list[4]", "lists[0][1]",
          "lists[1]", "optionals[2]",
        ],
        "\(input)"
      )
    }
  }

  @Test func oneObjectMakesOneElementAndAnEmptyArrayAnEmptyDictionary() throws {
    let json = #"{"list": {"id": 1}, "lists": {"id": 2}, "byName": []}"#
    for input in everyWay(json) {
      let whole = Whole()
      whole.byName = ["a": Part()]
      try input.update(whole, options: nil)
      #expect(whole.list.map(\.id) == [1], "\(input)")
      #expect(whole.lists.map { $0.map(\.id) } == [[2]], "\(input)")
      #expect(whole.byName.isEmpty, "\(input)")
    }
  }

  @Test func anInstanceThatIsThereIsUpdatedInPlace() throws {
    for input in everyWay(#"{"part": {"id": 1}, "own": {"name": "b"}}"#) {
      let whole = Whole()
      let part = SpecialPart()
      part.name = "a"
      part.extra = 5
      whole.part = part
      whole.own.id = 7
      let own = whole.own
      try input.update(whole, options: nil)
      #expect(whole.own === own, "\(input)")
      #expect(own.id == 7 && own.name == "b", "\(input)")
      #expect(whole.part?.id == 1, "\(input)")
    }
  }

  @Test func elementsAreAlwaysNew() throws {
    for input in everyWay(#"{"list": [{"id": 1}], "byName": {"a": {"id": 1}}}"#) {
      let whole = Whole()
      let part = Part()
      part.name = "old"
      whole.list = [part]
      whole.byName = ["a": part, "b": part]
      try input.update(whole, options: nil)
      #expect(whole.list.map(\.id) == [1] && whole.list.map(\.name) == [""], "\(input)")
      #expect(whole.byName.mapValues(\.name) == ["a": ""], "\(input)")
      #expect(part.id == 0, "\(input)")
    }
  }

  @Test func takesInstancesAsGiven() throws {
    let part = SpecialPart()
    let other = Part()
    let whole = try Whole(
      dictionary: [
        "part": part, "own": part, "list": [part, other], "byName": ["a": other],
        "optionals": [other, nil] as [Part?],
        "lists": [[part], other] as [Any],
      ],
      options: .strictButMissing
    )
    #expect(whole.part === part)
    #expect(whole.own === part)
    #expect(whole.list.count == 2)
    #expect(whole.list.first === part && whole.list.last === other)
    #expect(whole.byName["a"] === other)
    #expect(whole.optionals.count == 2)
    #expect(whole.optionals.first.flatMap(\.self) === other)
    #expect(whole.lists.first?.first === part && whole.lists.last?.first === other)
    let one = try Whole(dictionary: ["list": part, "part": Part?.some(other) as Any])
    #expect(one.list.first === part)
    #expect(one.part === other)
  }

  @Test(.differs(.propertiesWithoutAccessor)) func leavesInstancesOfOtherClassesAlone() throws {
    let input = DictionaryInput(
      dictionary: [
        "part": Stranger(), "list": [Part(), Stranger()] as [ModelObject],
        "byName": ["a": Stranger()],
      ]
    )
    let whole = try input.map(to: Whole.self)
    #expect(whole.part == nil)
    #expect(whole.list.count == 1)
    #expect(whole.byName.isEmpty)
    let paths = input.issues(mappingTo: Whole.self, options: .strictButMissing).map(\.path)
    #expect(paths.sorted() == ["byName.a", "list[1]", "part"])
  }

  @Test func aGivenInstanceIsNotChanged() throws {
    let part = Part()
    part.name = "mine"
    let whole = Whole()
    let before = whole.own
    try whole.update(dictionary: ["own": part])
    #expect(whole.own === part)
    #expect(part.name == "mine")
    #expect(before.name == "")
  }

  @Test func genericAndDeeplyInheritedClassesAreModelsToo() throws {
    for input in everyWay(#"{"value": [{"value": {"value": 5}}]}"#) {
      let outer = try input.map(to: Nest<[Nest<Nest<Int>>]>.self)
      #expect(outer.value?.first?.value?.value == 5, "\(input)")
    }
  }

  private final class Nest<Value>: ModelObject {
    var value: Value?
  }
}
