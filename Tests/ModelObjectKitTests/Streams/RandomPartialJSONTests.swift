import Foundation
import ModelObjectKit
import Testing

/// All beginnings of random documents: none is an error, and none contradicts the whole text.
struct RandomPartialJSONTests {
  final class Leaf: ModelObject {
    var name = ""
    var size = 0
  }

  class Item: ModelObject {
    var name = ""
    var choice: Choice?
    var id = 0
    var price: Double?
    var flag = false
    var date: Date?
    var url: URL?
    var tags: [String] = []
    var numbers: [Int] = []
    var matrix: [[Int]] = []
    var map: [String: String] = [:]
    var byName: [String: Leaf] = [:]
    var leaf: Leaf?
    var own: Item?
    var leaves: [Leaf] = []
    var anything: Any?
    var desc = ""

    override class var keyMapping: [String: JSONKey] { ["desc": "ext.desc"] }
  }

  enum Choice: String { case a, red }

  @Test func beginningsOfRandomDocumentsGrowIntoThem() throws {
    var documents = RandomDocuments(seed: 46)
    for round in 0..<inLongTests(1_000, else: 200) * RandomDocuments.rounds {
      let text = try document(&documents, depth: round % 4 == 0 ? 2 : 1)
      let bytes = Data(text.utf8)
      let whole = try Item(json: text)
      for count in 0..<bytes.count {
        let part = try Item(partialJSON: bytes.prefix(count))
        try #require(isBeginning(part, whole), "round \(round), \(count) bytes of \(text)")
      }
      #expect(try Item(partialJSON: bytes) == whole)
    }
  }

  /// An object that is updated as the text arrives, byte by byte, finally equals the one of the
  /// text.
  @Test func updatesByGrowingTextsEndWithTheWhole() throws {
    var documents = RandomDocuments(seed: 47)
    for round in 0..<100 * RandomDocuments.rounds {
      let bytes = Data(try document(&documents, depth: 2).utf8)
      let item = Item()
      for count in 0...bytes.count { try item.update(partialJSON: bytes.prefix(count)) }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(try item == Item(json: bytes), "round \(round): \(text)")
    }
  }

  /// The next document without competing keys: of these, only those that have arrived are used, and
  /// what one has set stays if a better one that comes then doesn't fit.
  private func document(_ documents: inout RandomDocuments, depth: Int) throws -> String {
    while true {
      let text = documents.object(depth: depth)
      if !haveCompetition(try JSONSerialization.jsonObject(with: Data(text.utf8))) { return text }
    }
  }

  private func haveCompetition(_ tree: Any) -> Bool {
    switch tree {
    case let pairs as [String: Any]:
      let folded = pairs.keys.map { $0.lowercased().filter { $0 != "-" && $0 != "_" } }
      return Set(folded).count < folded.count || pairs.values.contains { haveCompetition($0) }
    case let elements as [Any]: return elements.contains { haveCompetition($0) }
    default: return false
    }
  }

  // MARK: - What is the beginning of what

  private func isBeginning(_ part: Item, _ whole: Item) -> Bool {
    isBeginning(part.name, whole.name) && isBeginning(part.desc, whole.desc)
      && isSame(part.choice, whole.choice, or: nil) && isSame(part.id, whole.id, or: 0)
      && isSame(part.price, whole.price, or: nil) && isSame(part.flag, whole.flag, or: false)
      && isSame(part.date, whole.date, or: nil) && isSame(part.url, whole.url, or: nil)
      && isBeginning(part.tags, whole.tags) { isBeginning($0, $1) }
      && isBeginning(part.numbers, whole.numbers, ==)
      && isBeginning(part.matrix, whole.matrix) { isBeginning($0, $1, ==) }
      && isBeginning(part.map, whole.map) { isBeginning($0, $1) }
      && isBeginning(part.byName, whole.byName) { isBeginning($0, $1) }
      && (part.leaf == nil || isBeginning(part.leaf, whole.leaf) { isBeginning($0, $1) })
      && isBeginning(part.leaves, whole.leaves) { isBeginning($0, $1) }
      && (part.own == nil || isBeginning(part.own, whole.own) { isBeginning($0, $1) })
      && (part.anything == nil
        || isBeginning(part.anything, whole.anything) { isBeginning(any: $0, $1) })
  }

  private func isBeginning(_ part: Leaf, _ whole: Leaf) -> Bool {
    isBeginning(part.name, whole.name) && isSame(part.size, whole.size, or: 0)
  }

  private func isBeginning(any part: Any, _ whole: Any) -> Bool {
    switch (part, whole) {
    case (let part as String, let whole as String): isBeginning(part, whole)
    case (let part as [Any], let whole as [Any]):
      isBeginning(part, whole) { isBeginning(any: $0, $1) }
    case (let part as [String: Any], let whole as [String: Any]):
      isBeginning(part, whole) { isBeginning(any: $0, $1) }
    case (let part as NSObject, let whole as NSObject): part.isEqual(whole)
    default: "\(part)" == "\(whole)"
    }
  }

  private func isBeginning(_ part: String, _ whole: String) -> Bool {
    whole.utf8.starts(with: part.utf8)
  }

  private func isBeginning<Value>(
    _ part: [Value],
    _ whole: [Value],
    _ compare: (Value, Value) -> Bool
  ) -> Bool {
    part.count <= whole.count && zip(part, whole).allSatisfy(compare)
  }

  private func isBeginning<Value>(
    _ part: [String: Value],
    _ whole: [String: Value],
    _ compare: (Value, Value) -> Bool
  ) -> Bool {
    part.allSatisfy { key, value in whole[key].map { compare(value, $0) } ?? false }
  }

  private func isBeginning<Value>(
    _ part: Value?,
    _ whole: Value?,
    _ compare: (Value, Value) -> Bool
  ) -> Bool {
    guard let part, let whole else { return part == nil && whole == nil }
    return compare(part, whole)
  }

  private func isSame<Value: Equatable>(_ part: Value, _ whole: Value, or absent: Value) -> Bool {
    part == whole || part == absent
  }
}
