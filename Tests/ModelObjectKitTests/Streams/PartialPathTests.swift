import Foundation
import ModelObjectKit
import Testing

private final class Row: ModelObject {
  var id = 0
  var name = ""
  override class var identity: Set<String> { ["id"] }
}

private final class Text: ModelObject { var name = "-" }

/// The beginning of a text, with a path.
struct PartialTextsAtAPath {
  private let text = #"{"id": "x", "Data": {"row": {"name": "Shan", "id": 1}}, "rest": [{}]}"#

  @Test func beginWithTheValueOnceItHasArrived() throws {
    var names: [String] = []
    let text = Text()
    for end in self.text.indices + [self.text.endIndex] {
      let part = self.text[..<end]
      let made = try Text(partialJSON: part, at: "data.row")
      try text.update(partialJSON: Data(part.utf8), at: "data.row")
      #expect(text.name == made.name)
      if names.last != made.name { names.append(made.name) }
    }
    #expect(names == ["-", "", "S", "Sh", "Sha", "Shan"])
  }

  @Test func leaveAnArrayUntilItArrives() throws {
    var rows = try [Row](json: #"[{"id": 1}, {"id": 2}]"#)
    let first = rows[0]
    let text = #"{"count": 1, "page": {"items": [{"id": 1, "name": "a"}, {"id": 3}]}}"#
    for length in 0..<30 {
      let changes = try rows.update(partialJSON: text.prefix(length), at: "page.items")
      #expect(rows.map(\.id) == [1, 2] && changes.removed.isEmpty, "\(length)")
    }
    try rows.update(partialJSON: text.prefix(54), at: "page.items")
    #expect(rows.map(\.name) == ["a"] && rows[0] === first)
    try rows.update(partialJSON: text, at: "page.items")
    #expect(rows.map(\.id) == [1, 3])
    #expect(
      try [Row](partialJSON: #"{"page": {"items": [{"id": 1}, {"#, at: "page.items").count == 1
    )
  }

  @Test func areNoErrorBeforeTheyAreWhole() throws {
    for text in [#"{"a": null, "#, #"{"a": "x", "#, #"{"a": ["#, #"{"a": "#, "", #"{"b": 1"#] {
      #expect(try Text(partialJSON: text, at: "a").name == "-", "\(text)")
      #expect(try Text(partialJSON: text, at: "b.c").name == "-", "\(text)")
    }
    for text in [#"{"a": null}"#, #"{"b": 1}"#, "[]"] {
      let error = #expect(throws: ModelError.self) { try Text(partialJSON: text, at: "a") }
      #expect(error?.code == .unexpectedRoot, "\(text)")
    }
  }

  /// One that is closed is checked like any other, though the text around it goes on.
  @Test func checkAnObjectOnceItIsClosed() throws {
    struct TooLong: Error {}
    final class Slot: ModelObject {
      var minutes = 0
      override func validate() throws { if minutes > 60 { throw TooLong() } }
    }
    final class Pathed: ModelObject {
      var deep = 0
      override class var keyMapping: [String: JSONKey] { ["deep": "a.b"] }
    }
    let text = #"{"data": {"minutes": 90}, "more": "te"#
    #expect(errorCode { _ = try Slot(partialJSON: text, at: "data") } == .rejected)
    #expect(errorCode { try Slot().update(partialJSON: text, at: "data") } == .rejected)
    let open = #"{"data": {"minutes": 90"#
    #expect(errorCode { try Slot().update(partialJSON: open, at: "data") } == nil)
    let blocked = #"{"data": {"a": 5}, "more": "te"#
    for options in [MappingOptions.strict] {
      #expect(
        errorCode { _ = try Pathed(partialJSON: blocked, at: "data", options: options) }
          == .invalidInput
      )
      #expect(
        errorCode { try Pathed().update(partialJSON: blocked, at: "data", options: options) }
          == .invalidInput
      )
    }
  }
}
