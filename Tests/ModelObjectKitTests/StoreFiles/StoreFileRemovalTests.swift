import Foundation
import ModelObjectKit
import Testing

/// Objects that are removed while others hold them, or while new ones take their identities.
struct StoreFileRemovalTests {
  /// Others may refer to the former one.
  @Test func anObjectThatTakesARemovedIdentityIsSavedWithEverything() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 3)
      let notes = file.store.all(StoredNote.self)
      notes[1].next = notes[0]
      try file.save()
      file.store.remove(notes[0])
      file.store.remove(notes[2])
      let new = try file.store.upsert(StoredNote.self, json: #"{"id": 1, "text": "new"}"#)
      #expect(try file.save([new]) == 4)
      let store = try readNotes(in: folder)
      #expect(store.all(StoredNote.self).map(\.text) == ["note 2", "new"])
      #expect(store[StoredNote.self, 2]?.next?.text == "note 1")
      #expect(storedNotes(store) == storedNotes(file.store))
      #expect(try file.save() == 0)
      new.text = "newer"
      #expect(try file.save([new]) == 1)
    }
  }

  @Test func anObjectThatComesBackIsTheOneToWhichOthersRefer() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 2)
      let notes = file.store.all(StoredNote.self)
      notes[1].next = notes[0]
      try file.save()
      file.store.remove(notes[0])
      try file.store.insert(notes[0])
      notes[0].text = "new"
      try file.save([notes[0]])
      let store = try readNotes(in: folder)
      #expect(store[StoredNote.self, 2]?.next?.text == "new")
      #expect(store[StoredNote.self, 2]?.next === store[StoredNote.self, 1])
    }
  }

  /// A hook of the first save, or of one that appends.
  @Test(arguments: [true, false]) func whatAHookOfASaveRemovesIsGoneWithTheNextOne(isFirst: Bool)
    throws
  {
    try withFolder { folder in
      let url = folder.appending(path: "file")
      do {
        let file = try StoreFile(at: url, classes: [Remover.self])
        let all = try file.store.upsert([Remover].self, json: #"[{"id": 1}, {"id": 2}, {"id": 3}]"#)
        if !isFirst {
          try file.save()
          try file.store.upsert(Remover.self, json: #"{"id": 4}"#)
          all[1].text = "changed"
        }
        all[1].onSave = { file.store.remove(Remover.self, identity: isFirst ? 1 : 4) }
        try file.save()
        all[1].onSave = nil
        all[2].text = "new"
        try file.save()
        #expect(try file.save() == 0)
        all[2].text = "newer"
        try file.save()
      }
      let store = try StoreFile(at: url, classes: [Remover.self]).store
      #expect(store.all(Remover.self).map(\.id) == (isFirst ? [2, 3] : [1, 2, 3]))
      #expect(store[Remover.self, 3]?.text == "newer")
    }
  }

  @Test func anObjectThatWasNeverSavedIsRemovedWithoutASave() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 1)
      let size = file.size
      file.store.remove(try file.store.upsert(StoredNote.self, json: #"{"id": 2}"#))
      #expect(try file.save() == 0)
      #expect(file.size == size)
    }
  }

  @Test func aNewObjectThatAnotherRefersToTakesARemovedIdentity() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 3)
      file.store.remove(StoredNote.self, identity: 1)
      let json = #"{"id": 2, "next": {"id": 1, "text": "new"}}"#
      let note = try file.store.upsert(StoredNote.self, json: json)
      #expect(try file.save([note]) == 3)
      #expect(storedNotes(try readNotes(in: folder)) == storedNotes(file.store))
      // Again, now that the file has it.
      file.store.remove(StoredNote.self, identity: 1)
      try file.store.upsert(StoredNote.self, json: #"{"id": 1, "text": "newer"}"#)
      #expect(try file.save([file.store.all(StoredNote.self)[2]]) == 3)
      #expect(try readNotes(in: folder)[StoredNote.self, 1]?.text == "newer")
      #expect(try file.save() == 0)
      #expect(storedNotes(try readNotes(in: folder)) == storedNotes(file.store))
    }
  }

  /// A class has lost a property, so that the object that holds another one in the file has no change
  /// to save when that is removed.
  @Test func aReferenceThatTheFileStillHasLeadsToARemovedObject() throws {
    try withFolder { folder in
      let url = folder.appending(path: "file")
      do {
        let file = try StoreFile(at: url, classes: [Holder.self])
        try file.store.upsert(Holder.self, json: #"{"id": 1, "next": {"id": 2}}"#)
        try file.save()
      }
      do {
        let file = try StoreFile(at: url, classes: [LettingGo.self])
        file.store.remove(LettingGo.self, identity: 2)
        #expect(try file.save() == 1)
      }
      do {
        let file = try StoreFile(at: url, classes: [LettingGo.self])
        #expect(file.store.all(LettingGo.self).map(\.id) == [1])
        // One that gets the place of the removed object in the file.
        try file.store.upsert(LettingGo.self, json: #"{"id": 3}"#)
        #expect(try file.save() == 1)
      }
      let store = try ModelStore(archiveAt: url, classes: [Holder.self])
      #expect(store.all(Holder.self).map(\.id) == [1, 3])
      #expect(store[Holder.self, 1]?.next?.id == 2)
    }
  }

  @Test func aRemovedObjectCannotBeSaved() throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 2)
      let notes = file.store.all(StoredNote.self)
      file.store.remove(notes[0])
      let bytes = try Data(contentsOf: file.url)
      #expect(errorCode { try file.save([notes[1], notes[0]]) } == .unsupportedValue)
      #expect(try Data(contentsOf: file.url) == bytes)
      #expect(try file.save() == 1)
      #expect(try readNotes(in: folder).all(StoredNote.self).map(\.id) == [2])
    }
  }

  @Test func anEmptyStoreIsAStore() throws {
    try withFolder { folder in
      do {
        let file = try filledNotes(in: folder, count: 2)
        file.store.removeAll(StoredNote.self)
        #expect(try file.save() == 2)
        #expect(try readNotes(in: folder).count(of: StoredNote.self) == 0)
        try file.compact()
        #expect(file.supersededSize == 0)
      }
      let file = try openNotes(in: folder)
      #expect(file.store.count(of: StoredNote.self) == 0)
      #expect(try file.save() == 0)
      try file.store.upsert(StoredNote.self, json: #"{"id": 1}"#)
      #expect(try file.save() == 1)
      #expect(storedNotes(try readNotes(in: folder)) == storedNotes(file.store))
    }
  }

  /// An object of another class in the place of one that the file has is written with what refers to
  /// it.
  @Test(arguments: [true, false])
  func successorsAreWrittenWithTheirHolders(isInserted: Bool) throws {
    let classes = [StoredHolder.self, StoredCircle.self, StoredSquare.self, StoredShape.self]
    try withFolder { folder in
      let url = folder.appending(path: "shapes")
      let file = try StoreFile(at: url, classes: classes)
      #expect(try ModelStore(archiveAt: url, classes: classes).count(of: StoredHolder.self) == 0)
      let json = #"{"id": 1, "shape": {"id": 7, "kind": "c"}}"#
      let holder = try file.store.upsert(StoredHolder.self, json: json)
      #expect(try file.save() == 2)
      if isInserted {
        let square = StoredSquare()
        (square.id, square.side) = (7, 3)
        try file.store.insert(square)
        (holder.shape, holder.square) = (square, square)
      } else {
        let shape = #"{"id": 7, "kind": "s", "side": 3}"#
        try file.store.upsert(
          StoredHolder.self,
          json: #"{"id": 1, "shape": \#(shape), "square": \#(shape)}"#
        )
      }
      #expect(try file.save([holder]) == 3)
      let store = try ModelStore(archiveAt: url, classes: classes)
      let opened = try #require(store[StoredHolder.self, 1])
      #expect(opened.square?.side == 3 && opened.shape === opened.square)
      #expect(try file.save() == 0)
    }
  }

  /// The holder has the successor under the same identity, so nothing else about it has changed.
  @Test(arguments: [1, 2, 3])
  func aHolderIsSavedForEachSuccessor(_ count: Int) throws {
    let classes = [StoredHolder.self, StoredCircle.self, StoredSquare.self, StoredShape.self]
    try withFolder { folder in
      let url = folder.appending(path: "shapes")
      do {
        let file = try StoreFile(at: url, classes: classes)
        let json = #"{"id": 1, "shape": {"id": 7, "kind": "c"}}"#
        let holder = try file.store.upsert(StoredHolder.self, json: json)
        try file.store.upsert(StoredHolder.self, json: #"{"id": 2}"#)
        try file.save()
        for number in 1...count {
          let kind = number.isMultiple(of: 2) ? "c" : "s"
          let json = #"{"id": 1, "shape": {"id": 7, "kind": "\#(kind)"}}"#
          try file.store.upsert(StoredHolder.self, json: json)
        }
        #expect(holder.shape === file.store[StoredShape.self, 7])
        // The former shape is removed, too.
        #expect(try file.save() == 3)
        #expect(try file.save() == 0)
      }
      let file = try StoreFile(at: url, classes: classes)
      let shape = try #require(file.store[StoredShape.self, 7])
      #expect(shape is StoredSquare == !count.isMultiple(of: 2))
      #expect(file.store[StoredHolder.self, 1]?.shape === shape)
      #expect(try file.save() == 0)
    }
  }

  /// What holds the former object keeps it as a part.
  @Test func aSuccessorIsSavedWithWhatHoldsTheFormerObject() throws {
    let classes = [StoredHolder.self, StoredCircle.self, StoredSquare.self, StoredShape.self]
    try withFolder { folder in
      let url = folder.appending(path: "shapes")
      let file = try StoreFile(at: url, classes: classes)
      let json = #"{"id": 1, "square": {"id": 7, "kind": "s", "side": 3}}"#
      try file.store.upsert(StoredHolder.self, json: json)
      try file.store.upsert(StoredShape.self, json: #"{"id": 8, "kind": "c"}"#)
      try file.save()
      let page = #"[{"id": 7, "kind": "c"}]"#
      let changes = try file.store.upsert([StoredShape].self, json: page).changes
      #expect(try file.save(changes.inserted) == 3)
      #expect(try file.save() == 0)
      let store = try ModelStore(archiveAt: url, classes: classes)
      #expect(store[StoredHolder.self, 1]?.square?.side == 3)
      #expect(store.all(StoredShape.self).map(\.id) == [7, 8])
      #expect(store[StoredShape.self, 7] is StoredCircle)
      #expect(store.all(StoredSquare.self).isEmpty)
    }
  }
}

class StoredShape: ModelObject {
  var id = 0
  override class var identity: Set<String> { ["id"] }
  override class var subclasses: Subclasses? {
    .byTag("kind", ["c": StoredCircle.self, "s": StoredSquare.self])
  }
}

final class StoredCircle: StoredShape {}

final class StoredSquare: StoredShape {
  var side = 0
}

final class StoredHolder: ModelObject {
  var id = 0
  var shape: StoredShape?
  var square: StoredSquare?
  override class var identity: Set<String> { ["id"] }
}

private final class Holder: ModelObject {
  var id = 0
  var next: Holder?
  override class var identity: Set<String> { ["id"] }
  override class var archiveName: String { "holder" }
}

private final class LettingGo: ModelObject {
  var id = 0
  override class var identity: Set<String> { ["id"] }
  override class var archiveName: String { "holder" }
}

/// A class whose hook changes the store while it is saved.
private final class Remover: ModelObject {
  var id = 0
  var text = ""
  var onSave: (() -> Void)?
  override class var identity: Set<String> { ["id"] }
  override class var ignoredProperties: Set<String> { ["onSave"] }
  override func encode(with archiver: ModelArchiver) throws {
    onSave?()
    try super.encode(with: archiver)
  }
}
