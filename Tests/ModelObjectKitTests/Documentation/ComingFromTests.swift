import Foundation
import ModelObjectKit
import Testing

@Suite struct ComingFrom {
  class User: ModelObject {
    var userName = ""
    var userId = 0
    private var userRole = ""
    var userXValues: [Any] = []
    var role: String { userRole }

    override func serializeValue(_ value: Any?, key: String) throws {
      if key == "nick" {
        userName = "@" + (value as? String ?? "")
      } else {
        try super.serializeValue(value, key: key)
      }
    }
  }

  @Test func baseClass() throws {
    let user = try User(dictionary: [
      "nick": "shan", "user_id": 34567, "user_role": "Author",
      "user_x_values": ["abcd", 777, true],
    ])
    #expect(user.userName == "@shan")
    #expect(user.userId == 34567)
    #expect(user.role == "Author")
    #expect(user.userXValues.count == 3)
  }

  class Event: ModelObject {
    var at: Any?
  }

  @Test func dateOptions() throws {
    var options = MappingOptions()
    options.dates.format = .dotNetJSON
    options.dates.conversion = .timeInterval
    let event = try Event(json: #"{"at": "/Date(1451606400000+0200)/"}"#, options: options)
    #expect(event.at as? Double == 1451606400.0)
  }

  class Book: ModelObject {
    var name = ""
    var desc = ""
    var bookID = ""
    override class var keyMapping: [String: JSONKey] {
      ["name": "n", "desc": "ext.desc", "bookID": ["id", "ID", "book_id"]]
    }
  }

  @Test func keyMapper() throws {
    let book = try Book(json: #"{"n": "Tea", "ext": {"desc": "A tale"}, "ID": 100010}"#)
    #expect(book.name == "Tea")
    #expect(book.desc == "A tale")
    #expect(book.bookID == "100010")
  }
}
