import Foundation
import Testing

/// A decoder of plain values that behaves like some real ones.
struct OddDecoder: Decoder {
  enum Way: CaseIterable {
    /// Returns any container; missing values show when they are read.
    case lazy
    /// Same, and moves on with each call, also of `decodeNil`, whatever the result.
    case advancing
    /// Tries elements with one pair in a form that can't be read, before their own.
    case retrying
    case withoutKeys
    /// Lists only keys in capitals.
    case withHiddenKeys
    /// Keys are requested by their numbers.
    case withNumbersForKeys
    /// Stops the program if the key type refuses a key.
    case insisting

    static var allCases: [Way] { [.lazy, .advancing, .retrying] }
  }

  final class Log {
    var secondContainers = 0
  }

  private final class State {
    var hasContainer = false
  }

  let value: Any
  let way: Way
  let log: Log
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] = [:]
  private let state = State()

  init(_ value: Any, _ way: Way, _ log: Log, path: [any CodingKey] = []) {
    self.value = value
    self.way = way
    self.log = log
    codingPath = path
  }

  /// The form that can't be read.
  private struct Unreadable {}

  private func handOut() throws {
    if value is Unreadable { throw Self.mismatch(Any.self, codingPath) }
    if state.hasContainer { log.secondContainers += 1 }
    state.hasContainer = true
  }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try handOut()
    return KeyedDecodingContainer(Keyed(decoder: self, pairs: value as? [String: Any] ?? [:]))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try handOut()
    return Unkeyed(decoder: self, elements: value as? [Any] ?? [])
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try handOut()
    return Single(decoder: self)
  }

  private func inner(_ value: Any, _ key: (any CodingKey)? = nil) -> OddDecoder {
    var inner = OddDecoder(value, way, log, path: codingPath + (key.map { [$0] } ?? []))
    inner.userInfo = userInfo
    return inner
  }

  private static func mismatch(_ type: Any.Type, _ path: [any CodingKey]) -> DecodingError {
    .typeMismatch(type, DecodingError.Context(codingPath: path, debugDescription: "no \(type)"))
  }

  private struct Index: CodingKey {
    let intValue: Int?
    var stringValue: String { "\(intValue ?? 0)" }
    init(_ index: Int) { intValue = index }
    init?(intValue: Int) { self.intValue = intValue }
    init?(stringValue: String) { nil }
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: OddDecoder
    let pairs: [String: Any]
    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] {
      switch decoder.way {
      case .withoutKeys: []
      case .withHiddenKeys:
        pairs.keys.filter { $0 == $0.uppercased() }.compactMap { Key(stringValue: $0) }
      case .withNumbersForKeys: pairs.keys.compactMap { Int($0) }.compactMap { Key(intValue: $0) }
      case .insisting:
        pairs.keys.compactMap { name in
          let key = Key(stringValue: name)
          if key == nil { Issue.record("the decoder stops the program") }
          return key
        }
      default: pairs.keys.compactMap { Key(stringValue: $0) }
      }
    }
    private func name(_ key: Key) -> String {
      decoder.way == .withNumbersForKeys ? key.intValue.map { "\($0)" } ?? "" : key.stringValue
    }
    private func value(_ key: Key) throws -> Any {
      guard let value = pairs[name(key)] else {
        let context = DecodingError.Context(codingPath: codingPath, debugDescription: "missing")
        throw DecodingError.keyNotFound(key, context)
      }
      return value
    }
    func contains(_ key: Key) -> Bool { pairs[name(key)] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try value(key) is NSNull }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      try T(from: decoder.inner(try value(key), key))
    }
    func nestedContainer<N>(keyedBy type: N.Type, forKey key: Key) throws
      -> KeyedDecodingContainer<N>
    { throw OddDecoder.mismatch(N.self, codingPath) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw OddDecoder.mismatch([Any].self, codingPath)
    }
    func superDecoder() throws -> any Decoder { throw OddDecoder.mismatch(Any.self, codingPath) }
    func superDecoder(forKey key: Key) throws -> any Decoder {
      throw OddDecoder.mismatch(Any.self, codingPath)
    }
  }

  private struct Unkeyed: UnkeyedDecodingContainer {
    let decoder: OddDecoder
    let elements: [Any]
    var codingPath: [any CodingKey] { decoder.codingPath }
    var currentIndex = 0
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }
    init(decoder: OddDecoder, elements: [Any]) {
      self.decoder = decoder
      self.elements = elements
    }
    mutating func decodeNil() -> Bool {
      let isNull = elements[currentIndex] is NSNull
      if isNull || decoder.way == .advancing { currentIndex += 1 }
      return isNull
    }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
      let element = elements[currentIndex]
      let inner = decoder.inner(element, Index(currentIndex))
      if decoder.way == .advancing { currentIndex += 1 }
      if decoder.way == .retrying, (element as? [String: Any])?.count == 1,
        let value = try? T(from: decoder.inner(Unreadable(), Index(currentIndex)))
      {
        currentIndex += 1
        return value
      }
      let value = try T(from: inner)
      if decoder.way != .advancing { currentIndex += 1 }
      return value
    }
    mutating func nestedContainer<N>(keyedBy type: N.Type) throws -> KeyedDecodingContainer<N> {
      throw OddDecoder.mismatch(N.self, codingPath)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      throw OddDecoder.mismatch([Any].self, codingPath)
    }
    mutating func superDecoder() throws -> any Decoder {
      throw OddDecoder.mismatch(Any.self, codingPath)
    }
  }

  private final class Single: SingleValueDecodingContainer {
    let decoder: OddDecoder
    private var isUsed = false
    var codingPath: [any CodingKey] { decoder.codingPath }
    init(decoder: OddDecoder) { self.decoder = decoder }

    func decodeNil() -> Bool {
      defer { isUsed = decoder.way == .advancing }
      return !isUsed && decoder.value is NSNull
    }

    private func scalar<T>(_ type: T.Type) throws -> T {
      defer { isUsed = decoder.way == .advancing }
      guard !isUsed, let value = decoder.value as? T, Swift.type(of: decoder.value) == type else {
        throw OddDecoder.mismatch(type, codingPath)
      }
      return value
    }

    func decode(_ type: Bool.Type) throws -> Bool { try scalar(type) }
    func decode(_ type: String.Type) throws -> String { try scalar(type) }
    func decode(_ type: Double.Type) throws -> Double { try scalar(type) }
    func decode(_ type: Float.Type) throws -> Float { try scalar(type) }
    func decode(_ type: Int.Type) throws -> Int { try scalar(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try scalar(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try scalar(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try scalar(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { Int64(try scalar(Int.self)) }
    func decode(_ type: UInt.Type) throws -> UInt { try scalar(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try scalar(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try scalar(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try scalar(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try scalar(type) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
      // Like real ones: for anything else, the decoder starts again.
      try T(from: decoder.inner(decoder.value))
    }
  }
}
