import ModelObjectKit
import Testing

@Suite struct ShapingArticle {
  class User: ModelObject {
    var name = ""
    var password = ""
    private(set) var isAdmin = false
    override class var ignoredProperties: Set<String> { ["isAdmin"] }
    override class var unexportedProperties: Set<String> { ["password"] }
  }

  @Test func lists() throws {
    let user = try User(json: #"{"name": "Shan", "password": "x", "is_admin": true}"#)
    #expect(user.isAdmin == false)
    #expect(user.password == "x")
    #expect(try user.jsonString() == #"{"name":"Shan"}"#)
  }

  class Lists: ModelObject {
    var ignored = 0
    var unmapped = 0
    var unexported = 0
    var transient = 0
    override class var ignoredProperties: Set<String> { ["ignored"] }
    override class var mappedProperties: Set<String>? { ["ignored", "unexported", "transient"] }
    override class var unexportedProperties: Set<String> { ["unexported"] }
    override class var transientProperties: Set<String> { ["transient"] }
  }

  @Test func tableOfLists() throws {
    let mapped = try Lists(
      json: #"{"ignored": 1, "unmapped": 1, "unexported": 1, "transient": 1}"#
    )
    #expect(
      [mapped.ignored, mapped.unmapped, mapped.unexported, mapped.transient] == [0, 0, 1, 1]
    )
    (mapped.ignored, mapped.unmapped) = (1, 1)
    #expect(try mapped.jsonString() == #"{"transient":1}"#)
    let again = try Lists(archive: mapped.archivedData())
    #expect([again.ignored, again.unmapped, again.unexported, again.transient] == [1, 1, 1, 0])
  }

  final class Steps: ModelObject {
    var value = 0
    let log = Log()

    final class Log {
      var steps: [String] = []
    }

    override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
      log.steps.append("willMap")
      return dictionary
    }
    override func serializeValue(_ value: Any?, key: String) throws {
      log.steps.append("serializeValue")
      try super.serializeValue(value, key: key)
    }
    override func didMap(_ dictionary: [String: Any]) throws { log.steps.append("didMap") }
    override func awake() { log.steps.append("awake") }
    override func validate() throws { log.steps.append("validate") }
  }

  @Test func order() throws {
    let mapped = try Steps(json: #"{"value": 1}"#)
    #expect(mapped.log.steps == ["willMap", "serializeValue", "didMap", "awake", "validate"])
    #expect(mapped.copy().log.steps == ["awake"])
    #expect(try Steps(archive: mapped.archivedData()).log.steps == ["awake", "validate"])
  }

  class Shape: ModelObject {
    var name = ""
    override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? {
      dictionary["radius"] == nil ? Square.self : Circle.self
    }
  }

  class Circle: Shape {
    var radius = 0.0
  }

  class Square: Shape {
    var side = 0.0
  }

  @Test func classes() throws {
    let shapes = try [Shape](json: #"[{"radius": 2}, {"side": 3}]"#)
    #expect((shapes[0] as? Circle)?.radius == 2.0)
    #expect((shapes[1] as? Square)?.side == 3.0)
    #expect((try Shape(json: #"{"radius": 2}"#) is Circle) == true)
  }

  class Product: ModelObject {
    var price = 0.0
    override class var transforms: [String: PropertyTransform] {
      [
        "price": PropertyTransform(
          read: { cents in (cents as? Int).map { Double($0) / 100 } },
          write: { price in (price as? Double).map { Int(($0 * 100).rounded()) } }
        )
      ]
    }
  }

  @Test func transforms() throws {
    let product = try Product(json: #"{"price": 1250}"#)
    #expect(product.price == 12.5)
    #expect(try product.jsonString() == #"{"price":1250}"#)
  }

  class Event: ModelObject {
    var title = ""
    var seconds = 0
    override func serializeValue(_ value: Any?, key: String) throws {
      switch key {
      case "minutes": seconds = (value as? Int ?? 0) * 60
      case "caption": try super.serializeValue(value, key: "title")
      default: try super.serializeValue(value, key: key)
      }
    }
  }

  @Test func hook() throws {
    let event = try Event(json: #"{"caption": "Tea", "minutes": 5}"#)
    #expect(event.title == "Tea")
    #expect(event.seconds == 300)
  }

  class Keys: ModelObject {
    var itemCount = 0
    let log = Log()

    final class Log {
      var keys: [String] = []
    }

    override func serializeValue(_ value: Any?, key: String) throws {
      log.keys.append(key)
      try super.serializeValue(value, key: key)
    }
  }

  @Test func orderOfPairs() throws {
    let json = #"{"zeta": null, "itemCount": 1, "ItemCount": 2, "alpha": 1, "item_count": 3}"#
    let keys = try Keys(json: json)
    #expect(keys.itemCount == 1)
    #expect(keys.log.keys.filter { $0.hasSuffix("a") } == ["zeta", "alpha"])
    #expect(
      keys.log.keys.filter { !$0.hasSuffix("a") } == ["item_count", "ItemCount", "itemCount"]
    )
  }

  struct TooLong: Error {}

  class Talk: ModelObject {
    var title = ""
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
    let talk = try Talk(
      json: #"{"talk": {"title": "Swift", "slots": [{"minutes": 30}, {"minutes": 90}]}}"#
    )
    #expect(talk.title == "Swift")
    #expect(talk.slots.count == 1)
    #expect((talk.slots[0].talk === talk) == true)
  }

  class Photo: ModelObject {
    var width = 4
    var height = 3
    override func didExport(_ dictionary: inout [String: Any]) throws {
      dictionary["area"] = width * height
    }
  }

  @Test func lastWord() throws {
    #expect(try Photo().dictionaryRepresentation()["area"] as? Int == 12)
  }

  class Member: ModelObject {
    var userID = 1
    var notes: [Note] = [Note()]
  }

  class Note: ModelObject {
    var text = "a"
  }

  @Test func styles() throws {
    var options = ExportOptions()
    options.keyStyle = .snakeCase
    #expect(
      try Member().jsonString(options: options) == #"{"user_id":1,"notes":[{"text":"a"}]}"#
    )
    options.relationships = .nestedAttributes
    #expect(
      try Member().jsonString(options: options)
        == #"{"user_id":1,"notes_attributes":{"0":{"text":"a"}}}"#
    )
    options.relationships = .none
    #expect(try Member().jsonString(options: options) == #"{"user_id":1}"#)
  }
}
