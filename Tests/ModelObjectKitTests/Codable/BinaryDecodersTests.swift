import Foundation
import ModelObjectKit
import Testing

private class Reading: ModelObject {
  var value = 0.0
  var day: Date?
  var days: [Date] = []
  var nested: [[Date]] = []
  var names: [String: Any] = ["kept": 1]
  var any: Any?
  var rest: [String: Any] = [:]
  override class var unknownKeysProperty: String? { "rest" }
}

private final class HookedReading: Reading {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private let day = Date(timeIntervalSince1970: 1_399_334_400)
private let bytes = Data([1, 2, 200])

/// Formats with numbers of several sizes, dates and bytes, none of which is an empty container.
struct BinaryDecoders {
  @Test(arguments: BinaryDecoder.Way.allCases, [false, true])
  func readScalarsAsSuch(way: BinaryDecoder.Way, hasOptions: Bool) throws {
    let pairs: [String: Any] = [
      "value": Float(8.25), "day": day, "days": [day, day], "nested": [[day]], "names": Float(1.5),
      "any": [Float(0.5), day, bytes, "x", [day]] as [Any], "float": Float(0.5), "date": day,
      "bytes": bytes, "dates": [day], "list": [bytes, Data([0])], "none": [Any](),
      "empty": [String: Any](), "numbers": [1, 2], "no": Data(),
    ]
    func check<Class: Reading>(_ type: Class.Type) throws {
      var decoder = BinaryDecoder(value: pairs, way: way)
      if hasOptions { decoder.userInfo[.mappingOptions] = MappingOptions() }
      let reading = try Class(from: decoder)
      #expect(reading.value == 8.25 && reading.day == day && reading.days == [day, day])
      #expect(reading.nested == [[day]] && reading.names["kept"] as? Int == 1)
      let any = try #require(reading.any as? NSArray)
      #expect(any == [0.5, day, bytes, "x", [day]] as NSArray)
      let rest: NSDictionary = [
        "float": 0.5, "date": day, "bytes": bytes, "dates": [day], "list": [bytes, Data([0])],
        "none": [Any](), "empty": [String: Any](), "numbers": [1, 2], "no": Data(),
      ]
      #expect(reading.rest as NSDictionary == rest)
    }
    try check(Reading.self)
    try check(HookedReading.self)
  }

  /// What no question reads is an issue, and left out.
  @Test func leaveOutWhatTheyDoNotDecode() throws {
    struct Extension {}
    let log = TextLog()
    var options = MappingOptions()
    options.issueHandler = { log.add($0.map(\.path)) }
    var decoder = BinaryDecoder(
      value: ["any": [1, Extension(), 2] as [Any], "unknown": Extension(), "day": Extension()],
      way: .strict
    )
    decoder.userInfo[.mappingOptions] = options
    let reading = try Reading(from: decoder)
    #expect(reading.any as? [Int] == [1, 2] && reading.rest.isEmpty && reading.day == nil)
    #expect(log.texts.contains("day"))
  }
}

struct BinaryDecoder: Decoder {
  enum Way: CaseIterable {
    /// As MessagePack: any container may be had of anything, and is empty.
    case lazy
    /// As CBOR: only containers know dates and bytes, for the values in them.
    case strict
  }

  let value: Any
  let way: Way
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] = [:]

  fileprivate static func mismatch(_ type: Any.Type) -> DecodingError {
    .typeMismatch(type, DecodingError.Context(codingPath: [], debugDescription: "no \(type)"))
  }

  fileprivate func inner<T: Decodable>(_ type: T.Type) throws -> T {
    if type == Date.self || type == Data.self {
      guard let value = value as? T else { throw Self.mismatch(type) }
      return value
    }
    return try T(from: Self(value: value, way: way))
  }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let pairs = value as? [String: Any]
    guard pairs != nil || way == .lazy else { throw Self.mismatch(type) }
    return KeyedDecodingContainer(Keyed(pairs: pairs ?? [:], way: way))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let elements = value as? [Any]
    guard elements != nil || way == .lazy else { throw Self.mismatch([Any].self) }
    return Unkeyed(elements, way: way)
  }
  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    Single(value: value, way: way)
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let pairs: [String: Any]
    let way: Way
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { pairs.keys.compactMap { Key(stringValue: $0) } }
    func contains(_ key: Key) -> Bool { pairs[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { pairs[key.stringValue] is NSNull }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      guard let value = pairs[key.stringValue] else { throw mismatch(type) }
      return try BinaryDecoder(value: value, way: way).inner(type)
    }
    func nestedContainer<N>(
      keyedBy type: N.Type,
      forKey key: Key
    ) throws -> KeyedDecodingContainer<N> { throw mismatch(type) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw mismatch([Any].self)
    }
    func superDecoder() throws -> any Decoder { throw mismatch(Any.self) }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw mismatch(Any.self) }
  }

  /// Moves on with each element, whatever it is.
  private struct Unkeyed: UnkeyedDecodingContainer {
    let elements: [Any]
    let way: Way
    var codingPath: [any CodingKey] { [] }
    var currentIndex = 0
    let count: Int?
    var isAtEnd: Bool { currentIndex >= elements.count }
    init(_ elements: [Any]?, way: Way) {
      (self.elements, self.way, count) = (elements ?? [], way, elements?.count)
    }
    mutating func decodeNil() throws -> Bool {
      defer { currentIndex += 1 }
      return elements[currentIndex] is NSNull
    }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
      defer { currentIndex += 1 }
      return try BinaryDecoder(value: elements[currentIndex], way: way).inner(type)
    }
    mutating func nestedContainer<N>(keyedBy type: N.Type) throws -> KeyedDecodingContainer<N> {
      throw mismatch(type)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      throw mismatch([Any].self)
    }
    mutating func superDecoder() throws -> any Decoder { throw mismatch(Any.self) }
  }

  private struct Single: SingleValueDecodingContainer {
    let value: Any
    let way: Way
    var codingPath: [any CodingKey] { [] }
    func decodeNil() -> Bool { value is NSNull }
    func decode(_ type: String.Type) throws -> String { try scalar(type) }
    func decode(_ type: Bool.Type) throws -> Bool { try scalar(type) }
    func decode(_ type: Double.Type) throws -> Double {
      if way == .strict, let value = value as? Float { return Double(value) }
      return try scalar(type)
    }
    func decode(_ type: Float.Type) throws -> Float { try scalar(type) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
      if way == .lazy, type == Date.self || type == Data.self { return try scalar(type) }
      if let integer = T.self as? any FixedWidthInteger.Type {
        guard Swift.type(of: value) == Int.self, let number = value as? Int,
          let value = integer.init(exactly: number) as? T
        else { throw mismatch(type) }
        return value
      }
      return try T(from: BinaryDecoder(value: value, way: way))
    }

    private func scalar<T>(_ type: T.Type) throws -> T {
      guard let scalar = value as? T, Swift.type(of: value) == type else { throw mismatch(type) }
      return scalar
    }
  }
}
