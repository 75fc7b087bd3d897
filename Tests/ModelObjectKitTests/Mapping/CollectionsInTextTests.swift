import Foundation
import ModelObjectKit
import Testing

private class Item: ModelObject {
  var id = 0
  var tags: [String] = []
}

private final class HookedItem: Item {
  override func didMap(_ dictionary: [String: Any]) throws {
    if id < 0 { throw CocoaError(.featureUnsupported) }
  }
}

private class Drawer: ModelObject {
  var texts: [String] = []
  var integers: [Int] = []
  var doubles: [Double] = []
  var truths: [Bool] = []
  var pairs: [[Int]] = []
  var rings: [[[Double]]] = []
  var gaps: [Int?] = []
  var names: [String: String] = [:]
  var lists: [String: [Int]] = [:]
  var optionalTexts: [String]?
  var optionalNames: [String: Int]?
  var items: [Item] = []
  var optionalItems: [Item]?
  var itemsByKey: [String: Item] = [:]
  var hookedItems: [HookedItem] = []
}

private final class HookedDrawer: Drawer {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// A class whose properties aren't empty before a mapping.
private final class FullDrawer: Drawer {
  required init() {
    super.init()
    (texts, integers, doubles, truths) = (["a"], [1], [1.5], [true])
    (pairs, rings, gaps) = ([[1]], [[[1]]], [1])
    (names, lists) = (["a": "b"], ["a": [1]])
    (optionalTexts, optionalNames) = (["a"], ["a": 1])
    (items, optionalItems, itemsByKey, hookedItems) = (
      [Item()], [Item()], ["a": Item()], [HookedItem()]
    )
  }
}

/// Arrays and dictionaries are mapped to the same values from every kind of input.
struct CollectionsInText {
  private static let keys = [
    "texts", "integers", "doubles", "truths", "pairs", "rings", "gaps", "names", "lists",
    "optionalTexts", "optionalNames", "items", "optionalItems", "itemsByKey", "hookedItems",
  ]

  /// Values that fit some of the properties, or don't.
  private static let values = [
    "[]", "{}", "null", "1", "\"\"", "\"null\"", "true", "[[]]", "[[[]]]", "[{}]", "[null]",
    "[1]", "[1, 2, 3]", "[1.5, -0.25, 8.125]", "[\"1\", 2, \"x\"]", "[true, false]", "[\"yes\", 0]",
    "[\"a\", \"\", \"é\", \"\\n\"]", "[1, null, 3]", "[\"a\", null]", "[1, [2], 3]",
    "[[1, 2], [3, 4]]", "[[1, \"2\"], [\"x\"], null]", "[[[1.25, 2], [3, 4.5]], [[5, 6]]]",
    "[[[1.25, 2], [3, \"4.5\"]], null, [[5, {}]]]", "{\"a\": \"b\", \"\": \"c\"}",
    "{\"a\": 1, \"b\": \"2\"}", "{\"a\": [1, 2], \"b\": []}", "{\"a\": [1, \"x\"], \"b\": null}",
    "{\"a\": \"b\", \"a\": \"c\"}", "{\"a\": 1, \"\\u0061\": 2}", "[{\"id\": 1}, {\"id\": 2}]",
    "[{\"id\": 1, \"tags\": [\"x\"]}, null, 5, \"y\", [], {\"id\": \"2\"}]",
    "[{\"id\": -1}, {\"id\": 4}]", "[{\"id\": 1, \"ID\": 2}, {\"id\": 3}]",
    "{\"a\": {\"id\": 1}, \"b\": null, \"c\": {\"id\": 2}}",
    "{\"a\": {\"id\": 1}, \"a\": {\"id\": 2}}", "{\"a\": {\"id\": 1}, \"a\": 5}",
    "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]",
  ]

  private func sorted(_ model: ModelObject) throws -> String {
    var options = ExportOptions()
    options.sortedKeys = true
    return try model.jsonString(options: options)
  }

  /// Dictionaries are mapped without fast paths, so they show the right result.
  private func expectTheSame<Model: Drawer>(_ type: Model.Type, _ key: String) throws {
    for value in Self.values {
      let texts = try everyWay("{\"\(key)\": \(value)}").map {
        try sorted($0.map(to: type, options: nil))
      }
      #expect(Set(texts).count == 1, "\(type) \(key) \(value): \(texts)")
    }
  }

  @Test(arguments: keys)
  func becomeTheSameInEveryWay(key: String) throws {
    try expectTheSame(Drawer.self, key)
    try expectTheSame(HookedDrawer.self, key)
    try expectTheSame(FullDrawer.self, key)
  }

  /// A repeated key replaces the value, if the new one fits.
  @Test(arguments: keys)
  func leaveNothingBehindWhenReplaced(key: String) throws {
    for (place, first) in Self.values.enumerated() {
      for second in (Self.values + Self.values)[(place + 1)...(place + 3)] where second != "null" {
        let both = try FullDrawer(json: "{\"\(key)\": \(first), \"\(key)\": \(second)}")
        let fits = (try? FullDrawer(json: "{\"\(key)\": \(second)}", options: .strict)) != nil
        guard fits else { continue }
        let last = try FullDrawer(json: "{\"\(key)\": \(second)}")
        #expect(try sorted(both) == sorted(last), "\(key) \(first) \(second)")
      }
    }
  }

  @Test func tellTheFirstSyntaxError() {
    for (text, offset) in [
      ("{\"integers\": [1, 2", 18), ("{\"integers\": [1, x]}", 17),
      ("{\"items\": [{\"id\": 1}, ]}", 22), ("{\"names\": {\"a\" 1}}", 15),
      ("{\"texts\": [\"a\", \"\\x\"]}", 18), ("{\"items\": [5 6]}", 13),
      ("{\"rings\": [[[1, 01]]]}", 17),
    ] {
      let error = #expect(throws: ModelError.self) { try Drawer(json: text) }
      #expect(error?.code == .malformedJSON, "\(text)")
      #expect(
        error?.description.contains("line 1, column \(offset + 1)") == true,
        "\(text) \(error as Any)"
      )
    }
  }
}

private class Ends: ModelObject {
  var name = "none"
  var count = 7
  var list: [Int] = []
  var other: String?
  override class var keyMapping: [String: JSONKey] {
    [
      "name": "box.Name", "count": "box.counts.all", "list": "box.counts.list",
      "other": "box.other",
    ]
  }
}

/// Values at the ends of paths are read into properties during the walk.
struct EndsOfPaths {
  @Test(arguments: [
    (
      #"{"box": {"Name": "a", "counts": {"all": 1, "list": [1, 2]}, "other": null}}"#,
      "a 1 [1, 2] nil"
    ),
    (#"{"box": {"name": "a", "NAME": "b", "counts": {"all": 1}}}"#, "b 1 [] nil"),
    (#"{"box": {"Name": "a", "name": 5}}"#, "a 7 [] nil"),
    (#"{"box": {"Name": "a", "Name": {}}}"#, "none 7 [] nil"),
    (#"{"box": {"Name": {}, "other": "x"}}"#, "none 7 [] x"),
    (#"{"box": {"counts": {"all": 1}, "Counts": {"all": 2}}}"#, "none 1 [] nil"),
    (#"{"box": {"counts": {"all": 1, "list": [1]}, "counts": {"list": ["x"]}}}"#, "none 7 [] nil"),
    (#"{"box": {"Name": "a"}, "Box": {"Name": "b"}}"#, "a 7 [] nil"),
    (#"{"box": {"Name": "a"}, "box": 5}"#, "a 7 [] nil"),
    (#"{"box": [], "BOX": {"Name": "b"}}"#, "b 7 [] nil"),
  ])
  func areTheBestOnes(text: String, expected: String) throws {
    let model = try Ends(json: text)
    #expect("\(model.name) \(model.count) \(model.list) \(model.other ?? "nil")" == expected)
  }
}
