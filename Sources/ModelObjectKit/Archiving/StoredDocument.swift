import Foundation

/// The outer parts of an archive.
struct StoredDocument {
  /// The number of the archived object; nil for an array or a store.
  let root: Any?
  /// The numbers of the objects of an archived array.
  let roots: [Any]?
  /// The numbers of the objects of an archived store.
  let store: [Any]?
  let tables: [StoredTable]
  let objectCount: Int
  /// Long strings and data that occur in several places.
  let shared: [Any]
  /// The size of the archive in bytes.
  let size: Int

  /// Reads the bytes of an archive.
  init(_ data: Data) throws {
    guard let pairs = try Self.propertyList(data) as? [String: Any],
      pairs["format"] as? String == ArchiveFormat.name,
      let version = StoredValue.integer(pairs["version"]),
      let classes = pairs["classes"] as? [Any]
    else { throw ModelError(.invalidArchive, message: "not an archive of models") }
    guard (1...ArchiveFormat.version).contains(version) else {
      throw ModelError(.invalidArchive, message: "version \(version) is not supported")
    }
    root = pairs["root"]
    roots = pairs["roots"] as? [Any]
    store = pairs["store"] as? [Any]
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
    guard [root != nil, roots != nil, store != nil].filter({ $0 }).count == 1 else {
      throw ModelError(.invalidArchive, message: "damaged")
    }
    self.tables = tables
    objectCount = count
  }

  /// The content of the archive, as described in errors.
  var content: String {
    if root != nil { return "an object" }
    return roots == nil ? "a store" : "an array"
  }

  /// Reads a binary property list.
  static func propertyList(_ data: Data) throws -> Any {
    do {
      return try PropertyListReader.read(data)
    } catch let flaw as PropertyListReader.Flaw {
      throw ModelError(.invalidArchive, message: flaw.text)
    }
  }
}
