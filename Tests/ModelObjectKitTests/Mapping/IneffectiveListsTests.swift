import Foundation
import ModelObjectKit
import Synchronization
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

private struct Place { var latitude = 0.0 }
private enum Mood { case good, bad }
private class Plain {}

private class Trip: ModelObject {
  var place: Place?
  var places: [String: [Place?]] = [:]
  var mood = Mood.good
  var plain = Plain()
  var action: () -> Void = {}
  var pair = (1, 2)
  var keys: [Place2: Int] = [:]
  var ignored: Place?
  var unlisted: Set<Place2> = []
  struct Place2: Hashable {}
  override class var ignoredProperties: Set<String> { ["ignored"] }
  override class var transforms: [String: PropertyTransform] {
    ["place": PropertyTransform(from: [Double].self) { Place(latitude: $0.first ?? 0) }]
  }
  override class var keyMapping: [String: JSONKey] { ["places": "all", "mood": "m", "pair": "p"] }
  override class var dateFormats: [String: DateOptions.Format] { ["plain": .dateOnly] }
  override class var descriptions: [String: String] { ["": "A trip", "action": "What to do"] }
  override class var mappedProperties: Set<String>? {
    ["place", "places", "mood", "plain", "action", "pair", "keys", "unlisted"]
  }
}

private let dated = Mutex("")

private final class Dated: ModelObject {
  var day: Date?
  override class var dateFormats: [String: DateOptions.Format] {
    ["day": .custom(dated.withLock { $0 })]
  }
}

class KeyedByCodable: ModelObject {
  var userName = ""
  var age = 0
  var place = ""
  enum CodingKeys: String, CodingKey { case userName = "login", age, place = "p" }
  override class var keyMapping: [String: JSONKey] { ["place": ["place", "p"]] }
}

class KeyedBelow: KeyedByCodable {
  var size = 0
  enum CodingKeys: String, CodingKey { case size }
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

  @Test(.differs(.propertiesWithoutAccessor)) func arePropertiesThatCannotBeMapped() {
    func problem(_ list: String, _ name: String, _ type: String, _ remedy: String) -> String {
      "Trip.\(list) lists \"\(name)\", which can't be mapped: its type is \(type).\(remedy)"
    }
    let place = " Make Place Codable, a ModelStruct or a ModelValue."
    let mood = #" Add ": String" to Mood, or make it Codable or a ModelValue."#
    let plain = " Make Plain Codable or a ModelValue."
    let key = " Place2 can't be the key type of a dictionary."
    #expect(
      Trip.declarationProblems() == [
        problem("dateFormats", "plain", "Plain", plain),
        problem("descriptions", "action", "() -> ()", ""),
        problem("keyMapping", "mood", "Mood", mood),
        problem("keyMapping", "pair", "(Int, Int)", ""),
        problem("keyMapping", "places", "Dictionary<String, Array<Optional<Place>>>", place),
        problem("mappedProperties", "action", "() -> ()", ""),
        problem("mappedProperties", "keys", "Dictionary<Place2, Int>", key),
        problem("mappedProperties", "mood", "Mood", mood),
        problem("mappedProperties", "pair", "(Int, Int)", ""),
        problem("mappedProperties", "place", "Optional<Place>", place),
        problem("mappedProperties", "places", "Dictionary<String, Array<Optional<Place>>>", place),
        problem("mappedProperties", "plain", "Plain", plain),
        problem(
          "mappedProperties",
          "unlisted",
          "Set<Place2>",
          " Make Place2 Codable, a ModelStruct or a ModelValue."
        ),
        problem("transforms", "place", "Optional<Place>", place),
      ]
    )
  }

  @Test(.differs(.propertiesWithoutAccessor)) func areTheKeysOfCodable() throws {
    let problem = [
      "KeyedByCodable.CodingKeys has another key for \"userName\", or none, and has no effect. List the key in keyMapping, or the property in ignoredProperties."
    ]
    #expect(KeyedByCodable.declarationProblems() == problem)
    #expect(KeyedBelow.declarationProblems() == problem)
    // What the problem says.
    #expect(try KeyedByCodable(json: #"{"login": "x"}"#).userName == "")
    #expect(try KeyedByCodable(json: #"{"userName": "x"}"#).userName == "x")
  }

  @Test(
    .serialized,
    arguments: [
      ("yyyy/mm/dd", "has minutes and no hours. Write MM for the month."),
      ("mm-dd", "has minutes and no hours. Write MM for the month."),
      (
        "YYYY-MM-dd",
        "has the year of a week, which differs around the new year. Write yyyy for the year."
      ),
      ("yyyy-MM-DD", "has the day of the year. Write dd for the day of the month."),
      ("yyyy-MM-dd HH:MM", "has a month where the minutes may be meant. Write mm for minutes."),
      ("HH:MM", "has a month where the minutes may be meant. Write mm for minutes."),
      ("yyyy-MM-dd HH:mm:ss", nil), ("yyyy-DDD", nil), ("YYYY-'W'ww-e", nil), ("HH:mm", nil),
      ("mm:ss", nil), ("yyyy-MM-dd'M'HH", nil), ("yyyyMMddHHmmss", nil), ("d MMM yyyy, h a", nil),
      ("'mm' yyyy", nil), ("LLLL yyyy", nil), ("hh:mm a", nil),
    ] as [(String, String?)]
  )
  func areDatePatternsThatCannotBeMeant(pattern: String, problem: String?) {
    dated.withLock { $0 = pattern }
    let expected = problem.map { "Dated.dateFormats, \"day\": the pattern \"\(pattern)\" \($0)" }
    let found = Dated.declarationProblems().filter { !$0.hasSuffix("trait Foundation.") }
    #expect(found == [expected].compactMap(\.self))
  }
}
