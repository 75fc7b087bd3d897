import ModelObjectKit
import Testing

private struct Refused: Error {}

private class Node: ModelObject {
  var id = 0
  var next: Node?
  var all: [Node] = []
  override func validate() throws { if id == 13 { throw Refused() } }
}

/// Sets its list itself, if it has the identifier 5.
private final class Own: Node {
  override func awake() { if id == 5 { all = [] } }
}

/// Passes `better` on as `all` and `next`.
private final class Passing: Node {
  override func serializeValue(_ value: Any?, key: String) throws {
    guard key == "better" else { return try super.serializeValue(value, key: key) }
    try super.serializeValue(value, key: value is [Any] ? "all" : "next")
  }
}

private struct Part: ModelStruct {
  var node: Node?
  static var requiredProperties: Set<String> { ["node"] }
}

private final class Owner: ModelObject {
  var part: Part?
  var parts: [Part] = []
  var byName: [String: Part] = [:]
}

/// What is noted of a value that names models which come later is what is noted if they are there.
struct AwaitedIssues {
  private func issues<Model: ModelObject>(
    _ json: String,
    _ type: Model.Type,
    _ way: WayIn
  ) throws -> [String] {
    let log = TextLog()
    var options = MappingOptions(references: .preserved)
    options.issueHandler = { log.add($0.map(\.description)) }
    _ = try JSONInput(json, by: way).map(to: type, options: options)
    return log.texts.sorted()
  }

  /// The pairs of the root in both orders.
  private func check<Model: ModelObject>(
    _ first: String,
    _ second: String,
    _ type: Model.Type,
    _ expected: [String]
  ) throws {
    for json in ["{\(first), \(second)}", "{\(second), \(first)}"] {
      for way in WayIn.forms {
        #expect(try issues(json, type, way) == expected, "\(json) \(way)")
      }
    }
  }

  @Test func inARefusedObjectTheyStay() throws {
    try check(
      #""next": {"id": 13, "all": [5, {"$ref": "1"}]}"#,
      #""all": [{"$id": "1"}]"#,
      Node.self,
      ["next.all[0]: expected Node, found Int 5", "next: rejected: Refused()"]
    )
  }

  @Test func ofAValueInWhosePlaceAHookSetsAnotherTheyStay() throws {
    try check(
      #""id": 5, "all": [5, {"$ref": "1"}]"#,
      #""next": {"$id": "1"}"#,
      Own.self,
      ["all[0]: expected Node, found Int 5"]
    )
  }

  @Test(arguments: [
    (#""next": {"next": {"$ref": "9"}}"#, #""better": {"id": 2}"#),
    (#""next": {"$ref": "9"}"#, #""better": {"id": 2}"#),
    (#""all": [5, {"$ref": "9"}]"#, #""better": [{"id": 2}]"#),
    (#""all": [5, {"next": {"$ref": "9"}}]"#, #""better": [{"id": 2}]"#),
  ])
  func ofAValueThatAHookReplacesTheyAreForgotten(own: String, better: String) throws {
    try check(own, better, Passing.self, [])
  }

  /// In a struct, too, a reference to what isn't there is a value for its requirement.
  @Test func areTheOnlyOnesOfARequiredReferenceInAStruct() throws {
    let part = #"{"node": {"$ref": "9"}}"#
    let json = #"{"part": \#(part), "parts": [\#(part), {"node": 5}], "byName": {"a": \#(part)}}"#
    for way in WayIn.forms {
      let log = TextLog()
      var options = MappingOptions(references: .preserved)
      options.issueHandler = { log.add($0.map(\.description)) }
      let owner = try JSONInput(json, by: way).map(to: Owner.self, options: options)
      #expect(owner.part != nil && owner.parts.count == 1 && owner.byName.count == 1, "\(way)")
      let unresolved = ["byName.a.node", "part.node", "parts[0].node"].map {
        #"\#($0): no Node for $ref "9""#
      }
      let others = [
        "parts[1].node: expected Node, found Int 5",
        "parts[1]: rejected: node is required, found Int 5",
      ]
      #expect(log.texts.sorted() == unresolved + others, "\(way)")
    }
  }
}
