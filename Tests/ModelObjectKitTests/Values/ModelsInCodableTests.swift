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
@Suite struct ModelsInCodable {
  private static let ways:
    [(name: String, make: @Sendable (String, MappingOptions?) throws -> Tree)] =
      [
        ("text", { try Tree(json: $0, options: $1) }),
        (
          "dictionary",
          { text, options in
            let tree = try JSONSerialization.jsonObject(with: Data(text.utf8))
            return try Tree(dictionary: try #require(tree as? [String: Any]), options: options)
          }
        ),
        (
          "decoder",
          { text, options in
            let decoder = JSONDecoder()
            if let options { decoder.userInfo[.mappingOptions] = options }
            return try decoder.decode(Tree.self, from: Data(text.utf8))
          }
        ),
      ]

  @Test(
    arguments: [
      (#"{"box": {"leaf": {"id": "x", "color": 1}}}"#, ["box.leaf.color", "box.leaf.id"]),
      (#"{"box": {"leaf": {"id": 1, "next": {"id": []}}}}"#, ["box.leaf.next.id"]),
      (#"{"boxes": [{}, {"leaves": [{"id": 1}, {"id": {}}]}]}"#, ["boxes[1].leaves[1].id"]),
      (#"{"byName": {"a": {"leaf": {"id": {}}}}}"#, ["byName.a.leaf.id"]),
      (#"{"strict": {"leaf": {"id": -1}}}"#, ["strict.leaf"]),
      (#"{"box": {"leaf": 5}}"#, ["box"]),
      (#"{"box": {"leaf": {"id": "7"}}, "boxes": [{"leaves": [{"id": 8}]}]}"#, []),
      (#"{"box": {"leaf": {"id": "x"}}, "BOX": {"leaf": {"id": {}}}}"#, ["box.leaf.id"]),
    ]
  )
  func haveTheirIssuesReported(json: String, paths: [String]) throws {
    for (name, make) in Self.ways {
      let (log, census) = (TextLog(), MappingCensus())
      var options = MappingOptions()
      options.unknownKeys = .report
      options.census = census
      options.issueHandler = { log.add($0.map(\.path)) }
      _ = try make(json, options)
      #expect(log.texts.sorted() == paths, "\(name)")
      let counted = census.entries.filter { $0.kind != .missingKey }.map(\.count)
      #expect(counted.reduce(0, +) == paths.count, "\(name)")
      (options.mismatches, options.unknownKeys) = (.fail, .fail)
      do {
        _ = try make(json, options)
        #expect(paths.isEmpty, "\(name)")
      } catch let error as ModelError {
        #expect(error.issues.map(\.path).sorted() == paths, "\(name)")
      }
    }
  }

  /// The options of a class count only if its object is the one that was asked for.
  @Test func followTheOptionsAroundThem() throws {
    for (_, make) in Self.ways {
      #expect(try make(#"{"strict": {"leaf": {"id": "5", "more": 1}}}"#, nil).strict?.leaf.id == 5)
      #expect(throws: ModelError.self) {
        try make(#"{"strict": {"leaf": {"id": 5, "more": 1}}}"#, .strict)
      }
    }
  }

  @Test func readDatesInTheFormatOfTheOptions() throws {
    for (_, make) in Self.ways {
      var options = MappingOptions()
      options.dates.format = .custom("dd.MM.yyyy")
      let dates = #""since": "02.01.1970", "until": "1970/01/03", "next": {"since": "04.01.1970"}"#
      let leaf = try make("{\"box\": {\"leaf\": {\(dates)}}}", options).box?.leaf
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
}
