import Foundation
import ModelObjectKit
import Testing

private class Row: ModelObject {
  var id: Int?
  var name = ""
  var note: String?
  var next: Row?
  var rows: [Row] = []
  var set: Set<Row> = []
  var grid: [[Row]]?
  var byName: [String: Row] = [:]
  override class var identity: Set<String> { ["id"] }
}

private func patch(_ before: String, _ after: String) throws -> (text: String, isEqual: Bool) {
  let (older, newer) = (try Row(json: before), try Row(json: after))
  let text = try newer.jsonString(changesSince: older)
  try older.update(json: text)
  return (text, older == newer)
}

/// Patches and updates from other objects match by identity.
struct ChangesByIdentityTests {
  @Test func aModelOfAnotherIdentityIsWrittenWhole() throws {
    let before = #"{"id": 1, "next": {"id": 2, "name": "a", "note": "x"}}"#
    let same = try patch(before, #"{"id": 1, "next": {"id": 2, "name": "b", "note": "x"}}"#)
    #expect(same.text == #"{"next":{"name":"b"}}"# && same.isEqual)
    let other = try patch(before, #"{"id": 1, "next": {"id": 3, "name": "a"}}"#)
    #expect(other.text.contains(#""id":3,"name":"a""#) && other.isEqual)
    let none = try patch(#"{"next": {"note": "x"}}"#, #"{"next": {"name": "b"}}"#)
    #expect(none.text == #"{"next":{"name":"b","note":null}}"# && none.isEqual)
  }

  /// An update maps elements to existing ones, so the patch must contain nulls for removed values.
  @Test(arguments: [
    (
      #"{"rows": [{"id": 1, "note": "x"}, {"id": 2}]}"#,
      #"{"rows": [{"id": 2, "note": "y"}, {"id": 1}]}"#
    ),
    (
      #"{"rows": [{"id": 1, "next": {"id": 5, "note": "x"}}]}"#,
      #"{"rows": [{"id": 1, "next": {"id": 5}}]}"#
    ),
    (
      #"{"rows": [{"id": 1, "rows": [{"id": 5, "note": "x"}]}]}"#,
      #"{"rows": [{"id": 1, "rows": [{"id": 5}]}]}"#
    ),
    (#"{"set": [{"id": 1, "note": "x"}]}"#, #"{"set": [{"id": 1}, {"id": 2}]}"#),
    (#"{"grid": [[{"id": 1, "note": "x"}]]}"#, #"{"grid": [[], [{"id": 1, "name": "b"}]]}"#),
    (#"{"byName": {"a": {"id": 1, "note": "x"}}}"#, #"{"byName": {"a": {"id": 1}}}"#),
    (#"{"rows": [{"note": "x"}, {"id": 1}]}"#, #"{"rows": [{"name": "b"}]}"#),
    (
      #"{"rows": [{"id": 0, "note": "x"}, {"id": 0, "name": "a"}, {"id": 0, "note": "y"}]}"#,
      #"{"rows": [{"id": 0, "name": "b"}, {"id": 0, "note": "z"}]}"#
    ),
    (
      #"{"grid": [[{"id": 0, "note": "x"}], [{"id": 0, "name": "a"}]]}"#,
      #"{"grid": [[], [{"id": 0}, {"id": 0, "note": "z"}, {"id": 0, "name": "c"}]]}"#
    ),
    (
      #"{"set": [{"id": 0, "note": "x"}, {"id": 0, "name": "a"}]}"#,
      #"{"set": [{"id": 0}, {"id": 0, "note": "x", "name": "a"}, {"id": 0, "note": "z"}]}"#
    ),
    (
      #"{"rows": [{"id": 0, "note": "x"}, {"id": 0}]}"#,
      #"{"rows": [{"id": 0}, {"id": 0, "name": "b"}]}"#
    ),
    (#"{"set": [{"id": 0, "note": "x"}]}"#, #"{"set": [{"id": 0}, {"id": 0, "name": "a"}]}"#),
  ])
  func thePatchGivesAnEqualObject(before: String, after: String) throws {
    let there = try patch(before, after)
    #expect(there.isEqual, "\(there.text)")
    let back = try patch(after, before)
    #expect(back.isEqual, "\(back.text)")
  }

  @Test func anUpdateFromAnotherObjectKeepsTheSameOnes() throws {
    let row = try Row(json: #"{"id": 1, "next": {"id": 2, "name": "a"}}"#)
    let next = row.next
    try row.update(from: Row(json: #"{"id": 1, "next": {"id": 2, "name": "b"}}"#))
    #expect(row.next === next && next?.name == "b")
    try row.update(from: Row(json: #"{"id": 1, "next": {"id": 3}}"#))
    #expect(row.next !== next && row.next?.id == 3 && next?.id == 2)
  }
}
