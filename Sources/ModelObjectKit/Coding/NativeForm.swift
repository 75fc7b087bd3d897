/// The form in which coders code values of a type themselves, as in a class with synthesised
/// conformance; the base class codes nothing.
class NativeForm<Value> {
  func decode(_ place: DecodingPlace) throws -> Value { throw Misfit.mismatch }

  /// A value that is plain as decoded; nil for other types, and if other questions have to be asked.
  func plainValue(_ place: DecodingPlace) -> Any? { nil }

  /// The value, or nil for null.
  func decodeIfPresent(_ place: DecodingPlace) throws -> Value? { nil }

  func encode(
    _ value: Value,
    _ container: inout KeyedTarget,
    _ key: AnyKey
  ) throws {}

  /// Gives a nil to an encoder: some write it, most leave it out.
  func encodeNoValue(
    _ container: inout KeyedTarget,
    _ key: AnyKey
  ) throws {}

  func encode(_ value: Value, _ container: inout any SingleValueEncodingContainer) throws {}
}

/// The form of any `Codable` type.
final class CodableForm<Value: Codable>: NativeForm<Value> {
  override func decode(_ place: DecodingPlace) throws -> Value { try place.decode(Value.self) }

  override func decodeIfPresent(_ place: DecodingPlace) throws -> Value? {
    try place.decodeIfPresent(Value.self)
  }

  override func encode(
    _ value: Value,
    _ container: inout KeyedTarget,
    _ key: AnyKey
  ) throws {
    try container.encode(value, forKey: key)
  }

  override func encodeNoValue(
    _ container: inout KeyedTarget,
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

/// A type for which containers have methods of their own.
final class ScalarForm<Value: CodedScalar>: NativeForm<Value> {
  override func decode(_ place: DecodingPlace) throws -> Value {
    guard case .keyed(let container, let key) = place else { return try place.decode(Value.self) }
    return try Value.decode(container, key)
  }

  override func plainValue(_ place: DecodingPlace) -> Any? {
    guard case .keyed(let container, let key) = place else { return nil }
    return (try? Value.decodeIfPresent(container, key))?.plain
  }

  override func decodeIfPresent(_ place: DecodingPlace) throws -> Value? {
    guard case .keyed(let container, let key) = place else {
      return try place.decodeIfPresent(Value.self)
    }
    return try Value.decodeIfPresent(container, key)
  }

  override func encode(
    _ value: Value,
    _ container: inout KeyedTarget,
    _ key: AnyKey
  ) throws {
    try Value.encode(value, &container, key)
  }

  override func encodeNoValue(
    _ container: inout KeyedTarget,
    _ key: AnyKey
  ) throws {
    try Value.encode(nil, &container, key)
  }

  override func encode(
    _ value: Value,
    _ container: inout any SingleValueEncodingContainer
  ) throws {
    try container.encode(value)
  }
}

extension NativeForm {
  /// The form of a type; nil where it is not `Codable`.
  static func of(_ type: Value.Type) -> NativeForm<Value>? {
    func scalarForm<Scalar: CodedScalar>(_ type: Scalar.Type) -> AnyObject { ScalarForm<Scalar>() }
    if let scalar = codedScalar(of: type) { return scalarForm(scalar) as? NativeForm<Value> }
    func form<Coded: Codable>(_ type: Coded.Type) -> AnyObject { CodableForm<Coded>() }
    return (type as? any (Decodable & Encodable).Type).flatMap { form($0) as? NativeForm<Value> }
  }
}
