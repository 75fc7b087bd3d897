import Foundation
import ModelObjectKit
import Synchronization
import Testing

/// The issues of each call of a report.
private final class Told: Sendable {
  private let calls = Mutex<[[ModelError.Issue]]>([])

  func add(_ issues: [ModelError.Issue]) { calls.withLock { $0.append(issues) } }

  var texts: [[String]] { calls.withLock { $0.map { $0.map(\.description) } } }

  func options(_ options: MappingOptions = .lenient) -> MappingOptions {
    var options = options
    options.issueHandler = { self.add($0) }
    return options
  }
}

private struct Refusal: Error {}

private class Image: ModelObject {
  var width = 0
  override func validate() throws {
    if width < 0 { throw Refusal() }
  }
}

private class Person: ModelObject {
  var name = ""
  var age = 0
  var born: Date?
  var images: [Image] = []
}

private class Hooked: Person {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private final class Album: ModelObject {
  var width = 0
  var cover: Image?
  var albums: [Album] = []
  var byName: [String: Image] = [:]
}

private class Reporting: ModelObject {
  var id = 0
  var inner: Image?
  nonisolated(unsafe) static var told = Told()
  override class var mappingOptions: MappingOptions { told.options() }
}

@Suite(.serialized) struct ReportOption {
  private let json = #"""
    {"name": null, "age": "x", "born": 1, "other": 2, "images": [{"width": 1}, 5, {"width": -1}]}
    """#

  private let issues = [
    "name: null where a value is expected (String)", #"age: expected Int, found String "x""#,
    "images[1]: expected Image, found Int 5", "images[2]: rejected: Refusal()",
  ]

  @Test func isToldOnceOfWhatWasNotTaken() throws {
    for input in everyWay(json) {
      let told = Told()
      let person = try input.map(to: Person.self, options: told.options())
      #expect(person.images.map(\.width) == [1], "a report changes nothing")
      #expect(told.texts.map { $0.sorted() } == [issues.sorted()], "\(input)")
      let hooked = Told()
      _ = try input.map(to: Hooked.self, options: hooked.options())
      #expect(hooked.texts.map { $0.sorted() } == [issues.sorted()], "\(input)")
      let updated = Told()
      try input.update(Person(), options: updated.options())
      #expect(updated.texts.map { $0.sorted() } == [issues.sorted()], "\(input)")
    }
  }

  @Test func saysNothingWhereAllIsWell() throws {
    let told = Told()
    let person = try Person(json: #"{"other": 1, "age": 3}"#, options: told.options())
    #expect(person.age == 3)
    #expect(throws: ModelError.self) { try Person(json: #"{"age": "x""#, options: told.options()) }
    _ = try Person.explain(json: json, options: told.options())
    #expect(told.texts.isEmpty)
  }

  @Test func isToldBeforeAnErrorAndOfTheSame() throws {
    let told = Told()
    var options = told.options(.strict)
    options.unknownKeys = .fail
    let error = try #require(throws: ModelError.self) { try Person(json: json, options: options) }
    #expect(told.texts == [error.issues.map(\.description)])
    #expect(error.issueCount == 5)
  }

  @Test func saysNothingOfInputWithTooManyLevels() throws {
    let told = Told()
    var options = told.options()
    options.maximumDepth = 4
    let json = #"{"albums": [{"width": "x"}, {"albums": [{"albums": []}]}]}"#
    for input in everyWay(json) {
      let error = #expect(throws: ModelError.self, "\(input)") {
        try input.map(to: Album.self, options: options)
      }
      #expect(error?.code == .tooDeep && told.texts.isEmpty, "\(input)")
    }
  }

  @Test(arguments: [
    (#"{"": 1}"#, #""": unknown key"#), (#"{"cover": {"": 1}}"#, #"cover."": unknown key"#),
    (#"{"albums": [{"": 1}]}"#, #"albums[0]."": unknown key"#),
    (
      #"{"byName": {"": {"width": "x"}}}"#,
      #"byName."".width: expected Int, found String "x""#
    ),
  ])
  func pathsSpellTheEmptyKey(json: String, issue: String) throws {
    for input in everyWay(json) {
      let told = Told()
      var options = told.options()
      options.unknownKeys = .report
      _ = try input.map(to: Album.self, options: options)
      #expect(told.texts == [[issue]], "\(input)")
    }
  }

  @Test func keepsErrorsApart() throws {
    let told = Told()
    var options = told.options()
    options.missingKeys = .fail
    let ages = Array(repeating: #"{"age": "x", "born": null, "images": []}"#, count: 150)
    let error = try #require(throws: ModelError.self) {
      try [Person](json: "[\(ages.joined(separator: ","))]", options: options)
    }
    #expect(error.issueCount == 150 && error.issues.count == 100)
    #expect(error.issues.allSatisfy { $0.kind == .missingKey })
    #expect(error.issues.last?.path == "[99].name")
    #expect(told.texts.count == 1 && told.texts[0].count == 100)
    #expect(
      told.texts[0].prefix(2) == [
        #"[0].age: expected Int, found String "x""#, "[0].name: missing key (String)",
      ]
    )
  }

  @Test func isThatOfTheRootsClass() throws {
    Reporting.told = Told()
    _ = try Reporting(json: #"{"id": "x", "inner": {"width": []}}"#)
    _ = try [Reporting](json: #"[{"id": "x"}, {"id": 1}, {"inner": {"width": {}}}]"#)
    _ = try Reporting(dictionary: ["id": 1])
    #expect(
      Reporting.told.texts == [
        [#"id: expected Int, found String "x""#, "inner.width: expected Int, found an array"],
        [
          #"[0].id: expected Int, found String "x""#,
          "[2].inner.width: expected Int, found an object",
        ],
      ]
    )
    class Demanding: Reporting {
      override class var mappingOptions: MappingOptions {
        var options = MappingOptions()
        options.missingKeys = .fail
        return Reporting.told.options(options)
      }
    }
    Reporting.told = Told()
    let error = try #require(throws: ModelError.self) {
      try [Demanding](json: #"[{"id": 1}, {"inner": 5}]"#)
    }
    #expect(error.issues.map(\.path) == ["[1].id"] && error.issueCount == 1)
    #expect(
      Reporting.told.texts == [
        ["[1].inner: expected Image, found Int 5", "[1].id: missing key (Int)"]
      ]
    )
    class Holder: ModelObject { var held: Reporting? }
    Reporting.told = Told()
    _ = try Holder(json: #"{"held": {"id": "x"}}"#)
    #expect(Reporting.told.texts.isEmpty)
  }
}
