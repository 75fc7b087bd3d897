/// Decoders are recognized by the names of their modules.
enum GRDB {}

typealias TableRow = GRDB.TableRow

extension GRDB {
  /// A row of a database as its coders provide it: columns of values by name, each found by one
  /// look-up, without rows or arrays inside.
  final class TableRow {
    private var names: [String] = []
    private var values: [Any?] = []
    private var places: [String: Int] = [:]
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ columns: [(name: String, value: Any?)]) {
      for (name, value) in columns {
        places[name] = names.count
        names.append(name)
        values.append(value)
      }
    }

    /// The columns of a value.
    static func columns(of value: some Encodable) throws -> [(name: String, value: Any?)] {
      let columns = Columns()
      try value.encode(to: columns)
      return columns.list
    }

    struct NoColumn: Error {}
  }
}

extension TableRow: Decoder {
  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed(row: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NoColumn() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw NoColumn() }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let row: TableRow
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { row.names.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { row.places[key.stringValue] != nil }

    private func value(_ key: Key) throws -> Any? {
      guard let place = row.places[key.stringValue] else { throw NoColumn() }
      return row.values[place]
    }

    func decodeNil(forKey key: Key) throws -> Bool { try value(key) == nil }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      guard let value = try value(key) as? Value else { throw NoColumn() }
      return value
    }

    func nestedContainer<Inner>(keyedBy type: Inner.Type, forKey key: Key) throws
      -> KeyedDecodingContainer<Inner>
    { throw NoColumn() }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw NoColumn()
    }
    func superDecoder() throws -> any Decoder { throw NoColumn() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw NoColumn() }
  }
}

/// Collects the columns of a value one by one.
private final class Columns: Encoder {
  var list: [(name: String, value: Any?)] = []
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Keyed(columns: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { fatalError("a row is no array") }
  func singleValueContainer() -> any SingleValueEncodingContainer {
    fatalError("a row is no single value")
  }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let columns: Columns
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { columns.list.append((key.stringValue, nil)) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) {
      columns.list.append((key.stringValue, value))
    }

    func encodeIfPresent(_ value: String?, forKey key: Key) {
      columns.list.append((key.stringValue, value))
    }

    func encodeIfPresent(_ value: Int?, forKey key: Key) {
      columns.list.append((key.stringValue, value))
    }

    func encodeIfPresent(_ value: Bool?, forKey key: Key) {
      columns.list.append((key.stringValue, value))
    }

    func nestedContainer<Inner>(keyedBy type: Inner.Type, forKey key: Key)
      -> KeyedEncodingContainer<Inner>
    { fatalError("not asked for") }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      fatalError("not asked for")
    }
    func superEncoder() -> any Encoder { fatalError("not asked for") }
    func superEncoder(forKey key: Key) -> any Encoder { fatalError("not asked for") }
  }
}
