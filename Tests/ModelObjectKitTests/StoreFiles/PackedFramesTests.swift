import Foundation
import Testing

@testable import ModelObjectKit

/// Saves of many objects are packed, and may follow others of any version of the format.
struct PackedFrames {
  @Test func followThoseOfVersion1() throws {
    try withFolder { folder in
      try Self.version1(5).write(to: folder.appending(path: "notes.store"))
      #expect(try storedNotes(readNotes(in: folder)).count == 5)
      var expected: [String] = []
      do {
        let file = try openNotes(in: folder)
        let json = (3...200).map { #"{"id": \#($0), "text": "note \#($0)", "next": \#($0 - 1)}"# }
        try file.store.upsert([StoredNote].self, json: "[\(json.joined(separator: ", "))]")
        #expect(try file.save() == 198)
        file.store[StoredNote.self, 7]?.place = StoredPlace()
        #expect(try file.save() == 1)
        for id in 100..<150 {
          if let note = file.store[StoredNote.self, id] { file.store.remove(note) }
        }
        // Note 150 has the last removed one as a part from now on.
        #expect(try file.save() == 51)
        expected = storedNotes(file.store)
      }
      let frames = try #require(
        try StoreFrames(Data(contentsOf: folder.appending(path: "notes.store")))
      )
      let versions = try frames.archives.map { data in
        (try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])?[
          "version"
        ] as? Int
      }
      #expect(versions == [1, 2, 2, 2])
      let file = try openNotes(in: folder)
      #expect(storedNotes(file.store) == expected && expected.count == 150)
      #expect(try file.save() == 0)
      try file.compact()
      #expect(try storedNotes(readNotes(in: folder)) == expected)
    }
  }

  /// What is cut off at its end has the state of the last whole save.
  @Test func areWholeOrAbsent() throws {
    try withFolder { folder in
      let url = folder.appending(path: "notes.store")
      var states: [Int: [String]] = [:]
      do {
        let file = try filledNotes(in: folder, count: 40)
        states[try Data(contentsOf: url).count] = storedNotes(file.store)
        for note in file.store.all(StoredNote.self) { note.text += " changed" }
        #expect(try file.save() == 40)
        states[try Data(contentsOf: url).count] = storedNotes(file.store)
      }
      let data = try Data(contentsOf: url)
      let sizes = states.keys.sorted()
      for size in stride(from: sizes[0], through: sizes[1], by: 97) + [sizes[1]] {
        try data.prefix(size).write(to: url)
        let expected = states[sizes.last { $0 <= size } ?? 0]
        #expect(try storedNotes(readNotes(in: folder)) == expected)
      }
    }
  }

  /// A store file as earlier versions wrote it: few objects have the same form in both.
  private static func version1(_ count: Int) throws -> Data {
    let store = ModelStore()
    let json = (1...count).map { #"{"id": \#($0), "text": "note \#($0)"}"# }
    try store.upsert([StoredNote].self, json: "[\(json.joined(separator: ", "))]")
    let list = try PropertyListSerialization.propertyList(from: store.archivedData(), format: nil)
    var root = try #require(list as? [String: Any])
    root["version"] = 1
    let archive = try PropertyListSerialization.data(
      fromPropertyList: root,
      format: .binary,
      options: 0
    )
    return StoreFrames.firstLine + StoreFrames.header(of: archive) + archive
  }
}
