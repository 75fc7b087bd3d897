/// The objects of one class in an archive.
package final class StoredTable {
  package let name: String
  package let version: Int
  /// The number of the first object of the class.
  package let first: Int
  package let count: Int
  /// The number of its archive in a store file.
  let archive: Int
  /// The places in the store of objects that are only named, because another frame has them; empty
  /// for whole objects.
  package let places: [Int]
  /// How the objects are decoded, once it is known.
  var filling: ClassFilling?
  private let budget: ArchiveBudget
  private let columns: [String: Any]
  private let rows: [Any]
  private var known: [String: StoredColumn] = [:]
  /// The key of a column that can't be read.
  private(set) var damagedKey: String?
  /// The keys of all objects.
  private(set) lazy var keys = rows.reduce(into: Set(columns.keys)) { keys, row in
    keys.formUnion((row as? [String: Any])?.keys ?? [:].keys)
  }

  /// Returns nil if the value isn't a table, whose objects have numbers from `first` on, after those
  /// of other archives up to `base`.
  init?(_ value: Any, first: Int, after base: Int, archive: Int, _ budget: ArchiveBudget) {
    guard let table = value as? [String: Any], let name = table["class"] as? String,
      let number = ArchiveFormat.integer(table["first"]), number == first,
      let count = ArchiveFormat.integer(table["count"]), count >= 0,
      let places = ArchiveFormat.places(table["places"], count: count)
    else { return nil }
    self.name = name
    self.archive = archive
    self.budget = budget
    self.first = base + first
    self.count = count
    self.places = places
    version = ArchiveFormat.integer(table["version"]) ?? 0
    columns = table["columns"] as? [String: Any] ?? [:]
    rows = table["rows"] as? [Any] ?? []
  }

  /// The values of an object whose class encoded it; nil for any other.
  func pairs(row: Int) -> [String: Any]? {
    rows.indices.contains(row) ? rows[row] as? [String: Any] : nil
  }

  /// The keys of an object's values, sorted.
  func keys(row: Int) -> [String] { (pairs(row: row) ?? columns).keys.inKeyOrder() }

  /// The keys of the columns, sorted.
  var columnKeys: [String] { columns.keys.inKeyOrder() }

  /// The column of a key; nil if there is none.
  func column(_ key: String) throws(Misfit) -> StoredColumn? {
    if let column = known[key] { return column }
    guard let value = columns[key] else { return nil }
    damagedKey = key
    let column = try StoredColumn(value, count: count, budget)
    damagedKey = nil
    known[key] = column
    return column
  }
}
