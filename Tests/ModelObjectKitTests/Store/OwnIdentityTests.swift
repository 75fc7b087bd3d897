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
  /// All orders of three pairs.
  private static let orders = [
    [0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0],
  ]

  private func upsert<Model: User>(
    _ type: Model.Type,
    _ input: JSONInput,
    into store: ModelStore
  ) throws -> User {
    input.way == .text || input.way == .data
      ? try store.upsert(type, json: input.json)
      : try store.upsert(type, dictionary: input.dictionary())
  }

  @Test(arguments: orders)
  private func areFiledAndFoundAgain(_ order: [Int]) throws {
    func object(_ pairs: [String]) -> String {
      "{\(order.map { pairs[$0] }.joined(separator: ", "))}"
    }
    func check<Model: User>(_ type: Model.Type) throws {
      for way in WayIn.forms {
        let store = ModelStore()
        let first = object([#""uid": 1"#, #""name": "a""#, #""home": {"street": "s", "zip": "z"}"#])
        let user = try upsert(type, JSONInput(first, by: way), into: store)
        #expect(user.id == 1 && store[type, 1] === user && store.count(of: type) == 1)
        let home = user.home
        let second = object([#""uid": 1"#, #""role": "r""#, #""home": {"zip": "y"}"#])
        #expect(try upsert(type, JSONInput(second, by: way), into: store) === user)
        #expect(user.name == "a" && user.role == "r" && store.count(of: type) == 1)
        #expect(user.home === home && home.street == "s" && home.zip == "y")
        #expect(try store.upsert(type, json: #"{"id": 1, "name": "c"}"#) === user)
      }
    }
    try check(Hooked.self)
    try check(Renamed.self)
    try check(Late.self)
    try check(Awoken.self)
    try check(Accessed.self)
  }

  @Test func areSavedAndReopened() throws {
    func check<Model: User>(_ type: Model.Type) throws {
      try withFolder { folder in
        let url = folder.appending(path: "users.store")
        do {
          let file = try StoreFile(at: url, classes: [type])
          try file.store.upsert([Model].self, json: #"[{"uid": 1, "name": "a"}, {"uid": 2}]"#)
          #expect(try file.save() == 2)
          try file.store.upsert([Model].self, json: #"[{"uid": 1, "name": "b"}]"#)
          #expect(try file.save() == 1)
        }
        let file = try StoreFile(at: url, classes: [type])
        #expect(file.store.all(type).map(\.name) == ["b", ""])
        let known = file.store[type, 2]
        #expect(try file.store.upsert(type, json: #"{"uid": 2, "name": "c"}"#) === known)
        #expect(try file.save() == 1)
      }
    }
    try check(Hooked.self)
    try check(Renamed.self)
    try check(Late.self)
    try check(Awoken.self)
    try check(Accessed.self)
  }

  @Test func takeTheirPlacesInLists() throws {
    func check<Model: User>(_ type: Model.Type) throws {
      let store = ModelStore()
      let users = try store.upsert([Model].self, json: #"[{"uid": 1}, {"uid": 2}, {"uid": 3}]"#)
        .models
      let json = #"""
        [{"uid": 2, "name": "b"}, {"uid": 4}, {"uid": 2, "role": "r"}, {"id": 1},
         {"uid": 4, "name": "d"}]
        """#
      let page = try store.upsert([Model].self, json: json)
      #expect(page.map(\.id) == [2, 4, 1] && page[0] === users[1] && page[2] === users[0])
      #expect(page[0].name == "b" && page[0].role == "r" && page[1].name == "d")
      #expect(page.changes.inserted.map(\.id) == [4] && page.changes.updated.map(\.id) == [2])
      #expect(page.changes.unchanged.map(\.id) == [1])
      #expect(store.count(of: type) == 4)
      let rest = try store.upsert([Model].self, json: #"[{"uid": 3}]"#, removingOthers: true)
      #expect(rest.changes.removed.map(\.id) == [1, 2, 4] && store.all(type).map(\.id) == [3])
    }
    try check(Hooked.self)
    try check(Renamed.self)
    try check(Late.self)
    try check(Awoken.self)
    try check(Accessed.self)
  }

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

  private final class Desk: ModelObject {
    var id = 0
    var accessed: Accessed?
    var late: Late?
    override class var identity: Set<String> { ["id"] }
  }

  @Test func ofOtherClassesReplaceAnotherOneInAProperty() throws {
    for key in ["accessed", "late"] {
      let store = ModelStore()
      let json = #"{"id": 1, "\#(key)": {"uid": 1, "name": "a"}}"#
      let desk = try store.upsert(Desk.self, json: json)
      let user = desk.accessed ?? desk.late
      try store.update(desk, json: #"{"\#(key)": {"uid": 2, "name": "b"}}"#)
      #expect(user?.id == 1 && user?.name == "a", "\(key)")
      let other = desk.accessed ?? desk.late
      #expect(other !== user && other?.id == 2 && other?.name == "b", "\(key)")
      #expect(store[Accessed.self, 2] ?? store[Late.self, 2] === other, "\(key)")
    }
  }

  private final class Group: ModelObject {
    var id = 0
    var head: Hooked?
    var list: [Hooked] = []
    var all: [String: Hooked] = [:]
    override class var identity: Set<String> { ["id"] }
  }

  @Test func replaceAnotherOneInAProperty() throws {
    for input in everyWay(#"{"id": 1, "head": {"uid": 2, "name": "b"}}"#) {
      let store = ModelStore()
      let json = #"{"id": 1, "head": {"uid": 1, "name": "a"}, "list": [{"uid": 2}, {"uid": 3}]}"#
      let group = try store.upsert(Group.self, json: json)
      let (head, second) = (group.head, group.list[0])
      _ =
        input.way == .text || input.way == .data
        ? try store.upsert(Group.self, json: input.json)
        : try store.upsert(Group.self, dictionary: input.dictionary())
      #expect(group.head === second && second.name == "b" && second.id == 2)
      #expect(head?.name == "a" && head?.id == 1 && store[Hooked.self, 1] === head)

      // Without an identity, the object in the property is updated.
      try store.update(group, json: #"{"head": {"role": "r"}}"#)
      #expect(group.head === second && second.role == "r" && second.name == "b")
      let lists = #"{"list": [{"uid": 3}, {"uid": 1}], "all": {"x": {"uid": 4}}}"#
      try store.update(group, json: lists)
      #expect(group.list.map(\.id) == [3, 1] && group.list[1] === head)
      #expect(group.all["x"] === store[Hooked.self, 4])
      #expect(store.count(of: Hooked.self) == 4)
    }
  }

  private class Pet: ModelObject {
    var name = ""
    override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? {
      dictionary["kind"] as? String == "cat" ? Cat.self : nil
    }
    override func validate() throws { if name == "bad" { throw Refused() } }
  }

  private final class Cat: Pet {}

  private class Owner: ModelObject {
    var id = 0
    var pet: Pet?
    var pets: [Pet] = []
    override class var identity: Set<String> { ["id"] }
    override func serializeValue(_ value: Any?, key: String) throws {
      try super.serializeValue(value, key: key == "uid" ? "id" : key)
    }
  }

  private final class Keeper: Owner {
    var first = Pet()
    override class var requiredProperties: Set<String> { ["first"] }
  }

  /// Their parts are updated, unless the input names another class for one.
  @Test func keepTheirParts() throws {
    for (first, second) in [(0, 1), (1, 0)] {
      func owner(_ pet: String) -> String {
        let pairs = [#""uid": 1"#, #""pet": \#(pet)"#]
        return "{\(pairs[first]), \(pairs[second])}"
      }
      let store = ModelStore()
      let made = try store.upsert(Owner.self, json: owner(#"{"name": "a"}"#))
      let pet = made.pet
      try store.upsert(Owner.self, json: owner(#"{"name": "b"}"#))
      #expect(made.pet === pet && pet?.name == "b")
      try store.upsert(Owner.self, json: owner(#"{"kind": "cat", "name": "c"}"#))
      #expect(made.pet is Cat && made.pet?.name == "c" && pet?.name == "b")
      let cat = made.pet
      try store.upsert(Owner.self, json: owner(#"{"name": "d"}"#))
      #expect(made.pet === cat && cat?.name == "d")
      try store.upsert(Owner.self, json: owner(#"{"name": "bad"}"#))
      #expect(made.pet === cat && cat?.name == "d")
      let required = owner(#"{"name": "bad"}"#).replacing("pet", with: "first")
      #expect(throws: ModelError.self) { try store.upsert(Keeper.self, json: required) }
    }
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

  /// What refers to a new part refers to the one that takes its place.
  @Test func shareTheirParts() throws {
    var options = MappingOptions()
    options.references = .preserved
    let store = ModelStore()
    let owner = try store.upsert(Owner.self, json: #"{"uid": 1, "pet": {"name": "a"}}"#)
    let pet = owner.pet
    let json = #"{"pet": {"$id": "7", "name": "b"}, "pets": [{"$ref": "7"}], "uid": 1}"#
    try store.upsert(Owner.self, json: json, options: options)
    #expect(owner.pet === pet && owner.pets.first === pet && pet?.name == "b")
  }

  @Test func areMergedInListsByIdentity() throws {
    let store = ModelStore()
    let json = #"{"id": 1, "list": [{"uid": 1}, {"uid": 2, "tags": [{"zip": "a"}]}]}"#
    let group = try store.upsert(Group.self, json: json)
    let users = group.list
    var options = MappingOptions()
    options.arrays = .merge
    let update = #"{"id": 1, "list": [{"uid": 2, "name": "b"}, {"uid": 3, "tags": [{}, {}]}]}"#
    try store.upsert(Group.self, json: update, options: options)
    #expect(group.list.map(\.id) == [1, 2, 3] && group.list[0] === users[0])
    #expect(users[1].name == "b" && users[1].tags.count == 1 && group.list[2].tags.count == 2)
    try store.upsert(Hooked.self, json: #"{"uid": 9, "team": [{"uid": 1}]}"#)
    let boss = try store.upsert(
      Hooked.self,
      json: #"{"team": [{"uid": 3}, {"uid": 1}], "uid": 9}"#,
      options: options
    )
    #expect(boss.team.map(\.id) == [1, 3] && boss.team[0] === users[0])
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

  /// What a new object would lack, a known one has.
  @Test func areCheckedWhenTheyAreKnown() throws {
    let store = ModelStore()
    let checked = try store.upsert(Checked.self, json: #"{"uid": 1, "name": "a"}"#)
    #expect(try store.upsert(Checked.self, json: #"{"uid": 1, "role": "r"}"#) === checked)
    #expect(checked.role == "r")
    var options = MappingOptions()
    options.missingKeys = .fail
    try store.upsert(Checked.self, json: #"{"uid": 1, "role": "s"}"#, options: options)
    #expect(checked.role == "s" && checked.name == "a")
    for json in [#"{"uid": 2}"#, #"{"uid": 2, "name": "bad"}"#, #"{"uid": 1, "name": "bad"}"#] {
      let error = #expect(throws: ModelError.self) { try store.upsert(Checked.self, json: json) }
      #expect(error?.code == .rejected)
      #expect(store.count(of: Checked.self) == 1 && checked.name == "a" && checked.role == "s")
    }
    let error = #expect(throws: ModelError.self) {
      try store.upsert(Checked.self, json: #"{"uid": 3, "name": "c"}"#, options: options)
    }
    #expect(error?.issues.map(\.path).contains("role") == false)
    #expect(error?.issues.map(\.path).contains("home") == true)
    #expect(store.count(of: Checked.self) == 1)
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

  private final class Throwing: Hooked {
    override func serializeValue(_ value: Any?, key: String) throws {
      if key == "role" { throw Refused() }
      try super.serializeValue(value, key: key)
    }
  }

  @Test func areRefusedOnce() throws {
    final class Log: Sendable {
      nonisolated(unsafe) var texts: [String] = []
    }
    let json = #"[{"role": "r", "uid": 2}, {"uid": 3, "role": "r"}, {"uid": 4}]"#
    let log = Log()
    var options = MappingOptions()
    options.issueHandler = { log.texts += $0.map { "\($0)" } }
    let store = ModelStore()
    let page = try store.upsert([Throwing].self, json: json, options: options)
    let again = try store.upsert(
      [Throwing].self,
      dictionaries: [["role": "r", "uid": 2], ["uid": 3, "role": "r"], ["uid": 4]],
      options: options
    )
    #expect(page.map(\.id) == [4] && again.map(\.id) == [4])
    let texts = ["[0].role: rejected: Refused()", "[1].role: rejected: Refused()"]
    #expect(log.texts == texts + texts)
    #expect(store.all(Throwing.self).map(\.id) == [4])
  }

  private final class ThrowingGroup: ModelObject {
    var id = 0
    var list: [Throwing] = []
    override class var identity: Set<String> { ["id"] }
  }

  @Test func stayInAListIfTheyAreRefused() throws {
    let store = ModelStore()
    let json = #"{"id": 1, "list": [{"uid": 2}, {"uid": 3}]}"#
    let list = try store.upsert(ThrowingGroup.self, json: json).list
    let update = #"{"id": 1, "list": [{"uid": 2, "role": "r"}, {"uid": 4}]}"#
    let group = try store.upsert(ThrowingGroup.self, json: update)
    #expect(group.list.map(\.id) == [2, 4] && group.list[0] === list[0])
  }

  @Test func mayBeInsideThemselves() throws {
    for json in [
      #"{"uid": 1, "boss": {"uid": 2, "boss": {"uid": 1, "name": "a"}, "team": [1, 2]}}"#,
      #"{"boss": {"boss": {"name": "a", "uid": 1}, "team": [1, 2], "uid": 2}, "uid": 1}"#,
    ] {
      let store = ModelStore()
      for _ in 0..<3 {
        let user = try store.upsert(Hooked.self, json: json)
        #expect(store[Hooked.self, 1] === user && user.name == "a")
        #expect(user.boss === store[Hooked.self, 2] && user.boss?.boss === user)
        #expect(user.boss?.team.map(\.id) == [1, 2] && store.count(of: Hooked.self) == 2)
      }
      for user in store.all(Hooked.self) { (user.boss, user.team) = (nil, []) }
    }
  }

  private final class Node: ModelObject {
    var id = 0
    var next: Node?
    var other: Node?
    var list: [Node] = []
    var value = 0
    nonisolated(unsafe) static var calls = 0
    override class var identity: Set<String> { ["id"] }
    override func serializeValue(_ value: Any?, key: String) throws {
      Self.calls += 1
      switch key {
      case "uid": try super.serializeValue(value, key: "id")
      // A value that is made anew.
      case "wrapped": try super.serializeValue((value as? [String: Any])?["it"], key: "next")
      default: try super.serializeValue(value, key: key)
      }
    }
  }

  /// The hooks of each level run once.
  @Test(.serialized, arguments: ["next", "other", "list", "wrapped"])
  private func chainsAreMappedInTheTimeOfTheirLength(_ key: String) throws {
    func chain(_ first: Int, _ length: Int, _ value: Int) -> String {
      (0..<length).reversed().reduce("null") { inner, level in
        let id = first + level
        return switch key {
        case "list": #"{"value": \#(value), "list": [\#(inner)], "uid": \#(id)}"#
        case "wrapped": #"{"value": \#(value), "wrapped": {"it": \#(inner)}, "uid": \#(id)}"#
        default: #"{"value": \#(value), "\#(key)": \#(inner), "uid": \#(id)}"#
        }
      }
    }
    let store = ModelStore()
    for (first, value) in [(1, 1), (1, 2), (101, 3), (1, 4)] {
      Node.calls = 0
      try store.upsert(Node.self, json: chain(first, 24, value))
      #expect(Node.calls == 24 * 3)
      #expect((first..<first + 24).allSatisfy { store[Node.self, $0]?.value == value })
    }
    #expect(store.count(of: Node.self) == 48)
    // Other objects in the properties of a known chain.
    if key == "next" {
      Node.calls = 0
      var json = "null"
      for level in (0..<24).reversed() {
        let id = level + (level % 2 == 0 ? 1 : 101)
        json = #"{"uid": \#(id), "next": \#(json), "value": 5}"#
      }
      try store.upsert(Node.self, json: json)
      #expect(Node.calls == 24 * 3 && store.count(of: Node.self) == 48)
      #expect(store[Node.self, 1]?.next === store[Node.self, 102])
    }
    for node in store.all(Node.self) { (node.next, node.other, node.list) = (nil, nil, []) }
  }

  @Test func keepTheirNumbersInDotNetReferences() throws {
    let store = ModelStore()
    var options = MappingOptions()
    options.references = .preserved
    let json = #"""
      {"$id": "1", "uid": 1, "team": [{"$id": "2", "uid": 2, "boss": {"$ref": "1"}}],
       "boss": {"$ref": "2"}}
      """#
    for _ in 0..<2 {
      let user = try store.upsert(Hooked.self, json: json, options: options)
      #expect(store[Hooked.self, 1] === user && store.count(of: Hooked.self) == 2)
      #expect(user.team[0].boss === user && user.boss === user.team[0])
    }
    for user in store.all(Hooked.self) { (user.boss, user.team) = (nil, []) }
  }

  @Test func mayComeFromModelsInside() throws {
    final class Badge: ModelObject {
      var number = 0
      var user: Home?
      override class var identity: Set<String> { ["number"] }
      override func awake() { number = Int(user?.zip ?? "") ?? number }
    }
    let store = ModelStore()
    let badge = try store.upsert(Badge.self, json: #"{"user": {"zip": "7"}}"#)
    #expect(badge.number == 7 && store[Badge.self, 7] === badge)
    #expect(try store.upsert(Badge.self, json: #"{"user": {"zip": "7"}}"#) === badge)
    let report = try store.explain(Badge.self, json: #"{"user": {"street": "7"}}"#)
    #expect(report.issues.last?.description == "(root): has no identity, so it isn't in the store")
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

/// What an object takes over from the new one that was mapped for it.
struct ValuesOfOwnIdentities {
  private class Room: ModelObject {
    var width = 0
    var height = 9
    var sum = 0
    override class var subclasses: Subclasses? { .byTag("kind", ["suite": Suite.self]) }
    override func awake() { sum = width + height }
    override func validate() throws { if width > height { throw Refused() } }
  }

  private final class Suite: Room {}

  private class Place: ModelObject {
    var id = 0
    var name = ""
    var room = Room()
    var next: Place?
    override class var identity: Set<String> { ["id"] }
    override class var subclasses: Subclasses? { .byTag("kind", ["hall": Hall.self]) }
    override func serializeValue(_ value: Any?, key: String) throws {
      try super.serializeValue(value, key: key == "uid" ? "id" : key)
    }
  }

  private class Keeping: Place {
    var a = ""
    var b = ""
    var c = ""
    var others: [String: Any] = [:]
    override class var unknownKeysProperty: String? { "others" }
  }

  private final class Setting: Place {
    var kept: [String: Any] = [:]
    nonisolated(unsafe) static var sets = 0
    var others: [String: Any] {
      get { kept }
      set { (kept, Self.sets) = (newValue, Self.sets + 1) }
    }
    override class var unknownKeysProperty: String? { "others" }
    override class var ignoredProperties: Set<String> { ["kept"] }
    override class var accessors: [String: PropertyAccessor] {
      ["others": .init(\Setting.others)]
    }
  }

  private final class Hall: Place {}

  /// The model in a property is awoken and validated with its own values; if it refuses the new ones,
  /// it stays as it was, and the rest is taken.
  @Test func passTheHooksOfModelsInProperties() throws {
    let store = ModelStore()
    let json = #"{"uid": 1, "room": {"width": 1, "height": 5}, "next": {"uid": 2}}"#
    let room = try store.upsert(Place.self, json: json).room
    for (json, name, sums) in [
      (#"{"uid": 1, "name": "a", "room": {"width": 3}}"#, "a", [3, 5, 8]),
      (#"{"uid": 1, "name": "b", "room": {"width": 7}}"#, "b", [3, 5, 8]),
      (#"{"uid": 1, "name": "c", "room": {"height": 6}}"#, "c", [3, 6, 9]),
      (#"{"room": {"width": 4}, "next": {"uid": 2}, "uid": 1, "name": "d"}"#, "d", [4, 6, 10]),
      (#"{"next": {"uid": 2}, "room": {"width": 5}, "uid": 1, "name": "e"}"#, "e", [5, 6, 11]),
    ] {
      let place = try store.upsert(Place.self, json: json)
      #expect(place.room === room && place.name == name)
      #expect([room.width, room.height, room.sum] == sums, "\(json)")
    }
  }

  @Test func replaceAModelOfAnotherClass() throws {
    let store = ModelStore()
    let place = try store.upsert(Place.self, json: #"{"uid": 1, "room": {"height": 5}}"#)
    let room = place.room
    try store.upsert(Place.self, json: #"{"uid": 1, "room": {"kind": "suite", "width": 2}}"#)
    #expect(place.room is Suite && place.room.width == 2 && place.room.height == 9)
    #expect(room.width == 0 && room.height == 5)
  }

  @Test func includeUnknownKeys() throws {
    func sorted(_ pairs: [String: Any]) throws -> String {
      let data = try JSONSerialization.data(withJSONObject: pairs, options: .sortedKeys)
      return String(decoding: data, as: UTF8.self)
    }
    let store = ModelStore()
    let first = #"{"uid": 1, "x": 1, "y": 2, "kind": "p"}"#
    let keeping = try store.upsert(Keeping.self, json: first)
    let setting = try store.upsert(Setting.self, json: first.replacing(#"d": 1"#, with: #"d": 2"#))
    for (json, others, sets) in [
      (#""name": "a""#, #"{"kind":"p","x":1,"y":2}"#, 1),
      (#""y": 3, "z": 4"#, #"{"kind":"p","x":1,"y":3,"z":4}"#, 3),
      (#""kind": "q""#, #"{"kind":"q","x":1,"y":3,"z":4}"#, 5),
      (#""kind": null"#, #"{"x":1,"y":3,"z":4}"#, 6),
    ] {
      #expect(try store.upsert(Keeping.self, json: #"{"uid": 1, \#(json)}"#) === keeping)
      #expect(try store.upsert(Setting.self, json: #"{"uid": 2, \#(json)}"#) === setting)
      #expect(try sorted(keeping.others) == others, "\(json)")
      #expect(try sorted(setting.others) == others, "\(json)")
      #expect(Setting.sets == sets, "\(json)")
    }
  }

  /// The new object doesn't have the properties of the known one's class.
  @Test func mayBeOfAnObjectOfASubclass() throws {
    let store = ModelStore()
    let known = try store.upsert(Keeping.self, json: #"{"uid": 1, "x": 1, "room": {"width": 1}}"#)
    let place = try store.upsert(Place.self, json: #"{"id": 2}"#)
    try store.update(place, json: #"{"next": {"uid": 1, "name": "b", "room": {"width": 2}}}"#)
    #expect(place.next === known && known.name == "b" && known.room.width == 2)
    #expect(known.others.keys.sorted() == ["x"])
  }

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

  /// A part whose value doesn't fit leaves an object without an identity, unless a hook gives it one.
  @Test(arguments: [#""id": "x", "uid": 7"#, #""uid": 7, "id": "x""#], WayIn.forms)
  func haveOneThoughAValueOfAPartDoesNotFit(pairs: String, way: WayIn) throws {
    final class Given: ModelObject {
      var id = 0
      var name = ""
      override class var identity: Set<String> { ["id"] }
      override func serializeValue(_ value: Any?, key: String) throws {
        if key == "uid", let number = value as? Int { id = number }
        try super.serializeValue(value, key: key)
      }
    }
    let store = ModelStore()
    let known = try store.upsert(Given.self, json: #"{"uid": 7, "name": "a"}"#)
    let input = JSONInput("{\(pairs)}", by: way)
    let found =
      way == .text || way == .data
      ? try store.upsert(Given.self, json: input.json)
      : try store.upsert(Given.self, dictionary: input.dictionary())
    #expect(found === known && known.name == "a" && store.count(of: Given.self) == 1)
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
