import Foundation

/// The total size of the property lists that are values in an archive.
///
/// Such a list is data, which may be in many places and is read in each of them, so their total
/// size is limited by that of the archive. Writer and reader count alike.
struct NestedListBudget {
  private var bytes = 0

  /// Counts a list in one of its places; throws if it isn't a property list.
  mutating func add(_ list: Data) throws {
    bytes += list.count + (try PropertyListReader.valueBytes(in: list))
  }

  /// Whether an archive of the given size may have the counted lists.
  func fits(in archiveSize: Int) -> Bool {
    bytes <= PropertyListReader.maximumValueBytes(in: archiveSize)
  }
}
