import Foundation
import ModelObjectKit
import Testing

private class Base: ModelObject {
  var name = ""
}

private final class ByText: Base {
  var id = ""
  override class var identity: Set<String> { ["id"] }
}

private final class ByUUID: Base {
  var id = UUID()
  override class var identity: Set<String> { ["id"] }
}

private final class ByAny: Base {
  var id: Any?
  override class var identity: Set<String> { ["id"] }
}

private final class ByPath: Base {
  var id = 0
  override class var keyMapping: [String: JSONKey] { ["id": ["meta.id", "number"]] }
  override class var identity: Set<String> { ["id"] }
}

private final class ByTransform: Base {
  var id = 0
  override class var identity: Set<String> { ["id"] }
  override class var transforms: [String: PropertyTransform] {
    ["id": PropertyTransform(read: { ($0 as? String)?.dropFirst().description })]
  }
}

private final class ByUnchangedText: Base {
  var id = ""
  override class var identity: Set<String> { ["id"] }
  override class var transforms: [String: PropertyTransform] { ["id": PropertyTransform { $0 }] }
}

private final class ByDay: Base {
  var id: Date?
  override class var identity: Set<String> { ["id"] }
  override class var dateFormats: [String: DateOptions.Format] { ["id": .custom("dd.MM.yyyy")] }
}

private class ByTwo: Base {
  var id = 0
  var language: Language?
  enum Language: String { case en, de }
  override class var identity: Set<String> { ["id", "language"] }
}

private final class Exact: Base {
  var id = 0
  override class var keyMatching: KeyMatching { .exact }
  override class var identity: Set<String> { ["id"] }
}

private final class Hooked: Base {
  var id = 0
  override class var identity: Set<String> { ["id"] }
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
    dictionary.merging(["name": "willMap"]) { $1 }
  }
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key == "label" ? "id" : key)
  }
}

private final class Ignoring: Base {
  var id = 0
  override class var identity: Set<String> { ["id"] }
  override class var ignoredProperties: Set<String> { ["id"] }
}

private final class Unseen: ModelObject {
  private var _id = 0
  var name = ""
  override class var identity: Set<String> { ["_id"] }
}

/// Whether the second of two inputs has the identity of the object from the first one.
private func isMatch<Model: ModelObject>(_ type: Model.Type, _ first: String, _ second: String)
  throws -> Bool
{
  var byText = try [Model](json: "[\(first)]")
  let object = byText[0]
  let changes = try byText.update(json: "[\(second)]")
  var byTree = [object]
  let tree = try JSONInput("{\"root\": [\(second)]}", by: .foundation).dictionary()["root"]
  let treeChanges = try byTree.update(dictionaries: tree as? [[String: Any]] ?? [])
  let known = changes.updated + changes.unchanged
  let knownByTree = treeChanges.updated + treeChanges.unchanged
  #expect(known.count == knownByTree.count, "\(type): \(second)")
  return known.count == 1 && byText[0] === object
}

struct IdentityReadingTests {
  @Test func valuesAreConvertedByThePropertysRules() throws {
    #expect(try isMatch(ByText.self, #"{"id": "7"}"#, #"{"ID": 7}"#))
    #expect(try !isMatch(ByText.self, #"{"id": "7"}"#, #"{"id": "07"}"#))
    let uuid = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    #expect(try isMatch(ByUUID.self, #"{"id": "\#(uuid)"}"#, #"{"id": "\#(uuid.lowercased())"}"#))
    #expect(try !isMatch(ByUUID.self, #"{"name": "a"}"#, #"{"name": "a"}"#))
    #expect(try isMatch(ByAny.self, #"{"id": 7}"#, #"{"id": 7.0}"#))
    #expect(try !isMatch(ByAny.self, #"{"id": 7}"#, #"{"id": "7"}"#))
    #expect(try !isMatch(ByAny.self, #"{"id": [7]}"#, #"{"id": [7]}"#))
    #expect(try isMatch(ByDay.self, #"{"id": "06.05.2014"}"#, #"{"id": "06.05.2014"}"#))
    #expect(try !isMatch(ByDay.self, #"{"id": "06.05.2014"}"#, #"{"id": "2014-05-06"}"#))
  }

  @Test func keysAreFoundAsTheClassSays() throws {
    let first = #"{"meta": {"id": 7}}"#
    #expect(try isMatch(ByPath.self, first, #"{"META": {"Id": "7"}, "name": "b"}"#))
    #expect(try isMatch(ByPath.self, first, #"{"number": 7}"#))
    #expect(try isMatch(ByPath.self, first, #"{"number": 8, "meta": {"id": 7}}"#))
    #expect(try isMatch(ByPath.self, first, #"{"number": 7, "meta": {"id": null}}"#))
    #expect(try !isMatch(ByPath.self, first, #"{"number": 7, "meta": {"id": 8}}"#))
    #expect(try !isMatch(ByPath.self, first, #"{"id": 7}"#))
    #expect(try isMatch(Exact.self, #"{"id": 7}"#, #"{"ID": 8, "id": 7}"#))
    #expect(try !isMatch(Exact.self, #"{"id": 7}"#, #"{"ID": 7}"#))
    #expect(try isMatch(ByText.self, #"{"id": "7"}"#, #"{"Id": "8", "id": "7"}"#))
    #expect(try isMatch(ByText.self, #"{"id": "7"}"#, #"{"id": null, "Id": "7"}"#))
    #expect(try !isMatch(ByText.self, #"{"id": "7"}"#, #"{"id": [], "Id": "7"}"#))
    #expect(try isMatch(ByText.self, #"{"id": "7"}"#, #"{"id": "8", "id": "7"}"#))
  }

  @Test func transformsComeFirst() throws {
    #expect(try isMatch(ByTransform.self, #"{"id": "n7"}"#, #"{"id": "x7"}"#))
    #expect(try !isMatch(ByTransform.self, #"{"id": "n7"}"#, #"{"id": 7}"#))
  }

  /// A date in place of a string is for the transform alone.
  @Test func aDateThatATransformReturnsIsTheStringItWas() throws {
    var options = MappingOptions()
    options.dates.conversion = .date
    let store = ModelStore()
    for day in ["2024-01-02T00:00:00Z", "2024-01-02T01:00:00+01:00"] {
      try store.upsert(ByUnchangedText.self, json: #"{"id": "\#(day)"}"#, options: options)
      #expect(store[ByUnchangedText.self, day]?.id == day)
    }
    #expect(store.count(of: ByUnchangedText.self) == 2)
  }

  @Test func allPropertiesOfAnIdentityCount() throws {
    let first = #"{"id": 7, "language": "en"}"#
    #expect(try isMatch(ByTwo.self, first, #"{"language": "en", "id": "7"}"#))
    #expect(try !isMatch(ByTwo.self, first, #"{"id": 7, "language": "de"}"#))
    #expect(try !isMatch(ByTwo.self, first, #"{"id": 7}"#))
    #expect(try !isMatch(ByTwo.self, #"{"id": 7}"#, #"{"id": 7}"#))
    #expect(try !isMatch(ByTwo.self, first, #"{"id": 7, "language": "fr"}"#))
  }

  @Test func hooksAreNotAsked() throws {
    var rows = try [Hooked](json: #"[{"id": 7}]"#)
    let first = rows[0]
    try rows.update(json: #"[{"label": 7}]"#)
    #expect(rows[0] !== first && rows[0].id == 7)
    rows = [first]
    try rows.update(json: #"[{"id": 7, "name": "b"}]"#)
    #expect(rows[0] === first && first.name == "willMap")
  }

  @Test func whatIsNeverFedNamesNothing() throws {
    #expect(try !isMatch(Ignoring.self, #"{"id": 7}"#, #"{"id": 7}"#))
    #expect(try isMatch(Unseen.self, #"{"id": 7}"#, #"{"id": 7}"#))
  }

  @Test func aDefaultValueIsNoAnswer() throws {
    var rows = [ByText()]
    let first = rows[0]
    try rows.update(json: #"[{"name": "a"}]"#)
    #expect(rows.count == 1 && rows[0] !== first)
  }

  @Test func theClassesOptionsHoldForTheIdentity() throws {
    var options = MappingOptions()
    options.dates.timeZone = TimeZone(secondsFromGMT: 3600) ?? .gmt
    var days = try [ByDay](json: #"[{"id": "06.05.2014"}]"#, options: options)
    let first = days[0]
    try days.update(json: #"[{"id": "06.05.2014"}]"#, options: options)
    #expect(days[0] === first)
    try days.update(json: #"[{"id": "06.05.2014"}]"#)
    #expect(days[0] !== first)
  }
}
