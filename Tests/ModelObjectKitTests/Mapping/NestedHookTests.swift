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
  @Test(arguments: WayIn.forms)
  func loseNothingOfADictionary(_ way: WayIn) throws {
    let json = #"{"children": {"a": {"a": 1}, "b": {"a": 2}}, "other": "x"}"#
    let parent = try JSONInput(json, by: way).map(to: Parent.self)
    #expect(parent.children.keys.sorted() == ["a", "b"])
    #expect(parent.children.mapValues(\.a) == ["a": 1, "b": 2])
    #expect(parent.other == "x")
  }

  /// The error ends the mapping, even if a hook catches it.
  @Test(arguments: WayIn.forms)
  func getNothingAfterAnErrorThatEndsTheMapping(_ way: WayIn) throws {
    final class Deaf: ModelObject {
      nonisolated(unsafe) static var keys: [String] = []
      var child: Deaf?
      var z = 0

      override func serializeValue(_ value: Any?, key: String) throws {
        Self.keys.append(key)
        try? super.serializeValue(value, key: key)
      }
    }
    Deaf.keys = []
    var options = MappingOptions()
    options.maximumDepth = 2
    let input = JSONInput(#"{"child": {"child": {}}, "z": 1}"#, by: way)
    let error = #expect(throws: ModelError.self) {
      try input.map(to: Deaf.self, options: options)
    }
    #expect(error?.code == .tooDeep && !Deaf.keys.contains("z"))
  }

  /// A setter maps a value of its own, which doesn't fit.
  @Test(arguments: WayIn.forms)
  func mayCatchAnErrorOfTheirOwnValue(_ way: WayIn) throws {
    final class Setting: ModelObject {
      var count = 5
      var first = 0 { didSet { try? serializeValue("x", key: "count") } }

      override class var accessors: [String: PropertyAccessor] {
        ["first": .init(\Setting.first)]
      }
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key)
      }
    }
    var options = MappingOptions()
    options.mismatches = .fail
    let setting = try JSONInput(#"{"first": 1}"#, by: way).map(to: Setting.self, options: options)
    #expect(setting.first == 1 && setting.count == 5)

    // The mapping goes on around it.
    final class Outer: ModelObject {
      var setting: Setting?
      var z = 0

      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key)
      }
    }
    let outer = try JSONInput(#"{"setting": {"first": 1}, "z": 2}"#, by: way)
      .map(to: Outer.self, options: options)
    #expect(outer.setting?.count == 5 && outer.z == 2)
  }

  @Test(arguments: WayIn.forms)
  func loseNothingOfAnArray(_ way: WayIn) throws {
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
