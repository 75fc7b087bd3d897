import Foundation

/// The outer parts of an archive that was read.
struct ArchivedDocument {
  /// The number of the object that the archive holds; nil where it holds an array.
  let root: Any?
  let roots: [Any]?
  let tables: [ArchivedTable]
  let objectCount: Int
  let shared: [Any]

  /// Reads the bytes of an archive; what is none throws.
  init(_ data: Data) throws {
    guard let pairs = try Self.propertyList(data) as? [String: Any],
      pairs["format"] as? String == ArchiveFormat.name,
      let version = ArchivedValue.integer(pairs["version"]),
      let classes = pairs["classes"] as? [Any]
    else { throw ModelError(.invalidArchive, message: "no archive of models") }
    guard (1...ArchiveFormat.version).contains(version) else {
      throw ModelError(.invalidArchive, message: "version \(version) is not known here")
    }
    root = pairs["root"]
    roots = pairs["roots"] as? [Any]
    shared = pairs["shared"] as? [Any] ?? []
    var tables: [ArchivedTable] = []
    var count = 0
    for value in classes {
      guard let table = ArchivedTable(value, first: count),
        // Something refers to each object, in a byte at the least.
        table.count <= data.count - count
      else { throw ModelError(.invalidArchive, message: "damaged") }
      count += table.count
      tables.append(table)
    }
    guard (root == nil) != (roots == nil) else {
      throw ModelError(.invalidArchive, message: "damaged")
    }
    self.tables = tables
    objectCount = count
  }

  /// Looks at the bytes of a property list, and reads them.
  static func propertyList(_ data: Data) throws -> Any {
    // Slices have indexes of their own, which not all of Foundation minds.
    let data = data.startIndex == 0 ? data : Data(data)
    let depth: Int
    do {
      depth = try PropertyListScanner.scan(data).depth
    } catch let flaw as PropertyListScanner.Flaw {
      throw ModelError(.invalidArchive, message: flaw.text)
    }
    var result: Result<Any, any Error>?
    func run() {
      result = Result {
        try PropertyListSerialization.tree(of: data)
      }
    }
    // Foundation's reader calls itself for each level.
    if depth > 16 { StackLimit.withFreshStack(run) } else { run() }
    do {
      return try result?.get() ?? [:]
    } catch {
      throw ModelError(.invalidArchive, underlying: error)
    }
  }
}
