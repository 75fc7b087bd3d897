import Foundation
import ModelObjectKit
import Testing

private class Track: ModelObject {
  var name = ""
  var price: Double?
  var summary = "none"
  var seconds: Int?
  var second = ""
  var anything: Any?
  override class var keyMapping: [String: JSONKey] {
    ["summary": "ext.desc", "seconds": "ext.length.seconds", "second": "list[1]"]
  }
  override class var transforms: [String: PropertyTransform] {
    ["price": PropertyTransform(from: Double.self, read: { $0 / 100 }, write: { $0 * 100 })]
  }
}

private final class HookedTrack: Track {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private final class ExportedTrack: Track {
  override func didExport(_ dictionary: inout [String: Any]) throws {}
}

/// What an update writes into the columns of a row, and what it leaves.
struct ColumnsOfRows {
  private static let types = [Track.self, HookedTrack.self, ExportedTrack.self]

  private static func row(_ more: [String: DatabaseRow.Value] = [:]) -> DatabaseRow {
    let columns: [String: DatabaseRow.Value] = [
      "name": .text("a"), "price": .real(1250), "anything": .text("x"),
      "ext": .text(#"{"desc":"x","length":{"seconds":7,"unit":"s"},"other":[1,null]}"#),
      "list": .text(#"["a","b","c"]"#),
    ]
    return DatabaseRow(columns.merging(more) { $1 }, isCopied: true)
  }

  @Test func areReadByPathsAsTheyAreWritten() throws {
    for type in Self.types {
      let row = Self.row()
      let track = try row.decode(type)
      #expect(track.summary == "x" && track.seconds == 7 && track.second == "b")
      try row.update(track)
      #expect(row.columns == Self.row().columns)
      let new = try DatabaseRow(encoding: track.copy())
      #expect(new.columns == row.columns)
    }
  }

  @Test func loseOnlyWhatIsSetToNil() throws {
    for type in Self.types {
      let row = Self.row()
      let track = try row.decode(type)
      (track.price, track.seconds, track.anything) = (nil, nil, nil)
      track.summary = "y"
      try row.update(track)
      let json = #"{"desc":"y","length":{"unit":"s"},"other":[1,null]}"#
      let changed: [String: DatabaseRow.Value] = [
        "price": .null, "anything": .null, "ext": .text(json),
      ]
      #expect(row.columns == Self.row(changed).columns)
    }
  }

  /// Only a row keeps what it has; other exports of the same object have its properties.
  @Test func areOfNoConcernToOtherExports() throws {
    let track = try Self.row().decode(Track.self)
    #expect(
      try track.jsonString()
        == #"{"name":"a","price":1250.0,"ext":{"desc":"x","length":{"seconds":7}},"#
        + #""list":[null,"b"],"anything":"x"}"#
    )
    #expect(try Track(json: track.jsonString()) == track && track.copy() == track)
  }

  @Test func areNullIfNoPathHasAValue() throws {
    class Place: ModelObject {
      var city: String?
      override class var keyMapping: [String: JSONKey] { ["city": "address.city"] }
    }
    let row = DatabaseRow(["address": .text(#"{"city":"Lahore"}"#)], isCopied: true)
    let place = try row.decode(Place.self)
    #expect(place.city == "Lahore")
    place.city = nil
    try row.update(place)
    #expect(row.columns == ["address": .null])
  }

  /// A number that no Swift type holds is written as it was.
  @Test(arguments: [#"{"desc":"x","most":1e400}"#, #"{"all":[{"most":1e400}],"desc":"x"}"#])
  func keepWhatCannotBeRead(json: String) throws {
    for type in Self.types {
      let row = Self.row(["ext": .text(json)])
      let track = try row.decode(type)
      #expect(track.summary == "x")
      try row.update(track)
      #expect(row.columns["ext"] == .text(json), "\(type)")
      track.summary = "y"
      try row.update(track)
      #expect(row.columns["ext"] == .text(json.replacing(#""x""#, with: #""y""#)), "\(type)")
    }
  }

  /// Nor is anything else that has no room for the values at the paths.
  @Test(arguments: ["[1,2]", "[]", "plain", #""text""#, "7"])
  func areNotWrittenIfTheyHaveSomethingElse(text: String) throws {
    for type in Self.types {
      let row = Self.row(["ext": .text(text)])
      let track = try row.decode(type)
      #expect(track.summary == "none")
      try row.update(track)
      #expect(row.columns["ext"] == .text(text), "\(type)")
    }
  }

  @Test(arguments: ["", "null"])
  func areWrittenIfTheyHaveNothing(text: String) throws {
    for type in Self.types {
      let row = Self.row(["ext": .text(text)])
      let track = try row.decode(type)
      track.seconds = 7
      try row.update(track)
      #expect(row.columns["ext"] == .text(#"{"desc":"none","length":{"seconds":7}}"#))
    }
  }

  /// What a class doesn't write stays, and another spelling doesn't come back.
  @Test func keepWhatTheClassDoesNotWrite() throws {
    class Page: ModelObject {
      var title: String?
      var secret = ""
      var old = ""
      override class var keyMapping: [String: JSONKey] {
        [
          "title": ["meta.title", "meta.caption"], "secret": "meta.secret",
          "old": ["was", "meta.old"],
        ]
      }
      override class var unexportedProperties: Set<String> { ["secret"] }
    }
    let json = #"{"Caption":"c","TITLE":"T","old":"o","secret":"s"}"#
    let row = DatabaseRow(["meta": .text(json)], isCopied: true)
    let page = try row.decode(Page.self)
    #expect(page.title == "T" && page.secret == "s" && page.old == "o")
    page.title = nil
    try row.update(page)
    #expect(row.columns["meta"] == .text(#"{"old":"o","secret":"s"}"#))
    #expect(row.columns["was"] == .text("o"))
  }

  @Test func holdAnythingWithoutHarm() throws {
    for column: DatabaseRow.Value in [.null, .integer(1), .text("no JSON"), .text("[1]")] {
      let track = try Self.row(["ext": column, "list": column]).decode(Track.self)
      #expect(track.summary == "none" && track.seconds == nil && track.second == "")
    }
  }
}
