import ModelObjectKit
import Testing

/// A child whose `awake` makes its parent map the value of the parent's hook again.
private class Child: ModelObject {
  nonisolated(unsafe) static var isAwake: () throws -> Void = {}
  var a = 0

  override func awake() {
    try? Child.isAwake()
  }
}

private class Parent: ModelObject {
  var children: [String: Child] = [:]
  var list: [Child] = []
  var other = ""

  override func serializeValue(_ value: Any?, key: String) throws {
    let outer = Child.isAwake
    defer { Child.isAwake = outer }
    var count = 0
    Child.isAwake = {
      count += 1
      if count == 1 { try super.serializeValue(value, key: key) }
    }
    try super.serializeValue(value, key: key)
  }
}

/// A parent that does so each time.
private class Endless: ModelObject {
  var children: [String: Child] = [:]

  override func serializeValue(_ value: Any?, key: String) throws {
    Child.isAwake = { try super.serializeValue(value, key: key) }
    defer { Child.isAwake = {} }
    try super.serializeValue(value, key: key)
  }
}

/// A nested hook may call the hook around it: the reading position stays.
@Suite(.serialized) struct HooksThatGoBack {
  @Test(arguments: JSONInput.Way.allCases)
  func loseNothingOfADictionary(_ way: JSONInput.Way) throws {
    let json = #"{"children": {"a": {"a": 1}, "b": {"a": 2}}, "other": "x"}"#
    let parent = try JSONInput(json, by: way).map(to: Parent.self)
    #expect(parent.children.keys.sorted() == ["a", "b"])
    #expect(parent.children.mapValues(\.a) == ["a": 1, "b": 2])
    #expect(parent.other == "x")
  }

  @Test(arguments: JSONInput.Way.allCases)
  func loseNothingOfAnArray(_ way: JSONInput.Way) throws {
    let json = #"{"list": [{"a": 1}, {"a": 2}, {"a": 3}], "other": "x"}"#
    let parent = try JSONInput(json, by: way).map(to: Parent.self)
    #expect(parent.list.map(\.a) == [1, 2, 3])
    #expect(parent.other == "x")
  }

  @Test func endAtTheDepthLimitWhereTheyGoBackAgainAndAgain() throws {
    let json = #"{"children": {"a": {"a": 1}, "b": {"a": 2}}}"#
    #expect(throws: ModelError.self) { try Endless(json: json) }
  }
}
