import Foundation
import ModelObjectKit
import Testing

/// The examples in the comments of options, errors and reports.
@Suite struct OptionsComments {
  class Event: ModelObject {
    var start: Date?
  }

  @Test func dates() throws {
    var options = MappingOptions()
    options.dates.timeZone = TimeZone(secondsFromGMT: 8 * 3600) ?? .gmt
    let event = try Event(json: #"{"start": "2014-05-06 08:00:00"}"#, options: options)
    #expect("\(event.start ?? .distantPast)" == "2014-05-06 00:00:00 +0000")
    options.dates.format = .custom("dd.MM.yyyy HH:mm")
    try event.update(json: #"{"start": "06.05.2014 07:08"}"#, options: options)
    #expect(event.start?.ISO8601Format() == "2014-05-05T23:08:00Z")
  }

  @Test func export() throws {
    class Person: ModelObject {
      var userName = "Shan"
      var nickname: String?
    }

    var options = ExportOptions()
    options.keyStyle = .snakeCase
    options.includesNulls = true
    options.sortedKeys = true
    #expect(try Person().jsonString(options: options) == #"{"nickname":null,"user_name":"Shan"}"#)
  }

  class Book: ModelObject {
    var bookId = 0
    var summary = ""
    override class var keyMapping: [String: JSONKey] {
      ["bookId": ["id", "ID", "book_id"], "summary": "ext.desc"]
    }
  }

  @Test func keys() throws {
    let book = try Book(json: #"{"ID": 7, "ext": {"desc": "A tale"}}"#)
    #expect(book.bookId == 7)
    #expect(book.summary == "A tale")
  }

  class Account: ModelObject {
    var userName = ""
    override class var keyMatching: KeyMatching { .exact }
  }

  @Test func keyMatching() throws {
    #expect(try Account(json: #"{"user_name": "Shan"}"#).userName == "")
    #expect(try Account(json: #"{"userName": "Shan"}"#).userName == "Shan")
  }

  @Test func reportOption() throws {
    class Person: ModelObject {
      var age = 0
    }

    let log = TextLog()
    var options = MappingOptions()
    options.report = { issues in log.add([issues[0].description]) }
    let person = try Person(json: #"{"age": "x"}"#, options: options)
    #expect(log.texts == [#"age: expected Int, found String "x""#])
    #expect(person.age == 0)
  }

  @Test func mapping() throws {
    class Person: ModelObject {
      var age = 0
    }

    #expect(try Person(json: #"{"age": "x"}"#).age == 0)
    do {
      _ = try Person(json: #"{"age": "x"}"#, options: .strict)
      Issue.record("it throws")
    } catch let error as ModelError {
      #expect(error.issues.map(\.description) == [#"age: expected Int, found String "x""#])
    }
  }

  @Test func report() throws {
    class Image: ModelObject {
      var imageId = 0
      var imageUrl: URL?
    }

    class Person: ModelObject {
      var name = ""
      var image: Image?
      var birthday: Date?
      var nickname: String?
    }

    let json = #"{"NAME": "Shan", "image": {"image_id": 7}, "Birthday": "12/13/14", "nick_nam": 1}"#
    #expect(
      "\(try Person.explain(json: json))" == """
        Person: 3 mapped, 3 left alone, 1 unknown key
          name     ← NAME      "Shan"
          image    ← image
            imageId  ← image_id  7
            imageUrl –           no such key
          birthday – Birthday  "12/13/14" is no date in any accepted format
          nickname –           no such key
          ?        ← nick_nam  unknown key, near nickname
        """
    )
  }

  class Timeline: ModelObject {
    var statuses: [Status] = []
  }

  class Status: ModelObject {
    var user: User?
  }

  class User: ModelObject {
    var id = 0
  }

  @Test func issue() throws {
    let json = #"{"statuses": [{}, {}, {}, {"user": {"id": "x"}}]}"#
    let error = try #require(
      #expect(throws: ModelError.self) { try Timeline(json: json, options: .strict) }
    )
    #expect("\(error.issues[0])" == #"statuses[3].user.id: expected Int, found String "x""#)
  }

  @Test func error() throws {
    class Person: ModelObject {
      var name = ""
      var personId = 0
      var tags: [String]?
    }

    do {
      _ = try Person(json: #"{"personId": "x", "name": "Shan"}"#, options: .strict)
      Issue.record("not reached")
    } catch let error as ModelError where error.code == .invalidInput {
      #expect(
        "\(error)" == """
          invalidInput
            personId: expected Int, found String "x"
          """
      )
    }
  }

  struct Color: ModelValue {
    var red: Int
    var green: Int
    var blue: Int

    init?(modelValue: Any) {
      guard let text = modelValue as? String, text.count == 7, text.first == "#",
        text.dropFirst().allSatisfy(\.isHexDigit), let number = Int(text.dropFirst(), radix: 16)
      else { return nil }
      (red, green, blue) = (number >> 16, number >> 8 & 255, number & 255)
    }

    var modelValue: Any {
      "#" + [red, green, blue].map { String(256 + $0, radix: 16).dropFirst() }.joined()
    }
  }

  class Theme: ModelObject {
    var accent: Color?
  }

  @Test func modelValue() throws {
    let theme = try Theme(json: ##"{"accent": "#ff8800"}"##)
    #expect(theme.accent?.green == 136)
    #expect(try theme.jsonString() == ##"{"accent":"#ff8800"}"##)
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

  @Test func transform() throws {
    let product = try Product(json: #"{"price": 1250}"#)
    #expect(product.price == 12.5)
    #expect(try product.jsonString() == #"{"price":1250}"#)
  }
}
