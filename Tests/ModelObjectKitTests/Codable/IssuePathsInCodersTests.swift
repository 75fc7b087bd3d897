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

/// Issues of values that a decoder gives have the path that the input has.
@Suite struct IssuePathsInCoders {
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
    let text = #"{"\#(property)": \#(json)}"#
    for mismatches in [MappingOptions.Handling.fail, .report] {
      let log = TextLog()
      let decoder = JSONDecoder()
      var options = MappingOptions()
      options.mismatches = mismatches
      options.issueHandler = { log.add($0.map(\.path)) }
      decoder.userInfo[.mappingOptions] = options
      do {
        _ = try decoder.decode(Tree.self, from: Data(text.utf8))
        #expect(mismatches == .report)
      } catch let error as ModelError {
        #expect(mismatches == .fail && error.issues.map(\.path).sorted() == paths)
      }
      #expect(log.texts.sorted() == paths)
    }
  }
}
