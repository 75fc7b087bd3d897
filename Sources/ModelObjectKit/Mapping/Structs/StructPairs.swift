/// The pairs of an object, for the code of a user's type.
struct StructPairs<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: StructDecoder

  private var reading: StructReading { decoder.reading }
  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] {
    decoder.isOver ? [] : decoder.names.compactMap { Key(stringValue: $0) }
  }

  func contains(_ key: Key) -> Bool { !decoder.isOver && decoder.find(key.stringValue) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { reading.isNull(try found(key).source) }

  private func found(_ key: Key) throws -> StructKey {
    if decoder.isOver { try decoder.check() }
    if let found = decoder.find(key.stringValue) { return found }
    throw missing(key)
  }

  @inline(never)
  private func missing(_ key: Key) -> DecodingError {
    .keyNotFound(key, decoder.context("there is no key \(key.stringValue)"))
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try value(type, found(key), key)
  }

  private func value<Value: Decodable>(
    _ type: Value.Type,
    _ found: StructKey,
    _ key: Key
  ) throws -> Value {
    do {
      return try within(found, key) {
        let value = try reading.value(type, found.source, at: key)
        if reading.listsParts { reading.noteMatch(value, found.source) }
        return value
      }
    } catch let misfit as Misfit {
      throw decoder.error(misfit, type, key)
    }
  }

  @inline(__always)
  private func within<Value>(
    _ found: StructKey,
    _ key: Key,
    _ body: () throws -> Value
  ) throws -> Value {
    try reading.within(decoder, .key(reading.spelling(of: found)), .key(key.stringValue), body)
  }

  /// The value for an optional; in the second pass, one that doesn't fit is nil and an issue.
  private func valueIfPresent<Value: Decodable>(
    _ type: Value.Type,
    _ key: Key
  ) throws -> Value? {
    if decoder.isOver { try decoder.check() }
    guard let found = decoder.find(key.stringValue) else {
      reading.noteMissing(key.stringValue)
      return nil
    }
    if reading.isNull(found.source) {
      if reading.listsParts {
        try within(found, key) { reading.noteMatch(Value?.none, found.source) }
      }
      return nil
    }
    guard reading.converts else { return try value(type, found, key) }
    return try converted(type, found, key)
  }

  @inline(never)
  private func converted<Value: Decodable>(
    _ type: Value.Type,
    _ found: StructKey,
    _ key: Key
  ) throws -> Value? {
    try within(found, key) {
      let (depth, mark) = (reading.path.count, reading.mapping.notes.mark)
      do {
        let value = try reading.value(type, found.source, at: key)
        if reading.listsParts { reading.noteMatch(value, found.source) }
        return value
      } catch {
        if reading.fatal != nil { throw error }
        reading.note(error, found.source, inside: depth, since: mark, type)
        return nil
      }
    }
  }

  func nestedContainer<Other>(
    keyedBy type: Other.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<Other> {
    try decoder.inner(found(key).source, key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder.inner(found(key).source, key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try superDecoder(AnyKey("super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder(key) }

  /// What isn't there is null, as for Foundation's decoders.
  private func superDecoder(_ key: any CodingKey) throws -> any Decoder {
    try decoder.check()
    let found = decoder.find(key.stringValue)
    return decoder.inner(found?.source ?? .input(.null), key)
  }
}

// Common values take the short way of the decoder.
extension StructPairs {
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try decoder.bool(at: key.stringValue) ?? value(type, found(key), key)
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try decoder.text(at: key.stringValue) ?? value(type, found(key), key)
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try decoder.double(at: key.stringValue) ?? value(type, found(key), key)
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try decoder.integer(at: key.stringValue) ?? value(type, found(key), key)
  }
}

// The standard library has a method for each of these types, which would find the key three times,
// and throw for a value that doesn't fit.
extension StructPairs {
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try valueIfPresent(type, key)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try decoder.bool(at: key.stringValue) ?? valueIfPresent(type, key)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try decoder.text(at: key.stringValue) ?? valueIfPresent(type, key)
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try decoder.double(at: key.stringValue) ?? valueIfPresent(type, key)
  }

  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try valueIfPresent(type, key)
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try decoder.integer(at: key.stringValue) ?? valueIfPresent(type, key)
  }

  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try valueIfPresent(type, key)
  }

  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try valueIfPresent(type, key)
  }

  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try valueIfPresent(type, key)
  }

  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try valueIfPresent(type, key)
  }

  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try valueIfPresent(type, key)
  }

  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try valueIfPresent(type, key)
  }

  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try valueIfPresent(type, key)
  }

  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try valueIfPresent(type, key)
  }

  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try valueIfPresent(type, key)
  }

  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try valueIfPresent(type, key)
  }

  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try valueIfPresent(type, key)
  }
}
