import Foundation
import ModelObjectKit
import Testing

private final class Row: ModelObject {
  var id = ""
  var name = ""
  var rows: [Row] = []
  var next: Row?
  override class var identity: Set<String> { ["id"] }
}

struct PartialIdentityTests {
  /// The beginning of an array, and the names of its mapped elements.
  @Test(arguments: [
    ("[", []),
    (#"[{"name": "a"#, []),
    (#"[{"name": "a", "id": "1"#, []),
    (#"[{"name": "a", "id": "1""#, ["a"]),
    (#"[{"id": "1", "name": "a"#, ["a"]),
    (#"[{"name": "a"}"#, ["a"]),
    (#"[{"id": "1", "name": "a"}, {"id": "1", "name": "b"#, ["a", "b"]),
    (#"[{"id": "1", "name": "a"}, {"id": "2""#, ["a", ""]),
  ])
  func anElementWaitsForItsIdentity(json: String, names: [String]) throws {
    var rows: [Row] = []
    try rows.update(partialJSON: json)
    #expect(rows.map(\.name) == names)
    let row = Row()
    try row.update(partialJSON: #"{"rows": \#(json)"#)
    #expect(row.rows.map(\.name) == names)
  }

  @Test func theRootDoesNotWait() throws {
    #expect(try Row(partialJSON: #"{"name": "a"#).name == "a")
    #expect(try Row(partialJSON: #"{"rows": [{"name": "a"#).rows.isEmpty)
  }

  @Test func nestedModelsWaitToo() throws {
    let row = try Row(json: #"{"next": {"id": "1", "name": "a"}}"#)
    let next = row.next
    for json in [#"{"next": {"name": "b"#, #"{"next": {"name": "b", "id": "1"#] {
      try row.update(partialJSON: json)
      #expect(row.next === next && next?.name == "a", "\(json)")
    }
    try row.update(partialJSON: #"{"next": {"name": "b", "id": "1""#)
    #expect(row.next === next && next?.name == "b")
    try row.update(partialJSON: #"{"next": {"name": "c"}"#)
    #expect(row.next === next && next?.name == "c")
  }

  @Test func eachBeginningKeepsTheObjects() throws {
    let text = #"[{"id": "1", "name": "a", "rows": [{"id": "3"}]}, {"id": "2", "name": "é"}]"#
    var rows: [Row] = []
    var seen: [String: Row] = [:]
    for end in 0...Data(text.utf8).count {
      let changes = try rows.update(partialJSON: Data(text.utf8).prefix(end))
      #expect(changes.removed.isEmpty)
      for row in rows {
        #expect(seen[row.id] == nil || seen[row.id] === row)
        seen[row.id] = row
      }
    }
    #expect(rows == (try [Row](json: text)))
  }

  @Test(arguments: ["", " \n"])
  func nothingChangesNothing(json: String) throws {
    var rows = try [Row](json: #"[{"id": "1"}]"#)
    let changes = try rows.update(partialJSON: json)
    #expect(rows.count == 1 && changes.updated.isEmpty && changes.removed.isEmpty)
    #expect(throws: ModelError.self) { try rows.update(partialJSON: #"{"a": 1"#) }
    #expect(rows.count == 1)
  }
}
