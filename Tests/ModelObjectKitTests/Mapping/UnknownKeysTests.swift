import Foundation
import ModelObjectKit
import Testing

private class Camera: ModelObject {
  var name = ""
  var shots: Int8 = 0
  var maker: Maker?
  var spares: [Maker] = []
  var others: [String: Any] = [:]

  override class var unknownKeysProperty: String? { "others" }
}

private final class Maker: ModelObject {
  var city = ""
  var rest: [String: Any] = [:]

  override class var unknownKeysProperty: String? { "rest" }
}

/// The same with a hook that only calls `super`, which must change nothing.
private final class HookedCamera: Camera {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// The same with the hooks that get the whole object.
private final class WatchedCamera: Camera {
  private(set) var isWhole = false

  override class var ignoredProperties: Set<String> { ["isWhole"] }

  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] { dictionary }

  override func didMap(_ dictionary: [String: Any]) throws {
    isWhole = others.keys.allSatisfy { dictionary[$0] != nil }
  }
}

/// Also strict about unknown keys.
private let noUnknownKeys: MappingOptions = {
  var options = MappingOptions.strict
  options.unknownKeys = .fail
  return options
}()

/// A camera of a class, or of its subclass.
private func made(
  _ type: Camera.Type,
  _ json: String,
  _ options: MappingOptions? = nil
) throws -> Camera {
  let camera = type.init()
  try camera.update(json: json, options: options)
  return camera
}

/// The pairs that an object keeps, as JSON text with sorted keys.
private func text(_ pairs: [String: Any]) throws -> String {
  let texts = try pairs.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { pair in
    let value = try JSONSerialization.data(withJSONObject: pair.value, options: .fragmentsAllowed)
    return "\"\(pair.key)\":" + String(decoding: value, as: UTF8.self)
  }
  return "{" + texts.joined(separator: ",") + "}"
}

struct KeepingUnknownKeys {
  @Test(arguments: [
    (#"{"name": "a"}"#, "{}"),
    (#"{"name": "a", "lens": {"mm": [35]}}"#, #"{"lens":{"mm":[35]}}"#),
    (
      #"{"a": 1, "b": "x", "c": true, "d": null, "e": 0.5}"#,
      #"{"a":1,"b":"x","c":true,"d":null,"e":0.5}"#
    ),
    // Strings that mean null elsewhere are strings here, as in `Any`.
    (#"{"a": "null", "b": ""}"#, #"{"a":"null","b":""}"#),
    (
      #"{"a": 18446744073709551615, "b": [null, {"c": null}]}"#,
      #"{"a":18446744073709551615,"b":[null,{"c":null}]}"#
    ),
    // No key matches the property's own name, however it is spelled.
    (
      #"{"others": {"x": 1}, "Others": 2, "_others": 3}"#,
      #"{"Others":2,"_others":3,"others":{"x":1}}"#
    ),
    // A key belongs to its property, whatever happens to its value.
    (#"{"name": "a", "NAME": "b", "Shots": 300, "lens": 1}"#, #"{"lens":1}"#),
    (#"{"maker": 5, "spares": "x", "lens": 1}"#, #"{"lens":1}"#),
    (
      #"{"lens": 1, "Lens": 2, "LENS": 3, "": 4, "a.b": 5}"#,
      #"{"":4,"LENS":3,"Lens":2,"a.b":5,"lens":1}"#
    ),
  ])
  func asItCame(json: String, kept: String) throws {
    for input in everyWay(json) {
      try expectKept(Camera.self, input, kept)
      try expectKept(HookedCamera.self, input, kept)
      #expect(try expectKept(WatchedCamera.self, input, kept).isWhole)
    }
  }

  @discardableResult
  private func expectKept<Model: Camera>(
    _ type: Model.Type,
    _ input: JSONInput,
    _ kept: String
  ) throws -> Model {
    let label = Comment(rawValue: input.description)
    let camera = try input.map(to: type)
    #expect(try text(camera.others) == kept, label)
    let updated = Model()
    try input.update(updated, options: nil)
    #expect(updated == camera, label)
    #expect(try Model(json: camera.jsonString()) == camera, label)
    return camera
  }

  @Test func valuesAreThoseOfAny() throws {
    let json =
      #"{"big": 18446744073709551615, "exact": 0.1234567890123456789, "none": null, "day": "2014-05-06"}"#
    var options = MappingOptions()
    for conversion in [DateOptions.Conversion.automatic, .date, .timeInterval] {
      options.dates.conversion = conversion
      for type in [Camera.self, HookedCamera.self] {
        let camera = try made(type, json, options)
        let untyped = try Untyped(json: "{\"pairs\": \(json)}", options: options)
        #expect(
          camera.others.mapValues { "\(Swift.type(of: $0)) \($0)" }
            == untyped.pairs.mapValues { "\(Swift.type(of: $0)) \($0)" }
        )
      }
    }
  }

  @Test func ofAKeyThatStandsThereTwiceTheLastOne() throws {
    for type in [Camera.self, HookedCamera.self] {
      let camera = try made(type, #"{"lens": {"a": 1}, "name": "x", "lens": {"b": 2}}"#)
      #expect(try text(camera.others) == #"{"lens":{"b":2}}"#)
    }
  }

  @Test func whatNoNumberHoldsIsLeftOut() throws {
    let json = #"{"lens": 1e999, "lenses": [1, 1e999], "mount": 2}"#
    for type in [Camera.self, HookedCamera.self] {
      #expect(try text(made(type, json).others) == #"{"lenses":[1],"mount":2}"#)
      let input = JSONInput(json, by: .text)
      #expect(
        input.issues(mappingTo: Camera.self, options: noUnknownKeys).filter {
          $0.kind == .typeMismatch
        }.map(\.path) == [
          "lens", "lenses[1]",
        ]
      )
    }
  }

  @Test func anUpdateAddsAndReplacesWhole() throws {
    for type in [Camera.self, HookedCamera.self] {
      for way in WayIn.forms {
        let camera = try made(type, #"{"a": {"x": 1}, "b": 1}"#)
        try JSONInput(#"{"a": {"y": 2}, "c": null}"#, by: way).update(camera, options: nil)
        #expect(try text(camera.others) == #"{"a":{"y":2},"b":1,"c":null}"#)
        try JSONInput(#"{"name": "n"}"#, by: way).update(camera, options: nil)
        #expect(try text(camera.others) == #"{"a":{"y":2},"b":1,"c":null}"#)
      }
    }
  }

  @Test func nestedModelsKeepTheirOwn() throws {
    let json =
      #"{"name":"","shots":0,"maker":{"city":"Jena","since":1846},"spares":[{"city":"a","x":1},{"city":"b"}],"y":2}"#
    for input in everyWay(json) {
      let camera = try input.map(to: Camera.self)
      #expect(try text(camera.maker?.rest ?? [:]) == #"{"since":1846}"#)
      #expect(try camera.spares.map { try text($0.rest) } == [#"{"x":1}"#, "{}"])
      #expect(try camera.jsonString() == json)
      try input.update(camera, options: nil)
      #expect(try camera.jsonString() == json)
    }
    let cameras = try [Camera](json: "[\(json)]")
    #expect(try cameras.jsonString() == "[\(json)]")
  }

  @Test func depthCountsAsForAny() throws {
    var options = MappingOptions()
    options.maximumDepth = 3
    for way in WayIn.forms {
      _ = try JSONInput(#"{"a": {"b": {"c": 1}}}"#, by: way).map(to: Camera.self, options: options)
      let error = #expect(throws: ModelError.self) {
        try JSONInput(#"{"a": {"b": {"c": {}}}}"#, by: way).map(to: Camera.self, options: options)
      }
      #expect(error?.code == .tooDeep)
      #expect(error?.path.hasPrefix("a.b.c") == true)
    }
  }

  // MARK: - Which class says so

  private class Video: Camera {
    var frames = 0
    var more: [String: Any] = [:]

    override class var unknownKeysProperty: String? { "more" }
  }

  private final class Forgetful: Camera {
    override class var unknownKeysProperty: String? { nil }
  }

  @Test func theNearestClassAlone() throws {
    let json = #"{"frames": 1, "x": 1, "others": {"y": 2}}"#
    let video = try Video(json: json)
    #expect(try text(video.more) == #"{"x":1}"#)
    #expect(try text(video.others) == #"{"y":2}"#)
    #expect(try Forgetful(json: json).others.keys.sorted() == ["y"])
    #expect(try Late(json: json).others.keys.sorted() == ["frames", "others", "x"])
  }

  private final class Late: Camera {
    var extra = 0
  }

  // MARK: - Properties that the class leaves out

  private class Member: ModelObject {
    var name = ""
    private(set) var isAdmin = false
    var token = ""
    let id = 1
    weak var parent: Member?
    lazy var later = 2
    var closure: (() -> Void)?
    var others: [String: Any] = [:]

    override class var keyMapping: [String: JSONKey] { ["token": ["key", "auth.token"]] }
    override class var ignoredProperties: Set<String> { ["isAdmin", "token"] }
    override class var unknownKeysProperty: String? { "others" }
  }

  private final class Short: Member {
    override class var mappedProperties: Set<String>? { ["isAdmin"] }
  }

  @Test(arguments: [
    (#"{"is_admin": 1, "IsAdmin": 1, "_isAdmin": 1, "isAdmin": 1}"#, "{}", "{}"),
    (#"{"token": 1, "KEY": 1, "auth": {"token": 1}}"#, "{}", "{}"),
    (
      #"{"id": 1, "parent": 2, "later": 3, "closure": 4}"#,
      #"{"closure":4,"id":1,"later":3,"parent":2}"#, "{}"
    ),
    (#"{"Name": "a", "x": 1, "others": 2}"#, #"{"others":2,"x":1}"#, #"{"others":2,"x":1}"#),
  ])
  func areNoBackDoor(json: String, kept: String, keptOfShort: String) throws {
    for input in everyWay(json) {
      #expect(try text(input.map(to: Member.self).others) == kept)
      #expect(try text(input.map(to: Short.self).others) == keptOfShort)
    }
    let strict = JSONInput(#"{"name": "", "is_admin": true, "x": 1}"#, by: .text).issues(
      mappingTo: Member.self,
      options: noUnknownKeys
    )
    #expect(strict.map(\.path) == ["is_admin"])
  }

  private final class Closed: ModelObject {
    var others: [String: Any] = ["a": 1]
    override class var ignoredProperties: Set<String> { ["others"] }
    override class var unknownKeysProperty: String? { "others" }
  }

  @Test func aPropertyThatIsIgnoredKeepsNothing() throws {
    let closed = try Closed(json: #"{"x": 1, "others": {"y": 1}}"#)
    #expect(try text(closed.others) == #"{"a":1}"#)
    #expect(try closed.jsonString() == "{}")
    #expect(
      JSONInput(#"{"x": 1}"#, by: .text).issues(mappingTo: Closed.self, options: noUnknownKeys).map(
        \.path
      ) == ["x"]
    )
  }

  private final class Listed: ModelObject {
    var name = ""
    var others: [String: Any] = [:]
    override class var mappedProperties: Set<String>? { ["name", "others"] }
    override class var unknownKeysProperty: String? { "others" }
  }

  @Test func mappedPropertiesMayListIt() throws {
    let listed = try Listed(json: #"{"name": "a", "x": 1}"#)
    #expect(try listed.jsonString() == #"{"name":"a","x":1}"#)
  }

  // MARK: - Keys and paths

  private final class Mapped: ModelObject {
    var summary = ""
    var others: [String: Any] = [:]
    override class var keyMapping: [String: JSONKey] { ["summary": ["text", "ext.desc"]] }
    override class var unknownKeysProperty: String? { "others" }
  }

  private final class Exact: ModelObject {
    var userId = 0
    var others: [String: Any] = [:]
    override class var keyMatching: KeyMatching { .exact }
    override class var unknownKeysProperty: String? { "others" }
  }

  @Test func aPathThatLeadsNowhereIsKnownAllTheSame() throws {
    for input in everyWay(#"{"ext": {"other": 1}, "summary": "s", "desc": 2}"#) {
      #expect(try text(input.map(to: Mapped.self).others) == #"{"desc":2,"summary":"s"}"#)
    }
  }

  @Test func keysThatDifferInCaseAreUnknownToExactMatching() throws {
    let exact = try Exact(json: #"{"userId": 1, "user_id": 2, "USERID": 3}"#)
    #expect(try exact.jsonString() == #"{"userId":1,"USERID":3,"user_id":2}"#)
  }

  // MARK: - Hooks

  private final class Renaming: Camera {
    override func serializeValue(_ value: Any?, key: String) throws {
      switch key {
      case "secret": break
      case "lens": try super.serializeValue(value, key: "glass")
      case "count": try super.serializeValue((value as? Int).map { $0 + 1 }, key: key)
      case "title": try super.serializeValue(value, key: "name")
      default:
        try super.serializeValue(value, key: key)
        others["\(key)?"] = true
      }
    }
  }

  @Test func whatReachesSuper() throws {
    for input in everyWay(
      #"{"secret": 1, "lens": {"mm": [35]}, "count": 1, "title": "t", "x": null}"#
    ) {
      let camera = try input.map(to: Renaming.self)
      #expect(camera.name == "t")
      #expect(try text(camera.others) == #"{"count":2,"glass":{"mm":[35]},"x":null,"x?":true}"#)
    }
  }

  private final class RenamingAccessed: Camera {
    override class var accessors: [String: PropertyAccessor] {
      ["others": .init(\RenamingAccessed.others)]
    }
    override func serializeValue(_ value: Any?, key: String) throws {
      try super.serializeValue(value, key: key)
      others["\(key)?"] = true
    }
  }

  @Test func aHookMayAddToThemThroughAnAccessor() throws {
    for input in everyWay(#"{"x": 1, "y": null}"#) {
      let camera = try input.map(to: RenamingAccessed.self)
      #expect(try text(camera.others) == #"{"x":1,"x?":true,"y":null,"y?":true}"#)
      try camera.update(json: #"{"x": 2}"#)
      #expect(try text(camera.others) == #"{"x":2,"x?":true,"y":null,"y?":true}"#)
    }
  }

  /// Once, and only if there are any.
  @Test func anAccessorIsSetAtTheEnd() throws {
    final class Counting: ModelObject {
      var count = 0
      var others: [String: Any] = [:] { didSet { sets += 1 } }
      var sets = 0
      override class var ignoredProperties: Set<String> { ["sets"] }
      override class var unknownKeysProperty: String? { "others" }
      override class var accessors: [String: PropertyAccessor] {
        ["others": .init(\Counting.others)]
      }
    }
    for input in everyWay(#"{"count": 1, "COUNT": 2}"#) {
      #expect(try input.map(to: Counting.self).sets == 0)
    }
    for input in everyWay(#"{"x": 1, "count": 1, "COUNT": 2, "y": 2}"#) {
      #expect(try input.map(to: Counting.self).sets == 1)
    }
  }

  @Test func calledByHand() throws {
    let camera = Camera()
    try camera.serializeValue(1, key: "a")
    try camera.serializeValue(nil, key: "b")
    try camera.serializeValue("n", key: "NAME")
    #expect(try text(camera.others) == #"{"a":1,"b":null}"#)
    #expect(camera.name == "n")
  }

  private final class Rewritten: Camera {
    override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
      dictionary.filter { $0.key != "drop" }.merging(["new": [1]]) { $1 }
    }
  }

  @Test func whatWillMapAnswers() throws {
    for input in everyWay(#"{"drop": 1, "stay": 2}"#) {
      #expect(try text(input.map(to: Rewritten.self).others) == #"{"new":[1],"stay":2}"#)
    }
  }

  // MARK: - Strict handling, reports

  /// What a property takes whole is that property's, whatever paths lead into it; and an object in the
  /// place of an array is one issue.
  @Test func behindPaths() throws {
    class Outer: ModelObject {
      var whole: [String: Any] = [:]
      var x = 0
      override class var keyMapping: [String: JSONKey] { ["whole": "obj", "x": "obj.x"] }
    }
    class Inner: ModelObject {
      var whole: [String: Any] = [:]
      var x = 0
      override class var keyMapping: [String: JSONKey] { ["whole": "obj.in", "x": "obj.in.x"] }
    }
    class Deep: ModelObject {
      var x = 0
      override class var keyMapping: [String: JSONKey] { ["x": "obj.in.x"] }
    }
    class Indexed: ModelObject {
      var x = 0
      override class var keyMapping: [String: JSONKey] { ["x": "obj[0].x"] }
    }
    class Element: ModelObject {
      var whole: [String: Any] = [:]
      var x = 0
      override class var keyMapping: [String: JSONKey] { ["whole": "obj[0]", "x": "obj[0].x"] }
    }
    func expect<Model: ModelObject>(
      _ type: Model.Type,
      _ json: String,
      _ paths: [String] = [],
      expecting expected: [String] = []
    ) {
      for input in everyWay(json) {
        let issues = input.issues(mappingTo: type, options: noUnknownKeys)
        #expect(issues.map(\.path) == paths, "\(input)")
        #expect(issues.compactMap(\.expected) == expected, "\(input)")
      }
    }
    expect(Outer.self, #"{"obj": {"x": 1, "y": 2}}"#)
    expect(Inner.self, #"{"obj": {"in": {"x": 1, "y": 2}}}"#)
    expect(Inner.self, #"{"obj": {"in": {"x": 1}, "y": 2}}"#, ["obj.y"])
    expect(Deep.self, #"{"obj": {"in": {"x": 1, "y": 2}}}"#, ["obj.in.y"])
    expect(Indexed.self, #"{"obj": {"y": 2}}"#, ["obj"], expecting: ["an array"])
    expect(Indexed.self, #"{"obj": [{"x": 1, "y": 2}]}"#, ["obj[0].y"])
    expect(Element.self, #"{"obj": [{"x": 1, "y": 2}]}"#)
  }

  /// The keys for references are unknown, and kept, unless these count.
  @Test func areTheKeysForReferencesIfThoseDoNotCount() throws {
    class Plain: ModelObject {
      var name = ""
    }
    let json = #"{"$id": "1", "name": "a"}"#
    for input in everyWay(json) {
      var options = noUnknownKeys
      let issues = input.issues(mappingTo: Plain.self, options: options)
      #expect(issues.map(\.path) == ["$id"], "\(input)")
      options.references = .preserved
      #expect(input.issues(mappingTo: Plain.self, options: options) == [], "\(input)")
    }
  }

  @Test func areNotUnknownToStrictHandling() throws {
    let json =
      #"{"name": "a", "shots": 1, "spares": [{"city": "a", "x": 1}], "lens": 1, "others": 2}"#
    for input in everyWay(json) {
      #expect(input.issues(mappingTo: Camera.self, options: noUnknownKeys) == [])
      #expect(input.issues(mappingTo: HookedCamera.self, options: noUnknownKeys) == [])
      let camera = try input.map(to: Camera.self, options: noUnknownKeys)
      #expect(try text(camera.others) == #"{"lens":1,"others":2}"#)
    }
  }

  @Test func explainTellsThem() throws {
    let json =
      #"{"NAME": "a", "shots": 1, "maker": {"city": "b", "since": 1846}, "spares": [], "lens": {"mm": [35]}, "mount": null}"#
    #expect(
      try Camera.explain(json: json).description == """
        Camera: 8 mapped
          name             ← NAME         "a"
          shots            ← shots        1
          maker            ← maker
          maker.city       ← maker.city   "b"
          maker.rest.since ← maker.since  1846
          spares           ← spares       0 elements
          others.lens      ← lens         ["mm": [35]]
          others.mount     ← mount        null
        """
    )
    for input in everyWay(json) {
      let report = try Camera.explain(dictionary: input.dictionary())
      #expect(report.issues.isEmpty)
      #expect(report.unmapped.isEmpty)
      let pairs = Set(report.matches.map { [$0.property, $0.key] })
      #expect(
        pairs.isSuperset(of: [["others.lens", "lens"], ["maker.rest.since", "maker.since"]])
      )
    }
  }

  @Test func explainTellsWhyAValueIsNotKept() throws {
    #expect(
      try Maker.explain(json: #"{"city": "a", "x": 1e999}"#).description == """
        Maker: 1 mapped, 1 didn't fit
          city ← city  "a"
               – x     no number type can hold 1e999
        """
    )
  }

  // MARK: - Mistakes of the programmer

  private final class Misspelled: ModelObject {
    var others: [String: Any] = [:]
    override class var unknownKeysProperty: String? { "ohters" }
  }

  private final class OfAnotherType: ModelObject {
    var others: [String: String] = [:]
    override class var unknownKeysProperty: String? { "others" }
  }

  private final class Constant: ModelObject {
    let others: [String: Any] = [:]
    override class var unknownKeysProperty: String? { "others" }
  }

  private final class Underscored: ModelObject {
    var _others: [String: Any] = [:]
    override class var unknownKeysProperty: String? { "_others" }
  }

  private final class WithoutUnderscore: ModelObject {
    var _others: [String: Any] = [:]
    override class var unknownKeysProperty: String? { "others" }
  }

  @Test func aWrongNameStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try? Misspelled(json: "{}")
    }
    expect(
      result,
      says: ["Misspelled.unknownKeysProperty lists \"ohters\"", "Did you mean \"others\""]
    )
  }

  @Test func anotherTypeStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = OfAnotherType() == OfAnotherType()
    }
    expect(result, says: ["OfAnotherType.unknownKeysProperty lists \"others\"", "[String: Any]"])
  }

  @Test(.differs(.lets)) func aLetStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try? Constant(dictionary: [:])
    }
    expect(
      result,
      says: ["Constant.unknownKeysProperty lists \"others\"", "var others: [String: Any]"]
    )
  }

  /// What a kept value lacks is an issue from every source: in the text, and in a decoder, which
  /// can't say which number it is.
  @Test func partsThatNoTypeHoldsAreNoted() throws {
    let json = #"{"lens": {"a": 1e400, "b": 2}, "sizes": [1, 1e400, 3], "weight": 1e400}"#
    for input in everyWay(json, WayIn.verbatim + [.decoder]) {
      #expect(
        input.issues(mappingTo: Camera.self).filter { $0.kind == .typeMismatch }.map(\.path) == [
          "lens.a", "sizes[1]", "weight",
        ],
        "\(input)"
      )
      let camera = try input.map(to: Camera.self)
      #expect(try text(camera.others) == #"{"lens":{"b":2},"sizes":[1,3]}"#, "\(input)")
    }
  }

  @Test func eitherNameOfAWrapperWillDo() throws {
    #expect(
      try text(Underscored(json: #"{"x": 1, "others": 2}"#)._others) == #"{"others":2,"x":1}"#
    )
    #expect(
      try text(WithoutUnderscore(json: #"{"x": 1, "others": 2}"#)._others) == #"{"others":2,"x":1}"#
    )
  }
}

private final class Untyped: ModelObject {
  var pairs: [String: Any] = [:]
}
