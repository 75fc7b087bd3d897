import Foundation
import ModelObjectKit
import Testing

@testable import ModelObjectTool

/// Objects that are the same thing get one class, and others do not.
struct ClassTests {
  @Test func equalObjectsAreOfOneClassWhateverTheirSize() throws {
    let source = try source(
      #"""
      {"_links": {"self": {"href": "https://a.example"}, "next": {"href": "/b"}},
       "next_evolution": {"num": 1}, "prev_evolution": {"num": 2.5}}
      """#
    )
    #expect(classes(source) == ["Root", "Links", "Evolution", "Link"])
    #expect(source.contains("var `self`: Link?\n    var next: Link?"))
    #expect(source.contains("var nextEvolution: Evolution?\n  var prevEvolution: Evolution?"))
    #expect(source.contains("var num = 0.0"))
  }

  @Test func contradictingObjectsAreOfTwoClasses() throws {
    let source = try source(
      #"""
      {"current": {"id": 1, "temp": 3, "hum": 4, "wind": 5},
       "daily": [{"id": 1, "temp": {"min": 1}, "hum": 3, "wind": 4}]}
      """#
    )
    #expect(classes(source) == ["Root", "Current", "Daily", "Temp"])
    #expect(!source.contains("Any"))
  }

  @Test func aSmallObjectIsNotMergedIntoALargeOneOfItsName() throws {
    let source = try source(
      #"""
      {"issue": {"pull_request": {"url": "x", "html_url": "y"}},
       "pull_request": {"url": "x", "html_url": "y", "id": 1, "a": 1, "b": 1, "c": 1}}
      """#
    )
    #expect(classes(source) == ["Root", "Issue", "PullRequest", "IssuePullRequest"])
    #expect(source.contains("var id = 0"))
  }

  @Test func namesakesThatShareHalfOfTheirKeysAreOne() throws {
    let source = try source(
      #"{"a": {"user": {"id": 1, "name": "x"}}, "b": {"user": {"id": 2, "name": "y", "age": 3}, "c": 1}}"#
    )
    #expect(classes(source) == ["Root", "A", "B", "User"])
    #expect(source.contains("var age: Int?"))
  }

  @Test func anObjectInsideOfItsLikeIsOfTheSameClass() throws {
    let source = try source(
      #"{"name": "a", "children": [{"name": "b", "children": [{"name": "c", "children": []}]}]}"#
    )
    #expect(classes(source) == ["Root"])
    #expect(source.contains("var children: [Root] = []"))
  }

  @Test func aNameThatIsTakenGetsTheOneAroundIt() throws {
    let source = try source(
      #"""
      {"shop": {"data": {"x": 1, "y": 2}}, "data": {"z": "a", "w": "b"},
       "confirm": {"title": "a", "confirm": {"ok": true}}}
      """#
    )
    #expect(
      Set(classes(source)) == ["Root", "Shop", "RootData", "Confirm", "ShopData", "RootConfirm"]
    )
  }

  /// The classes are inside the root's, whose accessors would mean them.
  @Test func noClassHasTheNameOfAPropertyOfTheRoot() throws {
    let source = try source(#"{"автор": {"имя": "x"}, "b": {"автор": {"c": 1}}}"#)
    #expect(Set(classes(source)) == ["Root", "Rootавтор", "B", "Bавтор"])
  }

  /// In place of % there is an object with the keys `x`, `y`, `z` and `w`.
  @Test(arguments: [
    // The nearest to the root.
    (#"{"issue": {"assignee": %, "assignees": [%, %]}, "sender": %}"#, "Sender"),
    (#"{"a": {"b": {"deep": %}}, "c": {"near": %}}"#, "Near"),
    // Of several as near, the one with the most objects.
    (#"[{"closer": null, "user": %}, {"closer": %, "user": %}]"#, "User"),
    (#"{"best": %, "entries": [%, %]}"#, "Entry"),
    // What contains its like is called by the place around it.
    (#"{"comments": [{"x": 1, "y": "", "z": 0, "w": 0, "replies": [%, %, %]}]}"#, "Comment"),
  ])
  func aClassIsNamedForTheNearestPlace(_ json: String, _ name: String) throws {
    let object = #"{"x": 1, "y": "a", "z": 0, "w": 0}"#
    let source = try source(json.replacingOccurrences(of: "%", with: object))
    #expect(source.contains("  class \(name): ModelObject {\n    var x = 0\n    var y = \"\"\n"))
    #expect(source.components(separatedBy: "var x = 0").count == 2)
  }

  @Test func objectsOfDifferentShapesAreTwoClassesHoweverDeepTheyAre() throws {
    func nested(_ value: String) -> String {
      #"{"k1": {"k2": {"k3": {"k4": {"k5": {"k6": \#(value)}}}}}}"#
    }
    let json = #"{"a": \#(nested(#"{"x": 1}"#)), "b": \#(nested(#"{"y": true}"#))}"#
    let source = try source(json)
    #expect(source.contains("    var x = 0\n"))
    #expect(source.contains("    var y = false\n"))
    #expect(!source.contains("Int?") && !source.contains("Any"))
  }

  /// Compared pair by pair all the way down, these would take hours.
  @Test func objectsThatContainOneAnotherAreComparedInTime() throws {
    let source = try source(
      #"""
      [{"body": [{"node": {"type": "sum", "left": {"type": "sum"}}}]},
       {"body": [{"node": {"type": "function", "parts": [{"type": "name"}]}}]},
       {"body": [{"node": {"type": "assign", "left": {"type": "name", "a": [], "b": {}},
         "right": {"parts": [{"left": {"type": "name"}, "a": [], "b": {}}]}, "a": [], "b": {}}}]}]
      """#
    )
    #expect(classes(source) == ["Root", "Body", "Node", "Function", "Assign", "Right"])
  }

  /// Kinds that differ in one key, each once or twice.
  @Test(arguments: [2, 48, 49, 1100])
  func aFamilyMayHaveAnyNumberOfKinds(_ count: Int) throws {
    let objects = (0..<count).map { #"{"type": "kind_\#($0)", "id": \#($0), "key_\#($0)": 1}"# }
    let all = count > 1000 ? objects + objects : objects
    let source = try source("[\(all.joined(separator: ","))]")
    #expect(classes(source).count == count + 1)
    #expect(source.contains(#""kind_\#(count - 1)": Kind\#(count - 1).self"#))
  }

  @Test func manyTextsThatAreNoKindsMakeNoFamily() throws {
    let sentences = (0..<60).map { #"{"event": "Concert no. \#($0)", "key_\#($0 % 2)": 1}"# }
    #expect(classes(try source("[\(sentences.joined(separator: ","))]")) == ["Root"])
    let names = (0..<1100).map { #"{"object": "file\#($0).txt", "key_\#($0 % 2)": 1}"# }
    #expect(classes(try source("[\(names.joined(separator: ","))]")) == ["Root"])
  }

  @Test(arguments: [
    ("results", "Result"), ("objects", "Object"), ("cookies", "Cookie"), ("analyses", "Analysis"),
    ("errors", "RootError"), ("480w", "Item480w"),
  ])
  func classesAreCalledByTheirKeys(_ key: String, _ name: String) throws {
    #expect(classes(try source(#"{"\#(key)": [{"x": 1}]}"#)) == ["Root", name])
  }

  @Test func aTagMakesSubclasses() throws {
    let source = try source(
      #"""
      {"shapes": [{"type": "circle", "radius": 2, "name": "a"}, {"type": "square", "side": 3, "name": "b"},
                  {"type": "ring", "radius": 4, "name": "c"}, {"type": "dot", "name": "d"}]}
      """#
    )
    #expect(classes(source) == ["Root", "Shape", "Circle", "Square"])
    #expect(source.contains(#""circle": Circle.self,\#n          "ring": Circle.self,"#))
    // A dot is a shape with nothing more.
    #expect(source.contains("        ],\n        otherwise: Shape.self\n      )\n"))
    #expect(source.contains("class Circle: Shape {\n    var radius = 0\n  }"))
    #expect(source.contains("    var type: String?\n    var name = \"\"\n"))
  }

  @Test func aKeyOfSeveralKindsMakesSubclassesToo() throws {
    let source = try source(
      #"[{"kind": "one", "value": 1}, {"kind": "many", "value": [1, 2]}]"#
    )
    #expect(classes(source) == ["Root", "One", "Many"])
  }

  @Test func aTagThatIsNoTextEverywhereIsAny() throws {
    let source = try source(
      #"[{"type": "a", "x": 1}, {"type": "b", "y": 1}, {"type": {"z": 1}}, {"w": 1}]"#
    )
    #expect(classes(source) == ["Root", "A", "B"])
    #expect(source.contains("  var type: Any?  // string or object\n  var w: Int?\n"))
  }

  /// Wherever the objects with a tag come, one that lacks a key makes it optional.
  @Test(arguments: [
    #"""
    {"list": [{"kind": "a", "key": "t", "count": 3, "name": "v w",
      "child": {"child": {}, "name": "t", "key": "t", "count": 8}}],
     "other": [{"child": {"kind": "d", "key": "t"}},
      {"child": {"kind": "b", "child": {"kind": "a", "x": 1}}}]}
    """#,
    #"""
    {"recent": {"items": [{"kind": "a", "id": 1, "x": 1}, {"kind": "b", "id": 2, "y": 2}]},
     "pinned": {"items": [{"kind": "a", "id": 3}, {"kind": "b", "id": 4}]}}
    """#,
    #"""
    {"pinned": {"items": [{"kind": "a", "id": 3}, {"kind": "b", "id": 4}]},
     "recent": {"items": [{"kind": "a", "id": 1, "x": 1}, {"kind": "b", "id": 2, "y": 2}]}}
    """#,
  ])
  func keysThatATagsObjectsLackElsewhereAreOptional(_ json: String) throws {
    #expect(try source(json).contains("var x: Int?"))
  }

  @Test func objectsWithoutATagAreOfTheBaseClass() throws {
    let source = try source(
      #"""
      {"a": [{"type": "p", "k": 1, "l": 1, "m": 1, "x": 1}, {"type": "q", "k": 1, "y": 1}],
       "b": [{"type": "p", "k": 1, "l": 1, "m": 1, "x": 1}, {"k": 1, "w": 1}]}
      """#
    )
    #expect(classes(source) == ["Root", "A", "Q"])
    #expect(source.contains("    var x: Int?\n    var w: Int?\n"))
  }

  @Test(arguments: [
    #"[{"type": "a", "x": 1}, {"type": "b", "x": 2}]"#,
    #"[{"type": "a", "x": 1}, {"type": "b"}]"#,
    #"[{"type": "a", "p": 1, "q": 1, "r": 1, "s": 1, "t": 1, "x": 1}, {"type": "b", "p": 1, "q": 1, "r": 1, "s": 1, "t": 1, "y": 1}]"#,
    #"[{"type": "a", "x": 1}, {"kind": "b", "y": 2}]"#,
  ])
  func likeObjectsWithTagsAreOfOneClass(_ json: String) throws {
    #expect(classes(try source(json)) == ["Root"])
  }

  private func classes(_ source: String) -> [String] {
    source.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      return words.first == "class" ? String(words[1].dropLast()) : nil
    }
  }

  private func source(_ json: String) throws -> String {
    try Generator().source(for: Data(json.utf8))
  }
}
