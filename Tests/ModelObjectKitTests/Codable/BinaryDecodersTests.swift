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

/// Decoders are recognized by the names of their modules.
private enum MessagePack { enum Format: BinaryFormat { static let rule = BinaryRule.lazy } }
private enum SwiftCBOR { enum Format: BinaryFormat { static let rule = BinaryRule.strict } }
private enum BSON { enum Format: BinaryFormat { static let rule = BinaryRule.documents } }

/// The formats with numbers of several sizes, dates and bytes.
enum BinaryWay: CaseIterable {
  case messagePack, cbor, bson

  fileprivate func read<Class: ModelObject>(
    _ type: Class.Type,
    _ pairs: [String: Any],
    _ options: MappingOptions? = nil
  ) throws -> Class {
    let userInfo = options.map { [CodingUserInfoKey.mappingOptions: $0] } ?? [:]
    return switch self {
    case .messagePack:
      try type.init(from: BinaryDecoder<MessagePack.Format>(value: pairs, userInfo: userInfo))
    case .cbor:
      try type.init(from: BinaryDecoder<SwiftCBOR.Format>(value: pairs, userInfo: userInfo))
    case .bson: try type.init(from: BinaryDecoder<BSON.Format>(value: pairs, userInfo: userInfo))
    }
  }
}

struct BinaryDecoders {
  @Test(arguments: BinaryWay.allCases, [nil, MappingOptions()])
  func readScalarsAsSuch(way: BinaryWay, options: MappingOptions?) throws {
    let pairs: [String: Any] = [
      "value": Float(8.25), "day": day, "days": [day, day], "nested": [[day]], "names": 1.5,
      "any": [0.5, day, bytes, "x", [day]] as [Any], "float": Float(0.5), "date": day,
      "bytes": bytes, "dates": [day], "list": [bytes, Data([0])], "none": [Any](), "large": 1e300,
      "empty": [String: Any](), "numbers": [1, 2], "no": Data(), "big": 5_000_000_000,
      "object": ["a": 1, "l": [1, 2.5, "x", true] as [Any]] as [String: Any],
    ]
    func check<Class: Reading>(_ type: Class.Type) throws {
      let reading = try way.read(type, pairs, options)
      // The decoder of MessagePack gives no `Double` of a `Float`.
      #expect(reading.value == (way == .messagePack ? 0 : 8.25), "\(type)")
      #expect(reading.day == day && reading.days == [day, day], "\(type)")
      #expect(reading.nested == [[day]], "\(type)")
      #expect(reading.names["kept"] as? Int == (way == .messagePack ? nil : 1), "\(type)")
      let any = try #require(reading.any as? NSArray)
      #expect(any == [0.5, day, bytes, "x", [day]] as NSArray, "\(type)")
      var rest: [String: Any] = [
        "float": 0.5, "large": 1e300, "date": day, "bytes": bytes, "dates": [day],
        "list": [bytes, Data([0])],
        "none": [Any](), "empty": [String: Any](), "numbers": [1, 2], "no": Data(),
        "big": 5_000_000_000,
        "object": ["a": 1, "l": [1, 2.5, "x", true] as [Any]] as [String: Any],
      ]
      // A document without keys may be an array.
      if way == .bson { rest["empty"] = [Any]() }
      #expect(reading.rest as NSDictionary == rest as NSDictionary, "\(type)")
    }
    try check(Reading.self)
    try check(HookedReading.self)
  }

  /// A scalar for a list or a model is an issue, and for a dictionary, too, unless the decoder gives one of
  /// anything.
  @Test(arguments: [BinaryWay.messagePack, .cbor], [false, true])
  func readScalarsInPlaceOfContainers(way: BinaryWay, hasOptions: Bool) throws {
    let pairs: [String: Any] = [
      "texts": "t", "numbers": 3, "halves": 0.5, "flags": false, "blobs": bytes, "dates": day,
      "set": 4, "nested": 5, "sizes": 6, "inner": 7, "inners": [8],
      "optional": [9, NSNull()] as [Any],
      "wrong": "x", "models": 10, "byName": ["k": 11] as [String: Any], "empty": [Any](),
      "noPairs": [String: Any](), "noInner": [String: Any](), "dictionary": bytes,
    ]
    let isLazy = way == .messagePack
    func check<Class: Lists>(_ type: Class.Type) throws {
      let log = TextLog()
      var options = MappingOptions()
      options.issueHandler = { log.add($0.map(\.path)) }
      let lists = try way.read(type, pairs, hasOptions ? options : nil)
      let kept = Lists()
      #expect(lists.texts == kept.texts, "\(type)")
      #expect(lists.numbers == kept.numbers, "\(type)")
      #expect(lists.halves == kept.halves, "\(type)")
      #expect(lists.flags == kept.flags, "\(type)")
      #expect(lists.blobs == kept.blobs, "\(type)")
      #expect(lists.set == kept.set, "\(type)")
      #expect(lists.nested == kept.nested, "\(type)")
      #expect(lists.wrong == kept.wrong, "\(type)")
      #expect(lists.sizes == (isLazy ? [:] : kept.sizes), "\(type)")
      #expect(lists.dictionary == (isLazy ? [:] : kept.dictionary), "\(type)")
      #expect(lists.models.count == 1, "\(type)")
      // Dates are read as options say.
      #expect(lists.dates == (hasOptions && !isLazy ? [day] : []), "\(type)")
      #expect(lists.inner == nil && lists.inners.isEmpty, "\(type)")
      #expect(lists.optional.count == 1 && lists.optional[0] == nil, "\(type)")
      #expect(lists.byName.isEmpty && lists.empty.isEmpty && lists.noPairs.isEmpty, "\(type)")
      #expect(lists.noInner?.id == 1, "\(type)")
      var misfits = [
        "blobs", "byName.k", "flags", "halves", "inner", "inners[0]", "models", "nested", "numbers",
        "optional[0]", "set", "texts", "wrong",
      ]
      misfits += isLazy ? ["dates"] : ["dictionary", "sizes"]
      if hasOptions { #expect(log.texts.sorted() == misfits.sorted(), "\(type)") }
    }
    try check(Lists.self)
    try check(HookedLists.self)
  }

  /// No object is asked for a `Decimal`, whose parts have numbers, or names, for keys.
  @Test(arguments: [BinaryWay.messagePack, .cbor])
  func areNotAskedForThePartsOfDecimals(way: BinaryWay) throws {
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
    let pairs: [String: Any] = ["any": map, "list": [map, parts], "map": map, "unknown": map]
    for maps in [try way.read(Maps.self, pairs), try way.read(HookedMaps.self, pairs)] {
      #expect(
        maps.any as? [String: Int] == map
          && maps.rest as? [String: [String: Int]] == ["unknown": map]
      )
      #expect(maps.map == [0: 5_000_000_000, 1: 2] && maps.list[0] as? [String: Int] == map)
      #expect((maps.list[1] as? [String: Any])?["exponent"] as? Int == 5_000_000_000)
    }
  }

  /// The decoder of CBOR says null of an array that begins with null.
  @Test func haveArraysThatBeginWithNull() throws {
    class Rows: ModelObject {
      var any: Any?
      var list: [Int?]?
      var none: [Int?]? = [1]
      var rest: [String: Any] = [:]
      override class var unknownKeysProperty: String? { "rest" }
    }
    final class HookedRows: Rows {
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key)
      }
    }
    let list = [NSNull(), 2] as [Any]
    let pairs: [String: Any] = ["any": list, "list": list, "more": [list], "none": NSNull()]
    let cbor = BinaryWay.cbor
    for rows in [try cbor.read(Rows.self, pairs), try cbor.read(HookedRows.self, pairs)] {
      #expect(rows.any as? NSArray == list as NSArray && rows.list == [nil, 2])
      #expect(rows.none == nil && rows.rest["more"] as? NSArray == [list] as NSArray)
    }
  }

  /// A decoder may say only once that there is null.
  @Test(arguments: BinaryWay.allCases) func haveNulls(way: BinaryWay) throws {
    class Nulls: ModelObject {
      var text: String? = "kept"
      var number: Int? = 3
      var list: [Int]? = [1]
      var part: Part? = Part()
      var size = 5
    }
    let pairs: [String: Any] = [
      "text": NSNull(), "number": NSNull(), "list": NSNull(), "part": NSNull(), "size": NSNull(),
    ]
    let nulls = try way.read(Nulls.self, pairs)
    #expect(nulls.text == nil && nulls.number == nil && nulls.list == nil && nulls.part == nil)
    #expect(nulls.size == 5)
  }

  /// What no question reads is an issue, and left out.
  @Test func leaveOutWhatTheyDoNotDecode() throws {
    struct Extension {}
    let log = TextLog()
    var options = MappingOptions()
    options.issueHandler = { log.add($0.map(\.path)) }
    let pairs: [String: Any] = [
      "any": [1, Extension(), 2] as [Any], "unknown": Extension(), "day": Extension(),
    ]
    let reading = try BinaryWay.cbor.read(Reading.self, pairs, options)
    #expect(reading.any as? [Int] == [1, 2] && reading.rest.isEmpty && reading.day == nil)
    #expect(log.texts.sorted() == ["any[1]", "day", "unknown"])
  }
}

enum BinaryRule {
  /// As MessagePack: any container may be had of anything, and is empty.
  case lazy
  /// As CBOR: only containers know dates and bytes, for the values in them.
  case strict
  /// As BSON: an array is a document with its indices as keys, and `Int64` isn't any integer.
  case documents
}

protocol BinaryFormat {
  static var rule: BinaryRule { get }
}

struct BinaryDecoder<Format: BinaryFormat>: Decoder {
  let value: Any
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] = [:]

  private var rule: BinaryRule { Format.rule }

  fileprivate static func mismatch(_ type: Any.Type) -> DecodingError {
    .typeMismatch(type, DecodingError.Context(codingPath: [], debugDescription: "no \(type)"))
  }

  fileprivate func inner<T: Decodable>(_ type: T.Type) throws -> T {
    if type == Date.self || type == Data.self {
      guard let value = value as? T else { throw Self.mismatch(type) }
      return value
    }
    return try T(from: Self(value: value, userInfo: userInfo))
  }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    var pairs = value as? [String: Any]
    if rule == .documents, let elements = value as? [Any] {
      pairs = Dictionary(uniqueKeysWithValues: elements.enumerated().map { ("\($0)", $1) })
    }
    guard pairs != nil || rule == .lazy else { throw Self.mismatch(type) }
    return KeyedDecodingContainer(Keyed(pairs ?? [:], userInfo))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    var elements = value as? [Any]
    if rule == .documents, let pairs = value as? [String: Any] { elements = Array(pairs.values) }
    guard elements != nil || rule == .lazy else { throw Self.mismatch([Any].self) }
    return Unkeyed(elements, userInfo)
  }
  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    Single(value: value, userInfo: userInfo)
  }

  private final class Asked {
    private var keys: Set<String> = []
    func isFirst(_ key: String) -> Bool { keys.insert(key).inserted }
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let asked = Asked()
    private let pairs: [String: Any]
    private let userInfo: [CodingUserInfoKey: Any]
    init(_ pairs: [String: Any], _ userInfo: [CodingUserInfoKey: Any]) {
      (self.pairs, self.userInfo) = (pairs, userInfo)
    }
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { pairs.keys.compactMap { Key(stringValue: $0) } }
    /// Keys may be numbers.
    private func value(_ key: Key) -> Any? {
      pairs[key.stringValue] ?? key.intValue.flatMap { pairs["\($0)"] }
    }
    func contains(_ key: Key) -> Bool { value(key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool {
      if Format.rule == .lazy { return value(key) is NSNull && asked.isFirst(key.stringValue) }
      let first = Format.rule == .strict ? (value(key) as? [Any])?.first : nil
      return (first ?? value(key)) is NSNull
    }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      guard let value = value(key) else { throw mismatch(type) }
      return try BinaryDecoder(value: value, userInfo: userInfo).inner(type)
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
    let userInfo: [CodingUserInfoKey: Any]
    var codingPath: [any CodingKey] { [] }
    var currentIndex = 0
    let count: Int?
    var isAtEnd: Bool { currentIndex >= elements.count }
    init(_ elements: [Any]?, _ userInfo: [CodingUserInfoKey: Any]) {
      (self.elements, self.userInfo, count) = (elements ?? [], userInfo, elements?.count)
    }
    mutating func decodeNil() throws -> Bool {
      defer { currentIndex += 1 }
      return elements[currentIndex] is NSNull
    }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
      defer { currentIndex += 1 }
      return try BinaryDecoder(value: elements[currentIndex], userInfo: userInfo).inner(type)
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
    let userInfo: [CodingUserInfoKey: Any]
    var codingPath: [any CodingKey] { [] }
    func decodeNil() -> Bool { value is NSNull }
    func decode(_ type: String.Type) throws -> String { try scalar(type) }
    func decode(_ type: Bool.Type) throws -> Bool { try scalar(type) }
    func decode(_ type: Double.Type) throws -> Double {
      if Format.rule != .lazy, let value = value as? Float { return Double(value) }
      return try scalar(type)
    }
    func decode(_ type: Float.Type) throws -> Float { try scalar(type) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
      if Format.rule != .strict, type == Date.self || type == Data.self { return try scalar(type) }
      if let integer = T.self as? any FixedWidthInteger.Type {
        if Format.rule == .documents, type == Int64.self { throw mismatch(type) }
        guard Swift.type(of: value) == Int.self, let number = value as? Int else {
          throw mismatch(type)
        }
        guard let value = integer.init(exactly: number) as? T else {
          if Format.rule == .strict, type == Int32.self {
            Issue.record("the decoder stops the program")
          }
          throw mismatch(type)
        }
        return value
      }
      return try T(from: BinaryDecoder(value: value, userInfo: userInfo))
    }

    private func scalar<T>(_ type: T.Type) throws -> T {
      guard let scalar = value as? T, Swift.type(of: value) == type else { throw mismatch(type) }
      return scalar
    }
  }
}
