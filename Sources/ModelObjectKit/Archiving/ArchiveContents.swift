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
        try document.mark(key, of: object).map { (key, try value(of: $0, depth: 0)) }
      }
    } catch {
      throw Self.damaged
    }
  }

  private func value(of mark: StoredMark, depth: Int) throws(Misfit) -> Value {
    switch mark {
    case .absent: return .absent
    case .object(let number): return try object(number)
    case .objects(let numbers):
      var values: [Value] = []
      for number in numbers { values.append(try object(number)) }
      return .array(values)
    case .some(let mark): return try value(of: mark, depth: depth)
    case .special(let tag, let text):
      return .special(kind: String(tag.rawValue.dropFirst()), text: text)
    case .plain(.null), .plain(.foreign(is NSNull)): return .null
    case .plain(.bool(let bool)): return .bool(bool)
    case .plain(.number(let number)): return Self.value(of: number)
    case .plain(.text(let text)): return .text(text.string)
    case .plain(.foreign(let value)): return .other(value)
    case .plain(.array(.tree(let elements))):
      var values: [Value] = []
      for element in elements { values.append(try value(of: element, depth: depth)) }
      return .array(values)
    case .plain(.object(.tree(let pairs))):
      var values: [(key: String, value: Value)] = []
      for (key, element) in pairs.inKeyOrder() {
        values.append((StoredMark.unmarked(key), try value(of: element, depth: depth)))
      }
      return .dictionary(values)
    case .plain: throw .damaged
    }
  }

  /// Reads a value in a container at a depth; each container may have a tag around it.
  private func value(of value: Any, depth: Int) throws(Misfit) -> Value {
    guard depth < 2 * FixedOptions.defaultDepth else { throw .damaged }
    return try self.value(of: try document.mark(of: value), depth: depth + 1)
  }

  private func object(_ number: Int) throws(Misfit) -> Value {
    if number == ArchiveFormat.noObject { return .null }
    guard 0..<objectCount ~= number else { throw .damaged }
    return .object(number)
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
