import Foundation
import ModelObjectKit
import Testing

@Suite struct ReadMe {
  class Image: ModelObject {
    var imageId = 0
    var imageUrl: URL?
  }

  class Person: ModelObject {
    var name = ""
    var personId = 0
    var nickname: String?
    var image: Image?
    var tags: [String] = []
  }

  let json = #"""
    {"NAME": "Shan", "person-id": "123", "nick_nam": "S",
     "image": {"image_id": 7}, "tags": ["a", "b"]}
    """#

  @Test func firstExample() throws {
    let person = try Person(json: json)
    #expect(
      "\(person)" == """
        Person
          name: "Shan"
          personId: 123
          nickname: nil
          image: Image
            imageId: 7
            imageUrl: nil
          tags:
            - "a"
            - "b"
        """
    )
  }

  @Test func explain() throws {
    let report = try Person.explain(json: #"{"NAME": "Shan", "person-id": "abc", "nick_nam": "S"}"#)
    #expect(
      "\(report)" == """
        Person: 1 mapped, 4 left alone, 1 unknown key
          name     ← NAME       "Shan"
          personId – person-id  "abc" is no number
          nickname –            no such key
          image    –            no such key
          tags     –            no such key
          ?        ← nick_nam   unknown key, near nickname
        """
    )
  }

  class Account: ModelObject {
    var userID = 0
    var summary = ""
    override class var keyMapping: [String: JSONKey] {
      ["userID": ["id", "uid"], "summary": "ext.desc"]
    }
  }

  @Test func keys() throws {
    let account = try Account(json: #"{"uid": 7, "ext": {"desc": "A tale"}}"#)
    #expect(account.userID == 7)
    #expect(account.summary == "A tale")
  }

  class Feed: ModelObject {
    var people: [Person] = []
    var anything: [Any] = []
    override class var arrayMapping: [String: ModelObject.Type] { ["anything": Image.self] }
  }

  @Test func nested() throws {
    let feed = try Feed(
      json: #"{"people": [{"name": "Shan"}, 5], "anything": [{"image_id": 9}]}"#
    )
    #expect(feed.people.count == 1)
    #expect((feed.anything[0] as? Image)?.imageId == 9)

    let people = try [Person](json: #"[{"name": "Shan"}, {"name": "Kim"}]"#)
    #expect(people[1].name == "Kim")
  }

  class Event: ModelObject {
    var start: Date?
  }

  @Test func dates() throws {
    let event = try Event(json: #"{"start": "/Date(1399360080000)/"}"#)
    #expect(event.start?.ISO8601Format() == "2014-05-06T07:08:00Z")

    var options = MappingOptions()
    options.dates.format = .custom("dd.MM.yyyy HH:mm")
    try event.update(json: #"{"start": "06.05.2014 09:08"}"#, options: options)
    #expect(event.start?.ISO8601Format() == "2014-05-06T09:08:00Z")
  }

  class Lesson: ModelObject {
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

  @Test func hook() throws {
    let lesson = try Lesson(json: #"{"title": "Tea", "minutes": 5}"#)
    #expect(lesson.seconds == 300)
  }

  struct NoName: Error {}

  class Product: ModelObject {
    var name = ""
    var price = 0.0
    private(set) var isApproved = false
    override class var ignoredProperties: Set<String> { ["isApproved"] }
    override class var transforms: [String: PropertyTransform] {
      [
        "price": PropertyTransform(
          read: { cents in (cents as? Int).map { Double($0) / 100 } },
          write: { price in (price as? Double).map { Int(($0 * 100).rounded()) } }
        )
      ]
    }
    override func validate() throws {
      if name.isEmpty { throw NoName() }
    }
  }

  @Test func shaping() throws {
    let product = try Product(json: #"{"name": "Tea", "price": 1250, "is_approved": true}"#)
    #expect(product.price == 12.5)
    #expect(product.isApproved == false)  // false: the input can't set it
    let products = try [Product](json: #"[{"name": "Tea"}, {"price": 5}]"#)
    #expect(products.count == 1)
  }

  @Test func exporting() throws {
    let shan = Person()
    shan.name = "Shan"
    #expect(try shan.jsonString() == #"{"name":"Shan","personId":0,"tags":[]}"#)
    var export = ExportOptions()
    export.keyStyle = .snakeCase
    export.includesNulls = true
    export.properties = ["personId", "nickname"]
    #expect(try shan.jsonString(options: export) == #"{"person_id":0,"nickname":null}"#)
    #expect(try shan.dictionaryRepresentation()["name"] as? String == "Shan")
  }

  class Node: ModelObject {
    var next: Node?
  }

  @Test func archiving() throws {
    let node = Node()
    node.next = node
    let again = try Node(archive: node.archivedData())
    #expect((again.next === again) == true)
    #expect((again == node) == true)
    again.next = nil
    node.next = nil
  }

  class Secret: ModelObject {
    var name = ""
    private var isAdmin = false
    var admin: Bool { isAdmin }
  }

  class Guarded: ModelObject {
    var name = ""
    private var isAdmin = false
    var admin: Bool { isAdmin }
    override class var mappedProperties: Set<String>? { ["name"] }
  }

  @Test func privateProperties() throws {
    #expect(try Secret(json: #"{"is_admin": true}"#).admin == true)
    #expect(try Guarded(json: #"{"is_admin": true}"#).admin == false)
  }

  class Shape: ModelObject {
    var name = ""
  }

  class Circle: Shape {
    var radius = 0.0
  }

  @Test func staticType() throws {
    let kind: Shape.Type = Circle.self
    let made = try kind.init(json: #"{"radius": 2}"#)
    #expect((made is Circle) == false)
    let circle = kind.init()
    try circle.update(json: #"{"radius": 2}"#)
    #expect((circle as? Circle)?.radius == 2.0)
  }
}
