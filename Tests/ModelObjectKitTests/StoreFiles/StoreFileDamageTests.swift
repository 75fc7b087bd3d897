import Foundation
import ModelObjectKit
import Testing

/// Files that were cut or changed: all saves before the damage, and nothing is lost silently.
struct StoreFileDamageTests {
  /// A file with some saves: its bytes, and after each save its size and what the store contained.
  private struct Saves {
    var bytes = Data()
    var ends: [Int] = []
    var contents: [[String]] = []

    init() throws {
      try withFolder { folder in
        let file = try filledNotes(in: folder, count: 2)
        note(file)
        file.store[StoredNote.self, 1]?.text = "changed"
        try file.save()
        note(file)
        try file.store.upsert(StoredNote.self, json: #"{"id": 3, "next": {"id": 1}}"#)
        file.store.remove(StoredNote.self, identity: 2)
        try file.save()
        note(file)
        bytes = try Data(contentsOf: file.url)
      }
    }

    private mutating func note(_ file: StoreFile) {
      ends.append(file.size)
      contents.append(storedNotes(file.store))
    }

    /// How many saves are before an offset.
    func count(before offset: Int) -> Int { ends.count { $0 <= offset } }
  }

  @Test func aFileThatWasCutHasTheSavesBefore() throws {
    let saves = try Saves()
    #expect(saves.ends.last == saves.bytes.count)
    for length in stride(from: 1, through: saves.bytes.count, by: inLongTests(1, else: 5)) {
      try expect(saves.bytes.prefix(length), saves, damagedFrom: length)
    }
  }

  @Test func aChangedByteEndsTheReadingThere() throws {
    let saves = try Saves()
    for offset in stride(from: 0, to: saves.bytes.count, by: inLongTests(1, else: 5)) {
      var bytes = saves.bytes
      bytes[offset] ^= UInt8(1 << (offset % 8))
      try expect(bytes, saves, damagedFrom: offset)
    }
  }

  @Test func bytesThatFollowAreDamaged() throws {
    let saves = try Saves()
    for end in [Data([0]), Data(repeating: 0, count: 4096), Data("frame".utf8)] {
      try expect(saves.bytes + end, saves, damagedFrom: saves.bytes.count)
    }
  }

  /// Opens a file whose bytes are damaged from an offset on.
  private func expect(_ bytes: Data, _ saves: Saves, damagedFrom offset: Int) throws {
    try withFolder { folder in
      let url = folder.appending(path: "notes.store")
      try bytes.write(to: url)
      let count = saves.count(before: offset)
      guard count > 0 else {
        // Without the first frame there is no store.
        #expect(errorCode { _ = try openNotes(in: folder) } == .invalidArchive, "\(offset)")
        #expect(try Data(contentsOf: url) == bytes)
        #expect(errorCode { _ = try readNotes(in: folder) } == .invalidArchive)
        #expect(try names(in: folder) == ["notes.store"])
        return
      }
      let end = saves.ends[count - 1]
      #expect(storedNotes(try readNotes(in: folder)) == saves.contents[count - 1])
      var file: StoreFile? = try openNotes(in: folder)
      #expect(file.map { storedNotes($0.store) } == saves.contents[count - 1])
      let copy = URL(fileURLWithPath: url.path + ".damaged")
      if end == bytes.count {
        #expect(file?.damage == nil)
        #expect(try names(in: folder) == ["notes.store"])
      } else {
        #expect(file?.damage?.droppedBytes == bytes.count - end)
        #expect(file?.damage?.copy?.path == copy.path)
        #expect(try Data(contentsOf: copy) == bytes[end...])
      }
      #expect(file?.size == end)
      #expect(try Data(contentsOf: url) == saves.bytes.prefix(end))
      #expect(try file?.save() == 0)
      file?.store[StoredNote.self, 1]?.text = "after"
      #expect(try file?.save() == 1)
      file = nil
      let again = try openNotes(in: folder)
      #expect(again.damage == nil)
      #expect(again.store[StoredNote.self, 1]?.text == "after")
    }
  }

  /// The same damage again, as after a copy of the file was put back, has its copy already.
  @Test func eachDamageGetsItsOwnCopy() throws {
    try withFolder { folder in
      let url = folder.appending(path: "notes.store")
      for (number, end) in ["one", "two", "three", "two"].enumerated() {
        _ = number == 0 ? try filledNotes(in: folder, count: 1) : nil
        let handle = try FileHandle(forWritingTo: url)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(end.utf8))
        try handle.close()
        let damage = try #require(try openNotes(in: folder).damage)
        let copy = try #require(damage.copy)
        #expect(try String(contentsOf: copy, encoding: .utf8) == end)
        #expect(
          damage.description == "the last \(end.count) bytes were damaged, copied to \(copy.path)"
        )
      }
      #expect(
        try names(in: folder)
          == [
            "notes.store", "notes.store.damaged", "notes.store.damaged-2", "notes.store.damaged-3",
          ]
      )
    }
  }

  @Test func aFolderAndALinkTakeNamesToo() throws {
    try withFolder { folder in
      let url = try filledNotes(in: folder, count: 1).url
      let taken = folder.appending(path: "notes.store.damaged")
      try FileManager.default.createDirectory(at: taken, withIntermediateDirectories: false)
      // It leads nowhere, and nothing is written there.
      let nowhere = folder.appending(path: "nowhere")
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: "notes.store.damaged-2"),
        withDestinationURL: nowhere
      )
      let handle = try FileHandle(forWritingTo: url)
      try handle.seekToEnd()
      try handle.write(contentsOf: Data("end".utf8))
      try handle.close()
      let damage = try #require(try openNotes(in: folder).damage)
      #expect(damage.copy?.lastPathComponent == "notes.store.damaged-3")
      #expect(!FileManager.default.fileExists(atPath: nowhere.path))
    }
  }

  /// Until one save has said so: the next one goes on without the copy.
  @Test func whatCannotBeCopiedStaysInTheFile() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 1)
      var name = String(repeating: "n", count: 250)
      let url = folder.appending(path: name)
      let bytes = try Data(contentsOf: file.url) + Data("end".utf8)
      try bytes.write(to: url)
      do {
        // The name of the copy would be too long.
        let other = try StoreFile(at: url, classes: [StoredNote.self])
        #expect(other.damage?.droppedBytes == 3)
        #expect(other.damage?.copy == nil)
        #expect(other.damage?.description == "the last 3 bytes were damaged, not copied")
        other.store[StoredNote.self, 1]?.text = "changed"
        let error = #expect(throws: ModelError.self) { try other.save() }
        #expect(error?.code == .invalidArchive && error?.underlyingError is CocoaError)
        #expect(error?.description.contains("the next save drops the end") == true)
        #expect(try Data(contentsOf: url) == bytes)
      }
      do {
        let other = try StoreFile(at: url, classes: [StoredNote.self])
        #expect(throws: ModelError.self) { try other.save() }
        other.store[StoredNote.self, 1]?.text = "changed"
        #expect(try other.save() == 1)
        #expect(other.damage?.droppedBytes == 3 && other.damage?.copy == nil)
        #expect(try other.save() == 0)
      }
      #expect(try StoreFile(at: url, classes: [StoredNote.self]).damage == nil)
      try bytes.write(to: url)
      name = "short"
      try FileManager.default.moveItem(at: url, to: folder.appending(path: name))
      let other = try StoreFile(at: folder.appending(path: name), classes: [StoredNote.self])
      #expect(other.damage?.copy?.lastPathComponent == "short.damaged")
    }
  }
}
