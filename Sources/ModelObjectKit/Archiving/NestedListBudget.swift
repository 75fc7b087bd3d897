import Foundation

/// The total size of the property lists that are values in an archive.
///
/// Such a list is data, which may be in many places and is read in each of them, so their total
/// size is limited by that of the archive. Writer and reader count alike.
struct NestedListBudget {
  private var bytes = 0
  private var valueBytes = 0

  /// The limit, as a multiple of the archive's size.
  private static let maximumRepetition = 64

  /// Counts a list in one of its places; throws if it isn't a property list.
  mutating func add(_ list: Data) throws {
    valueBytes += try PropertyListReader.valueBytes(in: list)
    bytes += list.count
  }

  /// Whether an archive of the given size may have the counted lists.
  func fits(in archiveSize: Int) -> Bool {
    bytes <= archiveSize * Self.maximumRepetition
      && valueBytes <= PropertyListReader.maximumValueBytes(in: archiveSize)
  }
}
