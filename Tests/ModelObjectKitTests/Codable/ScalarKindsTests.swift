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
  @Test(arguments: [false, true]) func areNumbersBeforeStringsInYAML(isHooked: Bool) throws {
    let values: [String: Any] = [
      "list": ["1", "true", "2.5", "'7'", "a"] as [Any], "name": "0x1F", "names": ["1", "true"],
    ]
    let decoder = ScalarDecoder<Yams.Scalars>(value: values)
    let loose = isHooked ? try HookedLoose(from: decoder) : try Loose(from: decoder)
    #expect(
      loose.list.map { "\(type(of: $0)) \($0)" } == [
        "Int 1", "Bool true", "Double 2.5", "String 7", "String a",
      ]
    )
    #expect(loose.name == "0x1F" && loose.names == ["1", "true"])
  }

  @Test(arguments: [false, true])
  func areNumbersBeforeBooleansInDecodersThatNobodyKnows(isHooked: Bool) throws {
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
    #expect(loose.name == "4" && loose.names == ["5", "y"])
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
    #expect(seeing.isOn && seeing.count == 2 && seeing.name == "4")
    #expect(seeing.seen == ["isOn": "Int 1", "count": "Double 2.0", "name": "Int 4"])
  }

  /// Some decoders stop the program if a number is too large for the integer type.
  @Test(arguments: [false, true]) func arentRequestedAsTooSmallIntegers(isHooked: Bool) throws {
    let decoder = ScalarDecoder<NumbersAsBooleans>(value: ["list": [UInt64.max, 7 as UInt64]])
    let loose = isHooked ? try HookedLoose(from: decoder) : try Loose(from: decoder)
    #expect(loose.list.first as? UInt64 == .max && loose.list.last as? Int == 7)
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
      case is Int.Type where !isQuoted:
        text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
      case is Double.Type where !isQuoted: Double(text)
      case is Bool.Type where !isQuoted: Bool(text)
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

private enum NumbersAsBooleans: ScalarRule {
  static func decode(_ value: Any, _ type: Any.Type) -> Any? {
    if let value = value as? UInt64, value > Int.max, type is Int.Type {
      Issue.record("the decoder stops the program")
    }
    return switch (value, type) {
    case (let value as UInt64, is Int.Type): Int(exactly: value)
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
      String.self, Bool.self, Int.self, UInt8.self, UInt64.self, Double.self, Float.self,
      Decimal.self,
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
