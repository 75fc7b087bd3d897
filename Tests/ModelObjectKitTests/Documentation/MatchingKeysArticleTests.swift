import ModelObjectKit
import Testing

@Suite struct MatchingKeysArticle {
  class Account: ModelObject {
    var userName = ""
    var user_name = ""
  }

  class Plain: ModelObject {
    var userName = ""
  }

  @Test func loose() throws {
    #expect(try Plain(json: #"{"USER-NAME": "Shan"}"#).userName == "Shan")
    #expect(try Plain(json: #"{"user name": "Shan"}"#).userName == "Shan")
    #expect(try Plain(json: #"{"user.name": "Shan"}"#).userName == "")
  }

  @Test func exactSpelling() throws {
    let account = try Account(json: #"{"user_name": "a", "UserName": "b"}"#)
    #expect(account.user_name == "a")
    #expect(account.userName == "b")
  }

  class Item: ModelObject {
    var itemCount = 0
  }

  @Test func contests() throws {
    let json = #"{"item_count": 1, "itemCount": 2, "ItemCount": 3}"#
    #expect(try Item(json: json).itemCount == 2)
    let misfit = #"{"item_count": 1, "itemCount": "many", "ItemCount": 3}"#
    #expect(try Item(json: misfit).itemCount == 3)
  }

  class Book: ModelObject {
    var bookId = 0
    var summary = ""
    var firstPage = 0
    override class var keyMapping: [String: JSONKey] {
      ["bookId": ["id", "ID", "book_id"], "summary": "ext.desc", "firstPage": "pages[0].number"]
    }
  }

  @Test func mappings() throws {
    let book = try Book(
      json: #"{"ID": 7, "ext": {"desc": "A tale"}, "pages": [{"number": 5}]}"#
    )
    #expect(book.bookId == 7)
    #expect(book.summary == "A tale")
    #expect(book.firstPage == 5)
    #expect(try Book(json: #"{"bookId": 1, "id": null, "book_id": 3}"#).bookId == 3)
    #expect(try Book(json: #"{"ext.desc": "whole key"}"#).summary == "whole key")
  }

  class Package: ModelObject {
    var first = ""
    override class var keyMapping: [String: JSONKey] { ["first": #"1\.0\.1"#] }
  }

  @Test func protectedKeys() throws {
    let package = try Package(json: #"{"1.0.1": "2014-05-06"}"#)
    #expect(package.first == "2014-05-06")
    #expect(try package.jsonString() == #"{"1.0.1":"2014-05-06"}"#)
  }

  class Novel: Book {
    var author = ""
    override class var keyMapping: [String: JSONKey] { ["author": "writer"] }
  }

  @Test func chains() throws {
    let novel = try Novel(json: #"{"writer": "Kim", "id": 9}"#)
    #expect(novel.author == "Kim")
    #expect(novel.bookId == 9)
  }

  class Strict: ModelObject {
    var userName = ""
    override class var keyMatching: KeyMatching { .exact }
  }

  class StrictPath: ModelObject {
    var desc = ""
    override class var keyMatching: KeyMatching { .exact }
    override class var keyMapping: [String: JSONKey] { ["desc": "ext.desc"] }
  }

  @Test func exactPaths() throws {
    #expect(try StrictPath(json: #"{"ext": {"desc": "a"}}"#).desc == "a")
    #expect(try StrictPath(json: #"{"ext": {"Desc": "a"}}"#).desc == "")
    #expect(try Book(json: #"{"EXT": {"Desc": "a"}}"#).summary == "a")
  }

  @Test func nothingAtAllFindsNothing() throws {
    #expect(try Plain(json: #"{"_": "a", "-": "b", " ": "c", "": "d"}"#).userName == "")
  }

  @Test func exact() throws {
    #expect(try Strict(json: #"{"user_name": "Shan"}"#).userName == "")
    #expect(try Strict(json: #"{"userName": "Shan"}"#).userName == "Shan")
  }
}
