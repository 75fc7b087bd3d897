import Foundation
import ModelObjectKit
import Testing

private class Part: ModelObject {
  var width = 0
  var height = 0
}

private class Listed: ModelObject {
  var part: Part?
  override class var keyMapping: [String: JSONKey] { ["part": ["ext.part", "part"]] }
}

private final class ExactListed: Listed {
  override class var keyMatching: KeyMatching { .exact }
}

/// The whole key is worse than a path in its value, and a spelling of another property's key.
private class Nested: ModelObject {
  var part: Part?
  var count: Int?
  override class var keyMapping: [String: JSONKey] { ["part": ["k.a", "k"], "count": ["K"]] }
}

private final class HookedNested: Nested {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private class Rows: ModelObject {
  var number: Decimal = 5
  override class var keyMapping: [String: JSONKey] { ["number": ["list[1].id", "list[0]"]] }
}

private final class HookedRows: Rows {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// Two of the keys differ only in their case.
private final class Twice: ModelObject {
  var count = 0
  var depth = 0
  override class var keyMapping: [String: JSONKey] {
    ["count": ["count", "COUNT"], "depth": ["in.depth", "In.Depth"]]
  }
}

private class Defaults: ModelObject {
  var text: String? = "none"
  var count: Int? = 7
  var flag: Bool? = true
  var ratio: Double? = 0.5
  override class var keyMapping: [String: JSONKey] {
    [
      "text": ["text", "t"], "count": ["count", "c"], "flag": ["flag", "f"],
      "ratio": ["ratio", "r"],
    ]
  }
}

private final class HookedDefaults: Defaults {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// A key that loses leaves no traces.
struct LosingKeyTests {
  /// A listed key whose value isn't null decides, even if the value doesn't fit.
  @Test(
    arguments: [
      #"{"part": {"width": 1}, "ext": {"part": 5}}"#,
      #"{"ext": {"part": 5}, "part": {"width": 1}}"#,
      #"{"part": {"width": 1}, "a": {"b": 1}, "ext": {"desc": null, "part": -7}}"#,
    ]
  )
  func aListedKeyThatDoesNotFitLeavesNoRoomForOthers(json: String) throws {
    for input in everyWay(json) {
      #expect(try input.map(to: Listed.self).part == nil, "\(input)")
      #expect(try input.map(to: ExactListed.self).part == nil, "\(input)")
    }
  }

  @Test(arguments: ["k", "K"])
  func aWholeKeyLosesToAPathInItsValue(key: String) throws {
    for input in everyWay(#"{"\#(key)": {"width": 1, "height": 5, "a": {"width": 2}}}"#) {
      for type in [Nested.self, HookedNested.self] {
        let part = try input.map(to: type).part
        #expect(part?.width == 2 && part?.height == 0, "\(input)")
      }
    }
  }

  /// Two paths of one value: null gives way, and isn't an issue.
  @Test func aNullPathLosesToAnotherOfItsValue() throws {
    for input in everyWay(#"{"list": [128, {"id": null}]}"#) {
      for type in [Rows.self, HookedRows.self] {
        #expect(try input.map(to: type).number == 128, "\(input)")
        #expect(input.issues(mappingTo: type).isEmpty, "\(input)")
      }
    }
    let json = #"{"list": [128, {"id": null}]}"#
    let report = try HookedRows.explain(json: json).description
    #expect(report.hasSuffix("number – list[1].id  lost to list[0]"), "\(report)")
  }

  @Test func aKeyThatMatchesTwoOfTheListedIsTriedOnce() throws {
    for input in everyWay(#"{"Count": {}, "IN": {"DEPTH": {}}}"#) {
      let error = #expect(throws: ModelError.self) {
        try input.map(to: Twice.self, options: .strict)
      }
      #expect(Set(error?.issues.map(\.path) ?? []) == ["Count", "IN.DEPTH"], "\(input)")
      #expect(error?.issueCount == 2, "\(input)")
    }
    let twice = try Twice(json: #"{"COUNT": 1, "Count": 2, "in": {"Depth": 3}}"#)
    #expect(twice.count == 2 && twice.depth == 3)
    #expect(try Twice(json: #"{"Count": {}, "COUNT": 1}"#).count == 0)
  }

  /// A hook gets the key that decides, and those that no property takes, as they come.
  @Test(arguments: [
    #"{"a": 1, "c": 3, "x": 0, "b": 2}"#, #"{"c": 3, "x": 0, "b": 2, "a": 1}"#,
    #"{"a": null, "c": 3, "b": 1, "x": 0}"#, #"{"b": 2, "c": 3, "a": 1, "x": 0}"#,
  ])
  func doNotComeToAHook(json: String) throws {
    final class Turns: ModelObject {
      var value = 0
      var x = 0
      var keys = ""
      override class var ignoredProperties: Set<String> { ["keys"] }
      override class var keyMapping: [String: JSONKey] { ["value": ["a", "b", "c"]] }
      override func serializeValue(_ value: Any?, key: String) throws {
        keys += key
        try super.serializeValue(value, key: key)
      }
    }
    for input in everyWay(json) {
      let turns = try input.map(to: Turns.self)
      let best = json.contains(#""a": null"#) ? "b" : "a"
      let isText = WayIn.verbatim.contains(input.way)
      #expect(
        turns.keys == (isText ? json.filter { "\(best)x".contains($0) } : "\(best)x"),
        "\(input)"
      )
      #expect(turns.value == 1, "\(input)")
    }
  }

  /// The best key decides, even if a hook keeps its value to itself.
  @Test(arguments: [
    (#"{"a": 1, "b": 2, "c": 3}"#, 0), (#"{"c": 3, "b": 2, "a": 1}"#, 0), (#"{"c": 3, "a": 1}"#, 0),
    (#"{"a": null, "b": null, "c": 3}"#, 3), (#"{"a": null, "c": 3, "c": 4}"#, 4),
    (#"{"b": "x", "c": 3}"#, 0),
  ])
  func doNotDecideIfAHookKeepsTheBest(json: String, value: Int) throws {
    final class Keeping: ModelObject {
      var value = 0
      override class var keyMapping: [String: JSONKey] { ["value": ["a", "b", "c"]] }
      override func serializeValue(_ value: Any?, key: String) throws {
        if key != "a" { try super.serializeValue(value, key: key) }
      }
    }
    for input in json.contains(#""c": 4"#) ? [JSONInput(json, by: .text)] : everyWay(json) {
      #expect(try input.map(to: Keeping.self).value == value, "\(input)")
    }
  }

  /// A value that doesn't fit decides all the same, so null isn't used.
  @Test(arguments: [("text", "t"), ("count", "c"), ("flag", "f"), ("ratio", "r")])
  func nullDoesNotCountBesideAValueThatDoesNotFit(key: String, other: String) throws {
    for pairs in [#""\#(key)": null, "\#(other)": {}"#, #""\#(other)": {}, "\#(key)": null"#] {
      for input in everyWay("{\(pairs)}") {
        for type in [Defaults.self, HookedDefaults.self] {
          let values = try input.map(to: type).dictionaryRepresentation()
          #expect(values[key] != nil, "\(input)")
        }
      }
    }
  }
}
