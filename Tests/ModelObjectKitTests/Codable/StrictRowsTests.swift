import Foundation
import ModelObjectKit
import Testing

private enum Color: String, Codable { case red, green }
private struct Point: Codable, Equatable { var x = 0 }
private class Part: ModelObject { var a = 0 }

private class Note: ModelObject {
  var id: Int64 = 0
  var teamId = 0
  var title = ""
  var isOn = false
  var weight: Float = 0
  var height: Float?
  var ratio = 1.5
  var tags = ["kept"]
  var names: Set<String> = ["kept"]
  var map = ["kept": 1]
  var color = Color.red
  var point: Point?
  var part: Part?
  var parts: [Part] = []
  var at: Date?
  var data: Data?
  var nickname: String?
}

private final class HookedNote: Note {
  var seen: [String: Any] = [:]
  override class var ignoredProperties: Set<String> { ["seen"] }
  override func serializeValue(_ value: Any?, key: String) throws {
    seen[key] = value
    try super.serializeValue(value, key: key)
  }
}

private final class KeepingNote: Note {
  var rest: [String: Any] = [:]
  override class var unknownKeysProperty: String? { "rest" }
}

private final class TransformedNote: Note {
  override class var transforms: [String: PropertyTransform] {
    ["title": PropertyTransform { $0 }, "tags": PropertyTransform { $0 }]
  }
}

/// Rows as those of SQLite.swift.
///
/// They convert nothing, list their columns in quotes, read everything but numbers, text and bytes as
/// JSON, and stop the program if a date isn't one.
struct StrictRows {
  /// A decoder makes the class that is known statically.
  private static func notes(from row: StrictRow) throws -> [Note] {
    [
      try Note(from: row), try HookedNote(from: row), try KeepingNote(from: row),
      try TransformedNote(from: row),
    ]
  }

  private static var columns: [String: Any?] {
    [
      "id": Int64(7), "team_id": Int64(3), "title": "a", "isOn": Int64(1), "weight": 72.5,
      "height": 3.5, "ratio": 2.5, "tags": "[]", "names": "[]", "map": "{}", "color": #""green""#,
      "point": #"{"x":1}"#, "part": #"{"a":2}"#, "parts": #"[{"a":3},{"a":"4"}]"#,
      "at": "2014-05-06", "data": Data([1]), "nickname": String?.none,
    ]
  }

  @Test func areReadAsTheirStructsAre() throws {
    for note in try Self.notes(from: StrictRow(columns: Self.columns)) {
      #expect(
        note.id == 7 && note.teamId == 3 && note.title == "a" && note.isOn,
        "\(type(of: note))"
      )
      #expect(note.weight == 72.5 && note.height == 3.5 && note.ratio == 2.5, "\(type(of: note))")
      #expect(note.tags == [] && note.names == [] && note.map == [:], "\(type(of: note))")
      #expect(
        note.color == .green && note.point == Point(x: 1) && note.part?.a == 2,
        "\(type(of: note))"
      )
      #expect(note.parts.map(\.a) == [3, 4], "\(type(of: note))")
      #expect(note.at == Date(timeIntervalSince1970: 1_399_334_400), "\(type(of: note))")
      #expect(note.data == Data([1]) && note.nickname == nil, "\(type(of: note))")
    }
  }

  /// What isn't the type of the property is an issue, and no other type is asked for.
  @Test func areIssuesWhereTheirStructsThrow() throws {
    let columns: [String: Any?] = [
      "id": "7", "teamId": 1.5, "title": Int64(5), "isOn": "yes", "weight": "x", "ratio": Int64(3),
      "tags": "[", "names": "{", "map": "abc", "color": "blue", "point": "[", "part": "7",
      "parts": Int64(4), "height": "much",
    ]
    // Their structs have nil there, without a word.
    let optionals: [String: Any?] = ["nickname": Int64(5)]
    let log = TextLog()
    var options = MappingOptions()
    options.issueHandler = { log.add($0.map(\.path)) }
    let row = StrictRow(
      columns: columns.merging(optionals) { $1 },
      userInfo: [.mappingOptions: options]
    )
    let notes = try Self.notes(from: row)
    let kept = Note()
    for note in notes {
      #expect(note.id == 0 && note.teamId == 0 && note.title == "" && !note.isOn)
      #expect(note.weight == 0 && note.height == nil && note.ratio == 1.5 && note.tags == kept.tags)
      #expect(note.names == kept.names && note.map == kept.map && note.color == .red)
      #expect(note.point == nil && note.part == nil && note.parts.isEmpty && note.nickname == nil)
    }
    for key in columns.keys {
      #expect(log.texts.count { $0 == key } == notes.count, "\(key)")
    }
    #expect(log.texts.filter { columns[$0] == nil } == [])
  }

  /// Hooks, unknown keys and values without a type see what a column has.
  @Test func haveNumbersAndTextsWithoutTypes() throws {
    class Loose: ModelObject {
      var id: Int64 = 0
      var any: Any?
      var rest: [String: Any] = [:]
      override class var unknownKeysProperty: String? { "rest" }
    }
    let columns: [String: Any?] = [
      "id": Int64(1), "any": "2014-05-06T07:08:00.000", "n": Int64(-5), "r": 2.5, "t": "[]",
      "none": String?.none, "my \"own\"": "x",
    ]
    let loose = try StrictRow(columns: columns).read(Loose.self)
    #expect(loose.id == 1 && loose.any as? String == "2014-05-06T07:08:00.000")
    let rest: [String: Any] = [
      "n": -5, "r": 2.5, "t": "[]", "none": NSNull(), "my \"own\"": "x",
    ]
    #expect(loose.rest as NSDictionary == rest as NSDictionary)
    let hooked = try StrictRow(columns: Self.columns).read(HookedNote.self)
    #expect(hooked.seen["id"] as? Int == 7 && hooked.seen["weight"] as? Double == 72.5)
    #expect(hooked.seen["tags"] as? [String] == [] && hooked.seen["map"] as? [String: Int] == [:])
    #expect(hooked.seen["at"] as? String == "2014-05-06")
    #expect(hooked.seen["data"] as? Data == Data([1]))
  }
}

private func misfit(_ type: Any.Type) -> DecodingError {
  .typeMismatch(type, DecodingError.Context(codingPath: [], debugDescription: "no \(type)"))
}

/// A row of SQLite.swift.
private struct StrictRow: Decoder {
  let columns: [String: Any?]
  var userInfo: [CodingUserInfoKey: Any] = [:]
  var codingPath: [any CodingKey] { [] }

  func read<Class: ModelObject>(_ type: Class.Type) throws -> Class { try type.init(from: self) }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed(row: self))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw misfit([Any].self) }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw misfit(Any.self) }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let row: StrictRow
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] {
      row.columns.keys.compactMap { Key(stringValue: "\"\($0.replacing("\"", with: "\"\""))\"") }
    }

    private func value<T>(_ type: T.Type, _ key: Key) throws -> T {
      guard let value = row.columns[key.stringValue] as? T else { throw misfit(type) }
      return value
    }

    func contains(_ key: Key) -> Bool { (row.columns[key.stringValue] ?? nil) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { !contains(key) }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
      try value(Int64.self, key) != 0
    }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { Int(try value(Int64.self, key)) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try value(type, key) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try value(type, key) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
      Float(try value(Double.self, key))
    }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(type, key) }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      if type == Data.self { return try value(type, key) }
      let text = try value(String.self, key)
      if type == Date.self {
        guard let date = try? Date(text + "T00:00:00Z", strategy: .iso8601) as? T else {
          Issue.record("the decoder stops the program")
          throw misfit(type)
        }
        return date
      }
      return try JSONDecoder().decode(type, from: Data(text.utf8))
    }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
      try? decode(type, forKey: key)
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
      try? decode(type, forKey: key)
    }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
      try? decode(type, forKey: key)
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
      try? decode(type, forKey: key)
    }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
      try? decode(type, forKey: key)
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
      try? decode(type, forKey: key)
    }
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
      contains(key) ? try decode(type, forKey: key) : nil
    }
    func nestedContainer<N>(keyedBy type: N.Type, forKey key: Key) throws
      -> KeyedDecodingContainer<N>
    { throw misfit(N.self) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw misfit([Any].self)
    }
    func superDecoder() throws -> any Decoder { throw misfit(Any.self) }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw misfit(Any.self) }
  }
}
