import Foundation
import ModelObjectKit
import Testing

/// Archives in files: the old one or the new one, never half of one.
struct ArchiveFileTests {
  @Test func filesHoldWhatDataHolds() throws {
    try withFolder { folder in
      let url = folder.appendingPathComponent("note.plist")
      try Note("first").archive(to: url)
      #expect(try Note(archiveAt: url).text == "first")
      #expect(try Note(archive: Data(contentsOf: url)).text == "first")
      try Note("second").archive(to: url)
      #expect(try Note(archiveAt: url).text == "second")
      try [Note("a"), Note("b")].archive(to: url)
      #expect(try [Note](archiveAt: url).map(\.text) == ["a", "b"])
      #expect(try names(in: folder) == ["note.plist"])
    }
  }

  @Test func aMissingFolderIsAnError() throws {
    try withFolder { folder in
      let url = folder.appendingPathComponent("missing/note.plist")
      #expect(throws: (any Error).self) { try Note("x").archive(to: url) }
      #expect(throws: (any Error).self) { try [Note("x")].archive(to: url) }
      let names = try names(in: folder)
      #expect(names == [])
    }
  }

  @Test func whatCannotBeReplacedStays() throws {
    try withFolder { folder in
      // A folder with something in it can't be replaced by a file, whoever asks for it.
      let url = folder.appendingPathComponent("note.plist")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      let inner = url.appendingPathComponent("inner")
      try Data("kept".utf8).write(to: inner)
      #expect(throws: (any Error).self) { try Note("x").archive(to: url) }
      #expect(try Data(contentsOf: inner) == Data("kept".utf8))
      #expect(try names(in: folder) == ["note.plist"])
    }
  }

  @Test func anArchiveThatCannotBeMadeLeavesTheOldFile() throws {
    try withFolder { folder in
      let url = folder.appendingPathComponent("note.plist")
      try Note("old").archive(to: url)
      #expect(throws: ModelError.self) { try Broken().archive(to: url) }
      #expect(try Note(archiveAt: url).text == "old")
    }
  }

  @Test func theErrorsOfAFileArePassedOn() throws {
    try withFolder { folder in
      let url = folder.appendingPathComponent("none.plist")
      let error = #expect(throws: CocoaError.self) { try Note(archiveAt: url) }
      #expect(error?.code == .fileReadNoSuchFile)
      #expect(throws: CocoaError.self) { try [Note](archiveAt: url) }
      try Data().write(to: url)
      let empty = #expect(throws: ModelError.self) { try Note(archiveAt: url) }
      #expect(empty?.code == .invalidArchive)
    }
  }

  private func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
  }

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("archives-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }
}

private class Note: ModelObject {
  var text = ""
  convenience init(_ text: String) {
    self.init()
    self.text = text
  }
}

private class Broken: ModelObject {
  override func encode(with archiver: ModelArchiver) throws { throw CancellationError() }
}
