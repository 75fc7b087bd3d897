/// The decoder of a part of a value of a user's type.
struct StructDecoder: Decoder {
  let reading: StructReading
  let source: StructSource
  /// The length of the reading's path that leads to the part, and the keys after it.
  let depth: Int
  var keys: [any CodingKey] = []

  var codingPath: [any CodingKey] { Array(reading.path.prefix(depth)) + keys }
  var userInfo: [CodingUserInfoKey: Any] { reading.rules.userInfo }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try reading.check()
    let object = reading.object(source)
    if reading.rules.isArchived, let model = try reading.exportedModel(at: object) {
      return KeyedDecodingContainer(StructPairs<Key>(decoder: self, object: model))
    }
    guard let object else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(StructPairs<Key>(decoder: self, object: object))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try reading.check()
    guard let list = StructList(self) else { throw mismatch([Any].self) }
    return list
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  /// The decoder of what is under a key.
  func inner(_ source: StructSource, _ key: any CodingKey) -> StructDecoder {
    StructDecoder(reading: reading, source: source, depth: depth, keys: keys + [key])
  }

  /// The error that the part isn't of a type.
  func mismatch(_ type: Any.Type, _ key: (any CodingKey)? = nil) -> DecodingError {
    let context = context("not \("\(type)".withArticle)", key)
    return reading.isNull(source) && key == nil
      ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  func context(_ words: String, _ key: (any CodingKey)? = nil) -> DecodingError.Context {
    let path = codingPath + [key].compactMap(\.self)
    return DecodingError.Context(codingPath: path, debugDescription: words)
  }
}

/// A single value never converts, so that types may try one type after another.
extension StructDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { reading.isNull(source) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    do {
      return try reading.value(type, source, at: nil, isSingle: true)
    } catch let misfit as Misfit {
      throw error(misfit, type)
    }
  }

  /// The error that the code of a type gets for a misfit.
  func error(
    _ misfit: Misfit,
    _ type: Any.Type,
    _ key: (any CodingKey)? = nil
  ) -> any Error {
    switch misfit {
    case .mismatch, .unfinished, .unresolved:
      DecodingError.typeMismatch(type, context("not \("\(type)".withArticle)", key))
    case .null: DecodingError.valueNotFound(type, context("null", key))
    default: misfit
    }
  }
}
