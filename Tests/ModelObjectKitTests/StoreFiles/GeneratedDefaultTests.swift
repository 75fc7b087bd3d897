import Foundation
import ModelObjectKit
import Testing

/// A value that is another one in each new object is made once, however the class has changed.
struct GeneratedDefaultTests {
  @Test(arguments: Evolution.all, [1, 40])
  fileprivate func aGeneratedValueIsKept(_ evolution: Evolution, _ count: Int) throws {
    try withFolder { folder in
      let url = folder.appending(path: "file")
      try evolution.write(url, count)
      let first = try evolution.open(url)
      #expect(first.values.count == count && first.saved == count, "\(first.values.first ?? "")")
      let second = try evolution.open(url)
      #expect(second.values == first.values)
      #expect(second.saved == 0)
    }
  }

  /// What every opening makes alike needs no save: nothing that no longer fits is overwritten by one.
  @Test func aConstantDefaultIsNotSaved() throws {
    try withFolder { folder in
      let url = folder.appending(path: "file")
      do {
        let file = try StoreFile(at: url, classes: [Old.self])
        let old = Old()
        (old.id, old.spots, old.spot) = (1, [Spot(), Spot()], Spot())
        try file.store.insert(old)
        try file.save()
      }
      let bytes = try Data(contentsOf: url)
      let file = try StoreFile(at: url, classes: [Constant.self])
      #expect(file.store.all(Constant.self)[0].spots.map(\.x) == [5, 5])
      #expect(try file.save() == 0)
      #expect(try Data(contentsOf: url) == bytes)
    }
  }
}

/// A class that has changed since a file was written.
private struct Evolution: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let write: @Sendable (URL, Int) throws -> Void
  let open: @Sendable (URL) throws -> (values: [String], saved: Int)

  init<Former: Numbered, Later: Numbered>(
    _ name: String,
    _ former: Former.Type,
    _ later: Later.Type,
    _ value: @escaping @Sendable (Later) -> String,
    _ fill: @escaping @Sendable (Former) -> Void = { _ in }
  ) {
    testDescription = name
    write = { url, count in
      let file = try StoreFile(at: url, classes: [Former.self])
      for id in 1...count {
        let object = Former.init()
        object.id = id
        fill(object)
        try file.store.insert(object)
      }
      try file.save()
    }
    open = { url in
      let file = try StoreFile(at: url, classes: [Later.self])
      return (file.store.all(Later.self).map(value), try file.save())
    }
  }

  static let all = [
    Evolution("a new property", Old.self, LaterExtra.self) { $0.extra },
    Evolution("nil", Old.self, LaterToken.self) { $0.token },
    Evolution("a misfit", Old.self, LaterSize.self, { $0.size }, { $0.size = ["x": 1] }),
    Evolution("a model that was nil", Old.self, LaterModel.self) { $0.model.key },
    Evolution("a model for a string", Old.self, LaterPart.self, { $0.part.key }, { $0.part = "x" }),
    Evolution("a struct", Old.self, LaterSpot.self, { $0.spot?.key ?? "" }, { $0.spot = Spot() }),
    Evolution("structs", Old.self, LaterSpots.self, { "\($0.spots.map(\.key))" }) {
      $0.spots = [Spot(), Spot()]
    },
    Evolution("structs by names", Old.self, LaterNamed.self, { $0.named["a"]?.key ?? "" }) {
      $0.named = ["a": Spot()]
    },
    Evolution("a snapshot", Old.self, LaterSnapshot.self, { $0.snapshot?.key ?? "" }) {
      $0.snapshot = OldKeyed().snapshot()
    },
    Evolution("snapshots", Old.self, LaterSnapshots.self, { "\($0.snapshots.map(\.key))" }) {
      $0.snapshots = [OldKeyed().snapshot(), OldKeyed().snapshot()]
    },
  ]
}

private class Numbered: ModelObject {
  var id = 0
  override class var identity: Set<String> { ["id"] }
}

private struct Spot: Codable {
  var x = 5
}

private final class OldKeyed: ModelObject {
  var x = 5
  override class var archiveName: String { "keyed" }
}

private final class Keyed: ModelObject {
  var x = 0
  var key = UUID().uuidString
  override class var archiveName: String { "keyed" }
}

private final class Old: Numbered {
  var token: String?
  var size: [String: Int] = [:]
  var model: OldKeyed?
  var part = ""
  var spot: Spot?
  var spots: [Spot] = []
  var named: [String: Spot] = [:]
  var snapshot: Snapshot<OldKeyed>?
  var snapshots: [Snapshot<OldKeyed>] = []
}

// Each has one value that is another one in each new object.

private final class LaterExtra: Numbered {
  override class var archiveName: String { Old.archiveName }
  var extra = UUID().uuidString
}

private final class LaterToken: Numbered {
  override class var archiveName: String { Old.archiveName }
  var token = UUID().uuidString
}

private final class LaterSize: Numbered {
  override class var archiveName: String { Old.archiveName }
  var size = UUID().uuidString
}

private final class LaterModel: Numbered {
  override class var archiveName: String { Old.archiveName }
  var model = Keyed()
}

private final class LaterPart: Numbered {
  override class var archiveName: String { Old.archiveName }
  var part = Keyed()
}

private final class LaterSpot: Numbered {
  override class var archiveName: String { Old.archiveName }
  var spot: Keyed?
}

private final class LaterSpots: Numbered {
  override class var archiveName: String { Old.archiveName }
  var spots: [Keyed] = []
}

private final class LaterNamed: Numbered {
  override class var archiveName: String { Old.archiveName }
  var named: [String: Keyed] = [:]
}

private final class LaterSnapshot: Numbered {
  override class var archiveName: String { Old.archiveName }
  var snapshot: Snapshot<Keyed>?
}

private final class LaterSnapshots: Numbered {
  override class var archiveName: String { Old.archiveName }
  var snapshots: [Snapshot<Keyed>] = []
}

private final class PlainSpot: ModelObject {
  var x = 0
  var y = 0
}

private final class Constant: Numbered {
  override class var archiveName: String { Old.archiveName }
  var token = "none"
  var size = 7
  var model = PlainSpot()
  var part = PlainSpot()
  var spot = PlainSpot()
  var spots: [PlainSpot] = []
  var named = 3
  var snapshot: [Int] = []
  var snapshots: [Snapshot<PlainSpot>] = []
}
