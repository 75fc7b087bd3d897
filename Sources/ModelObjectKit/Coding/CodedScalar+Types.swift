// Each says the same: a container's method for a type is only found where the type is known.

extension String: CodedScalar {
  var plain: Any? { self }

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
  var plain: Any? { self }

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
  var plain: Any? { magnitude < 1 << 53 ? self : nil }

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
  var plain: Any? {
    guard isFinite else { return nil }
    return magnitude < 0x1p53 ? Int(exactly: self) ?? self : self
  }

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
