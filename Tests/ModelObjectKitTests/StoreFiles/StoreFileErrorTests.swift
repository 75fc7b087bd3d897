import Foundation
import ModelObjectKit
import Testing

/// Saves that fail: the file and the store are as before, and the next save writes the rest.
struct StoreFileErrorTests {
  /// A save that returns has written a file that opens with the classes with which it was opened.
  @Test func aFormerNameOfALiveClassIsRefused() throws {
    try withFolder { folder in
      let url = folder.appending(path: "file")
      let file = try StoreFile(at: url, classes: [Named.self, Renamed.self])
      let named = Named()
      named.id = 1
      try file.store.insert(named)
      for save in [{ _ = try file.save() }, { _ = try file.save([named]) }, { try file.compact() }]
      {
        let error = #expect(throws: ModelError.self, performing: save)
        #expect(error?.code == .unsupportedValue)
        #expect(error?.description.contains("both have the archive name \"named\"") == true)
      }
      #expect(try Data(contentsOf: url).isEmpty)
      // An archive knows only the classes that are in it.
      let renamed = Renamed()
      renamed.id = 1
      let store = ModelStore()
      try store.insert(named)
      #expect(try !store.archivedData().isEmpty)
      try store.insert(renamed)
      #expect(errorCode { _ = try store.archivedData() } == .unsupportedValue)
    }
  }

  /// A limit on the size of files stops writing halfway, like a full disk.
  @Test func aFullDiskLeavesTheFileAsItWas() async {
    await #expect(processExitsWith: .success) {
      try withFolder { folder in
        let file = try filledNotes(in: folder, count: 20)
        let bytes = try Data(contentsOf: file.url)
        let note = try #require(file.store[StoredNote.self, 7])
        note.text = String(repeating: "x", count: 100_000)
        file.store.remove(StoredNote.self, identity: 8)
        signal(SIGXFSZ, SIG_IGN)
        try limitFiles(to: 50_000)
        // Each cuts off what the one before it has left, so look after each.
        let saves: [() throws -> Void] = [
          { try file.save() }, { try file.save([note]) }, { try file.compact() },
        ]
        for save in saves {
          let error = #expect(throws: CocoaError.self, performing: save)
          #expect(error?.filePath == file.url.path)
          #expect(file.size == bytes.count)
          #expect(try Data(contentsOf: file.url) == bytes)
          #expect(try names(in: folder) == ["notes.store"])
        }
        // What has room is saved.
        let other = try #require(file.store[StoredNote.self, 9])
        other.text = "changed"
        #expect(try file.save([other]) == 1)
        #expect(try readNotes(in: folder)[StoredNote.self, 9]?.text == "changed")
        #expect(try readNotes(in: folder)[StoredNote.self, 7]?.text == "note 7")
        try limitFiles(to: 500_000)
        #expect(try file.save() == 2)
        #expect(storedNotes(try readNotes(in: folder)) == storedNotes(file.store))
        #expect(try file.save() == 0)
      }
    }
  }

  /// There is room for what a save appends, but not for a new file.
  @Test func aSaveThatCannotCompactAppends() async {
    await #expect(processExitsWith: .success) {
      try withFolder { folder in
        let file = try filledNotes(in: folder, count: 2)
        let notes = file.store.all(StoredNote.self)
        notes[0].text = String(repeating: "x", count: 1_500_000)
        try file.save()
        notes[1].text = String(repeating: "y", count: 1_000_000)
        try file.save()
        // A file that can't be made beside it stands for a disk without room.
        let inode = try FileManager.default.attributesOfItem(atPath: file.url.path)[
          .systemFileNumber
        ]
        let number = try #require(inode as? Int)
        let blocked = folder.appending(path: ".store-\(number).new/inner")
        try FileManager.default.createDirectory(at: blocked, withIntermediateDirectories: true)
        notes[0].text = "short"
        try file.save()
        #expect(file.supersededSize > file.size / 2)
        let size = file.size
        for text in ["shorter", "again"] {
          notes[0].text = text
          #expect(try file.save() == 1)
          #expect(file.size > size)
          #expect(storedNotes(try readNotes(in: folder)) == storedNotes(file.store))
        }
        #expect(throws: CocoaError.self) { try file.compact() }
        // With room again, it isn't tried before twice as much is superseded.
        try FileManager.default.removeItem(at: blocked.deletingLastPathComponent())
        notes[0].text = "once more"
        #expect(try file.save() == 1)
        #expect(file.supersededSize > 0)
      }
    }
  }

  @Test func whatIsNoStoreFileIsNamed() throws {
    try withFolder { folder in
      let url = folder.appending(path: "notes.store")
      for text in ["hello world", #"{"a":1}"#, "ModelObject", "bplist"] {
        try Data(text.utf8).write(to: url)
        let error = #expect(throws: ModelError.self) {
          try StoreFile(at: url, classes: [StoredNote.self])
        }
        #expect(error?.description == "invalidArchive in notes.store: not a store file")
      }
      let error = #expect(throws: CocoaError.self) {
        try StoreFile(at: folder, classes: [StoredNote.self])
      }
      #expect((error?.underlying as? POSIXError)?.code == .EISDIR)
    }
  }

  @Test func whatIsNoFileIsAnError() throws {
    try withFolder { folder in
      let url = folder.appending(path: "pipe")
      try #require(mkfifo(url.path, 0o600) == 0)
      let error = #expect(throws: CocoaError.self) {
        try StoreFile(at: url, classes: [StoredNote.self])
      }
      #expect(error?.code == .fileWriteFileExists)
    }
  }

  @Test func aNewFileThatHasNoRoomStaysEmpty() async {
    await #expect(processExitsWith: .success) {
      try withFolder { folder in
        signal(SIGXFSZ, SIG_IGN)
        try limitFiles(to: 100)
        let file = try openNotes(in: folder)
        try file.store.upsert(StoredNote.self, json: #"{"id": 1}"#)
        #expect(throws: (any Error).self) { try file.save() }
        #expect(file.size == 0)
        #expect(try Data(contentsOf: file.url).isEmpty)
        try limitFiles(to: 100_000)
        #expect(try file.save() == 1)
        #expect(try readNotes(in: folder).count(of: StoredNote.self) == 1)
      }
    }
  }

  @Test func aFileThatIsGoneIsWrittenWhole() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 3)
      try FileManager.default.removeItem(at: file.url)
      #expect(try file.save() == 3)
      #expect(storedNotes(try readNotes(in: folder)) == storedNotes(file.store))
      #expect(try file.save() == 0)
      #expect(errorCode { _ = try openNotes(in: folder) } == .fileInUse)
      try FileManager.default.removeItem(at: file.url)
      let note = try #require(file.store[StoredNote.self, 2])
      note.text = "changed"
      #expect(try file.save([note]) == 3)
      #expect(storedNotes(try readNotes(in: folder)) == storedNotes(file.store))
      // A file that was emptied or cut is lost, too.
      for size in [0, 10, file.size - 1] {
        let handle = try FileHandle(forWritingTo: file.url)
        try handle.truncate(atOffset: UInt64(size))
        try handle.close()
        #expect(try file.save() == 3)
        #expect(storedNotes(try readNotes(in: folder)) == storedNotes(file.store))
      }
      // Nothing is left to write, but what was cut may still have what was removed.
      let whole = try FileHandle(forReadingFrom: file.url).readToEnd() ?? Data()
      note.text = "again"
      #expect(try file.save() == 1)
      try whole.write(to: file.url, options: [])
      file.store.removeAll()
      #expect(try file.save() == 0)
      #expect(storedNotes(try readNotes(in: folder)) == storedNotes(file.store))
    }
  }

  @Test func aFolderThatIsGoneIsAnError() throws {
    try withFolder { folder in
      let (inner, away) = (folder.appending(path: "inner"), folder.appending(path: "away"))
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
      let file = try filledNotes(in: inner, count: 3)
      let bytes = try Data(contentsOf: file.url)
      file.store[StoredNote.self, 2]?.text = "changed"
      try FileManager.default.moveItem(at: inner, to: away)
      #expect(throws: CocoaError.self) { try file.save() }
      #expect(throws: CocoaError.self) { try file.compact() }
      #expect(try Data(contentsOf: away.appending(path: "notes.store")) == bytes)
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
      #expect(try file.save() == 3)
      #expect(storedNotes(try readNotes(in: inner)) == storedNotes(file.store))
    }
  }

  @Test func anotherFileInItsPlaceIsAnError() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 3)
      let (away, url) = (folder.appending(path: "away"), file.url)
      file.store[StoredNote.self, 2]?.text = "changed"
      try FileManager.default.moveItem(at: url, to: away)
      try Data("other".utf8).write(to: url)
      #expect(errorCode { try file.save() } == .fileInUse)
      #expect(errorCode { try file.compact() } == .fileInUse)
      #expect(try String(contentsOf: url, encoding: .utf8) == "other")
      try FileManager.default.removeItem(at: url)
      try FileManager.default.moveItem(at: away, to: url)
      #expect(try file.save() == 1)
      #expect(storedNotes(try readNotes(in: folder)) == storedNotes(file.store))
    }
  }

  @Test func bytesThatAnotherProgramAppendsAreCutOff() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 3)
      let handle = try FileHandle(forWritingTo: file.url)
      try handle.seekToEnd()
      try handle.write(contentsOf: Data(repeating: 10, count: 10_000))
      try handle.close()
      file.store[StoredNote.self, 2]?.text = "changed"
      #expect(try file.save() == 1)
      #expect(try Data(contentsOf: file.url).count == file.size)
      #expect(storedNotes(try readNotes(in: folder)) == storedNotes(file.store))
    }
  }

  @Test func anObjectThatCannotBeWrittenLeavesTheFileAsItWas() throws {
    try withFolder { folder in
      let url = folder.appending(path: "file")
      let file = try StoreFile(at: url, classes: [Stubborn.self])
      try file.store.upsert([Stubborn].self, json: #"[{"id": 1}, {"id": 2, "other": {"id": 3}}]"#)
      #expect(try file.save() == 3)
      let bytes = try Data(contentsOf: url)
      for stubborn in file.store.all(Stubborn.self) { stubborn.text = "changed" }
      let last = try #require(file.store[Stubborn.self, 3])
      last.refuses = true
      #expect(throws: ModelError.self) { try file.save() }
      #expect(throws: ModelError.self) { try file.save([last]) }
      #expect(throws: ModelError.self) { try file.compact() }
      #expect(try Data(contentsOf: url) == bytes)
      // A hook can't save.
      last.refuses = false
      last.isSaving = file
      #expect(errorCode { try file.save() } == .rejected)
      last.isSaving = nil
      #expect(try file.save() == 3)
      let again = try ModelStore(archiveAt: url, classes: [Stubborn.self])
      #expect(again.all(Stubborn.self).map(\.text) == ["changed", "changed", "changed"])
      // One that a save only names isn't encoded.
      last.refuses = true
      let holder = try #require(file.store[Stubborn.self, 2])
      holder.text = "alone"
      #expect(try file.save([holder]) == 1)
      // What can't be compared may have changed.
      #expect(throws: ModelError.self) { try file.save() }
    }
  }

  /// Without permissions: a process of its own, because it gives up those of the superuser.
  @Test func missingPermissionsAreErrors() async {
    await #expect(processExitsWith: .success) {
      let manager = FileManager.default
      if getuid() == 0 { try #require(setgid(65_534) == 0 && setuid(65_534) == 0) }
      try withFolder { folder in
        func permit(_ mode: Int, _ url: URL) throws {
          try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
        }
        let url = folder.appending(path: "notes.store")
        do {
          let file = try filledNotes(in: folder, count: 2)
          // The folder can't take a new file, but the file can grow.
          try permit(0o500, folder)
          file.store[StoredNote.self, 1]?.text = "changed"
          #expect(try file.save() == 1)
          #expect(throws: CocoaError.self) { try file.compact() }
          #expect(storedNotes(try readNotes(in: folder)) == storedNotes(file.store))
          try permit(0o700, folder)
          try file.compact()
        }
        try permit(0o400, url)
        let bytes = try Data(contentsOf: url)
        let error = #expect(throws: CocoaError.self) { try openNotes(in: folder) }
        #expect(error?.code == .fileWriteNoPermission)
        #expect(try readNotes(in: folder).count(of: StoredNote.self) == 2)
        #expect(try Data(contentsOf: url) == bytes)
        // A file that only its owner may read has a copy of its damage that only the owner may read.
        try permit(0o600, url)
        try (bytes + Data("end".utf8)).write(to: url)
        try permit(0o500, folder)
        #expect(try openNotes(in: folder).damage?.copy == nil)
        try permit(0o700, folder)
        let copy = try #require(try openNotes(in: folder).damage?.copy)
        let mode = try manager.attributesOfItem(atPath: copy.path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(try String(contentsOf: copy, encoding: .utf8) == "end")
        try permit(0o500, folder)
        let other = try #require(throws: CocoaError.self) {
          try StoreFile(at: folder.appending(path: "other"), classes: [])
        }
        #expect(other.code == .fileWriteNoPermission)
        try permit(0o700, folder)
      }
    }
  }

  @Test func synchronizedSavesAreTheSame() throws {
    try withFolder { folder in
      let file = try openNotes(in: folder)
      #expect(!file.waitsForDisk)
      file.waitsForDisk = true
      try file.store.upsert(StoredNote.self, json: #"{"id": 1}"#)
      #expect(try file.save() == 1)
      file.store[StoredNote.self, 1]?.text = "changed"
      #expect(try file.save() == 1)
      try file.compact()
      #expect(storedNotes(try readNotes(in: folder)) == storedNotes(file.store))
    }
  }

  /// An object that was saved, whose value is now an array with two others of its kind.
  @Test func aValueThatIsMadeOfItselfIsAnError() throws {
    struct Endless: ModelValue {
      init() {}
      init?(modelValue: Any) { nil }
      var modelValue: Any { [Endless(), Endless()] }
    }
    final class Holder: ModelObject {
      var id = 0
      var value: Any?
      override class var identity: Set<String> { ["id"] }
    }
    try withFolder { folder in
      let file = try StoreFile(at: folder.appending(path: "holders.store"), classes: [Holder.self])
      let holder = try file.store.upsert(Holder.self, json: #"{"id": 1, "value": 5}"#)
      #expect(try file.save() == 1)
      holder.value = Endless()
      let error = #expect(throws: ModelError.self) { try file.save() }
      #expect(error?.code == .tooDeep)
      #expect(error?.path == "value")
      holder.value = 6
      #expect(try file.save() == 1)
    }
  }
}

private final class Stubborn: ModelObject {
  var id = 0
  var text = ""
  var other: Stubborn?
  var refuses = false
  unowned(unsafe) var isSaving: StoreFile?
  override class var identity: Set<String> { ["id"] }
  override class var unarchivedProperties: Set<String> { ["refuses"] }
  override func encode(with archiver: ModelArchiver) throws {
    try isSaving?.save()
    try super.encode(with: archiver)
    if refuses { throw CancellationError() }
  }
}

private final class Named: ModelObject {
  var id = 0
  override class var identity: Set<String> { ["id"] }
  override class var archiveName: String { "named" }
}

private final class Renamed: ModelObject {
  var id = 0
  override class var identity: Set<String> { ["id"] }
  override class var archiveName: String { "renamed" }
  override class var formerArchiveNames: Set<String> { ["named"] }
}
