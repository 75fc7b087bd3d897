import Foundation
import ModelObjectKit
import Testing

private class Person: ModelObject {
  var name = ""
  var role = ""
  var boss: Person?
  var team: [Person] = []
  var byName: [String: Person] = [:]
  var counts: [String: Int] = [:]
  var any: Any?
  var point: Point?
  var listing: Listing?
  var spots: [Point] = []
  var code = 0
  var user_name = ""
  var userName = ""
  override class var keyMapping: [String: JSONKey] { ["code": ["id", "ID", "ext.code"]] }
}

private struct Point: Codable, Equatable {
  var x = 0
}

/// Asks for all keys that are there.
private struct Listing: Codable, Equatable {
  struct Key: CodingKey {
    let stringValue: String
    let intValue: Int? = nil
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
  var keys: [String] = []

  init(from decoder: any Decoder) throws {
    let pairs = try decoder.container(keyedBy: Key.self)
    keys = pairs.allKeys.map(\.stringValue).sorted()
  }

  func encode(to encoder: any Encoder) throws {
    var pairs = encoder.container(keyedBy: Key.self)
    for key in keys { try pairs.encode(1, forKey: Key(stringValue: key)) }
  }
}

private final class Exact: ModelObject {
  var role = ""
  override class var keyMatching: KeyMatching { .exact }
}

private final class Hooked: Person {
  override func serializeValue(_ value: Any?, key: String) throws {
    // Passed on under a key that the input has too.
    try super.serializeValue(value, key: key == "title" ? "role" : key)
  }
}

private final class Prepared: Person {
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
    dictionary.merging(["NAME": "added"]) { old, _ in old }
  }
  override func didMap(_ dictionary: [String: Any]) throws {}
}

private final class Lined: Person {
  override func awake() {}
  override class var accessors: [String: PropertyAccessor] { ["role": .init(\Lined.role)] }
}

private class Shape: ModelObject {
  var id = 0
  override class var subclasses: Subclasses? { .byTag("kind", ["circle": Circle.self]) }
}

private final class Circle: Shape {
  var radius = 0
}

private final class Careful: ModelObject {
  var role = ""
  override class var mappingOptions: MappingOptions {
    var options = MappingOptions()
    options.duplicateKeys = .fail
    return options
  }
}

private func options(
  _ handling: MappingOptions.Handling,
  _ change: (inout MappingOptions) -> Void = { _ in }
) -> MappingOptions {
  var options = MappingOptions()
  options.duplicateKeys = handling
  change(&options)
  return options
}

/// The issues, or those of the error.
private func issues(_ body: () throws -> Void) -> [String] {
  do {
    try body()
    return []
  } catch let error as ModelError where error.code == .invalidInput {
    return error.issues.map { "\($0)" }
  } catch {
    return ["\(error)"]
  }
}

struct DuplicateKeys {
  static let found: [(json: String, issues: [String])] = [
    (#"{"role": "a", "role": "b"}"#, ["role: duplicate key"]),
    (#"{"role": "a", "ROLE": "b"}"#, ["ROLE: duplicate key, also spelled role"]),
    (#"{"ro_le": "a", "name": "x", "role": "b"}"#, ["role: duplicate key, also spelled ro_le"]),
    (#"{"r\u006fle": "a", "role": "b"}"#, ["role: duplicate key"]),
    (
      #"{"role": 1, "Role": 2, "role": 3}"#,
      ["Role: duplicate key, also spelled role", "role: duplicate key"]
    ),
    (#"{"role": "a", "name": "b"}"#, []),
    // Unknown keys.
    (
      #"{"zip": 1, "ZIP": 2, "zip": 3}"#,
      ["ZIP: duplicate key, also spelled zip", "zip: duplicate key"]
    ),
    (#"{"zip": {"a": 1, "A": 2, "a": 3}}"#, ["zip.a: duplicate key"]),
    (#"{"ÄPFEL": 1, "a\u0308pfel": 2}"#, ["a\u{308}pfel: duplicate key, also spelled ÄPFEL"]),
    // Keys that fold to nothing match nothing.
    (#"{"_": 1, "-": 2, "": 3}"#, []),
    (#"{"_": 1, "-": 2, "_": 3}"#, ["_: duplicate key"]),
    // Every level.
    (
      #"{"boss": {"boss": {"role": "a", "Role": "b"}}}"#,
      ["boss.boss.Role: duplicate key, also spelled role"]
    ),
    (#"{"team": [{}, {"role": "a", "role": "b"}]}"#, ["team[1].role: duplicate key"]),
    (#"{"team": [5, {"role": "a", "role": "b"}]}"#, ["team[1].role: duplicate key"]),
    (
      #"{"byName": {"a": {}, "A": {"role": 1, "ROLE": 2}}}"#,
      ["byName.A.ROLE: duplicate key, also spelled role"]
    ),
    (#"{"byName": {"a": {}, "a": {}}}"#, ["byName.a: duplicate key"]),
    // Dictionaries, untyped values and values of other types.
    (#"{"counts": {"a": 1, "A": 2}}"#, []),
    (#"{"counts": {"a": 1, "a": 2}}"#, ["counts.a: duplicate key"]),
    (#"{"any": [{"a": 1, "A": 2}, {"a": 1, "a": 2}]}"#, ["any[1].a: duplicate key"]),
    (#"{"point": {"x": 1, "X": 2}}"#, ["point.X: duplicate key, also spelled x"]),
    (#"{"point": {"x": 1, "x": 2}}"#, ["point.x: duplicate key"]),
    (#"{"listing": {"x": 1, "X": 2}}"#, []),
    (#"{"listing": {"x": 1, "x": 2}}"#, ["listing.x: duplicate key"]),
    (#"{"name": {"x": 1, "x": 2}}"#, ["name.x: duplicate key"]),
    // Different keys of one property, or of two.
    (#"{"id": 1, "ID": 2, "ext": {"code": 3}}"#, []),
    (#"{"id": 1, "ID": 2, "ID": 3}"#, ["ID: duplicate key"]),
    (#"{"id": 1, "Id": 2}"#, ["Id: duplicate key, also spelled id"]),
    (#"{"Id": 1, "id": 2}"#, ["id: duplicate key, also spelled Id"]),
    (#"{"userName": "a", "user_name": "b"}"#, []),
    (
      #"{"userName": "a", "user_name": "b", "user-name": "c"}"#,
      ["user-name: duplicate key, also spelled userName"]
    ),
    // Objects that only paths enter.
    (#"{"ext": {"code": 1, "CODE": 2}}"#, ["ext.CODE: duplicate key, also spelled code"]),
    (#"{"ext": {"zip": 1, "Zip": 2, "code": 3}}"#, ["ext.Zip: duplicate key, also spelled zip"]),
    (#"{"id": 1, "ext": {"code": 3, "Code": 4}}"#, ["ext.Code: duplicate key, also spelled code"]),
    (#"{"ext": {"code": {"a": 1, "A": 2}}}"#, []),
    // A value that loses has been in the input.
    (
      #"{"boss": {"role": 1, "role": 2}, "boss": {}}"#,
      ["boss.role: duplicate key", "boss: duplicate key"]
    ),
  ]

  @Test(arguments: found)
  func areFoundInText(json: String, issues expected: [String]) {
    #expect(issues { _ = try Person(json: json, options: options(.fail)) } == expected)
    #expect(issues { try Person().update(json: json, options: options(.fail)) } == expected)
    #expect(issues { _ = try Hooked(json: json, options: options(.fail)) } == expected)
    #expect(issues { _ = try Prepared(json: json, options: options(.fail)) } == expected)
    #expect(issues { _ = try Lined(json: json, options: options(.fail)) } == expected)
    #expect(issues { _ = try Person(json: json) } == [])
    let list = "[{}, \(json)]"
    let inList = expected.map { "[1].\($0)" }
    #expect(issues { _ = try [Person](json: list, options: options(.fail)) } == inList)
    let wrapped = #"{"data": {"list": [{}, \#(json)]}}"#
    let inPath = expected.map { "data.list[1].\($0)" }
    #expect(
      issues { _ = try [Person](json: wrapped, at: "data.list", options: options(.fail)) } == inPath
    )
  }

  @Test(arguments: found)
  func areReportedWithoutAnError(json: String, issues expected: [String]) throws {
    let log = Log()
    let reporting = options(.report) { $0.issueHandler = { log.add($0.map { "\($0)" }) } }
    let person = try Person(json: json, options: reporting)
    #expect(log.lines.filter { $0.contains("duplicate") } == expected)
    #expect(person == (try Person(json: json)))
    let report = try Person.explain(json: json, options: options(.report))
    #expect(report.issues.filter { $0.kind == .duplicateKey }.map { "\($0)" } == expected)
    for line in expected {
      #expect("\(report)".contains(String(line.drop { $0 != " " }.dropFirst())), "\(report)")
    }
    #expect(!"\(try Person.explain(json: json))".contains("duplicate"))
  }

  @Test func areTheKeysThatSortLaterInADictionary() {
    func found(_ dictionary: [String: Any]) -> [String] {
      issues { _ = try Person(dictionary: dictionary, options: options(.fail)) }
    }
    #expect(found(["role": "a", "ROLE": "b"]) == ["role: duplicate key, also spelled ROLE"])
    #expect(found(["role": "a", "name": "b"]) == [])
    #expect(found(["id": 1, "ID": 2]) == [])
    #expect(found(["counts": ["a": 1, "A": 2]]) == [])
    #expect(found(["listing": ["a": 1, "A": 2]]) == [])
    #expect(found(["point": ["x": 1, "X": 2]]) == ["point.x: duplicate key, also spelled X"])
    #expect(
      found(["team": [[:], ["boss": ["name": "a", "Name": "b"]]]])
        == ["team[1].boss.name: duplicate key, also spelled Name"]
    )
    #expect(
      issues { try Person().update(dictionary: ["a": 1, "A": 2], options: options(.fail)) } == [
        "a: duplicate key, also spelled A"
      ]
    )
    #expect(
      issues { _ = try [Person](dictionaries: [["a": 1, "A": 2]], options: options(.fail)) }
        == ["[0].a: duplicate key, also spelled A"]
    )
    #expect(
      issues { _ = try Hooked(dictionary: ["title": "a", "role": "b"], options: options(.fail)) }
        == []
    )
    #expect(
      issues { _ = try Hooked(dictionary: ["boss": ["a": 1, "A": 2]], options: options(.fail)) }
        == ["boss.a: duplicate key, also spelled A"]
    )
  }

  /// What a hook adds or passes on isn't in the input.
  @Test func areThoseOfTheInput() {
    #expect(
      issues { _ = try Hooked(json: #"{"title": "a", "role": "b"}"#, options: options(.fail)) }
        == []
    )
    #expect(issues { _ = try Prepared(json: #"{"name": "a"}"#, options: options(.fail)) } == [])
  }

  @Test func areFoundInObjectsOfDictionariesThatOnlyPathsEnter() {
    let ext: [String: Any] = ["code": 1, "CODE": 2]
    for type in [Person.self, Hooked.self, Prepared.self, Lined.self] {
      let found = issues { _ = try type.init(dictionary: ["ext": ext], options: options(.fail)) }
      #expect(found == ["ext.code: duplicate key, also spelled CODE"], "\(type)")
    }
  }

  /// An object that becomes a model has the keys of that, also if a path enters it; and what a hook has
  /// changed doesn't hide what only paths enter.
  @Test func areThoseOfAModelThatAPathEnters() {
    final class Changing: Person {
      var title = ""
      override class var keyMapping: [String: JSONKey] {
        ["code": "ext.code", "title": "boss.title"]
      }
      override func serializeValue(_ value: Any?, key: String) throws {
        var value = value
        if var boss = value as? [String: Any], key == "boss" {
          boss["added"] = 1
          value = boss
        }
        try super.serializeValue(value, key: key)
      }
    }
    let fail = options(.fail)
    let json = #"{"boss": {"userName": "a", "user_name": "b"}, "ext": {"code": 1, "CODE": 2}}"#
    #expect(
      issues { _ = try Changing(json: json, options: fail) }
        == ["ext.CODE: duplicate key, also spelled code"]
    )
  }

  /// Once, whatever a hook makes of its identity.
  @Test func areFoundOnceInAnObjectWhoseHookGivesItsIdentity() {
    class Filed: ModelObject {
      var id = 0
      var role = ""
      var part: Filed?
      override class var identity: Set<String> { ["id"] }
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key == "uid" ? "id" : key)
      }
    }
    let part: [String: Any] = ["uid": 2, "role": "c", "Role": "d"]
    let dictionary: [String: Any] = ["uid": 1, "role": "a", "ROLE": "b", "part": part]
    let json = #"{"uid":1,"ROLE":"b","role":"a","part":{"uid":2,"Role":"d","role":"c"}}"#
    let lines = [
      "role: duplicate key, also spelled ROLE", "part.role: duplicate key, also spelled Role",
    ]
    let options = options(.fail)
    #expect(
      issues { _ = try ModelStore().upsert(Filed.self, json: json, options: options) } == lines
    )
    let fromDictionary = issues {
      _ = try ModelStore().upsert(Filed.self, dictionary: dictionary, options: options)
    }
    #expect(fromDictionary.sorted() == lines.sorted())
  }

  @Test func areEqualKeysInExactClasses() {
    let fail = options(.fail)
    #expect(issues { _ = try Exact(json: #"{"role": 1, "ROLE": 2}"#, options: fail) } == [])
    #expect(
      issues { _ = try Exact(json: #"{"role": 1, "role": 2}"#, options: fail) }
        == ["role: duplicate key"]
    )
  }

  @Test func areFoundAmongTagsAndNumbers() {
    let fail = options(.fail)
    #expect(
      issues {
        _ = try Shape(json: #"{"kind": "circle", "radius": 1, "KIND": "x"}"#, options: fail)
      }
        == ["KIND: duplicate key, also spelled kind"]
    )
    #expect(
      issues {
        _ = try Shape(json: #"{"kind": "circle", "radius": 1, "Radius": 2}"#, options: fail)
      }
        == ["Radius: duplicate key, also spelled radius"]
    )
    let preserved = options(.fail) { $0.references = .preserved }
    #expect(
      issues { _ = try Person(json: #"{"$id": "1", "$id": "2"}"#, options: preserved) }
        == ["$id: duplicate key"]
    )
    #expect(
      issues {
        let json = #"{"$id": "1", "boss": {"$ref": "1", "$ref": "1"}}"#
        _ = try Person(json: json, options: preserved)
      } == ["boss.$ref: duplicate key"]
    )
  }

  @Test func failTheWholeMappingAndChangeNothing() throws {
    let person = try Person(json: #"{"name": "Shan", "boss": {"name": "Kim"}}"#)
    let former = person.copy()
    let json = #"{"name": "x", "boss": {"name": "y", "NAME": "z"}}"#
    let error = #expect(throws: ModelError.self) {
      try person.update(json: json, options: options(.fail))
    }
    #expect(error?.code == .invalidInput)
    #expect(error?.issues.map(\.path) == ["boss.NAME"])
    #expect(error?.issues.map(\.kind) == [.duplicateKey])
    #expect(error?.issues.map(\.typeName) == ["Person"])
    #expect(person == former)
  }

  @Test func areAsTheOptionsOfTheRootsClassSay() {
    let json = #"{"role": "a", "Role": "b"}"#
    let expected = ["Role: duplicate key, also spelled role"]
    #expect(issues { _ = try Careful(json: json) } == expected)
    #expect(
      issues { _ = try Careful(dictionary: ["role": 1, "Role": 2]) } == [
        "role: duplicate key, also spelled Role"
      ]
    )
    #expect(issues { _ = try [Careful](json: "[{}, \(json)]") } == expected.map { "[1].\($0)" })
    #expect(issues { _ = try Careful(json: #"{"role": "a"}"#) } == [])
  }

  @Test func areCountedWithoutNamesOfUnknownKeys() throws {
    let census = MappingCensus()
    let counting = options(.report) { $0.census = census }
    let json = """
      [{"role": "a", "ROLE": "b", "zip": 1, "zip": 2}, {"counts": {"a": 1, "a": 2}},
       {"role": "a", "role": "b", "boss": {"any": {"a": 1, "a": 2}}}]
      """
    _ = try [Person](json: json, options: counting)
    let lines = census.entries.filter { $0.kind == .duplicateKey }.map {
      "\($0.typeName) \($0.key) \($0.count)"
    }
    #expect(lines == ["Person  1", "Person any 1", "Person counts 1", "Person role 2"])
    let spots = MappingCensus()
    let dictionary: [String: Any] = ["spots": [["x": 1], ["x": 1, "X": 2]]]
    _ = try Person(dictionary: dictionary, options: options(.report) { $0.census = spots })
    let found = spots.entries.filter { $0.kind == .duplicateKey }
    #expect(found.map { "\($0.typeName) \($0.key)" } == ["Person spots"])
    #expect("\(census)".contains("2 times a duplicate key"))
    _ = try Person.explain(json: #"{"role": "a", "role": "b"}"#, options: counting)
    #expect(!census.entries.contains { $0.kind == .duplicateKey && $0.count > 2 })
    let without = MappingCensus()
    _ = try [Person](json: json, options: options(.ignore) { $0.census = without })
    #expect(!without.entries.contains { $0.kind == .duplicateKey })
  }

  @Test func areFoundInEachElementOfAStream() throws {
    let log = Log()
    let reporting = options(.report) { $0.issueHandler = { log.add($0.map { "\($0)" }) } }
    let json = #"[{"role": "a"}, {"role": "a", "ROLE": "b"}, {"role": "c", "role": "d"}]"#
    var roles: [String] = []
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(json.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let reader = try ModelReader<Person>(contentsOf: url, options: reporting)
    while let person = try reader.next() { roles.append(person.role) }
    #expect(roles == ["a", "a", "d"])
    #expect(
      log.lines == ["[1].ROLE: duplicate key, also spelled role", "[2].role: duplicate key"]
    )
  }

  @Test func areFoundInTextThatIsStillArriving() throws {
    let json = #"{"role": "a", "boss": {"name": "x", "Name": "y", "na"#
    let report = issues { _ = try Person(partialJSON: json, options: options(.fail)) }
    #expect(report == ["boss.Name: duplicate key, also spelled name"])
  }

  @Test func areNotLookedForByDecoders() throws {
    let input = JSONInput(#"{"role": "a", "ROLE": "b"}"#, by: .decoder)
    #expect(input.issues(mappingTo: Person.self, options: options(.fail)) == [])
  }

  @Test func doNotHideOtherErrors() {
    let fail = options(.fail)
    func code(_ json: String) -> ModelError.Code? {
      #expect(throws: ModelError.self) { try Person(json: json, options: fail) }?.code
    }
    #expect(code(#"{"role": 1, "role": }"#) == .malformedJSON)
    #expect(code(#"{"role": 1, "role": 2"#) == .malformedJSON)
    #expect(code(#"{"role": 1, "role": 2} x"#) == .malformedJSON)
    #expect(code(#"[{"role": 1, "role": 2}]"#) == .unexpectedRoot)
    let deep =
      String(repeating: #"{"boss":"#, count: 600) + #"{"a":1,"a":2}"#
      + String(repeating: "}", count: 600)
    #expect(code(deep) == .tooDeep)
  }

  @Test func areFoundInLargeTextInProportionToItsSize() throws {
    // Many keys in one object, many spellings of one key, many objects with duplicates.
    let keys = (0..<4_000).map { #""k\#($0)": 1"# }
    let many = "{\(keys.joined(separator: ","))}"
    #expect(issues { _ = try Person(json: many, options: options(.fail)) } == [])
    let spellings = (0..<4_000).map { number in
      "\"" + (0..<16).map { number >> $0 & 1 == 0 ? "a" : "A" }.joined() + "\": 1"
    }
    let spelled = #expect(throws: ModelError.self) {
      try Person(json: "{\(spellings.joined(separator: ","))}", options: options(.fail))
    }
    #expect(spelled?.issues.count == 100)
    #expect(spelled?.issueCount == 3_999)
    let nested = String(repeating: #"{"any":["#, count: 200)
    let objects = Array(repeating: #"{"a":1,"a":2}"#, count: 4_000).joined(separator: ",")
    let text = nested + objects + String(repeating: "]}", count: 200)
    let found = #expect(throws: ModelError.self) {
      try Person(json: text, options: options(.fail))
    }
    #expect(found?.issueCount == 4_000)
    #expect(found?.issues.first?.path.hasSuffix("any[0].a") == true)
  }
}

private final class Log: @unchecked Sendable {
  private let lock = NSLock()
  private var all: [String] = []

  var lines: [String] { lock.withLock { all } }
  func add(_ more: [String]) { lock.withLock { all += more } }
}
