import Foundation
import ModelObjectKit
import Testing

private class Shape: ModelObject {
  var name = ""
  override class var subclasses: Subclasses? {
    .byTag(
      "kind",
      ["circle": Circle.self, "round": Circle.self, "square": Square.self, "cow": Cow.self],
      otherwise: Barn.self
    )
  }
}

private class Circle: Shape { var radius = 0 }
private class Square: Shape { var side = 0 }
private class Cow: ModelObject { var milk = 0 }
private class Barn: ModelObject { var cows: [Cow] = [] }

/// A property keeps the tag of each object.
private class Sign: ModelObject {
  var kind: String?
  override class var subclasses: Subclasses? {
    .byTag("kind", ["stop": Stop.self, "halt": Stop.self])
  }
}

private class Stop: Sign { var color = "" }

private class Visit: ModelObject {
  let number = 0
  lazy var later = Date()
  weak var owner: Visit?
  var name = ""
  var count = 0
  var done: [Date] = []
  var items: [Any] = []
  var names: [String] = []
  var sizes: [String: Int] = [:]
  override class var keyMapping: [String: JSONKey] {
    ["number": "no", "later": "l", "owner": "o", "name": []]
  }
  override class var dateFormats: [String: DateOptions.Format] {
    ["count": .secondsSince1970, "names": .dateOnly, "done": .dateOnly, "number": .dateOnly]
  }
  override class var arrayMapping: [String: ModelObject.Type] {
    ["names": Visit.self, "items": Visit.self, "anything": Visit.self]
  }
  override class var transforms: [String: PropertyTransform] {
    [
      "count": PropertyTransform(from: String.self) { [$0.count] },
      "sizes": PropertyTransform(from: String.self) { $0.count },
      "names": PropertyTransform(from: String.self) { $0.split(separator: ",").map(String.init) },
    ]
  }
}

private class Card: ModelObject, Identifiable {
  let id = UUID()
  var title = ""
}

/// What the class lists without an effect, and tags that can't be right.
struct IneffectiveLists {
  @Test(.differs(.lets)) func areFoundInEachList() {
    #expect(
      Visit.declarationProblems() == [
        #"Visit.arrayMapping lists "names", whose type takes no models: Array<String>."#,
        #"Visit.dateFormats lists "count", whose type has no dates: Int."#,
        #"Visit.dateFormats lists "names", whose type has no dates: Array<String>."#,
        #"Visit.dateFormats lists "number", which is a let and is never set. Make it a var."#,
        #"Visit.keyMapping lists "later", which is lazy and is never set. List it in accessors."#,
        #"Visit.keyMapping lists "name" without a key, so it is never set. Give it a key, or list it in ignoredProperties."#,
        #"Visit.keyMapping lists "number", which is a let and is never set. Make it a var."#,
        #"Visit.keyMapping lists "owner", which is weak or unowned and is never set. List it in accessors."#,
        #"Visit.transforms, "count": read returns Array<Int>, which doesn't fit the property's type, Int."#,
        #"Visit.transforms, "sizes": read returns Int, which doesn't fit the property's type, Dictionary<String, Int>."#,
      ]
    )
  }

  @Test(.differs(.propertiesWithoutAccessor)) func areTagsOfOtherClassesAndSeveralOfOne() throws {
    #expect(
      Shape.declarationProblems() == [
        #"Shape.subclasses has several tags for Circle: "circle", "round". Exports write "circle", unless the class has a property for "kind"."#,
        #"Shape.subclasses selects Barn for other tags, which isn't a subclass of Shape, so such objects don't fit."#,
        #"Shape.subclasses selects Cow for "cow", which isn't a subclass of Shape, so such objects don't fit."#,
      ]
    )
    // The class that inherits the tags has no mistake of its own.
    #expect(Circle.declarationProblems().allSatisfy { $0.hasPrefix("Shape.") })
    #expect(Sign.declarationProblems() == [])
    // What the problems say.
    let shapes = try [Shape](json: #"[{"kind": "round"}, {"kind": "cow"}, {"kind": "barn"}]"#)
    #expect(shapes.count == 1)
    #expect(try shapes[0].jsonString().contains(#""kind":"circle""#))
    #expect(try Sign(json: #"{"kind": "stop"}"#).jsonString().contains(#""kind":"stop""#))
  }

  @Test(.differs(.lets)) func areTheIdsOfIdentifiableClasses() throws {
    #expect(
      Card.declarationProblems() == [
        "Card.id is a let, and the class is Identifiable: each copy, snapshot and mapped object has an id of its own. Make it a var, or list it in ignoredProperties."
      ]
    )
    // What the problem says.
    let card = Card()
    #expect(card.copy().id != card.id)
  }
}
