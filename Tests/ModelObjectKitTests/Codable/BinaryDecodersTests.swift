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

private class Part: ModelObject { var id = 1 }

private class Lists: ModelObject {
  var texts = ["x"]
  var numbers = [9]
  var halves = [9.5]
  var flags = [true]
  var blobs = [Data()]
  var dates: [Date] = []
  var set: Set<Int> = [9]
  var nested = [[9]]
  var wrong = [9]
  var sizes = ["kept": 1]
  var dictionary = ["kept": 1]
  var inner: Part?
  var noInner: Part?
  var inners: [Part] = []
  var models: [Part] = [Part()]
  var optional: [Part?] = []
  var byName: [String: Part] = [:]
  var empty = [9]
  var noPairs = ["kept": 1]
}

private final class HookedLists: Lists {
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

  /// A scalar for a list or a set is its only element, or an issue; one for a dictionary or a model is
  /// an issue.
  @Test(arguments: BinaryDecoder.Way.allCases, [false, true])
  func readScalarsInPlaceOfContainers(way: BinaryDecoder.Way, hasOptions: Bool) throws {
    let pairs: [String: Any] = [
      "texts": "t", "numbers": 3, "halves": 0.5, "flags": false, "blobs": bytes, "dates": day,
      "set": 4, "nested": 5, "sizes": 6, "inner": 7, "inners": [8],
      "optional": [9, NSNull()] as [Any],
      "wrong": "x", "models": 10, "byName": ["k": 11] as [String: Any], "empty": [Any](),
      "noPairs": [String: Any](), "noInner": [String: Any](), "dictionary": bytes,
    ]
    func check<Class: Lists>(_ type: Class.Type) throws {
      let log = TextLog()
      var decoder = BinaryDecoder(value: pairs, way: way)
      if hasOptions {
        var options = MappingOptions()
        options.issueHandler = { log.add($0.map(\.path)) }
        decoder.userInfo[.mappingOptions] = options
      }
      let lists = try Class(from: decoder)
      #expect(lists.texts == ["t"] && lists.numbers == [3] && lists.halves == [0.5], "\(type)")
      #expect(lists.flags == [false] && lists.blobs == [bytes] && lists.dates == [day], "\(type)")
      #expect(lists.set == [4] && lists.nested == [[5]] && lists.wrong == [9], "\(type)")
      #expect(lists.sizes == ["kept": 1] && lists.dictionary == ["kept": 1], "\(type)")
      #expect(lists.inner == nil && lists.inners.isEmpty && lists.models.count == 1, "\(type)")
      #expect(lists.optional.count == 1 && lists.optional[0] == nil, "\(type)")
      #expect(lists.byName.isEmpty && lists.empty.isEmpty && lists.noPairs.isEmpty, "\(type)")
      #expect(lists.noInner?.id == 1, "\(type)")
      let misfits = [
        "byName.k", "dictionary", "inner", "inners[0]", "models", "optional[0]", "sizes", "wrong",
      ]
      if hasOptions { #expect(log.texts.sorted() == misfits, "\(type)") }
    }
    try check(Lists.self)
    try check(HookedLists.self)
  }

  /// No object is asked for a `Decimal`, whose parts have numbers, or names, for keys.
  @Test(arguments: BinaryDecoder.Way.allCases)
  func areNotAskedForThePartsOfDecimals(way: BinaryDecoder.Way) throws {
    class Maps: ModelObject {
      var any: Any?
      var list: [Any] = []
      var map: [Int: Int] = [:]
      var rest: [String: Any] = [:]
      override class var unknownKeysProperty: String? { "rest" }
    }
    final class HookedMaps: Maps {
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key)
      }
    }
    let map = ["0": 5_000_000_000, "1": 2]
    let parts: [String: Any] = [
      "exponent": 5_000_000_000, "length": 1, "isNegative": false, "isCompact": true,
      "mantissa": [1, 0, 0, 0, 0, 0, 0, 0],
    ]
    let decimal = parts.merging([
      "exponent": -1, "mantissa": [0, 1, 0, 0, 0, 0, 0, 0], "length": 2,
    ]) {
      $1
    }
    let pairs: [String: Any] = [
      "any": map, "list": [map, parts, decimal], "map": map, "unknown": map,
    ]
    for type in [Maps.self, HookedMaps.self] {
      let maps = try type.init(from: BinaryDecoder(value: pairs, way: way))
      #expect(
        maps.any as? [String: Int] == map
          && maps.rest as? [String: [String: Int]] == ["unknown": map]
      )
      #expect(maps.map == [0: 5_000_000_000, 1: 2] && maps.list[0] as? [String: Int] == map)
      #expect((maps.list[1] as? [String: Any])?["exponent"] as? Int == 5_000_000_000)
      #expect(maps.list[2] as? Decimal == Decimal(string: "6553.6"))
    }
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
    /// Keys may be numbers.
    private func value(_ key: Key) -> Any? {
      pairs[key.stringValue] ?? key.intValue.flatMap { pairs["\($0)"] }
    }
    func contains(_ key: Key) -> Bool { value(key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { value(key) is NSNull }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      guard let value = value(key) else { throw mismatch(type) }
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
        guard Swift.type(of: value) == Int.self, let number = value as? Int else {
          throw mismatch(type)
        }
        guard let value = integer.init(exactly: number) as? T else {
          if way == .strict, type == Int32.self { Issue.record("the decoder stops the program") }
          throw mismatch(type)
        }
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
