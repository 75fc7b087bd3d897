import Foundation
import ModelObjectKit
import Testing

private enum State: String, Codable { case open, closed }

private class Part: ModelObject {
  var name: String?
  var state = State.open
  var deep: String?
  override class var keyMapping: [String: JSONKey] { ["deep": "more.deep"] }
}

private class Box: ModelObject {
  var second: String?
  var third: String?
  var far: String?
  var seconds: Int?
  var part: Part?
  override class var keyMapping: [String: JSONKey] {
    [
      "second": "list[1]", "third": "list[2].name", "far": "list[7]",
      "seconds": "ext.length.seconds",
    ]
  }
}

private final class HookedBox: Box {
  var seen: [String: Any] = [:]
  override class var ignoredProperties: Set<String> { ["seen"] }
  override func serializeValue(_ value: Any?, key: String) throws {
    seen[key] = value
    try super.serializeValue(value, key: key)
  }
}

/// What columns with JSON have besides the values of the properties at paths in them.
struct RestsOfColumns {
  private static let types = [Box.self, HookedBox.self]

  private func update(
    _ columns: [String: DatabaseRow.Value],
    _ type: Box.Type,
    _ change: (Box) -> Void
  ) throws -> [String: DatabaseRow.Value] {
    let row = DatabaseRow(columns, isCopied: true)
    let box = try row.decode(type)
    change(box)
    try row.update(box)
    return row.columns
  }

  @Test func loseOnlyTheElementsThatAreSetToNil() throws {
    let json = #"["a","b",{"k":1,"name":"x"},"c"]"#
    for type in Self.types {
      let columns = try update(["list": .text(json)], type) {
        #expect($0.second == "b" && $0.third == "x" && $0.far == nil)
        ($0.second, $0.third) = (nil, nil)
      }
      #expect(columns["list"] == .text(#"["a",null,{"k":1},"c"]"#))
      let same = try update(["list": .text(json)], type) { _ in }
      #expect(same["list"] == .text(json))
    }
  }

  /// An empty array where an object is to be written has nothing that would be lost.
  @Test(arguments: ["[]", "{}", #""""#, "null", "[[]]"])
  func makeRoomWhereThereIsNothing(empty: String) throws {
    for type in Self.types {
      let columns = try update(["ext": .text(#"{"length":\#(empty),"other":1}"#)], type) {
        $0.seconds = 7
      }
      #expect(columns["ext"] == .text(#"{"length":{"seconds":7},"other":1}"#))
    }
  }

  /// Also what is empty stays, where nothing else is.
  @Test func stayIfAllOfThemIsEmpty() throws {
    let ext = #"{"flags":{},"length":{"note":"","seconds":7},"tags":[],"until":null}"#
    let list = #"[{},"b",{"name":"x"},"",[],null]"#
    for type in Self.types {
      let columns = try update(["ext": .text(ext), "list": .text(list)], type) {
        #expect($0.seconds == 7 && $0.second == "b" && $0.third == "x")
        ($0.seconds, $0.third) = (8, "y")
      }
      #expect(columns["ext"] == .text(ext.replacing("7", with: "8")), "\(type)")
      #expect(columns["list"] == .text(list.replacing(#""x""#, with: #""y""#)), "\(type)")
    }
  }

  /// Encoders have no number with so many digits.
  @Test func keepTheDigitsOfTheirNumbers() throws {
    let long = "12345678901234567890123456789012345678901234567890"
    let fraction = "0.12345678901234567890123456789012345678901"
    let ext = #"{"big":\#(long),"huge":1e400,"length":{"f":[\#(fraction)],"seconds":7},"n":1.5}"#
    for type in Self.types {
      let columns = try update(["ext": .text(ext), "list": .text("[\(long)]")], type) {
        $0.seconds = 8
        $0.second = "b"
      }
      #expect(columns["ext"] == .text(ext.replacing(":7}", with: ":8}")), "\(type)")
      #expect(columns["list"] == .text(#"[\#(long),"b"]"#), "\(type)")
    }
  }

  /// Something else than an object stays in its column until a property there is set.
  @Test(arguments: ["{broken", "hello", "[1]", "5", #"{"length":"far"}"#, #"{"length":[1]}"#])
  func stayIfTheyAreInTheWay(text: String) throws {
    for type in Self.types {
      let row = DatabaseRow(["ext": .text(text), "list": .text("[]")], isCopied: true)
      let box = try row.decode(type)
      box.second = "b"
      try row.update(box)
      #expect(row.columns["ext"] == .text(text), "\(type)")
      #expect(row.columns["list"] == .text(#"[null,"b"]"#), "\(type)")
      try row.update(box.copy())
      #expect(row.columns["ext"] == .text(text), "\(type)")
      box.seconds = 7
      try row.update(box)
      #expect(row.columns["ext"] == .text(#"{"length":{"seconds":7}}"#), "\(type)")
    }
  }

  /// Also beside a number that encoders don't have.
  @Test func stayInTheWayBesideLongNumbers() throws {
    let long = "12345678901234567890123456789012345678901234567890"
    let text = #"{"big":\#(long),"length":"far"}"#
    for type in Self.types {
      let row = DatabaseRow(["ext": .text(text), "list": .text("[]")], isCopied: true)
      let box = try row.decode(type)
      box.second = "b"
      try row.update(box)
      #expect(row.columns["ext"] == .text(text), "\(type)")
      box.seconds = 7
      try row.update(box)
      #expect(row.columns["ext"] == .text(#"{"big":\#(long),"length":{"seconds":7}}"#), "\(type)")
    }
  }

  /// Models in the JSON of a column keep what they had, like the row itself.
  @Test(arguments: [#"["moved"]"#, #"{"to":"moved"}"#, #""moved""#, "7"])
  func areKeptForModelsInAColumn(state: String) throws {
    let json = #"{"more":{"deep":"d"},"name":"n","state":\#(state)}"#
    for type in Self.types {
      let columns = try update(["part": .text(json)], type) {
        #expect($0.part?.state == .open && $0.part?.deep == "d")
        $0.part?.name = "m"
      }
      #expect(columns["part"] == .text(json.replacing(#""n""#, with: #""m""#)))
    }
  }

  @Test(arguments: [false, true]) func areSeenByHooksAsJSONAlsoInBlobs(isCopied: Bool) throws {
    let json = Data(#"{"length":{"seconds":7}}"#.utf8)
    let list = Data(#"["a","b"]"#.utf8)
    let row = DatabaseRow(["ext": .blob(json), "list": .blob(list)], isCopied: isCopied)
    let box = try row.decode(HookedBox.self)
    #expect(box.seconds == 7 && box.second == "b")
    #expect((box.seen["ext"] as? [String: [String: Int]])?["length"] == ["seconds": 7])
    #expect(box.seen["list"] as? [String] == ["a", "b"])
  }

  /// A value of another column doesn't get into the one that is written.
  @Test func stayInTheColumnsThatAreNotWritten() throws {
    class Ticket: ModelObject {
      var state = State.open
      var other = State.open
      override class var keyMapping: [String: JSONKey] {
        ["state": ["state", "old_state"], "other": ["ext.other", "other"]]
      }
    }
    let row = DatabaseRow(["old_state": .text("moved"), "other": .text("lost")], isCopied: true)
    let ticket = try row.decode(Ticket.self)
    #expect(ticket.state == .open && ticket.other == .open)
    try row.update(ticket)
    #expect(
      row.columns == [
        "old_state": .text("moved"), "other": .text("lost"), "state": .text("open"),
        "ext": .text(#"{"other":"open"}"#),
      ]
    )
  }

  /// A new object may be where one was of which the row had more.
  @Test func areForgottenWithTheirObjects() throws {
    for _ in 0..<100 {
      _ = try DatabaseRow(["ext": .text(#"{"other":1}"#)], isCopied: true).decode(Box.self)
      let box = Box()
      box.seconds = 7
      #expect(
        try DatabaseRow(encoding: box).columns["ext"] == .text(#"{"length":{"seconds":7}}"#)
      )
    }
  }

  @Test func areKeptForAllObjectsThatAreThere() throws {
    let rows = (0..<200).map {
      DatabaseRow(["ext": .text(#"{"other":\#($0)}"#)], isCopied: true)
    }
    let boxes = try rows.map { try $0.decode(Box.self) }
    for (number, (row, box)) in zip(rows, boxes).enumerated() {
      box.seconds = 7
      try row.update(box)
      #expect(row.columns["ext"] == .text(#"{"length":{"seconds":7},"other":\#(number)}"#))
    }
  }

  @Test func haveTheSpellingsOfTheClass() throws {
    class Exact: ModelObject {
      var seconds = 1
      var name = "n"
      override class var keyMapping: [String: JSONKey] { ["seconds": "ext.seconds"] }
      override class var keyMatching: KeyMatching { .exact }
    }
    final class HookedExact: Exact {
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key)
      }
    }
    for type in [Exact.self, HookedExact.self] {
      for (json, seconds) in [(#"{"Seconds":2}"#, 1), (#"{"seconds":2}"#, 2)] {
        #expect(
          try DatabaseRow(["ext": .text(json)], isCopied: true).decode(type).seconds == seconds
        )
        let data = Data(#"{"ext":\#(json)}"#.utf8)
        #expect(try JSONDecoder().decode(type, from: data).seconds == seconds)
      }
      // A row itself finds its columns in any case.
      #expect(try DatabaseRow(["NAME": .text("m")], isCopied: true).decode(type).name == "m")
    }
  }

  /// What an exact class doesn't take for its step isn't in the way of that: what is written is the
  /// property's value.
  @Test func areNotInTheWayInAnotherSpelling() throws {
    class Exact: ModelObject {
      var seconds = 1
      override class var keyMapping: [String: JSONKey] {
        ["seconds": ["ext.length.seconds", "old.length.seconds"]]
      }
      override class var keyMatching: KeyMatching { .exact }
    }
    let ext = DatabaseRow.Value.text(#"{"length":{"seconds":null}}"#)
    for (old, written) in [("Length", "1"), ("length", "null")] {
      let columns = ["ext": ext, "old": .text(#"{"\#(old)":5}"#)]
      let row = DatabaseRow(columns, isCopied: true)
      try row.update(row.decode(Exact.self))
      #expect(row.columns["ext"] == .text(#"{"length":{"seconds":\#(written)}}"#))
      #expect(row.columns["old"] == columns["old"])
    }
  }

  @Test(arguments: 1...5) func haveTheLevelsOfTheOptions(limit: Int) throws {
    var options = MappingOptions()
    options.maximumDepth = limit
    for type in Self.types {
      let row = DatabaseRow(["ext": .text(#"{"length":{"seconds":7}}"#)], isCopied: true)
      row.userInfo[.mappingOptions] = options
      let seconds = Result { try row.decode(type).seconds }
      let expected = Result {
        try type.init(json: #"{"ext":{"length":{"seconds":7}}}"#, options: options).seconds
      }
      #expect((try? seconds.get()) == (try? expected.get()))
      if case .failure(let error) = seconds { #expect((error as? ModelError)?.code == .tooDeep) }
    }
  }

  /// Bytes that are a text are bytes to a hook.
  @Test(arguments: [false, true]) func areNoTextsIfAPropertyHasBytes(isCopied: Bool) throws {
    class Photo: ModelObject {
      var data = Data()
      var seen: Any?
      override class var ignoredProperties: Set<String> { ["seen"] }
      override func serializeValue(_ value: Any?, key: String) throws {
        seen = value
        try super.serializeValue(value, key: key)
      }
    }
    let row = DatabaseRow(["data": .blob(Data("AB".utf8))], isCopied: isCopied)
    let photo = try row.decode(Photo.self)
    #expect(photo.seen as? Data == Data("AB".utf8) && photo.data == Data("AB".utf8))
  }

  /// Options have the dates in the rows of an association, too.
  @Test func areRowsWithTheDatesOfTheOptions() throws {
    struct Visit: Codable, Equatable {
      var id = 0
      var at: Date?
    }
    class Tour: ModelObject { var visits: [Visit] = [] }
    var options = MappingOptions()
    options.dates.format = .dateOnly
    let rows = [DatabaseRow.Value.text("2014-05-06"), .integer(5)].map {
      DatabaseRow(["id": .integer(1), "at": $0], isCopied: true)
    }
    let row = DatabaseRow([:], isCopied: true, prefetched: ["visits": rows])
    row.userInfo[.mappingOptions] = options
    for inner in rows { inner.userInfo = row.userInfo }
    let visits = try row.decode(Tour.self).visits
    #expect(visits.first?.at == Date(timeIntervalSince1970: 1_399_334_400))
    #expect(!visits.contains { $0.at == Date(timeIntervalSince1970: 5) })
  }

  /// A column that a property has as a whole may hold the value of another one.
  @Test func areInAPropertyThatHasTheColumn() throws {
    class Whole: ModelObject {
      var ext: [String: Any] = [:]
      var seconds: Int?
      override class var keyMapping: [String: JSONKey] { ["seconds": "ext.seconds"] }
      override class var unexportedProperties: Set<String> { ["seconds"] }
    }
    let row = DatabaseRow(["ext": .text(#"{"other":[1],"seconds":7}"#)], isCopied: true)
    let whole = try row.decode(Whole.self)
    #expect(whole.seconds == 7 && whole.ext["seconds"] as? Int == 7)
    try row.update(whole)
    #expect(row.columns["ext"] == .text(#"{"other":[1],"seconds":7}"#))
  }

  /// Whichever of the two properties is declared first.
  @Test func areInAPropertyThatHasTheColumnAndComesLast() throws {
    class Whole: ModelObject {
      var seconds: Int?
      var ext: [String: Any] = [:]
      override class var keyMapping: [String: JSONKey] { ["seconds": "ext.seconds"] }
      override class var unexportedProperties: Set<String> { ["seconds"] }
    }
    let row = DatabaseRow(["ext": .text(#"{"other":[1],"seconds":7}"#)], isCopied: true)
    let whole = try row.decode(Whole.self)
    #expect(whole.seconds == 7 && whole.ext["seconds"] as? Int == 7)
    try row.update(whole)
    #expect(row.columns["ext"] == .text(#"{"other":[1],"seconds":7}"#))
  }
}
