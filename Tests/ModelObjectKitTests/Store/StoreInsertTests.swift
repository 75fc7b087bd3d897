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
      (twin.id, twin.members) = (1, copy.members)
      #expect(try store.insert(twin) === twin && twin.name == "new")
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
    #expect(all.map(\.id) == (way == .mergeOfNew ? [1, 2, 3] : [1, 2]))
    #expect(store[Group.self, 2]?.name == "two")
    for group in all {
      #expect(group.members.count == 1)
      #expect(group.others.allSatisfy { $0 === store[Group.self, $0.id] })
    }
    for group in all + copy.reached { group.members = [] }
  }

  @Test(arguments: [1, 2])
  private func haveOneObjectForEachIdentity(_ countOfEach: Int) throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      Group.made = 0
      let store = ModelStore()
      let known = graph(1, "old", &random)
      for group in known.shuffled(using: &random).prefix(2) { try store.insert(group) }
      let given = graph(countOfEach, "new", &random)
      let inserted = given[0].reached
      Group.made = 0
      #expect(try store.insert(given[0]) === store[Group.self, given[0].id])
      #expect(Group.made <= 10 * given.count)
      let all = store.all(Group.self)
      #expect(Set(all.map(\.id)).count == all.count)
      for group in all {
        #expect(group.others.allSatisfy { $0 === store[Group.self, $0.id] })
      }
      for group in inserted {
        let name = store[Group.self, group.id]?.name
        #expect(countOfEach == 1 ? name == group.name : name?.hasPrefix("new") == true)
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
