import Foundation
import ModelObjectKit
import Testing

/// Objects that got another identity after they were filed: no save writes a file that can't be
/// opened.
struct StoreFilesOfObjectsWithOtherIdentities {
  /// A note that was written offline gets another identity in code, and then the server sends one with
  /// that.
  @Test func anIdentityThatTwoObjectsHaveIsAnError() throws {
    try withFolder { folder in
      let url = folder.appending(path: "notes.store")
      let draft = StoredNote()
      (draft.id, draft.text) = (-1, "offline")
      do {
        let file = try StoreFile(at: url, classes: [StoredNote.self])
        try file.store.insert(draft)
        try file.save()
        draft.id = 2
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

  /// The answer to an object that was filed under a temporary identity, before a poll and after one.
  @Test func anIdentityThatTheServerGivesIsSaved() throws {
    try withFolder { folder in
      do {
        let url = folder.appending(path: "notes.store")
        let file = try StoreFile(at: url, classes: [StoredNote.self])
        let (draft, late) = (StoredNote(), StoredNote())
        (draft.id, draft.text, late.id, late.text) = (-1, "offline", -2, "late")
        for note in [draft, late] { try file.store.insert(note) }
        #expect(try file.save() == 2)
        try file.store.update(draft, json: #"{"id": 2}"#)
        #expect(try file.save() > 0)
        let news = #"[{"id": 2, "text": "online"}, {"id": 3, "text": "polled"}]"#
        let notes = try file.store.upsert([StoredNote].self, json: news)
        #expect(notes[0] === draft && draft.text == "online")
        try file.store.update(late, json: #"{"id": 3, "text": "answered"}"#)
        #expect(file.store[StoredNote.self, 3] === notes[1] && !file.store.contains(late))
        #expect(try file.save() > 0)
        #expect(try file.save() == 0)
      }
      let store = try readNotes(in: folder)
      let texts = store.all(StoredNote.self).map { "\($0.id) \($0.text)" }
      #expect(texts == ["2 online", "3 answered"])
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

  /// What has the identity of a saved object in the file is saved with it.
  @Test(arguments: Clash.all) fileprivate func aSaveOfSomeWritesWhatWouldClash(_ clash: Clash)
    throws
  {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 4)
      let notes = file.store.all(StoredNote.self)
      try clash.edit(notes, file.store)
      #expect(try file.save([notes[0]]) == clash.count)
      let opened = try readNotes(in: folder)
      #expect(storedNotes(opened) == storedNotes(file.store))
      #expect(try file.save() == 0)
      notes[0].text = "new"
      notes[3].text = "new"
      #expect(try file.save([notes[0]]) == 1)
      #expect(try readNotes(in: folder).all(StoredNote.self).count { $0.text == "new" } == 1)
    }
  }

  /// Identities are swapped, given on, removed and taken again, and each save is a file that opens.
  @Test(arguments: 1...inLongTests(5, else: 1))
  func eachSaveThatReturnsIsAFileThatOpens(seed: Int) throws {
    try withFolder { folder in
      var file: StoreFile? = try openNotes(in: folder)
      let edits = IdentityEdits(seed: UInt64(seed))
      var (conflicts, size) = (0, 0)
      func check(_ file: StoreFile?, _ step: Int) throws {
        guard let file else { return }
        let isConflict = try edits.make(step, in: file)
        conflicts += isConflict ? 1 : 0
        if isConflict { #expect(file.size == size, "\(step)") }
        size = file.size
        guard let all = try? file.store.archivedData() else { return }
        let copy = try ModelStore(archive: all, classes: [StoredNote.self])
        #expect(storedNotes(copy) == storedNotes(file.store), "\(step)")
      }
      for step in 1...400 {
        try check(file, step)
        let opened = storedNotes(try readNotes(in: folder))
        guard step % 20 == 0 else { continue }
        file = nil
        file = try openNotes(in: folder)
        #expect(file.map { storedNotes($0.store) } == opened, "\(step)")
        #expect(try file?.save() == 0, "\(step)")
      }
      #expect(conflicts < 150)
    }
  }

  /// The same in programs that are killed, and go on with what the file has.
  @Test func aKilledProgramLeavesAFileThatOpens() async throws {
    let folder = try madeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (log, copies) = (folder.appending(path: "log"), folder.appending(path: "copies"))
    try FileManager.default.createDirectory(at: copies, withIntermediateDirectories: false)
    var random = SeededGenerator(seed: 3)
    let edits = IdentityEdits(seed: 99)
    var step = 0
    for kill in 1...12 {
      let delay = Int.random(in: 0...100_000, using: &random)
      try Data().write(to: log)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = folder.path as String, step = step as Int, delay = delay as Int] in
        try edit(in: URL(fileURLWithPath: path), from: step, killedAfter: delay)
      }
      let told = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
      let opened = storedNotes(try openNotes(in: folder).store)
      // The same steps in a program that isn't killed, from what the file had.
      let end = told.last.flatMap { Int($0) } ?? step
      let other = try openNotes(in: copies)
      while step < end {
        step += 1
        _ = try edits.make(step, in: other)
      }
      if storedNotes(try readNotes(in: copies)) != opened {
        // The last save may have been over before the program could say so.
        step += 1
        _ = try edits.make(step, in: other)
      }
      #expect(storedNotes(try readNotes(in: copies)) == opened, "kill \(kill), step \(step)")
    }
    #expect(step > 12)
  }

  /// The work of a save is that of its objects, also after identities have changed.
  @Test func aSaveOfOneDoesNotLookAtOthers() throws {
    let counts = try [200, 400].map { count in
      try withFolder { folder in
        let file = try StoreFile(at: folder.appending(path: "file"), classes: [Counted.self])
        let json = (1...count).map { #"{"id": "\#($0)"}"# }
        let all = try file.store.upsert(
          [Counted].self,
          json: "[\(json.joined(separator: ","))]"
        ).models
        try file.save()
        (all[1].id, all[2].id) = (all[2].id, all[1].id)
        all[3].id = CountedKey(text: "new")
        try file.save([all[1]])
        file.store.remove(all[8])
        CountedKey.uses.value = 0
        for round in 1...3 {
          all[0].text = "\(round)"
          all[3].text = "\(round)"
          #expect(try file.save([all[0], all[3]]) == 2)
        }
        return CountedKey.uses.value
      }
    }
    // A dictionary may hash some of its keys again when one of them goes.
    #expect(counts[0] > 0 && abs(counts[0] - counts[1]) < 100, "\(counts)")
  }

  /// Also by a save of that object alone, and for those that refer to it.
  @Test(arguments: [false, true])
  func anObjectWithANewIdentityStaysInTheFile(isSavedAlone: Bool) throws {
    try withFolder { folder in
      do {
        let url = folder.appending(path: "notes.store")
        let file = try StoreFile(at: url, classes: [StoredNote.self])
        let (draft, other) = (StoredNote(), StoredNote())
        (draft.id, draft.text, other.id, other.next) = (-1, "offline", 5, draft)
        for note in [draft, other] { try file.store.insert(note) }
        #expect(try file.save() == 2)
        try file.store.update(draft, json: #"{"id": 99}"#)
        if isSavedAlone { #expect(try file.save([draft]) > 0) }
        try file.save()
        #expect(try file.save() == 0)
        #expect(file.store[StoredNote.self, 99] === draft)
      }
      let store = try readNotes(in: folder)
      #expect(store.all(StoredNote.self).map(\.id).sorted() == [5, 99])
      let draft = store[StoredNote.self, 99]
      #expect(draft?.text == "offline")
      #expect(store[StoredNote.self, 5]?.next === draft)
    }
  }

  /// The next draft takes the temporary identity, and both are saved in any order.
  @Test(arguments: [[0, 1], [1, 0]])
  func aTemporaryIdentityMayBeUsedAgain(order: [Int]) throws {
    try withFolder { folder in
      do {
        let url = folder.appending(path: "notes.store")
        let file = try StoreFile(at: url, classes: [StoredNote.self])
        let (first, second) = (StoredNote(), StoredNote())
        (first.id, first.text, second.id, second.text) = (-1, "first", -1, "second")
        try file.store.insert(first)
        try file.save()
        try file.store.update(first, json: #"{"id": 99}"#)
        try file.store.insert(second)
        for index in order { try file.save([[first, second][index]]) }
        try file.store.update(second, json: #"{"id": 100}"#)
        for index in order { try file.save([[first, second][index]]) }
        try file.save()
        #expect(try file.save() == 0)
      }
      let texts = try readNotes(in: folder).all(StoredNote.self).map { "\($0.id) \($0.text)" }
      #expect(texts.sorted() == ["100 second", "99 first"])
    }
  }

  /// A part that is no longer in an object isn't kept alive.
  @Test func aRemovedPartIsReleased() throws {
    try withFolder { folder in
      let file = try StoreFile(
        at: folder.appending(path: "notes.store"),
        classes: [StoredNote.self]
      )
      let note = StoredNote()
      note.id = 1
      note.place = StoredPlace()
      try file.store.insert(note)
      try file.save()
      weak let part = note.place
      #expect(part != nil)
      note.place = nil
      #expect(part == nil)
    }
  }
}

/// A change of identities, and how many objects a save of the first one writes.
private struct Clash: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let count: Int
  let edit: @Sendable ([StoredNote], ModelStore) throws -> Void

  init(
    _ name: String,
    _ count: Int,
    _ edit: @escaping @Sendable ([StoredNote], ModelStore) throws -> Void
  ) {
    (testDescription, self.count, self.edit) = (name, count, edit)
  }

  static let all = [
    Clash("swapped", 2) { notes, _ in (notes[0].id, notes[1].id) = (2, 1) },
    Clash("rotated", 3) { notes, _ in (notes[0].id, notes[1].id, notes[2].id) = (2, 3, 1) },
    Clash("given on", 2) { notes, _ in (notes[0].id, notes[1].id) = (2, 9) },
    Clash("of a removed one", 2) { notes, store in
      store.remove(notes[1])
      notes[0].id = 2
    },
    Clash("of one in a new object", 3) { notes, store in
      let new = StoredNote()
      new.id = 8
      notes[0].next = try store.insert(new)
      (new.id, notes[1].id) = (2, 8)
    },
    Clash("its own", 1) { notes, _ in notes[0].id = 9 },
  ]
}

/// Goes on with the edits of a file until the program is killed.
private func edit(in folder: URL, from start: Int, killedAfter delay: Int) throws -> Never {
  let file = try openNotes(in: folder)
  let log = try FileHandle(forWritingTo: folder.appending(path: "log"))
  let edits = IdentityEdits(seed: 99)
  Thread.detachNewThread {
    usleep(UInt32(delay))
    kill(getpid(), SIGKILL)
  }
  var step = start
  while true {
    step += 1
    _ = try edits.make(step, in: file)
    try log.write(contentsOf: Data("\(step)\n".utf8))
  }
}

private final class Counted: ModelObject {
  var id = CountedKey(text: "")
  var text = ""
  override class var identity: Set<String> { ["id"] }
}

/// An identity that counts how often it is looked at.
private struct CountedKey: Hashable, Codable {
  final class Uses: @unchecked Sendable { var value = 0 }
  static let uses = Uses()
  var text: String
  init(text: String) { self.text = text }
  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }
  func encode(to encoder: any Encoder) throws {
    Self.uses.value += 1
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
  func hash(into hasher: inout Hasher) {
    Self.uses.value += 1
    hasher.combine(text)
  }
}
