import Foundation
import Testing

@testable import ModelObjectKit

/// What reads and writes archives is released when it is done.
struct ArchiveMemoryTests {
  @Test func whatReadsAnArchiveIsReleased() throws {
    let store = ModelStore()
    let json = #"[{"id": 1, "next": {"id": 2}, "own": {"number": 3}}, {"id": 3}]"#
    try store.upsert([Row].self, json: json)
    let data = try store.archivedData()
    weak var known: ArchiveReader?
    weak var table: StoredTable?
    do {
      try ArchiveReader.reading(data, classes: [Row.self]) { reader in
        let stored = try reader.storedObjects(onSkip: nil)
        #expect(stored.count == 3)
        (known, table) = (reader, reader.documents[0].tables[0])
        #expect(table?.filling != nil)
      }
    }
    #expect(known == nil)
    #expect(table == nil)
  }

  @Test func aStoreFileIsReleasedWithItsObjects() throws {
    try withFolder { folder in
      let url = folder.appending(path: "file")
      weak var known: StoreFile?
      weak var files: FiledObjects?
      weak var row: Row?
      for _ in 1...2 {
        do {
          let file = try StoreFile(at: url, classes: [Row.self])
          row = try file.store.upsert(Row.self, json: #"{"id": 1, "own": {"number": 3}}"#)
          try file.save()
          row?.own?.number += 1
          try file.save()
          try file.compact()
          (known, files) = (file, file.store.files)
        }
        #expect(known == nil)
        #expect(files == nil)
        #expect(row == nil)
      }
    }
  }
}

private final class Row: ModelObject {
  var id = 0
  var next: Row?
  var own: Own?
  override class var identity: Set<String> { ["id"] }
}

private final class Own: ModelObject {
  var number = 0
  override func encode(with archiver: ModelArchiver) throws { try super.encode(with: archiver) }
  override func decode(with unarchiver: ModelUnarchiver) throws {
    try super.decode(with: unarchiver)
  }
}
