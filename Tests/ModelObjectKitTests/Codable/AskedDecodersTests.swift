import Foundation
import ModelObjectKit
import Testing

private class Inner: ModelObject { var id = 1 }

private class Item: ModelObject {
  var name = "n"
  var count = 2
  var ratio: Float = 0.5
  var isOn: Bool?
  var at = Date(timeIntervalSinceReferenceDate: 0)
  var uuid: UUID?
  var data = Data()
  var sizes: [Int] = []
  var inner: Inner?
}

/// Decoders are asked for the values that synthesized code asks for; a class with hooks asks for a
/// tree of all values instead.
@Suite(.differs(.hooks)) struct AskedDecoders {
  private static var values: [String: Any] {
    [
      "name": "a", "count": 1, "ratio": Float(2), "isOn": true, "data": Data([1]),
      "uuid": UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") as Any, "sizes": [1, 2],
      "at": Date(timeIntervalSinceReferenceDate: 5), "inner": ["id": 7],
    ]
  }

  private static let calls: Set<String> = [
    "name String", "count Int", "ratio Float", "isOn? Bool", "uuid? UUID", "data Data", "at Date",
    "sizes Array<Int>", "inner? Inner", "inner.id Int",
  ]

  /// The second object of a class is read by the keys of the first one.
  @Test func giveEachPropertyAsItsOwnTypeFromOneContainer() throws {
    for _ in 0..<2 {
      let decoder = AskedDecoder(Self.values)
      let item = try Item(from: decoder)
      #expect(item.name == "a" && item.isOn == true && item.sizes == [1, 2])
      #expect(item.data == Data([1]) && item.inner?.id == 7)
      #expect(decoder.log.containers == 2 && Set(decoder.log.calls) == Self.calls)
      #expect(decoder.log.calls.count == Self.calls.count)
    }
  }

  @Test func areAskedOnceForKeysInOtherSpellings() throws {
    let values = Self.values.merging(["is_on": false, "COUNT": 3]) { $1 }
      .filter { $0.key != "isOn" && $0.key != "count" }
    let decoder = AskedDecoder(values)
    let item = try Item(from: decoder)
    #expect(item.isOn == false && item.count == 3 && item.name == "a")
    #expect(decoder.log.containers == 2)
    #expect(decoder.log.calls.count(where: { $0 == "COUNT Int" }) == 1)
    #expect(decoder.log.calls.count(where: { $0 == "is_on? Bool" }) == 1)
  }

  /// Only the class's properties and `keyMapping` determine how it is coded.
  @Test func areNotAskedByTheKeysOfASubclass() throws {
    class Renamed: ModelObject {
      var name = ""
      enum CodingKeys: String, CodingKey { case name = "title" }
    }
    let decoder = AskedDecoder(["title": "a", "name": "b"])
    #expect(try Renamed(from: decoder).name == "b")
  }
}

private struct NotThere: Error {}

/// A decoder whose values have any requested type, or are missing; it records the requests.
private struct AskedDecoder: Decoder {
  final class Log {
    var containers = 0
    var calls: [String] = []
  }

  let values: [String: Any]
  var log = Log()
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ values: [String: Any]) { self.values = values }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    log.containers += 1
    return KeyedDecodingContainer(Keyed(decoder: self))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    Issue.record("no array was there")
    throw NotThere()
  }
  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    Issue.record("no single value was there")
    throw NotThere()
  }

  struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: AskedDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { decoder.values.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { decoder.values[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool {
      guard let value = decoder.values[key.stringValue] else { throw NotThere() }
      return value is NSNull
    }

    private func value<T: Decodable>(_ type: T.Type, _ key: Key, _ mark: String = "") throws -> T {
      let path = (codingPath + [key]).map(\.stringValue).joined(separator: ".")
      decoder.log.calls.append("\(path)\(mark) \(type)")
      if let value = decoder.values[key.stringValue] as? T { return value }
      guard let values = decoder.values[key.stringValue] as? [String: Any] else { throw NotThere() }
      var inner = AskedDecoder(values)
      inner.log = decoder.log
      inner.codingPath = codingPath + [key]
      return try T(from: inner)
    }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try value(type, key) }
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
      contains(key) ? try value(type, key, "?") : nil
    }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
      contains(key) ? try value(type, key, "?") : nil
    }

    func nestedContainer<N>(keyedBy type: N.Type, forKey key: Key) throws
      -> KeyedDecodingContainer<N>
    {
      Issue.record("a nested container was asked for")
      throw NotThere()
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      Issue.record("a nested container was asked for")
      throw NotThere()
    }
    func superDecoder() throws -> any Decoder {
      Issue.record("the decoder of a superclass was asked for")
      throw NotThere()
    }
    func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder() }
  }
}
