import Foundation
import ModelObjectKit
import Testing

private class Part: ModelObject {
  var width = 0
  var height = 0
}

private class Whole: ModelObject {
  var count = -1
  var nickname: String? = "none"
  var part: Part?
  var listed: Int?
  override class var keyMapping: [String: JSONKey] { ["listed": ["ext.n", "first", "ext.m"]] }
}

private final class HookedWhole: Whole {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private final class AccessedWhole: Whole {
  override class var accessors: [String: PropertyAccessor] {
    [
      "count": .init(\Whole.count), "nickname": .init(\Whole.nickname),
      "part": .init(\Whole.part), "listed": .init(\Whole.listed),
    ]
  }
}

/// Several keys for one property: the best one whose value isn't null decides, whatever the order.
struct CompetingKeysTests {
  /// Keys from best to worst, values, and which of these fit.
  struct Contest: Sendable, CustomStringConvertible {
    let keys: [String]
    let values: [String]
    /// The property as printed after each of the values; nil for one that doesn't fit.
    let results: [String?]
    let property: String

    var description: String { property }
  }

  static let contests = [
    Contest(
      keys: ["count", "COUNT", "cOUNT"],
      values: ["5", #""6""#, "{}", "null"],
      results: ["5", "6", nil, nil],
      property: "count"
    ),
    Contest(
      keys: ["nickname", "NICKNAME", "nick_name"],
      values: [#""a""#, "7", "[1]", "null"],
      results: ["a", "7", nil, "nil"],
      property: "nickname"
    ),
    Contest(
      keys: ["part", "PART", "p_art"],
      values: [#"{"width": 1}"#, #"{"height": 2}"#, "3", "null"],
      results: ["1 x 0", "0 x 2", nil, "nil"],
      property: "part"
    ),
    Contest(
      keys: ["first", "FIRST", "fIRST"],
      values: ["1", #""2""#, "true", #""x""#],
      results: ["1", "2", "1", nil],
      property: "listed"
    ),
  ]

  private func shown(_ whole: Whole, _ property: String) -> String {
    switch property {
    case "count": "\(whole.count)"
    case "nickname": whole.nickname ?? "nil"
    case "part": whole.part.map { "\($0.width) x \($0.height)" } ?? "nil"
    default: whole.listed.map { "\($0)" } ?? "nil"
    }
  }

  /// What the best key whose value isn't null gives; else null, if the property takes that.
  private func expected(_ chosen: [Int], _ contest: Contest) -> String {
    let results = chosen.map { contest.results[$0] }
    let best = chosen.indices.first { contest.values[chosen[$0]] != "null" } ?? 0
    return results[best] ?? shown(Whole(), contest.property)
  }

  /// All choices of a value for each key.
  private func choices(_ contest: Contest) -> [[Int]] {
    contest.keys.reduce([[]]) { choices, _ in
      choices.flatMap { choice in contest.values.indices.map { choice + [$0] } }
    }
  }

  private static let orders = [
    [0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0],
  ]

  @Test(arguments: contests) func giveOneResultInEveryOrder(contest: Contest) throws {
    var count = 0
    let ways: [WayIn] = runsLongTests ? WayIn.forms : [.text, .native]
    for choice in choices(contest) {
      let expected = expected(choice, contest)
      var issues: Set<Set<String>> = []
      for order in Self.orders {
        let pairs = order.map { #""\#(contest.keys[$0])": \#(contest.values[choice[$0]])"# }
        let json = "{" + pairs.joined(separator: ", ") + "}"
        for input in everyWay(json, ways) {
          for whole in [
            try input.map(to: Whole.self), try input.map(to: HookedWhole.self),
            try input.map(to: AccessedWhole.self),
          ] {
            #expect(shown(whole, contest.property) == expected, "\(type(of: whole)) \(input)")
          }
          issues.insert(Set(input.issues(mappingTo: Whole.self).map(\.description)))
          issues.insert(Set(input.issues(mappingTo: HookedWhole.self).map(\.description)))
          count += 1
        }
      }
      #expect(issues.count == 1, "\(choice): \(issues)")
    }
    #expect(count == 64 * 6 * ways.count)
  }

  /// In dictionaries of many sizes, as the order of their keys depends on that.
  @Test func aWholeKeyDecidesBeforeThePathThatIsSpelledTheSame() throws {
    class Nested: ModelObject {
      var id = 0
      var title = ""
      override class var keyMapping: [String: JSONKey] { ["id": "meta.id", "title": "ext.title"] }
    }
    let pairs: [(String, Any)] = [
      ("meta", ["id": 5]), ("meta.id", 6), ("ext", ["title": "path"]), ("ext.title", "whole"),
    ]
    for size in 0..<100 {
      var dictionary = [String: Any](minimumCapacity: size)
      for (key, value) in pairs { dictionary[key] = value }
      let nested = try Nested(dictionary: dictionary)
      #expect(nested.id == 6 && nested.title == "whole", "\(dictionary)")
    }
    let texts = [
      #""meta": {"id": 5}"#, #""meta.id": 6"#,
      #""ext": {"title": "path"}"#, #""ext.title": "whole""#,
    ]
    for order in [[0, 1, 2, 3], [2, 3, 0, 1], [3, 2, 1, 0], [1, 3, 0, 2], [0, 2, 1, 3]] {
      let json = "{" + order.map { texts[$0] }.joined(separator: ", ") + "}"
      for input in everyWay(json, WayIn.formsAndDecoder) {
        let nested = try input.map(to: Nested.self)
        #expect(nested.id == 6 && nested.title == "whole", "\(input)")
      }
    }
  }

  /// A transform gets null only if no key has a value.
  @Test func aTransformMayMakeAValueOfNull() throws {
    class Transformed: ModelObject {
      var count = 0
      override class var transforms: [String: PropertyTransform] {
        ["count": PropertyTransform { ($0 as? Int) ?? -1 }]
      }
    }
    final class Renaming: Transformed {
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key == "z" ? "count" : key)
      }
    }
    class Typed: ModelObject {
      var count = 0
      override class var transforms: [String: PropertyTransform] {
        ["count": PropertyTransform(from: Int?.self, read: { $0 ?? -1 })]
      }
      override class var requiredProperties: Set<String> { ["count"] }
    }
    for (json, count) in [
      (#"{"count": null, "COUNT": 5}"#, 5), (#"{"COUNT": 5, "count": null}"#, 5),
      (#"{"count": null}"#, -1), (#"{"COUNT": null, "count": null}"#, -1),
    ] {
      for input in everyWay(json, WayIn.formsAndDecoder) {
        #expect(try input.map(to: Typed.self, options: .strict).count == count)
        #expect(try input.map(to: Transformed.self).count == count)
        #expect(try input.map(to: Renaming.self).count == count)
      }
    }
    for (json, count) in [(#"{"COUNT": 5, "z": null}"#, 5), (#"{"z": null}"#, -1)] {
      for input in everyWay(json) {
        #expect(try input.map(to: Renaming.self).count == count)
      }
    }
  }

  /// What a transform makes of the best key's value decides: the issue names the others.
  @Test func aTransformThatReturnsNilNamesTheOtherKeys() throws {
    class Transformed: ModelObject {
      var count = 0
      override class var transforms: [String: PropertyTransform] {
        ["count": PropertyTransform(read: { _ in nil })]
      }
    }
    let json = #"{"count": 5, "COUNT": 6}"#
    for input in everyWay(json, WayIn.forms) {
      let issues = input.issues(mappingTo: Transformed.self).map { "\($0)" }
      #expect(issues == ["count: the transform returned nil for Int 5 (other keys: COUNT) (Int)"])
    }
  }

  /// A string that spells null is a value for a transform, and null for a number without one.
  @Test func aTransformGetsAStringThatSpellsNull() throws {
    class Plain: ModelObject { var count = 0 }
    class Transformed: ModelObject {
      var count = 0
      override class var transforms: [String: PropertyTransform] {
        ["count": PropertyTransform { $0 as? String == "null" ? -1 : $0 }]
      }
    }
    for (json, plain, transformed) in [
      (#"{"count": "null", "COUNT": 5}"#, 5, -1), (#"{"COUNT": 5, "count": "null"}"#, 5, -1),
      (#"{"count": 5, "COUNT": "null"}"#, 5, 5),
    ] {
      for input in everyWay(json, WayIn.formsAndDecoder) {
        #expect(try input.map(to: Plain.self, options: .strict).count == plain, "\(input)")
        #expect(
          try input.map(to: Transformed.self, options: .strict).count == transformed,
          "\(input)"
        )
      }
    }
  }

  /// A string that is still arriving isn't there yet for a transform.
  @Test func waitForTheWholeStringOfATransform() throws {
    class Shouting: ModelObject {
      var name = ""
      override class var keyMapping: [String: JSONKey] { ["name": ["name", "title"]] }
      override class var transforms: [String: PropertyTransform] {
        ["name": .init(read: { ($0 as? String)?.uppercased() })]
      }
    }
    for (text, name) in [
      (#"{"title": "done", "name": "hal"#, "DONE"), (#"{"title": "done", "name": "half""#, "HALF"),
    ] {
      #expect(try Shouting(partialJSON: text).name == name)
    }
  }

  /// Each property gets its best key, though a hook can't get both best keys first.
  @Test func areJudgedForEachPropertyByItself() throws {
    class Crossed: ModelObject {
      var first = 0
      var second = 0
      override class var keyMapping: [String: JSONKey] {
        ["first": ["a", "b"], "second": ["b", "a"]]
      }
    }
    final class HookedCrossed: Crossed {
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key)
      }
    }
    for json in [#"{"a": 1, "b": 2}"#, #"{"b": 2, "a": 1}"#] {
      for input in everyWay(json) {
        for type in [Crossed.self, HookedCrossed.self] {
          let crossed = try input.map(to: type)
          #expect(crossed.first == 1 && crossed.second == 2, "\(type) \(input)")
        }
      }
    }
  }

  @Test(arguments: [
    (#"{"other": 1, "count": 2}"#, 1), (#"{"count": 2, "other": 1}"#, 1), (#"{"twice": 1}"#, 2),
    (#"{"count": 3, "twice": 1}"#, 3),
  ])
  func whatAHookPassesOnCounts(json: String, count: Int) throws {
    final class Renaming: ModelObject {
      var count = 0
      override class var keyMapping: [String: JSONKey] { ["count": ["count", "twice"]] }
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key == "other" ? "count" : key)
        if key == "twice" { try super.serializeValue(2, key: key) }
      }
    }
    #expect(try Renaming(json: json).count == count)
  }

  /// The input needn't have what the hook passes on.
  @Test func whatAHookPutsBehindAPathCompetes() throws {
    final class Filling: ModelObject {
      var summary = ""
      var text = ""
      override class var keyMapping: [String: JSONKey] {
        ["summary": ["short", "ext.desc"], "text": "ext.text"]
      }
      override func serializeValue(_ value: Any?, key: String) throws {
        guard key == "ext" else { return try super.serializeValue(value, key: key) }
        try super.serializeValue(["desc": "long", "text": "first"], key: "ext")
        try super.serializeValue("best", key: "short")
        try super.serializeValue(["text": "second"], key: "ext")
      }
    }
    for json in [#"{"ext": "x"}"#, #"{"ext": {"desc": "in", "text": "in"}}"#] {
      for input in everyWay(json) {
        let filling = try input.map(to: Filling.self)
        #expect(filling.summary == "best" && filling.text == "second", "\(input)")
      }
    }
  }

  @Test(.differs(.hooks)) func aValueOfWhichATransformMakesNullDecides() throws {
    final class Logging: ModelObject {
      var log: [Int?] = []
      var count: Int? = 1 { didSet { log.append(count) } }
      var other: Int? = 1 { didSet { log.append(other) } }
      override class var ignoredProperties: Set<String> { ["log"] }
      override class var transforms: [String: PropertyTransform] {
        ["count": PropertyTransform { $0 as? Int == 0 ? nil : $0 }]
      }
      override class var accessors: [String: PropertyAccessor] {
        ["count": .init(\Logging.count), "other": .init(\Logging.other)]
      }
    }
    for input in everyWay(#"{"count": 0, "COUNT": 5}"#) {
      #expect(try input.map(to: Logging.self).log == [nil], "\(input)")
    }
    for input in everyWay(#"{"count": 0, "COUNT": "x"}"#) {
      #expect(try input.map(to: Logging.self).log == [nil], "\(input)")
    }
    for input in everyWay(#"{"other": null, "OTHER": null}"#) {
      #expect(try input.map(to: Logging.self).log == [nil], "\(input)")
    }
  }

  /// Of several spellings of one number, that of the number itself is used, and each has its issues.
  @Test func haveTheSameIssuesInEveryOrder() throws {
    class Numbered: ModelObject {
      var parts: [Int: Part] = [:]
    }
    let pairs = [#""1": {"width": "y", "height": 1}"#, #""01": {"width": "x", "height": 2}"#]
    for pairs in [pairs, pairs.reversed()] {
      for input in everyWay(#"{"parts": {\#(pairs.joined(separator: ", "))}}"#) {
        #expect(try input.map(to: Numbered.self).parts[1]?.height == 1)
        let issues = input.issues(mappingTo: Numbered.self).map(\.path).sorted()
        #expect(issues == ["parts.01", "parts.01.width", "parts.1.width"])
      }
    }
  }

  /// The same key again replaces, unless it is null.
  @Test(arguments: contests) func letTheLastValueOfAKeyCount(contest: Contest) throws {
    for first in contest.values.indices {
      for second in contest.values.indices {
        let values = [first, second].map { contest.values[$0] }
        let json = #"{"\#(contest.keys[0])": \#(values[0]), "\#(contest.keys[0])": \#(values[1])}"#
        let expected = expected([second, first], contest)
        for whole in [
          try Whole(json: json), try HookedWhole(json: json), try AccessedWhole(json: json),
        ] {
          #expect(shown(whole, contest.property) == expected, "\(type(of: whole)) \(json)")
        }
      }
    }
  }

  /// A better key takes the place of a worse one, not of what waits for another accessor; and all of
  /// them wait for the other properties.
  @Test(arguments: [
    #"{"first": 1, "other": 2, "second": 3, "stored": 5}"#,
    #"{"other": 2, "first": 1, "second": 3, "stored": 5}"#,
    #"{"first": 1, "other": 2, "part": {"width": 4}, "second": 3, "stored": 5}"#,
    #"{"part": {"width": 4}, "other": 2, "first": 1, "second": 3, "stored": 5}"#,
  ])
  func leaveOtherAccessorsAlone(json: String) throws {
    class Accessed: ModelObject {
      var part = Part()
      var stored = 0
      var first = 0 { didSet { seen.append(stored) } }
      var second = 0
      var seen: [Int] = []
      override class var ignoredProperties: Set<String> { ["seen"] }
      override class var keyMapping: [String: JSONKey] { ["second": ["second", "other"]] }
      override class var accessors: [String: PropertyAccessor] {
        ["first": .init(\Accessed.first), "second": .init(\Accessed.second)]
      }
    }
    for input in everyWay(json, WayIn.formsAndDecoder) {
      let updated = Accessed()
      try input.update(updated, options: nil)
      for accessed in [try input.map(to: Accessed.self), updated] {
        #expect(accessed.first == 1 && accessed.second == 3, "\(input)")
        #expect(accessed.seen == [5], "\(input)")
      }
    }
  }

  /// A default keeps the values that its owner gave it.
  @Test(arguments: [
    #"{"part": {"WIDTH": 1, "width": "x"}}"#, #"{"part": {"width": "x", "WIDTH": 1}}"#,
  ])
  func leaveADefaultAsItWas(json: String) throws {
    class Filled: ModelObject {
      var part = {
        let part = Part()
        part.width = 7
        return part
      }()
    }
    for input in everyWay(json, WayIn.formsAndDecoder) {
      #expect(try input.map(to: Filled.self).part.width == 7, "\(input)")
    }
  }

  /// A string that ends a path counts, as it isn't null.
  @Test(arguments: [
    #"{"ext": {"box": "x", "BOX": {"n": 1}}}"#, #"{"ext": {"BOX": {"n": 1}, "box": "x"}}"#,
  ])
  func endAPathAtTheBestKey(json: String) throws {
    class Boxed: ModelObject {
      var inner = 0
      override class var keyMapping: [String: JSONKey] { ["inner": "ext.box.n"] }
    }
    for input in everyWay(json, WayIn.formsAndDecoder) {
      #expect(try input.map(to: Boxed.self).inner == 0, "\(input)")
      #expect(input.issues(mappingTo: Boxed.self).map(\.kind) == [.typeMismatch], "\(input)")
    }
  }

  @Test func areTakenInTheOrderOfTheList() throws {
    let table: [(String, Int?)] = [
      (#"{"ext": {"n": {}}, "first": 7}"#, nil), (#"{"first": 7, "ext": {"n": {}}}"#, nil),
      (#"{"first": 7, "ext": {"n": 8, "m": 9}}"#, 8), (#"{"ext": {"m": 9}, "first": 7}"#, 7),
      (#"{"ext": {"m": 9}, "first": []}"#, nil), (#"{"ext": {"m": 9, "n": null}}"#, 9),
      (#"{"ext": {"n": 1}, "EXT": {"n": 2}}"#, 1), (#"{"EXT": {"n": 2}, "ext": {"n": 1}}"#, 1),
      (#"{"ext": {"n": {}}, "EXT": {"n": 2}}"#, nil), (#"{"ext": {"n": {}}, "first": null}"#, nil),
    ]
    for (json, expected) in table {
      for input in everyWay(json) {
        #expect(try input.map(to: Whole.self).listed == expected, "\(input)")
        #expect(try input.map(to: HookedWhole.self).listed == expected, "\(input)")
        #expect(try input.map(to: AccessedWhole.self).listed == expected, "\(input)")
      }
    }
  }

  @Test func goOnAfterAValueThatIsPutBack() throws {
    let json = #"{"part": {"width": 1}, "PART": {"width": 2}, "nickname": "a"}"#
    let null = #"{"PART": null, "part": [3], "nickname": "a"}"#
    for input in everyWay(json) + everyWay(null) {
      let whole = Whole()
      whole.part = Part()
      try input.update(whole, options: nil)
      #expect(whole.nickname == "a", "\(input)")
      #expect(try input.map(to: Whole.self).nickname == "a", "\(input)")
    }
  }

  /// Null and an object for an existing nested model: the object updates it, in either order.
  @Test(arguments: [
    #"{"part": {"width": 1}, "Part": null}"#, #"{"Part": null, "part": {"width": 1}}"#,
    #"{"part": null, "Part": {"width": 1}}"#, #"{"Part": {"width": 1}, "part": null}"#,
  ])
  func letAnObjectComeBeforeNull(json: String) throws {
    for input in everyWay(json) {
      for whole in [Whole(), HookedWhole(), AccessedWhole()] {
        let part = Part()
        part.height = 5
        whole.part = part
        try input.update(whole, options: nil)
        #expect(whole.part === part && part.height == 5 && part.width == 1, "\(input)")
      }
    }
  }

  /// The issue about a value names the other keys that were there, four of them; issues about what is
  /// in the value don't.
  @Test func areNamedInTheIssueOfTheBestOne() throws {
    class Listed: ModelObject {
      var value = 0
      var numbers: [Int] = []
      override class var keyMapping: [String: JSONKey] {
        ["value": ["a", "b", "c", "d", "e", "f"], "numbers": ["n", "m"]]
      }
    }
    class HookedListed: Listed {
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key)
      }
    }
    let rest = ["b", "c", "d", "e", "f"].map { #""\#($0)": 2"# }
    for (count, names) in [(1, "b"), (4, "b, c, d, e"), (5, "b, c, d, e, …")] {
      for type in [Listed.self, HookedListed.self] {
        let pairs = [#""a": "x""#] + rest.prefix(count)
        for pairs in [pairs, pairs.reversed()] {
          for input in everyWay("{\(pairs.joined(separator: ", "))}") {
            #expect(
              input.issues(mappingTo: type).map { "\($0)" }.first
                == #"a: expected Int, found String "x" (other keys: \#(names))"#
            )
          }
        }
      }
    }
    for input in everyWay(#"{"a": null, "b": null}"#) {
      let issues = input.issues(mappingTo: Listed.self).map { "\($0)" }
      #expect(issues.first == "a: null where a value is expected (Int)")
    }
    for input in everyWay(#"{"n": [1, "x"], "m": [2]}"#) {
      let issues = input.issues(mappingTo: Listed.self).map { "\($0)" }
      #expect(issues.first == #"n[1]: expected Int, found String "x""#)
    }
    class Required: Part {
      override class var requiredProperties: Set<String> { ["height"] }
    }
    class Holder: ModelObject {
      var part: Required?
    }
    for input in everyWay(#"{"part": {"width": 1}, "PART": {"width": 2, "height": 2}}"#) {
      let issues = input.issues(mappingTo: Holder.self).map { "\($0)" }
      #expect(issues == ["part.height: missing key (Int)"])
    }
  }
}
