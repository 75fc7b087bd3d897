import ModelObjectKit
import Testing

private final class Row: ModelObject {
  var id = 0
  var name = ""
  var part = ""
  override class var identity: Set<String> { ["id"] }
}

private final class Guarded: ModelObject {
  struct Refusal: Error {}

  var id = 0
  var name = ""
  override class var identity: Set<String> { ["id"] }
  override func validate() throws { if name == "refused" { throw Refusal() } }
}

private final class Page: ModelObject {
  var id = 0
  var rows: [Row] = []
  var guarded: [Guarded] = []
  var named: [String: Row] = [:]
  override class var identity: Set<String> { ["id"] }
}

private final class Pair: ModelObject {
  var id = 0
  var part = 0
  var name = ""
  override class var identity: Set<String> { ["id", "part"] }
  override class var keyMapping: [String: JSONKey] { ["id": ["id", "number"]] }
}

/// Whatever keys come again, the object is that of the identity that counts.
struct RepeatedIdentityTests {
  @Test(arguments: [
    (#"{"id": 1, "name": "x", "id": 2}"#, ["one", "x"]),
    (#"{"id": 1, "name": "x", "id": null}"#, ["x", "two"]),
    (#"{"id": 1, "name": "x", "ID": 2}"#, ["x", "two"]),
    (#"{"ID": 2, "name": "x", "id": 1}"#, ["x", "two"]),
    (#"{"id": null, "name": "x", "id": 2}"#, ["one", "x"]),
    (#"{"id": 1, "name": "y", "Name": "z", "name": "x"}"#, ["x", "two"]),
  ])
  func theLastValueOfTheBestKeyCounts(json: String, names: [String]) throws {
    let store = ModelStore()
    try store.upsert([Row].self, json: #"[{"id": 1, "name": "one"}, {"id": 2, "name": "two"}]"#)
    let page = try store.upsert([Row].self, json: "[\(json)]")
    #expect(store.all(Row.self).map(\.name) == names)
    #expect(page.changes.inserted.isEmpty && page.changes.updated.map(\.name) == ["x"])
    #expect(page.changes.unchanged.isEmpty)
  }

  @Test func onlyTheIdentityThatCountsStaysInTheStore() throws {
    let store = ModelStore()
    try store.upsert([Row].self, json: #"[{"id": 1}, {"id": 2}, {"id": 3}]"#)
    let page = try store.upsert(
      [Row].self,
      json: #"[{"id": 1, "id": 2}, {"id": 5, "id": 4}]"#,
      removingOthers: true
    )
    #expect(page.models.map(\.id) == [2, 4])
    #expect(page.changes.inserted.map(\.id) == [4])
    #expect(page.changes.removed.map(\.id) == [1, 3])
    #expect(store.all(Row.self).map(\.id) == [2, 4])
  }

  /// An object that was thrown away doesn't come back with its values for the next input.
  @Test(arguments: [
    #"{"id": 1, "rows": [{"id": 5, "name": "x", "id": 6}, {"id": 5}]}"#,
    #"{"id": 1, "guarded": [{"id": 5, "name": "refused"}, {"id": 5}]}"#,
  ])
  func aMergeForgetsAnObjectThatIsThrownAway(json: String) throws {
    let store = ModelStore()
    let shelf = try store.upsert(Page.self, json: #"{"id": 1}"#)
    try store.merge(shelf, json: json, since: shelf.copy())
    #expect(try shelf.jsonString() == Page(json: json).jsonString())
    #expect((shelf.rows.last?.name ?? shelf.guarded.last?.name) == "")
  }

  @Test func anElementWaitsForTheInputThatIsIts() throws {
    var rows = try [Row](json: #"[{"id": 1, "name": "a"}, {"id": 1, "name": "b"}, {"id": 2}]"#)
    let former = rows
    try rows.update(json: #"[{"id": 1, "id": 2}, {"id": 1}, {"id": 1, "name": "c"}]"#)
    #expect(rows.map(\.name) == ["", "a", "c"])
    #expect(rows[0] === former[2] && rows[1] === former[0] && rows[2] === former[1])
  }

  @Test(arguments: [
    (#"{"id": 1, "part": 2, "name": "x"}"#, ["x", "b"]),
    (#"{"part": 2, "number": 3, "id": 1, "name": "x"}"#, ["x", "b"]),
    (#"{"number": 1, "part": 2, "name": "x", "part": 3}"#, ["a", "x"]),
    (#"{"id": 1, "part": 2, "name": "x", "part": 3}"#, ["a", "x"]),
  ])
  func identitiesOfSeveralPropertiesToo(json: String, names: [String]) throws {
    let store = ModelStore()
    try store.upsert(
      [Pair].self,
      json: #"[{"id": 1, "part": 2, "name": "a"}, {"id": 1, "part": 3, "name": "b"}]"#
    )
    try store.upsert([Pair].self, json: "[\(json)]")
    #expect(store.all(Pair.self).map(\.name) == names)
  }

  /// Only the last value of a key of a dictionary becomes an object.
  @Test func ofADictionaryTheLastValueCounts() throws {
    let store = ModelStore()
    let json = #"{"id": 1, "named": {"a": {"id": 2}, "b": {"id": 3}, "a": {"id": 4}}}"#
    let page = try store.upsert(Page.self, json: json)
    #expect(page.named.mapValues(\.id) == ["a": 4, "b": 3])
    #expect(store.all(Row.self).map(\.id).sorted() == [3, 4])
  }
}
