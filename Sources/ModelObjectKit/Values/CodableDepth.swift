import ModelObjectEssentials

// Values of custom types are described by nested calls, which can't be stopped. So whether the stack
// has room for their levels is checked first.

private let sizeOfLevel = 2048

extension StackLimit {
  /// Whether the current thread's stack has room to describe a value.
  static func hasRoom(for value: any Encodable) -> Bool {
    // Decoders read 512 levels at most.
    var stack = StackLimit()
    guard stack.isNear(with: 512 * sizeOfLevel) else { return true }
    do { try DepthProbe<NoKey>(depth: 0).encode(value) } catch { return !(error is TooDeep) }
    return true
  }

  private struct TooDeep: Error {}

  private enum NoKey: CodingKey {}

  /// An encoder that visits a value without writing anything.
  private struct DepthProbe<Key: CodingKey>: Encoder, KeyedEncodingContainerProtocol,
    UnkeyedEncodingContainer, SingleValueEncodingContainer
  {
    let depth: Int
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var count: Int { 0 }

    func encode<Value: Encodable>(_ value: Value) throws {
      switch value {
      case is String, is Bool, is any BinaryInteger, is any BinaryFloatingPoint, is Decimal,
        is Date, is Data, is URL, is any Model:
        return
      default:
        var stack = StackLimit()
        guard !stack.isNear(with: depth * sizeOfLevel) else { throw TooDeep() }
        try value.encode(to: DepthProbe(depth: depth + 1))
      }
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try encode(value) }
    func encodeNil() {}
    func encodeNil(forKey key: Key) {}

    func container<Other>(keyedBy type: Other.Type) -> KeyedEncodingContainer<Other> {
      KeyedEncodingContainer(DepthProbe<Other>(depth: depth))
    }

    func nestedContainer<Other>(keyedBy type: Other.Type) -> KeyedEncodingContainer<Other> {
      container(keyedBy: type)
    }

    func nestedContainer<Other>(
      keyedBy type: Other.Type,
      forKey key: Key
    ) -> KeyedEncodingContainer<Other> {
      container(keyedBy: type)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { self }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { self }
    func singleValueContainer() -> any SingleValueEncodingContainer { self }
    func superEncoder() -> any Encoder { self }
    func superEncoder(forKey key: Key) -> any Encoder { self }
  }
}
