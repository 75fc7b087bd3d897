import Foundation

/// How much the property lists in an archive come to that are values of it.
///
/// Each is data, which may stand in many places, and is read in each of them: so all of them
/// together are held to the archive's size. Writer and reader count alike.
struct NestedListBudget {
  private var bytes = 0
  private var valueBytes = 0

  /// How many times the size of the archive the lists may have.
  private static let maximumRepetition = 64

  /// Counts a list in one of its places; what is none throws.
  mutating func add(_ list: Data) throws {
    valueBytes += try PropertyListReader.valueBytes(in: list)
    bytes += list.count
  }

  /// Whether an archive of so many bytes may have such lists.
  func fits(in archiveSize: Int) -> Bool {
    bytes <= archiveSize * Self.maximumRepetition
      && valueBytes <= PropertyListReader.maximumValueBytes(in: archiveSize)
  }
}
