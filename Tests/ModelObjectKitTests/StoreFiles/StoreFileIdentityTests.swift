import Foundation
import ModelObjectKit
import Testing

/// Objects that got another identity after they were filed: no save writes a file that can't be
/// opened.
@Suite struct StoreFilesOfObjectsWithOtherIdentities {
  /// A note that was written offline gets its identity from the server, which then sends it as a new
  /// one.
  @Test func anIdentityThatTwoObjectsHaveIsAnError() throws {
    try withFolder { folder in
      let url = folder.appending(path: "notes.store")
      let draft = StoredNote()
      (draft.id, draft.text) = (-1, "offline")
      do {
        let file = try StoreFile(at: url, classes: [StoredNote.self])
        try file.store.insert(draft)
        try file.save()
        try file.store.update(draft, json: #"{"id": 2}"#)
        try file.save()
        let bytes = try Data(contentsOf: url)
        let news = #"[{"id": 2, "text": "online"}, {"id": 3}]"#
        let notes = try file.store.upsert([StoredNote].self, json: news)
        let saves: [() throws -> Void] = [
          { try file.save() }, { try file.save([notes[0]]) }, { try file.compact() },
        ]
        for save in saves {
          let error = #expect(throws: ModelError.self, performing: save)
          #expect(error?.code == .unsupportedValue)
          #expect(error?.description.contains("have id 2 now. Remove one of them.") == true)
          #expect(try Data(contentsOf: url) == bytes)
        }
        file.store.remove(draft)
        #expect(try file.save() == 3)
      }
      let store = try readNotes(in: folder)
      #expect(store.all(StoredNote.self).map { "\($0.id) \($0.text)" } == ["2 online", "3 "])
    }
  }

  /// The other object may have been there before, and one may not be saved yet.
  @Test func bothOrdersAreNoticed() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 3)
      let notes = file.store.all(StoredNote.self)
      notes[0].id = notes[1].id
      #expect(throws: ModelError.self) { try file.save([notes[0]]) }
      #expect(throws: ModelError.self) { try file.save() }
      // What exchanged their identities can be told from each other.
      (notes[0].id, notes[1].id) = (notes[1].id, 1)
      #expect(try file.save() == 2)
      let opened = try readNotes(in: folder)
      #expect(opened.all(StoredNote.self).map(\.id) == notes.map(\.id))
    }
  }
}
