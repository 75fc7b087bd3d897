import Foundation
import ModelObjectKit
import Testing

/// The examples in the comments of `ModelObject` and of what makes, updates and exports models.
@Suite struct ModelComments {
  class Image: ModelObject {
    var imageId = 0
    var imageUrl: URL?
  }

  class Person: ModelObject {
    var name = ""
    var personId = 0
    var image: Image?
    var tags: [String] = []
  }

  @Test func making() throws {
    let person = try Person(
      json: #"{"NAME": "Shan", "person-id": "123", "image": {"image_id": 7}}"#
    )
    #expect(person.personId == 123)
    let image = person.image
    try person.update(dictionary: ["image": ["image_id": 8]])
    #expect(person.image?.imageId == 8)
    #expect(person.image === image)
  }

  @Test func makingFromADictionary() throws {
    let person = try Person(dictionary: ["NAME": "Shan", "person-id": "123"])
    #expect(person.personId == 123)
  }

  @Test func makingFromData() throws {
    let person = try Person(json: Data(#"{"name": "Shan"}"#.utf8))
    #expect(person.name == "Shan")
  }

  @Test func arrays() throws {
    let people = try [Person](json: #"[{"name": "Shan"}, null, {"name": "Kim"}]"#)
    #expect(people.count == 2)
  }

  @Test func arraysOfDictionaries() throws {
    let people = try [Person](json: #"[{"name": "Shan"}, {"name": "Kim"}]"#)
    #expect(try people.dictionaryRepresentations().count == 2)
  }

  @Test func dictionaries() throws {
    let people = try [String: Person](json: #"{"a": {"name": "Shan"}}"#)
    #expect(people["a"]?.name == "Shan")
  }

  struct Page: Codable {
    var people: [Person]
  }

  @Test func codable() throws {
    let page = try JSONDecoder().decode(
      Page.self,
      from: Data(#"{"people": [{"NAME": "Shan"}]}"#.utf8)
    )
    #expect(page.people[0].name == "Shan")
  }

  @Test func explaining() throws {
    #expect(
      "\(try Person.explain(json: #"{"NAME": "Shan", "person-id": "x"}"#))" == """
        Person: 1 mapped, 3 left alone
          name     ← NAME       "Shan"
          personId – person-id  "x" is no number
          image    –            no such key
          tags     –            no such key
        """
    )
  }

  @Test func explainingArrays() throws {
    #expect(
      "\(try [Image].explain(json: #"[{"image_id": 1}, {"imageId": "x"}]"#))" == """
        [Image]: 1 mapped, 3 left alone
          [0] imageId  ← image_id  1
              imageUrl –           no such key
          [1] imageId  – imageId   "x" is no number
              imageUrl –           no such key
        """
    )
  }

  class Member: ModelObject {
    var birthday: Date?
    var seen: Date?
    override class var dateFormats: [String: DateOptions.Format] {
      ["birthday": .custom("dd.MM.yyyy")]
    }
  }

  @Test func dateFormats() throws {
    let json = #"{"birthday": "06.05.1990", "seen": "2014-05-06T07:08:00Z"}"#
    #expect(
      try Member(json: json).jsonString()
        == #"{"birthday":"06.05.1990","seen":"2014-05-06T07:08:00Z"}"#
    )
  }

  @Test func mirrors() throws {
    let person = Person()
    #expect(
      Mirror(reflecting: person).children.map { $0.label } == ["name", "personId", "image", "tags"]
    )
  }

  @Test func lines() throws {
    let images = try [Image](json: #"[{"imageId": 1}, {"imageId": 2}]"#)
    let text = String(decoding: try images.jsonLines(), as: UTF8.self)
    #expect((text == "{\"imageId\":1}\n{\"imageId\":2}\n") == true)
  }

  @Test func exporting() throws {
    let person = Person()
    person.name = "Shan"
    #expect(try person.dictionaryRepresentation()["name"] as? String == "Shan")
    #expect(
      String(decoding: try person.jsonData(), as: UTF8.self)
        == #"{"name":"Shan","personId":0,"tags":[]}"#
    )
  }

  @Test func copying() throws {
    let person = try Person(json: #"{"name": "Shan", "image": {}}"#)
    let copy = person.copy()
    #expect((copy == person) == true)
    #expect((copy === person) == false)
  }

  @Test func printing() throws {
    let person = try Person(
      json: #"{"name": "Shan", "personId": 123, "image": {"imageId": 7}, "tags": ["a"]}"#
    )
    #expect(
      "\(person)" == """
        Person
          name: "Shan"
          personId: 123
          image: Image
            imageId: 7
            imageUrl: nil
          tags:
            - "a"
        """
    )
  }

  class Event: ModelObject {
    var title = ""
    var seconds = 0
    override func serializeValue(_ value: Any?, key: String) throws {
      if key == "minutes", let minutes = value as? Int {
        seconds = minutes * 60
      } else {
        try super.serializeValue(value, key: key)
      }
    }
  }

  @Test func theHook() throws {
    let event = try Event(json: #"{"title": "Tea", "minutes": 5}"#)
    #expect(event.seconds == 300)
    #expect(event.title == "Tea")
  }

  class Book: ModelObject {
    var bookId = 0
    var summary = ""
    override class var keyMapping: [String: JSONKey] {
      ["bookId": ["id", "ID", "book_id"], "summary": "ext.desc"]
    }
    override class var mappingOptions: MappingOptions { .strict }
  }

  @Test func mappingAndOptionsOfAClass() throws {
    #expect(try Book(json: #"{"ID": 7, "ext": {"desc": "A tale"}}"#).summary == "A tale")
    #expect(throws: ModelError.self) { try Book(json: #"{"ID": 7}"#) }
  }

  class Feed: ModelObject {
    var anything: [Any] = []
    override class var arrayMapping: [String: ModelObject.Type] { ["anything": Image.self] }
  }

  @Test func arrayMapping() throws {
    let feed = try Feed(json: #"{"anything": [{"image_id": 9}]}"#)
    #expect((feed.anything[0] as? Image)?.imageId == 9)
  }

  class User: ModelObject {
    private(set) var isAdmin = false
    override class var ignoredProperties: Set<String> { ["isAdmin"] }
  }

  @Test func ignoredProperties() throws {
    #expect(try User(json: #"{"is_admin": true}"#).isAdmin == false)
  }

  class Shape: ModelObject {
    override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? {
      dictionary["radius"] == nil ? nil : Circle.self
    }
  }

  class Circle: Shape {}

  @Test func modelType() throws {
    let shape = try Shape(json: #"{"radius": 2}"#)
    #expect((try Shape(json: #"{"radius": 2}"#) is Circle) == true)
    #expect(type(of: shape) == Circle.self)
  }

  struct TooLong: Error {}

  class Talk: ModelObject {
    var slots: [Slot] = []
    override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
      dictionary["talk"] as? [String: Any] ?? dictionary
    }
    override func awake() {
      for slot in slots { slot.talk = self }
    }
  }

  class Slot: ModelObject {
    var minutes = 0
    weak var talk: Talk?
    override func validate() throws {
      if minutes > 60 { throw TooLong() }
    }
  }

  @Test func lifecycle() throws {
    let talk = try Talk(json: #"{"talk": {"slots": [{"minutes": 30}, {"minutes": 90}]}}"#)
    #expect(talk.slots.map(\.minutes) == [30])
    #expect(talk.slots[0].talk === talk)
  }

  class Photo: ModelObject {
    var width = 4
    var height = 3
    override func didExport(_ dictionary: inout [String: Any]) throws {
      dictionary["area"] = width * height
    }
  }

  @Test func didExport() throws {
    #expect(try Photo().dictionaryRepresentation()["area"] as? Int == 12)
  }
}
