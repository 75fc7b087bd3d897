import Foundation
import ModelObjectKit
import Synchronization
import Testing

/// An identity that counts how often it is hashed and compared.
private struct CountedID: ModelValue, Hashable {
  static let hashes = Mutex(0)
  static let comparisons = Mutex(0)
  let number: Int

  init?(modelValue: Any) {
    guard let number = modelValue as? Int else { return nil }
    self.number = number
  }
  var modelValue: Any { number }

  static func == (first: Self, second: Self) -> Bool {
    comparisons.withLock { $0 += 1 }
    return first.number == second.number
  }

  func hash(into hasher: inout Hasher) {
    Self.hashes.withLock { $0 += 1 }
    hasher.combine(number)
  }
}

private final class Row: ModelObject {
  var id = CountedID(modelValue: 0)
  var name = ""
  override class var identity: Set<String> { ["id"] }
}

@Suite(.serialized) struct StoreCostTests {
  /// How often identities are hashed and compared when a page of 100 is mapped into a store.
  private func cost(storeOf size: Int) throws -> (hashes: Int, comparisons: Int) {
    let store = ModelStore()
    try store.upsert([Row].self, dictionaries: (1...size).map { ["id": $0] })
    let page = (1...100).map { ["id": size - 50 + $0, "name": "new"] as [String: Any] }
    CountedID.hashes.withLock { $0 = 0 }
    CountedID.comparisons.withLock { $0 = 0 }
    let changes = try store.upsert([Row].self, dictionaries: page).changes
    let cost = (CountedID.hashes.withLock { $0 }, CountedID.comparisons.withLock { $0 })
    #expect(changes.updated.count == 50 && changes.inserted.count == 50)
    #expect(store.all(Row.self).count == size + 50)
    return cost
  }

  @Test func aPageCostsWhatItHolds() throws {
    for size in [900, 9_000] {
      let cost = try cost(storeOf: size)
      // An iteration over the store would be more than its size.
      #expect(cost.hashes < 5_000, "\(size)")
      #expect(cost.comparisons < 5_000, "\(size)")
    }
  }

  @Test func takingOutCostsTheSameInAnyStore() throws {
    let store = ModelStore()
    try store.upsert([Row].self, dictionaries: (1...9_000).map { ["id": $0] })
    let rows = store.all(Row.self)
    CountedID.hashes.withLock { $0 = 0 }
    for row in rows.prefix(100) { store.remove(row) }
    #expect(CountedID.hashes.withLock { $0 } < 1_000)
    CountedID.hashes.withLock { $0 = 0 }
    for row in rows { store.remove(row) }
    #expect(CountedID.hashes.withLock { $0 } < 50_000)
    #expect(store.all(Row.self).isEmpty)
  }
}
