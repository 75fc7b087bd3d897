import ModelObjectEssentials

/// The outer parts of an archive.
///
/// The archives of a store file are read together: the numbers of each begin after those of the
/// ones before it.
final class StoredDocument {
  let root: ArchiveFormat.Root
  /// Its place among these.
  let index: Int
  /// The numbers of all objects.
  let numbers: Range<Int>
  /// The archived objects, by their numbers in the archive.
  let objects: [Int]
  /// Whether it is that of a save, and not of a whole store.
  let isSave: Bool
  /// The places of these in the store; empty if it is the archive of a whole store.
  let places: [Int]
  /// The objects that a save removed, by their numbers in the archive.
  let removed: [Int]
  let tables: [StoredTable]
  /// Long strings and data that occur in several places.
  let shared: [Any]
  /// The size of the archive in bytes.
  let size: Int
  let longValues = LongValues()
  /// What reading it may cost, and those beside it.
  let budget: ArchiveBudget

  /// Reads the bytes of an archive, which may follow another one; they are needed as long as it is.
  init(
    _ bytes: ByteView,
    after former: StoredDocument? = nil,
    _ budget: ArchiveBudget? = nil
  ) throws {
    let budget = budget ?? ArchiveBudget(bytes.count)
    self.budget = budget
    let list: Any
    do {
      list = try PropertyListReader.read(bytes, lending: ArchiveFormat.lentKeys, budget)
    } catch {
      throw ModelError(.invalidArchive, message: budget.refusal ?? error.text)
    }
    guard let pairs = list as? [String: Any],
      pairs["format"] as? String == ArchiveFormat.name,
      let version = ArchiveFormat.integer(pairs["version"]),
      let classes = pairs["classes"] as? [Any]
    else { throw ModelError(.invalidArchive, message: "not an archive of models") }
    guard (1...ArchiveFormat.version).contains(version) else {
      let message = "version \(version) of the format is not supported, only 1 and 2"
      throw ModelError(.invalidArchive, message: message)
    }
    let roots = ArchiveFormat.Root.allCases.compactMap { root in
      let value = pairs[root.rawValue]
      return (root == .model ? value.map { [$0] } : value).map { (root, $0 as Any) }
    }
    shared = pairs["shared"] as? [Any] ?? []
    size = bytes.count
    index = former.map { $0.index + 1 } ?? 0
    let base = former?.numbers.upperBound ?? 0
    var tables: [StoredTable] = []
    var count = 0
    for value in classes {
      guard let table = StoredTable(value, first: count, after: base, archive: index, budget),
        // Each object has a reference, which takes at least one byte.
        table.count <= bytes.count - count
      else { throw ModelError(.invalidArchive, message: "damaged") }
      count += table.count
      tables.append(table)
    }
    numbers = base..<base + count
    guard roots.count == 1, let objects = try? StoredColumn.numbers(roots[0].1),
      let removed = try? StoredColumn.numbers(pairs["removed"] ?? [Any]()),
      let places = ArchiveFormat.places(pairs["places"], count: objects.count)
    else { throw ModelError(.invalidArchive, message: "damaged") }
    self.places = places
    isSave = pairs["removed"] != nil
    root = roots[0].0
    self.objects = objects
    self.removed = removed
    self.tables = tables
  }

  /// The bytes that each of the store's objects in it takes, and all of them with what is around.
  var savedSize: Int { WrittenFrame.savedSize(of: objects.count + removed.count, in: size) }
  var wholeSize: Int { isSave ? size : savedSize * objects.count }

  /// The number of an object by its number in the archive.
  func number(_ number: Int) -> Int {
    // Numbers of no object stay as they are in the first archive, and never become those of others.
    if number < 0 || numbers.lowerBound == 0 { return number }
    return number < numbers.count ? numbers.lowerBound + number : .max
  }
}

extension [StoredTable] {
  /// The table that holds an object; nil if there is none.
  func table(of object: Int) -> StoredTable? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].first + self[middle].count <= object {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < count && object >= self[low].first ? self[low] : nil
  }
}
