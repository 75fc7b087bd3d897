import Foundation
import ModelObjectKit
import Testing

/// Hooks, tags and strict options with the beginning of a text.
struct PartialJSONHooksTests {
  struct Refusal: Error {}

  /// Records the calls.
  class Told: ModelObject {
    var name = ""
    var count = 0
    var words: [String] = []
    var child: Told?
    var list: [Told] = []
    var log: [String] = []

    override class var ignoredProperties: Set<String> { ["log"] }

    override func didMap(_ dictionary: [String: Any]) throws {
      log.append("didMap \(dictionary.keys.sorted())")
    }
    override func awake() { log.append("awake") }
    override func validate() throws {
      log.append("validate")
      if count == 0 { throw Refusal() }
    }
  }

  @Test func whatIsOpenIsNotValidated() throws {
    let told = try Told(
      partialJSON: #"{"name": "a", "child": {"name": "b", "count": 1}, "list": ["#
    )
    #expect(told.log == [#"didMap ["child", "list", "name"]"#, "awake"])
    #expect(told.child?.log == [#"didMap ["count", "name"]"#, "awake", "validate"])
    let error = #expect(throws: ModelError.self) { try Told(partialJSON: #"{"name": "a"}"#) }
    #expect(error?.code == .rejected)
  }

  @Test func elementsAreValidatedWhenTheyAreClosed() throws {
    let text = #"[{"name": "a"}, {"name": "b", "count": 1}, {"name": "c"}, {"name": "d""#
    #expect(try [Told](partialJSON: text).map(\.name) == ["b", "d"])
    #expect(try [Told](partialJSON: text + "}").map(\.name) == ["b"])
  }

  @Test func eachCallCallsTheHooks() throws {
    let told = Told()
    for text in ["", #"{"count": 1"#, #"{"count": 1, "name": "a"#, #"{"count": 1, "name": "ab"}"#] {
      try told.update(partialJSON: text)
    }
    #expect(
      told.log == [
        "didMap []", "awake", "didMap []", "awake", #"didMap ["count"]"#, "awake",
        #"didMap ["count", "name"]"#, "awake", "validate",
      ]
    )
  }

  // MARK: - Hooks for pairs and for the whole

  final class Pairs: ModelObject {
    var name = ""
    var count = 0
    var any: Any?
    var words: [String] = []
    var marks: [Int] = []
    var log: [String] = []

    override class var ignoredProperties: Set<String> { ["log"] }

    override func serializeValue(_ value: Any?, key: String) throws {
      log.append("\(key) \(value ?? "nil")")
      try super.serializeValue(value, key: key)
    }
  }

  @Test(arguments: [
    (#"{"name": "a"#, ["name a"]), (#"{"count": "1"#, []), (#"{"count": "1""#, ["count 1"]),
    (#"{"any": "a"#, ["any a"]), (#"{"words": "a"#, ["words a"]), (#"{"other": "a"#, []),
    (#"{"words": ["a", "b"#, [#"words ["a"]"#]), (#"{"marks": [1, "2"#, ["marks [1]"]),
  ])
  func theHookIsHandedCutTextWhereItIsKept(_ text: String, _ log: [String]) throws {
    let pairs = try Pairs(partialJSON: text)
    #expect(pairs.log == log)
    if text.contains(#""b"#) { #expect(pairs.words == ["a", "b"]) }
    if text.hasPrefix(#"{"marks"#) { #expect(pairs.marks == [1]) }
    if text.hasPrefix(#"{"name"#) { #expect(pairs.name == "a") }
  }

  @Test func cutTextThatMayBecomeADateWaits() throws {
    var options = MappingOptions()
    options.dates.conversion = .date
    #expect(try Pairs(partialJSON: #"{"any": "2015-09-03"#, options: options).log == [])
    let pairs = try Pairs(partialJSON: #"{"any": "2015-09-03""#, options: options)
    #expect(pairs.log == ["any 2015-09-03 00:00:00 +0000"])
  }

  class Choosy: ModelObject {
    var name = ""
    var shout = ""
    var others: [String: Any] = [:]
    var keys: [String] = []

    override class var ignoredProperties: Set<String> { ["keys"] }
    override class var unknownKeysProperty: String? { "others" }
    override class var keyMapping: [String: JSONKey] { ["name": "ext.name"] }
    override class var subclasses: Subclasses? { .byTag("kind", ["sub": SubChoosy.self]) }
    override class var transforms: [String: PropertyTransform] {
      ["shout": PropertyTransform(read: { ($0 as? String)?.uppercased() })]
    }

    override func serializeValue(_ value: Any?, key: String) throws {
      keys.append(key)
      try super.serializeValue(value, key: key)
    }
  }

  final class SubChoosy: Choosy {}

  @Test(arguments: ["ext", "shout", "kind"])
  func cutTextWaitsIfItIsOnlyAPartOrTransformedOrATag(key: String) throws {
    #expect(try Choosy(partialJSON: #"{"\#(key)": "a"#).keys == [])
    #expect(try Choosy(partialJSON: #"{"\#(key)": "a""#).keys == [key])
  }

  @Test func unknownKeysKeepCutText() throws {
    let choosy = try Choosy(partialJSON: #"{"x": "a"#)
    #expect(choosy.keys == ["x"] && choosy.others["x"] as? String == "a")
  }

  final class Changed: ModelObject {
    var name = ""
    var title = ""
    var count = 0

    override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
      dictionary["data"] as? [String: Any] ?? dictionary
    }
  }

  @Test func whatWillMapChangesIsOfWholeValues() throws {
    let same = try Changed(partialJSON: #"{"count": 1, "name": "a"#)
    #expect(same.name == "a" && same.count == 1)
    let changed = try Changed(partialJSON: #"{"data": {"title": "b", "count": "1"#)
    #expect(changed.title == "b" && changed.count == 0)
    #expect(try Changed(partialJSON: #"{"data": {"title": "b"#).title == "")
  }

  final class Shown: ModelObject {
    var text = "" { didSet { log.append("text \(text)") } }
    var day: Date? { didSet { log.append("day") } }
    var log: [String] = []

    override class var accessors: [String: PropertyAccessor] {
      ["text": .init(\Shown.text), "day": .init(\Shown.day)]
    }
    override class var ignoredProperties: Set<String> { ["log"] }
  }

  @Test func accessorsAreSetAsTheTextGrows() throws {
    let shown = Shown()
    for text in [#"{"text": "a"#, #"{"text": "ab", "day": "2014-05-06"#] {
      try shown.update(partialJSON: text)
    }
    #expect(shown.log == ["text a", "text ab"])
    try shown.update(partialJSON: #"{"day": "2014-05-06", "text": "abc"#)
    #expect(shown.log.suffix(2) == ["day", "text abc"])
  }

  // MARK: - Classes

  class Shape: ModelObject {
    var name = ""
    override class var subclasses: Subclasses? {
      .byTag("kind", ["circle": Circle.self, "box": Box.self])
    }
  }

  final class Circle: Shape { var radius = 0 }

  class Box: Shape {
    var width = 0
    override class var subclasses: Subclasses? { .byTag("form", ["cube": Cube.self]) }
  }

  final class Cube: Box {}

  final class Renaming: ModelObject {
    var shape: Shape?

    override func serializeValue(_ value: Any?, key: String) throws {
      var pairs = value as? [String: Any] ?? [:]
      pairs["name"] = "new"
      try super.serializeValue(pairs, key: key)
    }
  }

  @Test func whatAHookMakesOfAnOpenObjectWaitsForItsTag() throws {
    #expect(try Renaming(partialJSON: #"{"shape": {"name": "a""#).shape == nil)
    #expect(try Renaming(partialJSON: #"{"shape": {"kind": "circle""#).shape is Circle)
  }

  final class Drawing: ModelObject {
    var main: Shape?
    var shapes: [Shape] = []
    var named: [String: Shape] = [:]
  }

  @Test(arguments: [
    (#"{"name": "a", "kin"#, "-"), (#"{"name": "a", "kind": "circle"#, "-"),
    (#"{"name": "a", "kind": "circle""#, "Circle"), (#"{"kind": "circle", "name": "a"#, "Circle"),
    (#"{"kind": "other", "name"#, "Shape"), (#"{"name": "a"}"#, "Shape"), ("{", "-"),
    (#"{"kind": "box""#, "-"), (#"{"kind": "box"}"#, "Box"),
    (#"{"kind": "box", "form": "cube""#, "Cube"), (#"{"kind": null"#, "Shape"),
  ])
  func anObjectWaitsForItsTag(_ object: String, _ expected: String) throws {
    func name(_ shape: Shape?) -> String { shape.map { "\(type(of: $0))" } ?? "-" }
    #expect(name(try Drawing(partialJSON: #"{"main": "# + object).main) == expected)
    #expect(name(try Drawing(partialJSON: #"{"shapes": ["# + object).shapes.first) == expected)
    #expect(name(try Drawing(partialJSON: #"{"named": {"a": "# + object).named["a"]) == expected)
    #expect(name(try [Shape](partialJSON: "[" + object).first) == expected)
    // The root is there from the beginning.
    let root = name(try Shape(partialJSON: object))
    #expect(root == expected || expected == "-" && ["Shape", "Box"].contains(root))
  }

  @Test func anUpdateLeavesTheObjectUntilItsTagHasCome() throws {
    let drawing = try Drawing(json: #"{"main": {"kind": "circle", "name": "a", "radius": 1}}"#)
    let first = drawing.main
    try drawing.update(partialJSON: #"{"main": {"name": "b""#)
    #expect(drawing.main === first && first?.name == "a")
    try drawing.update(partialJSON: #"{"main": {"name": "b", "kind": "circle""#)
    #expect(drawing.main === first && first?.name == "b")
    try drawing.update(partialJSON: #"{"main": {"name": "c", "kind": "box"}"#)
    #expect(drawing.main is Box && first?.name == "b")
  }

  class Chosen: ModelObject {
    var kind = ""
    override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? {
      dictionary["kind"] as? String == "special" ? Special.self : nil
    }
  }

  final class Special: Chosen {}

  @Test func modelTypeIsAskedAboutWhatIsThere() throws {
    #expect(try !([Chosen](partialJSON: #"[{"kind": "special"#).first is Special))
    #expect(try [Chosen](partialJSON: #"[{"kind": "special""#).first is Special)
    #expect(try [Chosen](partialJSON: #"[{"kind": "spec"#).first?.kind == "spec")
  }

  // MARK: - Strict handling, paths, keys

  class Plain: ModelObject {
    var name = ""
    var count = 0
    var child: Plain?
    var deep = ""
    override class var keyMapping: [String: JSONKey] { ["deep": "ext.info[1].text"] }
  }

  @Test func nothingIsMissingInWhatIsOpen() throws {
    _ = try Plain(partialJSON: #"{"name": "a"#, options: .strict)
    _ = try Plain(partialJSON: #"{"name": "a", "count": "1"#, options: .strict)
    for (text, issues) in [
      (#"{"count": "x""#, ["count: expected Int, found String \"x\""]),
      (#"{"child": {"name": "a", "count": 1}"#, ["child.ext.info[1].text: missing"]),
    ] {
      let error = #expect(throws: ModelError.self) {
        try Plain(partialJSON: text, options: .strict)
      }
      #expect(error?.issues.map(\.path) == issues.map { String($0.prefix { $0 != ":" }) })
    }
    var options = MappingOptions()
    options.unknownKeys = .fail
    _ = try Plain(partialJSON: #"{"other": 1"#, options: options)
    let error = #expect(throws: ModelError.self) {
      try Plain(partialJSON: #"{"other": 1,"#, options: options)
    }
    #expect(error?.issues.map(\.path) == ["other"])
  }

  @Test func aReportIsNotToldOfWhatIsStillToCome() throws {
    let log = TextLog()
    var options = MappingOptions()
    options.issueHandler = { issues in log.add(issues.map(\.path)) }
    _ = try Plain(partialJSON: #"{"name": [], "count": "x"#, options: options)
    #expect(log.texts == ["name"])
  }

  @Test func pathsLeadToWhatHasCome() throws {
    #expect(try Plain(partialJSON: #"{"ext": {"info": [0, {"text": "a"#).deep == "a")
    #expect(try Plain(partialJSON: #"{"ext": {"info": [0, {"text""#).deep == "")
  }

  @Test func ofAKeyThatComesTwiceTheOneCountsThatHasCome() throws {
    #expect(try Plain(partialJSON: #"{"name": "a", "name": "b"#).name == "b")
    #expect(try Plain(partialJSON: #"{"name": "a", "name": "#).name == "a")
    #expect(try Plain(partialJSON: #"{"count": 1, "count": "2"#).count == 1)
  }

  final class Keeping: ModelObject {
    var name = ""
    var others: [String: Any] = [:]
    override class var unknownKeysProperty: String? { "others" }
  }

  @Test func unknownKeysAreKeptAsFarAsTheyHaveCome() throws {
    let keeping = try Keeping(partialJSON: #"{"name": "a", "size": 1, "text": "b"#)
    #expect(keeping.others["size"] as? Int == 1)
    #expect(keeping.others["text"] as? String == "b")
  }
}
