import ModelObjectEssentials

/// Plain values for any encoder.
///
/// Each value goes through a container, so that the encoder's strategies hold. Values that it can't
/// encode are left out of arrays and objects, but not those that couldn't be read: they are in
/// columns that other programs write, too.
struct EncodedTree: Encodable {
  private let input: Input

  init(_ value: Any) {
    var input = Input(value)
    if case .foreign(let value) = input, !(value is any Encodable),
      let plain = Unknown.modelValue(of: value) ?? Unknown.rawValue(of: value)
    {
      input = Input(plain)
    }
    self.input = input
  }

  /// A value that encoders take, whatever is in it, or that couldn't be read; nil for any other.
  static func ifEncodable(_ value: Any) -> EncodedTree? {
    let tree = EncodedTree(value)
    guard case .foreign(let value) = tree.input else { return tree }
    return value is any Encodable || value is UnreadableValue ? tree : nil
  }

  func encode(to encoder: any Encoder) throws {
    switch input {
    case .array, .object: try ModelEncoding.current?.checkDepth(encoder.codingPath.count)
    default: break
    }
    switch input {
    case .array(.tree(let elements)):
      var container = encoder.unkeyedContainer()
      for element in elements.lazy.compactMap({ inner($0) }) { try container.encode(element) }
    case .object(.tree(let pairs)) where CoderKinds.of(encoder).keepsKeysOfDictionaries:
      // Only the keys of a `Dictionary` are left as they are by the encoder's strategy.
      var container = encoder.singleValueContainer()
      try container.encode(pairs.compactMapValues { inner($0) })
    case .object(.tree(let pairs)):
      var container = encoder.container(keyedBy: AnyKey.self)
      for (key, value) in pairs.inKeyOrder() {
        if let value = inner(value) { try container.encode(value, forKey: AnyKey(key)) }
      }
    default:
      var container = encoder.singleValueContainer()
      switch input {
      case .bool(let value): try container.encode(value)
      case .text(let text): try container.encode(text.string)
      case .number(.float(let value)): try container.encode(value)
      case .number(let number):
        if let value = number.untyped as? any Encodable { try container.encode(value) }
      case .foreign(let value as any Encodable): try container.encode(value)
      case .foreign(let value):
        let kind =
          value is UnreadableValue ? "a value that couldn't be read" : "a \(type(of: value))"
        throw EncodingError.invalidValue(
          value,
          EncodingError.Context(
            codingPath: encoder.codingPath,
            debugDescription: "\(kind), which can't be encoded"
          )
        )
      case .null, .array, .object: try container.encodeNil()
      }
    }
  }

  /// A value in this one; nil if it is left out.
  private func inner(_ value: Any) -> EncodedTree? {
    guard let tree = EncodedTree.ifEncodable(value) else { return nil }
    if case .foreign(let value) = tree.input, ModelEncoding.current?.encodes(value) == false {
      return nil
    }
    return tree
  }
}
