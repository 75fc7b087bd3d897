import Foundation
import ModelObjectKit
import Testing

private final class User: ModelObject {
  var id = 0
  var name = ""
  override class var identity: Set<String> { ["id"] }
}

/// An identity of two properties, with a key of its own.
private final class Place: ModelObject {
  var row = 0
  var column: String?
  var note = ""
  override class var identity: Set<String> { ["row", "column"] }
  override class var keyMapping: [String: JSONKey] { ["column": "col"] }
}

private final class Comment: ModelObject {
  var text = ""
  var author: User?
}

private final class Day: ModelObject {
  var date = Date(timeIntervalSince1970: 0)
  override class var identity: Set<String> { ["date"] }
  override class var dateFormats: [String: DateOptions.Format] { ["date": .dateOnly] }
}

private class Shape: ModelObject {
  var id = 0
  override class var subclasses: Subclasses? { .byTag("kind", ["circle": Circle.self]) }
  override class var identity: Set<String> { ["id"] }
}

private final class Circle: Shape { var radius = 1 }

private struct Pair: Codable {
  var user: User
  var count: Int
}

private final class Issue: ModelObject {
  var number = 0
  var title = ""
  var author: User?
  var watchers: [User] = []
  var byRole: [String: User] = [:]
  var place: Place?
  var comments: [Comment] = []
  var parent: Issue?
  var day: Day?
  var shape: Shape?
  var anything: Any?
  var pair: Pair?
  override class var identity: Set<String> { ["number"] }
  override class var keyMapping: [String: JSONKey] {
    ["author": ["author_id", "author"], "watchers": ["watcher_ids", "watchers"]]
  }
}

struct WrittenIdentities {
  private let options: ExportOptions = {
    var options = ExportOptions()
    options.references = .identities
    return options
  }()

  private static let json = """
    {"number": 1, "title": "t", "author": {"id": 8, "name": "Kim"},
     "watchers": [{"id": 8, "name": "Kim"}, {"name": "new"}, {"id": 9}],
     "by_role": {"owner": {"id": 9, "name": "Shan"}}, "place": {"row": 2, "col": "b", "note": "n"},
     "comments": [{"text": "c", "author": {"id": 9}}], "parent": {"number": 3, "title": "p"},
     "day": {"date": "2020-01-02"}, "shape": {"kind": "circle", "id": 4, "radius": 5},
     "pair": {"user": {"id": 7, "name": "x"}, "count": 1}}
    """

  private static let written = """
    {"number":1,"title":"t","author_id":8,"watcher_ids":[8,{"id":0,"name":"new"},9],\
    "byRole":{"owner":9},"place":{"row":2,"col":"b"},"comments":[{"text":"c","author":9}],\
    "parent":3,"day":"2020-01-02","shape":4,"pair":{"count":1,"user":{"id":7,"name":"x"}}}
    """

  private func same(_ text: String, _ other: String) throws -> Bool {
    func object(_ text: String) throws -> NSDictionary? {
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
    }
    return try object(text) == object(other)
  }

  @Test func areInPlaceOfNestedModels() throws {
    let issue = try Issue(json: Self.json)
    issue.anything = ["who": issue.author as Any, "n": 1]
    let expected = Self.written.replacing(#""pair""#, with: #""anything":{"who":8,"n":1},"pair""#)
    #expect(try same(issue.jsonString(options: options), expected))
    let tree = try issue.dictionaryRepresentation(options: options)
    let data = try JSONSerialization.data(withJSONObject: tree)
    #expect(try same(String(decoding: data, as: UTF8.self), expected))
    // Roots are whole, and so are all of a list.
    #expect(
      try [issue, issue].jsonString(options: options).components(separatedBy: "\"t\"").count == 3
    )
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: url) }
    let writer = try ModelWriter(to: url, options: options)
    try writer.write(issue)
    try writer.finish()
    #expect(try same(String(contentsOf: url, encoding: .utf8), expected))
  }

  @Test func areForEncodersToo() throws {
    let issue = try Issue(json: Self.json)
    let encoder = JSONEncoder()
    encoder.userInfo[.exportOptions] = options
    #expect(try same(String(decoding: encoder.encode(issue), as: UTF8.self), Self.written))
    let list = try JSONSerialization.jsonObject(with: encoder.encode([issue])) as? [NSDictionary]
    #expect(list?.first?["author_id"] as? Int == 8)
  }

  @Test func areReadInAStore() throws {
    let store = ModelStore()
    let issue = try store.upsert(Issue.self, json: Self.json)
    let (author, place) = (try #require(issue.author), try #require(issue.place))
    let text = try issue.jsonString(options: options)
    issue.author = nil
    issue.watchers = []
    issue.place = nil
    issue.comments = []
    issue.shape = nil
    let read = try store.upsert(Issue.self, json: text)
    #expect(read === issue && read.author === author && author.name == "Kim")
    #expect(read.place === place && place.note == "n")
    #expect(read.watchers.map(\.name) == ["Kim", "new", "Shan"])
    #expect(read.comments[0].author === read.byRole["owner"])
    #expect((read.shape as? Circle)?.radius == 5 && read.parent?.title == "p")
    #expect(try read.jsonString(options: options) == text)
  }

  /// Nothing looks up an identity in a value of a user's type.
  @Test func areNotInValuesOfOtherTypes() throws {
    class Letter: ModelObject {
      var id = 0
      var draft: Snapshot<Comment>?
      var drafts: [Snapshot<User>] = []
      var pairs: [String: [Pair]] = [:]
      override class var identity: Set<String> { ["id"] }
    }
    let json = """
      {"id": 1, "draft": {"text": "t", "author": {"id": 8, "name": "Kim"}},
       "drafts": [{"id": 9, "name": "Shan"}],
       "pairs": {"a": [{"count": 1, "user": {"id": 7, "name": "x"}}]}}
      """
    let store = ModelStore()
    let letter = try store.upsert(Letter.self, json: json)
    let encoder = JSONEncoder()
    encoder.userInfo[.exportOptions] = options
    let texts = [
      try letter.jsonString(options: options),
      String(decoding: try encoder.encode(letter), as: UTF8.self),
    ]
    for text in texts {
      #expect(try same(text, json))
      #expect(try Letter(json: text) == letter)
      #expect(try store.upsert(Letter.self, json: text).drafts.count == 1)
    }
  }

  /// The change, and the patch.
  @Test func areInPatches() throws {
    let cases: [(String, (Issue) -> Void)] = [
      ("{}", { _ in }), (#"{"title":"u"}"#, { $0.title = "u" }),
      (#"{"author_id":5}"#, { $0.author = try? User(json: #"{"id": 5}"#) }),
      (#"{"author_id":null}"#, { $0.author = nil }),
      // What changed in an object with an identity is that object's change.
      ("{}", { $0.author?.name = "Kimberly" }),
      (#"{"watcher_ids":[8]}"#, { $0.watchers = [$0.watchers[0]] }),
      ("{}", { $0.watchers[2].name = "x" }),
      (#"{"watcher_ids":[8,{"id":0,"name":"y"},9]}"#, { $0.watchers[1].name = "y" }),
      (#"{"place":{"row":3,"col":"b"}}"#, { $0.place?.row = 3 }),
      ("{}", { $0.place?.note = "other" }),
      (#"{"comments":[{"text":"c","author":2}]}"#, { $0.comments[0].author?.id = 2 }),
      ("{}", { $0.comments[0].author?.name = "z" }),
      (#"{"byRole":{"owner":null,"fan":8}}"#, { $0.byRole = ["fan": $0.watchers[0]] }),
      (#"{"author_id":{"id":0,"name":"n"}}"#, { $0.author = try? User(json: #"{"name": "n"}"#) }),
      (#"{"shape":6}"#, { $0.shape = try? Shape(json: #"{"id": 6}"#) }),
      (#"{"pair":{"count":2,"user":{"id":7,"name":"x"}}}"#, { $0.pair?.count = 2 }),
      (
        #"{"pair":{"count":1,"user":{"id":7,"name":"y"}}}"#,
        { $0.pair = try? Pair(user: User(json: #"{"id": 7, "name": "y"}"#), count: 1) }
      ),
    ]
    for (patch, change) in cases {
      let issue = try Issue(json: Self.json)
      let before = issue.copy()
      change(issue)
      let data = try issue.jsonData(changesSince: before, options: options)
      #expect(try same(String(decoding: data, as: UTF8.self), patch), "\(patch)")
    }
  }

  @Test func areNotOfCyclesAgain() throws {
    let issue = try Issue(json: #"{"number": 1, "parent": {"number": 2}}"#)
    issue.parent?.parent = issue
    #expect(try issue.parent?.jsonString(options: options).contains(#""parent":1"#) == true)
    #expect(
      try same(
        issue.jsonString(options: options),
        #"{"number":1,"title":"","watcher_ids":[],"byRole":{},"comments":[],"parent":2}"#
      )
    )
  }

  @Test func fitTheOpenSchema() throws {
    final class Meeting: ModelObject {
      var author: User?
      var place = Place()
      override class var exportOptions: ExportOptions {
        var options = ExportOptions()
        options.references = .identities
        return options
      }
    }
    let meeting = try Meeting(json: #"{"author": {"id": 1}, "place": {"row": 1, "col": "a"}}"#)
    let (checker, text) = (try SchemaChecker(Meeting.jsonSchema()), try meeting.jsonData())
    #expect(try checker.accepts(text) && checker.accepts(Meeting().jsonData()))
    #expect(String(decoding: text, as: UTF8.self) == #"{"author":1,"place":{"row":1,"col":"a"}}"#)
    // An answer has all models whole.
    let strict = try SchemaChecker(Meeting.jsonSchema(.strict))
    #expect(try !strict.accepts(text))
    #expect(
      try strict.accepts(
        Data(
          #"{"author":{"id":1,"name":""},"place":{"row":1,"col":"a","note":""}}"#.utf8
        )
      )
    )
  }

  @Test func needModelsInPlace() throws {
    var options = options
    options.relationships = .nestedAttributes
    let comment = try Comment(json: #"{"author": {"id": 8, "name": "Kim"}}"#)
    #expect(
      try comment.jsonString(options: options)
        == #"{"text":"","author_attributes":{"id":8,"name":"Kim"}}"#
    )
    options.relationships = .omitted
    #expect(try comment.jsonString(options: options) == #"{"text":""}"#)
  }
}
