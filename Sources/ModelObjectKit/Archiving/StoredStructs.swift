/// The structs in a column of an archive, as columns of their properties.
final class StoredStructs {
  let columns: [String: StoredColumn]

  /// Reads the columns of so many structs.
  ///
  /// Each value must have at least a bit of the archive, and each struct a byte, so that a small archive
  /// can't have any number of them.
  init(_ value: Any, count: Int, depth: Int, _ budget: ArchiveBudget) throws(Misfit) {
    guard depth < ArchiveFormat.maximumStructDepth, let pairs = value as? [String: Any] else {
      throw .damaged
    }
    var columns: [String: StoredColumn] = [:]
    var hasBytes = count == 0
    for (key, value) in pairs {
      let column = try StoredColumn(value, count: count, depth: depth + 1, budget)
      columns[key] = column
      switch column {
      case .every: throw .damaged
      case .structs: hasBytes = true
      case .packed(let column) where column.isOfBits: try budget.spend(count, on: .structs)
      default:
        hasBytes = true
        try budget.spend(count, on: .structs)
      }
    }
    guard hasBytes else { throw .damaged }
    self.columns = columns
  }
}

/// A row of a column, as a value in a dictionary or a list: it is read when it is asked for.
struct StoredPart {
  let column: StoredColumn
  let row: Int
}
