import Foundation

/// Decoders are recognized by the names of their modules.
enum GRDB {}

/// A row as GRDB passes it to `Codable`.
///
/// A row that is read from its statement decodes any column as a string and as a number, and a blob
/// that was decoded as a string is text from then on. A row that was copied decodes numbers as
/// booleans, and never as strings; `including(all:)` makes such rows. A container makes the list of its
/// keys once. Columns are found in any case.
final class DatabaseRow {
  enum Value: Equatable { case null, integer(Int64), real(Double), text(String), blob(Data) }

  /// How the record reads dates and data; optionals are read without it.
  struct Strategy {
    var date: ((Value) -> Date?)?
    var data: ((Data) -> Data?)?
  }

  var columns: [String: Value]
  fileprivate let isCopied: Bool
  fileprivate let scopes: [String: DatabaseRow]
  fileprivate let prefetched: [String: [DatabaseRow]]
  var strategy = Strategy()
  /// What the record returns for its decoders and encoders.
  var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// How often it was asked for what it doesn't have, which takes long.
  private(set) var mismatchCount = 0

  init(
    _ columns: [String: Value],
    isCopied: Bool,
    scopes: [String: DatabaseRow] = [:],
    prefetched: [String: [DatabaseRow]] = [:]
  ) {
    self.columns = columns
    self.isCopied = isCopied
    self.scopes = scopes
    self.prefetched = prefetched
  }

  /// A value of the type, which may be a subclass of `T`.
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    func made<Made: Decodable>(_ type: Made.Type) throws -> any Decodable {
      try Made(from: GRDB.RowDecoder(row: self, codingPath: []))
    }
    let own: any Decodable.Type = type
    guard let value = try made(own) as? T else { throw mismatch(type) }
    return value
  }

  fileprivate func mismatch(_ type: Any.Type) -> DecodingError {
    mismatchCount += 1
    let context = DecodingError.Context(codingPath: [], debugDescription: "no \(type)")
    return .typeMismatch(type, context)
  }

  /// A column by its name in any case.
  fileprivate func column(_ name: String) -> String? {
    columns[name] != nil ? name : columns.keys.first { $0.lowercased() == name.lowercased() }
  }

  fileprivate func isNull(_ name: String) -> Bool {
    if case .null = column(name).flatMap({ columns[$0] }) { true } else { false }
  }

  /// A column's value as one of the types that the library knows; nil for other types.
  fileprivate func native(_ type: Any.Type, _ name: String) throws -> Any? {
    guard let name = column(name), let value = columns[name] else { throw mismatch(type) }
    let known: [Any.Type] = [
      String.self, Bool.self, Int.self, Int64.self, Double.self, Data.self, Date.self, UUID.self,
      Data?.self, Date?.self,
    ]
    guard known.contains(where: { $0 == type }) else { return nil }
    guard let made = made(type, value) else { throw mismatch(type) }
    // The text that SQLite returns for a blob.
    if !isCopied, type == String.self, case .blob = value, let text = made as? String {
      columns[name] = .text(text)
    }
    return made
  }

  private func made(_ type: Any.Type, _ value: Value) -> Any? {
    switch type {
    case is Date?.Type: return made(from: value, Date.self)
    case is Data?.Type: return made(from: value, Data.self)
    case is Date.Type where strategy.date != nil: return strategy.date?(value)
    case is Data.Type where strategy.data != nil:
      return (made(from: value, Data.self) as? Data).flatMap { strategy.data?($0) }
    default: return made(from: value, type)
    }
  }

  private func made(from value: Value, _ type: Any.Type) -> Any? {
    isCopied ? copied(type, value) : read(type, value)
  }

  private func copied(_ type: Any.Type, _ value: Value) -> Any? {
    switch (value, type) {
    case (.integer(let value), is Bool.Type): value != 0
    case (.real(let value), is Bool.Type): value != 0
    case (.integer(let value), is Int.Type): Int(value)
    case (.integer(let value), is Int64.Type): value
    case (.real(let value), is Int.Type): Int(exactly: value.rounded(.towardZero))
    case (.real(let value), is Int64.Type): Int64(exactly: value.rounded(.towardZero))
    case (.integer(let value), is Double.Type): Double(value)
    case (.real(let value), is Double.Type): value
    case (.text(let value), is String.Type): value
    case (.blob(let value), is String.Type): String(data: value, encoding: .utf8)
    case (.text(let value), is Data.Type): Data(value.utf8)
    case (.blob(let value), is Data.Type): value
    default: common(type, value)
    }
  }

  private func read(_ type: Any.Type, _ value: Value) -> Any? {
    if case .null = value { return nil }
    let text = text(of: value)
    switch type {
    case is String.Type: return text
    case is Int.Type: return Int(integer(value, text))
    case is Int64.Type: return integer(value, text)
    case is Bool.Type: return integer(value, text) != 0
    case is Double.Type:
      return switch value {
      case .integer(let value): Double(value)
      case .real(let value): value
      default: Double(text) ?? 0.0
      }
    case is Data.Type:
      guard case .blob(let data) = value else { return Data(text.utf8) }
      return data
    default: return common(type, value)
    }
  }

  private func common(_ type: Any.Type, _ value: Value) -> Any? {
    switch (value, type) {
    case (.integer(let value), is Date.Type): Date(timeIntervalSince1970: Double(value))
    case (.real(let value), is Date.Type): Date(timeIntervalSince1970: value)
    case (.text(let value), is Date.Type):
      value.count == 10 ? try? Date(value + "T00:00:00Z", strategy: .iso8601) : nil
    case (.text(let value), is UUID.Type): UUID(uuidString: value)
    case (.blob(let value), is UUID.Type) where value.count == 16:
      value.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    default: nil
    }
  }

  fileprivate func text(of value: Value) -> String {
    switch value {
    case .null: ""
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let value): value
    case .blob(let value): String(decoding: value, as: UTF8.self)
    }
  }

  private func integer(_ value: Value, _ text: String) -> Int64 {
    switch value {
    case .integer(let value): value
    case .real(let value): Int64(exactly: value.rounded(.towardZero)) ?? .max
    default: Int64(text) ?? 0
    }
  }

  /// The text that JSON is decoded from; nil for numbers of a copied row.
  fileprivate func json(_ name: String) -> Data? {
    switch column(name).flatMap({ columns[$0] }) {
    case .blob(let data): data
    case .text(let text): Data(text.utf8)
    case .null, nil: nil
    case let value?: isCopied ? nil : Data(text(of: value).utf8)
    }
  }
}

private struct JSONRequired: Error {}

extension GRDB {
  fileprivate struct RowDecoder: Decoder {
    let row: DatabaseRow
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { row.userInfo }

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
      KeyedDecodingContainer(Keyed(row: row, codingPath: codingPath))
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
      precondition(!codingPath.isEmpty, "unkeyed decoding from a row stops the program")
      throw row.mismatch([Any].self)
    }
    func singleValueContainer() throws -> any SingleValueDecodingContainer {
      guard let name = codingPath.last?.stringValue else { return FirstColumn(row: row) }
      guard row.column(name) != nil else { throw row.mismatch(Any.self) }
      return ColumnDecoder(row: row, name: name, codingPath: codingPath)
    }
  }

  private final class Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let row: DatabaseRow
    let codingPath: [any CodingKey]
    private var names: Set<String> {
      Set(row.columns.keys).union(row.scopes.keys).union(row.prefetched.keys)
    }
    private var rootKey: String?
    private(set) lazy var allKeys: [Key] = names.compactMap { Key(stringValue: $0) }

    init(row: DatabaseRow, codingPath: [any CodingKey]) {
      (self.row, self.codingPath) = (row, codingPath)
    }

    func contains(_ key: Key) -> Bool {
      names.contains(key.stringValue) || row.column(key.stringValue) != nil
    }
    func decodeNil(forKey key: Key) throws -> Bool {
      row.isNull(key.stringValue) || !contains(key)
    }

    // Only for columns: the others have no such values.
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try column(key) }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try column(key) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try column(key) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try column(key) }

    private func column<T>(_ key: Key) throws -> T {
      guard let value = try row.native(T.self, key.stringValue) as? T else {
        throw row.mismatch(T.self)
      }
      return value
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
      try decodeNil(forKey: key) ? nil : decode(type, forKey: key)
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      let name = key.stringValue
      let path = codingPath + [key]
      if row.column(name) != nil {
        if let value = try row.native(type, name) as? T { return value }
        do {
          return try T(from: ColumnDecoder(row: row, name: name, codingPath: path))
        } catch is JSONRequired {
          guard let data = row.json(name) else { throw row.mismatch(type) }
          let decoder = JSONDecoder()
          decoder.userInfo = row.userInfo
          return try decoder.decode(type, from: data)
        }
      }
      if let scope = row.scopes[name] {
        return try T(from: RowDecoder(row: scope, codingPath: path))
      }
      if let rows = row.prefetched[name] {
        return try T(from: RowsDecoder(rows: rows, codingPath: codingPath))
      }
      // A key that isn't there is the row itself, once.
      guard rootKey == nil else { throw row.mismatch(type) }
      rootKey = name
      return try T(from: RowDecoder(row: row, codingPath: path))
    }

    func nestedContainer<N>(
      keyedBy type: N.Type,
      forKey key: Key
    ) throws -> KeyedDecodingContainer<N> { throw row.mismatch(type) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw row.mismatch([Any].self)
    }
    func superDecoder() throws -> any Decoder { throw row.mismatch(Any.self) }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw row.mismatch(Any.self) }
  }

  /// The first column, or the row if the type isn't a scalar.
  private struct FirstColumn: SingleValueDecodingContainer {
    let row: DatabaseRow
    var codingPath: [any CodingKey] { [] }
    var name: String { row.columns.keys.sorted().first ?? "" }

    func decodeNil() -> Bool { row.isNull(name) }
    func decode(_ type: String.Type) throws -> String { try column() }
    func decode(_ type: Bool.Type) throws -> Bool { try column() }
    func decode(_ type: Int.Type) throws -> Int { try column() }
    func decode(_ type: Double.Type) throws -> Double { try column() }
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
      try T(from: RowDecoder(row: row, codingPath: []))
    }

    private func column<T>() throws -> T {
      guard let value = try row.native(T.self, name) as? T else { throw row.mismatch(T.self) }
      return value
    }
  }

  private struct ColumnDecoder: Decoder, SingleValueDecodingContainer {
    let row: DatabaseRow
    let name: String
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { row.userInfo }

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
      throw JSONRequired()
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw JSONRequired() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
    func decodeNil() -> Bool { row.isNull(name) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
      if let value = try row.native(type, name) as? T { return value }
      if type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type {
        throw row.mismatch(type)
      }
      return try T(from: self)
    }
  }

  /// The rows of an association, which can only be decoded as an array.
  private struct RowsDecoder: Decoder, UnkeyedDecodingContainer {
    let rows: [DatabaseRow]
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { rows.first.map(\.userInfo) ?? [:] }
    var currentIndex = 0
    var count: Int? { rows.count }
    var isAtEnd: Bool { currentIndex >= rows.count }

    init(rows: [DatabaseRow], codingPath: [any CodingKey]) {
      self.rows = rows
      self.codingPath = codingPath
    }

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
      preconditionFailure("keyed decoding from an association stops the program")
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { self }
    func singleValueContainer() throws -> any SingleValueDecodingContainer {
      preconditionFailure("single value decoding from an association stops the program")
    }
    mutating func decodeNil() throws -> Bool { false }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
      defer { currentIndex += 1 }
      return try T(from: RowDecoder(row: rows[currentIndex], codingPath: codingPath))
    }
    mutating func nestedContainer<N>(keyedBy type: N.Type) throws -> KeyedDecodingContainer<N> {
      preconditionFailure("nested containers stop the program")
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      preconditionFailure("nested containers stop the program")
    }
    mutating func superDecoder() throws -> any Decoder {
      preconditionFailure("decoders of superclasses stop the program")
    }
  }
}
