import Foundation
import ModelObjectKit
import Testing

private class Item: ModelObject {
  var id = 0
  var note: String?
}

private class Basket: ModelObject {
  var title = ""
  var items: [Item] = []
  var sizes: [Int] = []
  var missing: Int?
}

struct RepeatedKeys {
  @Test func areOneArray() throws {
    let basket = try Basket(
      from: ElementsDecoder(elements: [
        ("title", "T"), ("items", ["id": 1]), ("items", ["id": 2, "note": "n"]), ("sizes", 3),
        ("sizes", 4),
      ])
    )
    #expect(basket.title == "T" && basket.items.map(\.id) == [1, 2])
    #expect(basket.items.map(\.note) == [nil, "n"] && basket.sizes == [3, 4])
  }

  @Test func areOneArrayUnderStrictHandlingToo() throws {
    var decoder = ElementsDecoder(elements: [
      ("title", "T"), ("items", ["id": 1, "note": "m"]), ("items", ["id": 2, "note": "n"]),
      ("sizes", 3), ("missing", 1),
    ])
    decoder.userInfo[.mappingOptions] = MappingOptions.strict
    #expect(try Basket(from: decoder).items.map(\.id) == [1, 2])
  }
}

private func misfit(_ type: Any.Type) -> DecodingError {
  .typeMismatch(type, DecodingError.Context(codingPath: [], debugDescription: "no \(type)"))
}

/// An element of a document as decoders of XML hand it to `Codable`: what has one name is an array
/// for whoever asks for one, and the first of them for others; the name is told for each.
private struct ElementsDecoder: Decoder {
  var elements: [(name: String, value: Any)]
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] = [:]

  /// What the decoder takes from a text by itself.
  private static let scalars: [Any.Type] = [
    String.self, Bool.self, Int.self, UInt64.self, Double.self, Decimal.self, Date.self, Data.self,
  ]

  init(elements: [(String, Any)]) { self.elements = elements }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed(decoder: self))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    Unkeyed(values: elements.map(\.value), userInfo: userInfo)
  }
  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    Single(value: elements, userInfo: userInfo)
  }

  static func decode<T: Decodable>(
    _ type: T.Type,
    _ value: Any,
    _ userInfo: [CodingUserInfoKey: Any]
  ) throws -> T {
    if let value = value as? T { return value }
    guard let pairs = value as? [String: Any] else {
      if scalars.contains(where: { $0 == type }) { throw misfit(type) }
      return try T(from: SingleDecoder(single: Single(value: value, userInfo: userInfo)))
    }
    var decoder = ElementsDecoder(elements: pairs.map { ($0.key, $0.value) })
    decoder.userInfo = userInfo
    return try T(from: decoder)
  }

  struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ElementsDecoder
    var codingPath: [any CodingKey] = []
    var allKeys: [Key] { decoder.elements.compactMap { Key(stringValue: $0.name) } }

    func values(_ key: Key) -> [Any] {
      decoder.elements.filter { $0.name == key.stringValue }.map(\.value)
    }
    func contains(_ key: Key) -> Bool { !values(key).isEmpty }
    func decodeNil(forKey key: Key) throws -> Bool { values(key).isEmpty }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      if "\(type)".hasPrefix("Array<") {
        return try T(from: ArrayDecoder(values: values(key), userInfo: decoder.userInfo))
      }
      guard let first = values(key).first else { throw misfit(type) }
      return try ElementsDecoder.decode(type, first, decoder.userInfo)
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

private struct ArrayDecoder: Decoder {
  let values: [Any]
  var codingPath: [any CodingKey] { [] }
  let userInfo: [CodingUserInfoKey: Any]

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw misfit(type)
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    Unkeyed(values: values, userInfo: userInfo)
  }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw misfit(Any.self) }
}

private struct Unkeyed: UnkeyedDecodingContainer {
  let values: [Any]
  let userInfo: [CodingUserInfoKey: Any]
  var codingPath: [any CodingKey] { [] }
  var currentIndex = 0
  var count: Int? { values.count }
  var isAtEnd: Bool { currentIndex >= values.count }

  init(values: [Any], userInfo: [CodingUserInfoKey: Any]) {
    self.values = values
    self.userInfo = userInfo
  }

  mutating func decodeNil() throws -> Bool { false }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try ElementsDecoder.decode(type, values[currentIndex], userInfo)
    currentIndex += 1
    return value
  }
  mutating func nestedContainer<N>(keyedBy type: N.Type) throws -> KeyedDecodingContainer<N> {
    throw misfit(N.self)
  }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw misfit([Any].self)
  }
  mutating func superDecoder() throws -> any Decoder { throw misfit(Any.self) }
}

private struct SingleDecoder: Decoder {
  let single: Single
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { single.userInfo }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw misfit(type)
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw misfit([Any].self) }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { single }
}

private struct Single: SingleValueDecodingContainer {
  let value: Any
  let userInfo: [CodingUserInfoKey: Any]
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { false }
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try ElementsDecoder.decode(type, value, userInfo)
  }
}
