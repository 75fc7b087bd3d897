/// Where a value stands in a decoder: what it is can be asked for more than once.
///
/// Only values are asked for, never containers: a decoder makes a new one of itself for each, and
/// hands out one container of it. Many decoders stop the program at a second one, move on with each
/// question, or give any container and fail later.
enum DecodingPlace {
  case keyed(KeyedSource, AnyKey)
  case element(any SingleValueDecodingContainer)

  /// How long the coding path of the value is.
  var depth: Int {
    switch self {
    case .keyed(let container, _): container.codingPath.count + 1
    case .element(let container): container.codingPath.count
    }
  }

  /// A value of a type, as a class with synthesised conformance asks for it.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    switch self {
    case .keyed(let container, let key): try container.decode(Value.self, forKey: key)
    case .element(let container): try container.decode(Value.self)
    }
  }

  /// The value, or nil for null.
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    switch self {
    case .keyed(let container, let key): try container.decodeIfPresent(Value.self, forKey: key)
    case .element(let container): container.decodeNil() ? nil : try container.decode(Value.self)
    }
  }

  /// Whether there is null; some decoders move on by it, so it is asked once at most.
  var isNull: Bool {
    switch self {
    case .keyed(let container, let key): (try? container.decodeNil(forKey: key)) ?? false
    case .element(let container): container.decodeNil()
    }
  }

  /// A value of one of the types that decoders know by themselves, or nil.
  ///
  /// An element is asked by way of a value of another type, for which the decoder begins anew.
  func scalar<Value: Decodable>(_ type: Value.Type) -> Value? {
    switch self {
    case .keyed(let container, let key): try? container.decode(Value.self, forKey: key)
    case .element(let container): (try? container.decode(OneValue<Value>.self))?.value
    }
  }
}

/// A value by itself.
private struct OneValue<Value: Decodable>: Decodable {
  let value: Value

  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Value.self)
  }
}
