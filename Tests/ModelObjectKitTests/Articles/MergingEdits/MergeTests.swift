import Foundation
import ModelObjectKit
import Testing

private final class City: ModelObject {
  var id = 0
  var name = ""
  var zip = ""
  override class var identity: Set<String> { ["id"] }
}

private final class Note: ModelObject {
  var text = ""
  var stars = 0
}

private class Person: ModelObject {
  var id = 0
  var name = ""
  var nick: String?
  var born: Date?
  var city: City?
  var note = Note()
  var friend: Person?
  var friends: [Person] = []
  var tags: [String] = []
  var notes: [Note] = []
  var numbers: Set<Int> = []
  var counts: [String: Int] = [:]
  var any: Any?
  var seen = 0
  var rest: [String: Any] = [:]

  override class var identity: Set<String> { ["id"] }
  override class var unknownKeysProperty: String? { "rest" }
  override class var accessors: [String: PropertyAccessor] { ["seen": .init(\Person.seen)] }
  override func validate() throws {
    if name == "refused" { throw CancellationError() }
  }
}

/// The values of a property on one side, in JSON, for each kind of property.
private struct Kind: CustomTestStringConvertible {
  let property: String
  let path: String
  let base: String
  let first: String
  let second: String

  init(_ property: String, _ base: String, _ first: String, _ second: String, path: String? = nil) {
    (self.property, self.base, self.first, self.second) = (property, base, first, second)
    self.path = path ?? property
  }

  var testDescription: String { "\(property) \(base) \(first) \(second)" }

  func json(_ value: String) -> String { #"{"id": 1, "\#(property)": \#(value)}"# }
}

private let kinds = [
  Kind("name", #""a""#, #""b""#, #""c""#),
  Kind("nick", "null", #""b""#, #""c""#),
  Kind("nick", #""a""#, "null", #""c""#),
  Kind("born", #""2020-01-01T00:00:00Z""#, #""2021-01-01T00:00:00Z""#, "null"),
  Kind("city", #"{"id": 1, "name": "a"}"#, #"{"id": 2, "name": "a"}"#, #"{"id": 3}"#),
  Kind(
    "city",
    #"{"id": 1, "name": "a", "zip": "z"}"#,
    #"{"id": 1, "name": "b", "zip": "z"}"#,
    #"{"id": 1, "name": "c", "zip": "z"}"#,
    path: "city.name"
  ),
  Kind("city", #"{"id": 1}"#, "null", #"{"id": 1, "name": "c"}"#),
  // A city that both sides have moved to isn't compared with the one that they left.
  Kind(
    "city",
    #"{"id": 1, "zip": "a"}"#,
    #"{"id": 2, "zip": "b"}"#,
    #"{"id": 2, "zip": "c"}"#
  ),
  Kind("city", "null", #"{"id": 2}"#, #"{"id": 3}"#),
  Kind(
    "note",
    #"{"text": "a"}"#,
    #"{"text": "b"}"#,
    #"{"text": "c"}"#,
    path: "note.text"
  ),
  Kind("tags", #"["a"]"#, #"["a", "b"]"#, "[]"),
  Kind("notes", #"[{"text": "a"}]"#, #"[{"text": "b"}]"#, "[]"),
  Kind("numbers", "[1]", "[1, 2]", "[2]"),
  Kind("counts", #"{"a": 1}"#, #"{"a": 2}"#, #"{"b": 1}"#),
  Kind("any", "[1, {}]", #""x""#, "2.5"),
  Kind("seen", "1", "2", "3"),
]

/// Merges of the edits of two sides.
struct Merges {
  /// The model and its base after the edits of both sides.
  private func people(_ kind: Kind, here: String) throws -> (mine: Person, base: Person) {
    let mine = try Person(json: kind.json(kind.base))
    let base = mine.copy()
    try mine.update(json: kind.json(here))
    return (mine, base)
  }

  @Test(arguments: kinds)
  fileprivate func oneSidedChangesAreTakenOrKept(kind: Kind) throws {
    for (here, there, expected) in [
      (kind.base, kind.base, kind.base), (kind.first, kind.base, kind.first),
      (kind.base, kind.first, kind.first), (kind.first, kind.first, kind.first),
    ] {
      let (mine, base) = try people(kind, here: here)
      let conflicts = try mine.merge(json: kind.json(there), since: base) { conflict in
        Issue.record("\(conflict.path)")
        return .theirs
      }
      #expect(conflicts.isEmpty)
      #expect(mine == (try Person(json: kind.json(expected))), "\(here) \(there)")
      #expect(base == (try Person(json: kind.json(there))))
      try checkPatch(mine, base)
    }
  }

  @Test(arguments: kinds)
  fileprivate func bothSidesMakeAConflict(kind: Kind) throws {
    for (choice, expected) in [(ModelConflict.Choice.mine, kind.first), (.theirs, kind.second)] {
      let (mine, base) = try people(kind, here: kind.first)
      let conflicts = try mine.merge(json: kind.json(kind.second), since: base) { _ in choice }
      #expect(conflicts.map(\.path) == [kind.path])
      #expect(mine == (try Person(json: kind.json(expected))))
      #expect(base == (try Person(json: kind.json(kind.second))))
      try checkPatch(mine, base)
    }
    let (mine, base) = try people(kind, here: kind.first)
    #expect(try mine.merge(json: kind.json(kind.second), since: base).count == 1)
    #expect(mine == (try Person(json: kind.json(kind.first))))
  }

  /// The patch contains what the server doesn't have; after merging it, nothing is left.
  private func checkPatch(_ mine: Person, _ base: Person) throws {
    let patch = try mine.jsonData(changesSince: base)
    #expect(try mine.merge(json: patch, since: base).isEmpty)
    #expect(base == mine)
    #expect(try mine.jsonString(changesSince: base) == "{}")
  }

  @Test func unknownKeysGoAsAWhole() throws {
    let mine = try Person(json: #"{"id": 1, "x": 1}"#)
    let base = mine.copy()
    try mine.merge(json: #"{"x": 2, "y": 3}"#, since: base)
    #expect(mine.rest["x"] as? Int == 2 && mine.rest["y"] as? Int == 3)
    mine.rest["x"] = 5
    let conflicts = try mine.merge(json: #"{"y": 4}"#, since: base)
    #expect(conflicts.map(\.path) == ["rest"] && mine.rest["x"] as? Int == 5)
  }

  /// Those in nested models come where their property is, also of models that are met twice.
  @Test func conflictsAreInTheOrderOfTheProperties() throws {
    let names = { (person: Person, name: String) in
      person.name = name
      person.nick = name
      person.seen = name.count
    }
    let mine = try Person(
      json: #"{"id": 1, "note": {}, "city": {"id": 2}, "friend": {"id": 3, "friend": {"id": 4}}}"#
    )
    let friend = try #require(mine.friend)
    friend.friend?.friend = friend
    let base = mine.copy()
    for person in [mine, friend, friend.friend].compactMap(\.self) { names(person, "mine") }
    mine.city?.zip = "m"
    mine.note.stars = 7
    var resolved: [String] = []
    let person = #""name": "t", "nick": "t", "seen": 1"#
    let conflicts = try mine.merge(
      json: """
        {"seen": 1, "friend": {"id": 3, "friend": {"id": 4, \(person)}, \(person)}, "id": 1,
         "city": {"id": 2, "zip": "t"}, "note": {"stars": 1}, "name": "t", "nick": "t"}
        """,
      since: base
    ) { conflict in
      resolved.append(conflict.path)
      return .mine
    }
    #expect(
      resolved == [
        "name", "nick", "city.zip", "note.stars", "friend.name", "friend.nick",
        "friend.friend.name", "friend.friend.nick", "friend.friend.seen", "friend.seen", "seen",
      ]
    )
    #expect(conflicts.map(\.path) == resolved)
  }

  /// What the input can't set is mine, and no one has to decide on it.
  @Test func whatTheInputCannotSetIsNoConflict() throws {
    class Shown: ModelObject {
      var id = 0
      var first = ""
      var last = ""
      var full = ""
      var isSelected = false
      override class var identity: Set<String> { ["id"] }
      override class var ignoredProperties: Set<String> { ["full", "isSelected"] }
      override func awake() { full = "\(first) \(last)" }
    }
    let mine = try Shown(json: #"{"id": 1, "first": "A", "last": "B"}"#)
    let base = mine.copy()
    (mine.first, mine.isSelected) = ("X", true)
    mine.awake()
    #expect(try mine.merge(json: #"{"last": "Y"}"#, since: base).isEmpty)
    #expect(mine.first == "X" && mine.last == "Y" && mine.isSelected)
    #expect(mine.full == "X Y")
    // A hook may set it from the input.
    final class Hooked: Shown {
      override func didMap(_ dictionary: [String: Any]) throws { full = "\(dictionary.count)" }
    }
    let hooked = try Hooked(json: #"{"id": 1}"#)
    let former = hooked.copy()
    hooked.full = "mine"
    #expect(try hooked.merge(json: #"{"first": "C"}"#, since: former).map(\.path).contains("full"))
  }

  @Test func conflictsTellAllThreeValues() throws {
    let mine = try Person(json: #"{"id": 1, "nick": "a"}"#)
    let base = mine.copy()
    mine.nick = nil
    let conflict = try #require(mine.merge(json: #"{"nick": "c"}"#, since: base).first)
    #expect(conflict.base as? String == "a" && conflict.mine == nil)
    #expect(conflict.theirs as? String == "c")
    #expect("\(conflict)" == #"nick: mine nil, theirs "c", base "a""#)
    base.nick = "a\n" + String(repeating: "b", count: 100)
    let long = try #require(mine.merge(json: #"{"nick": "c"}"#, since: base).first)
    let cut = #""a\n"# + String(repeating: "b", count: 56) + "…"
    #expect("\(long)" == #"nick: mine nil, theirs "c", base \#(cut)"#)
  }

  @Test func nestedModelsStayTheSameObjects() throws {
    let mine = try Person(
      json: #"{"id": 1, "city": {"id": 2, "name": "a", "zip": "z"}, "note": {"stars": 1}}"#
    )
    let (base, city, note) = (mine.copy(), mine.city, mine.note)
    city?.name = "mine"
    let conflicts = try mine.merge(
      json: #"{"city": {"id": 2, "zip": "new"}, "note": {"stars": 2}, "friend": {"id": 9}}"#,
      since: base
    )
    #expect(conflicts.isEmpty && mine.city === city && mine.note === note)
    #expect(city?.name == "mine" && city?.zip == "new" && note.stars == 2)
    #expect(mine.friend?.id == 9 && mine.friend !== base.friend)
  }

  @Test func goRoundInCycles() throws {
    let mine = try Person(json: #"{"id": 1, "friend": {"id": 2}}"#)
    mine.friend?.friend = mine
    let base = mine.copy()
    mine.friend?.name = "mine"
    try mine.merge(json: #"{"name": "a", "friend": {"id": 2, "tags": ["x"]}}"#, since: base)
    #expect(mine.name == "a" && mine.friend?.name == "mine" && mine.friend?.tags == ["x"])
    #expect(mine.friend?.friend === mine)
  }

  /// Nothing is left but the model and the base, though the objects hold each other.
  @Test(.serialized, arguments: [false, true])
  func leaveNoCopies(inStore: Bool) throws {
    final class Counted: ModelObject {
      nonisolated(unsafe) static var count = 0
      var id = 0
      var name = ""
      var other: Counted?
      override class var identity: Set<String> { ["id"] }
      required init() {
        super.init()
        Self.count += 1
      }
      deinit { Self.count -= 1 }
    }
    Counted.count = 0
    let store = ModelStore()
    let json = #"{"id": 1, "other": {"id": 2}}"#
    let mine = inStore ? try store.upsert(Counted.self, json: json) : try Counted(json: json)
    mine.other?.other = mine
    let base = mine.copy()
    for name in ["a", "b"] {
      let theirs = #"{"name": "\#(name)", "other": {"id": 2, "name": "\#(name)"}}"#
      if inStore {
        try store.merge(mine, json: theirs, since: base)
      } else {
        try mine.merge(json: theirs, since: base)
      }
    }
    #expect(mine.other?.name == "b" && Counted.count == 4)

    // What a conflict tells stays.
    mine.other?.other = nil
    mine.other = nil
    let theirs = #"{"other": {"id": 3}}"#
    let conflicts =
      try inStore
      ? store.merge(mine, json: theirs, since: base) : mine.merge(json: theirs, since: base)
    let former = conflicts.first?.base as? Counted
    #expect(former?.name == "b" && former?.other?.name == "b")
    for counted in [mine, base, former] { counted?.other = nil }
  }

  @Test func longChainsNeedNoStack() throws {
    let mine = Person()
    var last = mine
    for id in 1...2_000 {
      let next = Person()
      next.id = id
      last.friend = next
      last = next
    }
    let base = mine.copy()
    last.name = "mine"
    #expect(try mine.merge(json: #"{"name": "a"}"#, since: base).isEmpty)
    #expect(mine.name == "a" && last.name == "mine")
  }

  @Test(arguments: [
    (#"{"name": "refused", "tags": ["x"]}"#, ModelError.Code.rejected),
    (#"{"tags": ["x"], "city": {"#, .malformedJSON), ("[]", .unexpectedRoot),
    (#"{"name": "a"}"#, .rejected),
  ])
  func thatFailChangeNothing(json: String, code: ModelError.Code) throws {
    let mine = try Person(json: #"{"id": 1, "city": {"id": 2}, "tags": ["a"], "name": "n"}"#)
    let base = mine.copy()
    // Rejected by `validate`, and later replaced.
    if json.contains(#""a""#) { mine.name = "refused" }
    let (city, before, baseBefore) = (mine.city, mine.copy(), base.copy())
    #expect {
      try mine.merge(json: json, since: base)
    } throws: {
      ($0 as? ModelError)?.code == code
    }
    #expect(mine == before && mine.city === city && base == baseBefore)
  }

  @Test func needACopyOfTheModel() throws {
    final class Other: Person {}
    let mine: ModelObject = try Person(json: #"{"id": 1}"#)
    for base in [Person(), Other(), mine, City()] {
      #expect {
        try mine.merge(json: "{}", since: base)
      } throws: {
        ($0 as? ModelError)?.code == .unsupportedValue
      }
    }
  }

  /// One model in two places is merged with one of theirs; the other place is decided as a whole.
  @Test func loseNoChangeIfAModelIsInTwoPlaces() throws {
    class Small: ModelObject { var value = 0 }
    class Two: ModelObject {
      var first: Small?
      var second: Small?
    }
    for choice in [ModelConflict.Choice.theirs, .mine] {
      let two = try Two(json: #"{"first": {"value": 1}, "second": {"value": 2}}"#)
      let base = two.copy()
      two.second = two.first
      let conflicts = try two.merge(json: #"{"second": {"value": 3}}"#, since: base) { _ in choice }
      #expect(conflicts.map(\.path) == ["second"])
      #expect(two.first?.value == 1 && two.second?.value == (choice == .mine ? 1 : 3))
    }
  }

  @Test func beginAtAPath() throws {
    let mine = try Person(json: #"{"id": 1}"#)
    try mine.merge(json: #"{"data": {"name": "a"}}"#, since: mine.copy(), at: "data")
    #expect(mine.name == "a")
  }
}
