import Foundation
import ModelObjectKit
import Testing

private struct OldLine: Codable, Equatable {
  var sku = ""
}

private struct NewLine: Codable, Equatable {
  var sku = ""
  var isGift: Bool
}

private enum OldState: String { case open, paid, refunded }
private enum NewState: String, CaseIterable { case open, paid }

private final class OldOrder: ModelObject {
  var id = 0
  var lines: [OldLine] = []
  var line = OldLine()
  var states: [OldState] = []
  var state = OldState.open
  var size: [String: Int] = [:]
  var note: String?
  override class var identity: Set<String> { ["id"] }
  override class var archiveName: String { "unfit.order" }
}

private final class NewOrder: ModelObject {
  var id = 0
  var lines: [NewLine] = []
  var line = NewLine(isGift: false)
  var states: [NewState] = []
  var state = NewState.open
  var size = 0
  var note: String?
  override class var identity: Set<String> { ["id"] }
  override class var archiveName: String { "unfit.order" }
}

/// Values of a store file that no longer fit are left out; a closure hears of them before a save may
/// overwrite them.
struct StoredValuesThatNoLongerFit {
  @Test func areToldOf() throws {
    try withFolder { folder in
      let url = folder.appending(path: "orders")
      do {
        let file = try StoreFile(at: url, classes: [OldOrder.self])
        let order = OldOrder()
        (order.id, order.lines, order.line.sku) = (1, [OldLine(sku: "a"), OldLine(sku: "b")], "c")
        (order.states, order.state) = ([.open, .refunded, .paid], .refunded)
        order.size = ["x": 1]
        try file.store.insert(order)
        let plain = OldOrder()
        (plain.id, plain.state) = (2, .paid)
        try file.store.insert(plain)
        try file.save()
      }
      var issues: [ModelError.Issue] = []
      let file = try StoreFile(at: url, classes: [NewOrder.self]) { issues.append($0) }
      #expect(
        issues.map(\.description).sorted() == [
          "[0].line: expected NewLine, found an object",
          "[0].lines: expected NewLine, found an object",
          "[0].size: expected Int, found an object",
          "[0].state: expected one of open, paid, found a string",
          "[0].states: expected one of open, paid, found a string",
          "[1].line: expected NewLine, found an object",
          "[1].size: expected Int, found an object",
        ]
      )
      #expect(issues.allSatisfy { $0.kind == .typeMismatch })
      let order = try #require(file.store[NewOrder.self, 1])
      #expect(order.lines.isEmpty && order.states == [.open, .paid] && order.state == .open)
      #expect(file.store[NewOrder.self, 2]?.state == .paid)
      // Nothing is destroyed by the opening.
      let former = try ModelStore(archiveAt: url, classes: [OldOrder.self])
      #expect(former[OldOrder.self, 1]?.lines == [OldLine(sku: "a"), OldLine(sku: "b")])
      // Without a closure, they are left out in silence, as in any archive.
      let silent = try ModelStore(archiveAt: url, classes: [NewOrder.self])
      #expect(silent[NewOrder.self, 1]?.states == [.open, .paid])
    }
  }
}

private final class OldSeat: ModelObject, @unchecked Sendable {
  var row = "a"
  var kind = "window"
  override class var archiveName: String { "unfit.seat" }
}

private final class NewSeat: ModelObject, @unchecked Sendable {
  var row = 0
  var kind = ""
  override class var archiveName: String { "unfit.seat" }
}

private struct OldCar: Codable {
  var seats: [OldSeat] = []
  var former: Snapshot<OldSeat>?
}

private struct NewCar: Codable {
  var seats: [NewSeat] = []
  var former: Snapshot<NewSeat>?
}

private final class OldTrain: ModelObject {
  var id = 0
  var car = OldCar()
  var seats: [Snapshot<OldSeat>] = []
  override class var identity: Set<String> { ["id"] }
  override class var archiveName: String { "unfit.train" }
}

private final class NewTrain: ModelObject {
  var id = 0
  var car = NewCar()
  var seats: [Snapshot<NewSeat>] = []
  override class var identity: Set<String> { ["id"] }
  override class var archiveName: String { "unfit.train" }
}

/// Models that are decoded by themselves: in a user's type, and in snapshots.
struct StoredPartsThatNoLongerFit {
  @Test func areToldOf() throws {
    let train = OldTrain { $0.id = 1 }
    train.car = OldCar(seats: [OldSeat { $0.row = "4" }, OldSeat()], former: OldSeat().snapshot())
    train.seats = [OldSeat { $0.row = "5" }.snapshot(), OldSeat().snapshot()]
    let store = ModelStore()
    try store.insert(train)
    var issues: [String] = []
    let archive = try store.archivedData()
    let opened = try ModelStore(archive: archive, classes: [NewTrain.self]) {
      issues.append("\($0)")
    }
    #expect(
      issues.sorted() == [
        #"[0].car.former.row: expected Int, found a string"#,
        #"[0].car.row: expected Int, found a string"#,
        #"[0].seats.row: expected Int, found a string"#,
      ]
    )
    let new = try #require(opened[NewTrain.self, 1])
    #expect(
      new.car.seats.map(\.row) == [4, 0] && new.car.seats.map(\.kind) == ["window", "window"]
    )
    #expect(new.car.former?.row == 0 && new.seats.map(\.row) == [5, 0])
    // Without a closure, they are left out in silence, as in any archive.
    let silent = try ModelStore(archive: archive, classes: [NewTrain.self])
    #expect(silent[NewTrain.self, 1]?.car.seats.map(\.row) == [4, 0])
  }
}
