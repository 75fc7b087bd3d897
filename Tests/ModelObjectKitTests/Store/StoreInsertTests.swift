import Foundation
import ModelObjectKit
import Testing

private class Person: ModelObject {
  var id: Int?
  var name = ""
  var friends: [Person] = []
  var best: Person?
  override class var identity: Set<String> { ["id"] }
  override class var subclasses: Subclasses? { .byTag("class", ["student": Student.self]) }

  convenience init(_ id: Int?, _ name: String = "") {
    self.init()
    self.id = id
    self.name = name
  }
}

private final class Student: Person {}

private final class Client: ModelObject {
  var id = UUID()
  override class var identity: Set<String> { ["id"] }
}

private final class Draft: ModelObject {
  var id = 0
  var by: Person?
  var all: Set<Person> = []
  var any: Any?
  override class var identity: Set<String> { ["id"] }
}

private struct Refused: Error {}

private final class Binder: ModelObject {
  var id = 0
  var part: Careful?
  var binders: [Binder] = []
  override class var identity: Set<String> { ["id"] }
}

private final class Careful: ModelObject {
  var id = 0
  var name = ""
  var other: Client?
  override class var identity: Set<String> { ["id"] }
  override func validate() throws {
    if name == "bad" { throw Refused() }
  }
}

private final class Edit: ModelObject {
  var key = 0
  var base: Person?
  var live: Person?
  var list: [Person] = []
  var byName: [String: [Person]] = [:]
  override class var identity: Set<String> { ["key"] }
}

private final class Member: ModelObject {
  var role = ""
  var of: Group?
}

private final class Group: ModelObject {
  var id = 0
  var name = ""
  var members: [Member] = []
  var next: Group?
  var any: Any?
  nonisolated(unsafe) static var made = 0
  override class var identity: Set<String> { ["id"] }

  required init() {
    Self.made += 1
  }

  /// Ends an update that would make objects forever.
  override func validate() throws {
    if Self.made > 1000 { throw Refused() }
  }

  var others: [Group] { (members.map(\.of) + [next, any as? Group]).compactMap { $0 } }

  /// The group and those that it refers to, also through others.
  var reached: [Group] {
    var found = [self]
    var next = 0
    while next < found.count {
      for other in found[next].others where !found.contains(where: { $0 === other }) {
        found.append(other)
      }
      next += 1
    }
    return found
  }
}

struct StoreInsertTests {
  @Test func aModelAndTheModelsInItAreFiled() throws {
    let store = ModelStore()
    let person = Person(1)
    person.friends = [Person(2), Person(nil)]
    person.friends[1].best = Person(3)
    person.best = person
    #expect(try store.insert(person) === person)
    #expect(store.all(Person.self).map(\.id) == [1, 2, 3])
    #expect(store[Person.self, 3] === person.friends[1].best)
    #expect(try store.insert(person) === person)
    #expect(store.all(Person.self).count == 3)
    person.best = nil
  }

  @Test func aKnownObjectTakesTheValues() throws {
    let store = ModelStore()
    let known = try store.upsert(Person.self, json: #"{"id": 1, "name": "a", "best": {"id": 2}}"#)
    let best = known.best
    let made = Person(1, "b")
    made.best = Person(2, "c")
    made.friends = [Person(3)]
    #expect(try store.insert(made) === known)
    #expect(known.name == "b" && known.best === best && best?.name == "c")
    #expect(store[Person.self, 3] === made.friends[0] && known.friends == made.friends)
    #expect(store.all(Person.self).map(\.id) == [1, 2, 3])
  }

  @Test func knownModelsTakeThePlaceOfOthersInside() throws {
    let store = ModelStore()
    let known = try store.upsert([Person].self, json: #"[{"id": 1}, {"id": 2}, {"id": 3}]"#)
    let draft = Draft()
    draft.id = 5
    draft.by = Person(1, "a")
    draft.all = [Person(2, "b"), Person(4, "d")]
    draft.any = ["x": [Person(3, "c")]] as [String: Any]
    #expect(try store.insert(draft) === draft)
    #expect(draft.by === known[0] && known.map(\.name) == ["a", "b", "c"])
    #expect(draft.all.contains(known[1]) && draft.all.count == 2)
    let list = (draft.any as? [String: Any])?["x"] as? [Any]
    #expect(list?.first as? Person === known[2])
    #expect(store[Person.self, 4]?.name == "d")
  }

  @Test func withoutAnIdentityThrowsAndFilesNothing() throws {
    let store = ModelStore()
    let draft = Draft()
    draft.by = Person(1)
    for (model, message) in [
      (Person(nil, "a"), "the Person has no identity: id must not be nil or the default"),
      (draft, "the Draft has no identity: id must not be nil or the default"),
      (ModelObject(), "ModelObject has no identity: it must override identity"),
    ] {
      let error = #expect(throws: ModelError.self) { try store.insert(model) }
      #expect(error?.code == .missingIdentity)
      #expect(error?.description == "missingIdentity: \(message)")
    }
    #expect(store.all(Person.self).isEmpty)
    // A model without an identity stays where it is, in an object that has one.
    draft.id = 5
    draft.all = [Person(nil, "a")]
    #expect(try store.insert(draft) === draft)
    #expect(store.all(Person.self).map(\.id) == [1] && draft.all.map(\.name) == ["a"])
    // One that makes its own.
    let clients = [Client(), Client()]
    for client in clients { try store.insert(client) }
    #expect(store[Client.self, clients[1].id] === clients[1])
    #expect(store[Client.self, clients[0].id.uuidString] === clients[0])
  }

  @Test func anotherClassTakesThePlace() throws {
    let store = ModelStore()
    let known = try store.upsert([Person].self, json: #"[{"id": 1, "name": "a"}, {"id": 2}]"#)
    let student = Student(1)
    #expect(try store.insert(student) === student)
    #expect(store[Person.self, 1] === student && known[0].name == "a")
    #expect(store.all(Person.self).map(\.id) == [1, 2])
    let person = Person(1)
    #expect(try store.insert(person) === person && store[Person.self, 1] === person)
  }

  @Test func anErrorAddsNothing() throws {
    let store = ModelStore()
    try store.upsert(Careful.self, json: #"{"id": 1}"#)
    let bad = Careful()
    bad.id = 1
    bad.name = "bad"
    bad.other = Client()
    #expect {
      try store.insert(bad)
    } throws: {
      ($0 as? ModelError)?.code == .rejected
    }
    #expect(store.all(Client.self).isEmpty && store.all(Careful.self).count == 1)
    #expect(store[Careful.self, 1]?.name == "")
  }

  @Test func modelsGivenInADictionaryAreFiledToo() throws {
    let store = ModelStore()
    let known = try store.upsert(Person.self, json: #"{"id": 1}"#)
    let person = try store.upsert(
      Person.self,
      dictionary: [
        "id": 5, "best": Person(1, "a"), "friends": [Person(2), ["id": 2], Person(nil)],
      ]
    )
    #expect(person.best === known && known.name == "a")
    #expect(person.friends.count == 2 && person.friends[0] === store[Person.self, 2])
  }

  @Test func aModelGivenInADictionaryThatIsRejectedIsNotFiled() throws {
    let store = ModelStore()
    let known = try store.upsert(Careful.self, json: #"{"id": 1}"#)
    let (given, bad) = (Binder(), Careful())
    (given.id, bad.id, bad.name) = (2, 1, "bad")
    given.part = bad
    let binder = try store.upsert(Binder.self, dictionary: ["id": 3, "binders": [given]])
    #expect(binder.binders.isEmpty && known.name == "" && given.part === bad)
    #expect(store.all(Careful.self).count == 1 && store.all(Binder.self).map(\.id) == [3])
  }

  @Test func aLongChainNeedsNoStack() throws {
    let store = ModelStore()
    var person = Person(0)
    for id in 1...10_000 {
      let next = Person(id)
      next.best = person
      person = next
    }
    try store.insert(person)
    #expect(store.all(Person.self).count == 10_001)
    for person in store.all(Person.self) { person.best = nil }
  }
}

/// A graph in which two objects have one identity: the values of one would be lost.
struct InsertedCopies {
  private let words =
    ", and a store has one: insert them without each other, or keep a snapshot of one"

  private func check(
    _ message: String,
    _ store: ModelStore,
    _ model: some ModelObject,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try store.archivedData()
    let archive = try model.archivedData()
    let error = #expect(throws: ModelError.self, sourceLocation: sourceLocation) {
      try store.insert(model)
    }
    #expect(error?.code == .unsupportedValue, sourceLocation: sourceLocation)
    #expect(
      error?.description == "unsupportedValue: \(message)\(words)",
      sourceLocation: sourceLocation
    )
    #expect(try store.archivedData() == before, sourceLocation: sourceLocation)
    #expect(try model.archivedData() == archive, sourceLocation: sourceLocation)
  }

  @Test func neverRevertAnObjectOfTheStore() throws {
    let store = ModelStore()
    let note = try store.upsert(Person.self, json: #"{"id": 1, "name": "theirs"}"#)
    let edit = Edit()
    (edit.key, edit.base, edit.live) = (1, note.copy(), note)
    note.name = "mine"
    try check("base and live are two objects with id 1", store, edit)
    (edit.base, edit.live) = (edit.live, edit.base)
    try check("base and live are two objects with id 1", store, edit)
    (edit.base, edit.live) = (nil, nil)
    edit.list = [Person(2), note]
    edit.byName = ["x": [Person(3), note.copy()]]
    try check("byName.x[1] and list[1] are two objects with id 1", store, edit)
    #expect(note.name == "mine" && store.count(of: Edit.self) == 0)

    // One that stands deeper, in an object of the store.
    edit.list = [note]
    edit.byName = [:]
    note.best = Person(4)
    note.best?.friends = [Person(1)]
    try check("list[0] and list[0].best.friends[0] are two objects with id 1", store, edit)
    note.best = nil
    #expect(try store.insert(edit) === edit && edit.list == [note])

    // A copy alone updates the object.
    let copy = note.copy()
    copy.name = "copied"
    #expect(try store.insert(copy) === note && note.name == "copied")
  }

  @Test func ofOneObjectThatIsNotInTheStore() throws {
    let store = ModelStore()
    let edit = Edit()
    (edit.key, edit.base, edit.live) = (1, Person(1, "a"), Person(1, "b"))
    try check("base and live are two objects with id 1", store, edit)
    edit.live = Student(1)
    try check("base and live are two objects with id 1", store, edit)
    edit.live = edit.base
    #expect(try store.insert(edit) === edit && store.count(of: Person.self) == 1)
    // Two copies of an object of the store.
    let other = Edit()
    (other.key, other.base, other.live) = (2, Person(1, "c"), Person(1, "d"))
    try check("base and live are two objects with id 1", store, other)
    let twin = Person(5)
    twin.friends = [Person(5)]
    try check("friends[0] and the object itself are two objects with id 5", store, twin)
  }

  @Test func areRejectedInADictionary() throws {
    let store = ModelStore()
    let note = try store.upsert(Person.self, json: #"{"id": 1, "name": "a"}"#)
    let edit = Edit()
    (edit.key, edit.base, edit.live) = (1, Person(1, "b"), note)
    let error = #expect(throws: ModelError.self) {
      try store.upsert([Holder].self, dictionaries: [["id": 1, "edit": edit]], options: .strict)
    }
    #expect(error?.issues.first?.path == "[0].edit")
    #expect(error?.issues.first?.found?.contains("base and live are two objects") == true)
    #expect(note.name == "a" && store.count(of: Edit.self) == 0)
  }

  private final class Holder: ModelObject {
    var id = 0
    var edit: Edit?
    override class var identity: Set<String> { ["id"] }
  }
}

@Suite(.serialized) struct InsertedRings {
  private static let ring = #"""
    {"id": 1, "members": [{"role": "a", "of": {"id": 2, "members": [{"role": "b", "of": {"id": 1}}]}}]}
    """#

  private enum Way: CaseIterable {
    case copy, copyElsewhere, models, merge, mergeOfNew
  }

  @Test(arguments: Way.allCases)
  private func throughModelsWithoutAnIdentity(_ way: Way) throws {
    var store = ModelStore()
    let first = try store.upsert(Group.self, json: Self.ring)
    let copy = first.copy()
    copy.name = "new"
    copy.members[0].of?.name = "two"
    Group.made = 0
    switch way {
    case .copy: #expect(try store.insert(copy) === first && first.name == "new")
    case .copyElsewhere:
      store = ModelStore()
      let twin = Group()
      (twin.id, twin.members) = (3, copy.members)
      #expect(try store.insert(twin) === twin && store[Group.self, 1] === copy)
    case .models: try store.upsert(Group.self, dictionary: ["id": 1, "members": copy.members])
    case .merge:
      let json = #"{"members": [{"of": {"id": 2, "name": "two"}}]}"#
      #expect(try store.merge(first, json: json, since: first.copy()).isEmpty)
    case .mergeOfNew:
      let json = #"{"members": [{"of": {"id": 3, "members": [{"of": {"id": 2, "name": "two"}}]}}]}"#
      #expect(try store.merge(first, json: json, since: first.copy()).isEmpty)
    }
    #expect(Group.made < 20)
    let all = store.all(Group.self)
    let ids = way == .mergeOfNew ? [1, 2, 3] : way == .copyElsewhere ? [3, 2, 1] : [1, 2]
    #expect(all.map(\.id) == ids)
    #expect(store[Group.self, 2]?.name == "two")
    for group in all {
      #expect(group.members.count == 1)
      #expect(group.others.allSatisfy { $0 === store[Group.self, $0.id] })
    }
    for group in all + copy.reached { group.members = [] }
  }

  @Test func haveOneObjectForEachIdentity() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      Group.made = 0
      let store = ModelStore()
      let known = graph(1, "old", &random)
      for group in known.shuffled(using: &random).prefix(2) { try store.insert(group) }
      let given = graph(.random(in: 1...2, using: &random), "new", &random)
      let inserted = given[0].reached
      guard Set(inserted.map(\.id)).count == inserted.count else {
        let before = try store.archivedData()
        let error = #expect(throws: ModelError.self) { try store.insert(given[0]) }
        #expect(error?.code == .unsupportedValue)
        #expect(try store.archivedData() == before)
        for group in known + given {
          (group.members, group.next, group.any) = ([], nil, nil)
        }
        continue
      }
      Group.made = 0
      #expect(try store.insert(given[0]) === store[Group.self, given[0].id])
      #expect(Group.made <= 10 * given.count)
      let all = store.all(Group.self)
      #expect(Set(all.map(\.id)).count == all.count)
      for group in all {
        #expect(group.others.allSatisfy { $0 === store[Group.self, $0.id] })
      }
      for group in inserted {
        #expect(store[Group.self, group.id]?.name == group.name)
      }
      for group in known + given {
        (group.members, group.next, group.any) = ([], nil, nil)
      }
    }
  }

  /// Groups that refer to each other at random; several have the same identity.
  private func graph(
    _ countOfEach: Int,
    _ name: String,
    _ random: inout SeededGenerator
  ) -> [Group] {
    let groups = (0..<4 * countOfEach).map { number in
      let group = Group()
      (group.id, group.name) = (number / countOfEach + 1, "\(name) \(number)")
      return group
    }
    let members = groups.map { group in
      let member = Member()
      member.of = group
      return member
    }
    for group in groups {
      group.members = members.shuffled(using: &random).prefix(.random(in: 0...2, using: &random))
        .map { $0 }
      group.next = Bool.random(using: &random) ? groups.randomElement(using: &random) : nil
      group.any = Bool.random(using: &random) ? groups.randomElement(using: &random) : nil
    }
    return groups
  }
}
