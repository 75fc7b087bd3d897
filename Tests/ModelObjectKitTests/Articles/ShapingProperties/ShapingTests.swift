import Foundation
import ModelObjectKit
import Testing

private struct Refusal: Error, CustomStringConvertible {
  let description: String
}

private class Animal: ModelObject {
  var kind = ""
  var name = ""

  override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? {
    switch dictionary["kind"] as? String {
    case "cat": Cat.self
    case "rock": Rock.self
    default: nil
    }
  }
}

private final class Cat: Animal {
  var lives = 0
}

private final class Rock: ModelObject {
  var weight = 0
}

private final class Zoo: ModelObject {
  var optionals: [Animal?] = []
  var nested: [[Animal]] = []
  var byName: [String: Animal] = [:]
  var lists: [String: [Animal]] = [:]
  var members: Set<Animal> = []
}

struct ChosenClassesInCollections {
  private static let cat = #"{"kind": "cat", "lives": 9}"#
  private static let dog = #"{"kind": "dog", "name": "a"}"#
  private static let rock = #"{"kind": "rock", "weight": 5}"#

  @Test func standInEveryOne() throws {
    let both = "[\(Self.cat), \(Self.dog)]"
    let json = """
      {"optionals": [\(Self.cat), null, \(Self.dog)], "nested": [\(both), []],
       "byName": {"a": \(Self.cat), "b": \(Self.dog)}, "lists": {"x": \(both)}, "members": \(both)}
      """
    for input in everyWay(json) {
      let zoo = try input.map(to: Zoo.self)
      #expect(zoo.optionals.map(Self.name) == ["Cat", "nil", "Animal"], "\(input)")
      #expect(zoo.nested.map { $0.map(Self.name) } == [["Cat", "Animal"], []], "\(input)")
      #expect(zoo.byName.mapValues(Self.name) == ["a": "Cat", "b": "Animal"], "\(input)")
      #expect(zoo.lists.mapValues { $0.map(Self.name) } == ["x": ["Cat", "Animal"]], "\(input)")
      #expect(zoo.members.map(Self.name).sorted() == ["Animal", "Cat"], "\(input)")
      #expect((zoo.nested.first?.first as? Cat)?.lives == 9, "\(input)")
    }
  }

  @Test func thatDoNotFitAreLeftOutOfEveryOne() throws {
    let both = "[\(Self.rock), \(Self.dog)]"
    let json = """
      {"optionals": \(both), "nested": [\(both)], "byName": {"a": \(Self.rock)},
       "lists": {"x": \(both)}, "members": \(both)}
      """
    for input in everyWay(json) {
      let zoo = try input.map(to: Zoo.self)
      #expect(zoo.optionals.map(Self.name) == ["Animal"], "\(input)")
      #expect(zoo.nested.map { $0.map(Self.name) } == [["Animal"]], "\(input)")
      #expect(zoo.byName.isEmpty, "\(input)")
      #expect(zoo.lists.mapValues { $0.map(Self.name) } == ["x": ["Animal"]], "\(input)")
      #expect(zoo.members.map(Self.name) == ["Animal"], "\(input)")
      let issues = input.issues(mappingTo: Zoo.self, options: .strictButMissing)
      #expect(
        issues.map(\.description).sorted() == [
          "byName.a: expected Animal, found an object",
          "lists.x[0]: expected Animal, found an object",
          "members[0]: expected Animal, found an object",
          "nested[0][0]: expected Animal, found an object",
          "optionals[0]: expected Animal, found an object",
        ],
        "\(input)"
      )
    }
  }

  @Test func standInArraysAndDictionariesAtTheRoot() throws {
    let json = "[\(Self.cat), \(Self.rock), \(Self.dog)]"
    #expect(try [Animal](json: json).map(Self.name) == ["Cat", "Animal"])
    let tree = try JSONSerialization.jsonObject(with: Data(json.utf8))
    let dictionaries = try #require(tree as? [[String: Any]])
    #expect(try [Animal](dictionaries: dictionaries).map(Self.name) == ["Cat", "Animal"])
    let byName = try [String: Animal](json: #"{"a": \#(Self.cat), "b": \#(Self.rock)}"#)
    #expect(byName.mapValues(Self.name) == ["a": "Cat"])
    let error = #expect(throws: ModelError.self) {
      try [Animal](json: json, options: .strictButMissing)
    }
    #expect(error?.issues.map(\.path) == ["[1]"])
  }

  private static func name(_ model: ModelObject?) -> String {
    model.map { "\(type(of: $0))" } ?? "nil"
  }
}

struct ClassesThatHoldThemselves {
  @Test func areMappedAsDeepAsTheInputGoes() throws {
    let json = """
      {"id": 1, "child": {"id": 2, "child": {"id": 3}}, "children": [{"children": [{"id": 4}]}],
       "byName": {"a": {"byName": {"b": {"id": 5}}}}}
      """
    for input in everyWay(json) {
      let node = try input.map(to: Node<Int>.self)
      #expect(node.child?.child?.id == 3, "\(input)")
      #expect(node.children.first?.children.first?.id == 4, "\(input)")
      #expect(node.byName["a"]?.byName["b"]?.id == 5, "\(input)")
      #expect(node.child?.child?.child == nil, "\(input)")
    }
  }

  @Test func mayGrowWithEachLevelOfAGenericClass() throws {
    for input in everyWay(#"{"value": {"value": {"value": 7}}}"#) {
      let outer = try input.map(to: Wrapper<Wrapper<Wrapper<Int>>>.self)
      #expect(outer.value?.value?.value == 7, "\(input)")
    }
  }

  @Test func mayNameEachOther() throws {
    for input in everyWay(#"{"right": {"left": {"right": {"id": 9}}}}"#) {
      #expect(try input.map(to: Left.self).right?.left?.right?.id == 9, "\(input)")
    }
  }

  private final class Node<ID>: ModelObject {
    var id: ID?
    var child: Node<ID>?
    var children: [Node<ID>] = []
    var byName: [String: Node<ID>] = [:]
  }

  private final class Wrapper<Value>: ModelObject {
    var value: Value?
  }

  private final class Left: ModelObject {
    var right: Right?
  }

  private final class Right: ModelObject {
    var id = 0
    var left: Left?
  }
}

struct TransformsThatMisbehave {
  @Test func leaveThePropertyAlone() throws {
    let json = #"{"object": 1, "closure": 1, "model": 1, "nothing": 1, "list": [1, 2], "plain": 5}"#
    for input in everyWay(json) {
      let model = try input.map(to: Misled.self)
      #expect(model.object == "as it was" && model.closure == 1 && model.plain == 5, "\(input)")
      #expect(model.model == nil && model.nothing == 3 && model.list == [1], "\(input)")
      let issues = input.issues(mappingTo: Misled.self, options: .strictButMissing)
      #expect(
        issues.map { "\($0.path) \($0.kind)" }.sorted() == [
          "closure typeMismatch", "list rejected", "model typeMismatch", "nothing unexpectedNull",
          "object typeMismatch",
        ],
        "\(input)"
      )
    }
  }

  @Test func ofAllClassesInAChainAddUp() throws {
    for input in everyWay(#"{"first": 1, "second": 1, "third": 1}"#) {
      let model = try input.map(to: Third.self)
      #expect(model.first == 2 && model.second == 12 && model.third == 101, "\(input)")
      let exported = try model.dictionaryRepresentation() as? [String: Int]
      #expect(exported == ["first": 1, "second": 2, "third": 1], "\(input)")
    }
  }

  private final class Misled: ModelObject {
    var object = "as it was"
    var closure = 1
    var model: Rock?
    var nothing = 3
    var list = [1]
    var plain = 0

    override class var transforms: [String: PropertyTransform] {
      [
        "object": PropertyTransform(read: { _ in Rock() }),
        "closure": PropertyTransform(read: { _ in { 5 } }),
        "model": PropertyTransform(read: { _ in Zoo() }),
        "nothing": PropertyTransform(read: { _ in nil }),
        "list": PropertyTransform(read: { _ in throw Refusal(description: "no list") }),
      ]
    }
  }

  private static func adding(_ sum: Int, back: Int) -> PropertyTransform {
    PropertyTransform(
      read: { ($0 as? Int).map { $0 + sum } },
      write: { ($0 as? Int).map { $0 - back } }
    )
  }

  private class First: ModelObject {
    var first = 0
    var second = 0

    override class var transforms: [String: PropertyTransform] {
      [
        "first": TransformsThatMisbehave.adding(1, back: 1),
        "second": TransformsThatMisbehave.adding(1, back: 1),
      ]
    }
  }

  private class Second: First {
    override class var transforms: [String: PropertyTransform] {
      ["second": TransformsThatMisbehave.adding(11, back: 10)]
    }
  }

  private final class Third: Second {
    var third = 0

    override class var transforms: [String: PropertyTransform] {
      ["third": TransformsThatMisbehave.adding(100, back: 100)]
    }
  }
}

struct HooksThatThrowAtDepth {
  private static let json = """
    {"id": 1, "child": {"id": 2, "children": [{"id": 3}, {"id": 4, "child": {"id": -5}}]}}
    """

  @Test func rejectTheirOwnObjectAlone() throws {
    for input in everyWay(Self.json) {
      let tree = try input.map(to: Tree.self)
      #expect(tree.child?.children.map(\.id) == [3, 4], "\(input)")
      #expect(tree.child?.children.last?.child == nil, "\(input)")
    }
  }

  @Test func areToldByTheirPathUnderStrict() throws {
    for input in everyWay(Self.json) {
      let issues = input.issues(mappingTo: Tree.self, options: .strictButMissing)
      #expect(
        issues == [
          ModelError.Issue(
            kind: .rejected,
            path: "child.children[1].child",
            typeName: "Tree",
            found: "the id is negative"
          )
        ],
        "\(input)"
      )
    }
  }

  private final class Tree: ModelObject {
    var id = 0
    var child: Tree?
    var children: [Tree] = []

    override func validate() throws {
      if id < 0 { throw Refusal(description: "the id is negative") }
    }
  }
}
