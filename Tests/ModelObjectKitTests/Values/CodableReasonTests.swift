import Foundation
import ModelObjectKit
import Testing

private enum Kind: String, Codable {
  case round, square
}

private struct Inner: Codable {
  var when: Date?
  var link: URL?
}

private struct Point: Codable {
  var x = 1.0
  var kind: Kind?
  var tags: [Int] = []
  var inner: Inner?
}

private final class Shape: ModelObject {
  var point: Point?
  var points: [Point] = []
  var byName: [String: Point] = [:]
  var count = 0
}

/// The message for a `Codable` value with a part that doesn't fit.
struct CodableReasons {
  /// Values that lack something, and what.
  private static let misfits: [(json: String, words: String)] = [
    (#"{"x": "y", "tags": []}"#, "x is not a Double"),
    (#"{"tags": []}"#, "x is missing"),
    (#"{"x": null, "tags": []}"#, "x is null"),
    (#"{"x": 1, "tags": {}}"#, "tags is not an array"),
    (#"{"x": 1, "tags": {"a": 1}, "inner": {}}"#, "tags is not an array"),
  ]

  /// Parts that are left nil or skipped, and what is said about them.
  private static let parts: [(json: String, issue: String)] = [
    (#"{"x": "1", "tags": [1, "b"]}"#, #".tags[1]: expected Int, found String "b""#),
    (#"{"x": 1, "tags": [], "inner": []}"#, ".inner: expected Inner, found an array"),
    (
      #"{"x": 1, "tags": [], "inner": {"when": true}}"#,
      ".inner.when: expected Date, found Bool true"
    ),
    (
      #"{"x": 1, "TAGS": [], "Inner": {"WHEN": "some day"}}"#,
      #".Inner.WHEN: expected Date, found String "some day""#
    ),
    (
      #"{"x": 1, "tags": [], "inner": {"link": 5}}"#,
      ".inner.link: expected URL, found Int 5"
    ),
    (
      #"{"x": 1, "tags": [], "kind": "oval"}"#,
      #".kind: expected Kind, found String "oval""#
    ),
  ]

  private func issues(_ make: () throws -> Shape) -> [String] {
    do {
      _ = try make()
      return []
    } catch {
      return (error as? ModelError)?.issues.map(\.description) ?? ["\(error)"]
    }
  }

  private func text(_ json: String) -> String {
    #"{"point": \#(json), "points": [{"x": 2, "tags": []}, \#(json)], "byName": {"a": \#(json)}, "count": 1}"#
  }

  @Test(arguments: misfits)
  func nameThePart(json: String, words: String) throws {
    let text = text(json)
    let parsed = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let dictionary = try #require(parsed)
    let expected = ["point", "points[1]", "byName.a"].map {
      "\($0): expected Point, found an object in which \(words)"
    }
    #expect(Set(issues { try Shape(json: text, options: .strict) }) == Set(expected))
    #expect(Set(issues { try Shape(dictionary: dictionary, options: .strict) }) == Set(expected))

    let report = try Shape.explain(json: text)
    let reason = "Point can't be decoded from an object in which \(words)"
    #expect(report.description.components(separatedBy: reason).count == 4)
    #expect(report.issues.map(\.path) == ["point", "points[1]", "byName.a"])
  }

  @Test(arguments: parts)
  func haveTheirOwnIssue(json: String, issue: String) throws {
    let text = text(json)
    let parsed = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let dictionary = try #require(parsed)
    let expected = ["point", "points[1]", "byName.a"].map { $0 + issue }
    #expect(Set(issues { try Shape(json: text, options: .strict) }) == Set(expected))
    #expect(Set(issues { try Shape(dictionary: dictionary, options: .strict) }) == Set(expected))
    #expect(try Shape.explain(json: text).issues.map(\.description) == expected)
    let shape = try Shape(json: text)
    #expect(shape.points.map(\.x) == [2, 1] && shape.point?.x == 1 && shape.byName["a"]?.x == 1)
  }

  @Test(arguments: ["5", #""x""#, "[1]", "true"])
  func sayNothingMoreOfAnotherValue(json: String) {
    let found = issues { try Shape(json: #"{"point": \#(json)}"#, options: .strict) }
    #expect(found.filter { $0.hasPrefix("point: expected Point, found") }.count == 1)
    #expect(!found.contains { $0.contains("in which") })
  }

  /// The message for one value isn't repeated for the next.
  @Test func areForgottenWithTheirValue() throws {
    let text =
      #"{"point": {"tags": []}, "points": [3, {"tags": [true]}, 4], "count": "x"}"#
    var options = MappingOptions()
    options.mismatches = .fail
    let found = issues { try Shape(json: text, options: options) }
    #expect(
      found == [
        "point: expected Point, found an object in which x is missing",
        "points[0]: expected Point, found Int 3",
        "points[1]: expected Point, found an object in which x is missing",
        "points[2]: expected Point, found Int 4",
        #"count: expected Int, found String "x""#,
      ]
    )
  }

  @Test func leaveTheRestAlone() throws {
    let shape = try Shape(
      json: #"{"point": {"x": "y"}, "points": [{"x": 3, "tags": [4]}, {}], "count": 5}"#
    )
    #expect(shape.point == nil && shape.points.map(\.x) == [3] && shape.count == 5)
  }
}
