import Foundation
import ModelObjectKit
import Testing

private enum State: String, Codable { case open, closed }
private enum Level: String, UnknownRepresentable { case low, high, unknown }

private class Address: ModelObject {
  var city = ""
  var state = State.open
}

private class Item: ModelObject {
  var id = 0
}

private class Purchase: ModelObject {
  var name = ""
  var state = State.open
  var last: State?
  var level = Level.low
  var due: Date?
  var items: [Item] = []
  var numbers: [String: Int] = [:]
  var broken: Address?
  var address: Address?
  var depth = 0
  var color = State.closed
  override class var keyMapping: [String: JSONKey] {
    ["depth": "ext.depth", "color": ["ext.Color", "color"]]
  }
}

private final class HookedPurchase: Purchase {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private final class ExportedPurchase: Purchase {
  override func didExport(_ dictionary: inout [String: Any]) throws {}
}

/// A value that couldn't be read stays in its column, unless its property is set to something else.
struct UnreadColumns {
  private static let types = [Purchase.self, HookedPurchase.self, ExportedPurchase.self]

  private static func row(
    _ more: [String: DatabaseRow.Value] = [:],
    isCopied: Bool = true
  ) -> DatabaseRow {
    let columns: [String: DatabaseRow.Value] = [
      "name": .text("a"), "state": .text("refunded"), "last": .text("lost"),
      "level": .text("huge"), "due": .text("next week"),
      "items": .text(#"[{"id":1},"old note",{"id":2}]"#),
      "numbers": .text(#"{"a":1,"b":"x"}"#), "broken": .text("{broken"),
      "address": .text(#"{"city":"Lahore","state":"moved"}"#),
      "ext": .text(#"{"Color":"red","depth":{"m":1},"other":true}"#),
    ]
    return DatabaseRow(columns.merging(more) { $1 }, isCopied: isCopied)
  }

  @Test(arguments: [false, true]) func stayAsTheyAre(isCopied: Bool) throws {
    for type in Self.types {
      let row = Self.row(isCopied: isCopied)
      let order = try row.decode(type)
      #expect(order.state == .open && order.level == .unknown && order.items.count == 2)
      #expect(order.color == .closed && order.address?.state == .open && order.broken == nil)
      order.name = "b"
      try row.update(order)
      #expect(row.columns == Self.row(["name": .text("b")]).columns, "\(type)")
      let new = try DatabaseRow(encoding: order.copy())
      #expect(new.columns == row.columns, "\(type)")
    }
  }

  @Test func areReplacedByWhatTheirPropertiesAreSetTo() throws {
    for type in Self.types {
      let row = Self.row()
      let order = try row.decode(type)
      (order.state, order.last, order.level, order.due) = (.closed, .open, .high, nil)
      order.items[0].id = 7
      order.numbers["c"] = 3
      order.broken = Address()
      order.address?.city = "Quetta"
      (order.depth, order.color) = (4, .open)
      try row.update(order)
      let changed: [String: DatabaseRow.Value] = [
        "state": .text("closed"), "last": .text("open"), "level": .text("high"),
        "items": .text(#"[{"id":7},{"id":2}]"#), "numbers": .text(#"{"a":1,"c":3}"#),
        "broken": .text(#"{"city":"","state":"open"}"#),
        "address": .text(#"{"city":"Quetta","state":"moved"}"#),
        "ext": .text(#"{"Color":"open","depth":4,"other":true}"#),
      ]
      #expect(row.columns == Self.row(changed).columns, "\(type)")
    }
  }

  /// Once the property has been set, and the row written, nothing comes back.
  @Test func areForgottenWhenTheRowIsReadAgain() throws {
    let row = Self.row()
    let order = try row.decode(Purchase.self)
    order.state = .closed
    try row.update(order)
    let again = try row.decode(Purchase.self)
    again.state = .open
    try row.update(again)
    #expect(row.columns["state"] == .text("open") && row.columns["last"] == .text("lost"))
  }

  /// The same object may be set and written again and again.
  @Test func areOverOnceTheirRowIsWrittenWithOthers() throws {
    for type in Self.types {
      let row = Self.row()
      let order = try row.decode(type)
      func change() {
        (order.state, order.last, order.due) = (.closed, .open, Date(timeIntervalSince1970: 0))
        order.items[0].id = 7
        order.numbers["a"] = 2
        order.address?.state = .closed
        (order.depth, order.color) = (4, .open)
      }
      func changeBack() {
        (order.state, order.last, order.due) = (.open, nil, nil)
        order.items[0].id = 1
        order.numbers["a"] = 1
        order.address?.state = .open
        (order.depth, order.color) = (0, .closed)
      }
      change()
      let former = order.copy()
      try row.update(order)
      let changed = row.columns
      changeBack()
      try row.update(order)
      let expected: [String: DatabaseRow.Value] = [
        "state": .text("open"), "last": .null, "due": .null,
        "items": .text(#"[{"id":1},{"id":2}]"#), "numbers": .text(#"{"a":1}"#),
        "address": .text(#"{"city":"Lahore","state":"open"}"#),
        "ext": .text(#"{"Color":"closed","depth":0,"other":true}"#),
      ]
      #expect(row.columns == Self.row(expected).columns, "\(type)")
      #expect(try DatabaseRow(encoding: order.copy()).columns == row.columns, "\(type)")
      // What `updateChanges` compares.
      #expect(try DatabaseRow(encoding: former).columns == changed, "\(type)")
    }
  }

  /// The server says what the object has already, in place of what the column has.
  @Test func areOverIfAMappingGivesTheirPropertiesValues() throws {
    let json =
      #"{"state":"open","last":null,"due":null,"items":[{"id":1},{"id":2}],"#
      + #""numbers":{"a":1},"address":{"state":"open"},"ext":{"Color":"closed","depth":0}}"#
    let expected: [String: DatabaseRow.Value] = [
      "state": .text("open"), "last": .null, "due": .null,
      "items": .text(#"[{"id":1},{"id":2}]"#), "numbers": .text(#"{"a":1}"#),
      "address": .text(#"{"city":"Lahore","state":"open"}"#),
      "ext": .text(#"{"Color":"closed","depth":0,"other":true}"#),
    ]
    for type in Self.types {
      for way in ["text", "dictionary", "merge"] {
        let row = Self.row()
        let order = try row.decode(type)
        switch way {
        case "text": try order.update(json: json)
        case "dictionary": try order.update(dictionary: JSONInput(json, by: .native).dictionary())
        default: #expect(try order.merge(json: json, since: order.copy()).isEmpty)
        }
        try row.update(order)
        #expect(row.columns == Self.row(expected).columns, "\(type) \(way)")
      }
      let row = Self.row()
      let order = try row.decode(type)
      try order.update(from: type.init(json: #"{"items":[{"id":1},{"id":2}]}"#))
      try row.update(order)
      #expect(row.columns["state"] == .text("open") && row.columns["last"] == .null)
      #expect(row.columns["items"] == .text(#"[{"id":1},{"id":2}]"#))
    }
  }

  /// A copy of the object knows its columns, too.
  @Test func stayIfNothingGivesTheirPropertiesValues() throws {
    struct Refused: Error {}
    final class Checked: Purchase {
      override func validate() throws { if name == "no" { throw Refused() } }
    }
    for type in Self.types + [Checked.self] {
      let row = Self.row()
      let order = try row.decode(type)
      let edited = order.copy()
      edited.name = "b"
      try order.update(from: edited)
      try order.update(json: #"{"name":"c","state":"moved","level":null,"ext":{"depth":"much"}}"#)
      try order.update(dictionary: ["state": "moved", "color": NSNull()])
      try order.merge(json: #"{"name":"d","state":null}"#, since: order.copy())
      let all = #"{"state":"open","last":null,"items":[],"ext":{"Color":"closed"},"#
      #expect(throws: ModelError.self) { try order.update(json: all + "x") }
      var strict = MappingOptions.strict
      strict.unknownKeys = .ignore
      #expect(throws: ModelError.self) {
        try order.update(json: all + #""due":"much"}"#, options: strict)
      }
      if type == Checked.self {
        #expect(throws: ModelError.self) { try order.update(json: all + #""name":"no"}"#) }
        let invalid = try Checked(json: "{}")
        invalid.name = "no"
        #expect(throws: ModelError.self) { try order.update(from: invalid) }
      }
      try row.update(order)
      #expect(row.columns == Self.row(["name": .text("d")]).columns, "\(type)")
    }
  }

  @Test func areReplacedIfAnotherAlternativeIsWritten() throws {
    class Ticket: ModelObject {
      var state = State.open
      override class var keyMapping: [String: JSONKey] { ["state": ["state", "old_state"]] }
    }
    let row = DatabaseRow(["old_state": .text("moved"), "state": .text("closed")], isCopied: true)
    let ticket = try row.decode(Ticket.self)
    #expect(ticket.state == .closed)
    ticket.state = .open
    try row.update(ticket)
    #expect(row.columns == ["old_state": .text("moved"), "state": .text("open")])
  }

  /// No string can be read from such a blob.
  @Test(arguments: [false, true]) func stayIfTheyAreBlobs(isCopied: Bool) throws {
    for type in Self.types {
      var blobs: [String: DatabaseRow.Value] = [:]
      let others = isCopied ? ["state", "last"] : []
      for column in ["due", "items", "numbers", "broken", "address"] + others {
        blobs[column] = .blob(Data([1, 255]))
      }
      let row = Self.row(blobs, isCopied: isCopied)
      let order = try row.decode(type)
      #expect(order.state == .open && order.items.isEmpty && order.address == nil, "\(type)")
      order.name = "b"
      try row.update(order)
      let expected = Self.row(blobs.merging(["name": .text("b")]) { $1 }).columns
      #expect(row.columns == expected, "\(type)")
    }
    let row = Self.row(["ext": .blob(Data([1, 255]))], isCopied: isCopied)
    let order = try row.decode(Purchase.self)
    try row.update(order)
    #expect(row.columns["ext"] == .blob(Data([1, 255])))
  }

  /// A tag of a newer app isn't replaced by that of the class as which the row was read.
  @Test(arguments: [false, true]) func stayIfTheyAreTagsOfNoClass(isCopied: Bool) throws {
    let columns: [String: DatabaseRow.Value] = ["kind": .text("video"), "title": .text("t")]
    let row = DatabaseRow(columns, isCopied: isCopied)
    let event = try row.decode(Event.self)
    event.title = "u"
    try row.update(event)
    #expect(row.columns == ["kind": .text("video"), "title": .text("u")])
    try row.update(event.copy())
    #expect(row.columns["kind"] == .text("video"))
    row.columns["kind"] = .text("call")
    let call = try row.decode(Event.self)
    #expect(call is Call)
    try row.update(call)
    #expect(row.columns == ["kind": .text("call"), "title": .text("u")])
  }

  /// Other exports of the object don't have them.
  @Test func areOfNoConcernToOtherExports() throws {
    let order = try Self.row().decode(Purchase.self)
    let dictionary = try order.dictionaryRepresentation()
    #expect(dictionary["state"] as? String == "open")
    let data = try JSONEncoder().encode(order)
    #expect(String(decoding: data, as: UTF8.self).contains(#""state":"open""#))
  }

  @Test func haveTheClassesSpellingInAnObjectForPaths() throws {
    class Parcel: ModelObject {
      var city = ""
      override class var keyMapping: [String: JSONKey] { ["city": "ship.address.city"] }
    }
    let json = #"{"Address":{"City":"Q","k":1},"x":[]}"#
    let row = DatabaseRow(["ship": .text(json)], isCopied: true)
    let parcel = try row.decode(Parcel.self)
    #expect(parcel.city == "Q")
    parcel.city = "R"
    try row.update(parcel)
    #expect(row.columns["ship"] == .text(#"{"address":{"city":"R","k":1},"x":[]}"#))
  }
}

private class Event: ModelObject {
  var title = ""
  override class var subclasses: Subclasses? {
    .byTag("kind", ["event": Event.self, "call": Call.self])
  }
}

private final class Call: Event {}
