import Foundation
import ModelObjectKit
import Testing

@testable import ModelObjectTool

/// Objects whose keys are data are dictionaries.
struct MapTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let json: String
    let type: String
    var testDescription: String { "\(json.prefix(60)) -> \(type)" }

    init(_ json: String, _ type: String) {
      self.json = json
      self.type = type
    }
  }

  private static func keys(_ count: Int, _ value: String, prefix: String = "key") -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    let pairs = (0..<count).map { number in
      "\"\(prefix)_\(letters[number / 26])\(letters[number % 26])\": \(value)"
    }
    return "{\(pairs.joined(separator: ", "))}"
  }

  /// The value is under the key `a`.
  static let cases = [
    Case(#"{"12": 1, "13": 2.5}"#, "[String: Double]"),
    Case(#"{"2014-05-06": [1], "2014-05-07": null}"#, "[String: [Int]?]"),
    Case(#"{"12": 1, "name": 2}"#, "A?"),
    Case(#"{"v1.2.3": "x", "1.0.0-rc.1": "y"}"#, "[String: String]"),
    Case(#"{"/users": {"get": 1}, "/users/{id}": {"put": true}}"#, "[String: A]"),
    Case(#"{"a@example.com": 1}"#, "[String: Int]"),
    Case(#"{"EUR": 1.1, "USD": 1}"#, "[String: Double]"),
    Case(#"{"EUR": 1.1}"#, "A?"),
    Case(#"{"lodash.get": "1", "left-pad": "2", "@scope/x": "3"}"#, "[String: String]"),
    Case(#"{"lodash.get": "1", "left-pad": 2, "@scope/x": "3"}"#, "A?"),
    Case(keys(20, "1"), "[String: Int]"),
    Case(keys(19, "1"), "A?"),
    Case(keys(50, "\"x\""), "[String: String]"),
    Case(keys(49, "\"x\""), "A?"),
    Case(keys(20, "{\"x\": 1}"), "[String: A]"),
    Case(keys(20, "[1]"), "[String: [Int]]"),
    Case(#"[{"x": "1", "y": "2"}, {"z": "3"}]"#, "[[String: String]]"),
    Case(#"[{"x": "1", "y": "2"}, {"z": "3", "x": "4"}]"#, "[A]"),
    Case(#"[{"m": 1, "n": 2}, {"o": 1, "p": 2}, {"q": 3, "r": 4}]"#, "[[String: Int]]"),
    Case(#"[{"m": 1, "n": 2}, {"m": 1, "n": 2, "o": 3}, {"n": 3}]"#, "[A]"),
  ]

  @Test func unlikeObjectsUnderOneKeyAreNoDictionary() throws {
    let source = try source(
      #"""
      [{"changes": {"old_issue": {"id": 1, "title": "a"}, "old_repo": {"name": "x", "size": 2}}},
       {"changes": {"new_issue": {"id": 1, "title": "a"}, "new_repo": {"name": "x", "size": 2}}},
       {"changes": {"body": {"from": "x"}}}, {"changes": {"name": {"from": "y"}}},
       {"changes": {"name": {"from": "z"}, "title": {"from": "a"}}}]
      """#
    )
    #expect(source.contains("  var changes: Changes?\n"))
    #expect(source.contains("    var oldIssue: Issue?\n    var oldRepo: Repo?\n"))
    #expect(source.contains("    var body: Change?\n    var name: Change?\n"))
  }

  @Test(arguments: cases) func byTheirKeysAndValues(_ row: Case) throws {
    #expect(try source("{\"a\": \(row.json)}").contains("  var a: \(row.type)"))
  }

  @Test(arguments: [
    (#"{"headers": {"accept": "x"}}"#, "var headers: [String: String]"),
    (#"{"headers": [{"name": "accept", "value": "x"}]}"#, "var headers: [Header]"),
    (#"{"rates": {"eur": 1, "usd": 1.5}}"#, "var rates: [String: Double]"),
    (#"{"devDependencies": {"tap": "1"}}"#, "var devDependencies: [String: String]"),
    (#"{"users": {"ann": {"id": 1}, "bo": {"id": 2}, "cy": {"id": 3}}}"#, "[String: User]"),
    (#"{"users": {"first": {"id": 1}, "bo": {"id": 2}, "cy": {"id": 3}}}"#, "var users: Users?"),
    (#"{"images": {"a": {"id": 1}, "b": {"id": 2}, "c": {"id": 3}}}"#, "var images: Images?"),
    (#"{"headers": {"accept": "x", "length": 1}}"#, "var headers: Headers?"),
    (
      #"{"changes": {"title": {"from": "a"}, "body": {"from": "b"}, "text": {"from": "c"}}}"#,
      "var changes: [String: Change]"
    ),
    (
      #"{"changes": {"issue": {"a": 1, "b": 1}, "repository": {"c": 1, "d": 1, "e": 1}, "x": {"a": 1, "b": 1}, "y": {"c": 1, "d": 1, "e": 1}}}"#,
      "var changes: Changes?"
    ),
    (
      #"{"changes": {"a": {"from": 1}, "b": {"from": "x"}, "c": {"from": 2}}}"#,
      "var changes: Changes?"
    ),
  ])
  func byTheNameOverThem(_ json: String, _ declaration: String) throws {
    #expect(try source(json).contains(declaration))
  }

  @Test func threeObjectsWithTheSameKeysAreModels() throws {
    let object = Self.keys(30, "1")
    #expect(try source("{\"a\": [\(object), \(object)]}").contains("var a: [[String: Int]]"))
    #expect(try source("{\"a\": [\(object), \(object), \(object)]}").contains("var a: [A]"))
  }

  @Test func moreThan150PropertiesOfOneKindAreNone() throws {
    let object = "{\"x\": 1, " + Self.keys(151, "\"y\"").dropFirst()
    #expect(try source("{\"a\": \(object)}").contains("var a: [String: Any]"))
    #expect(try source(object).contains("unknownKeysProperty"))
  }

  @Test func valuesOfAllObjectsAreOfOneType() throws {
    let source = try source(#"{"a": [{"1": {"x": 1}}, {"2": {"x": 1.5, "y": null}}]}"#)
    #expect(source.contains("var a: [[String: A]]"))
    #expect(source.contains("var x = 0.0"))
    #expect(source.contains("var y: Any?  // always null"))
  }

  @Test func theUserDecides() throws {
    var generator = Generator()
    generator.choices = Choices(maps: ["colors"], classes: ["rates", "Root"])
    let json = #"{"colors": {"sky": {"hex": {"r": 1}}}, "rates": {"EUR": 1, "USD": 2}}"#
    let source = try generator.source(for: Data(json.utf8))
    #expect(source.contains("var colors: [String: Color]"))
    #expect(source.contains("var hex: Hex?"))
    #expect(source.contains("var rates: Rates?"))
  }

  @Test func theUserDecidesOfTheRoot() throws {
    var generator = Generator(className: "Color")
    generator.choices.maps = ["Color"]
    let maps = try generator.source(for: Data(#"{"sky": {"r": 1}, "sea": {"r": 2}}"#.utf8))
    #expect(maps.contains("Read it with `try [String: Color](json: data)`."))
    generator.choices = Choices(classes: ["Color"])
    let models = try generator.source(for: Data(#"{"1": {"r": 1}}"#.utf8))
    #expect(models.contains("var _1: "))
  }

  @Test(arguments: [
    (#"{"a": {"x": 1}}"#, "no object has the key"),
    (
      #"{"b": 2, "c": {"b": [true, "x"]}}"#,
      "no object is found under the key, but boolean or number or string or array"
    ),
    (#"{"b": null}"#, "the key is always null or empty"),
    (#"{"b": []}"#, "no object is found under the key, but array"),
    (
      #"{"c": [{"b": {"x": 1}}, {"b": 7}]}"#,
      "the property may be number or object, so it is of type Any"
    ),
  ])
  func aChoiceThatCanNotApplySaysWhy(_ json: String, _ reason: String) {
    for option in ["--map", "--class-for"] {
      var generator = Generator()
      if option == "--map" {
        generator.choices.maps = ["b"]
      } else {
        generator.choices.classes = ["b"]
      }
      let failure = #expect(throws: Failure.self) { try generator.source(for: Data(json.utf8)) }
      #expect(failure?.description == "'\(option) b' can't apply: \(reason)")
    }
  }

  @Test func noClassIsMadeOfEmptyObjects() throws {
    let json = Data(#"{"b": {}, "c": 1}"#.utf8)
    var generator = Generator()
    generator.choices.classes = ["b"]
    let failure = #expect(throws: Failure.self) { try generator.source(for: json) }
    #expect(
      failure?.description == "'--class-for b' can't apply: each object under the key is empty"
    )
    generator.choices = Choices(maps: ["b"])
    #expect(try generator.source(for: json).contains("var b: [String: Any]"))
  }

  @Test(arguments: [
    "42", "-7", "2014-05-06", "10.0.0.1", "9f86d081", "9F86D081-884C-4D63-A1B2-2C15B0F00A08",
    "5dtqz0yw3m1k8xv2", "1.0", "v2.0.1", "1.2.3-beta", "/a", "https://a.b", "a@b.c",
  ])
  func ids(_ key: String) {
    #expect(KeyLook.isID(key))
  }

  @Test(arguments: [
    "", "-", "/", "name", "2nd", "v1", "image12", "x2", "deadbeef", "addressLine2Of3", "@id",
    "a@b", "1.", "1.x", "480w_still",
  ])
  func names(_ key: String) {
    #expect(!KeyLook.isID(key))
  }

  private func source(_ json: String) throws -> String {
    try Generator().source(for: Data(json.utf8))
  }
}
