import ModelObjectKit
import Testing

private class Part: ModelObject {
  var width = 0
  var height = 0
}

private class Whole: ModelObject {
  var part: Part?
}

private final class HookedWhole: Whole {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private class Listed: ModelObject {
  var part: Part?
  override class var keyMapping: [String: JSONKey] { ["part": ["ext.part", "part"]] }
}

private final class ExactListed: Listed {
  override class var keyMatching: KeyMatching { .exact }
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

/// A key that loses leaves nothing behind.
@Suite struct LosingKeys {
  private func expectThePartToStay(_ whole: Whole) throws {
    for input in everyWay(#"{"part": {"width": 1}, "Part": null}"#) {
      let part = Part()
      part.height = 5
      whole.part = part
      try input.update(whole, options: nil)
      #expect(whole.part === part && part.height == 5 && part.width == 1, "\(input)")
    }
  }

  @Test func nullUnderAWorseKeyTakesNoModelAway() throws {
    try expectThePartToStay(Whole())
  }

  @Test func nullUnderAWorseKeyTakesNoModelAwayBehindAHook() throws {
    try expectThePartToStay(HookedWhole())
  }

  /// The first of the listed keys that is present and not null wins, whether it fits or not.
  @Test(
    arguments: [
      #"{"part": {"width": 1}, "ext": {"part": 5}}"#,
      #"{"ext": {"part": 5}, "part": {"width": 1}}"#,
      #"{"part": {"width": 1}, "a": {"b": 1}, "ext": {"desc": null, "part": -7}}"#,
    ]
  )
  func aListedKeyThatDoesNotFitKeepsOthersOut(json: String) throws {
    for input in everyWay(json) {
      #expect(try input.map(to: Listed.self).part == nil, "\(input)")
      #expect(try input.map(to: ExactListed.self).part == nil, "\(input)")
    }
  }

  private func expectTheDefault<Type: Defaults>(_ type: Type.Type, _ json: String) throws {
    for input in everyWay(json) {
      #expect(try input.map(to: type) == Type(), "\(input)")
    }
  }

  /// A null gives way to the next listed key, and that one does not fit.
  @Test(arguments: [("text", "t"), ("count", "c"), ("flag", "f"), ("ratio", "r")])
  func nullUnderALosingKeyLeavesTheDefault(key: String, other: String) throws {
    for pairs in [#""\#(key)": null, "\#(other)": {}"#, #""\#(other)": {}, "\#(key)": null"#] {
      try expectTheDefault(Defaults.self, "{\(pairs)}")
      try expectTheDefault(HookedDefaults.self, "{\(pairs)}")
    }
  }
}
