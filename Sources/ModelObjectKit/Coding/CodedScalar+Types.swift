// Each says the same: a container's method for a type is only found where the type is known.

extension String: CodedScalar {
  static func decode(_ source: KeyedSource, _ key: AnyKey) throws -> Self {
    try source.decode(Self.self, forKey: key)
  }

  static func decodeIfPresent(_ source: KeyedSource, _ key: AnyKey) throws -> Self? {
    try source.decodeIfPresent(Self.self, forKey: key)
  }

  static func encode(_ value: Self?, _ target: inout KeyedTarget, _ key: AnyKey) throws {
    if let value { return try target.encode(value, forKey: key) }
    try target.encodeIfPresent(value, forKey: key)
  }
}

extension Bool: CodedScalar {
  static func decode(_ source: KeyedSource, _ key: AnyKey) throws -> Self {
    try source.decode(Self.self, forKey: key)
  }

  static func decodeIfPresent(_ source: KeyedSource, _ key: AnyKey) throws -> Self? {
    try source.decodeIfPresent(Self.self, forKey: key)
  }

  static func encode(_ value: Self?, _ target: inout KeyedTarget, _ key: AnyKey) throws {
    if let value { return try target.encode(value, forKey: key) }
    try target.encodeIfPresent(value, forKey: key)
  }
}

extension Int: CodedScalar {
  static func decode(_ source: KeyedSource, _ key: AnyKey) throws -> Self {
    try source.decode(Self.self, forKey: key)
  }

  static func decodeIfPresent(_ source: KeyedSource, _ key: AnyKey) throws -> Self? {
    try source.decodeIfPresent(Self.self, forKey: key)
  }

  static func encode(_ value: Self?, _ target: inout KeyedTarget, _ key: AnyKey) throws {
    if let value { return try target.encode(value, forKey: key) }
    try target.encodeIfPresent(value, forKey: key)
  }
}

extension Double: CodedScalar {
  static func decode(_ source: KeyedSource, _ key: AnyKey) throws -> Self {
    try source.decode(Self.self, forKey: key)
  }

  static func decodeIfPresent(_ source: KeyedSource, _ key: AnyKey) throws -> Self? {
    try source.decodeIfPresent(Self.self, forKey: key)
  }

  static func encode(_ value: Self?, _ target: inout KeyedTarget, _ key: AnyKey) throws {
    if let value { return try target.encode(value, forKey: key) }
    try target.encodeIfPresent(value, forKey: key)
  }
}

extension Float: CodedScalar {
  static func decode(_ source: KeyedSource, _ key: AnyKey) throws -> Self {
    try source.decode(Self.self, forKey: key)
  }

  static func decodeIfPresent(_ source: KeyedSource, _ key: AnyKey) throws -> Self? {
    try source.decodeIfPresent(Self.self, forKey: key)
  }

  static func encode(_ value: Self?, _ target: inout KeyedTarget, _ key: AnyKey) throws {
    if let value { return try target.encode(value, forKey: key) }
    try target.encodeIfPresent(value, forKey: key)
  }
}

extension Int8: CodedScalar {
  static func decode(_ source: KeyedSource, _ key: AnyKey) throws -> Self {
    try source.decode(Self.self, forKey: key)
  }

  static func decodeIfPresent(_ source: KeyedSource, _ key: AnyKey) throws -> Self? {
    try source.decodeIfPresent(Self.self, forKey: key)
  }

  static func encode(_ value: Self?, _ target: inout KeyedTarget, _ key: AnyKey) throws {
    if let value { return try target.encode(value, forKey: key) }
    try target.encodeIfPresent(value, forKey: key)
  }
}

extension Int16: CodedScalar {
  static func decode(_ source: KeyedSource, _ key: AnyKey) throws -> Self {
    try source.decode(Self.self, forKey: key)
  }

  static func decodeIfPresent(_ source: KeyedSource, _ key: AnyKey) throws -> Self? {
    try source.decodeIfPresent(Self.self, forKey: key)
  }

  static func encode(_ value: Self?, _ target: inout KeyedTarget, _ key: AnyKey) throws {
    if let value { return try target.encode(value, forKey: key) }
    try target.encodeIfPresent(value, forKey: key)
  }
}

extension Int32: CodedScalar {
  static func decode(_ source: KeyedSource, _ key: AnyKey) throws -> Self {
    try source.decode(Self.self, forKey: key)
  }

  static func decodeIfPresent(_ source: KeyedSource, _ key: AnyKey) throws -> Self? {
    try source.decodeIfPresent(Self.self, forKey: key)
  }

  static func encode(_ value: Self?, _ target: inout KeyedTarget, _ key: AnyKey) throws {
    if let value { return try target.encode(value, forKey: key) }
    try target.encodeIfPresent(value, forKey: key)
  }
}

extension Int64: CodedScalar {
  static func decode(_ source: KeyedSource, _ key: AnyKey) throws -> Self {
    try source.decode(Self.self, forKey: key)
  }

  static func decodeIfPresent(_ source: KeyedSource, _ key: AnyKey) throws -> Self? {
    try source.decodeIfPresent(Self.self, forKey: key)
  }

  static func encode(_ value: Self?, _ target: inout KeyedTarget, _ key: AnyKey) throws {
    if let value { return try target.encode(value, forKey: key) }
    try target.encodeIfPresent(value, forKey: key)
  }
}

extension UInt: CodedScalar {
  static func decode(_ source: KeyedSource, _ key: AnyKey) throws -> Self {
    try source.decode(Self.self, forKey: key)
  }

  static func decodeIfPresent(_ source: KeyedSource, _ key: AnyKey) throws -> Self? {
    try source.decodeIfPresent(Self.self, forKey: key)
  }

  static func encode(_ value: Self?, _ target: inout KeyedTarget, _ key: AnyKey) throws {
    if let value { return try target.encode(value, forKey: key) }
    try target.encodeIfPresent(value, forKey: key)
  }
}

extension UInt8: CodedScalar {
  static func decode(_ source: KeyedSource, _ key: AnyKey) throws -> Self {
    try source.decode(Self.self, forKey: key)
  }

  static func decodeIfPresent(_ source: KeyedSource, _ key: AnyKey) throws -> Self? {
    try source.decodeIfPresent(Self.self, forKey: key)
  }

  static func encode(_ value: Self?, _ target: inout KeyedTarget, _ key: AnyKey) throws {
    if let value { return try target.encode(value, forKey: key) }
    try target.encodeIfPresent(value, forKey: key)
  }
}

extension UInt16: CodedScalar {
  static func decode(_ source: KeyedSource, _ key: AnyKey) throws -> Self {
    try source.decode(Self.self, forKey: key)
  }

  static func decodeIfPresent(_ source: KeyedSource, _ key: AnyKey) throws -> Self? {
    try source.decodeIfPresent(Self.self, forKey: key)
  }

  static func encode(_ value: Self?, _ target: inout KeyedTarget, _ key: AnyKey) throws {
    if let value { return try target.encode(value, forKey: key) }
    try target.encodeIfPresent(value, forKey: key)
  }
}

extension UInt32: CodedScalar {
  static func decode(_ source: KeyedSource, _ key: AnyKey) throws -> Self {
    try source.decode(Self.self, forKey: key)
  }

  static func decodeIfPresent(_ source: KeyedSource, _ key: AnyKey) throws -> Self? {
    try source.decodeIfPresent(Self.self, forKey: key)
  }

  static func encode(_ value: Self?, _ target: inout KeyedTarget, _ key: AnyKey) throws {
    if let value { return try target.encode(value, forKey: key) }
    try target.encodeIfPresent(value, forKey: key)
  }
}

extension UInt64: CodedScalar {
  static func decode(_ source: KeyedSource, _ key: AnyKey) throws -> Self {
    try source.decode(Self.self, forKey: key)
  }

  static func decodeIfPresent(_ source: KeyedSource, _ key: AnyKey) throws -> Self? {
    try source.decodeIfPresent(Self.self, forKey: key)
  }

  static func encode(_ value: Self?, _ target: inout KeyedTarget, _ key: AnyKey) throws {
    if let value { return try target.encode(value, forKey: key) }
    try target.encodeIfPresent(value, forKey: key)
  }
}
