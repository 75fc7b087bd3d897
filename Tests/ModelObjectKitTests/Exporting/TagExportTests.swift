import Foundation
import ModelObjectKit
import Testing

private class Shape: ModelObject {
  var name = "n"
  override class var subclasses: Subclasses? {
    .byTag(
      "shapeKind",
      ["round": Circle.self, "circle": Circle.self, "poly": Polygon.self],
      otherwise: Other.self
    )
  }
}

private final class Circle: Shape {
  var radius = 2
}

private class Polygon: Shape {
  override class var subclasses: Subclasses? { .byTag("sides", ["4": Square.self]) }
}

private final class Square: Polygon {
  var side: Int?
}

private final class Other: Shape {}

private class Labelled: ModelObject {
  var id = 1
  var kind: String?
  override class var subclasses: Subclasses? {
    .byTag("kind", ["a": LabelledA.self, "b": LabelledA.self, "labelled": Labelled.self])
  }
}

private final class LabelledA: Labelled {}

private enum Level: String {
  case low, high = "one"
}

private class Numbered: ModelObject {
  var number = 0
  override class var subclasses: Subclasses? {
    .byTag("number", ["1": Leveled.self, "10": Leveled.self])
  }
}

private class Leveled: Numbered {
  var level = Level.low
  override class var subclasses: Subclasses? {
    .byTag("level", ["1": NumberedOne.self, "one": NumberedOne.self])
  }
}

private final class NumberedOne: Leveled {
  var title = ""
}

private final class Page: ModelObject {
  var first: Shape = Circle()
  var all: [Shape] = [Square(), Other(), Polygon()]
}

private final class Signed: Hooked {}

private class Hooked: ModelObject {
  var id = 1
  override class var subclasses: Subclasses? { .byTag("kind", ["signed": Signed.self]) }
  override func didExport(_ dictionary: inout [String: Any]) throws {
    dictionary["seen"] = dictionary["kind"]
  }
}

struct ExportedTags {
  @Test(
    arguments: [
      (Shape.self, #"{"name":"n"}"#), (Other.self, #"{"name":"n"}"#),
      (Circle.self, #"{"shapeKind":"circle","name":"n","radius":2}"#),
      (Polygon.self, #"{"shapeKind":"poly","name":"n"}"#),
      (Square.self, #"{"shapeKind":"poly","sides":"4","name":"n"}"#),
      (Labelled.self, #"{"id":1,"kind":"labelled"}"#), (LabelledA.self, #"{"id":1,"kind":"a"}"#),
      (Signed.self, #"{"kind":"signed","id":1,"seen":"signed"}"#), (Hooked.self, #"{"id":1}"#),
      (
        Page.self,
        #"{"first":{"shapeKind":"circle","name":"n","radius":2},"#
          + #""all":[{"shapeKind":"poly","sides":"4","name":"n"},{"name":"n"},{"shapeKind":"poly","name":"n"}]}"#
      ),
    ] as [(ModelObject.Type, String)]
  )
  func standInFront(type: ModelObject.Type, json: String) throws {
    let model = type.init()
    #expect(try model.jsonString() == json)
    let dictionary = try model.dictionaryRepresentation()
    let parsed = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary
    let written = try JSONSerialization.data(withJSONObject: dictionary)
    #expect(try JSONSerialization.jsonObject(with: written) as? NSDictionary == parsed)
    let encoded = try JSONEncoder().encode(model)
    #expect(try JSONSerialization.jsonObject(with: encoded) as? NSDictionary == parsed)
  }

  /// Every value there would select another class.
  @Test func areNotInObjectsOfADeclaredClassWithAnother() throws {
    class Message: ModelObject {
      var type = 0
      var text = ""
      override class var subclasses: Subclasses? {
        .byTag("type", ["1": Photo.self], otherwise: Unknown.self)
      }
    }
    final class Photo: Message {}
    final class Unknown: Message {}
    let texts = [
      (#"{"text":"t"}"#, Message.self), (#"{"type":1,"text":"t"}"#, Photo.self),
      (#"{"type":7,"text":"t"}"#, Unknown.self),
    ]
    for (text, type) in texts {
      let message = try Message(json: text)
      #expect(Swift.type(of: message) == type)
      #expect(try message.jsonString() == text)
      let coded = try JSONDecoder().decode(Message.self, from: JSONEncoder().encode(message))
      #expect(Swift.type(of: coded) == type && coded == message)
    }
  }

  @Test func areSpelledAsTheClassSpellsThem() throws {
    var options = ExportOptions()
    options.keyStyle = .snakeCase
    #expect(try Circle().jsonString(options: options).hasPrefix(#"{"shapeKind":"circle","#))
    options.sortedKeys = true
    #expect(
      try Circle().jsonString(options: options) == #"{"name":"n","radius":2,"shapeKind":"circle"}"#
    )
    options.properties = ["radius"]
    #expect(try Circle().jsonString(options: options) == #"{"radius":2,"shapeKind":"circle"}"#)
    options = ExportOptions()
    options.properties = ["id"]
    #expect(try LabelledA().jsonString(options: options) == #"{"id":1,"kind":"a"}"#)
    options.properties = nil
    options.includesNulls = true
    #expect(
      try Square().jsonString(options: options)
        == #"{"shapeKind":"poly","sides":"4","name":"n","side":null}"#
    )
  }

  /// A property under the key of a tag is written if its value selects the class too.
  @Test(arguments: [("mine", "a"), ("b", "b"), (nil, "a"), ("labelled", "a"), ("", "a")])
  func giveWayToPropertiesThatNameTheClass(kind: String?, tag: String) throws {
    let model = LabelledA()
    model.kind = kind
    for includesNulls in [false, true] {
      var options = ExportOptions()
      options.includesNulls = includesNulls
      #expect(try model.jsonString(options: options) == #"{"id":1,"kind":"\#(tag)"}"#)
      let dictionary = try model.dictionaryRepresentation(options: options)
      #expect(dictionary["kind"] as? String == tag)
    }
    let encoded = try JSONEncoder().encode(model)
    #expect(try Labelled(json: encoded) is LabelledA)
    #expect(try JSONDecoder().decode(Labelled.self, from: encoded) is LabelledA)
  }

  @Test func areNumbersAndRawValuesToo() throws {
    let (one, other) = (NumberedOne(), NumberedOne())
    other.number = 10
    #expect(try one.jsonString() == #"{"number":"1","level":"1","title":""}"#)
    #expect(try other.jsonString() == #"{"number":10,"level":"1","title":""}"#)
    other.level = .high
    other.number = 2
    #expect(try other.jsonString() == #"{"number":"1","level":"one","title":""}"#)
    for model in [one, other] {
      #expect(try Numbered(json: model.jsonString()) is NumberedOne)
    }
  }

  @Test func bringTheClassesBack() throws {
    let page = Page()
    let again = try Page(json: try page.jsonString())
    #expect(again.all.map { "\(type(of: $0))" } == ["Square", "Shape", "Polygon"])
    #expect(again.first == page.first)
    let decoded = try JSONDecoder().decode(Shape.self, from: try JSONEncoder().encode(Square()))
    #expect(decoded == Square())
  }
}
