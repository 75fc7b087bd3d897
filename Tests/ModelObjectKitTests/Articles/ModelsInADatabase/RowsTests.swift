import Foundation
import ModelObjectKit
import Testing

private class Address: ModelObject {
  var city = ""
}

private class Team: ModelObject {
  var title = ""
  var players: [Player] = []
}

private class Player: ModelObject {
  var id: Int64?
  var name = ""
  var score: Int?
  var joined: Date?
  var uuid: UUID?
  var photo: Data?
  var address: Address?
  var tags: [String] = []
  var team: Team?
  override class var unexportedProperties: Set<String> { ["team"] }
}

private final class HookedPlayer: Player {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

struct ModelsAsRows {
  private static let uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")

  private func player() -> Player {
    let player = Player()
    player.id = 1
    player.name = "Ada"
    player.joined = Date(timeIntervalSinceReferenceDate: 0.5)
    player.uuid = Self.uuid
    player.photo = Data([1, 2])
    player.address = Address()
    player.address?.city = "Lahore"
    player.tags = ["a", "b"]
    return player
  }

  @Test func haveNativeValuesNullsAndJSON() throws {
    let columns = try Row(encoding: player()).columns
    #expect(columns["joined"] as? Date == player().joined && columns["uuid"] as? UUID == Self.uuid)
    #expect(columns["photo"] as? Data == Data([1, 2]) && columns["id"] as? Int64 == 1)
    #expect(columns["address"] as? String == #"{"city":"Lahore"}"#)
    #expect(columns["tags"] as? String == #"["a","b"]"#)
    #expect(columns["score"] is NSNull && columns["team"] == nil)
  }

  @Test func comeBackEqual() throws {
    let row = try Row(encoding: player())
    #expect(try row.decode(Player.self) == player())
    let hooked = try row.decode(HookedPlayer.self)
    #expect(hooked.uuid == Self.uuid && hooked.joined == player().joined)
    #expect(hooked.address?.city == "Lahore" && hooked.tags == ["a", "b"])
  }

  @Test func takeWhatBelongsToThem() throws {
    var row = try Row(encoding: player())
    row.scopes = ["team": Row(columns: ["title": "T"])]
    #expect(try row.decode(Player.self).team?.title == "T")
    var team = Row(columns: ["title": "T"])
    team.prefetched = ["players": [row, try Row(encoding: Player())]]
    let players = try team.decode(Team.self).players
    #expect(players.map(\.name) == ["Ada", ""] && players[0].team?.title == "T")
  }

  @Test func mergeAPageOfJSONByPrimaryKey() throws {
    let stored = try Row(encoding: player()).decode(Player.self)
    try stored.update(json: #"{"id": 1, "address": {"city": "Multan"}, "joined": null}"#)
    let columns = try Row(encoding: stored).columns
    #expect(columns["address"] as? String == #"{"city":"Multan"}"#)
    #expect(columns["joined"] is NSNull && columns["name"] as? String == "Ada")
  }
}

/// A row as databases pass it to `Codable`: scalar values in columns, JSON text for other values,
/// and rows of other tables beside them.
private struct Row {
  var columns: [String: Any] = [:]
  var scopes: [String: Row] = [:]
  var prefetched: [String: [Row]] = [:]

  init(columns: [String: Any]) { self.columns = columns }

  init(encoding value: some Encodable) throws {
    let writer = Writer()
    try value.encode(to: RowEncoder(writer: writer))
    columns = writer.columns
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: RowDecoder(row: self)) }

  static func isNative(_ type: Any.Type) -> Bool {
    let types: [Any.Type] = [
      String.self, Bool.self, Int.self, Int64.self, Double.self, Date.self, UUID.self, Data.self,
    ]
    return types.contains { $0 == type }
  }
}

private struct JSONRequired: Error {}

private func mismatch(_ type: Any.Type) -> DecodingError {
  .typeMismatch(type, DecodingError.Context(codingPath: [], debugDescription: "no \(type)"))
}

private struct RowDecoder: Decoder {
  let row: Row
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] = [:]

  init(row: Row) { self.row = row }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed(row: row))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    Issue.record("a row is no array")
    throw mismatch([Any].self)
  }
  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    Issue.record("a row is no single value")
    throw mismatch(Any.self)
  }

  struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let row: Row
    var codingPath: [any CodingKey] = []
    var allKeys: [Key] {
      (Array(row.columns.keys) + row.scopes.keys + row.prefetched.keys)
        .compactMap { Key(stringValue: $0) }
    }
    func contains(_ key: Key) -> Bool { allKeys.contains { $0.stringValue == key.stringValue } }
    func decodeNil(forKey key: Key) throws -> Bool { row.columns[key.stringValue] is NSNull }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      if let column = row.columns[key.stringValue] {
        do {
          return try ColumnDecoder(value: column).decode(type)
        } catch is JSONRequired {
          guard let text = column as? String else { throw mismatch(type) }
          return try JSONDecoder().decode(type, from: Data(text.utf8))
        }
      }
      if let scope = row.scopes[key.stringValue] { return try scope.decode(type) }
      guard let rows = row.prefetched[key.stringValue] else { throw mismatch(type) }
      return try T(from: PrefetchedDecoder(rows: rows))
    }
    func nestedContainer<N>(keyedBy type: N.Type, forKey key: Key) throws
      -> KeyedDecodingContainer<N>
    { throw mismatch(N.self) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw mismatch([Any].self)
    }
    func superDecoder() throws -> any Decoder { throw mismatch(Any.self) }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw mismatch(Any.self) }
  }
}

private struct ColumnDecoder: Decoder, SingleValueDecodingContainer {
  let value: Any
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] = [:]

  init(value: Any) { self.value = value }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw JSONRequired()
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw JSONRequired() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
  func decodeNil() -> Bool { value is NSNull }
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if Row.isNative(type) {
      if let number = value as? Int, type == Int64.self, let value = Int64(number) as? T {
        return value
      }
      guard let value = value as? T else { throw mismatch(type) }
      return value
    }
    if type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type {
      throw mismatch(type)
    }
    return try T(from: self)
  }
}

private struct PrefetchedDecoder: Decoder, UnkeyedDecodingContainer {
  let rows: [Row]
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] = [:]
  var currentIndex = 0
  var count: Int? { rows.count }
  var isAtEnd: Bool { currentIndex >= rows.count }

  init(rows: [Row]) { self.rows = rows }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    Issue.record("rows are no object")
    throw mismatch(Any.self)
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { self }
  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    Issue.record("rows are no single value")
    throw mismatch(Any.self)
  }
  mutating func decodeNil() throws -> Bool { false }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    defer { currentIndex += 1 }
    return try rows[currentIndex].decode(type)
  }
  mutating func nestedContainer<N>(keyedBy type: N.Type) throws -> KeyedDecodingContainer<N> {
    throw mismatch(N.self)
  }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw mismatch([Any].self)
  }
  mutating func superDecoder() throws -> any Decoder { throw mismatch(Any.self) }
}

private final class Writer {
  var columns: [String: Any] = [:]
}

private struct RowEncoder: Encoder {
  let writer: Writer
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] = [:]

  init(writer: Writer) { self.writer = writer }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Keyed(writer: writer))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer { fatalError("a row is no array") }
  func singleValueContainer() -> any SingleValueEncodingContainer {
    fatalError("a row is no single value")
  }

  struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writer: Writer
    var codingPath: [any CodingKey] = []
    mutating func encodeNil(forKey key: Key) throws { writer.columns[key.stringValue] = NSNull() }
    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
      if Row.isNative(T.self) {
        writer.columns[key.stringValue] = value
      } else {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(value), as: UTF8.self)
        writer.columns[key.stringValue] = text
      }
    }
    mutating func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
      if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }
    mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
      if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }
    mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
      if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }
    mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws {
      if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }
    mutating func nestedContainer<N>(keyedBy type: N.Type, forKey key: Key)
      -> KeyedEncodingContainer<N>
    { fatalError("not asked for") }
    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      fatalError("not asked for")
    }
    mutating func superEncoder() -> any Encoder { fatalError("not asked for") }
    mutating func superEncoder(forKey key: Key) -> any Encoder { fatalError("not asked for") }
  }
}
