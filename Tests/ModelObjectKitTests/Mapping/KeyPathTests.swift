import Foundation
import ModelObjectKit
import Testing

private class Paths: ModelObject {
  var deep: Int?
  var other: Int?
  var loud: Int?
  var whole: [String: Int] = [:]
  var second: Int?
  var last: Int?
  var either: Int?
  var text = ""

  override class var keyMapping: [String: JSONKey] {
    [
      "deep": "a.b.c", "other": "a.b.d", "loud": "a.B.c", "whole": "a.b",
      "second": "list[1].id", "last": "list[3][0]", "either": ["x.y", "a.e", "z"], "text": "ä.ß",
    ]
  }
}

private final class HookedPaths: Paths {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private final class ExactPaths: Paths {
  override class var keyMatching: KeyMatching { .exact }
}

private class Counted: ModelObject {
  var name = ""
  var size = 0
  override class var keyMapping: [String: JSONKey] {
    ["name": ["title", "data.1.dog.name"], "size": "data.x.0"]
  }
}

private final class HookedCounted: Counted {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// Each path ends at a separate property that stores common values directly.
private final class PlainPaths: ModelObject {
  var deep: Int?
  var other = 7
  var text: String?
  var second: Int?
  var last = 0.5
  var flag = true

  override class var keyMapping: [String: JSONKey] {
    [
      "deep": "a.b.c", "other": "a.b.d", "text": "a.x", "second": "list[1].z", "last": "list[3][0]",
      "flag": ["y.c", "a.c"],
    ]
  }

  /// The properties whose values are not the initial ones.
  var summary: String {
    var parts: [String] = []
    if let deep { parts.append("deep \(deep)") }
    if other != 7 { parts.append("other \(other)") }
    if let text { parts.append("text \(text)") }
    if let second { parts.append("second \(second)") }
    if last != 0.5 { parts.append("last \(last)") }
    if !flag { parts.append("no flag") }
    return parts.joined(separator: ", ")
  }
}

extension Paths {
  /// The properties whose values are not the initial ones.
  fileprivate var summary: String {
    let numbers = [
      ("deep", deep), ("other", other), ("loud", loud), ("second", second), ("last", last),
      ("either", either),
    ]
    var parts = numbers.compactMap { name, number in number.map { "\(name) \($0)" } }
    let pairs = whole.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    if !pairs.isEmpty { parts.append("whole \(pairs.joined(separator: " "))") }
    if !text.isEmpty { parts.append("text \(text)") }
    return parts.joined(separator: ", ")
  }
}

struct KeyPaths {
  /// Null at any step, an index too, is null for the property.
  @Test(arguments: [
    (#"{"a": [null]}"#, nil), (#"{"a": [{"b": null}]}"#, nil), (#"{"a": null}"#, nil),
    (#"{"a": [{"b": 5}]}"#, 5), (#"{"a": []}"#, 4), (#"{"a": [{}]}"#, 4),
  ])
  func nullAtAnIndexIsNull(json: String, value: Int?) throws {
    class Indexed: ModelObject {
      var value: Int? = 4
      override class var keyMapping: [String: JSONKey] { ["value": "a[0].b"] }
    }
    for input in everyWay(json, WayIn.formsAndDecoder) {
      #expect(try input.map(to: Indexed.self).value == value, "\(input)")
    }
  }

  /// An element of an array is counted in brackets.
  @Test func aNumberThatFindsAnArraySaysHowToWriteThePath() throws {
    let json = #"{"DATA": [{}, {"dog": {"name": "Rex"}}]}"#
    for type in [Counted.self, HookedCounted.self] {
      for report in [
        try type.explain(json: json),
        try type.explain(dictionary: ["DATA": [[:], ["dog": ["name": "Rex"]]]]),
      ] {
        #expect(
          report.description == """
            \(type): 1 didn't fit, 1 missing
              size – DATA  expected an object, found an array
              name –       no such key: title, data.1.dog.name; use DATA[1].dog.name
            """
        )
      }
      let error = try #require(throws: ModelError.self) {
        try type.init(json: json, options: .strict)
      }
      #expect(
        error.issues.map(\.description) == [
          "DATA: expected an object, found an array",
          "title: missing key (String); use DATA[1].dog.name",
        ]
      )
    }
    // A sign is no digit.
    class Signed: ModelObject {
      var name = ""
      override class var keyMapping: [String: JSONKey] { ["name": "data.+1.name"] }
    }
    let signed = try Signed.explain(json: #"{"data": [{}, {"name": "a"}]}"#).description
    #expect(!signed.contains("use "), "\(signed)")
    let report = try Counted.explain(json: #"{"data": {"1": 5}}"#).description
    #expect(report.contains("name – data.1  expected an object, found Int 5"), "\(report)")
  }

  @Test(
    arguments: [
      (#"{"a": {"b": {"c": 1, "d": 2}}}"#, "deep 1, other 2, loud 1, whole c=1 d=2"),
      // The exact spelling of each step is best, wherever it is.
      (#"{"a": {"B": {"c": 1}, "b": {"c": 2}}}"#, "deep 2, loud 1, whole c=2"),
      (#"{"a": {"b": {"c": 2}, "B": {"c": 1}}}"#, "deep 2, loud 1, whole c=2"),
      // Else the smallest key; nothing of a worse one is left.
      (#"{"a": {"_b": {"c": 1, "d": 3}, "-b": {"c": 2}}}"#, "deep 2, loud 2, whole c=2"),
      (#"{"a": {"-b": {"c": 2}, "_b": {"c": 1, "d": 3}}}"#, "deep 2, loud 2, whole c=2"),
      // Escapes in a key are decoded.
      (#"{"a": {"\u0062": {"\u0063": 5}}}"#, "deep 5, loud 5, whole c=5"),
      (#"{"\u0061": {"b": {"c": 5}}}"#, "deep 5, loud 5, whole c=5"),
      (#"{"Ä": {"SS": "sharp"}}"#, "text sharp"),
      // Elements.
      (#"{"list": [{"id": 1}, {"id": 2}, 3, [4, 5]]}"#, "second 2, last 4"),
      (#"{"list": [0, {}, 0, []]}"#, ""),
      (#"{"list": []}"#, ""),
      // A value in the path that isn't an object or an array.
      (#"{"a": 5, "list": "x"}"#, ""),
      (#"{"a": {"b": [1, 2]}}"#, ""),
      (#"{"a": null, "list": null}"#, ""),
      // Alternatives: the first that is there and not null.
      (#"{"x": {"y": 1}, "a": {"e": 2}, "z": 3}"#, "either 1"),
      (#"{"x": {"y": null}, "a": {"e": 2}, "z": 3}"#, "either 2"),
      (#"{"z": 3, "a": {"e": null}, "x": 5}"#, "either 3"),
      (#"{"x": {"y": null}, "a": {"e": null}, "z": null}"#, ""),
    ]
  )
  func leadToTheSameFromEveryInput(json: String, summary: String) throws {
    for input in everyWay(json) {
      #expect(try input.map(to: Paths.self).summary == summary, "\(input)")
      #expect(try input.map(to: HookedPaths.self).summary == summary, "hooked: \(input)")
      let model = Paths()
      try input.update(model, options: nil)
      #expect(model.summary == summary, "updated: \(input)")
    }
  }

  @Test(
    arguments: [
      // If a key repeats, the last one is used; in a path, nothing of the first is.
      (#"{"a": {"b": {"c": 1, "d": 2}, "b": {"c": 3}}}"#, "deep 3, loud 3, whole c=3"),
      (#"{"a": {"b": {"c": 1, "c": 3}}}"#, "deep 3, loud 3, whole c=3"),
      (#"{"a": {"b": {"c": 1}}, "a": {"b": {"d": 3}}}"#, "deep 1, other 3, loud 1, whole d=3"),
      (#"{"a": {"_b": {"c": 1}, "_b": {"d": 3}}}"#, "other 3, whole d=3"),
    ]
  )
  func theLastOfTheSameKeyCounts(json: String, summary: String) throws {
    for way in WayIn.verbatim {
      let input = JSONInput(json, by: way)
      #expect(try input.map(to: Paths.self).summary == summary, "\(input)")
      #expect(try input.map(to: HookedPaths.self).summary == summary, "hooked: \(input)")
    }
  }

  /// A value that was stored before a better one is gone.
  @Test(
    arguments: [
      (#"{"a": {"b": {"c": 1, "d": 2}, "x": "t"}}"#, "deep 1, other 2, text t"),
      (#"{"a": {"b": {"c": 1, "d": 2}, "b": {"c": 3}}}"#, "deep 3"),
      (#"{"a": {"b": {"c": 1, "c": {}, "d": "4"}}}"#, "other 4"),
      (#"{"a": {"b": {"c": 1}, "x": "t"}, "a": {"b": {"d": 3}}}"#, "deep 1, other 3, text t"),
      (#"{"a": {"x": "t", "b": {"c": 1}, "b": 5}}"#, "text t"),
      (#"{"a": {"c": false}, "y": {"c": null}}"#, "no flag"),
      (#"{"y": {"c": "no"}, "a": {"c": true, "b": {"d": 8}}}"#, "other 8, no flag"),
      (#"{"list": [0, {"z": 1, "Z": 2}, 3, [4, 5]]}"#, "second 1, last 4.0"),
      (#"{"list": [0, {"Z": 2, "z": 1}, 3, [[4], 5]]}"#, "second 1"),
      (#"{"list": [0, {"z": 1.5}], "List": [0, {"z": 3}]}"#, ""),
    ]
  )
  func whatIsOvertakenLeavesNothing(json: String, summary: String) throws {
    for way in WayIn.verbatim {
      let input = JSONInput(json, by: way)
      #expect(try input.map(to: PlainPaths.self).summary == summary, "\(input)")
      let model = PlainPaths()
      try input.update(model, options: nil)
      #expect(model.summary == summary, "updated: \(input)")
    }
  }

  @Test func underExactMatchingTakeNoOtherSpelling() throws {
    for input in everyWay(#"{"a": {"b": {"C": 1, "d": 2}, "_b": {"c": 3}}, "A": {"e": 4}}"#) {
      #expect(try input.map(to: ExactPaths.self).summary == "other 2, whole C=1 d=2", "\(input)")
    }
  }

  @Test(
    arguments: [
      #"{"a": {"b": {"c": 1}, "other": [1, }}}"#, #"{"a": {"b": {"c": 1 "d": 2}}}"#,
      #"{"list": [1, {"id": 2}, 3"#, #"{"a": {"b": {"c": tru}}}"#, #"{"list": [0, {"id" 2}]}"#,
      "{\"a\": {\"b\": {\"c\": \"\u{1}\"}}}", #"{"a": {"unasked": "\x"}}"#,
    ]
  )
  func malformedTextBehindThemIsNoJSON(json: String) {
    let makers: [() throws -> Void] = [
      { _ = try Paths(json: json) }, { _ = try PlainPaths(json: json) },
      { _ = try HookedPaths(json: json) },
    ]
    for make in makers {
      let error = #expect(throws: ModelError.self) { try make() }
      #expect(error?.code == .malformedJSON, "\(json)")
    }
  }

  @Test func textThatIsTooDeepIsSoOnTheWayToo() {
    var options = MappingOptions()
    options.maximumDepth = 3
    #expect(throws: Never.self) { try Paths(json: #"{"a": {"b": {"c": 1}}}"#, options: options) }
    let error = #expect(throws: ModelError.self) {
      try Paths(json: #"{"a": {"b": {"c": {}}}}"#, options: options)
    }
    #expect(error?.code == .tooDeep)
    let beside = #expect(throws: ModelError.self) {
      try Paths(json: #"{"a": {"x": {"y": []}}}"#, options: options)
    }
    #expect(beside?.code == .tooDeep)
  }

  @Test func textAndDictionariesNeverDiffer() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<inLongTests(400, else: 50) {
      let json = Self.object(3, &random)
      let expected = try Paths(json: json).summary
      for input in everyWay(json) {
        #expect(try input.map(to: Paths.self).summary == expected, "\(input)")
        #expect(try input.map(to: HookedPaths.self).summary == expected, "hooked: \(input)")
      }
      let plain = try PlainPaths(json: json).summary
      for input in everyWay(json) {
        #expect(try input.map(to: PlainPaths.self).summary == plain, "plain: \(input)")
      }
    }
  }

  /// A random object of keys that compete for the steps of the paths.
  private static func object(_ depth: Int, _ random: inout SeededGenerator) -> String {
    let names = ["a", "A", "_a", "b", "B", "b-", "c", "C", "d", "x", "y", "z", "list", "List"]
    let pairs = names.shuffled(using: &random).prefix(Int.random(in: 0...6, using: &random))
      .map { "\"\($0)\": \(value(depth - 1, &random))" }
    return "{\(pairs.joined(separator: ", "))}"
  }

  private static func value(_ depth: Int, _ random: inout SeededGenerator) -> String {
    switch Int.random(in: 0...9, using: &random) {
    case 0: return "null"
    case 1...2: return "\(Int.random(in: 0...99, using: &random))"
    case 3 where depth > 0:
      return "[\((0..<4).map { _ in value(depth - 1, &random) }.joined(separator: ", "))]"
    case _ where depth > 0: return object(depth, &random)
    default: return "7"
    }
  }

  /// Strings of equivalent characters, which Swift takes for equal, aren't one key: in a dictionary as
  /// in text, on paths, in structs and as tags.
  @Test func takeNoEquivalentCharacters() throws {
    struct Part: Codable, Equatable {
      var café: Int?
    }
    class Base: ModelObject {
      override class var keyMatching: KeyMatching { .exact }
      override class var subclasses: Subclasses? {
        .byTag("caf\u{E9}", ["sub": Sub.self])
      }
    }
    final class Sub: Base {}
    class Spelled: ModelObject {
      var inner = 0
      var outer = 0
      var part: Part?
      var base: Base?
      override class var keyMatching: KeyMatching { .exact }
      override class var keyMapping: [String: JSONKey] {
        ["inner": "a.caf\u{E9}", "outer": "caf\u{E9}"]
      }
    }
    for (key, value) in [("caf\u{E9}", 3), ("cafe\u{301}", 0)] {
      let json = """
        {"\(key)": 3, "a": {"\(key)": 3}, "part": {"\(key)": 3}, "base": {"\(key)": "sub"}}
        """
      for input in everyWay(json) {
        let spelled = try input.map(to: Spelled.self)
        #expect(spelled.outer == value && spelled.inner == value, "\(input)")
        #expect((spelled.part?.café ?? 0) == value, "\(input)")
        #expect(spelled.base is Sub == (value == 3), "\(input)")
      }
    }
  }
}
