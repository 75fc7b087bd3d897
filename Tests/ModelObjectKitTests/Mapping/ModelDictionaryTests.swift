import Foundation
import ModelObjectKit
import Testing

private class Image: ModelObject {
  var id = 0
  var name = ""
  struct Refusal: Error {}
  override func validate() throws { if id < 0 { throw Refusal() } }
  override func didExport(_ dictionary: inout [String: Any]) throws {
    if name == "refused" { throw Refusal() }
  }
}

private final class Known: ModelObject {
  var id = 0
  var name = ""
  override class var identity: Set<String> { ["id"] }
}

/// Models under the keys of an object, and in arrays, as roots.
struct ModelCollections {
  private let json = #"{"b": {"id": 2}, "a": {"id": 1}, "c": {"id": 3}}"#

  private func ids(_ changes: ModelChanges<Image>) -> [[Int]] {
    [changes.inserted, changes.updated, changes.unchanged, changes.removed].map { $0.map(\.id) }
  }

  @Test func areUpdatedByTheirKeys() throws {
    var images = try [String: Image](json: json)
    let former = images
    let changes = try images.update(
      json: #"{"x": {"d": {"id": 4}, "b": {"name": "n"}, "a": {"id": 1}}}"#,
      at: "x"
    )
    #expect(images.mapValues(\.id) == ["a": 1, "b": 2, "d": 4])
    #expect(images["a"] === former["a"] && images["b"] === former["b"])
    #expect(ids(changes) == [[4], [2], [1], [3]])
    var options = MappingOptions()
    options.arrays = .merge
    let merged = try images.update(
      json: #"{"e": {"id": 5}, "a": null, "b": {"id": 6}, "b": {"name": "m"}}"#,
      options: options
    )
    #expect(images.mapValues(\.id) == ["b": 2, "d": 4, "e": 5] && images["b"]?.name == "m")
    #expect(ids(merged) == [[5], [2], [], [1]])
  }

  @Test func keepWhatIsRejectedOrDoesNotFit() throws {
    var images = try [String: Image](json: json)
    let former = images
    let changes = try images.update(
      json: #"{"a": {"id": -1}, "b": 5, "c": {"id": 7}, "d": {"id": -2}, "e": []}"#
    )
    #expect(images.mapValues(\.id) == ["a": 1, "b": 2, "c": 7])
    #expect(images.allSatisfy { former[$0.key] === $0.value })
    #expect(ids(changes) == [[], [7], [], []])
    for json in [#"{"a": {"id": 8}, "b": 5}"#, "[]"] {
      #expect(throws: ModelError.self) { try images.update(json: json, options: .strict) }
    }
    var shallow = MappingOptions()
    shallow.maximumDepth = 3
    for (json, code) in [
      (#"{"a": {"id": 8}, "b": {"id": tru}}"#, ModelError.Code.malformedJSON),
      (#"{"a": {"id": 8}, "b": {"id": [[]]}}"#, .tooDeep),
    ] {
      let error = #expect(throws: ModelError.self) {
        try images.update(json: json, options: shallow)
      }
      #expect(error?.code == code)
    }
    #expect(images.mapValues(\.id) == ["a": 1, "b": 2, "c": 7])
  }

  @Test func areReplacedUnderAnotherIdentity() throws {
    var all = try [String: Known](json: #"{"a": {"id": 1, "name": "x"}, "b": {"id": 2}}"#)
    let former = all
    let changes = try all.update(json: #"{"a": {"id": 3}, "b": {"id": 2, "name": "y"}}"#)
    #expect(all["a"] !== former["a"] && all["a"]?.name == "" && former["a"]?.id == 1)
    #expect(all["b"] === former["b"] && all["b"]?.name == "y")
    #expect(changes.inserted.map(\.id) == [3] && changes.removed.map(\.id) == [1])
  }

  @Test func areExplained() throws {
    let report = try [String: Image].explain(json: #"{"x": {"a": {"ID": 1}, "b": 5}}"#, at: "x")
    #expect(report.matches.map(\.property) == ["a.id"])
    #expect(report.issues.map(\.path).contains("x.b"))
    let array = try [Image].explain(dictionaries: [["ID": 1], ["id": "x"]])
    #expect(
      array.description == """
        [Image]: 1 mapped, 1 didn't fit, 2 missing
          [0].id   ← [0].ID  1
          [0].name –         no such key
          [1].id   – [1].id  "x" is not a number
          [1].name –         no such key
        """
    )
  }

  @Test func areWrittenInTheOrderOfTheirKeys() throws {
    let images = try [String: Image](json: json)
    images["b"]?.name = "refused"
    var options = ExportOptions()
    options.properties = ["id"]
    #expect(try images.jsonString(options: options) == #"{"a":{"id":1},"c":{"id":3}}"#)
    #expect(try images.jsonData(options: options) == Data(#"{"a":{"id":1},"c":{"id":3}}"#.utf8))
    #expect(try [String: Image]().jsonString() == "{}")
    options.prettyPrinted = true
    let back = try [String: Image](json: try images.jsonString(options: options))
    #expect(back.mapValues(\.id) == ["a": 1, "c": 3])
  }

  @Test func ofAnArrayAreCopiedTogether() {
    let (first, shared) = (GraphNode(1), GraphNode(2))
    first.next = shared
    let copies = [first, shared, first].copy()
    #expect(copies[0] === copies[2] && copies[0].next === copies[1])
    #expect(copies[0] !== first && copies[1] !== shared && copies.map(\.id) == [1, 2, 1])
    #expect([GraphNode]().copy().isEmpty)
  }
}
