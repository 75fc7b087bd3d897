import Foundation
import ModelObjectKit
import Testing

/// Archives for the Python of the article on their format, and the values that it has to find in
/// them: `.ci/run` names the folder.
struct ArchivesForPython {
  private static let folder = ProcessInfo.processInfo.environment["MODELOBJECT_ARCHIVES"]

  @Test(.differs(.hooks), .enabled(if: folder != nil), arguments: [1, 8, 31, 32, 33, 200, 40_000])
  func haveEachKindOfColumn(_ count: Int) throws {
    let folder = URL(filePath: try #require(Self.folder))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let rows = (0..<count).map { FixtureColumns($0) }
    try rows.archive(to: folder.appending(path: "rows-\(count).plist"))
    let expected = try JSONSerialization.data(withJSONObject: rows.map { $0.values(of: count) })
    try expected.write(to: folder.appending(path: "rows-\(count).json"))
  }

  @Test(.differs(.modelStructs), .enabled(if: folder != nil), arguments: [1, 31, 32, 200])
  func haveStructs(_ count: Int) throws {
    let folder = URL(filePath: try #require(Self.folder))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let rows = (0..<count).map { FixtureStructs($0) }
    try rows.archive(to: folder.appending(path: "structs-\(count).plist"))
    let expected = try JSONSerialization.data(withJSONObject: rows.map(\.values))
    try expected.write(to: folder.appending(path: "structs-\(count).json"))
  }

  @Test(.differs(.hooks), .enabled(if: folder != nil))
  func areThoseThatAreKept() throws {
    let kept = [
      ("columns", FixtureColumns.archive, FixtureColumns.kept),
      ("lists", FixtureLists.archive, FixtureLists.kept),
      ("dictionaries", FixtureDictionaries.archive, FixtureDictionaries.kept),
    ]
    let folder = URL(filePath: try #require(Self.folder))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text, values) in kept {
      let data = try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters))
      try data.write(to: folder.appending(path: "kept-\(name).plist"))
      try JSONSerialization.data(withJSONObject: values)
        .write(to: folder.appending(path: "kept-\(name).json"))
    }
  }
}
