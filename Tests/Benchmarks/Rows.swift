/// All rows, in the order of the table.
///
/// A new section is a file `Rows+Section.swift` and a line
/// here; rows with a single figure come last.
enum Rows {
  static func all(_ arguments: Arguments) -> [Row] {
    mapping
      + firstUse
      + shapes
      + structs
      + export
      + archive
      + archiveBesideJSON
      + coders
      + scaling
      + growth
      + store
      + storeFile
      + shaping
      + abilities
      + [peakMemory(fixtures: arguments.fixtures)]
  }
}
