package import Foundation

/// An archive that is read without its classes, for tools that show it.
package struct ArchiveContents {
  /// A value without its marks.
  package indirect enum Value {
    case null
    /// No value: the property keeps its default.
    case absent
    case bool(Bool)
    /// An `Int`, `UInt64` or `Double`.
    case number(Any)
    case text(String)
    /// A date or data.
    case other(Any)
    /// A value that property lists can't hold, as text: `decimal`, `double`, `url`, `json`.
    case special(kind: String, text: String)
    /// The number of an object.
    case object(Int)
    case array([Value])
    case dictionary([(key: String, value: Value)])
  }

  /// A date as in a printed model, with all digits.
  package static func text(of date: Date) -> String {
    DateText.description(of: date)
  }

  private let document: StoredDocument

  /// The numbers of the objects that were archived.
  package var roots: [Int] { document.objects }
  /// Whether an array was archived.
  package var isArray: Bool { document.root == .array }
  /// Whether a store was archived.
  package var isStore: Bool { document.root == .store }

  /// Whether it is the archive of a save, and the places in the store of its objects.
  package var isSave: Bool { document.isSave }
  package var places: [Int] { document.places }
  /// The numbers of the objects that a save removed from a store.
  package var removed: [Int] { document.removed }

  /// Reads an archive.
  ///
  /// - Throws: A ``ModelError`` of code `invalidArchive` if the data isn't an archive.
  package init(_ data: Data) throws {
    document = try StoredDocument(data)
    guard (roots + removed).allSatisfy({ document.numbers.contains($0) }) else {
      throw Self.damaged
    }
  }

  package var objectCount: Int { document.numbers.count }

  package var tables: [StoredTable] { document.tables }

  /// The name of the class of an object.
  package func className(of object: Int) -> String { document.table(of: object)?.name ?? "" }

  /// The archived values of an object, in the order of the keys.
  package func values(of object: Int) throws -> [(key: String, value: Value)] {
    guard let table = document.table(of: object) else { throw Self.damaged }
    do {
      return try table.keys(row: object - table.first).compactMap { key in
        try document.input(key, of: object).map { (key, try value(of: $0, depth: 0)) }
      }
    } catch {
      throw Self.damaged
    }
  }

  private func value(of input: Input, depth: Int) throws(Misfit) -> Value {
    switch input {
    case .null: return .null
    case .bool(let bool): return .bool(bool)
    case .number(let number): return Self.value(of: number)
    case .text(let text): return .text(text.string)
    case .foreign(let value): return try self.value(ofForeign: value, depth)
    case .array(.tree(let elements)):
      var values: [Value] = []
      for element in elements { values.append(try value(of: element, depth: depth)) }
      return .array(values)
    case .object(.tree(let pairs)):
      var values: [(key: String, value: Value)] = []
      for (key, element) in pairs.inKeyOrder() {
        values.append((ArchiveFormat.unmarked(key), try value(of: element, depth: depth)))
      }
      return .dictionary(values)
    case .array, .object: throw .damaged
    }
  }

  /// Reads a value in a container at a depth; each container may have a tag around it.
  private func value(of value: Any, depth: Int) throws(Misfit) -> Value {
    guard depth < 2 * FixedOptions.defaultDepth else { throw .damaged }
    let input = try document.input(of: value)
    return try input.map { input throws(Misfit) in
      try self.value(of: input, depth: depth + 1)
    } ?? .absent
  }

  private func value(ofForeign value: Any, _ depth: Int) throws(Misfit) -> Value {
    switch value {
    case let object as ArchivedObject:
      guard 0..<objectCount ~= object.number else { throw .damaged }
      return .object(object.number)
    case is NSNull: return .null
    case let some as SomeInput: return try self.value(of: some.input, depth: depth)
    case let encoded as EncodedValue: return .special(kind: "json", text: encoded.text)
    case let url as URL: return .special(kind: "url", text: url.absoluteString)
    case let id as UUID: return .special(kind: "uuid", text: id.uuidString)
    case let zone as TimeZone: return .special(kind: "timeZone", text: zone.identifier)
    case let locale as Locale: return .special(kind: "locale", text: locale.identifier)
    default: return .other(value)
    }
  }

  private static func value(of number: Number) -> Value {
    switch number {
    case .double(let value) where value.isNaN: .special(kind: "double", text: "nan")
    case .float(let value) where value.isNaN: .special(kind: "float", text: "nan")
    case .decimal(let value): .special(kind: "decimal", text: value.description)
    default: .number(number.untyped)
    }
  }

  private static var damaged: ModelError { ModelError(.invalidArchive, message: "damaged") }
}
