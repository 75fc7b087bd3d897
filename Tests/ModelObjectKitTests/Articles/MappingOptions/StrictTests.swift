import Foundation
import ModelObjectKit
import Testing

private final class Image: ModelObject {
  var imageId = 0
  var url: URL?
}

private class Person: ModelObject {
  var name = ""
  var age = 0
  var nickname: String?
  var image: Image?
  var images: [Image] = []
}

private final class Mapped: ModelObject {
  var bookId = 0
  var text = ""
  var optional: Int?

  override class var keyMapping: [String: JSONKey] {
    ["bookId": ["id", "ID"], "text": "ext.desc", "optional": "opt"]
  }
}

private final class ByName: ModelObject {
  var numbers: [String: Int] = [:]
  var images: [String: Image] = [:]
  var deep: [String: [String: Int]] = [:]
}

private final class Sparse: ModelObject {
  var needed = 0
  let constant = 1
  lazy var later = 2
  weak var owner: Person?
  var closure: () -> Void = {}
  var optional: Int?
  var ignored = 0
  var computed: Int { 5 }
  static nonisolated(unsafe) var shared = 0

  override class var ignoredProperties: Set<String> { ["ignored"] }
}

private final class Doubled: ModelObject {
  final class Awoken: @unchecked Sendable {
    private let lock = NSLock()
    private var number = 0
    var count: Int { lock.withLock { number } }
    func add() { lock.withLock { number += 1 } }
  }

  static let awoken = Awoken()
  var id = 0
  override func awake() { Self.awoken.add() }
}

/// The issues of strict options, one per line, sorted.
private func findings<Model: ModelObject>(
  _ input: some MappingInput,
  _ type: Model.Type,
  _ options: MappingOptions = .strict
) -> [String] {
  input.issues(mappingTo: type, options: options).map { "\($0.path): \($0.kind)" }.sorted()
}

struct StrictHandling {
  @Test(
    arguments: [
      (#"{"name": "a", "age": 1, "images": []}"#, []),
      (#"{"NAME": "a", "_age": "1", "images": [], "nickname": null, "image": null}"#, []),
      // Servers add fields.
      (#"{"name": "a", "age": 1, "images": [], "unknown": {"a": [1]}}"#, []),
      ("{}", ["age: missingKey", "images: missingKey", "name: missingKey"]),
      (#"{"name": "a", "age": "x", "images": []}"#, ["age: typeMismatch"]),
      (
        #"{"name": null, "age": null, "images": []}"#,
        ["age: unexpectedNull", "name: unexpectedNull"]
      ),
      (
        #"{"Name": {}, "AGE": [], "Images": 5, "image": "x", "NickName": {}}"#,
        [
          "AGE: typeMismatch", "Images: typeMismatch", "Name: typeMismatch",
          "NickName: typeMismatch", "image: typeMismatch",
        ]
      ),
      (
        #"""
        {"name": "a", "age": 1, "image": {},
         "images": [{"image_id": "x"}, {}, {"imageId": 1, "url": 5}, null, 7]}
        """#,
        [
          "image.imageId: missingKey", "images[0].image_id: typeMismatch",
          "images[1].imageId: missingKey", "images[2].url: typeMismatch",
          "images[3]: unexpectedNull", "images[4]: typeMismatch",
        ]
      ),
    ]
  )
  func listsEverythingThatIsWrong(json: String, issues: [String]) {
    for input in everyWay(json) {
      #expect(findings(input, Person.self) == issues, "\(input)")
    }
  }

  @Test(
    arguments: [
      (#"{"id": 1, "ext": {"desc": "a"}}"#, []),
      ("{}", ["ext.desc: missingKey", "id: missingKey"]),
      (#"{"bookId": 1, "text": "a", "ext": {}}"#, ["ext.desc: missingKey", "id: missingKey"]),
      (#"{"ID": "x", "EXT": {"DESC": {}}}"#, ["EXT.DESC: typeMismatch", "ID: typeMismatch"]),
      (
        #"{"id": null, "ext": {"desc": null}}"#, ["ext.desc: unexpectedNull", "id: unexpectedNull"]
      ),
      (#"{"id": null, "ID": 5, "ext.desc": "a", "opt": null}"#, []),
    ]
  )
  func namesAMissingKeyByItsFirstNameAndOthersAsTheInputDoes(json: String, issues: [String]) {
    for input in everyWay(json) {
      #expect(findings(input, Mapped.self) == issues, "\(input)")
    }
  }

  @Test func missesOnlyWhatIsMappedAndNotOptional() {
    for input in everyWay("{}") {
      #expect(findings(input, Sparse.self) == ["needed: missingKey"], "\(input)")
    }
  }

  @Test func throwsInvalidInputWithEverythingAPersonNeeds() throws {
    let json = #"{"name": "a", "age": "x", "images": [{"imageId": {}}]}"#
    for input in everyWay(json) {
      let error = try #require(throws: ModelError.self) {
        try input.map(to: Person.self, options: .strict)
      }
      #expect(error.code == .invalidInput, "\(input)")
      #expect(error.issueCount == 2, "\(input)")
      for issue in error.issues {
        #expect(issue.expected?.contains("Int") == true, "\(input)")
        #expect(issue.found != nil, "\(input)")
        #expect(issue.description.contains(issue.path), "\(input)")
      }
      for path in ["age", "images[0].imageId"] {
        #expect(error.description.contains(path), "\(input)")
        #expect(error.errorDescription?.contains(path) == true, "\(input)")
      }
    }
  }

  @Test(arguments: [(1, 1), (99, 99), (100, 100), (101, 100), (150, 100), (5_000, 100)])
  func listsAHundredIssuesAndCountsAll(count: Int, listed: Int) throws {
    let elements = Array(repeating: #""x""#, count: count).joined(separator: ",")
    for input in everyWay(#"{"name": "a", "age": 1, "images": [\#(elements)]}"#) {
      let error = try #require(throws: ModelError.self) {
        try input.map(to: Person.self, options: .strict)
      }
      #expect(error.issueCount == count, "\(input)")
      #expect(error.issues.map(\.path) == (0..<listed).map { "images[\($0)]" }, "\(input)")
    }
  }

  @Test(arguments: [1, 50, 500])
  func countsOneIssueOfKeysThatCompete(count: Int) throws {
    let element = #"{"id": {}, "ID": []}"#
    let json = "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
    let items = Array(repeating: ["id": [:], "ID": []] as [String: Any], count: count)
    for read in [
      { try [Doubled](json: json, options: .strict) },
      { try [Doubled](dictionaries: items, options: .strict) },
    ] {
      let error = #expect(throws: ModelError.self) { try read() }
      #expect(error?.issueCount == count)
      #expect(error?.issues.count == min(count, 100))
    }
    #expect(Doubled.awoken.count == 0)
  }

  @Test func countsAcrossLevels() throws {
    let image = #"{"imageId": "x", "url": 5}"#
    let elements = Array(repeating: image, count: 60).joined(separator: ",")
    for input in everyWay(#"{"name": {}, "age": 1, "images": [\#(elements)]}"#) {
      let error = try #require(throws: ModelError.self) {
        try input.map(to: Person.self, options: .strict)
      }
      #expect(error.issueCount == 121, "\(input)")
      #expect(error.issues.count == 100, "\(input)")
    }
  }

  @Test func ofARootArrayPathsBeginWithTheIndex() throws {
    let json = #"[{"imageId": 1}, {"imageId": "x"}, 5, null, {}]"#
    let paths = ["[1].imageId", "[2]", "[3]", "[4].imageId"]
    let fromText = try #require(throws: ModelError.self) {
      try [Image](json: json, options: .strict)
    }
    #expect(fromText.code == .invalidInput)
    #expect(fromText.issues.map(\.path) == paths)
    let fromData = try #require(throws: ModelError.self) {
      try [Image](json: Data(json.utf8), options: .strict)
    }
    #expect(fromData.issues.map(\.path) == paths)
    let fromDictionaries = try #require(throws: ModelError.self) {
      try [Image](dictionaries: [["imageId": 1], ["imageId": "x"], [:]], options: .strict)
    }
    #expect(fromDictionaries.issues.map(\.path) == ["[1].imageId", "[2].imageId"])
    let named = try #require(throws: ModelError.self) {
      try [String: Image](json: #"{"a": {"imageId": 1}, "b": {}, "c": 5}"#, options: .strict)
    }
    #expect(named.issues.map(\.path).sorted() == ["b.imageId", "c"])
  }

  /// If a key repeats, the last value is used, and issues of the first are dropped.
  @Test(
    arguments: [
      (#"{"numbers": {"a": "x", "b": 2, "a": 1}}"#, []),
      (#"{"numbers": {"a": 1, "b": 2, "a": "x"}}"#, ["numbers.a"]),
      (#"{"images": {"a": {"imageId": "x"}, "b": {"imageId": 2}, "a": {"imageId": 1}}}"#, []),
      (#"{"images": {"a": 5, "b": {"imageId": 2}, "a": {"imageId": "y"}}}"#, ["images.a.imageId"]),
      ("{\"numbers\": {\"\u{212A}\": \"x\", \"K\": 1}}", []),
      (#"{"deep": {"a": {"b": 1, "b": []}, "a": {"b": "x", "b": 2}}}"#, []),
    ] as [(String, [String])]
  )
  func looksAtTheLastOfTheSameKey(json: String, paths: [String]) throws {
    var options = MappingOptions()
    options.mismatches = .fail
    var found: [String] = []
    do {
      _ = try ByName(json: json, options: options)
    } catch let error as ModelError {
      found = error.issues.map(\.path)
    }
    #expect(found == paths)
    let model = try ByName(json: json)
    #expect(model.numbers["b"] ?? 2 == 2 && model.images["b"]?.imageId ?? 2 == 2)
  }

  @Test func holdsForUpdatesToo() throws {
    for input in everyWay(#"{"name": "b", "age": "x", "images": []}"#) {
      let person = Person()
      let error = try #require(throws: ModelError.self) {
        try input.update(person, options: .strict)
      }
      #expect(error.code == .invalidInput && error.issues.map(\.path) == ["age"], "\(input)")
      // A value that fits isn't mapped either.
      #expect(person.name == Person().name, "\(input)")
      // An object that is updated already has values for missing keys.
      var options = MappingOptions.strict
      options.mismatches = .ignore
      try input.update(person, options: options)
      #expect(person.name == "b", "\(input)")
    }
  }
}

struct HandlingByKind {
  private static let json = #"{"age": "x", "image": {"unknown": 1, "url": null}, "zzz": 1, "": 2}"#

  @Test func mismatchesAlone() {
    var options = MappingOptions()
    options.mismatches = .fail
    for input in everyWay(Self.json) {
      #expect(findings(input, Person.self, options) == ["age: typeMismatch"], "\(input)")
    }
  }

  /// An object that was there lacks nothing, unless it was made with a new one.
  @Test func keysOfObjectsThatWereThereAreNotMissing() throws {
    final class Part: ModelObject {
      var x = 0
      var y = 0
    }
    final class Whole: ModelObject {
      var part = Part()
      var wholes: [Whole] = []
    }
    var options = MappingOptions()
    options.missingKeys = .fail
    for way in WayIn.forms {
      func missing(_ json: String) throws -> [String] {
        do {
          try JSONInput(json, by: way).update(Whole(), options: options)
          return []
        } catch let error as ModelError {
          return error.issues.map(\.path)
        }
      }
      #expect(try missing(#"{"part": {"x": 1}}"#) == [])
      #expect(
        try missing(#"{"wholes": [{"part": {"x": 1}}]}"#) == [
          "wholes[0].part.y", "wholes[0].wholes",
        ]
      )
    }
  }

  @Test func missingKeysAlone() {
    var options = MappingOptions()
    options.missingKeys = .fail
    for input in everyWay(Self.json) {
      #expect(
        findings(input, Person.self, options) == [
          "image.imageId: missingKey", "images: missingKey", "name: missingKey",
        ],
        "\(input)"
      )
    }
  }

  @Test func unknownKeysAlone() {
    var options = MappingOptions()
    options.unknownKeys = .fail
    for input in everyWay(Self.json) {
      #expect(
        findings(input, Person.self, options) == [
          "\"\": unknownKey", "image.unknown: unknownKey", "zzz: unknownKey",
        ],
        "\(input)"
      )
    }
  }

  @Test func aKeyThatAPathReadsIsKnown() {
    var options = MappingOptions()
    options.unknownKeys = .fail
    for input in everyWay(#"{"ext": {"desc": "a"}, "id": 1, "opt": null}"#) {
      #expect(findings(input, Mapped.self, options) == [], "\(input)")
    }
  }

  @Test func strictIsMismatchesAndMissingKeys() {
    let strict = MappingOptions.strict
    #expect(strict.mismatches == .fail)
    #expect(strict.missingKeys == .fail)
    #expect(strict.unknownKeys == .ignore)
    #expect(strict.maximumDepth == 512)
    for lenient in [MappingOptions.lenient, MappingOptions()] {
      #expect(lenient.mismatches == .report)
      #expect(lenient.missingKeys == .ignore)
      #expect(lenient.unknownKeys == .ignore)
      #expect(lenient.maximumDepth == 512)
    }
  }
}

struct WrongRoots {
  @Test(arguments: ["[]", "[{}]", "5", "true", "null", #""text""#, "[[]]", " []", "\n\t[1, 2] "])
  func anObjectIsAskedFor(json: String) {
    #expect(code { _ = try Person(json: json) } == .unexpectedRoot)
    #expect(code { _ = try Person(json: Data(json.utf8), options: .strict) } == .unexpectedRoot)
    #expect(code { try Person().update(json: json) } == .unexpectedRoot)
    #expect(code { _ = try [String: Person](json: json) } == .unexpectedRoot)
  }

  @Test(arguments: ["{}", #"{"a": []}"#, "5", "true", "null", #""text""#, " {}", "\n{\"a\": 1}"])
  func anArrayIsAskedFor(json: String) {
    #expect(code { _ = try [Person](json: json) } == .unexpectedRoot)
    #expect(code { _ = try [Person](json: Data(json.utf8), options: .strict) } == .unexpectedRoot)
  }

  @Test(
    arguments: [
      "", " ", "{", #"{"a"}"#, #"{"a":}"#, #"{"a": 1,}"#, "{} x", "nul", #"{"a": 01}"#, "[1",
      #"{"unknown": [tru]}"#, #"{'a': 1}"#,
    ]
  )
  func malformedTextIsNamedAsSuch(json: String) {
    #expect(code { _ = try Person(json: json) } == .malformedJSON)
    #expect(code { _ = try Person(json: Data(json.utf8)) } == .malformedJSON)
    #expect(code { try Person().update(json: json) } == .malformedJSON)
  }

  @Test func malformedTextIsShownByLineAndColumn() throws {
    let error = try #require(throws: ModelError.self) {
      try Person(json: "{\n  \"name\": \"a\",\n  \"age\": x\n}")
    }
    #expect(error.description.contains("3"))
    #expect(error.description.contains("10"))
  }

  private func code(_ body: () throws -> Void) -> ModelError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? ModelError)?.code
    }
  }
}
