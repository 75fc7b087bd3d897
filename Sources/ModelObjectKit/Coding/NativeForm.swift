/// How coders take values of a type by themselves, as those of a class with synthesised conformance.
///
/// Known by `NativeForm<Value>` alone; without a subclass for it nothing is coded.
class NativeForm<Value> {
  func decode(_ place: DecodingPlace) throws -> Value { throw Misfit.mismatch }

  /// The value, or nil for null.
  func decodeIfPresent(_ place: DecodingPlace) throws -> Value? { nil }

  func encode(
    _ value: Value,
    _ container: inout KeyedEncodingContainer<AnyKey>,
    _ key: AnyKey
  ) throws {}

  /// Tells an encoder of a nil: some write it, most leave it out.
  func encodeNoValue(
    _ container: inout KeyedEncodingContainer<AnyKey>,
    _ key: AnyKey
  ) throws {}

  func encode(_ value: Value, _ container: inout any SingleValueEncodingContainer) throws {}
}

/// Any `Codable` type.
final class CodableForm<Value: Codable>: NativeForm<Value> {
  override func decode(_ place: DecodingPlace) throws -> Value { try place.decode(Value.self) }

  override func decodeIfPresent(_ place: DecodingPlace) throws -> Value? {
    try place.decodeIfPresent(Value.self)
  }

  override func encode(
    _ value: Value,
    _ container: inout KeyedEncodingContainer<AnyKey>,
    _ key: AnyKey
  ) throws {
    try container.encode(value, forKey: key)
  }

  override func encodeNoValue(
    _ container: inout KeyedEncodingContainer<AnyKey>,
    _ key: AnyKey
  ) throws {
    try container.encodeIfPresent(Value?.none, forKey: key)
  }

  override func encode(
    _ value: Value,
    _ container: inout any SingleValueEncodingContainer
  ) throws {
    try container.encode(value)
  }
}

/// A type for which containers have methods of their own: these are called, which is faster, and
/// what synthesised code does.
final class ScalarForm<Value: Codable>: NativeForm<Value>, ScalarCoding {
  typealias Container = KeyedDecodingContainer<AnyKey>
  private let read: (Container, AnyKey) throws -> Value
  private let readIfPresent: (Container, AnyKey) throws -> Value?
  private let write: (Value?, inout KeyedEncodingContainer<AnyKey>, AnyKey) throws -> Void
  private let makeCoder: (StoredProperty, PropertyCoder) -> PropertyCoder?

  /// Inlined, so that the closures are made for the type itself.
  @inline(__always)
  init(
    _ read: @escaping (Container, AnyKey) throws -> Value,
    _ readIfPresent: @escaping (Container, AnyKey) throws -> Value?,
    _ write: @escaping (Value?, inout KeyedEncodingContainer<AnyKey>, AnyKey) throws -> Void
  ) {
    self.read = read
    self.readIfPresent = readIfPresent
    self.write = write
    makeCoder = { property, general in
      if let slot = Slot<Value>(property) {
        return ScalarCoder(general, ScalarSlot(property)) { object, container, key in
          try write(slot.read(from: object), &container, key)
          return true
        } _: { container, key in
          try write(nil, &container, key)
        }
      }
      guard let slot = Slot<Value?>(property) else { return nil }
      return ScalarCoder(general, ScalarSlot(property)) { object, container, key in
        guard let value = slot.read(from: object) else { return false }
        try write(value, &container, key)
        return true
      } _: { container, key in
        try write(nil, &container, key)
      }
    }
  }

  func coder(of property: StoredProperty, besides general: PropertyCoder) -> PropertyCoder? {
    makeCoder(property, general)
  }

  override func decode(_ place: DecodingPlace) throws -> Value {
    guard case .keyed(let container, let key) = place else { return try place.decode(Value.self) }
    return try read(container, key)
  }

  override func decodeIfPresent(_ place: DecodingPlace) throws -> Value? {
    guard case .keyed(let container, let key) = place else {
      return try place.decodeIfPresent(Value.self)
    }
    return try readIfPresent(container, key)
  }

  override func encode(
    _ value: Value,
    _ container: inout KeyedEncodingContainer<AnyKey>,
    _ key: AnyKey
  ) throws {
    try write(value, &container, key)
  }

  override func encodeNoValue(
    _ container: inout KeyedEncodingContainer<AnyKey>,
    _ key: AnyKey
  ) throws {
    try write(nil, &container, key)
  }

  override func encode(
    _ value: Value,
    _ container: inout any SingleValueEncodingContainer
  ) throws {
    try container.encode(value)
  }
}

/// A form that can code a property by itself.
protocol ScalarCoding: AnyObject {
  /// Nil where the property holds another type, or an optional of another one.
  func coder(of property: StoredProperty, besides general: PropertyCoder) -> PropertyCoder?
}

extension NativeForm {
  /// The form of a type; nil where it is not `Codable`.
  static func of(_ type: Value.Type) -> NativeForm<Value>? {
    if let form = scalarForm(of: Value.self) as? NativeForm<Value> { return form }
    func form<Coded: Codable>(_ type: Coded.Type) -> AnyObject { CodableForm<Coded>() }
    return (type as? any (Decodable & Encodable).Type).flatMap { form($0) as? NativeForm<Value> }
  }
}
