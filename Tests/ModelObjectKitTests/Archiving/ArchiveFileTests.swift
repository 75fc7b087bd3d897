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

  /// The file's name is enough to find the mistake, and tells nothing about the user's folders.
  @Test func errorsNameTheFile() throws {
    try withFolder { folder in
      let url = folder.appendingPathComponent("no\nte.plist")
      try Data("x".utf8).write(to: url)
      let openings: [() throws -> Void] = [
        { _ = try Note(archiveAt: url) }, { _ = try [Note](archiveAt: url) },
        { _ = try ModelStore(archiveAt: url, classes: [Note.self]) },
        { _ = try StoreFile(at: url, classes: [Note.self]) },
        { _ = try MappingCensus(archiveAt: url, classes: [Note.self]) },
      ]
      for open in openings {
        let error = try #require(throws: ModelError.self) { try open() }
        let words = ["not an archive", "not a store file"].map {
          "invalidArchive in no\\nte.plist: \($0)"
        }
        #expect(words.contains(error.description))
      }
      try [Note("a")].archive(to: url)
      let error = try #require(throws: ModelError.self) { try Note(archiveAt: url) }
      #expect(error.description.hasPrefix("unexpectedRoot in no\\nte.plist: "))
      #expect(try Data(contentsOf: url) == [Note("a")].archivedData())
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
      // No user can replace a folder with content by a file.
      let url = folder.appendingPathComponent("note.plist")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      let inner = url.appendingPathComponent("inner")
      try Data("kept".utf8).write(to: inner)
      #expect(throws: (any Error).self) { try Note("x").archive(to: url) }
      #expect(try Data(contentsOf: inner) == Data("kept".utf8))
      #expect(try names(in: folder) == ["note.plist"])
    }
  }

  @Test(arguments: [0o600, 0o640, 0o444])
  func permissionsStay(_ permissions: Int) throws {
    try withFolder { folder in
      let url = folder.appendingPathComponent("note.plist")
      try Data("old".utf8).write(to: url)
      let attributes: [FileAttributeKey: Any] = [.posixPermissions: permissions]
      try FileManager.default.setAttributes(attributes, ofItemAtPath: url.path)
      try Note("new").archive(to: url)
      #expect(try self.permissions(of: url) == permissions)
      #expect(try Note(archiveAt: url).text == "new")
      #expect(try names(in: folder) == ["note.plist"])
    }
  }

  @Test func aNewFileGetsTheUsualPermissions() throws {
    try withFolder { folder in
      let url = folder.appendingPathComponent("note.plist")
      let usual = folder.appendingPathComponent("usual")
      try Data().write(to: usual)
      try Note("new").archive(to: url)
      #expect(try permissions(of: url) == permissions(of: usual))
    }
  }

  @Test func linksAreFollowedAndStay() throws {
    try withFolder { folder in
      let inner = folder.appendingPathComponent("inner")
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
      let target = inner.appendingPathComponent("target.plist")
      let link = folder.appendingPathComponent("link.plist")
      let outer = folder.appendingPathComponent("outer.plist")
      for (link, path) in [(link, "inner/../inner/target.plist"), (outer, link.path)] {
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: path)
      }
      // First the target is missing, then it exists.
      for (url, text) in [(link, "first"), (outer, "second"), (link, "third")] {
        try Note(text).archive(to: url)
        #expect(try Note(archiveAt: target).text == text)
        #expect(try Note(archiveAt: outer).text == text)
      }
      #expect(try kind(of: link) == .typeSymbolicLink)
      #expect(try kind(of: outer) == .typeSymbolicLink)
      #expect(try kind(of: target) == .typeRegular)
      #expect(try names(in: folder) == ["inner", "link.plist", "outer.plist"])
      #expect(try names(in: inner) == ["target.plist"])
    }
  }

  @Test func linksInACircleAreAnError() throws {
    try withFolder { folder in
      let url = folder.appendingPathComponent("link.plist")
      try FileManager.default.createSymbolicLink(at: url, withDestinationURL: url)
      #expect(throws: CocoaError.self) { try Note("x").archive(to: url) }
      #expect(try kind(of: url) == .typeSymbolicLink)
      #expect(try names(in: folder) == ["link.plist"])
    }
  }

  @Test func onlyRegularFilesAreReplaced() throws {
    try withFolder { folder in
      let pipe = folder.appendingPathComponent("pipe")
      #expect(mkfifo(pipe.path, 0o600) == 0)
      let empty = folder.appendingPathComponent("empty")
      try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: false)
      let link = folder.appendingPathComponent("link")
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: pipe)
      let socket = folder.appendingPathComponent("socket")
      try makeSocket(at: socket.path)
      let all = [pipe, empty, link, socket]
      let kinds = try all.map { try kind(of: $0) }
      for url in all {
        let error = #expect(throws: CocoaError.self) { try Note("x").archive(to: url) }
        let isFolder = url == empty
        #expect(error?.code == (isFolder ? .fileWriteUnknown : .fileWriteFileExists))
        #expect((error?.underlying as? POSIXError)?.code == (isFolder ? .EISDIR : .EEXIST))
        #expect(throws: CocoaError.self) { try StoreFile(at: url, classes: [Note.self]) }
      }
      #expect(try all.map { try kind(of: $0) } == kinds)
      #expect(try names(in: folder) == ["empty", "link", "pipe", "socket"])
    }
  }

  /// What can't be looked at may be anything, so it is never taken for a new file.
  @Test func onlyAMissingFileIsNew() throws {
    try withFolder { folder in
      let circle = folder.appendingPathComponent("circle")
      try FileManager.default.createSymbolicLink(at: circle, withDestinationURL: circle)
      let file = folder.appendingPathComponent("file")
      try Data("kept".utf8).write(to: file)
      let long = String(repeating: "n", count: 300)
      for outer in [circle, file, folder.appendingPathComponent(long)] {
        let url = outer.appendingPathComponent("note.plist")
        #expect(throws: CocoaError.self) { try Note("x").archive(to: url) }
        #expect(throws: CocoaError.self) { try StoreFile(at: url, classes: [Note.self]) }
      }
      #expect(try names(in: folder) == ["circle", "file"])
    }
  }

  private func makeSocket(at path: String) throws {
    // An address has room for about a hundred bytes: it is made where the path is short.
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let short = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    let bytes = Array(short.utf8) + [0]
    try withUnsafeMutableBytes(of: &address.sun_path) { room in
      try #require(bytes.count <= room.count)
      room.copyBytes(from: bytes)
    }
    #if canImport(Darwin)
    let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #else
    let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    #endif
    defer { close(descriptor) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0)
    try #require(rename(short, path) == 0)
  }

  @Test func nothingIsLeftOfAFileThatCannotTakeItsPlace() throws {
    try withFolder { folder in
      let url = folder.appendingPathComponent(String(repeating: "n", count: 300))
      #expect(throws: CocoaError.self) { try Note("x").archive(to: url) }
      let names = try names(in: folder)
      #expect(names == [])
    }
    let web = try #require(URL(string: "https://example.com/note.plist"))
    let error = #expect(throws: CocoaError.self) { try Note("x").archive(to: web) }
    #expect(error?.code == .fileWriteUnsupportedScheme)
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

  private func permissions(of url: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
  }

  private func kind(of url: URL) throws -> FileAttributeType? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.type] as? FileAttributeType
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
