import Foundation
import ModelObjectKit
import Testing

private final class Leaf: ModelObject {
  var id = 0
  var since: Date?
  var until: Date?
  var next: Leaf?
  override class var identity: Set<String> { ["id"] }
  override class var dateFormats: [String: DateOptions.Format] { ["until": .custom("yyyy/MM/dd")] }
}

private struct Box: Codable {
  var size: Int?
  var leaf: Leaf?
  var leaves: [Leaf]?
}

private final class Strict: ModelObject {
  var id = 0
  override func validate() throws {
    if id < 0 { throw CocoaError(.coderInvalidValue) }
  }
  override class var mappingOptions: MappingOptions { .strict }
}

private struct StrictBox: Codable {
  var leaf: Strict
}

private final class Tree: ModelObject {
  var box: Box?
  var boxes: [Box] = []
  var byName: [String: Box] = [:]
  var strict: StrictBox?
  var leaf: Leaf?
}

/// Models inside a `Codable` value are judged by the rules and options of the mapping around it.
struct ModelsInCodable {
  private static let ways: [WayIn] = [.text, .foundation, .decoder]

  @Test(
    arguments: [
      (#"{"box": {"leaf": {"id": "x", "color": 1}}}"#, ["box.leaf.color", "box.leaf.id"]),
      (#"{"box": {"leaf": {"id": 1, "next": {"id": []}}}}"#, ["box.leaf.next.id"]),
      (#"{"boxes": [{}, {"leaves": [{"id": 1}, {"id": {}}]}]}"#, ["boxes[1].leaves[1].id"]),
      (#"{"byName": {"a": {"leaf": {"id": {}}}}}"#, ["byName.a.leaf.id"]),
      (#"{"strict": {"leaf": {"id": -1}}}"#, ["strict.leaf"]),
      (#"{"box": {"leaf": 5}}"#, ["box.leaf"]),
      (#"{"box": {"leaf": {"id": "7"}}, "boxes": [{"leaves": [{"id": 8}]}]}"#, []),
      (#"{"box": {"leaf": {"id": "x"}}, "BOX": {"leaf": {"id": {}}}}"#, ["box.leaf.id"]),
    ]
  )
  func haveTheirIssuesReported(json: String, paths: [String]) throws {
    for input in everyWay(json, Self.ways) {
      let (log, census) = (TextLog(), MappingCensus())
      var options = MappingOptions()
      options.unknownKeys = .report
      options.census = census
      options.issueHandler = { log.add($0.map(\.path)) }
      _ = try input.map(to: Tree.self, options: options)
      #expect(log.texts.sorted() == paths, "\(input)")
      let counted = census.entries.filter { $0.kind != .missingKey }.map(\.count)
      #expect(counted.reduce(0, +) == paths.count, "\(input)")
      (options.mismatches, options.unknownKeys) = (.fail, .fail)
      do {
        _ = try input.map(to: Tree.self, options: options)
        #expect(paths.isEmpty, "\(input)")
      } catch let error as ModelError {
        #expect(error.issues.map(\.path).sorted() == paths, "\(input)")
      }
    }
  }

  /// The options of a class count only if its object is the one that was asked for.
  @Test func followTheOptionsAroundThem() throws {
    for input in everyWay(#"{"strict": {"leaf": {"id": "5", "more": 1}}}"#, Self.ways) {
      #expect(try input.map(to: Tree.self).strict?.leaf.id == 5, "\(input)")
      #expect(throws: ModelError.self, "\(input)") {
        try input.map(to: Tree.self, options: .strict)
      }
    }
  }

  @Test func readDatesInTheFormatOfTheOptions() throws {
    let dates = #""since": "02.01.1970", "until": "1970/01/03", "next": {"since": "04.01.1970"}"#
    var options = MappingOptions()
    options.dates.format = .custom("dd.MM.yyyy")
    for input in everyWay(#"{"box": {"leaf": {\#(dates)}}}"#, Self.ways) {
      let leaf = try input.map(to: Tree.self, options: options).box?.leaf
      #expect(leaf?.since == Date(timeIntervalSince1970: 86_400))
      #expect(leaf?.until == Date(timeIntervalSince1970: 172_800))
      #expect(leaf?.next?.since == Date(timeIntervalSince1970: 259_200))
    }
  }

  @Test func areNotFiledInAStore() throws {
    let store = ModelStore()
    let text = #"{"box": {"leaf": {"id": 1, "since": null}}, "leaf": {"id": 2}}"#
    let tree = try store.upsert(Tree.self, json: text)
    #expect(store.all(Leaf.self).map(\.id) == [2] && tree.box?.leaf?.id == 1)
  }

  @Test func areExplained() throws {
    let report = try Tree.explain(
      json: #"{"box": {"leaf": {"id": "x", "color": 1}}, "boxes": [], "byName": {}}"#
    )
    #expect(report.issues.map(\.path).sorted() == ["box.leaf.color", "box.leaf.id"])
  }

  /// Inside another value, too, an issue says what there is and which part of it doesn't fit.
  @Test(
    arguments: [
      #"{"strict": {"leaf": 5}, "box": {"size": "x"}}"#,
      #"{"box": {"size": "x", "leaf": {"id": 1}}}"#,
      #"{"strict": {"leaf": {"id": -1}}, "box": []}"#, #"{"strict": {}, "box": null}"#,
      #"{"box": {"leaf": {"id": "x"}, "leaves": {}}}"#,
    ]
  )
  func tellWhatDoesNotFitInAValueInAValue(json: String) throws {
    class Outer: ModelObject {
      var holder: Holder?
      struct Holder: Codable { var tree: Inner }
      final class Inner: ModelObject {
        var box: Box?
        var strict: StrictBox?
      }
    }
    let whole = try Outer.explain(json: #"{"holder": {"tree": \#(json)}}"#)
    let alone = try Outer.Inner.explain(json: json)
    let prefixed = alone.issues.map { "holder.tree." + $0.description }
    #expect(whole.issues.map(\.description).sorted() == prefixed.sorted())
  }
}

/// The code of a user's type may decode and encode models by coders of its own.
struct CodersInCodable {
  private final class Item: ModelObject {
    var userId = 0
  }

  private struct Packed: Codable, Equatable {
    var item: Item?
    var error: String?

    init(_ item: Item) { self.item = item }

    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      let own = JSONDecoder()
      own.userInfo[.mappingOptions] = MappingOptions.strict
      do {
        item = try own.decode(Item.self, from: Data(text.utf8))
      } catch {
        self.error = "\(error)"
      }
    }

    func encode(to encoder: any Encoder) throws {
      let own = JSONEncoder()
      var options = ExportOptions()
      options.keyStyle = .snakeCase
      own.userInfo[.exportOptions] = options
      var container = encoder.singleValueContainer()
      try container.encode(String(decoding: own.encode(item), as: UTF8.self))
    }
  }

  private final class Owner: ModelObject {
    var packed: Packed?
  }

  @Test func followTheirOwnOptions() throws {
    let json = #"{"packed":"{\"user_id\":\"x\"}"}"#
    let owners = [
      try Owner(json: json), try JSONDecoder().decode(Owner.self, from: Data(json.utf8)),
    ]
    for owner in owners {
      let error = try #require(owner.packed?.error)
      #expect(error.contains("user_id: expected Int"))
    }
    let (item, owner) = (Item(), Owner())
    item.userId = 7
    owner.packed = Packed(item)
    let text = #"{"packed":"{\"user_id\":7}"}"#
    #expect(try owner.jsonString() == text)
    #expect(String(decoding: try JSONEncoder().encode(owner), as: UTF8.self) == text)
  }
}
