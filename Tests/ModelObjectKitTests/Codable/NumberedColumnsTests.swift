import Foundation
import ModelObjectKit
import Testing

/// Decoders are recognized by the names of their modules.
private enum CodableCSV {}

private class Person: ModelObject {
  var name = ""
  var age = 0
}

/// A decoder lists the numbers of columns unless the key type refuses numbers.
struct NumberedColumns {
  @Test func areFoundByTheirNames() throws {
    final class Hooked: Person {
      var seen: [String] = []
      override class var ignoredProperties: Set<String> { ["seen"] }
      override func serializeValue(_ value: Any?, key: String) throws {
        seen.append(key)
        try super.serializeValue(value, key: key == "years" ? "age" : key)
      }
    }
    let person = try Hooked(from: CodableCSV.RowDecoder(["name", "years"], ["Ada", "36"]))
    #expect(person.name == "Ada" && person.age == 36 && person.seen == ["name", "years"])
  }
}

extension NumberedColumns {
  @Test func areKnownToStrictOptions() throws {
    final class Strict: Person {
      override class var mappingOptions: MappingOptions { .strict }
    }
    let person = try Strict(from: CodableCSV.RowDecoder(["name", "AGE"], ["Ada", "36"]))
    #expect(person.name == "Ada" && person.age == 36)
    #expect(throws: ModelError.self) {
      try Strict(from: CodableCSV.RowDecoder(["name", "years"], ["Ada", "36"]))
    }
  }

  @Test func areKeptAsUnknownKeys() throws {
    final class Keeping: Person {
      var rest: [String: Any] = [:]
      override class var unknownKeysProperty: String? { "rest" }
    }
    let person = try Keeping(from: CodableCSV.RowDecoder(["name", "city"], ["Ada", "Lahore"]))
    #expect(person.name == "Ada" && person.rest as? [String: String] == ["city": "Lahore"])
  }

  /// Without a header, columns have only numbers.
  @Test func areNumbersWithoutNames() throws {
    final class Numbered: Person {
      override class var keyMapping: [String: JSONKey] { ["name": "0", "age": "1"] }
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key)
      }
    }
    let person = try Numbered(from: CodableCSV.RowDecoder([], ["Ada", "36"]))
    #expect(person.name == "Ada" && person.age == 36)
  }
}

private struct NotThere: Error {}

extension CodableCSV {
  /// A row of strings, as CodableCSV passes it to `Codable`.
  fileprivate struct RowDecoder: Decoder {
    let names: [String]
    let fields: [String]
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ names: [String], _ fields: [String]) { (self.names, self.fields) = (names, fields) }

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
      KeyedDecodingContainer(Keyed(row: self))
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NotThere() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw NotThere() }
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let row: RowDecoder
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] {
      let numbers = row.fields.indices.compactMap { Key(intValue: $0) }
      return numbers.isEmpty ? row.names.compactMap { Key(stringValue: $0) } : numbers
    }
    private func index(_ key: Key) -> Int? {
      let index = key.intValue ?? row.names.firstIndex(of: key.stringValue)
      return index.flatMap { row.fields.indices.contains($0) ? $0 : nil }
    }
    func contains(_ key: Key) -> Bool { index(key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool {
      guard let index = index(key) else { throw NotThere() }
      return row.fields[index].isEmpty
    }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      guard let index = index(key) else { throw NotThere() }
      return try T(from: FieldDecoder(field: row.fields[index], codingPath: [key]))
    }
    func nestedContainer<N>(keyedBy type: N.Type, forKey key: Key) throws
      -> KeyedDecodingContainer<N>
    { throw NotThere() }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw NotThere()
    }
    func superDecoder() throws -> any Decoder { throw NotThere() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw NotThere() }
  }

  private struct FieldDecoder: Decoder, SingleValueDecodingContainer {
    let field: String
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
      throw NotThere()
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NotThere() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
    func decodeNil() -> Bool { field.isEmpty }
    func decode(_ type: String.Type) throws -> String { field }
    func decode(_ type: Bool.Type) throws -> Bool { try made(Bool.init) }
    func decode(_ type: Int.Type) throws -> Int { try made { Int($0) } }
    func decode(_ type: Int64.Type) throws -> Int64 { try made { Int64($0) } }
    func decode(_ type: Double.Type) throws -> Double { try made { Double($0) } }
    private func made<T>(_ make: (String) -> T?) throws -> T {
      guard let value = make(field) else { throw NotThere() }
      return value
    }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: self) }
  }
}
