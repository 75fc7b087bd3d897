import Foundation
import ModelObjectKit
import Testing

private class Record: ModelObject {
  var name = "a text that is longer than fifteen bytes"
  var note: String? = "another text of many bytes"
  var count = 7
  var limit: Int?
  var isOpen = true
  var isNew: Bool? = false
  var ratio = 0.0
  var share: Double? = 0.5
  var day = Date(timeIntervalSinceReferenceDate: 0)
  var end: Date?
  var tags = ["a"]

  override class var identity: Set<String> { ["count"] }
}

/// An update writes what differs, be it by a bit, and what it leaves is as it was.
struct UnchangedValueTests {
  @Test(arguments: [
    #""name": "a text that is longer than fifteen bytes""#,
    #""note": "another text of many bytes""#, #""count": 7"#, #""count": "7""#, #""limit": null"#,
    #""isOpen": true"#, #""isNew": false"#,
    #""ratio": 0.0"#, #""share": 0.5"#, #""day": "2001-01-01T00:00:00Z""#, #""end": null"#,
    #""tags": ["a"]"#, #""unknown": 1"#, #""name": null"#, #""count": null"#,
  ])
  func sameValuesAreNoChange(pair: String) throws {
    let store = ModelStore()
    let record = try store.upsert(Record.self, json: #"{"count": 7}"#)
    let before = record.copy()
    let page = try store.upsert([Record].self, json: #"[{"count": 7, \#(pair)}]"#)
    #expect(page.changes.updated.isEmpty && page.changes.unchanged == [record])
    #expect(record == before)
  }

  @Test(arguments: [
    #""name": "A text that is longer than fifteen bytes""#, #""name": "a\u0000""#, #""name": """#,
    #""name": "a text that is longer than fifteen byt\"""#, #""note": null"#, #""note": "short""#,
    #""limit": 0"#, #""isOpen": "no""#, #""isNew": null"#, #""ratio": 1e-300"#, #""share": null"#,
    #""day": "2001-01-01T00:00:01Z""#, #""end": "2001-01-01T00:00:00Z""#, #""tags": []"#,
  ])
  func othersAreOneAndAreTakenBack(pair: String) throws {
    let store = ModelStore()
    let record = try store.upsert(Record.self, json: #"{"count": 7}"#)
    let before = record.copy()
    let json = #"[{"count": 7, "isOpen": true, \#(pair)}"#
    #expect(throws: ModelError.self) { try store.upsert([Record].self, json: "\(json), ]") }
    #expect(record == before)
    let page = try store.upsert([Record].self, json: "\(json)]")
    #expect(page.changes.updated == [record] && record != before)
    #expect(try record == Record(json: #"{"count": 7, \#(pair)}"#))
  }

  @Test func textsAreComparedByteByByte() throws {
    let record = Record()
    record.name = "a long text with an e\u{301} in it"
    try record.update(json: "{\"name\": \"a long text with an \u{E9} in it\"}")
    #expect(record.name.utf8.count == 28)
    record.name = "a text with a backslash at its end\\"
    try record.update(json: #"{"name": "a text with a backslash at its end\\", "count": 8}"#)
    #expect(record.name.hasSuffix("end\\") && record.count == 8)
  }

  @Test func minusZeroIsAnotherNumber() throws {
    let record = Record()
    try record.update(json: #"{"ratio": -0.0}"#)
    #expect(record.ratio.sign == .minus)
    try record.update(json: #"{"ratio": 0.0}"#)
    #expect(record.ratio.sign == .plus)
  }
}
