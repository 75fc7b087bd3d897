import Foundation
import ModelObjectKit
import Testing

private class Person: ModelObject {
  var id: Int?
  var name = ""
  var friends: [Person] = []
  var best: Person?
  override class var identity: Set<String> { ["id"] }
  override class var subclasses: Subclasses? { .byTag("kind", ["student": Student.self]) }
}

private final class Student: Person {
  var school = ""
}

private final class Post: ModelObject {
  var number = ""
  var author: Person?
  var likes: Set<Person> = []
  var byRole: [String: Person] = [:]
  var any: Any?
  var notes: [Note] = []
  override class var identity: Set<String> { ["number"] }
  override class var arrayMapping: [String: ModelObject.Type] { ["any": Person.self] }
}

/// Has no identity.
private final class Note: ModelObject {
  var text = ""
  var by: Person?
}

private func ids(_ people: [Person]) -> [Int?] { people.map(\.id) }

struct StoreTests {
  @Test(arguments: WayIn.forms)
  func knownObjectsAreUpdatedAndNewOnesFiled(way: WayIn) throws {
    let store = ModelStore()
    let json = #"{"id": 7, "name": "a", "best": {"id": 8}}"#
    let input = JSONInput(json, by: way)
    let first: Person =
      switch way {
      case .text: try store.upsert(Person.self, json: json)
      case .data: try store.upsert(Person.self, json: Data(json.utf8))
      default: try store.upsert(Person.self, dictionary: input.dictionary())
      }
    let again = try store.upsert(Person.self, json: #"{"id": "7", "name": "b"}"#)
    #expect(again === first && first.name == "b")
    #expect(first.best === store[Person.self, 8])
    #expect(ids(store.all(Person.self)) == [7, 8])
  }

  @Test func anIdentityAloneChangesNothing() throws {
    let store = ModelStore()
    let first = try store.upsert(Person.self, json: #"{"id": 7, "name": "a", "best": {"id": 8}}"#)
    let copy = first.copy()
    try store.upsert(Person.self, json: #"{"id": 7}"#)
    #expect(first == copy)
  }

  @Test func aPageTellsWhatItDid() throws {
    let store = ModelStore()
    try store.upsert([Person].self, json: #"[{"id": 1}, {"id": 2}]"#)
    let page = try store.upsert(
      [Person].self,
      json:
        #"{"data": [{"id": 3, "best": {"id": 4}}, {"id": 1}, {"id": 3, "name": "c"}, {"id": 4}]}"#,
      at: "data"
    )
    #expect(page.map(\.id) == [3, 1, 4])
    #expect(ids(page.changes.inserted) == [3, 4])
    #expect(ids(page.changes.unchanged) == [1] && page.changes.updated.isEmpty)
    #expect(page.changes.removed.isEmpty)
    #expect(page[0].name == "c" && page[0].best === page[2])
    #expect(ids(store.all(Person.self)) == [1, 2, 3, 4])
  }

  @Test func nestedModelsAreFoundWhereverTheyStand() throws {
    let store = ModelStore()
    let known = try store.upsert(Person.self, json: #"{"id": 1, "name": "a"}"#)
    let post = try store.upsert(
      Post.self,
      json: #"""
        {"number": "p", "author": {"id": 1, "name": "b"}, "likes": [{"id": 1}, {"id": 2}],
         "byRole": {"editor": {"id": 1}, "reader": {"id": 3}}, "any": [{"id": 1}, {"id": 4}],
         "notes": [{"by": {"id": 1}}, {"by": {"id": 5}}]}
        """#
    )
    #expect(known.name == "b")
    #expect(post.author === known && post.byRole["editor"] === known)
    #expect((post.any as? [Person])?[0] === known)
    #expect(post.notes[0].by === known)
    #expect(post.likes.count == 2 && post.likes.contains(known))
    #expect(ids(store.all(Person.self)).compactMap { $0 }.sorted() == [1, 2, 3, 4, 5])
    #expect(store.all(Note.self).isEmpty)
  }

  @Test func anotherIdentityInAPropertyIsAnotherObject() throws {
    let store = ModelStore()
    let other = try store.upsert(Person.self, json: #"{"id": 2}"#)
    let post = try store.upsert(Post.self, json: #"{"number": "p", "author": {"id": 1}}"#)
    let author = post.author
    try store.upsert(Post.self, json: #"{"number": "p", "author": {"id": 2, "name": "b"}}"#)
    #expect(post.author === other && other.name == "b" && author?.name == "")
    try store.upsert(Post.self, json: #"{"number": "p", "author": {"name": "c"}}"#)
    #expect(post.author === other && other.name == "c")
  }

  @Test func listsHoldWhatTheInputNames() throws {
    let store = ModelStore()
    let person = try store.upsert(
      Person.self,
      json: #"{"id": 1, "friends": [{"id": 2}, {"id": 3}, {"id": 2}]}"#
    )
    #expect(ids(person.friends) == [2, 3])
    let second = person.friends[0]
    try store.upsert(Person.self, json: #"{"id": 1, "friends": [{"id": 4}, {"id": 2}]}"#)
    #expect(ids(person.friends) == [4, 2] && person.friends[1] === second)
    var options = MappingOptions()
    options.arrays = .merge
    try store.upsert(
      Person.self,
      json: #"{"id": 1, "friends": [{"id": 3}]}"#,
      options: options
    )
    #expect(ids(person.friends) == [4, 2, 3])
    #expect(person.friends[2] === store[Person.self, 3])
  }

  @Test func aKnownObjectTakesThePlaceOfOneThatTheListHas() throws {
    let store = ModelStore()
    let person = try store.upsert(
      Person.self,
      json: #"{"id": 1, "friends": [{"id": 2}, {"id": 3}]}"#
    )
    let former = person.friends[0]
    store.remove(former)
    let known = try store.upsert(Person.self, json: #"{"id": 2}"#)
    var options = MappingOptions()
    options.arrays = .merge
    try store.upsert(Person.self, json: #"{"id": 1, "friends": [{"id": 2}]}"#, options: options)
    #expect(ids(person.friends) == [2, 3] && person.friends[0] === known)
  }

  @Test func cyclesComeToAnEnd() throws {
    let store = ModelStore()
    let person = try store.upsert(
      Person.self,
      json: #"""
        {"id": 1, "best": {"id": 2, "best": {"id": 1, "name": "a", "friends": [{"id": 1}, {"id": 2}]}}}
        """#
    )
    #expect(person.best?.best === person && person.name == "a")
    #expect(person.friends.count == 2 && person.friends[0] === person)
    #expect(person.friends[1] === person.best)
    let again = try store.upsert(
      [Person].self,
      json: #"[{"id": 1, "best": {"id": 1, "best": {"id": 2}}}, {"id": 2}]"#
    )
    // The last value is used: the object inside itself.
    #expect(again[0] === person && person.best === person)
    person.best = nil
    person.friends = []
  }

  @Test func whatHasNoIdentityIsMappedAsAlways() throws {
    let store = ModelStore()
    let note = try store.upsert(Note.self, json: #"{"text": "a", "by": {"id": 1}}"#)
    #expect(note.by === store[Person.self, 1])
    let nobody = try store.upsert(
      [Person].self,
      json: #"[{"name": "a"}, {"id": null}, {"id": "x"}]"#
    )
    #expect(nobody.count == 3 && nobody.changes.inserted.isEmpty)
    #expect(ids(store.all(Person.self)) == [1])
    #expect(store[Note.self, 1] == nil && store.all(Note.self).isEmpty)
    #expect(try store.upsert([Note].self, json: #"[{"text": "b"}]"#).count == 1)
  }

  @Test func aSuperclassFindsSubclassesAndNotTheOtherWay() throws {
    let store = ModelStore()
    try store.upsert([Person].self, json: #"[{"id": 1}, {"id": 2, "kind": "student"}, {"id": 3}]"#)
    #expect(store[Person.self, 2] is Student && store[Student.self, 2] != nil)
    #expect(store[Student.self, 1] == nil)
    #expect(ids(store.all(Person.self)) == [1, 2, 3])
    #expect(store.all(Student.self).map(\.id) == [2])
  }

  @Test func anIdentityThatComesTwiceIsOneObject() throws {
    let store = ModelStore()
    let post = try store.upsert(
      Post.self,
      json: #"{"number": "a", "likes": [{"id": 1, "name": "x"}, {"id": 1, "best": {"id": 1}}]}"#
    )
    let page = try store.upsert([Person].self, json: #"[{"id": 1}, {"id": 1}, {"id": 2}]"#)
    #expect(ids(page.models) == [1, 2] && ids(store.all(Person.self)) == [1, 2])
    #expect(post.likes.count == 1 && post.likes.first === page[0] && page[0].name == "x")
    #expect(page[0].best === page[0])
    page[0].best = nil
  }

  @Test func anotherClassTakesThePlace() throws {
    let store = ModelStore()
    let json = #"[{"id": 1, "name": "a"}, {"id": 2}]"#
    let first = try store.upsert([Person].self, json: json)[0]
    let page = try store.upsert([Person].self, json: #"[{"id": 2}, {"id": 1, "kind": "student"}]"#)
    #expect(ids(page.changes.inserted) == [1] && ids(page.changes.unchanged) == [2])
    #expect(page.changes.removed.count == 1 && page.changes.removed[0] === first)
    #expect(ids(store.all(Person.self)) == [1, 2])
    #expect(store[Person.self, 1] === page[1] && page[1].name == "")
    // An input without a tag doesn't select a class.
    #expect(try store.upsert(Person.self, json: #"{"id": 1}"#) === page[1])
  }

  @Test func thereIsNoStoreInAPlainMapping() throws {
    let store = ModelStore()
    let person = try store.upsert(Person.self, json: #"{"id": 1}"#)
    #expect(try Person(json: #"{"id": 1, "best": {"id": 2}}"#) !== person)
    try person.update(json: #"{"best": {"id": 2}}"#)
    #expect(store[Person.self, 2] == nil)
  }
}
