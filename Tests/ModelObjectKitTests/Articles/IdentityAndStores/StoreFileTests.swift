import Foundation
import ModelObjectKit
import Testing

/// A store in a file that grows by what changed.
struct StoreFileTests {
  @Test func whatIsSavedIsThereAgain() throws {
    try withFolder { folder in
      let expected: [String]
      do {
        let file = try openNotes(in: folder)
        #expect(file.url == folder.appending(path: "notes.store"))
        #expect(file.store.count(of: StoredNote.self) == 0)
        #expect(try file.save() == 0)
        let json = #"""
          [{"id": 2, "text": "b", "next": {"id": 1, "text": "a"}, "labels": ["x", "y"]},
           {"id": 3, "place": {"name": "p", "note": {"id": 1}, "inner": {"name": "q"}}}]
          """#
        try file.store.upsert([StoredNote].self, json: json)
        #expect(try file.save() == 3)
        expected = storedNotes(file.store)
      }
      let again = try openNotes(in: folder)
      #expect(storedNotes(again.store) == expected)
      #expect(again.damage == nil)
      #expect(try again.save() == 0)
      #expect(try names(in: folder) == ["notes.store"])
    }
  }

  @Test func aSaveWritesWhatChanged() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 100)
      let size = file.size
      let note = try #require(file.store[StoredNote.self, 50])
      note.text = "changed"
      #expect(try file.save() == 1)
      #expect(file.size - size < 600)
      #expect(try file.save() == 0)
      note.text = "again"
      note.text = "changed"
      #expect(try file.save() == 0)
      file.store.remove(note)
      #expect(try file.save() == 1)
      try file.store.upsert(StoredNote.self, json: #"{"id": 50, "text": "new"}"#)
      #expect(try file.save() == 1)
      #expect(storedNotes(try readNotes(in: folder)) == storedNotes(file.store))
      #expect(file.store.all(StoredNote.self).map(\.id).last == 50)
    }
  }

  @Test func referencesAreToTheObjectsOfTheStore() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 3)
      let notes = file.store.all(StoredNote.self)
      notes[0].next = notes[1]
      notes[0].others = [notes[2], notes[0], notes[1]]
      #expect(try file.save() == 1)
      notes[1].text = "later"
      #expect(try file.save() == 1)
      let store = try readNotes(in: folder)
      let first = try #require(store[StoredNote.self, 1])
      #expect(first.next === store[StoredNote.self, 2])
      #expect(first.next?.text == "later")
      #expect(first.others.map(\.id) == [3, 1, 2])
      #expect(first.others[1] === first)
      #expect(storedNotes(store) == storedNotes(file.store))
    }
  }

  @Test func partsAreSavedWithTheirObject() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 3)
      let notes = file.store.all(StoredNote.self)
      let place = StoredPlace()
      place.name = "home"
      place.inner = StoredPlace()
      place.inner?.inner = place
      place.note = notes[2]
      notes[0].places = [place, StoredPlace(), place]
      #expect(try file.save() == 1)
      #expect(storedNotes(try readNotes(in: folder)) == storedNotes(file.store))
      place.inner?.name = "inside"
      #expect(try file.save() == 1)
      #expect(storedNotes(try readNotes(in: folder)) == storedNotes(file.store))
      notes[0].places.swapAt(0, 1)
      #expect(try file.save() == 1)
      #expect(storedNotes(try readNotes(in: folder)) == storedNotes(file.store))
    }
  }

  @Test func twoObjectsShareAPartIfBothAreInOneSave() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 2)
      let notes = file.store.all(StoredNote.self)
      let place = StoredPlace()
      (notes[0].place, notes[1].place) = (place, place)
      try file.save()
      var store = try readNotes(in: folder)
      #expect(store[StoredNote.self, 1]?.place === store[StoredNote.self, 2]?.place)
      notes[0].text = "changed"
      try file.save()
      store = try readNotes(in: folder)
      #expect(store[StoredNote.self, 1]?.place !== store[StoredNote.self, 2]?.place)
      try file.compact()
      store = try readNotes(in: folder)
      #expect(store[StoredNote.self, 1]?.place === store[StoredNote.self, 2]?.place)
    }
  }

  @Test func aRemovedObjectIsAPartOfThoseThatHoldIt() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 3)
      let notes = file.store.all(StoredNote.self)
      (notes[0].next, notes[1].next) = (notes[2], notes[2])
      try file.save()
      file.store.remove(notes[2])
      #expect(try file.save() == 3)
      let store = try readNotes(in: folder)
      #expect(store.count(of: StoredNote.self) == 2)
      #expect(store[StoredNote.self, 1]?.next?.text == "note 3")
      #expect(store[StoredNote.self, 1]?.next === store[StoredNote.self, 2]?.next)
      notes[2].text = "still held"
      #expect(try file.save() == 2)
      #expect(storedNotes(try readNotes(in: folder)) == storedNotes(file.store))
    }
  }

  @Test func anObjectThatIsNotFiledIsAPart() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 2)
      let stray = StoredNote()
      stray.id = 7
      file.store.all(StoredNote.self)[0].next = stray
      #expect(try file.save() == 1)
      let store = try readNotes(in: folder)
      #expect(store[StoredNote.self, 7] == nil)
      #expect(store[StoredNote.self, 1]?.next?.id == 7)
      try file.store.insert(stray)
      #expect(try file.save() == 2)
      #expect(try readNotes(in: folder)[StoredNote.self, 1]?.next?.id == 7)
      #expect(storedNotes(try readNotes(in: folder)) == storedNotes(file.store))
    }
  }

  @Test func theOrderStays() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 3)
      let store = file.store
      try store.upsert([StoredNote].self, json: #"[{"id": 10}, {"id": 11}, {"id": 12}]"#)
      let new = store.all(StoredNote.self).suffix(3)
      try file.save([new[5], new[3]])
      try file.save([new[4]])
      let two = try #require(store[StoredNote.self, 2])
      store.remove(two)
      try store.insert(two)
      try file.save()
      #expect(try readNotes(in: folder).all(StoredNote.self).map(\.id) == [1, 3, 10, 11, 12, 2])
      store.all(StoredNote.self)[0].text = "x"
      try file.save()
      #expect(try readNotes(in: folder).all(StoredNote.self).map(\.id) == [1, 3, 10, 11, 12, 2])
    }
  }

  // MARK: - Some objects

  @Test func onlyTheGivenObjectsAreWritten() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 3)
      let notes = file.store.all(StoredNote.self)
      for note in notes { note.text = "changed" }
      file.store.remove(notes[2])
      #expect(try file.save([notes[0], notes[0]]) == 1)
      #expect(
        try readNotes(in: folder).all(StoredNote.self).map(\.text) == [
          "changed", "note 2", "note 3",
        ]
      )
      #expect(try file.save([StoredNote]()) == 0)
      #expect(try file.save() == 2)
      #expect(try readNotes(in: folder).all(StoredNote.self).map(\.text) == ["changed", "changed"])
    }
  }

  @Test func newObjectsThatTheyReferToAreWrittenToo() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 1)
      let json = #"{"id": 1, "next": {"id": 2, "next": {"id": 3}, "place": {"note": {"id": 4}}}}"#
      let note = try file.store.upsert(StoredNote.self, json: json)
      #expect(try file.save([note]) == 4)
      #expect(storedNotes(try readNotes(in: folder)) == storedNotes(file.store))
      #expect(try file.save() == 0)
    }
  }

  @Test func theChangesOfAnUpsertAreWritten() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 3)
      let json = #"[{"id": 1, "text": "x"}, {"id": 2}, {"id": 9}]"#
      let changes = try file.store.upsert([StoredNote].self, json: json).changes
      #expect(try file.save(changes.inserted + changes.updated) == 2)
      #expect(try file.save() == 0)
      #expect(storedNotes(try readNotes(in: folder)) == storedNotes(file.store))
    }
  }

  @Test func anObjectOfNoStoreIsAnError() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 2)
      let notes = file.store.all(StoredNote.self)
      notes[0].text = "changed"
      let stray = StoredNote()
      stray.id = 1
      let size = file.size
      #expect(errorCode { try file.save([notes[0], stray]) } == .unsupportedValue)
      #expect(errorCode { try file.save([ModelObject()]) } == .unsupportedValue)
      #expect(file.size == size)
      #expect(try readNotes(in: folder)[StoredNote.self, 1]?.text == "note 1")
      #expect(try file.save() == 1)
    }
  }

  // MARK: - Identities that change

  @Test func anObjectMayGetAnotherIdentity() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 3)
      let notes = file.store.all(StoredNote.self)
      notes[0].next = notes[1]
      try file.save()
      notes[1].id = 20
      try file.save([notes[1]])
      var store = try readNotes(in: folder)
      #expect(store.all(StoredNote.self).map(\.id) == [1, 20, 3])
      #expect(store[StoredNote.self, 1]?.next === store[StoredNote.self, 20])
      notes[2].id = 1
      #expect(errorCode { try file.save() } == .unsupportedValue)
      store = try readNotes(in: folder)
      #expect(store.all(StoredNote.self).map(\.id) == [1, 20, 3])
    }
  }

  /// Only the first one of two objects with one identity has a place in the store.
  @Test func twoObjectsMayHaveOneIdentityNow() throws {
    try withFolder { folder in
      do {
        let url = folder.appending(path: "notes.store")
        let file = try StoreFile(at: url, classes: [NoteByText.self])
        let (first, second) = (NoteByText(), NoteByText())
        (first.id, first.text, first.next) = (1, "note 1", second)
        (second.id, second.text) = (1, "note 2")
        try file.store.insert(first)
        try file.store.insert(second)
        try file.save()
      }
      #expect(errorCode { _ = try openNotes(in: folder) } == .unsupportedValue)
      var lost: [String] = []
      let file = try openNotes(in: folder) { lost.append($0.path) }
      #expect(lost == ["[1]"])
      #expect(file.store[StoredNote.self, 1]?.next?.text == "note 2")
      #expect(file.store.count(of: StoredNote.self) == 1)
      file.store[StoredNote.self, 1]?.text = "changed"
      try file.save()
      #expect(storedNotes(try readNotes(in: folder)) == storedNotes(file.store))
    }
  }

  // MARK: - Archives of before

  @Test func anArchiveBecomesAStoreFileWithTheFirstSave() throws {
    try withFolder { folder in
      let url = folder.appending(path: "notes.store")
      let before = ModelStore()
      try before.upsert([StoredNote].self, json: #"[{"id": 2, "next": {"id": 1}}, {"id": 3}]"#)
      try before.archive(to: url)
      let archive = try Data(contentsOf: url)
      do {
        let file = try openNotes(in: folder)
        #expect(storedNotes(file.store) == storedNotes(before))
        #expect(try file.save() == 0)
        #expect(try file.save([StoredNote]()) == 0)
        #expect(file.size == archive.count)
        #expect(try Data(contentsOf: url) == archive)
        file.store[StoredNote.self, 3]?.text = "changed"
        #expect(try file.save() == 1)
        #expect(try Data(contentsOf: url).starts(with: "ModelObject store 1\n".utf8))
      }
      let file = try openNotes(in: folder)
      #expect(file.store.all(StoredNote.self).map(\.id) == before.all(StoredNote.self).map(\.id))
      #expect(file.store[StoredNote.self, 3]?.text == "changed")
      #expect(try file.save() == 0)
    }
  }

  @Test func otherArchivesAreNoStoreFiles() throws {
    try withFolder { folder in
      let url = folder.appending(path: "notes.store")
      try StoredNote().archive(to: url)
      #expect(errorCode { _ = try openNotes(in: folder) } == .unexpectedRoot)
      try Data("{}".utf8).write(to: url)
      #expect(errorCode { _ = try openNotes(in: folder) } == .invalidArchive)
      #expect(try Data(contentsOf: url) == Data("{}".utf8))
      try Data("ModelObject store 2\n".utf8).write(to: url)
      #expect(errorCode { _ = try openNotes(in: folder) } == .invalidArchive)
      try FileManager.default.removeItem(at: url)
      _ = try filledNotes(in: folder, count: 1)
      #expect(errorCode { _ = try StoredNote(archiveAt: url) } == .unexpectedRoot)
      #expect(errorCode { _ = try [StoredNote](archiveAt: url) } == .unexpectedRoot)
    }
  }

  // MARK: - Compaction

  @Test func aCompactionLeavesOutWhatIsSuperseded() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 20)
      #expect(file.supersededSize == 0)
      let size = file.size
      for round in 1...10 {
        for note in file.store.all(StoredNote.self) { note.text = "round \(round)" }
        #expect(try file.save() == 20)
      }
      #expect(file.size > 5 * size)
      #expect(file.supersededSize > file.size / 2)
      file.store.removeAll(StoredNote.self)
      try file.store.upsert(StoredNote.self, json: #"{"id": 1}"#)
      // What wasn't saved yet is saved.
      try file.compact()
      #expect(file.size < size)
      #expect(file.supersededSize == 0)
      #expect(try file.save() == 0)
      #expect(storedNotes(try readNotes(in: folder)) == storedNotes(file.store))
      #expect(try names(in: folder) == ["notes.store"])
    }
  }

  @Test func aSaveCompactsByItself() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 1)
      let note = try #require(file.store[StoredNote.self, 1])
      var largest = 0
      for round in 0..<60 {
        let former = file.size
        note.text = String(repeating: "\(round % 10)", count: 50_000)
        #expect(try file.save([note]) == 1)
        if file.size < former { #expect(file.supersededSize == 0) }
        largest = max(largest, file.size)
        #expect(file.size == (try Data(contentsOf: file.url).count))
      }
      #expect(largest > 1 << 20)
      #expect(largest < 1 << 21)
      #expect(file.size < largest)
      #expect(try readNotes(in: folder)[StoredNote.self, 1]?.text == note.text)
    }
  }

  /// Not only when the next save begins, which may be days later.
  @Test func aSaveThatSupersedesMostOfTheFileCompactsIt() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 2)
      let notes = file.store.all(StoredNote.self)
      for round in 0..<3 {
        for note in notes { note.text = String(repeating: "\(round)", count: 700_000) }
        #expect(try file.save() == 2)
        // Beside the objects there are the frames.
        #expect(file.supersededSize <= file.size / 2 + 1_000)
      }
      #expect(try file.save() == 0)
      #expect(storedNotes(try readNotes(in: folder)) == storedNotes(file.store))
    }
  }

  @Test func aFileThatIsMostlyInUseGrows() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 2)
      let notes = file.store.all(StoredNote.self)
      notes[0].text = String(repeating: "x", count: 2_500_000)
      try file.save()
      for round in 0..<4 {
        notes[1].text = String(repeating: "\(round)", count: 600_000)
        try file.save()
      }
      #expect(file.supersededSize > 3 * 600_000)
    }
  }

  /// In a process of its own, because other tests open files.
  @Test func compactionsKeepNoFileOpen() async {
    await #expect(processExitsWith: .success) {
      try withFolder { folder in
        let file = try filledNotes(in: folder, count: 1)
        let open = try names(in: URL(filePath: "/dev/fd")).count
        for _ in 1...3 { try file.compact() }
        #expect(try names(in: URL(filePath: "/dev/fd")).count == open)
      }
    }
  }

  @Test func theSizesAreThoseOfTheFileAgain() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 20)
      for note in file.store.all(StoredNote.self).prefix(10) { note.text = "changed" }
      try file.save()
      file.store.remove(file.store.all(StoredNote.self)[0])
      try file.save()
      let other = folder.appending(path: "copy.store")
      try FileManager.default.copyItem(at: file.url, to: other)
      let again = try StoreFile(at: other, classes: [StoredNote.self])
      #expect(again.size == file.size)
      #expect(abs(again.supersededSize - file.supersededSize) < 100)
    }
  }
}

/// A note whose identity was another one.
private final class NoteByText: ModelObject {
  var id = 0
  var text = ""
  var next: NoteByText?
  override class var identity: Set<String> { ["text"] }
  override class var archiveName: String { StoredNote.archiveName }
}
