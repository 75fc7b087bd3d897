import Foundation
import ModelObjectKit
import Testing

private struct Refused: Error {}

/// Its identity comes under another key: through a hook, an accessor, a renamed pair, or `awake()`.
private class User: ModelObject {
  var id = 0
  var name = ""
  var role: String?
  var home = Home()
  var tags: [Home] = []
  override class var identity: Set<String> { ["id"] }
}

private class Home: ModelObject {
  var street = ""
  var zip = ""
  var user: User?
}

private class Hooked: User {
  var boss: Hooked?
  var team: [Hooked] = []
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key == "uid" ? "id" : key)
  }
  override func awake() { role = role ?? "none" }
}

private final class Checked: Hooked {
  override class var requiredProperties: Set<String> { ["name"] }
  override func validate() throws { if name.isEmpty || name == "bad" { throw Refused() } }
}

private final class Renamed: User {
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
    var dictionary = dictionary
    if let id = dictionary.removeValue(forKey: "uid") { dictionary["id"] = id }
    return dictionary
  }
}

private final class Late: User {
  override func didMap(_ dictionary: [String: Any]) throws {
    if let id = dictionary["uid"] as? Int { self.id = id }
  }
}

private final class Awoken: User {
  var uid = 0
  override func awake() { if uid > 0 { id = uid } }
}

private final class Accessed: User {
  var uid: Int {
    get { id }
    set { id = newValue }
  }
  override class var accessors: [String: PropertyAccessor] { ["uid": .init(\Accessed.uid)] }
}

/// Objects in a store whose keys don't give their identity.
struct OwnIdentities {
  @Test func areAwokenOnce() throws {
    final class Counting: ModelObject {
      var id = 0
      var count = 0
      override class var identity: Set<String> { ["id"] }
      nonisolated(unsafe) static var calls = 0
      override func awake() {
        (id, count) = (1, count + 1)
        Self.calls += 1
      }
    }
    let store = ModelStore()
    let counting = try store.upsert(Counting.self, json: "{}")
    #expect(counting.count == 1 && store[Counting.self, 1] === counting)
    // An object with errors isn't awoken.
    let calls = Counting.calls
    #expect(throws: ModelError.self) {
      try store.upsert(Counting.self, json: #"{"count": {}}"#, options: .strictButMissing)
    }
    #expect(Counting.calls == calls)
  }

  private final class Group: ModelObject {
    var id = 0
    var head: Hooked?
    var list: [Hooked] = []
    var all: [String: Hooked] = [:]
    override class var identity: Set<String> { ["id"] }
  }

  /// Null in a part of the identity is as if its key weren't there, with a hook as without one.
  ///
  /// The object in the property is updated. What doesn't fit makes another object.
  @Test func lackAPartThatIsNull() throws {
    class Word: ModelObject {
      var id = 0
      var lang = "en"
      var count = 0
      override class var identity: Set<String> { ["id", "lang"] }
    }
    final class HookedWord: Word {
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key)
      }
    }
    final class Page: ModelObject {
      var id = 0
      var word: Word?
      var hooked: HookedWord?
      override class var identity: Set<String> { ["id"] }
    }
    for (lang, isKept) in [("null", true), ("[]", false), (#""fr""#, false)] {
      for key in ["word", "hooked"] {
        func page(_ lang: String, _ count: Int) -> String {
          #"{"id": 1, "\#(key)": {"lang": \#(lang), "id": 7, "count": \#(count)}}"#
        }
        let store = ModelStore()
        let made = try store.upsert(Page.self, json: page(#""de""#, 1))
        let before = made.word ?? made.hooked
        try store.upsert(Page.self, json: page(lang, 2))
        let after = made.word ?? made.hooked
        #expect((after === before) == isKept && after?.count == 2, "\(key) \(lang)")
        #expect(before?.lang == "de" && before?.count == (isKept ? 2 : 1), "\(key) \(lang)")
      }
    }
  }

  @Test func areMergedIntoAnEdit() throws {
    let store = ModelStore()
    let group = try store.upsert(Group.self, json: #"{"id": 1, "head": {"uid": 1, "name": "a"}}"#)
    let head = group.head
    let base = group.copy()
    head?.name = "mine"
    let json = #"{"head": {"uid": 1, "name": "b", "role": "r"}, "list": [{"uid": 5, "name": "e"}]}"#
    let conflicts = try store.merge(group, json: json, since: base)
    #expect(conflicts.map(\.path) == ["head.name"])
    #expect(group.head === head && head?.name == "mine" && head?.role == "r")
    #expect(base.head?.name == "b" && base.head !== head)
    #expect(group.list.map(\.name) == ["e"] && store[Hooked.self, 5] === group.list[0])
  }

  /// What is inside is undone with a known object that is refused.
  @Test func allOrNothing() throws {
    let store = ModelStore()
    let boss = try store.upsert(Hooked.self, json: #"{"uid": 9, "name": "boss"}"#)
    try store.upsert(Checked.self, json: #"{"uid": 1, "name": "a"}"#)
    let json = #"[{"uid": 1, "boss": {"uid": 9, "name": "x"}, "name": "bad"}]"#
    let page = try store.upsert([Checked].self, json: json)
    #expect(page.isEmpty && boss.name == "boss")
    #expect(store[Checked.self, 1]?.boss == nil && store[Checked.self, 1]?.name == "a")
    #expect(throws: ModelError.self) {
      try store.upsert(Hooked.self, json: #"{"uid": 9, "name": "x", "boss": {"uid": 10}} x"#)
    }
    #expect(boss.name == "boss" && store.count(of: Hooked.self) == 2)
  }

  @Test func areNotFiledIfTheyAreRefused() throws {
    let store = ModelStore()
    let json = #"[{"uid": 1, "name": "bad"}, {"uid": 2}, {"uid": 3, "name": "c"}]"#
    #expect(try store.upsert([Checked].self, json: json).map(\.id) == [3])
    #expect(store.all(Checked.self).map(\.id) == [3])
  }

  @Test func comeFromDefaultsThatNoOtherObjectHas() throws {
    final class Draft: ModelObject {
      var id = UUID()
      var text = ""
      var inner: Draft?
      override class var identity: Set<String> { ["id"] }
    }
    let store = ModelStore()
    let page = try store.upsert([Draft].self, json: #"[{"text": "a"}, {"text": "b"}]"#)
    #expect(page.changes.inserted.map(\.text) == ["a", "b"])
    #expect(store[Draft.self, page[0].id] === page[0] && store.count(of: Draft.self) == 2)
    try store.update(page[0], json: #"{"inner": {"text": "c"}}"#)
    let inner = page[0].inner
    try store.update(page[0], json: #"{"inner": {"text": "d"}}"#)
    #expect(page[0].inner === inner && inner?.text == "d" && store.count(of: Draft.self) == 3)
  }

  /// A hook that gives an object another one's identity takes nothing from what the keys say.
  @Test func theKeysOfAKnownObjectCountAllTheSame() throws {
    final class Taking: ModelObject {
      var id = 0
      override class var identity: Set<String> { ["id"] }
      override func didMap(_ dictionary: [String: Any]) throws {
        if id == 99 { id = 5 }
      }
    }
    let store = ModelStore()
    let models = try store.upsert([Taking].self, json: #"[{"id": 5}, {"id": -1}]"#)
    try store.update(models[1], json: #"{"id": 99}"#)
    #expect(store[Taking.self, 99] === models[1] && store[Taking.self, 5] === models[0])
    #expect(store[Taking.self, -1] == nil)
  }
}

/// Objects that a store can't file.
struct ObjectsWithoutAnIdentity {
  private final class Log: Sendable {
    nonisolated(unsafe) var texts: [String] = []
  }

  private final class Row: ModelObject {
    var id = 0
    var name = ""
    var next: Row?
    var rows: [Row] = []
    override class var identity: Set<String> { ["id"] }
  }

  @Test func areIssues() throws {
    let (log, census) = (Log(), MappingCensus())
    var options = MappingOptions.strict
    options.missingKeys = .ignore
    options.issueHandler = { log.texts += $0.map { "\($0.kind) \($0)" } }
    options.census = census
    let store = ModelStore()
    let json = #"[{"name": "a"}, {"id": 2, "next": {"name": "b"}, "rows": [{}, {"id": 0}]}]"#
    let page = try store.upsert([Row].self, json: json, options: options)
    #expect(page.count == 2 && store.all(Row.self).map(\.id) == [2, 0])
    let words = "has no identity, so it isn't in the store"
    let paths = ["[0]", "[1].next", "[1].rows[0]"]
    #expect(log.texts == paths.map { "unidentified \($0): \(words)" })
    #expect(census.entries.filter { $0.kind == .unidentified }.map(\.count) == [1, 1, 1])
    #expect(census.description.contains("next 1 time without an identity"))
    let one = try store.explain(Row.self, json: #"{"name": "a"}"#)
    #expect(one.issues.last?.description == "(root): \(words)")
    #expect(one.description.contains(words))
    let all = try store.explain([Row].self, json: json)
    #expect(all.issues.filter { $0.kind == .unidentified }.map(\.path) == paths)
    #expect(all.description.contains("– [0]             \(words)"))
    #expect(store.count(of: Row.self) == 2)
  }

  @Test func areIssuesAsGivenModelsToo() throws {
    let log = Log()
    var options = MappingOptions()
    options.issueHandler = { log.texts += $0.map { "\($0)" } }
    let store = ModelStore()
    let given = Row()
    given.name = "a"
    let row = try store.upsert(Row.self, dictionary: ["id": 1, "next": given], options: options)
    #expect(row.next === given && store.count(of: Row.self) == 1)
    #expect(log.texts == ["next: has no identity, so it isn't in the store"])
    // A class without one can't have any.
    let pairs: [String: Any] = ["outer": Outer(), "row": [["id": 2]]]
    try store.upsert(Holder.self, dictionary: pairs, options: options)
    #expect(log.texts.count == 1 && store.count(of: Row.self) == 2)
  }

  @Test func withTheirOwnIdentityAreFiledFromAProperty() throws {
    let store = ModelStore()
    let row = try store.upsert(Row.self, json: #"{"id": 1}"#)
    let next = Row()
    next.id = 2
    row.next = next
    try store.update(row, json: #"{"next": {"name": "b"}}"#)
    #expect(row.next === next && store[Row.self, 2] === next && next.name == "b")
  }

  /// One that is there lacks nothing.
  @Test(arguments: [0, 2]) func areNotMissedInAProperty(id: Int) throws {
    let store = ModelStore()
    let row = try store.upsert(Row.self, json: #"{"id": 1}"#)
    let next = Row()
    next.id = id
    row.next = next
    var options = MappingOptions()
    options.missingKeys = .fail
    try store.update(row, json: #"{"next": {"name": "b"}}"#, options: options)
    #expect(row.next === next && next.name == "b")
  }

  @Test func areKnownByTheirDefaultIdentityIfTheyAreFiled() throws {
    let log = Log()
    var options = MappingOptions()
    options.issueHandler = { log.texts += $0.map { "\($0)" } }
    let store = ModelStore()
    let row = try store.upsert(Row.self, json: #"{"id": 1, "next": {"id": 0}}"#)
    let next = row.next
    try store.update(row, json: #"{"next": {"name": "b"}}"#, options: options)
    #expect(row.next === next && store[Row.self, 0] === next && next?.name == "b")
    #expect(log.texts.isEmpty)
  }

  private final class Needy: ModelObject {
    var id = 0
    var name = ""
    var next: Needy?
    override class var identity: Set<String> { ["id"] }
    override class var requiredProperties: Set<String> { ["name"] }
    override func serializeValue(_ value: Any?, key: String) throws {
      try super.serializeValue(value, key: key == "uid" ? "id" : key)
    }
  }

  /// What a new object lacks, one that is there has.
  @Test func areRefusedIfTheyLackSomething() throws {
    let store = ModelStore()
    #expect(throws: ModelError.self) { try store.upsert(Needy.self, json: #"{"uid": 1}"#) }
    #expect(store.count(of: Needy.self) == 0)
    let needy = try store.upsert(Needy.self, json: #"{"uid": 1, "name": "a"}"#)
    let next = Needy()
    next.name = "b"
    needy.next = next
    try store.update(needy, json: #"{"next": {"next": {"name": "c"}}}"#)
    #expect(needy.next === next && next.next?.name == "c")
    // The identity of the one that is there counts, too.
    next.id = 5
    try store.update(needy, json: #"{"next": {"name": "d"}}"#)
    #expect(needy.next === next && next.name == "d" && store[Needy.self, 5] === next)
  }

  /// A failed call doesn't file the object in a property.
  @Test(arguments: [#"{"next": {"name": "b"}}"#, #"{"next": {"id": 2, "name": "b"}}"#])
  func areNotFiledByACallThatFails(json: String) throws {
    let store = ModelStore()
    let row = try store.upsert(Row.self, json: #"{"id": 1}"#)
    let next = Row()
    next.id = 2
    row.next = next
    #expect(throws: ModelError.self) { try store.update(row, json: json + " x") }
    #expect(row.next === next && next.name.isEmpty && store[Row.self, 2] == nil)
    try store.update(row, json: json)
    #expect(row.next === next && next.name == "b" && store[Row.self, 2] === next)
  }

  @Test func keepOthersFromBeingRemoved() throws {
    let store = ModelStore()
    try store.upsert([Row].self, json: #"[{"id": 1}, {"id": 2}]"#)
    try store.upsert([Row].self, json: #"[{"id": 1}, {"name": "a"}]"#, removingOthers: true)
    #expect(store.count(of: Row.self) == 2)
  }

  private class Bare: ModelObject { var name = "" }
  private class Outer: ModelObject {
    var bare: Bare?
    var bares: [String: [Bare]] = [:]
  }
  private final class Open: Outer {
    var any: ModelObject?
  }
  private final class Holder: ModelObject {
    var outer = Outer()
    var row: [Row] = []
  }
  private class Tagged: ModelObject {
    override class var subclasses: Subclasses? { .byTag("kind", ["row": TaggedRow.self]) }
  }
  private final class TaggedRow: Tagged {
    var id = 0
    override class var identity: Set<String> { ["id"] }
  }

  @Test(.differs(.hooks)) func ofClassesThatCannotBeFiledThrow() throws {
    let store = ModelStore()
    let given = Row()
    given.id = 7
    func check(_ name: String, _ calls: [() throws -> Any]) {
      for call in calls {
        let error = #expect(throws: ModelError.self) { _ = try call() }
        #expect(error?.code == .missingIdentity)
        #expect(
          error?.description
            == "missingIdentity: \(name) has no identity, nor has a model in it: it must override identity"
        )
      }
    }
    check(
      "Bare",
      [
        { try store.upsert(Bare.self, json: "{") },
        { try store.upsert([Bare].self, json: "[]") },
        { try store.upsert(Bare.self, dictionary: [:]) },
        { try store.upsert([Bare].self, dictionaries: [[:]]) },
        { try store.explain(Bare.self, json: "{}") },
        { try store.explain([Bare].self, json: "[]") },
      ]
    )
    check("Outer", [{ try store.upsert(Outer.self, json: #"{"bare": {}}"#) }])
    try store.upsert(Open.self, dictionary: ["any": given])
    try store.upsert(Holder.self, json: #"{"row": [{"id": 1}]}"#)
    try store.upsert(Tagged.self, json: #"{"kind": "row", "id": 3}"#)
    #expect(store.all(Row.self).map(\.id) == [7, 1] && store.count(of: TaggedRow.self) == 1)
  }
}

/// Objects that are refused.
struct RefusedObjectsWithTheirOwnIdentity {
  /// An object that is refused isn't filed, even if its values name others before its identity is
  /// known.
  @Test func ofRefusedObjectsAreNotFiled() throws {
    for pair in [#""parts": [2]"#, #""next": 2"#, #""next": 1"#, #""parts": [{"uid": 4}, 2]"#] {
      for refused in [#"{"uid": 13, \#(pair)}"#, #"{\#(pair), "uid": 13}"#] {
        for input in everyWay(#"{"uid": 1, "parts": [\#(refused), {"uid": 3}]}"#) {
          let store = ModelStore()
          let crate =
            try input.way == .text || input.way == .data
            ? store.upsert(Crate.self, json: input.json)
            : store.upsert(Crate.self, dictionary: input.dictionary())
          #expect(crate.parts.map(\.id) == [3], "\(input)")
          #expect(store.all(Crate.self).map(\.id).sorted() == [1, 3], "\(input)")
        }
      }
    }
  }
}

private final class Crate: ModelObject {
  var id = 0
  var parts: [Crate] = []
  var next: Crate?
  override class var identity: Set<String> { ["id"] }
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key == "uid" ? "id" : key)
  }
  override func validate() throws { if id == 13 { throw Refused() } }
}
