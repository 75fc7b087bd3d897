import Foundation
import ModelObjectKit
import Testing

private class Part: ModelObject {
  var id = 1
  var name = "none"
  override class var identity: Set<String> { ["id"] }
}

/// A class without an identity, whose objects have one.
private class Shape: ModelObject {
  override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? {
    dictionary["id"] == nil ? nil : Circle.self
  }
}

private final class Circle: Shape {
  var id = 0
  var radius = 0
  override class var identity: Set<String> { ["id"] }
}

private class Drawing: ModelObject {
  var id = 0
  var shapes: [Shape] = []
  var byName: [String: [Part]] = [:]
  let first = Part()
  var parts: [Part]
  required init() { parts = [first] }
  override class var identity: Set<String> { ["id"] }
}

/// Which elements the input updates, by what their lists are and who makes them.
struct PickedElements {
  @Test func haveTheIdentityOfTheClassThatTheHookPicks() throws {
    let drawing = try Drawing(json: #"{"shapes": [{"id": 1, "radius": 5}, {}, {"id": 2}]}"#)
    let former = drawing.shapes
    try drawing.update(json: #"{"shapes": [{"id": 2, "radius": 3}, {"id": 1}]}"#)
    #expect(drawing.shapes.count == 2)
    #expect(drawing.shapes[0] === former[2] && drawing.shapes[1] === former[0])
    #expect(drawing.shapes.map { ($0 as? Circle)?.radius } == [3, 5])
  }

  /// The models of a dictionary are replaced, also those of lists in it.
  @Test func areNewInDictionaries() throws {
    let drawing = try Drawing(json: #"{"byName": {"a": [{"id": 2, "name": "x"}]}}"#)
    let former = drawing.byName["a"]?.first
    try drawing.update(json: #"{"byName": {"a": [{"id": 2}]}}"#)
    #expect(drawing.byName["a"]?.first !== former)
    #expect(drawing.byName["a"]?.map(\.name) == ["none"])
  }

  /// The elements that a new object of a store has by itself are none of the input's.
  @Test func areNotThoseOfANewObject() throws {
    let store = ModelStore()
    let json = #"{"id": 7, "parts": [{"id": 1, "name": "x"}], "byName": {"a": [{"id": 2}]}}"#
    let drawing = try store.upsert(Drawing.self, json: json)
    #expect(drawing.parts.map(\.name) == ["x"] && drawing.parts.first !== drawing.first)
    let again = try store.upsert(Drawing.self, json: json)
    #expect(again === drawing && again.parts.map(\.name) == ["x"])
  }
}

private class Owner: ModelObject {
  var id = 0
  var part: Part?
  override class var identity: Set<String> { ["id"] }
}

private final class CodedPart: Part {
  var code = ""
}

extension PickedElements {
  /// A new object has the declared class, and is the one of the store that has its identity.
  @Test func areOfTheDeclaredClassIfTheyAreOthers() throws {
    let store = ModelStore()
    let known = try store.upsert(Part.self, json: #"{"id": 1, "name": "known"}"#)
    let coded = try store.upsert(CodedPart.self, json: #"{"id": 2, "code": "a"}"#)
    let owner = try store.upsert(Owner.self, json: #"{"id": 7}"#)
    owner.part = coded
    _ = try store.upsert(Owner.self, json: #"{"id": 7, "part": {"id": 2, "code": "b"}}"#)
    #expect(owner.part === coded && coded.code == "b")
    _ = try store.upsert(Owner.self, json: #"{"id": 7, "part": {"id": 1, "name": "x"}}"#)
    #expect(owner.part === known && known.name == "x")
    _ = try store.upsert(Owner.self, json: #"{"id": 7, "part": {"id": 3}}"#)
    #expect(owner.part?.id == 3 && !(owner.part is CodedPart))
  }

  /// An input without elements leaves those of a list that is merged, also if none has an identity.
  @Test(arguments: ["[]", #"[{"name": "x"}]"#, "[5]"])
  func stayInListsThatAreMerged(json: String) throws {
    class Named: ModelObject {
      var id: Int?
      var name = ""
      override class var identity: Set<String> { ["id"] }
    }
    class List: ModelObject {
      var items: [Named] = []
    }
    var options = MappingOptions()
    options.arrays = .merge
    let list = try List(json: #"{"items": [{"name": "a"}, {"name": "b"}]}"#)
    let former = list.items
    try list.update(json: #"{"items": \#(json)}"#, options: options)
    #expect(list.items.prefix(2).elementsEqual(former) { $0 === $1 })
    #expect(list.items.count == (json.contains("name") ? 3 : 2))
  }
}
