import Foundation

extension DatabaseRow {
  /// The row that GRDB would write for a record: dates as text, UUIDs as blobs, other containers as
  /// JSON.
  convenience init(
    encoding record: some Encodable,
    isCopied: Bool = true,
    _ userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws {
    let encoder = GRDB.RecordEncoder(userInfo)
    try record.encode(to: encoder)
    self.init(encoder.columns, isCopied: isCopied)
    self.userInfo = userInfo
  }

  /// Writes a record into the row, as an update does.
  func update(_ record: some Encodable) throws {
    let encoder = GRDB.RecordEncoder(userInfo)
    try record.encode(to: encoder)
    columns.merge(encoder.columns) { $1 }
  }
}

private struct JSONRequired: Error {}

extension GRDB {
  fileprivate final class RecordEncoder: Encoder {
    var columns: [String: DatabaseRow.Value] = [:]
    var codingPath: [any CodingKey] { [] }
    let sentUserInfo: [CodingUserInfoKey: any Sendable]
    var userInfo: [CodingUserInfoKey: Any] { sentUserInfo }

    init(_ userInfo: [CodingUserInfoKey: any Sendable]) { sentUserInfo = userInfo }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      KeyedEncodingContainer(Keyed(encoder: self))
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer {
      fatalError("unkeyed encoding stops the program")
    }
    func singleValueContainer() -> any SingleValueEncodingContainer {
      fatalError("a single value stops the program")
    }

    func encode<T: Encodable>(_ value: T, _ name: String) throws {
      if let column = Self.column(value) { return columns[name] = column }
      do {
        let encoder = ColumnEncoder(record: self, name: name)
        try value.encode(to: encoder)
        if encoder.requiresJSON { throw JSONRequired() }
      } catch is JSONRequired {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.userInfo = sentUserInfo
        columns[name] = .text(String(decoding: try encoder.encode(value), as: UTF8.self))
      }
    }

    private static func column(_ value: Any) -> DatabaseRow.Value? {
      switch value {
      case let value as Bool: .integer(value ? 1 : 0)
      case let value as Int: .integer(Int64(value))
      case let value as Int64: .integer(value)
      case let value as Double: .real(value)
      case let value as String: .text(value)
      case let value as Data: .blob(value)
      case let value as Date: .text(value.formatted(.iso8601.dateSeparator(.dash)))
      case let value as UUID: .blob(withUnsafeBytes(of: value.uuid) { Data($0) })
      default: nil
      }
    }
  }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: RecordEncoder
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { encoder.columns[key.stringValue] = .null }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
      try encoder.encode(value, key.stringValue)
    }
    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
      if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
    }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try some(value, key) }
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try some(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try some(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try some(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try some(value, key) }
    private func some(_ value: (some Encodable)?, _ key: Key) throws {
      if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
    }
    func nestedContainer<N>(keyedBy type: N.Type, forKey key: Key) -> KeyedEncodingContainer<N> {
      fatalError("nested containers stop the program")
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      fatalError("nested containers stop the program")
    }
    func superEncoder() -> any Encoder { encoder }
    func superEncoder(forKey key: Key) -> any Encoder { encoder }
  }

  /// The encoder of a value for one column; containers throw as soon as something is put into them.
  private final class ColumnEncoder: Encoder, SingleValueEncodingContainer {
    let record: RecordEncoder
    let name: String
    var requiresJSON = false
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { record.userInfo }

    init(record: RecordEncoder, name: String) { (self.record, self.name) = (record, name) }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      requiresJSON = true
      return KeyedEncodingContainer(RefusingKeyed())
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer {
      requiresJSON = true
      return RefusingUnkeyed()
    }
    func singleValueContainer() -> any SingleValueEncodingContainer { self }
    func encodeNil() { record.columns[name] = .null }
    func encode<T: Encodable>(_ value: T) throws { try record.encode(value, name) }
  }

  private struct RefusingKeyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    var codingPath: [any CodingKey] { [] }
    func encodeNil(forKey key: Key) throws { throw JSONRequired() }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { throw JSONRequired() }
    func nestedContainer<N>(keyedBy type: N.Type, forKey key: Key) -> KeyedEncodingContainer<N> {
      KeyedEncodingContainer(RefusingKeyed<N>())
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      RefusingUnkeyed()
    }
    func superEncoder() -> any Encoder { fatalError("not asked for") }
    func superEncoder(forKey key: Key) -> any Encoder { fatalError("not asked for") }
  }

  private struct RefusingUnkeyed: UnkeyedEncodingContainer {
    var codingPath: [any CodingKey] { [] }
    var count: Int { 0 }
    func encodeNil() throws { throw JSONRequired() }
    func encode<T: Encodable>(_ value: T) throws { throw JSONRequired() }
    func nestedContainer<N>(keyedBy type: N.Type) -> KeyedEncodingContainer<N> {
      KeyedEncodingContainer(RefusingKeyed<N>())
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    func superEncoder() -> any Encoder { fatalError("not asked for") }
  }
}
