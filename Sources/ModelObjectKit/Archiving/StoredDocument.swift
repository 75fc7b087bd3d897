import Foundation

/// The outer parts of an archive.
final class StoredDocument {
  let root: ArchiveFormat.Root
  /// The numbers of the archived objects.
  let objects: [Int]
  let tables: [StoredTable]
  let objectCount: Int
  /// Long strings and data that occur in several places.
  let shared: [Any]
  /// The size of the archive in bytes.
  let size: Int
  /// The size of the nested property lists that have been read.
  var nestedLists = NestedListBudget()

  /// Reads the bytes of an archive.
  init(_ data: Data) throws {
    let list: Any
    do {
      list = try PropertyListReader.read(data)
    } catch let flaw as PropertyListReader.Flaw {
      throw ModelError(.invalidArchive, message: flaw.text)
    }
    guard let pairs = list as? [String: Any],
      pairs["format"] as? String == ArchiveFormat.name,
      let version = ArchiveFormat.integer(pairs["version"]),
      let classes = pairs["classes"] as? [Any]
    else { throw ModelError(.invalidArchive, message: "not an archive of models") }
    guard (1...ArchiveFormat.version).contains(version) else {
      throw ModelError(.invalidArchive, message: "version \(version) is not supported")
    }
    let roots = ArchiveFormat.Root.allCases.compactMap { root in
      let value = pairs[root.rawValue]
      return (root == .model ? value.map { [$0] } : value as? [Any]).map { (root, $0) }
    }
    shared = pairs["shared"] as? [Any] ?? []
    size = data.count
    var tables: [StoredTable] = []
    var count = 0
    for value in classes {
      guard let table = StoredTable(value, first: count),
        // Each object has a reference, which takes at least one byte.
        table.count <= data.count - count
      else { throw ModelError(.invalidArchive, message: "damaged") }
      count += table.count
      tables.append(table)
    }
    guard roots.count == 1, let objects = try? StoredColumn.numbers(roots[0].1) else {
      throw ModelError(.invalidArchive, message: "damaged")
    }
    root = roots[0].0
    self.objects = objects
    self.tables = tables
    objectCount = count
  }

  /// The table that holds an object; nil if there is none.
  func table(of object: Int) -> StoredTable? { tableIndex(of: object).map { tables[$0] } }

  /// The index of the table that holds an object; nil if there is none.
  func tableIndex(of object: Int) -> Int? {
    guard 0..<objectCount ~= object else { return nil }
    var (low, high) = (0, tables.count)
    while low < high {
      let middle = (low + high) / 2
      if tables[middle].first + tables[middle].count <= object {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
