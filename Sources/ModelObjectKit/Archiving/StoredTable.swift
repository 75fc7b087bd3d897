/// The objects of one class in an archive.
package final class StoredTable {
  package let name: String
  package let version: Int
  /// The number of the first object of the class.
  package let first: Int
  package let count: Int
  private let columns: [String: Any]
  private let rows: [Any]
  private var known: [String: StoredColumn] = [:]

  /// Returns nil if the value isn't a table.
  init?(_ value: Any, first: Int) {
    guard let table = value as? [String: Any], let name = table["class"] as? String,
      let number = StoredValue.integer(table["first"]), number == first,
      let count = StoredValue.integer(table["count"]), count >= 0
    else { return nil }
    self.name = name
    self.first = first
    self.count = count
    version = StoredValue.integer(table["version"]) ?? 0
    columns = table["columns"] as? [String: Any] ?? [:]
    rows = table["rows"] as? [Any] ?? []
  }

  /// The keys of an object's values, sorted.
  func keys(row: Int) -> [String] {
    guard rows.indices.contains(row), let pairs = rows[row] as? [String: Any] else {
      return columns.keys.inKeyOrder()
    }
    return pairs.keys.inKeyOrder()
  }

  /// The column of a key; nil if there is none.
  func column(_ key: String) throws(Misfit) -> StoredColumn? {
    if let column = known[key] { return column }
    guard let value = columns[key] else { return nil }
    let column = try StoredColumn(value, count: count)
    known[key] = column
    return column
  }

  /// The value of an object for a key; nil if there is none.
  func cell(_ key: String, row: Int) throws(Misfit) -> StoredValue? {
    if let column = try column(key) { return column[row] }
    guard rows.indices.contains(row), let pairs = rows[row] as? [String: Any] else { return nil }
    return pairs[key].map { .any($0) }
  }
}
