/// The encoder of a place in a `StructTree`.
struct StructEncoder: Encoder {
  let tree: StructTree
  let place: Int

  var codingPath: [any CodingKey] { tree.path(to: place) }
  var userInfo: [CodingUserInfoKey: Any] { tree.userInfo }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(EncodedPairs(tree: tree, place: tree.begin(place, isArray: false)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    EncodedElements(tree: tree, place: tree.begin(place, isArray: true))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension StructEncoder: SingleValueEncodingContainer {
  func encodeNil() { tree[place] = .null }
  func encode<Value: Encodable>(_ value: Value) throws { try tree.encode(value, at: place) }
}

/// An object that is being encoded.
private struct EncodedPairs<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let tree: StructTree
  let place: Int

  var codingPath: [any CodingKey] { tree.path(to: place) }

  func encodeNil(forKey key: Key) { tree.add(key.stringValue, to: place, .null) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try tree.encode(value, at: tree.add(key.stringValue, to: place))
  }

  // The most common values, for which generic code would have to ask.
  func encode(_ value: Bool, forKey key: Key) { tree.add(key.stringValue, to: place, .bool(value)) }
  func encode(_ value: String, forKey key: Key) {
    tree.add(key.stringValue, to: place, .text(value))
  }
  func encode(_ value: Int, forKey key: Key) {
    tree.add(key.stringValue, to: place, .signed(Int64(value)))
  }
  func encode(_ value: Double, forKey key: Key) throws {
    let part = tree.add(key.stringValue, to: place)
    tree[part] = try tree.content(of: value, at: part)
  }

  func nestedContainer<Other>(
    keyedBy type: Other.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Other> {
    inner(key, .object).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    inner(key, .array).unkeyedContainer()
  }

  /// The encoder of a container under a key: of the one that is there, if there is one.
  private func inner(_ key: Key, _ content: StructTree.Content) -> StructEncoder {
    StructEncoder(tree: tree, place: tree.container(key.stringValue, in: place, content))
  }

  func superEncoder() -> any Encoder { superEncoder("super") }
  func superEncoder(forKey key: Key) -> any Encoder { superEncoder(key.stringValue) }

  private func superEncoder(_ key: String) -> StructEncoder {
    StructEncoder(tree: tree, place: tree.add(key, to: place))
  }
}

/// An array that is being encoded.
private struct EncodedElements: UnkeyedEncodingContainer {
  let tree: StructTree
  let place: Int

  var codingPath: [any CodingKey] { tree.path(to: place) }
  var count: Int { Int(tree.parts[place].count) }

  func encodeNil() { _ = tree.add(to: place, .null) }

  func encode<Value: Encodable>(_ value: Value) throws {
    try tree.encode(value, at: tree.add(to: place))
  }

  func nestedContainer<Other>(keyedBy type: Other.Type) -> KeyedEncodingContainer<Other> {
    next.container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next.unkeyedContainer() }
  func superEncoder() -> any Encoder { next }

  private var next: StructEncoder { StructEncoder(tree: tree, place: tree.add(to: place)) }
}

// The standard library's methods for these types say that an encoder doesn't have them.
extension StructEncoder {
  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  func encode(_ value: Int128) throws { try tree.encode(value, at: place) }

  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  func encode(_ value: UInt128) throws { try tree.encode(value, at: place) }
}

extension EncodedPairs {
  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  func encode(_ value: Int128, forKey key: Key) throws {
    try tree.encode(value, at: tree.add(key.stringValue, to: place))
  }

  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  func encode(_ value: UInt128, forKey key: Key) throws {
    try tree.encode(value, at: tree.add(key.stringValue, to: place))
  }
}

extension EncodedElements {
  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  func encode(_ value: Int128) throws { try tree.encode(value, at: tree.add(to: place)) }

  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  func encode(_ value: UInt128) throws { try tree.encode(value, at: tree.add(to: place)) }
}
