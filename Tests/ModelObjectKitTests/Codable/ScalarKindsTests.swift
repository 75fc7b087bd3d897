import Foundation
import ModelObjectKit
import Testing

/// Decoders are recognized by the names of their modules.
private enum Yams {}

private class Loose: ModelObject {
  var list: [Any] = []
  var name = ""
  var names: [String] = []
}

private final class HookedLoose: Loose {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// The conversion of untyped values, depending on the decoder.
struct ScalarsOfDecoders {
  /// Of a text that is a number or a boolean it is that if the text is exactly its own.
  @Test(arguments: [false, true]) func areNumbersIfTheyAreWrittenSo(isHooked: Bool) throws {
    let texts = [
      "1": "Int", "-7": "Int", "007": "String", "+7": "String", "1.5": "Double", "1.50": "String",
      "2.0": "Double", "1.5e+0": "Double", "true": "Bool", "TRUE": "String", "yes": "String",
      "0x1F": "String", "'7'": "String", "a": "String", "9223372036854775807": "Int",
      "18446744073709551615": "String", "1e+20": "Double", "": "String", "-0": "String",
    ]
    for (text, type) in texts {
      let values: [String: Any] = ["list": [text], "name": text, "names": [text]]
      let decoder = ScalarDecoder<Yams.Scalars>(value: values)
      let loose = isHooked ? try HookedLoose(from: decoder) : try Loose(from: decoder)
      let own = text == "'7'" ? "7" : text
      let written = text == "1.5e+0" ? "1.5" : own
      #expect(loose.list.map { "\(Swift.type(of: $0)) \($0)" } == ["\(type) \(written)"])
      #expect(loose.name == own && loose.names == [own])
    }
  }

  @Test(arguments: [false, true])
  func areNumbersBeforeBooleansWithoutText(isHooked: Bool) throws {
    let values: [String: Any] = [
      "list": [3, 1.5, true, "x"] as [Any], "name": 4, "names": [5, "y"],
    ]
    let decoder = ScalarDecoder<NumbersAsBooleans>(value: values)
    let loose = isHooked ? try HookedLoose(from: decoder) : try Loose(from: decoder)
    #expect(
      loose.list.map { "\(type(of: $0)) \($0)" } == [
        "Int 3", "Double 1.5", "Bool true", "String x",
      ]
    )
    #expect(loose.name == "" && loose.names == ["y"])
  }

  /// A decoder that takes numbers for booleans doesn't decide what a hook sees.
  @Test func areSeenByHooksAsTheyAre() throws {
    final class Seeing: ModelObject {
      var isOn = false
      var count = 0
      var name = ""
      var seen: [String: String] = [:]
      override class var ignoredProperties: Set<String> { ["seen"] }
      override func serializeValue(_ value: Any?, key: String) throws {
        seen[key] = value.map { "\(type(of: $0)) \($0)" }
        try super.serializeValue(value, key: key)
      }
    }
    let values: [String: Any] = ["isOn": 1, "count": 2.0, "name": 4]
    let seeing = try Seeing(from: ScalarDecoder<NumbersAsBooleans>(value: values))
    #expect(seeing.isOn && seeing.count == 0 && seeing.name == "")
    #expect(seeing.seen == ["isOn": "Int 1", "count": "Double 2.0", "name": "Int 4"])
  }

  /// CBOR's decoder stops the program if a number is too large for `Int64`.
  @Test(arguments: [false, true]) func arentRequestedAsTooSmallIntegers(isHooked: Bool) throws {
    let decoder = ScalarDecoder<SwiftCBOR.Scalars>(
      value: ["list": [UInt64.max, 7 as UInt64, -3] as [Any]]
    )
    let loose = isHooked ? try HookedLoose(from: decoder) : try Loose(from: decoder)
    #expect(loose.list.map { "\($0)" } == ["\(UInt64.max)", "7", "-3"])
  }

  /// No other type is asked for: some decoders stop the program at a date or at `UInt64`.
  @Test(arguments: [false, true]) func areAskedForAsFourTypesAlone(isHooked: Bool) throws {
    let values: [String: Any] = [
      "list": [-1, 2.5, true, "x"] as [Any], "name": "n", "names": ["y"],
    ]
    let decoder = ScalarDecoder<FourTypes>(value: values)
    let loose = isHooked ? try HookedLoose(from: decoder) : try Loose(from: decoder)
    #expect(loose.list.map { "\($0)" } == ["-1", "2.5", "true", "x"])
    #expect(loose.name == "n" && loose.names == ["y"])
  }

  /// Without a text it can't be told from a whole number of which the `Double` has not all digits.
  @Test func areNoDoublesBeyondTheIntegers() throws {
    let values: [String: Any] = ["list": [1e18, 0x1p63, -0x1p64, Double.infinity, 1e300] as [Any]]
    let loose = try Loose(from: ScalarDecoder<FourTypes>(value: values))
    #expect(loose.list.map { "\($0)" } == ["1e+18", "inf"])
  }

  /// A decoder of MongoDB's documents has a text for each number and boolean, and rounds.
  @Test(arguments: [false, true]) func areWhatAConvertingDecoderHas(isHooked: Bool) throws {
    let values: [String: Any] = [
      "list": [7, -3, 1.5, 2.0, true, false, "007", "12", "x", 0, 1] as [Any], "name": 4,
      "names": [5, "y"] as [Any],
    ]
    let decoder = ScalarDecoder<Converting>(value: values)
    let loose = isHooked ? try HookedLoose(from: decoder) : try Loose(from: decoder)
    #expect(
      loose.list.map { "\(type(of: $0)) \($0)" } == [
        "Int 7", "Int -3", "Double 1.5", "Double 2.0", "Bool true", "Bool false", "String 007",
        "Int 12", "String x", "Int 0", "Int 1",
      ]
    )
    #expect(loose.name == "4" && loose.names == ["5", "y"])
  }

  /// A decoder may be wrong about the `Double` of a negative integer.
  @Test func areTheIntegersThatADecoderHas() throws {
    let values: [String: Any] = ["list": [-7, 5, 2.5] as [Any]]
    let loose = try Loose(from: ScalarDecoder<WrongDoubles>(value: values))
    #expect(loose.list.map { "\($0)" } == ["-7", "5", "2.5"])
  }

  /// Decoders of XML make an empty string of an element with others in it, and an object with an
  /// empty key of any string.
  @Test func areEmptyStringsOnlyIfTheyArentObjects() throws {
    class Keeping: ModelObject {
      var any: Any?
      var rest: [String: Any] = [:]
      override class var unknownKeysProperty: String? { "rest" }
    }
    let object: [String: Any] = ["x": "1", "y": ["z": "2"]]
    let decoder = ScalarDecoder<StringsOfEverything>(
      value: ["any": object, "more": object, "none": "", "text": "a"]
    )
    let keeping = try Keeping(from: decoder)
    for value in [keeping.any, keeping.rest["more"]] {
      let object = value as? [String: Any]
      #expect(object?["x"] as? String == "1" && object?["y"] as? [String: String] == ["z": "2"])
    }
    #expect(keeping.rest["none"] as? String == "" && keeping.rest["text"] as? String == "a")
  }
}

private protocol ScalarRule {
  /// A scalar as a type; nil if the decoder doesn't decode it as such.
  static func decode(_ value: Any, _ type: Any.Type) -> Any?
}

extension Yams {
  /// Plain text has the type that it looks like, or is a string if that is requested; text in
  /// quotes is a string.
  fileprivate enum Scalars: ScalarRule {
    static func decode(_ value: Any, _ type: Any.Type) -> Any? {
      guard let text = value as? String else { return nil }
      let isQuoted = text.hasPrefix("'")
      return switch type {
      case is String.Type: isQuoted ? String(text.dropFirst().dropLast()) : text
      case is Int64.Type where !isQuoted:
        text.hasPrefix("0x") ? Int64(text.dropFirst(2), radix: 16) : Int64(text)
      case is Double.Type where !isQuoted: Double(text)
      case is Bool.Type where !isQuoted: text == "yes" ? true : Bool(text.lowercased())
      case is Decimal.Type: Decimal(string: isQuoted ? String(text.dropFirst().dropLast()) : text)
      default: nil
      }
    }
  }
}

private enum StringsOfEverything: ScalarRule {
  static func decode(_ value: Any, _ type: Any.Type) -> Any? {
    type is String.Type ? value as? String ?? "" : nil
  }
}

private enum SwiftCBOR {
  enum Scalars: ScalarRule {
    static func decode(_ value: Any, _ type: Any.Type) -> Any? {
      if let value = value as? UInt64, type is Int64.Type || type is Int.Type {
        if value > Int64.max { Issue.record("the decoder stops the program") }
        return type is Int64.Type ? Int64(exactly: value) : Int(exactly: value)
      }
      if let value = value as? Int, type is Int64.Type { return Int64(value) }
      return Swift.type(of: value) == type ? value : nil
    }
  }
}

/// Stops the program at all other types.
private enum FourTypes: ScalarRule {
  static func decode(_ value: Any, _ type: Any.Type) -> Any? {
    let isAsked =
      type is Int64.Type || type is Double.Type || type is Bool.Type || type is String.Type
    if !isAsked { Issue.record("the decoder stops the program at \(type)") }
    if let value = value as? Int, type is Int64.Type { return Int64(value) }
    return Swift.type(of: value) == type ? value : nil
  }
}

private enum Converting: ScalarRule {
  static func decode(_ value: Any, _ type: Any.Type) -> Any? {
    let isNumber = Swift.type(of: value) == Int.self || Swift.type(of: value) == Double.self
    return switch type {
    case is String.Type: value as? String ?? "\(value)"
    case is Bool.Type: Swift.type(of: value) == Bool.self ? value : nil
    case is Double.Type where isNumber || value is String: Double("\(value)")
    case is Int64.Type where isNumber || value is String: Double("\(value)").map { Int64($0) }
    default: Swift.type(of: value) == type ? value : nil
    }
  }
}

private enum WrongDoubles: ScalarRule {
  static func decode(_ value: Any, _ type: Any.Type) -> Any? {
    if let value = value as? Int {
      if type is Int64.Type { return Int64(value) }
      return type is Double.Type ? max(Double(value), 0) : nil
    }
    return Swift.type(of: value) == type ? value : nil
  }
}

private enum NumbersAsBooleans: ScalarRule {
  static func decode(_ value: Any, _ type: Any.Type) -> Any? {
    switch (value, type) {
    case (let value as Int, is Int64.Type): Int64(value)
    case (let value as Int, is Bool.Type): value != 0
    case (let value as Double, is Bool.Type): value != 0
    case (let value as Int, is Double.Type): Double(value)
    default: Swift.type(of: value) == type ? value : nil
    }
  }
}

private struct ScalarDecoder<Rule: ScalarRule>: Decoder {
  let value: Any
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  fileprivate static func mismatch(_ type: Any.Type) -> DecodingError {
    .typeMismatch(type, DecodingError.Context(codingPath: [], debugDescription: "no \(type)"))
  }

  fileprivate static func decode<T: Decodable>(_ type: T.Type, _ value: Any) throws -> T {
    let scalars: [Any.Type] = [
      String.self, Bool.self, Int.self, Int64.self, UInt8.self, UInt64.self, Double.self,
      Float.self, Decimal.self, Date.self, Data.self,
    ]
    guard scalars.contains(where: { $0 == type }) else { return try T(from: Self(value: value)) }
    guard let value = Rule.decode(value, type) as? T else { throw mismatch(type) }
    return value
  }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let text = Rule.self == StringsOfEverything.self ? (value as? String).map { ["": $0] } : nil
    guard let pairs = value as? [String: Any] ?? text else { throw Self.mismatch(type) }
    return KeyedDecodingContainer(Keyed(pairs: pairs))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let elements = value as? [Any] else { throw Self.mismatch([Any].self) }
    return Unkeyed(elements: elements)
  }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { Single(value: value) }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let pairs: [String: Any]
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { pairs.keys.compactMap { Key(stringValue: $0) } }
    func contains(_ key: Key) -> Bool { pairs[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { false }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      guard let value = pairs[key.stringValue] else { throw mismatch(type) }
      return try ScalarDecoder.decode(type, value)
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

  private struct Unkeyed: UnkeyedDecodingContainer {
    let elements: [Any]
    var codingPath: [any CodingKey] { [] }
    var currentIndex = 0
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }
    init(elements: [Any]) { self.elements = elements }
    mutating func decodeNil() throws -> Bool { false }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
      let value = try ScalarDecoder.decode(type, elements[currentIndex])
      currentIndex += 1
      return value
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
    var codingPath: [any CodingKey] { [] }
    func decodeNil() -> Bool { false }
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
      try ScalarDecoder.decode(type, value)
    }
  }
}
