import Foundation
import ModelObjectKit
import Testing

private struct Refused: Error {}

private class Track: ModelObject {
  var title = ""
}

/// The same later, when no one has listed the former name.
private class Song: ModelObject {
  var title = ""
}

/// The same with a check.
private final class CheckedTrack: Track {
  override class var archiveName: String { "snapshots.track" }
  override func validate() throws { if title == "bad" { throw Refused() } }
}

private final class UncheckedTrack: Track {
  override class var archiveName: String { "snapshots.track" }
}

/// A struct with a snapshot.
private struct Version<Model: ModelObject>: Codable {
  var number = 0
  var track: Snapshot<Model>?
}

private final class History<Model: ModelObject>: ModelObject {
  var id = 0
  var name = ""
  var all: [Snapshot<Model>] = []
  var base: Snapshot<Model>?
  var versions: [Version<Model>] = []
  override class var identity: Set<String> { ["id"] }
  override class var archiveName: String { "snapshots.history" }
}

/// A snapshot that can't be opened is an error, or is told of and left out, as an object would be.
struct UnopenedSnapshots {
  private func write<Model: Track>(_ type: Model.Type, in folder: URL) throws -> URL {
    let url = folder.appending(path: "file")
    let file = try StoreFile(at: url, classes: [History<Model>.self])
    let (history, track) = (History<Model>(), Model())
    track.title = "bad"
    (history.id, history.name, history.base) = (1, "n", track.snapshot())
    history.all = [Model().snapshot(), track.snapshot()]
    history.versions = [Version(number: 1, track: track.snapshot()), Version(number: 2)]
    try file.store.insert(history)
    try file.save()
    return url
  }

  @Test func ofUnknownClassesAreErrors() throws {
    try withFolder { folder in
      let url = try write(Track.self, in: folder)
      let error = try #require(throws: ModelError.self) {
        try StoreFile(at: url, classes: [History<Song>.self])
      }
      #expect(error.code == .unknownClass && error.path == "[0].all")
      #expect(error.description.contains("formerArchiveNames"))
      var issues: [ModelError.Issue] = []
      let file = try StoreFile(at: url, classes: [History<Song>.self]) { issues.append($0) }
      let history = try #require(file.store[History<Song>.self, 1])
      #expect(history.name == "n" && history.all.isEmpty && history.base == nil)
      #expect(history.versions.map(\.number) == [2])
      #expect(Set(issues.map(\.path)) == ["[0].all", "[0].base", "[0].versions"])
      #expect(issues.allSatisfy { $0.kind == .rejected })
      // Another class is asked for nothing.
      let former = try ModelStore(archiveAt: url, classes: [History<Track>.self])
      #expect(former[History<Track>.self, 1]?.all.map(\.title) == ["", "bad"])
    }
  }

  @Test func thatAreRejectedAreErrors() throws {
    try withFolder { folder in
      let url = try write(UncheckedTrack.self, in: folder)
      let error = try #require(throws: ModelError.self) {
        try StoreFile(at: url, classes: [History<CheckedTrack>.self])
      }
      #expect(error.code == .rejected && error.path == "[0].all")
      var paths: Set<String> = []
      let file = try StoreFile(at: url, classes: [History<CheckedTrack>.self]) {
        paths.insert($0.path)
      }
      let history = try #require(file.store[History<CheckedTrack>.self, 1])
      #expect(history.all.map(\.title) == [""] && history.base == nil)
      #expect(paths == ["[0].all", "[0].base", "[0].versions"])
    }
  }
}

/// A value that Foundation's encoder writes as no JSON isn't archived.
struct DecimalsThatAreNoNumbers {
  private struct Price: Codable {
    var amount: Decimal = 0
    var currency = ""
  }

  private final class Row: ModelObject {
    var id = 0
    var prices: [Price] = []
    var price = Price()
    var amount: Decimal = 0
    override class var identity: Set<String> { ["id"] }
  }

  @Test func areErrorsInStructs() throws {
    let row = Row()
    row.amount = .nan
    row.price.currency = "NaN"
    #expect(try Row(archive: row.archivedData()).amount.isNaN)
    #expect(try Row(archive: row.archivedData()).price.currency == "NaN")
    row.prices = [Price(amount: 1, currency: "CHF"), Price(amount: .nan, currency: "EUR")]
    let error = try #require(throws: ModelError.self) { try row.archivedData() }
    #expect(error.code == .unsupportedValue)
    #expect(error.description.contains("Price can't be archived: a decimal in it isn't a number"))
  }
}
