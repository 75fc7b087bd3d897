import Foundation
import ModelObjectKit
import Testing

private protocol KeyRule: SendableMetatype {
  static var matching: KeyMatching { get }
}

private enum Fuzzy: KeyRule {
  static var matching: KeyMatching { .fuzzy }
}

private enum Exact: KeyRule {
  static var matching: KeyMatching { .exact }
}

private class Ruled<Rule: KeyRule>: ModelObject {
  override class var keyMatching: KeyMatching { Rule.matching }
}

private class Named<Rule: KeyRule>: Ruled<Rule> {
  var userName = 0
}

private final class HookedNamed<Rule: KeyRule>: Named<Rule> {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private final class AccessedNamed<Rule: KeyRule>: Named<Rule> {
  override class var accessors: [String: PropertyAccessor] {
    ["userName": PropertyAccessor(\AccessedNamed.userName)]
  }
}

/// A hook passes on 1 under the key that the input names.
private final class Passing<Rule: KeyRule>: Named<Rule> {
  override func serializeValue(_ value: Any?, key: String) throws {
    if let name = value as? String { try super.serializeValue(1, key: name) }
  }
}

private class Mapped<Rule: KeyRule>: Ruled<Rule> {
  var value = 0
  class var keys: JSONKey { ["none", "userName"] }
  override class var keyMapping: [String: JSONKey] { ["value": keys] }
}

private final class FirstStep<Rule: KeyRule>: Mapped<Rule> {
  override class var keys: JSONKey { "userName.id" }
}

private final class LastStep<Rule: KeyRule>: Mapped<Rule> {
  override class var keys: JSONKey { "outer.userName" }
}

private final class StepInList<Rule: KeyRule>: Mapped<Rule> {
  override class var keys: JSONKey { "list[1].userName" }
}

private final class HookedStep<Rule: KeyRule>: Mapped<Rule> {
  override class var keys: JSONKey { "outer.userName" }
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private final class Blocked<Rule: KeyRule>: Mapped<Rule> {
  override class var keys: JSONKey { "outer.userName.id" }
}

/// Its path counts an element like a key.
private final class Counting<Rule: KeyRule>: Mapped<Rule> {
  override class var keys: JSONKey { "outer.userName.0.id" }
}

private final class Fixed<Rule: KeyRule>: Ruled<Rule> {
  let userName = 0
}

/// It doesn't keep what would be the key of a property that it ignores.
private final class Ignoring<Rule: KeyRule>: Ruled<Rule> {
  var userName = 0
  var rest: [String: Any] = [:]
  override class var ignoredProperties: Set<String> { ["userName"] }
  override class var unknownKeysProperty: String? { "rest" }
}

private class Tagged<Rule: KeyRule>: Ruled<Rule> {
  var id = 0
  override class var subclasses: Subclasses? { .byTag("userName", ["a": TaggedPart<Rule>.self]) }
}

private final class TaggedPart<Rule: KeyRule>: Tagged<Rule> {}

private final class Keeping<Rule: KeyRule>: Named<Rule> {
  var rest: [String: Any] = [:]
  override class var unknownKeysProperty: String? { "rest" }
}

private final class Filed<Rule: KeyRule>: Named<Rule> {
  override class var identity: Set<String> { ["userName"] }
}

private final class Current<Rule: KeyRule>: Named<Rule> {
  override class var archiveName: String { "EveryKey" }
}

private final class Snake: ModelObject {
  var user_name = 1
  override class var archiveName: String { "EveryKey" }
}

private final class Upper: ModelObject {
  var USERNAME = 1
  override class var archiveName: String { "EveryKey" }
}

private final class Same: ModelObject {
  var userName = 1
  override class var archiveName: String { "EveryKey" }
}

private final class Holding<Rule: KeyRule>: Ruled<Rule> {
  var value: Held?
  var list: [Held] = []

  struct Held: Codable {
    var userName: Int
  }
}

/// A place where a key of the input is compared with one that a class names.
private struct KeyPlace: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The input with a spelling of the key.
  let json: @Sendable (String) -> String
  /// An upsert needs an identity.
  var ways = WayIn.exceptRows.subtracting([.upsert, .upsertAgain])
  /// Whether the key was found, from one input.
  let finds: @Sendable (any MappingInput) throws -> Bool

  static func all<Rule: KeyRule>(_: Rule.Type) -> [KeyPlace] {
    func numbers<Model: ModelObject>(
      _ name: String,
      _ json: @escaping @Sendable (String) -> String,
      _ type: Model.Type,
      _ number: @escaping @Sendable (Model) -> Int
    ) -> KeyPlace {
      KeyPlace(testDescription: "\(Rule.self), \(name)", json: json) {
        number(try $0.map(to: type)) == 1
      }
    }
    let plain: @Sendable (String) -> String = { #"{"\#($0)": 1}"# }
    return [
      numbers("a property", plain, Named<Rule>.self, \.userName),
      numbers("a property behind a hook", plain, HookedNamed<Rule>.self, \.userName),
      numbers("an accessor", plain, AccessedNamed<Rule>.self, \.userName),
      numbers("a hook's key", { #"{"x": "\#($0)"}"# }, Passing<Rule>.self, \.userName),
      numbers("a listed key", plain, Mapped<Rule>.self, \.value),
      numbers("a key of a struct", { #"{"value": {"\#($0)": 1}}"# }, Holding<Rule>.self) {
        $0.value?.userName ?? 0
      },
      numbers(
        "a key of structs in a list",
        { #"{"list": [{"x": 1}, {"y": 2, "\#($0)": 1}]}"# },
        Holding<Rule>.self
      ) { $0.list.first?.userName ?? 0 },
      numbers("a first step", { #"{"\#($0)": {"id": 1}}"# }, FirstStep<Rule>.self, \.value),
      numbers("a last step", { #"{"outer": {"\#($0)": 1}}"# }, LastStep<Rule>.self, \.value),
      numbers(
        "a step in a list",
        { #"{"list": [0, {"\#($0)": 1}]}"# },
        StepInList<Rule>.self,
        \.value
      ),
      numbers(
        "a step behind a hook",
        { #"{"outer": {"\#($0)": 1}}"# },
        HookedStep<Rule>.self,
        \.value
      ),
      KeyPlace(
        testDescription: "\(Rule.self), a tag",
        json: { #"{"\#($0)": "a", "id": 1}"# },
        ways: Set(WayIn.formsAndDecoder)
      ) {
        try $0.map(to: Tagged<Rule>.self) is TaggedPart<Rule>
      },
      KeyPlace(testDescription: "\(Rule.self), a kept key", json: plain) {
        try $0.map(to: Keeping<Rule>.self).rest.isEmpty
      },
      KeyPlace(testDescription: "\(Rule.self), a key of an ignored property", json: plain) {
        try $0.map(to: Ignoring<Rule>.self).rest.isEmpty
      },
      KeyPlace(
        testDescription: "\(Rule.self), a step to a value that is no object",
        json: { #"{"outer": {"\#($0)": 5}}"# },
        ways: Set(WayIn.forms)
      ) {
        var options = MappingOptions()
        options.mismatches = .fail
        return !$0.issues(mappingTo: Blocked<Rule>.self, options: options).isEmpty
      },
      KeyPlace(
        testDescription: "\(Rule.self), a step to an array",
        json: { #"{"outer": {"\#($0)": [{"id": 1}]}}"# },
        ways: Set(WayIn.forms)
      ) {
        var options = MappingOptions()
        options.missingKeys = .fail
        let issues = $0.issues(mappingTo: Counting<Rule>.self, options: options)
        return issues.contains { $0.found?.contains("[0]") == true }
      },
      KeyPlace(testDescription: "\(Rule.self), a let", json: plain, ways: Set(WayIn.forms)) {
        var options = MappingOptions()
        options.unknownKeys = .fail
        let issues = $0.issues(mappingTo: Fixed<Rule>.self, options: options)
        return issues.contains { $0.found?.contains("is a let") == true }
      },
      KeyPlace(testDescription: "\(Rule.self), an unknown key", json: plain) {
        var options = MappingOptions()
        options.unknownKeys = .fail
        return $0.issues(mappingTo: Named<Rule>.self, options: options).isEmpty
      },
      KeyPlace(
        testDescription: "\(Rule.self), a missing key",
        json: plain,
        ways: Set(WayIn.formsAndDecoder)
      ) {
        var options = MappingOptions()
        options.missingKeys = .fail
        return $0.issues(mappingTo: Named<Rule>.self, options: options).isEmpty
      },
      KeyPlace(testDescription: "\(Rule.self), an update", json: plain) {
        let model = Named<Rule>()
        try $0.update(model, options: nil)
        return model.userName == 1
      },
    ]
  }

  /// Places that only text has.
  static func ofText<Rule: KeyRule>(_: Rule.Type) -> [(String, @Sendable (String) throws -> Bool)] {
    [
      (
        "an identity",
        {
          let store = ModelStore()
          _ = try? store.upsert(Filed<Rule>.self, json: #"{"\#($0)": 7}"#)
          return store[Filed<Rule>.self, 7] != nil
        }
      ),
      (
        "a repeated key",
        {
          var options = MappingOptions()
          options.duplicateKeys = .fail
          // In both orders: an unknown key may be the first.
          return [#"{"userName": 1, "\#($0)": 1}"#, #"{"\#($0)": 1, "userName": 1}"#].contains {
            !JSONInput($0, by: .text).issues(mappingTo: Named<Rule>.self, options: options).isEmpty
          }
        }
      ),
      (
        "a repeated key of a struct",
        {
          var options = MappingOptions()
          options.duplicateKeys = .fail
          let json = #"{"value": {"userName": 1, "\#($0)": 1}}"#
          return !JSONInput(json, by: .text).issues(mappingTo: Holding<Rule>.self, options: options)
            .isEmpty
        }
      ),
      (
        "a key of a plain struct",
        {
          let decoder = ModelDecoder(keyMatching: Rule.matching)
          let held = try? decoder.decode(Holding<Rule>.Held.self, from: #"{"\#($0)": 1}"#)
          return held?.userName == 1
        }
      ),
      (
        "a root's path",
        { (try? Named<Rule>(json: #"{"\#($0)": {"userName": 1}}"#, at: "userName"))?.userName == 1 }
      ),
      (
        "a stream's path",
        { key in
          try withFolder { folder in
            let file = folder.appending(path: "list.json")
            try Data(#"{"\#(key)": [{"userName": 1}]}"#.utf8).write(to: file)
            let reader = try ModelReader<Named<Rule>>(contentsOf: file, at: "userName")
            return (try? reader.next())?.userName == 1
          }
        }
      ),
      (
        "a column of a row",
        {
          try DatabaseRow(json: #"{"outer": {"\#($0)": 1}}"#, isCopied: true)
            .decode(LastStep<Rule>.self).value == 1
        }
      ),
      (
        "what stays of a column",
        { key in
          let row = try DatabaseRow(json: #"{"outer": {"\#(key)": 1, "x": 2}}"#, isCopied: true)
          try row.update(row.decode(LastStep<Rule>.self))
          guard case .text(let text)? = row.columns["outer"] else { return false }
          // What the class hasn't read stays beside what it writes.
          return try JSONInput(text, by: .native).dictionary().count == 2
        }
      ),
      ("a report", { try Named<Rule>.explain(json: #"{"\#($0)": 1}"#).unmapped.isEmpty }),
      (
        "a merge",
        {
          let model = Named<Rule>()
          _ = try model.merge(json: #"{"\#($0)": 1}"#, since: model.copy())
          return model.userName == 1
        }
      ),
    ]
  }
}

/// Each place where keys are compared follows the rule of the class.
struct EveryKeyTests {
  private static let spellings = [
    "userName", "username", "USERNAME", "user_name", "User-Name", "user name", "__userName",
    "userNames", "user.name", "üserName",
  ]

  private func isFound(_ spelling: String, by rule: KeyMatching) -> Bool {
    rule == .exact
      ? spelling == "userName" : !["userNames", "user.name", "üserName"].contains(spelling)
  }

  @Test(arguments: KeyPlace.all(Fuzzy.self), spellings)
  fileprivate func fuzzyKeysAreFound(_ place: KeyPlace, spelling: String) throws {
    try check(place, spelling, .fuzzy)
  }

  @Test(arguments: KeyPlace.all(Exact.self), spellings)
  fileprivate func exactKeysAreFound(_ place: KeyPlace, spelling: String) throws {
    try check(place, spelling, .exact)
  }

  private func check(_ place: KeyPlace, _ spelling: String, _ rule: KeyMatching) throws {
    for input in everyWay(place.json(spelling), Array(place.ways)) {
      #expect(try place.finds(input) == isFound(spelling, by: rule), "\(input)")
    }
  }

  @Test(arguments: spellings)
  func keysOfTextAreFound(spelling: String) throws {
    for (name, finds) in KeyPlace.ofText(Fuzzy.self) {
      #expect(try finds(spelling) == isFound(spelling, by: .fuzzy), "\(name)")
    }
    for (name, finds) in KeyPlace.ofText(Exact.self) {
      #expect(try finds(spelling) == isFound(spelling, by: .exact), "\(name)")
    }
  }

  /// A key may be written with escapes.
  @Test func escapesAreTheirCharacters() throws {
    let key = #"us\u0065rName"#
    for place in KeyPlace.all(Fuzzy.self) + KeyPlace.all(Exact.self) {
      #expect(try place.finds(JSONInput(place.json(key), by: .text)), "\(place.testDescription)")
    }
  }

  @Test func namesInArchivesAreFound() throws {
    for old in [Same(), Snake(), Upper()] as [ModelObject] {
      let data = try old.archivedData()
      #expect(try Current<Fuzzy>(archive: data).userName == 1, "\(old)")
      #expect(try Current<Exact>(archive: data).userName == (old is Same ? 1 : 0), "\(old)")
    }
  }
}
