// The standard library's methods for these types say that a decoder doesn't have them.

extension StructDecoder {
  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  func decode(_ type: Int128.Type) throws -> Int128 { try decodeWide(type) }

  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 { try decodeWide(type) }

  private func decodeWide<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decode(type)
  }
}

extension StructPairs {
  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try decodeWide(type, key)
  }

  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try decodeWide(type, key)
  }

  private func decodeWide<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
    try decode(type, forKey: key)
  }
}

extension StructList {
  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try decodeWide(type) }

  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try decodeWide(type) }

  private mutating func decodeWide<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decode(type)
  }
}
