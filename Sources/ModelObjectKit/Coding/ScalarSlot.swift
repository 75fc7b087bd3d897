/// A type that containers have methods for: these are called, which is faster than the method for
/// any type, and as synthesized code does.
///
/// The methods that code a place in an object have one body for all types, in an extension. As
/// requirements they are compiled for each of the types.
protocol CodedScalar: Codable, SendableMetatype {
  typealias Get = (KeyedSource, AnyKey) throws -> Self
  typealias GetIfPresent = (KeyedSource, AnyKey) throws -> Self?
  typealias Put = (inout KeyedTarget, Self?, AnyKey) throws -> Void

  static var get: Get { get }
  static var getIfPresent: GetIfPresent { get }
  /// Encodes a value, or gives the encoder a nil.
  static var put: Put { get }

  /// Decodes the value under a key into the property of an object, as synthesized code does; false
  /// if the key isn't there.
  static func decode(
    _ place: FieldPlace,
    of object: AnyObject,
    from source: KeyedSource,
    under key: AnyKey
  ) throws -> Bool

  /// The value under a key as hooks see it, `NSNull` for null; nil if another type may hold it better.
  static func plain(_ source: KeyedSource, _ key: AnyKey) throws -> Any?

  /// Encodes the property of an object; false for nil, which is not encoded.
  static func encode(
    _ place: FieldPlace,
    of object: AnyObject,
    to target: inout KeyedTarget,
    under key: AnyKey
  ) throws -> Bool
}

/// The place of a property whose type, or wrapped type, containers have methods for.
///
/// A plain value without references: decoding into it copies nothing.
struct ScalarSlot {
  let type: any CodedScalar.Type
  let place: FieldPlace

  /// Nil for a property of another type.
  init?(_ property: Property) {
    let leaf: Any.Type? = property.shape.wrapped.leaf
    guard !property.isAccessed, let type = leaf as? any CodedScalar.Type else { return nil }
    self.type = type
    place = property.stored.place
  }
}

extension CodedScalar {
  static var getIfPresent: GetIfPresent {
    { try !$0.contains($1) || $0.decodeNil(forKey: $1) ? nil : get($0, $1) }
  }

  @inline(__always)
  static func decode(
    _ place: FieldPlace,
    of object: AnyObject,
    from source: KeyedSource,
    under key: AnyKey
  ) throws -> Bool {
    if let slot = Slot<Self>(place) {
      slot.write(try get(source, key), to: object)
    } else if let slot = Slot<Self?>(place) {
      let value = try getIfPresent(source, key)
      // Whether there is null isn't asked again: some decoders move on.
      if value == nil, !source.contains(key) { return false }
      slot.write(value, to: object)
    }
    return true
  }

  static func encodeNil(_ target: inout KeyedTarget, _ key: AnyKey) throws {
    try put(&target, nil, key)
  }

  @inline(__always)
  static func encode(
    _ place: FieldPlace,
    of object: AnyObject,
    to target: inout KeyedTarget,
    under key: AnyKey
  ) throws -> Bool {
    if let slot = Slot<Self>(place) {
      try put(&target, slot.read(from: object), key)
    } else if let slot = Slot<Self?>(place) {
      guard let value = slot.read(from: object) else { return false }
      try put(&target, value, key)
    }
    return true
  }
}

// Each says the same: a container's method for a type is only found where the type is known. Some
// decoders read something else by the method for any type, and a row casts the type at run time.

extension String: CodedScalar {
  static var get: Get { { try $0.decode(Self.self, forKey: $1) } }
  static var getIfPresent: GetIfPresent { { try $0.decodeIfPresent(Self.self, forKey: $1) } }
  static var put: Put { { try $0.encodeIfPresent($1, forKey: $2) } }
}

extension Bool: CodedScalar {
  static var get: Get { { try $0.decode(Self.self, forKey: $1) } }
  static var getIfPresent: GetIfPresent { { try $0.decodeIfPresent(Self.self, forKey: $1) } }
  static var put: Put { { try $0.encodeIfPresent($1, forKey: $2) } }
}

extension Int: CodedScalar {
  static var get: Get { { try $0.decode(Self.self, forKey: $1) } }
  static var getIfPresent: GetIfPresent { { try $0.decodeIfPresent(Self.self, forKey: $1) } }
  static var put: Put { { try $0.encodeIfPresent($1, forKey: $2) } }
}

extension Int64: CodedScalar {
  static var get: Get { { try $0.decode(Self.self, forKey: $1) } }
  static var getIfPresent: GetIfPresent { { try $0.decodeIfPresent(Self.self, forKey: $1) } }
  static var put: Put { { try $0.encodeIfPresent($1, forKey: $2) } }
}

extension Double: CodedScalar {
  static var get: Get { { try $0.decode(Self.self, forKey: $1) } }
  static var getIfPresent: GetIfPresent { { try $0.decodeIfPresent(Self.self, forKey: $1) } }
  static var put: Put { { try $0.encodeIfPresent($1, forKey: $2) } }
}

extension Float: CodedScalar {
  static var get: Get { { try $0.decode(Self.self, forKey: $1) } }
  static var put: Put { { try $0.encodeIfPresent($1, forKey: $2) } }
}

extension Int8: CodedScalar {
  static var get: Get { { try $0.decode(Self.self, forKey: $1) } }
  static var put: Put { { try $0.encodeIfPresent($1, forKey: $2) } }
}

extension Int16: CodedScalar {
  static var get: Get { { try $0.decode(Self.self, forKey: $1) } }
  static var put: Put { { try $0.encodeIfPresent($1, forKey: $2) } }
}

extension Int32: CodedScalar {
  static var get: Get { { try $0.decode(Self.self, forKey: $1) } }
  static var put: Put { { try $0.encodeIfPresent($1, forKey: $2) } }
}

extension UInt: CodedScalar {
  static var get: Get { { try $0.decode(Self.self, forKey: $1) } }
  static var put: Put { { try $0.encodeIfPresent($1, forKey: $2) } }
}

extension UInt8: CodedScalar {
  static var get: Get { { try $0.decode(Self.self, forKey: $1) } }
  static var put: Put { { try $0.encodeIfPresent($1, forKey: $2) } }
}

extension UInt16: CodedScalar {
  static var get: Get { { try $0.decode(Self.self, forKey: $1) } }
  static var put: Put { { try $0.encodeIfPresent($1, forKey: $2) } }
}

extension UInt32: CodedScalar {
  static var get: Get { { try $0.decode(Self.self, forKey: $1) } }
  static var put: Put { { try $0.encodeIfPresent($1, forKey: $2) } }
}

extension UInt64: CodedScalar {
  static var get: Get { { try $0.decode(Self.self, forKey: $1) } }
  static var put: Put { { try $0.encodeIfPresent($1, forKey: $2) } }
}
