import ModelObjectKit
import Testing

private final class Part: ModelObject {
  var name = ""
  var parts: [Part] = []
}

private final class Row: ModelObject {
  var id = 0
  var part: Part?
  var parts: [Part] = []
  var nested: [[Part]] = []
  var optionals: [Part?] = []
  var members: Set<Part> = []
  var named: [String: Part] = [:]
  var grouped: [String: [Part]] = [:]
  var any: Any?
  var anything: [Any] = []
  var rows: [Row] = []
  var namedRows: [String: Row] = [:]
  var memberRows: Set<Row> = []
  var snapshot: Snapshot<Part>?
  var rest: [String: Any] = [:]
  override class var identity: Set<String> { ["id"] }
  override class var unknownKeysProperty: String? { "rest" }
  override class var arrayMapping: [String: ModelObject.Type] {
    ["any": Part.self, "anything": Part.self]
  }
}

/// Values of properties, and for each another one.
private let values = [
  ("part", #"{"name": "a"}"#, "null"),
  ("parts", #"[{"name": "a"}]"#, #"[{"name": "b"}]"#),
  ("parts", #"[{"name": "a"}]"#, #"[{"name": "a"}, {"name": "a"}]"#),
  ("parts", #"[{"name": "a", "parts": [{}]}]"#, #"[{"name": "a", "parts": [{"name": "b"}]}]"#),
  ("nested", #"[[{"name": "a"}], []]"#, #"[[], [{"name": "a"}]]"#),
  ("optionals", #"[{"name": "a"}, null]"#, #"[null, {"name": "a"}]"#),
  ("members", #"[{"name": "a"}, {"name": "b"}]"#, #"[{"name": "a"}]"#),
  ("named", #"{"k": {"name": "a"}}"#, #"{"k": {"name": "b"}}"#),
  ("grouped", #"{"k": [{"name": "a"}]}"#, #"{"l": [{"name": "a"}]}"#),
  ("any", #"{"name": "a"}"#, #"{"name": "b"}"#),
  ("anything", #"[{"name": "a"}]"#, #"[{"name": "b"}]"#),
  ("rows", #"[{"id": 2, "parts": [{}]}]"#, #"[{"id": 3}]"#),
  ("namedRows", #"{"k": {"id": 2, "parts": [{}]}}"#, #"{"k": {"id": 3}}"#),
  ("memberRows", #"[{"id": 2, "parts": [{}]}]"#, #"[{"id": 3}]"#),
  ("snapshot", #"{"name": "a"}"#, #"{"name": "b"}"#),
  ("unknown", #"{"name": ["a", {}]}"#, #"{"name": ["a"]}"#),
]

struct UnchangedUpserts {
  @Test(arguments: values)
  func haveNoUpdatedObjects(property: String, value: String, other: String) throws {
    let same = #"[{"id": 1, "\#(property)": \#(value)}]"#
    let changed = #"[{"id": 1, "\#(property)": \#(other)}]"#
    let store = ModelStore()
    try store.upsert([Row].self, json: same)
    #expect(try store.upsert([Row].self, json: same).changes.updated.map(\.id) == [])
    #expect(try store.upsert([Row].self, json: changed).changes.updated.map(\.id) == [1])

    var rows = try [Row](json: same)
    #expect(try rows.update(json: same).updated.map(\.id) == [])
    #expect(try rows.update(json: changed).updated.map(\.id) == [1])

    var named = try [String: Row](json: #"{"a": {"id": 1, "\#(property)": \#(value)}}"#)
    let again = try named.update(json: #"{"a": {"id": 1, "\#(property)": \#(value)}}"#)
    #expect(again.updated.map(\.id) == [])
  }

  @Test func noticeEachOtherUpdate() throws {
    let store = ModelStore()
    try store.upsert([Row].self, json: #"[{"id": 1, "part": {"name": "a"}}]"#)
    // The part stays, and what changes in it is no change of the object.
    let changes = try store.upsert([Row].self, json: #"[{"id": 1, "part": {"name": "b"}}]"#).changes
    #expect(changes.updated.map(\.id) == [])
    #expect(changes.unchanged.map(\.id) == [1])
  }
}
