import ModelObjectKit
import Testing

private class User: ModelObject {
  var id = 0
  var name = ""
}

private class ExactUser: User {
  override class var keyMatching: KeyMatching { .exact }
}

private final class Filed: User {
  override class var identity: Set<String> { ["id"] }
}

private class Checked: User {
  struct Refused: Error {}
  override func validate() throws { if id < 0 { throw Refused() } }
}

/// `at:` is the path of the value to map.
struct BeginningAtAPath {
  static let json = #"""
    {"Data": {"items": [{"id": 1, "name": "a"}, {"id": "x", "name": "b"}], "user": {"id": 7}, "none": null,
    "text": "t"}, "a.b": {"id": 3}, "twice": {"id": 1}, "twice": {"id": 2}, "rest": [1, {"deep": []}]}
    """#

  @Test(
    arguments: [
      ("data.user", 7), ("Data.user", 7), ("DATA.items[0]", 1), ("a.b", 3), ("twice", 2),
    ] as [(String, Int)]
  )
  func findsAnObject(path: String, id: Int) throws {
    #expect(try User(json: Self.json, at: path).id == id)
    #expect(try User(json: Self.json, at: path, options: .lenient).id == id)
    let user = User()
    try user.update(json: Self.json, at: path)
    #expect(user.id == id)
  }

  @Test(
    arguments: [
      ("data.items.1", "; use data.items[1]"),
      ("rest.1.deep.0", "; use rest[1].deep[0]"),
    ] as [(String, String)]
  )
  func aPathThatCountsAnElementLikeAKeySaysHowToWriteIt(path: String, hint: String) throws {
    let error = try #require(throws: ModelError.self) { try User(json: Self.json, at: path) }
    #expect(error.code == .unexpectedRoot)
    #expect(error.description.hasSuffix(": expected an object, found nothing\(hint)"))
  }

  @Test(
    arguments: [
      ("data.usr", "; Data has no usr, near user"),
      ("dta.user", "; the root has no dta, near Data"),
      ("Data.items[9].id", "; Data.items has no element 9"), ("data.x", "; Data has no x"),
      ("data.user.id.x", "; Data.user.id is Int 7"), ("data[1]", "; Data is an object"),
      ("data.items.id", "; Data.items is an array"), ("nothing", "; the root has no nothing"),
    ] as [(String, String)]
  )
  func aPathThatLeadsNowhereSaysWhere(path: String, hint: String) throws {
    let text = #"{"Data": {"user": {"id": 7}, "items": [{"id": 1}]}}"#
    let expected = "unexpectedRoot at \(path): expected an object, found nothing\(hint)"
    let error = #expect(throws: ModelError.self) { try User(json: text, at: path) }
    #expect(error?.description == expected)
    let dictionary = try JSONInput(text, by: .native).dictionary()
    let other = #expect(throws: ModelError.self) { try User(dictionary: dictionary, at: path) }
    #expect(other?.description == expected)
  }

  @Test(arguments: ["data.user", "data.user.name", "data[0]"])
  func aPathThroughNullLeadsToNothing(path: String) throws {
    let expected = "unexpectedRoot at \(path): expected an object, found nothing; data is null"
    for text in [#"{"data": null}"#, #"{"data": null, "other": {"id": 1}}"#] {
      let error = #expect(throws: ModelError.self) { try User(json: text, at: path) }
      #expect(error?.description == expected)
      let dictionary = try JSONInput(text, by: .native).dictionary()
      let other = #expect(throws: ModelError.self) { try User(dictionary: dictionary, at: path) }
      #expect(other?.description == expected)
    }
  }

  @Test func aPathInADictionaryThatCountsAnElementSaysHowToWriteIt() throws {
    let error = try #require(throws: ModelError.self) {
      try [User](dictionaries: [["data": [["items": 1]]]], at: "0.data.0.items")
    }
    #expect(
      error.description
        == "unexpectedRoot at 0.data.0.items: expected an array, found nothing; use [0].data[0].items"
    )
  }

  /// A whole key that is spelled like the path comes first, unless only the path's value fits.
  @Test func ofAWholeKeyAndAPathTheOneThatFitsCounts() throws {
    let path = "data.user"
    #expect(
      try User(json: #"{"data": {"user": {"id": 1}}, "data.user": {"id": 2}}"#, at: path).id == 2
    )
    #expect(try User(json: #"{"data": {"user": {"id": 1}}, "data.user": 5}"#, at: path).id == 1)
    let error = try #require(throws: ModelError.self) {
      try User(json: #"{"data": {"user": []}, "data.user": "t"}"#, at: path)
    }
    #expect(
      error.description == #"unexpectedRoot at data.user: expected an object, found String "t""#
    )
  }

  @Test(arguments: [nil, ""])
  func anEmptyPathIsTheWholeInput(path: String?) throws {
    let json = #"{"id": 1, "": {"id": 2}}"#
    let user = try User(json: json, at: path)
    #expect(user.id == 1)
    #expect(try User(dictionary: ["id": 3], at: path).id == 3)
    #expect(try User(partialJSON: json.dropLast(), at: path).id == 1)
    #expect(try [User](json: "[\(json)]", at: path).map(\.id) == [1])
    #expect(try [User](dictionaries: [["id": 3]], at: path).map(\.id) == [3])
    #expect(try [User](partialJSON: "[\(json)", at: path).map(\.id) == [1])
    #expect(try [String: User](json: #"{"a": \#(json)}"#, at: path)["a"]?.id == 1)
    try user.update(json: #"{"id": 4}"#, at: path)
    try user.update(dictionary: ["name": "n"], at: path)
    #expect(user.id == 4 && user.name == "n")
    #expect(try User.explain(json: json, at: path).matches.map(\.key) == ["id"])
    #expect(try [User].explain(json: "[\(json)]", at: path).matches.map(\.key) == ["[0].id"])
    let store = ModelStore()
    let filed = try store.upsert(Filed.self, json: json, at: path)
    #expect(filed.id == 1)
    try store.update(filed, json: #"{"id": 1, "name": "a"}"#, at: path)
    try store.merge(filed, json: #"{"id": 1, "name": "b"}"#, since: filed.copy(), at: path)
    #expect(filed.name == "b")
    #expect(try store.upsert([Filed].self, json: "[\(json)]", at: path).count == 1)
  }

  @Test func findsAnObjectInADictionary() throws {
    let dictionary: [String: Any] = ["data": ["items": [["id": 1], ["id": 2]]]]
    #expect(try User(dictionary: dictionary, at: "Data.items[1]").id == 2)
    let user = User()
    try user.update(dictionary: dictionary, at: "data.items[0]")
    #expect(user.id == 1)
    #expect(try [User](dictionaries: [dictionary], at: "[0].data.items").map(\.id) == [1, 2])
  }

  @Test func mayLieTooDeepInADictionary() throws {
    var options = MappingOptions()
    options.maximumDepth = 2
    let dictionary = ["a": ["b": ["id": 1]]]
    let error = #expect(throws: ModelError.self) {
      try User(dictionary: dictionary, at: "a.b", options: options)
    }
    #expect(error?.description == "tooDeep at a.b: more than 2 levels")
    options.maximumDepth = 3
    #expect(try User(dictionary: dictionary, at: "a.b", options: options).id == 1)
  }

  /// Of a whole key and a path, the first counts at which there is a list.
  @Test func findsAListWithANumber() throws {
    var options = MappingOptions()
    options.references = .preserved
    for (whole, ids) in [
      (#"{"$id": "1", "$values": [{"id": 1}]}"#, [1]), (#"[{"id": 1}]"#, [1]), ("5", [2]),
    ] {
      let json = #"{"a.b": \#(whole), "a": {"b": [{"id": 2}]}}"#
      #expect(try [User](json: json, at: "a.b", options: options).map(\.id) == ids, "\(json)")
    }
    // Only the option makes a list of it.
    let json = #"{"a": {"$id": "1", "$values": [{"id": 1}]}}"#
    #expect(throws: ModelError.self) { try [User](json: json, at: "a") }
  }

  @Test func findsArraysAndObjectsOfModels() throws {
    #expect(try [User](json: Self.json, at: "data.items").map(\.name) == ["a", "b"])
    #expect(try [User](json: #"[[], [{"id": 4}]]"#, at: "[1]").map(\.id) == [4])
    #expect(try [String: User](json: #"{"d": {"k": {"id": 4}}}"#, at: "d")["k"]?.id == 4)
  }

  @Test(
    arguments: [
      ("data.nothing", "data.nothing"), ("data.none", "Data.none"), ("data.text", "Data.text"),
      ("data.items", "Data.items"), ("data.items[9]", "data.items[9]"),
      ("data.text.id", "data.text.id"),
    ] as [(String, String)]
  )
  func isNoObject(path: String, at: String) {
    let error = #expect(throws: ModelError.self) { try User(json: Self.json, at: path) }
    #expect(error?.code == .unexpectedRoot && error?.path == at, "\(String(describing: error))")
  }

  @Test func isBehindTheEndOfTheInput() {
    for json in ["[]", "[[]]", "[{}, {}]"] {
      let error = #expect(throws: ModelError.self) { try User(json: json, at: "[2]") }
      #expect(
        error?.description
          == "unexpectedRoot at [2]: expected an object, found nothing; the root has no element 2"
      )
    }
  }

  @Test func anExactClassSpellsItsWayExactly() throws {
    #expect(throws: ModelError.self) { try ExactUser(json: Self.json, at: "data.user") }
    #expect(try ExactUser(json: Self.json, at: "Data.user").id == 7)
  }

  @Test func pathsAreFromTheRootOfTheInput() throws {
    let strict = #expect(throws: ModelError.self) {
      try [User](json: Self.json, at: "data.items", options: .strict)
    }
    #expect(strict?.issues.map(\.path) == ["Data.items[1].id"])
    let rejected = #expect(throws: ModelError.self) {
      try Checked(json: #"{"data": {"id": -1}}"#, at: "data")
    }
    #expect(rejected?.code == .rejected && rejected?.path == "data")
    let report = try User.explain(json: Self.json, at: "data.user")
    #expect(
      report.matches.map(\.key) == ["Data.user.id"] && report.matches.map(\.property) == ["id"]
    )
    let malformed = #expect(throws: ModelError.self) {
      try User(json: #"{"data": {"id": 1}, "rest": [1,]}"#, at: "data")
    }
    #expect(malformed?.code == .malformedJSON)
  }

  @Test func whatStandsBesideIsNotUnknown() throws {
    var options = MappingOptions.strict
    options.unknownKeys = .fail
    let json = #"{"user": {"id": 1, "name": ""}, "more": [1]}"#
    #expect(try User(json: json, at: "user", options: options).id == 1)
  }

  /// The whole text counts, wherever the value is.
  @Test(arguments: [
    (#"{"user": {"id": 1}, "deep": [[1]]}"#, "user", "deep[0]"),
    (#"{"deep": [[1]], "user": {"id": 1}}"#, "user", "deep[0]"),
    (#"{"a": {"user": {"id": 1}}}"#, "a.user", "a.user"),
    (#"{"user": {"id": [1]}}"#, "user", "user.id"),
  ])
  func noPartMayBeTooDeep(json: String, path: String, at: String) throws {
    var options = MappingOptions()
    options.maximumDepth = 2
    let error = #expect(throws: ModelError.self) {
      try User(json: json, at: path, options: options)
    }
    #expect(error?.code == .tooDeep && error?.path == at)
    options.maximumDepth = 3
    #expect(try User(json: json, at: path, options: options).name == User().name)
  }
}
