import Foundation
import ModelObjectKit
import Observation
import Testing

@Observable class Track: ModelObject, Identifiable {
  @ObservationIgnored var id = 0
  var title = ""
  var artist: Artist?
  var guests: [Artist] = []
  @ObservationIgnored lazy var heading = title.uppercased()
  override class var identity: Set<String> { ["id"] }
  override class var accessors: [String: PropertyAccessor] {
    [
      "title": .init(\Track.title), "artist": .init(\Track.artist), "guests": .init(\Track.guests),
    ]
  }
}

@Observable class Artist: ModelObject {
  var name = ""
  override class var accessors: [String: PropertyAccessor] { ["name": .init(\Artist.name)] }
}

/// Members of an extension belong to the main actor here.
extension Track {
  var label: String { "\(title) by \(artist?.name ?? "")" }
  /// A model that the main actor goes on to change.
  var favorite: Artist? { Player.favorite }
}

/// A screen that keeps rows, and models that the user changes.
final class Player {
  static var favorite = Artist()
  var rows: [Snapshot<Track>] = []
  let current = Track()

  func load(_ library: Library, _ json: String) async throws {
    rows = try await library.load(json)
  }
}

/// Reads elsewhere.
actor Library {
  private let store = ModelStore()

  func load(_ json: String) throws -> [Snapshot<Track>] {
    try store.upsert([Track].self, json: json).models.snapshots()
  }
}

/// What a list in SwiftUI does with its rows.
struct Rows<Data: RandomAccessCollection> where Data.Element: Identifiable & Equatable {
  var ids: [Data.Element.ID]
  var isChanged: Bool

  init(_ data: Data, _ old: Data) {
    ids = data.map(\.id)
    isChanged = !data.elementsEqual(old)
  }
}

@concurrent private func upload(_ track: Snapshot<Track>) async throws -> String {
  try track.makeModel().jsonString()
}

@concurrent private func titles(_ tracks: [Snapshot<Track>]) async -> [String] {
  tracks.map { "\($0.id) \($0.heading) \($0.artist?.name ?? "") \($0.guests.map(\.name))" }
}

@concurrent private func name(_ artist: Snapshot<Artist>?) async -> String? { artist?.name }

nonisolated private let json = #"""
  [{"id": 1, "title": "a", "artist": {"name": "A"}, "guests": [{"name": "B"}]}, {"id": 2, "title": "b"}]
  """#

struct SnapshotsOfAModuleOnTheMainActor {
  @Test func comeFromAnActorAndAreShown() async throws {
    let (player, library) = (Player(), Library())
    try await player.load(library, json)
    let old = player.rows
    #expect(old.map(\.title) == ["a", "b"] && old[0].label == "a by A")
    try await player.load(library, #"[{"id": 1}, {"id": 2, "title": "c"}]"#)
    let rows = Rows(player.rows, old)
    #expect(rows.ids == [1, 2] && rows.isChanged && player.rows[0] == old[0])
    #expect(await titles(player.rows) == [#"1 A A ["B"]"#, "2 C  []"])
  }

  @Test func areSavedElsewhere() async throws {
    let player = Player()
    player.current.title = "a"
    let before = player.current.snapshot()
    async let first = upload(before)
    player.current.title = "b"
    #expect(try await first.contains(#""title":"a""#))
    #expect(try await upload(player.current.snapshot()).contains(#""title":"b""#))
  }

  @Test func areResultsOfTasks() async throws {
    let tracks = try await withThrowingTaskGroup(of: [Snapshot<Track>].self) { group in
      for _ in 0..<4 { group.addTask { try [Track](json: json).snapshots() } }
      var tracks: [Snapshot<Track>] = []
      for try await page in group { tracks += page }
      return tracks
    }
    #expect(tracks.count == 8 && Set(tracks).count == 2)
    let own = try await Task { try [Track](json: json)[0].snapshot() }.value.makeModel()
    own.title = "mine"
    try own.update(from: tracks[0])
    #expect(own.title == "a")
  }

  @Test func neverHandOutWhatTheMainActorChanges() async throws {
    Player.favorite.name = "before"
    let favorite = Track().snapshot().favorite
    Player.favorite.name = "after"
    #expect(await name(favorite) == "before")
  }
}
