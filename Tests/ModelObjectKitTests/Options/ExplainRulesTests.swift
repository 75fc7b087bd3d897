import Foundation
import ModelObjectKit
import Observation
import Testing

private class Limited: ModelObject {
  let size = 1
  lazy var cache = 2
  weak var owner: Limited?
  unowned var maker: Limited?
  var handler: () -> Void = {}
  var secret = 3
  var name = ""
  override class var ignoredProperties: Set<String> { ["secret"] }
}

private class Shape: ModelObject {
  var points: [Any] = []
  override class var subclasses: Subclasses? { .byTag("kind", ["circle": Circle.self]) }
}

private final class Circle: Shape {
  var radius = 0
}

private final class Outline: ModelObject {
  var points: NSArray = []
}

/// Keeps some pairs to itself.
private class Selfish: ModelObject {
  var title = ""
  var seconds = 0.0
  var parts: [Selfish] = []

  override func serializeValue(_ value: Any?, key: String) throws {
    switch key {
    case "minutes": seconds = (Self.convert(value, to: Double.self) ?? 0) * 60
    case "TITLE": title = "?"
    case "caption": try super.serializeValue(value, key: "title")
    case "never": break
    default: try super.serializeValue(value, key: key)
    }
  }
}

private class Exact: ModelObject {
  let size = 1
  override class var keyMatching: KeyMatching { .exact }
}

@Observable private class Observed: ModelObject {
  var name = ""
}

private class Keeper: ModelObject {
  var id = 0
  var others: [String: Any] = [:]
  override class var unknownKeysProperty: String? { "others" }
}

private class Chosen: ModelObject {
  var id = 0
  let kind = ""
  override class var mappedProperties: Set<String>? { ["id"] }
}

/// Refuses itself in the hook that the input names.
private class Refusing: ModelObject {
  enum Refusal: Error { case negative, willMap, didMap, serializeValue }
  var value = 0
  var nested: Refusing?
  var items: [Refusing] = []

  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
    if dictionary["willMap"] != nil { throw Refusal.willMap }
    return dictionary
  }

  override func serializeValue(_ value: Any?, key: String) throws {
    if key == "serializeValue" { throw Refusal.serializeValue }
    try super.serializeValue(value, key: key)
  }

  override func didMap(_ dictionary: [String: Any]) throws {
    if dictionary["didMap"] != nil { throw Refusal.didMap }
  }

  override func validate() throws {
    if value < 0 { throw Refusal.negative }
  }
}

private final class Lacking: ModelObject {
  var id = 0
  override class var requiredProperties: Set<String> { ["id"] }
}

private struct Asked: Error {}

/// Explains itself in each hook that gets the dictionary.
private class Curious: ModelObject {
  var name = ""
  var inner: Curious?
  nonisolated(unsafe) static var counts: [Int] = []

  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
    Self.counts.append(try Self.explain(dictionary: dictionary).matches.count)
    return dictionary
  }

  override func didMap(_ dictionary: [String: Any]) throws {
    Self.counts.append(try Curious.explain(json: #"{"name": "a"}"#).matches.count)
    Self.counts.append(try [Curious].explain(json: #"[{"name": "a"}]"#).matches.count)
  }
}

@Suite(.serialized) struct ExplainRules {
  @Test(
    .differs(.propertiesWithoutAccessor),
    arguments: [
      ("size", "size is a let"), ("SI_ZE", "size is a let"), ("cache", "cache is lazy"),
      ("owner", "owner is weak or unowned"), ("maker", "maker is weak or unowned"),
      ("secret", "secret is ignored"),
      ("handler", "values of type () -> () can't be mapped"),
    ]
  )
  func aKeyOfAPropertyThatIsNeverFedSaysWhy(key: String, reason: String) throws {
    for report in [
      try Limited.explain(json: #"{"\#(key)": 2}"#), try Limited.explain(dictionary: [key: 2]),
    ] {
      let issue = try #require(report.issues.first)
      #expect(issue.kind == .unknownKey && issue.found == reason)
      #expect(issue.description == "\(key): unknown key: \(reason)")
      #expect(report.description.contains("  unknown key: \(reason)"))
    }
    var options = MappingOptions()
    options.unknownKeys = .fail
    let error = try #require(throws: ModelError.self) {
      try Limited(json: #"{"\#(key)": 2}"#, options: options)
    }
    #expect(error.issues.map(\.found) == [reason])
  }

  @Test(.differs(.propertiesWithoutAccessor)) func otherKeysAreNearOrUnknown() throws {
    #expect(
      try Exact.explain(json: #"{"SIZE": 1, "x": 2}"#).issues.map(\.description)
        == ["SIZE: unknown key, near size", "x: unknown key"]
    )
    #expect(
      try Chosen.explain(json: #"{"id": 1, "kind": "a"}"#).issues.map(\.found)
        == ["kind is a let"]
    )
  }

  @Test(.differs(.propertiesWithoutAccessor)) func unmappedPropertiesAreThereForPrograms() throws {
    let json = #"{"name": {}, "Name": "a", "x": 1}"#
    let report = try Limited.explain(json: json)
    #expect(
      report.unmapped.map { "\($0.property): \($0.reason)" } == [
        "name: an object where String is expected",
        "secret: ignored", "size: let", "cache: lazy", "owner: weak or unowned",
        "maker: weak or unowned", "handler: values of type () -> () can't be mapped",
      ]
    )
    let inner = try Curious.explain(json: #"{"inner": {"name": []}}"#)
    #expect(
      inner.unmapped.map { "\($0.property): \($0.reason)" } == [
        "inner.name: an array where String is expected", "inner.inner: no such key",
        "name: no such key",
      ]
    )
  }

  @Test func aRefusedObjectIsAReportThatSaysSo() throws {
    let cases: [(String, String, path: String)] = [
      (
        #"{"VALUE": -1, "nested": {"value": "x"}, "x": 1}"#,
        """
        Refusing: rejected: negative; 2 mapped, 1 didn't fit, 3 missing, 1 unknown key
          value         ← VALUE         -1
          nested        ← nested
          nested.value  – nested.value  "x" is not a number
          nested.nested –               no such key
          nested.items  –               no such key
          items         –               no such key
          ?             ← x             unknown key
        """, ""
      ),
      (
        #"{"value": 2, "willMap": 1}"#,
        """
        Refusing: rejected: willMap; 0 mapped
        """, ""
      ),
      (
        #"{"didMap": 1, "value": 2}"#,
        """
        Refusing: rejected: didMap; 1 mapped, 2 missing, 1 unknown key
          value  ← value   2
          nested –         no such key
          items  –         no such key
          ?      ← didMap  unknown key
        """, ""
      ),
      (
        #"{"items": [{"value": -2}, {"value": 3}], "serializeValue": 1, "value": 5}"#,
        """
        Refusing: rejected: serializeValue; 2 mapped
        """, "items"
      ),
    ]
    for (json, report, rest) in cases {
      for found in [
        try Refusing.explain(json: json), try Refusing.explain(json: Data(json.utf8)),
        try Refusing.explain(dictionary: JSONInput(json, by: .native).dictionary()),
      ] {
        let text = found.description
        if rest.isEmpty {
          #expect(text == report)
        } else {
          #expect(text.hasPrefix(report), "\(text)")
        }
        #expect(found.issues.last?.kind == .rejected && found.issues.last?.path == "")
        #expect(found.issues.last?.typeName == "Refusing")
      }
      // The same inside of a longer input, with the whole path.
      for found in [
        try Refusing.explain(json: #"{"a": [0, \#(json)]}"#, at: "a[1]"),
        try Refusing.explain(
          dictionary: JSONInput(#"{"a": [0, \#(json)]}"#, by: .native).dictionary(),
          at: "a[1]"
        ),
      ] {
        #expect(found.issues.last?.path == "a[1]", "\(found)")
        #expect(found.description.hasPrefix("Refusing: rejected at a[1]"), "\(found)")
      }
      let array = try [Refusing].explain(json: #"[{"value": 1}, \#(json)]"#)
      #expect(array.description.prefix { $0 != "\n" }.contains("rejected"), "\(array)")
      let object = try [String: Refusing].explain(json: #"{"a": {"value": 1}, "b": \#(json)}"#)
      #expect(object.description.prefix { $0 != "\n" }.contains("rejected"), "\(object)")
    }
    let lacking = try Lacking.explain(json: #"{"ids": 1}"#)
    #expect(
      lacking.description == """
        Lacking: rejected: id is required, found nothing; 1 missing, 1 unknown key
          id –      no such key
          ?  ← ids  unknown key, near id
        """
    )
    for type in [Refusing.self, Lacking.self] as [ModelObject.Type] {
      for json in ["[]", "{", "5"] {
        #expect(throws: ModelError.self, "\(json)") { try type.explain(json: json) }
      }
    }
  }

  @Test func registrarsOfObservationAreNotTold() throws {
    #expect(
      try Observed.explain(json: #"{"name": "a"}"#).description == """
        Observed: 1 mapped
          name ← name  "a"
        """
    )
    let issue = try Observed.explain(json: #"{"observationRegistrar": 1}"#).issues.first
    #expect(issue?.description == "observationRegistrar: unknown key")
  }

  @Test(.differs(.propertiesWithoutAccessor)) func anArrayIsExplainedByIndex() throws {
    let json = #"[{"NAME": "a"}, 5, {"name": {}, "size": 1}]"#
    for report in [
      try [Chosen].explain(json: #"[{"ID": 1}, {"id": "x", "idd": 1}]"#),
      try [Chosen].explain(json: Data(#"[{"ID": 1}, {"id": "x", "idd": 1}]"#.utf8)),
    ] {
      #expect(
        report.description == """
          [Chosen]: 1 mapped, 1 didn't fit, 1 unknown key
            [0].id   ← [0].ID   1
            [0].kind –          let
            [1].id   – [1].id   "x" is not a number
            [1].kind –          let
            ?        ← [1].idd  unknown key, near id
          """
      )
    }
    let report = try [Limited].explain(json: json, options: .strict)
    #expect(report.matches.map(\.key) == ["[0].NAME"])
    #expect(
      report.issues.map(\.path) == ["[1]", "[2].name", "[2].size"],
      "\(report.issues)"
    )
    let error = try #require(throws: ModelError.self) { try [Limited].explain(json: "{}") }
    #expect(error.code == .unexpectedRoot)
  }

  @Test func aHookThatExplainsEndsAndGetsAnEmptyReport() throws {
    Curious.counts = []
    let report = try Curious.explain(json: #"{"name": "a", "inner": {"name": "b"}}"#)
    #expect(report.matches.map(\.property) == ["name", "inner.name", "inner"])
    #expect(!Curious.counts.isEmpty && Curious.counts.allSatisfy { $0 == 0 })
    // In a mapping that isn't a report, the hook's own reports are complete.
    Curious.counts = []
    _ = try Curious(json: #"{"name": "a"}"#)
    #expect(Curious.counts.last == 1 && Curious.counts.filter { $0 > 0 } == [1, 1, 1])
  }

  @Test func theTitleNamesTheClassThatWasPicked() throws {
    let json = #"{"kind": "circle", "radius": 2, "points": [1, "a"]}"#
    #expect(
      try Shape.explain(json: json).description == """
        Circle (for Shape): 2 mapped
          radius ← radius  2
          points ← points  2 elements
        """
    )
    #expect(try Circle.explain(json: "{}").description.hasPrefix("Circle: 2 missing\n"))
  }

  @Test(.needsFoundation) func anArrayOfFoundationIsPrintedWhole() throws {
    let report = try Outline.explain(json: #"{"points": [1, "a"]}"#)
    #expect(report.description == "Outline: 1 mapped\n  points ← points  [1, \"a\"]")
  }

  @Test func anElementIsNotFedByTheWayToIt() throws {
    let report = try [Keeper].explain(json: #"{"d": [5, {"x": 1}]}"#, at: "d")
    #expect(
      report.description == """
        [Keeper]: 1 mapped, 1 didn't fit, 1 missing
          [0].others.x ← d[1].x  1
          [0].id       –         no such key
                       – d[0]    5 where an object is expected
        """
    )
  }

  @Test func aPairThatAHookKeepsToItselfHasALine() throws {
    let json = #"{"minutes": 5, "TITLE": "a", "x": 1, "parts": [{"never": null, "caption": "b"}]}"#
    let report = try Selfish.explain(json: json)
    #expect(
      report.description == """
        Selfish: 2 mapped, 3 missing, 1 unknown key
          parts            ← parts           1 element
          parts[0].title   ← parts[0].title  "b"
                           – minutes         handled by serializeValue
          title            – TITLE           handled by serializeValue
          parts[0]         – parts[0].never  handled by serializeValue
          parts[0].seconds –                 no such key
          parts[0].parts   –                 no such key
          seconds          –                 no such key
          ?                ← x               unknown key
        """
    )
    let whole = try Selfish.explain(dictionary: ["TITLE": 1, "seconds": 2, "parts": []])
    #expect(whole.unmapped.isEmpty && whole.issues.isEmpty)
  }

  @Test func aTagWithoutASubclassHasALine() throws {
    let json = #"[{"Kind": "heptagon", "points": [1]}, {"kind": null, "points": [1]}, {"kind": 7}]"#
    let report = try [Shape].explain(json: json)
    #expect(
      report.description == """
        [Shape]: 2 mapped, 1 missing, 2 unknown tags
          [0].points ← [0].points  1 element
          [1].points ← [1].points  1 element
          [0]        – [0].Kind    no subclass of Shape for "heptagon"
          [2]        – [2].kind    no subclass of Shape for 7
          [2].points –             no such key
        """
    )
    #expect(report.unmapped.map(\.property) == ["[2].points"])
  }
}
