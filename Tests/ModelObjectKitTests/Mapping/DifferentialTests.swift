import Foundation
import ModelObjectKit
import Testing

private enum Choice: String {
  case red, green
}

private class Leaf: ModelObject {
  var id = 0
  var name = "-"
  var price: Decimal = 1
  var flag: Bool?
  var tags: [String] = ["-"]
  var date: Date?
  var leaf: Leaf?
}

private class Branch: Leaf {
  var own = Leaf()
  var leaves: [Leaf] = []
  var byName: [String: Leaf] = [:]
  var numbers: [Int8] = []
  var matrix: [[Double]] = []
  var anything: Any?
  var map: [String: Any] = [:]
  var url: URL?
  var size: UInt64 = 5
  var small: Int8 = 5
  var ratio = 0.5
  var optional: Int?
  var choice = Choice.red
  var set: [UInt8?] = []
}

private final class HookedBranch: Branch {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private final class WholeBranch: Branch {
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] { dictionary }
  override func didMap(_ dictionary: [String: Any]) throws {}
}

private final class MappedBranch: Branch {
  override class var keyMapping: [String: JSONKey] {
    ["name": ["ext.desc", "name", "leaf.name"], "size": "leaves[1].id", "small": ["other", "id"]]
  }
  override class var arrayMapping: [String: ModelObject.Type] {
    ["anything": Leaf.self, "map": Leaf.self]
  }
}

private final class ExactBranch: Branch {
  override class var keyMatching: KeyMatching { .exact }
}

/// Values that don't depend on the spelling of numbers.
private class Plain: ModelObject {
  var id = 0
  var flag = false
  var leaf: Plain?
  var leaves: [Plain] = []
  var numbers: [Int8] = []
  var matrix: [[Int]] = []
  var small: Int8 = 5
  var optional: Int?
  var set: [UInt8?] = []
  var byName: [String: Plain] = [:]
}

private final class HookedPlain: Plain {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// The same document has the same result with every kind of input.
struct EveryWayIn {
  /// The result of mapping a document: the values, and the issues of strict options.
  private func outcome<Type: ModelObject>(of input: JSONInput, as type: Type.Type) -> String {
    var export = ExportOptions()
    export.sortedKeys = true
    do {
      let values = try input.map(to: type).jsonString(options: export)
      var found = ""
      do {
        _ = try input.map(to: type, options: .strict)
      } catch let error as ModelError {
        found = error.issues.map { "\($0.kind) \($0.path)" }.sorted().joined(separator: ", ")
        found = "\(error.code) \(error.issueCount): \(found)"
      }
      return "\(values) \(found)"
    } catch {
      return "\(error)"
    }
  }

  /// The class is written at each call: a variable of the base class's metatype would make the base
  /// class, which has no properties.
  private func expectTheSame<Type: ModelObject>(_ type: Type.Type, seed: UInt64) {
    var documents = RandomDocuments(seed: seed)
    var outcomes: Set<String> = []
    for _ in 0..<150 * RandomDocuments.rounds {
      let json = documents.object()
      let ways = everyWay(json).map { ($0.way, outcome(of: $0, as: type)) }
      for (way, outcome) in ways.dropFirst() where outcome != ways[0].1 {
        Issue.record("\(json) as \(type) by \(way):\n\(outcome)\nbut from text:\n\(ways[0].1)")
      }
      outcomes.insert(ways[0].1)
    }
    #expect(outcomes.count > 50, "the documents are worth comparing")
  }

  @Test func givesTheSame() {
    expectTheSame(Leaf.self, seed: 1)
    expectTheSame(Branch.self, seed: 2)
    expectTheSame(HookedBranch.self, seed: 3)
    expectTheSame(WholeBranch.self, seed: 4)
    expectTheSame(MappedBranch.self, seed: 5)
    expectTheSame(ExactBranch.self, seed: 6)
  }

  /// A class with hooks that only call `super` has the same results as the class without them.
  @Test func givesTheSameWithHooks() {
    var documents = RandomDocuments(seed: 7)
    for _ in 0..<150 * RandomDocuments.rounds {
      let json = documents.object()
      for way in [WayIn.text, .native] {
        let input = JSONInput(json, by: way)
        let plain = outcome(of: input, as: Branch.self)
        for hooked in [
          outcome(of: input, as: HookedBranch.self), outcome(of: input, as: WholeBranch.self),
        ] where hooked != plain {
          Issue.record("\(json) by \(way):\n\(hooked)\nbut without a hook:\n\(plain)")
        }
      }
    }
  }
}

/// Valid text with some changed bytes.
struct MutatedDocuments {
  @Test func neverStopTheProgram() {
    var documents = RandomDocuments(seed: 8)
    var accepted = 0
    var refused = 0
    for _ in 0..<2_000 * RandomDocuments.rounds {
      let json = documents.object()
      let data = documents.mutated(json)
      // The initializer gets the class that is written before it, not the one in a variable.
      let makers: [(Data) throws -> ModelObject] = [
        { try Branch(json: $0) }, { try HookedBranch(json: $0) }, { try MappedBranch(json: $0) },
      ]
      for make in makers {
        do {
          let model = try make(data)
          _ = try model.jsonData()
          accepted += 1
        } catch let error as ModelError {
          #expect([.malformedJSON, .unexpectedRoot].contains(error.code), "\(error)")
          refused += 1
        } catch {
          Issue.record(error)
        }
      }
    }
    #expect(accepted > 100 && refused > 1_000)
  }

  @Test func giveWhatFoundationReadsInThem() throws {
    var documents = RandomDocuments(seed: 9)
    var export = ExportOptions()
    export.sortedKeys = true
    var compared = 0
    for _ in 0..<4_000 * RandomDocuments.rounds {
      let json = documents.object()
      let data = documents.mutated(json)
      guard let text = try? Plain(json: data).jsonString(options: export),
        let tree = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
      else { continue }
      compared += 1
      let dictionary = try Plain(dictionary: tree).jsonString(options: export)
      let hooked = try HookedPlain(json: data).jsonString(options: export)
      if text != dictionary || text != hooked {
        Issue.record("\(String(decoding: data, as: UTF8.self)):\n\(text)\n\(dictionary)\n\(hooked)")
      }
    }
    #expect(compared > 200)
  }
}
