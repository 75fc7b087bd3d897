import Foundation
import ModelObjectKit
import Testing

/// What is in a file, and how large it is.
struct StoreFileFormTests {
  /// The bytes before the archive of the first frame: the line, its size and its checksum.
  private static let start = "ModelObject store 1\n".utf8.count + 12

  @Test func aFrameHasAnArchiveOfTheStore() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 3)
      let archive = try Data(contentsOf: file.url).dropFirst(Self.start)
      #expect(archive == (try file.store.archivedData()))
      let list = try PropertyListSerialization.propertyList(from: Data(archive), format: nil)
      #expect((list as? [String: Any])?["format"] as? String == "ModelObject")
      file.store.all(StoredNote.self)[1].text = "changed"
      try file.save()
      let all = try Data(contentsOf: file.url)
      // The first frame stays as it is, and the second one is an archive, too.
      #expect(all.dropFirst(Self.start).starts(with: archive))
      let second = Data(all.dropFirst(Self.start + archive.count + 12))
      let saved = try PropertyListSerialization.propertyList(from: second, format: nil)
      #expect((saved as? [String: Any])?["places"] as? [Int] == [1])
      #expect((saved as? [String: Any])?["removed"] as? [Int] == [])
    }
  }

  /// Other programs see which object is meant, in the same form whether it is there or removed.
  @Test func namedAndRemovedObjectsHaveTheirIdentities() throws {
    try withFolder { folder in
      let url = folder.appending(path: "file")
      let id = "6B29FC40-CA47-1067-B31D-00DD010662DA"
      func json(_ name: String) -> String {
        """
        {"name": "\(name)", "number": 7, "maybe": 7, "small": 7, "fraction": 1.5, "whole": 7,
         "flag": true, "kind": "b", "url": "https://example.com", "uuid": "\(id)", "any": 7}
        """
      }
      do {
        let file = try StoreFile(at: url, classes: [KeyedNote.self, KeyedNotes.self])
        try file.store.upsert([KeyedNote].self, json: "[\(json("removed")), \(json("named"))]")
        let notes = try file.store.upsert(KeyedNotes.self, json: #"{"id": 1}"#)
        try file.save()
        let all = file.store.all(KeyedNote.self)
        notes.first = all[1]
        // A new one, which isn't filed, has another table than the one that is only named.
        notes.second = KeyedNote()
        notes.second?.text = "new"
        file.store.remove(all[0])
        #expect(try file.save() == 2)
        let bytes = try Data(contentsOf: url)
        let frame = try #require(bytes.range(of: Data("bplist00".utf8), options: .backwards))
        let list = try PropertyListSerialization.propertyList(
          from: bytes[frame.lowerBound...],
          format: nil
        )
        let classes = (list as? [String: Any])?["classes"] as? [[String: Any]] ?? []
        #expect(classes.map { $0["places"] as? [Int] } == [nil, [1, 0], nil])
        let columns = try #require(classes[1]["columns"] as? [String: Any])
        let expected: [String: Any] = [
          "name": ["named", "removed"], "number": ["$every": 7], "maybe": ["$every": 7],
          "small": ["$every": 7], "fraction": ["$every": 1.5], "whole": ["$every": 7],
          "flag": ["$every": true], "kind": ["$every": "b"],
          "url": ["$every": "https://example.com"], "uuid": ["$every": id], "any": ["$every": 7],
        ]
        #expect(NSDictionary(dictionary: columns) == NSDictionary(dictionary: expected))
      }
      let store = try StoreFile(at: url, classes: [KeyedNote.self, KeyedNotes.self]).store
      let notes = try #require(store[KeyedNotes.self, 1])
      #expect(store.all(KeyedNote.self).map(\.name) == ["named"])
      #expect(notes.first === store.all(KeyedNote.self)[0])
      #expect(notes.second?.text == "new")
    }
  }

  @Test func theSizesFollowEachStep() throws {
    try withFolder { folder in
      let file = try openNotes(in: folder)
      #expect((file.size, file.supersededSize) == (0, 0))
      func expectSize(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let size = try Data(contentsOf: file.url).count
        #expect(file.size == size, sourceLocation: sourceLocation)
        #expect((0...size).contains(file.supersededSize), sourceLocation: sourceLocation)
      }
      let json = (1...100).map {
        #"{"id": \#($0), "text": "\#(String(repeating: "x", count: 50))"}"#
      }
      try file.store.upsert([StoredNote].self, json: "[\(json.joined(separator: ", "))]")
      try file.save()
      try expectSize()
      #expect(file.supersededSize == 0)
      let notes = file.store.all(StoredNote.self)
      // Objects that others take the place of, or that are removed, are superseded; new ones aren't.
      var former = 0
      for round in 1...3 {
        notes[round].text = "changed"
        try file.save([notes[round]])
        try expectSize()
        #expect(file.supersededSize > former)
        former = file.supersededSize
      }
      try file.store.upsert(StoredNote.self, json: #"{"id": 200}"#)
      try file.save()
      try expectSize()
      #expect(file.supersededSize - former < 500)
      former = file.supersededSize
      file.store.remove(notes[99])
      try expectSize()
      #expect(file.supersededSize == former)
      try file.save()
      try expectSize()
      #expect(file.supersededSize > former)
      try file.compact()
      try expectSize()
      #expect(file.supersededSize == 0)
      try FileManager.default.removeItem(at: file.url)
      try file.save()
      try expectSize()
      #expect(file.supersededSize == 0)
    }
  }

  /// One object for each save, as an app writes what is edited: the estimate is near the truth.
  @Test func theEstimateIsThatOfACompaction() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 200)
      for note in file.store.all(StoredNote.self) {
        note.text += " changed"
        try file.save([note])
      }
      let (size, superseded) = (file.size, file.supersededSize)
      try file.compact()
      let saved = size - file.size
      #expect(superseded > saved / 2)
      #expect(superseded < saved * 3 / 2)
    }
  }

  @Test func theFirstSaveOfSomeObjectsWritesAll() throws {
    try withFolder { folder in
      let file = try openNotes(in: folder)
      try file.store.upsert([StoredNote].self, json: #"[{"id": 1, "next": {"id": 2}}, {"id": 3}]"#)
      #expect(try file.save([StoredNote]()) == 0)
      #expect(file.size == 0)
      #expect(try file.save([file.store.all(StoredNote.self)[2]]) == 3)
      #expect(storedNotes(try readNotes(in: folder)) == storedNotes(file.store))
      #expect(try file.save() == 0)
    }
  }

  @Test func anObjectThatIsGivenTwiceIsWrittenOnce() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 40)
      let notes = file.store.all(StoredNote.self)
      for note in notes { note.text += " changed" }
      let sizes = try [notes + notes, notes].map { given throws in
        let former = file.size
        #expect(try file.save(given) == 40)
        return file.size - former
      }
      #expect(sizes[0] == sizes[1])
      #expect(file.supersededSize < file.size)
      #expect(storedNotes(try readNotes(in: folder)) == storedNotes(file.store))
      #expect(try file.save() == 0)
    }
  }

  @Test func aCompactionCleansUpAfterOneThatWasKilled() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 3)
      let attributes = try FileManager.default.attributesOfItem(atPath: file.url.path)
      let number = try #require(attributes[.systemFileNumber] as? Int)
      try Data("half of a file".utf8).write(to: folder.appending(path: ".store-\(number).new"))
      try file.compact()
      #expect(try names(in: folder) == ["notes.store"])
      #expect(storedNotes(try readNotes(in: folder)) == storedNotes(file.store))
    }
  }

  // MARK: - Archives of earlier releases

  @Test func theStoreOfAnEarlierReleaseBecomesAStoreFile() throws {
    try withFolder { folder in
      let url = folder.appending(path: "store")
      let archive = try #require(
        Data(base64Encoded: Self.archive, options: .ignoreUnknownCharacters)
      )
      try archive.write(to: url)
      let classes = [FixtureNote.self, FixtureTag.self]
      func expectContents(_ store: ModelStore, text: String) {
        #expect(store.all(FixtureNote.self).map(\.id) == [2, 1, 3])
        #expect(store.all(FixtureNote.self).map(\.text) == ["two", "e\u{301}", text])
        #expect(store[FixtureNote.self, 2]?.next === store[FixtureNote.self, 1])
        #expect(store[FixtureNote.self, 3]?.next === store[FixtureNote.self, 2])
        let places = store.all(FixtureNote.self).map(\.places)
        #expect(places.map { $0.map(\.name) } == [["home"], [], ["home", ""]])
        #expect(places[0].first?.note === store[FixtureNote.self, 3])
        #expect(store.all(FixtureTag.self).map(\.name) == ["$tag"])
      }
      do {
        let file = try StoreFile(at: url, classes: classes)
        expectContents(file.store, text: "three")
        #expect(
          file.store[FixtureNote.self, 2]?.places[0] === file.store[FixtureNote.self, 3]?.places[0]
        )
        #expect(try file.save() == 0)
        #expect(try Data(contentsOf: url) == archive)
        file.store[FixtureNote.self, 3]?.text = "changed"
        #expect(try file.save() == 1)
      }
      #expect(try Data(contentsOf: url).starts(with: "ModelObject store 1\n".utf8))
      let file = try StoreFile(at: url, classes: classes)
      expectContents(file.store, text: "changed")
      file.store[FixtureNote.self, 3]?.text = "again"
      #expect(try file.save() == 1)
      expectContents(try ModelStore(archiveAt: url, classes: classes), text: "again")
    }
  }

  /// What 0.3.0 wrote.
  private static let archive = """
    YnBsaXN0MDDUAQIDBAUGBwtWZm9ybWF0V3ZlcnNpb25Vc3RvcmVXY2xhc3Nlc1tNb2RlbE9iamVj
    dBABpAgGCQoQABACEAOjDCow1A0ODxARCAoSVWNsYXNzVWZpcnN0VWNvdW50V2NvbHVtbnNcZml4
    dHVyZS5ub3Rl1BMUFRYXGB4iUmlkVHRleHRUbmV4dFZwbGFjZXOjCQYKoxkaHVN0d2/RGxxVJHV0
    ZjhDZcyBVXRocmVl0R8gWCRvYmplY3RzowYhCBP//////////6MjJifRHyShJRAEoNEfKKIlKRAF
    1A0ODxArCgYsW2ZpeHR1cmUudGFn0S0uVG5hbWWhL1UkJHRhZ9QNDg8QMSUJMl1maXh0dXJlLnBs
    YWNl0i0zNDdUbm90ZaI1NlRob21lUNEfOKIJIQAIABEAGAAgACYALgA6ADwAQQBDAEUARwBLAFQA
    WgBgAGYAbgB7AIQAhwCMAJEAmACcAKAApACnAK0AsQC3ALoAwwDHANAA1ADXANkA2wDcAN8A4gDk
    AO0A+QD8AQEBAwEJARIBIAElASoBLQEyATMBNgAAAAAAAAIBAAAAAAAAADkAAAAAAAAAAAAAAAAA
    AAE5
    """
}

private final class KeyedNote: ModelObject {
  enum Kind: String { case a, b }

  var text = ""
  var name = ""
  var number = 0
  var maybe: Int?
  var small: UInt8 = 0
  var fraction = 0.0
  /// The integer 7 identifies the same object.
  var whole = 0.0
  var flag = false
  var kind = Kind.a
  var url: URL?
  var uuid: UUID?
  var any: Any?
  override class var identity: Set<String> {
    [
      "name", "number", "maybe", "small", "fraction", "whole", "flag", "kind", "url", "uuid", "any",
    ]
  }
}

private final class KeyedNotes: ModelObject {
  var id = 0
  var first: KeyedNote?
  var second: KeyedNote?
  override class var identity: Set<String> { ["id"] }
}

private final class FixtureNote: ModelObject {
  var id = 0
  var text = ""
  var next: FixtureNote?
  var places: [FixturePlace] = []
  override class var identity: Set<String> { ["id"] }
  override class var archiveName: String { "fixture.note" }
}

private final class FixturePlace: ModelObject {
  var name = ""
  var note: FixtureNote?
  override class var archiveName: String { "fixture.place" }
}

private final class FixtureTag: ModelObject {
  var name = ""
  override class var identity: Set<String> { ["name"] }
  override class var archiveName: String { "fixture.tag" }
}
