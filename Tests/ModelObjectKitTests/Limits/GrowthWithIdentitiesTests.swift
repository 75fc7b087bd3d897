import Foundation
import ModelObjectKit
import Testing

// These tests don't measure time: work in proportion to the square of the number of objects would
// take minutes instead of a moment.

private final class Price: ModelObject {
  var amount: Decimal = 0
  var note = 0
  override class var identity: Set<String> { ["amount"] }
}

private final class Blob: ModelObject {
  var bytes = Data()
  override class var identity: Set<String> { ["bytes"] }
}

private final class Pair: ModelObject {
  var key: Decimal?
  var bytes: Data?
  override class var identity: Set<String> { ["key", "bytes"] }
}

private final class Sum: ModelObject {
  var amount: Decimal = 0
  var bytes = Data()
}

private final class Lists: ModelObject {
  var prices: [Price] = []
  var sums: Set<Sum> = []
}

/// Identities, and values of models in sets, that Foundation hashes alike.
struct GrowthWithIdentities {
  private static let count = inLongTests(10_000, else: 1_000)
  /// As a `Double`, all are the same.
  private static let decimals = (0..<count).map { "1.0000000000000000\(100_000 + $0)" }
  /// The first 80 bytes of all are the same.
  private static let blobs = (0..<count).map {
    (Data(repeating: 7, count: 80) + "\($0)".utf8).base64EncodedString()
  }

  @Test func decimalsIdentifyObjects() throws {
    let store = ModelStore()
    let json = "[\(Self.decimals.map { #"{"amount":\#($0)}"# }.joined(separator: ","))]"
    try store.upsert([Price].self, json: json)
    try store.upsert([Price].self, json: json)
    #expect(store.count(of: Price.self) == Self.count)
    let lists = try Lists(json: #"{"prices":\#(json)}"#)
    let first = lists.prices
    try lists.update(json: #"{"prices":\#(json)}"#)
    let areSame = lists.prices.elementsEqual(first, by: ===)
    #expect(areSame)
  }

  @Test func dataIdentifiesObjects() throws {
    let store = ModelStore()
    let json = "[\(Self.blobs.map { #"{"bytes":"\#($0)"}"# }.joined(separator: ","))]"
    try store.upsert([Blob].self, json: json)
    #expect(store.count(of: Blob.self) == Self.count)
  }

  @Test func severalPartsIdentifyObjects() throws {
    let store = ModelStore()
    let pairs = zip(Self.decimals, Self.blobs).map { #"{"key":\#($0),"bytes":"\#($1)"}"# }
    try store.upsert([Pair].self, json: "[\(pairs.joined(separator: ","))]")
    #expect(store.count(of: Pair.self) == Self.count)
  }

  @Test func setsOfModelsHaveSuchValues() throws {
    let pairs = zip(Self.decimals, Self.blobs).map { #"{"amount":\#($0),"bytes":"\#($1)"}"# }
    let amounts = Self.decimals.map { #"{"amount":\#($0)}"# }
    let json = "[\((pairs + amounts).joined(separator: ","))]"
    #expect(try Lists(json: #"{"sums":\#(json)}"#).sums.count == 2 * Self.count)
  }

  /// Equal decimals are one identity, however they are written.
  @Test func equalDecimalsAreOneIdentity() throws {
    let store = ModelStore()
    let first = Price()
    first.amount = Decimal(sign: .plus, exponent: -3, significand: 12_500)
    try store.insert(first)
    for text in ["12.5", "12.50", "125e-1", "0.125E+2", #""12.5""#] {
      try store.upsert(Price.self, json: #"{"amount": \#(text), "note": 1}"#)
    }
    #expect(store.count(of: Price.self) == 1 && first.note == 1)
    #expect(store[Price.self, Decimal(125) / 10] === first)
    let large = ["12000", "1.2e4", "120e2"].map { #"{"amount": \#($0)}"# }
    try store.upsert([Price].self, json: "[\(large.joined(separator: ","))]")
    #expect(store.count(of: Price.self) == 2)
  }
}
