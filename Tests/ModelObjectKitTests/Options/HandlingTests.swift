import Foundation
import ModelObjectKit
import Testing

private enum State: String, CaseIterable { case open, closed }
private enum Level: Int { case low = 1 }

private class Tag: ModelObject {
  var word = ""
  override func validate() throws {
    struct Empty: Error {}
    if word.isEmpty { throw Empty() }
  }
}

private class Entry: ModelObject {
  var state = State.open
  var level: Level?
  var states: [State] = []
  var count = 0
  var tag: Tag?
}

private class List: ModelObject {
  var entries: [Entry] = []
}

private class Shape: ModelObject {
  var name: String?
  override class var subclasses: Subclasses? {
    .byTag("kind", ["circle": Circle.self, "dot": Dot.self, "box": Box.self])
  }
}

private final class Dot: Shape {
  var size = 0
}

private final class Box: Shape {
  static let log = TextLog()
  var size = 0
  override class var mappingOptions: MappingOptions {
    var options = MappingOptions()
    options.issueHandler = { log.add($0.map(\.description)) }
    return options
  }
}

private final class Circle: Shape {
  var radius = 0.0
  override class var mappingOptions: MappingOptions {
    var options = MappingOptions()
    options.mismatches = .fail
    return options
  }
}

/// The handling of issues, and their content.
struct Handling {
  private static let json = #"{"state": "weird", "tag": {"word": ""}, "other": 1}"#

  private static let every: [MappingOptions.Handling] = [.ignore, .report, .fail]

  /// The issues that are passed to the handler, and those of the error.
  private func issues(
    _ input: any MappingInput,
    _ mismatches: MappingOptions.Handling,
    _ missing: MappingOptions.Handling,
    _ unknown: MappingOptions.Handling
  ) -> (told: Set<ModelError.Issue.Kind>, thrown: Set<ModelError.Issue.Kind>) {
    let log = TextLog()
    var options = MappingOptions()
    (options.mismatches, options.missingKeys, options.unknownKeys) = (mismatches, missing, unknown)
    options.issueHandler = { issues in log.add(issues.map { "\($0.kind)" }) }
    let kinds: [ModelError.Issue.Kind] = [.typeMismatch, .rejected, .missingKey, .unknownKey]
    var thrown: Set<ModelError.Issue.Kind> = []
    do {
      _ = try input.map(to: Entry.self, options: options)
    } catch {
      thrown = Set((error as? ModelError)?.issues.map(\.kind) ?? [])
    }
    return (Set(kinds.filter { log.texts.contains("\($0)") }), thrown)
  }

  @Test func isOfEachKindByItself() {
    for input in everyWay(Self.json) {
      for mismatches in Self.every {
        for missing in Self.every {
          for unknown in Self.every {
            func kinds(_ wanted: [MappingOptions.Handling]) -> Set<ModelError.Issue.Kind> {
              var kinds: Set<ModelError.Issue.Kind> = []
              if wanted.contains(mismatches) { kinds.formUnion([.typeMismatch, .rejected]) }
              if wanted.contains(missing) { kinds.insert(.missingKey) }
              if wanted.contains(unknown) { kinds.insert(.unknownKey) }
              return kinds
            }
            let found = issues(input, mismatches, missing, unknown)
            let place = "\(input) \(mismatches) \(missing) \(unknown)"
            #expect(found.told == kinds([.report, .fail]), "\(place)")
            #expect(found.thrown == kinds([.fail]), "\(place)")
          }
        }
      }
    }
  }

  @Test func issuesNameTheClassThatHasTheProperty() throws {
    let json = """
      [{"entries": [{"state": 5, "tag": {"word": ""}}, 7]}, 8, {"y": 1}]
      """
    var options = MappingOptions.strict
    options.unknownKeys = .fail
    let error = try #require(throws: ModelError.self) { try [List](json: json, options: options) }
    #expect(
      Set(error.issues.map { "\($0.path) \($0.kind) \($0.typeName)" }) == [
        "[0].entries[0].state typeMismatch Entry", "[0].entries[0].states missingKey Entry",
        "[0].entries[0].count missingKey Entry",
        "[0].entries[0].tag rejected Entry", "[0].entries[1] typeMismatch List",
        "[1] typeMismatch List", "[2].y unknownKey List", "[2].entries missingKey List",
      ]
    )
  }

  /// The case stands for the values that aren't known, and no server sends it.
  @Test func issuesDoNotListTheCaseForUnknownValues() throws {
    enum Light: String, CaseIterable, UnknownRepresentable { case red, green, unknown }
    enum Nothing: Int, CaseIterable, UnknownRepresentable { case unknown = 0 }
    class Crossing: ModelObject {
      var light = Light.red
      var second: Light?
      var all: [Light] = []
      var none = Nothing.unknown
    }
    let cases = [
      (#"{"light": "blue"}"#, #"light: expected one of red, green, found "blue""#),
      (#"{"second": "blue"}"#, #"second: expected one of red, green, found "blue""#),
      (#"{"all": ["red", "blue"]}"#, #"all[1]: expected one of red, green, found "blue""#),
      (#"{"none": 7}"#, "none: expected Nothing, found 7"),
    ]
    for (json, issue) in cases {
      var options = MappingOptions()
      nonisolated(unsafe) var issues: [String] = []
      options.issueHandler = { issues += $0.map { "\($0)" } }
      _ = try Crossing(json: json, options: options)
      #expect(issues == [issue])
    }
  }

  @Test func issuesListTheRawValuesOfAnEnum() throws {
    let cases = [
      (#"{"state": "weird"}"#, #"state: expected one of open, closed, found "weird""#),
      (#"{"state": {}}"#, "state: expected one of open, closed, found an object"),
      (#"{"states": ["open", "x"]}"#, #"states[1]: expected one of open, closed, found "x""#),
      (#"{"level": 7}"#, "level: expected Level, found Int 7"),
    ]
    for (json, issue) in cases {
      for input in everyWay(json) {
        let issues = input.issues(mappingTo: Entry.self, options: .strictButMissing)
        #expect(issues.map(\.description) == [issue], "\(input)")
      }
    }
  }

  /// The options are those of the class that the caller names, whatever class a tag picks.
  @Test(arguments: [
    [["kind": "circle", "radius": "x"], [:]], [[:], ["kind": "circle", "radius": "x"]],
    [[:], ["radius": "x"], ["kind": "circle", "radius": "x"], [:]],
  ])
  func isThatOfTheClassThatTheCallerNames(elements: [[String: String]]) throws {
    let json = String(decoding: try JSONEncoder().encode(elements), as: UTF8.self)
    #expect(try [Shape](json: json).count == elements.count)
    #expect(try [Shape](dictionaries: elements).count == elements.count)
    let circle = try #require(throws: ModelError.self) { try [Circle](json: json) }
    let same = try #require(throws: ModelError.self) { try [Circle](dictionaries: elements) }
    let paths = elements.indices.filter { elements[$0]["radius"] == "x" }.map { "[\($0)].radius" }
    #expect(circle.issues.map(\.path) == paths)
    #expect(same.issues.map(\.path) == circle.issues.map(\.path))
  }

  /// The handler of the named class gets the issues of all elements, in their places.
  @Test func issuesOfElementsAreInTheirPlaces() throws {
    let elements = ["box", "box", "box"].map { ["kind": $0, "size": "x"] }
    let text = String(decoding: try JSONEncoder().encode(elements), as: UTF8.self)
    _ = try [Shape](json: text)
    #expect(Box.log.texts.isEmpty)
    let issues = (0..<3).map { "[\($0)].size: expected Int, found String \"x\"" }
    for times in 1...2 {
      _ = try [Box](json: text)
      #expect(Box.log.texts.suffix(3) == issues && Box.log.texts.count == times * 6 - 3)
      _ = try [Box](dictionaries: elements)
      #expect(Box.log.texts.suffix(3) == issues && Box.log.texts.count == times * 6)
    }
    let others = [#"{"kind": "box"}"#, "7", "null", "[1]", #""x""#].joined(separator: ", ")
    #expect(try [Box](json: "[\(others)]").count == 1)
    let found = Box.log.texts.suffix(4)
    #expect(found.map { $0.prefix(3) } == ["[1]", "[2]", "[3]", "[4]"])
    var updated: [Box] = []
    try updated.update(json: "[\(others)]")
    #expect(Box.log.texts.suffix(4) == found)
  }
}
