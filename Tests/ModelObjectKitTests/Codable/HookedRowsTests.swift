import Foundation
import ModelObjectKit
import Testing

private class Entry: ModelObject {
  var age = 0
  var big: Int64 = 0
  var real = 0.0
  var text = ""
  var uuid: UUID?
}

private final class SerializedEntry: Entry {
  var seen: [String: Any] = [:]
  override class var ignoredProperties: Set<String> { ["seen"] }
  override func serializeValue(_ value: Any?, key: String) throws {
    seen[key] = value
    try super.serializeValue(value, key: key)
  }
}

private final class ChangedEntry: Entry {
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
    dictionary.merging(["more": 1]) { $1 }
  }
}

private final class UnchangedEntry: Entry {
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] { dictionary }
}

private final class ReadEntry: Entry {
  override func didMap(_ dictionary: [String: Any]) throws {}
}

private final class PickedEntry: Entry {
  override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? { nil }
}

private final class KeepingEntry: Entry {
  var rest: [String: Any] = [:]
  override class var unknownKeysProperty: String? { "rest" }
}

private class Tagged: ModelObject {
  override class var subclasses: Subclasses? { .byTag("kind", ["6": Six.self]) }
}
private final class Six: Tagged { var uuid: UUID? }

private class Tree: ModelObject {
  var id = 0
  var height = 0.0
  var woodId = 0
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private class Wood: ModelObject {
  var name = ""
  var trees: [Tree] = []
}

private final class HookedWood: Wood {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// Rows that are read from a statement, and copied rows.
struct HookedClassesInRows {
  private static let uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
  private static let bytes = uuid.map { withUnsafeBytes(of: $0.uuid) { Data($0) } } ?? Data()

  private static func row(_ isCopied: Bool, _ more: [String: DatabaseRow.Value] = [:])
    -> DatabaseRow
  {
    let columns: [String: DatabaseRow.Value] = [
      "age": .integer(3), "big": .integer(9_007_199_254_740_993), "real": .real(1.85),
      "text": .integer(5), "uuid": .blob(bytes),
    ]
    return DatabaseRow(columns.merging(more) { $1 }, isCopied: isCopied)
  }

  private func check(_ entry: Entry) {
    #expect(entry.age == 3 && entry.big == 9_007_199_254_740_993 && entry.real == 1.85)
    #expect(entry.text == "5" && entry.uuid == Self.uuid)
  }

  @Test(arguments: [false, true]) func readColumnsAsThePlainClassDoes(isCopied: Bool) throws {
    check(try Self.row(isCopied).decode(Entry.self))
    check(try Self.row(isCopied).decode(SerializedEntry.self))
    check(try Self.row(isCopied).decode(ChangedEntry.self))
    check(try Self.row(isCopied).decode(UnchangedEntry.self))
    check(try Self.row(isCopied).decode(ReadEntry.self))
    check(try Self.row(isCopied).decode(PickedEntry.self))
    check(try Self.row(isCopied).decode(KeepingEntry.self))
  }

  @Test(arguments: [false, true]) func takeTheKeyThatHasAValue(isCopied: Bool) throws {
    class Book: ModelObject {
      var id = 0
      override class var keyMapping: [String: JSONKey] { ["id": ["id", "book_id"]] }
    }
    let row = DatabaseRow(["id": .null, "book_id": .integer(6)], isCopied: isCopied)
    #expect(try row.decode(Book.self).id == 6)
  }

  @Test(arguments: [false, true]) func giveTransformsNumbers(isCopied: Bool) throws {
    class Older: ModelObject {
      var age = 0
      override class var transforms: [String: PropertyTransform] {
        ["age": PropertyTransform { ($0 as? Int).map { $0 + 1 } }]
      }
    }
    #expect(try Self.row(isCopied).decode(Older.self).age == 4)
  }

  @Test(arguments: [false, true]) func areNamedByNumericTags(isCopied: Bool) throws {
    let row = Self.row(isCopied, ["kind": .integer(6)])
    #expect((try row.decode(Tagged.self) as? Six)?.uuid == Self.uuid)
  }

  @Test(arguments: [false, true]) func seeColumnsAsTheyAre(isCopied: Bool) throws {
    class Loose: ModelObject {
      var age: Any?
      var real: Any?
      var uuid: Any?
      var name: Any?
      var digits: Any?
      var whole: Any?
      var none: Any? = 1
      var json: Any?
    }
    final class HookedLoose: Loose {
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key)
      }
    }
    let more: [String: DatabaseRow.Value] = [
      "name": .text("Ada"), "digits": .text("007"), "whole": .real(2), "none": .null,
      "json": .text("[1]"),
    ]
    for type in [Loose.self, HookedLoose.self] {
      let loose = try Self.row(isCopied, more).decode(type)
      #expect(loose.age as? Int == 3 && loose.real as? Double == 1.85 && loose.whole as? Int == 2)
      #expect(loose.uuid as? Data == Self.bytes && loose.name as? String == "Ada")
      #expect(
        loose.digits as? String == "007" && loose.none == nil && loose.json as? String == "[1]"
      )
    }
    let rest = try Self.row(isCopied, more).decode(KeepingEntry.self).rest
    #expect(rest["whole"] as? Int == 2 && rest["name"] as? String == "Ada")
    let seen = try Self.row(isCopied, more).decode(SerializedEntry.self).seen
    #expect(seen["age"] as? Int == 3 && seen["real"] as? Double == 1.85)
    #expect(seen["big"] as? Int == 9_007_199_254_740_993)
    #expect(seen["uuid"] as? String == Self.uuid?.uuidString && seen["digits"] as? String == "007")
  }

  /// A record's own ways to read dates and data don't change the kind of a value.
  @Test(arguments: [false, true]) func tellDigitsFromNumbers(isCopied: Bool) throws {
    class Loose: ModelObject {
      var number: Any?
      var digits: Any?
      var bytes: Any?
      var day: Date?
      var data = Data()
    }
    let row = DatabaseRow(
      [
        "number": .integer(7), "digits": .text("007"), "bytes": .blob(Data([104, 0])),
        "day": .integer(1), "data": .blob(Data([1, 2])),
      ],
      isCopied: isCopied
    )
    let dates: [((DatabaseRow.Value) -> Date?)?] = [nil, { _ in nil }, { _ in .distantPast }]
    let data: [((Data) -> Data?)?] = [nil, { _ in nil }, { Data($0.reversed()) }]
    for (date, data) in zip(dates, data) {
      row.strategy = DatabaseRow.Strategy(date: date, data: data)
      let loose = try row.decode(Loose.self)
      #expect(loose.number as? Int == 7 && loose.digits as? String == "007")
      #expect(loose.bytes as? Data == Data([104, 0]))
    }
    let own = try row.decode(Loose.self)
    #expect(own.day == .distantPast && own.data == Data([2, 1]))
  }

  @Test(arguments: [false, true]) func readTheRowsOfAssociations(isCopied: Bool) throws {
    let trees = (1...2).map { number in
      DatabaseRow(
        ["id": .integer(Int64(number)), "height": .real(2.5), "woodId": .integer(7)],
        isCopied: true
      )
    }
    let row = DatabaseRow(
      ["name": .text("W")],
      isCopied: isCopied,
      scopes: ["owner": DatabaseRow(["id": .integer(4)], isCopied: isCopied)],
      prefetched: ["trees": trees, "others": trees]
    )
    class KeepingWood: Wood {
      var rest: [String: Any] = [:]
      override class var unknownKeysProperty: String? { "rest" }
    }
    for type in [Wood.self, HookedWood.self, KeepingWood.self] {
      let wood = try row.decode(type)
      #expect(wood.name == "W" && wood.trees.map(\.id) == [1, 2])
      #expect(wood.trees.map(\.height) == [2.5, 2.5] && wood.trees.map(\.woodId) == [7, 7])
      guard let rest = (wood as? KeepingWood)?.rest else { continue }
      #expect((rest["owner"] as? [String: Any])?["id"] as? Int == 4)
      let others = rest["others"] as? [[String: Any]]
      #expect(others?.map { $0["id"] as? Int } == [1, 2])
    }
  }

  /// The rows of an association have one container; others stop the program.
  @Test func readTheRowsOfAssociationsAsValues() throws {
    struct Size: Codable, Equatable { var id = 0, height = 0.0 }
    class Values: ModelObject {
      var any: [Any] = []
      var pairs: [[String: Any]] = []
      var sizes: [Size] = []
      var ages: [Int] = []
      var entries: [Any] = []
      override class var arrayMapping: [String: ModelObject.Type] { ["entries": Entry.self] }
    }
    class HookedValues: Values {
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key)
      }
    }
    let trees = [DatabaseRow.Value.real(2.5), .null, .text("high")].enumerated().map {
      DatabaseRow(["id": .integer(Int64($0)), "height": $1], isCopied: true)
    }
    let ages = [DatabaseRow.Value.integer(3), .text("old"), .integer(5)].map {
      DatabaseRow(["age": $0], isCopied: true)
    }
    let row = DatabaseRow(
      [:],
      isCopied: false,
      prefetched: [
        "any": trees, "pairs": trees, "sizes": trees, "ages": ages,
        "entries": [Self.row(true)],
      ]
    )
    for type in [Values.self, HookedValues.self] {
      let values = try row.decode(type)
      let any = values.any as? [[String: Any]]
      for pairs in [any ?? [], values.pairs] {
        #expect(pairs.map { $0["id"] as? Int } == [0, 1, 2])
        #expect(pairs.first?["height"] as? Double == 2.5)
        #expect(pairs.last?["height"] as? String == "high")
      }
      #expect(values.sizes == [Size(id: 0, height: 2.5)] && values.ages == [3, 5])
      #expect((values.entries.first as? Entry)?.uuid == Self.uuid)
    }
  }

  /// A column of JSON is read by another decoder.
  @Test(arguments: [false, true]) func readColumnsOfJSON(isCopied: Bool) throws {
    class Holder: ModelObject {
      var list: [Any] = []
      var tree: Tree?
      var entry: Entry?
    }
    let row = DatabaseRow(
      [
        "list": .text(#"[1, true, 2.5, "7"]"#), "tree": .text(#"{"id": 1, "height": 0.5}"#),
        "entry": .text(#"{"age": true, "text": "x"}"#),
      ],
      isCopied: isCopied
    )
    let holder = try row.decode(Holder.self)
    #expect(
      holder.list.count == 4 && holder.list[0] as? Int == 1 && holder.list[1] as? Bool == true
    )
    #expect(holder.list[2] as? Double == 2.5 && holder.list[3] as? String == "7")
    #expect(holder.tree?.id == 1 && holder.tree?.height == 0.5)
    #expect(holder.entry?.age == 1 && holder.entry?.text == "x")
  }
}
