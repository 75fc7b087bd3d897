package import Foundation

/// An archive as it lies on the disk, for programs that show it and have none of its classes.
package struct ArchiveContents {
  /// The objects of one class.
  package struct Table {
    package let name: String
    package let version: Int
    /// The number of the first object; the others follow.
    package let first: Int
    package let count: Int
  }

  /// A value, its marks read.
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
    /// A value that property lists have no form for, as text: `decimal`, `double`, `url`, `json`.
    case special(kind: String, text: String)
    /// The number of an object.
    case object(Int)
    case array([Value])
    case dictionary([(key: String, value: Value)])
  }

  /// A date as models print it, to the last digit.
  package static func text(of date: Date) -> String {
    DateText.description(of: date)
  }

  private let document: ArchivedDocument
  private let archiveSize: Int

  /// The numbers of the objects that were archived.
  package let roots: [Int]
  /// Whether it was an array that was archived.
  package let isArray: Bool
  /// Whether it was a store.
  package let isStore: Bool

  /// Reads an archive.
  ///
  /// - Throws: A ``ModelError`` of code `invalidArchive` where the data is none.
  package init(_ data: Data) throws {
    document = try ArchivedDocument(data)
    archiveSize = data.count
    isArray = document.roots != nil
    isStore = document.store != nil
    var roots: [Int] = []
    for root in document.roots ?? document.store ?? [document.root ?? -1] {
      guard let number = ArchivedValue.integer(root), 0..<document.objectCount ~= number else {
        throw Self.damaged
      }
      roots.append(number)
    }
    self.roots = roots
  }

  package var objectCount: Int { document.objectCount }

  package var tables: [Table] {
    document.tables.map {
      Table(name: $0.name, version: $0.version, first: $0.first, count: $0.count)
    }
  }

  /// The name of the class of an object.
  package func className(of object: Int) -> String { table(of: object)?.name ?? "" }

  /// What the archive has for an object, in the order of the keys.
  package func values(of object: Int) throws -> [(key: String, value: Value)] {
    guard let table = table(of: object) else { throw Self.damaged }
    var decoder = ArchiveValueDecoder(shared: document.shared, size: archiveSize)
    var pairs: [(key: String, value: Value)] = []
    let row = object - table.first
    for key in table.keys(row: row) {
      do {
        guard let cell = try table.cell(key, row: row) else { continue }
        pairs.append((key, try decoder.value(of: cell)))
      } catch {
        throw Self.damaged
      }
    }
    for object in decoder.objects where !(0..<objectCount ~= object) { throw Self.damaged }
    return pairs
  }

  private func table(of object: Int) -> ArchivedTable? {
    var tables = document.tables[...]
    while tables.count > 1 {
      let middle = tables.startIndex + tables.count / 2
      tables = tables[middle].first > object ? tables[..<middle] : tables[middle...]
    }
    guard let table = tables.first, table.first..<table.first + table.count ~= object else {
      return nil
    }
    return table
  }

  private static var damaged: ModelError { ModelError(.invalidArchive, message: "damaged") }
}
