import Foundation
import ModelObjectKit
import Testing

/// One writer: a file is locked as long as its `StoreFile` lives, by whatever path it is reached.
struct StoreFileLockTests {
  @Test func aSecondStoreFileIsAnError() throws {
    try withFolder { folder in
      do {
        let file = try filledNotes(in: folder, count: 1)
        try expectInUse(file.url)
        file.store[StoredNote.self, 1]?.text = "changed"
        try file.save()
        try expectInUse(file.url)
        // Reading needs no lock.
        #expect(try readNotes(in: folder)[StoredNote.self, 1]?.text == "changed")
      }
      #expect(try openNotes(in: folder).store[StoredNote.self, 1]?.text == "changed")
    }
  }

  @Test func theLockIsThatOfTheFile() throws {
    try withFolder { folder in
      let manager = FileManager.default
      let inner = folder.appending(path: "inner")
      try manager.createDirectory(at: inner, withIntermediateDirectories: false)
      let file = try filledNotes(in: inner, count: 1)
      let (link, chain) = (folder.appending(path: "link"), folder.appending(path: "chain"))
      let linkedFolder = folder.appending(path: "folder")
      let hard = folder.appending(path: "hard")
      try manager.createSymbolicLink(atPath: link.path, withDestinationPath: "inner/notes.store")
      try manager.createSymbolicLink(atPath: chain.path, withDestinationPath: link.path)
      try manager.createSymbolicLink(atPath: linkedFolder.path, withDestinationPath: "inner")
      try manager.linkItem(at: file.url, to: hard)
      let relative = try relativePath(to: file.url)
      let paths = [
        file.url, link, chain, linkedFolder.appending(path: "notes.store"), hard,
        inner.appending(path: "../inner/notes.store"), URL(fileURLWithPath: relative),
      ]
      for url in paths { try expectInUse(url) }
      file.store[StoredNote.self, 1]?.text = "changed"
      try file.compact()
      // The hard link has the former file, which stays locked.
      for url in paths { try expectInUse(url) }
      try file.compact()
      for url in paths { try expectInUse(url) }
    }
  }

  /// The next save makes a new file, so the one that was moved is free.
  @Test func aFileThatWasMovedAwayIsFree() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 1)
      let away = folder.appending(path: "away")
      try FileManager.default.moveItem(at: file.url, to: away)
      try expectInUse(away)
      try file.save()
      try expectInUse(file.url)
      let other = try StoreFile(at: away, classes: [StoredNote.self])
      #expect(storedNotes(other.store) == storedNotes(file.store))
    }
  }

  @Test func aCompactionKeepsLinksAndPermissions() throws {
    try withFolder { folder in
      let manager = FileManager.default
      let (link, target) = (folder.appending(path: "notes.store"), folder.appending(path: "target"))
      try manager.createSymbolicLink(at: link, withDestinationURL: target)
      do {
        // The link leads to no file yet.
        let file = try filledNotes(in: folder, count: 3)
        try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target.path)
        file.store.removeAll(StoredNote.self)
        try file.compact()
        try expectInUse(target)
      }
      let attributes = try manager.attributesOfItem(atPath: target.path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      let kind = try manager.attributesOfItem(atPath: link.path)[.type] as? FileAttributeType
      #expect(kind == .typeSymbolicLink)
      #expect(try StoreFile(at: target, classes: []).size > 0)
      #expect(try names(in: folder) == ["notes.store", "target"])
    }
  }

  @Test func anotherProcessIsAnError() async throws {
    let folder = try madeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var file: StoreFile? = try filledNotes(in: folder, count: 1)
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      let folder = URL(fileURLWithPath: path)
      #expect(errorCode { _ = try openNotes(in: folder) } == .fileInUse)
      let store = try readNotes(in: folder)
      #expect(store.count(of: StoredNote.self) == 1)
    }
    try file?.compact()
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      let folder = URL(fileURLWithPath: path)
      let code = errorCode { _ = try openNotes(in: folder) }
      #expect(code == .fileInUse)
    }
    #expect(file != nil)
    file = nil
    // The system ends the lock of a program that is killed.
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
      let file = try openNotes(in: URL(fileURLWithPath: path))
      try file.store.upsert(StoredNote.self, json: #"{"id": 2}"#)
      try file.save()
      try file.store.upsert(StoredNote.self, json: #"{"id": 3}"#)
      kill(getpid(), SIGKILL)
    }
    let again = try openNotes(in: folder)
    #expect(again.store.all(StoredNote.self).map(\.id) == [1, 2])
    #expect(again.damage == nil)
  }

  @Test func programsThatItStartsDoNotKeepTheLock() async throws {
    try withFolder { folder in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sleep")
      process.arguments = ["60"]
      do {
        _ = try filledNotes(in: folder, count: 1)
        let file = try openNotes(in: folder)
        try process.run()
        try file.compact()
      }
      #expect(try openNotes(in: folder).store.count(of: StoredNote.self) == 1)
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  @Test func whatIsNoFileIsAnError() throws {
    try withFolder { folder in
      let pipe = folder.appending(path: "pipe")
      #expect(mkfifo(pipe.path, 0o600) == 0)
      let web = try #require(URL(string: "https://example.com/notes.store"))
      let missing = folder.appending(path: "missing/notes.store")
      for url in [pipe, folder, web, missing] {
        #expect(throws: CocoaError.self) { try StoreFile(at: url, classes: [StoredNote.self]) }
      }
      #expect(try names(in: folder) == ["pipe"])
    }
  }

  private func expectInUse(_ url: URL, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let error = #expect(throws: ModelError.self, sourceLocation: sourceLocation) {
      try StoreFile(at: url, classes: [StoredNote.self])
    }
    #expect(error?.code == .fileInUse, sourceLocation: sourceLocation)
  }

  /// The path to a file from the program's folder.
  private func relativePath(to url: URL) throws -> String {
    let folder = FileManager.default.currentDirectoryPath
    let up = folder.split(separator: "/").map { _ in ".." }.joined(separator: "/")
    return "\(up)\(url.resolvingSymlinksInPath().path)"
  }
}
