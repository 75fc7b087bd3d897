import Foundation
import ModelObjectKit
import Testing

private final class Leaf: ModelObject {
  var id = 0
}

private struct Holder: Codable {
  var leaf: Leaf?
  var leaves: [Leaf] = []
}

private final class Tree: ModelObject {
  var holder: Holder?
  var holders: [Holder] = []
  var byName: [String: Holder] = [:]
  var grid: [[Holder]] = []
  var leaves: [[Leaf]] = []
  var named: [UUID: Int] = [:]
}

/// Properties with values at paths, by one key and by several.
private final class Mapped: ModelObject {
  var age = 0
  var name = ""
  var leaf: Leaf?
  var last = Leaf()
  var level: Int?
  override class var keyMapping: [String: JSONKey] {
    [
      "age": "w.age", "name": "w.list[1].name", "leaf": ["leaf", "w.leaf"], "last": "w.leaf",
      "level": ["w.level", "level"],
    ]
  }
}

private final class HookedMapped: ModelObject {
  var age = 0
  override class var keyMapping: [String: JSONKey] { ["age": "w.age"] }
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// Issues of values that a decoder gives have the path that the input has.
private final class Passing: ModelObject {
  var seconds = 0.0
  var list: [Int] = []
  var leaf: Mapped?
  override func serializeValue(_ value: Any?, key: String) throws {
    let names = ["minutes": "seconds", "all": "list", "other": "leaf"]
    try super.serializeValue(value, key: names[key] ?? key)
  }
}

struct IssuePathsInCoders {
  @Test(arguments: [
    (#"{"minutes": "x"}"#, ["seconds"]), (#"{"minutes": [1], "seconds": 4}"#, ["seconds"]),
    (#"{"all": [1, "x"]}"#, ["list[1]"]), (#"{"other": {"level": "x"}}"#, ["leaf.level"]),
    (#"{"seconds": "x", "all": [{}]}"#, ["list[0]", "seconds"]),
  ])
  func areOfTheKeyThatAHookPasses(json: String, paths: [String]) throws {
    try check(Passing.self, json, paths)
    for input in everyWay(json) {
      let issues = input.issues(mappingTo: Passing.self).filter { $0.kind == .typeMismatch }
      #expect(issues.map(\.path).sorted() == paths, "\(input)")
    }
  }

  private static let holder = #"{"leaf": {"id": {}}, "leaves": [{"id": 1}, {"id": []}]}"#

  @Test(
    arguments: [
      ("holder", holder, ["holder.leaf.id", "holder.leaves[1].id"]),
      (
        "holders", "[\(holder), \(holder)]",
        [
          "holders[0].leaf.id", "holders[0].leaves[1].id", "holders[1].leaf.id",
          "holders[1].leaves[1].id",
        ]
      ),
      ("byName", #"{"a": \#(holder)}"#, ["byName.a.leaf.id", "byName.a.leaves[1].id"]),
      ("grid", "[[], [\(holder)]]", ["grid[1][0].leaf.id", "grid[1][0].leaves[1].id"]),
      ("leaves", #"[[{"id": 1}, {"id": {}}, 5]]"#, ["leaves[0][1].id", "leaves[0][2]"]),
      (
        "named",
        #"{"11111111-2222-3333-4444-555555555555": "x", "x": null, "y": 1}"#,
        ["named.11111111-2222-3333-4444-555555555555", "named.x", "named.y"]
      ),
    ]
  )
  func areComplete(property: String, json: String, paths: [String]) throws {
    try check(Tree.self, #"{"\#(property)": \#(json)}"#, paths)
  }

  @Test(
    arguments: [
      (#"{"w": {"age": "old", "list": [1, {"name": []}]}}"#, ["w.age", "w.list[1].name"]),
      (#"{"W": {"AGE": "old", "leaf": {"id": "x"}}}"#, ["W.AGE", "W.leaf.id", "W.leaf.id"]),
      (#"{"w": {"leaf": 5, "age": 1}}"#, ["w.leaf", "w.leaf"]),
      (#"{"w": {"leaf": 5}, "leaf": {"id": {}}}"#, ["leaf.id", "w.leaf"]),
      (#"{"w": {"level": "x"}, "level": "null"}"#, ["w.level"]),
      (#"{"w": {"level": "x"}, "level": 2}"#, ["w.level"]),
    ]
  )
  func areCompleteAtPaths(json: String, paths: [String]) throws {
    try check(Mapped.self, json, paths)
    if json.contains(#""age": "old""#) { try check(HookedMapped.self, json, ["w.age"]) }
  }

  private func check<Model: ModelObject>(
    _ type: Model.Type,
    _ text: String,
    _ paths: [String]
  ) throws {
    for mismatches in [MappingOptions.Handling.fail, .report] {
      let log = TextLog()
      let decoder = JSONDecoder()
      var options = MappingOptions()
      options.mismatches = mismatches
      options.issueHandler = { log.add($0.map(\.path)) }
      decoder.userInfo[.mappingOptions] = options
      do {
        _ = try decoder.decode(type, from: Data(text.utf8))
        #expect(mismatches == .report || paths.isEmpty)
      } catch let error as ModelError {
        #expect(mismatches == .fail && error.issues.map(\.path).sorted() == paths)
      }
      #expect(log.texts.sorted() == paths)
    }
  }
}
