import Foundation
import ModelObjectKit
import Testing

private final class Label: ModelObject {
  var id = 0
  var name = ""
  override class var identity: Set<String> { ["id"] }
}

private final class Plain: ModelObject { var name = "" }

private final class Issue: ModelObject {
  var label: Label?
  var labels: [Label] = []
  var set: Set<Label> = []
  var byName: [String: Label] = [:]
  var plain: Plain?
  var plains: [Plain] = []

  static let json = #"""
    {"label": {"id": 1}, "labels": [{"id": 1}, {"id": 2}, {"id": 0}, {"id": 0}],
     "set": [{"id": 5}, {"id": 6}], "byName": {"a": {"id": 7}}, "plain": {"name": "p"},
     "plains": [{"name": "q"}]}
    """#
}

/// `update(from:)` matches models by their identity, and keeps them.
struct UpdatesByIdentity {
  @Test func keepTheElementsOfCollections() throws {
    let issue = try Issue(json: Issue.json)
    let (labels, set, plain) = (issue.labels, issue.set, issue.plain)
    let (single, named) = (issue.label, issue.byName["a"])
    let edited = try Issue(json: Issue.json)
    for label in edited.labels { label.name = "new" }
    edited.labels[2].name = "first"
    edited.labels = [edited.labels[1], Label(), edited.labels[0]] + edited.labels[2...]
    edited.labels[1].id = 9
    for label in edited.set { label.name = "\(label.id)" }
    edited.byName["b"] = edited.byName["a"]
    edited.byName["b"]?.name = "seven"
    edited.plain?.name = "r"
    edited.plains[0].name = "s"
    try issue.update(from: edited)
    #expect(issue.labels.map(\.id) == [2, 9, 1, 0, 0])
    #expect(issue.labels[0] === labels[1] && issue.labels[2] === labels[0])
    #expect(issue.labels[3] === labels[2] && issue.labels[4] === labels[3])
    #expect(issue.labels.map(\.name) == ["new", "", "new", "first", "new"])
    #expect(issue.labels[1] !== edited.labels[1])
    #expect(set.allSatisfy { $0.name == "\($0.id)" && issue.set.contains($0) })
    #expect(issue.set.count == 2)
    #expect(issue.byName["b"] === named && issue.byName["a"] === named && named?.name == "seven")
    #expect(issue.label === single && issue.plain === plain && plain?.name == "r")
    #expect(issue.plains[0] !== edited.plains[0] && issue.plains[0].name == "s")
    #expect(issue == edited)
  }

  @Test func keepAnElementThatBothHold() throws {
    let (first, second) = (Issue(), Issue())
    let shared = Label()
    shared.id = 3
    (first.labels, second.labels) = ([shared], [shared, shared])
    try first.update(from: second)
    #expect(first.labels.count == 2)
    #expect(first.labels[0] === shared)
  }

  @Test func keepTheObjectsOfAStore() throws {
    let store = ModelStore()
    let issue = try store.upsert([Issue].self, json: "[\(Issue.json)]")[0]
    let before = issue.copy()
    issue.labels[0].name = "draft"
    issue.labels = []
    try issue.update(from: before)
    #expect(issue.labels.map(\.id) == [1, 2, 0])
    // The list was empty, so its elements are copies; those of the property aren't.
    #expect(issue.label === store[Label.self, 1] && issue.label?.name == "")
    let page = issue.copy()
    page.labels.forEach { $0.name = "page" }
    let labels = issue.labels
    try issue.update(from: page)
    #expect(zip(labels, issue.labels).allSatisfy { $0 === $1 } && labels[0].name == "page")
  }

  @Test func areUndoneTogether() throws {
    class Checked: ModelObject {
      var id = 0
      var value = 0
      var parts: [Checked] = []
      struct Refusal: Error {}
      override class var identity: Set<String> { ["id"] }
      override func validate() throws { if value < 0 { throw Refusal() } }
    }
    let json = #"{"id": 1, "parts": [{"id": 2}, {"id": 3}]}"#
    let (target, source) = (try Checked(json: json), try Checked(json: json))
    (source.value, source.parts[0].value, source.parts[1].value) = (1, 1, -1)
    let parts = target.parts
    #expect(throws: ModelError.self) { try target.update(from: source) }
    #expect(target.value == 0 && parts.allSatisfy { $0.value == 0 })
    source.parts[1].value = 2
    try target.update(from: source)
    #expect(parts.map(\.value) == [1, 2] && target.parts[1] === parts[1])
  }
}
