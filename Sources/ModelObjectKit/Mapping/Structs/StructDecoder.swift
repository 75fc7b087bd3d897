/// The decoder of a part of a value of a user's type, and what it knows of the object there.
final class StructDecoder: Decoder {
  let reading: StructReading
  let source: StructSource
  /// The length of the reading's path that leads to the part, and the keys after it.
  let depth: Int
  let keys: [any CodingKey]
  /// The object at the source, once it is asked for.
  private(set) var object = StructObject()
  /// How many nodes after the one of the object the next key is.
  ///
  /// Types ask for their keys in the order of their properties, and so does the input have them.
  var nextKey = 1

  init(_ reading: StructReading, _ source: StructSource, depth: Int, keys: [any CodingKey] = []) {
    (self.reading, self.source, self.depth, self.keys) = (reading, source, depth, keys)
  }

  var codingPath: [any CodingKey] { Array(reading.path.prefix(depth)) + keys }
  var userInfo: [CodingUserInfoKey: Any] { reading.rules.userInfo }

  /// Whether the value has been read, so that nothing is there any more.
  var isOver: Bool { reading.isOver }

  /// Throws if the value has been read before, or if the mapping has ended.
  func check() throws {
    if isOver { throw DecodingError.dataCorrupted(context("the value has been read before")) }
    try reading.check()
  }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try findObject()
    return KeyedDecodingContainer(StructPairs<Key>(decoder: self))
  }

  private func findObject() throws {
    try check()
    if object.isThere { return }
    let found = reading.object(source)
    if reading.rules.isArchived, let model = try reading.exportedModel(at: found) {
      return object = model
    }
    guard let found else { throw mismatch([String: Any].self) }
    object = found
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try check()
    guard let list = StructList(self) else { throw mismatch([Any].self) }
    return list
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  /// The decoder of what is under a key.
  func inner(_ source: StructSource, _ key: any CodingKey) -> StructDecoder {
    StructDecoder(reading, source, depth: depth, keys: keys + [key])
  }

  /// The error that the part isn't of a type.
  private func mismatch(_ type: Any.Type) -> DecodingError {
    let context = context("not \("\(type)".withArticle)")
    return reading.isNull(source) ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  func context(_ words: String, _ key: (any CodingKey)? = nil) -> DecodingError.Context {
    let path = codingPath + [key].compactMap(\.self)
    return DecodingError.Context(codingPath: path, debugDescription: words)
  }
}

/// A single value never converts, so that types may try one type after another.
extension StructDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { !isOver && reading.isNull(source) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try check()
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
