import Foundation
import ModelObjectKit

/// An object of ten properties.
private final class Entry: ModelObject {
  var id = 0
  var title = ""
  var summary: String?
  var created: Date?
  var score = 0.0
  var isOpen = false
  var count = 0
  var tags: [String] = []
  var author: Writer?
  var kind = ""
  override class var identity: Set<String> { ["id"] }
}

private final class Writer: ModelObject {
  var id = 0
  var name = ""
  override class var identity: Set<String> { ["id"] }
}

extension Rows {
  /// A store of 100,000 objects in a file that grows by what changed.
  static var storeFile: [Row] {
    [
      Row(
        figure: "store file: save() after one change of 100,000",
        meaning: "time of archive(to:) over that of the save; 10 is the aim"
      ) { _ in
        let entries = try StoredEntries(100_000)
        return Contest(
          subject: Side(objects: 1) {
            entries.change(7)
            return try entries.file.save()
          },
          peer: Side(objects: 1) { try entries.file.store.archive(to: entries.archive) }
        ).measure
      },
      Row(
        figure: "store file: save([one]) of 100,000",
        meaning: "time of archive(to:) over that of the save; 2,000 is the aim"
      ) { _ in
        let entries = try StoredEntries(100_000)
        return Contest(
          subject: Side(objects: 1) { try entries.file.save([entries.change(7)]) },
          peer: Side(objects: 1) { try entries.file.store.archive(to: entries.archive) }
        ).measure
      },
      Row(
        figure: "flatness: save([one]), 100,000 objects",
        meaning: "ns in a store of 100,000 over ns in one of 1,000; 1 is flat"
      ) { _ in
        let (few, many) = (try StoredEntries(1_000), try StoredEntries(100_000))
        return Contest(
          subject: Side(objects: 1) { try few.file.save([few.change(7)]) },
          peer: Side(objects: 1) { try many.file.save([many.change(7)]) }
        ).measure
      },
      Row(
        figure: "store file: opening 100,000 objects",
        meaning: "time over that of ModelStore(archiveAt:); 1.1 is the aim"
      ) { _ in
        let entries = try StoredEntries(100_000)
        try entries.file.store.archive(to: entries.archive)
        let copy = try entries.copy()
        return Contest(
          subject: Side(objects: 1) {
            try ModelStore(archiveAt: entries.archive, classes: [Entry.self])
          },
          peer: Side(objects: 1) { try entries.open(copy) }
        ).measure
      },
      Row(
        figure: "store file: opening after 1,000 saves",
        meaning: "time over that of the compacted file; 1.2 is the aim"
      ) { _ in
        let entries = try StoredEntries(100_000)
        let compacted = try entries.copy()
        for number in 1...1_000 { try entries.file.save([entries.change(number * 100)]) }
        let grown = try entries.copy()
        return Contest(
          subject: Side(objects: 1) { try entries.open(compacted) },
          peer: Side(objects: 1) { try entries.open(grown) }
        ).measure
      },
    ]
  }
}

/// A store file in a folder of its own, which goes with it.
private final class StoredEntries {
  let file: StoreFile
  private let folder: URL

  init(_ count: Int) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "benchmark-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    file = try StoreFile(at: folder.appending(path: "store"), classes: [Entry.self])
    try file.store.upsert([Entry].self, json: Self.text(count))
    guard try file.save() == count + 100 else {
      throw WrongResult(description: "\(file.store.count(of: Entry.self)) entries were saved")
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var archive: URL { folder.appending(path: "archive") }

  /// Changes one of the objects, and returns it.
  @discardableResult
  func change(_ id: Int) -> Entry {
    guard let entry = file.store[Entry.self, id] else { fatalError("no entry \(id)") }
    entry.count += 1
    return entry
  }

  /// A copy of the file, which isn't locked.
  func copy() throws -> URL {
    let copy = folder.appending(path: "\(UUID())")
    try FileManager.default.copyItem(at: file.url, to: copy)
    return copy
  }

  func open(_ copy: URL) throws -> StoreFile { try StoreFile(at: copy, classes: [Entry.self]) }

  private static func text(_ count: Int) -> Data {
    let objects = (1...count).map { id in
      #"{"id":\#(id),"title":"Title \#(id)","summary":\#(id % 3 == 0 ? "null" : #""Of \#(id)""#),"#
        + #""created":"2026-03-01T08:00:00Z","score":\#(id % 100).5,"is_open":\#(id % 2 == 0),"#
        + #""count":\#(id % 97),"tags":["a","b\#(id % 10)"],"kind":"article","#
        + #""author":{"id":\#(id % 100),"name":"N"}}"#
    }
    return Data("[\(objects.joined(separator: ","))]".utf8)
  }
}
