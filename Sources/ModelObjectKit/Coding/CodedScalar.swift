/// A type that containers have methods for: these are called, which is faster, and as synthesised
/// code does.
///
/// The methods that code a place in an object have one body for all types, in an extension. As
/// requirements they are compiled for each of the types, and a call costs little more than a case
/// of a `switch`.
protocol CodedScalar: Codable, SendableMetatype {
  /// The value as an untyped one; nil if another type may hold it better.
  var plain: Any? { get }

  static func decode(_ source: KeyedSource, _ key: AnyKey) throws -> Self
  static func decodeIfPresent(_ source: KeyedSource, _ key: AnyKey) throws -> Self?
  /// Encodes a value. Nil is given to the encoder too: some write it, most leave it out.
  static func encode(_ value: Self?, _ target: inout KeyedTarget, _ key: AnyKey) throws

  static func decode(
    _ place: FieldPlace,
    of object: AnyObject,
    _ source: KeyedSource,
    _ key: AnyKey,
    isGuess: Bool
  ) throws -> Bool

  static func encode(
    _ place: FieldPlace,
    of object: AnyObject,
    _ target: inout KeyedTarget,
    _ key: AnyKey
  ) throws -> Bool

  static func encodeNoValue(_ target: inout KeyedTarget, _ key: AnyKey) throws
}

/// A type as one that containers have methods for; nil for any other.
func codedScalar(of type: Any.Type) -> (any CodedScalar.Type)? {
  let types: [any CodedScalar.Type] = [
    String.self, Bool.self, Int.self, Double.self, Float.self,
    Int8.self, Int16.self, Int32.self, Int64.self,
    UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
  ]
  return types.first { $0 == type }
}

/// The place of a property whose type, or wrapped type, containers have methods for.
///
/// A plain value without references: decoding into it copies nothing.
struct ScalarSlot {
  private let type: any CodedScalar.Type
  private let place: FieldPlace

  /// Nil for a property of another type.
  init?(_ stored: StoredProperty) {
    let wrapped = (stored.type as? any OptionalType.Type)?.wrappedType ?? stored.type
    guard let type = codedScalar(of: wrapped) else { return nil }
    self.type = type
    place = stored.place
  }

  /// Decodes the value under a key into the property of an object, as synthesised code does.
  ///
  /// With `isGuess` the container may lack the key, for which some decoders give nil or false: then
  /// this returns false and changes nothing.
  @inline(__always)
  func decode(
    _ source: KeyedSource,
    _ key: AnyKey,
    into object: AnyObject,
    isGuess: Bool = false
  ) throws -> Bool {
    try type.decode(place, of: object, source, key, isGuess: isGuess)
  }

  /// Encodes the property of an object; false for nil, which is not encoded.
  @inline(__always)
  func encode(
    from object: AnyObject,
    _ target: inout KeyedTarget,
    _ key: AnyKey
  ) throws -> Bool {
    try type.encode(place, of: object, &target, key)
  }

  func encodeNoValue(_ target: inout KeyedTarget, _ key: AnyKey) throws {
    try type.encodeNoValue(&target, key)
  }
}

extension CodedScalar {
  var plain: Any? { nil }

  @inline(__always)
  static func decode(
    _ place: FieldPlace,
    of object: AnyObject,
    _ source: KeyedSource,
    _ key: AnyKey,
    isGuess: Bool
  ) throws -> Bool {
    if let slot = Slot<Self>(place) {
      if isGuess, Self.self == Bool.self, !source.contains(key) { return false }
      slot.write(try decode(source, key), to: object)
    } else if let slot = Slot<Self?>(place) {
      let value = try decodeIfPresent(source, key)
      if value == nil, isGuess, !source.contains(key) { return false }
      slot.write(value, to: object)
    }
    return true
  }

  @inline(__always)
  static func encode(
    _ place: FieldPlace,
    of object: AnyObject,
    _ target: inout KeyedTarget,
    _ key: AnyKey
  ) throws -> Bool {
    if let slot = Slot<Self>(place) {
      try encode(slot.read(from: object), &target, key)
    } else if let slot = Slot<Self?>(place) {
      guard let value = slot.read(from: object) else { return false }
      try encode(value, &target, key)
    }
    return true
  }

  @inline(__always)
  static func encodeNoValue(_ target: inout KeyedTarget, _ key: AnyKey) throws {
    try encode(nil, &target, key)
  }
}
