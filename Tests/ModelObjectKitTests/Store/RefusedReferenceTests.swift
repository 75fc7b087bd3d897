import Foundation
import ModelObjectKit
import Testing

private struct Refusal: Error {}

private class Person: ModelObject {
  var id = 0
  var age = 0
  var friend: Person?
  var best = Companion()
  var friends: [Person] = []
  var maybe: [Person?] = []
  var circles: [[Person]] = []
  var team: Set<Person> = []
  var byRole: [String: Person] = [:]
  var byNumber: [Int: [Person]] = [:]
  var anyone: Any?
  var home: Home?
  override class var identity: Set<String> { ["id"] }
  override class var arrayMapping: [String: ModelObject.Type] { ["anyone": Person.self] }
  override func validate() throws { if age < 0 { throw Refusal() } }
}

private final class Companion: ModelObject {
  var of: Person?
}

/// A house with an identity, in which people live.
private final class Home: ModelObject {
  var number = 0
  var owner: Person?
  override class var identity: Set<String> { ["number"] }
}

/// Tells its property of each change.
private final class Watched: Person {
  var partner: Watched? { didSet { changes.append(partner?.id) } }
  var changes: [Int?] = []
  override class var accessors: [String: PropertyAccessor] { ["partner": .init(\Watched.partner)] }
  override class var ignoredProperties: Set<String> { ["changes"] }
  override class var subclasses: Subclasses? { nil }
}

private var preserved: MappingOptions {
  var options = MappingOptions()
  options.references = .preserved
  return options
}

struct RefusedReferenceTests {
  /// What person 2, inside of 1, says of 1, and whether it still refers to anyone.
  @Test(arguments: [
    #""friend": {"id": 1}"#, #""friend": 1"#, #""friends": [1, {"id": 1}]"#, #""maybe": [1]"#,
    #""circles": [[], [1]]"#, #""team": [{"id": 1}]"#, #""byRole": {"a": 1}"#,
    #""byNumber": {"3": [1]}"#, #""anyone": {"id": 1}"#, #""anyone": [{"id": 1}]"#,
    #""home": {"number": 4, "owner": 1}"#,
  ])
  func nothingHoldsARefusedObject(pair: String) throws {
    let inputs = [
      #"[{"id": 1, "age": -1, "friend": {"id": 2, \#(pair)}}]"#,
      #"[{"id": 1, "friend": {"id": 2, \#(pair)}, "age": -1}]"#,
      #"[{"id": 1, "age": -1, "friends": [{"id": 2}, {"id": 2, \#(pair)}]}]"#,
      #"[{"id": 1, "age": -1, "home": {"number": 1, "owner": {"id": 2, \#(pair)}}}]"#,
      #"[{"id": 1, "friend": {"id": 2, \#(pair), "friends": [{"id": 1, "age": -1}]}}]"#,
    ]
    // Here an object, not only a reference, would be made before 1 is refused.
    let others = [
      #"[{"id": 2, \#(pair)}, {"id": 1, "age": -1}]"#,
      #"[{"id": 1, "age": -1, "friend": {"id": 2}}, {"id": 2, \#(pair)}]"#,
    ]
    for json in inputs + (pair.contains(#""id""#) ? [] : others) {
      for known in ["[]", #"[{"id": 2, "age": 5}]"#, #"[{"id": 3, "friend": {"id": 2}}]"#] {
        let store = ModelStore()
        try store.upsert([Person].self, json: known)
        try store.upsert([Person].self, json: json)
        #expect(store[Person.self, 1] == nil, "\(json)")
        for two in store.all(Person.self) { expectNobody(two, json) }
        let again = try store.upsert(Person.self, json: #"{"id": 1, "friend": {"id": 2}}"#)
        #expect(store.all(Person.self).filter { $0.id == 1 }.count == 1)
        let opened = try ModelStore(archive: store.archivedData(), classes: [Person.self])
        #expect(opened[Person.self, 1]?.friend === opened[Person.self, 2] && again.friend?.id == 2)
      }
    }
  }

  private func expectNobody(_ person: Person, _ json: String) {
    #expect(person.friend?.id != 1 && person.friends.isEmpty, "\(json)")
    #expect(person.maybe.compactMap { $0 }.isEmpty && person.circles.joined().isEmpty, "\(json)")
    #expect(person.team.isEmpty && person.byRole.isEmpty, "\(json)")
    #expect(person.byNumber.values.joined().isEmpty, "\(json)")
    #expect((person.anyone as? [Any])?.isEmpty ?? (person.anyone == nil), "\(json)")
    #expect(person.home?.owner?.id != 1, "\(json)")
  }

  @Test func theNextObjectWithTheIdentityTakesThePlace() throws {
    let store = ModelStore()
    let json = """
      [{"id": 4, "friend": 1, "friends": [1, 2]},
       {"id": 1, "age": -1, "friend": {"id": 2, "friend": {"id": 1}, "friends": [1]}},
       {"id": 1, "age": 5}]
      """
    try store.upsert([Person].self, json: json)
    let four = store[Person.self, 4]
    #expect(four?.friend === store[Person.self, 1] && four?.friends.map(\.id) == [1])
    #expect(store[Person.self, 1]?.age == 5 && store[Person.self, 2] == nil)
  }

  @Test func objectsInARefusedOneAreGoneWithWhatTheyAwait() throws {
    let store = ModelStore()
    let json = """
      [{"id": 1, "age": -1, "friend": {"id": 2, "friend": 3, "friends": [1, 3, 4]}}, {"id": 3},
       {"id": 4, "age": -1}]
      """
    try store.upsert([Person].self, json: json)
    #expect(store.all(Person.self).map(\.id) == [3])
  }

  @Test func aKnownObjectKeepsItsValue() throws {
    let store = ModelStore()
    let two = try store.upsert(Person.self, json: #"{"id": 2, "friend": {"id": 9}}"#)
    let json = """
      {"id": 2, "friend": {"id": 1, "age": -1, "friend": {"id": 2, "friend": {"id": 1}}}}
      """
    try store.upsert(Person.self, json: json)
    #expect(two.friend === store[Person.self, 9])
  }

  @Test func aKnownObjectWithAnAccessorIsRestored() throws {
    let store = ModelStore()
    let two = try store.upsert(Watched.self, json: #"{"id": 2}"#)
    two.changes = []
    let json = #"[{"id": 1, "age": -1, "partner": {"id": 2, "partner": {"id": 1}}}]"#
    try store.upsert([Watched].self, json: json)
    #expect(two.partner == nil && two.changes == [])
  }

  @Test(arguments: [
    #"{"friends": [{"$id": "1", "age": -1, "friend": {"$id": "2", "friend": {"$ref": "1"}}}, {"$id": "3", "friend": {"$ref": "2"}}]}"#,
    #"{"friends": [{"$id": "3", "friend": {"$ref": "2"}}, {"$id": "1", "age": -1, "friends": [{"$id": "2", "friend": {"$ref": "1"}}]}]}"#,
    #"{"friends": [{"$id": "1", "age": -1, "team": [{"$id": "2", "friend": {"$ref": "1"}}]}, {"friend": {"$ref": "2"}}]}"#,
  ])
  func nothingHoldsARefusedObjectByItsNumber(json: String) throws {
    for way in WayIn.forms {
      let root = try JSONInput(json, by: way).map(to: Person.self, options: preserved)
      #expect(root.friends.count == 1 && root.friends.first?.friend == nil)
    }
  }

  @Test func anArchiveLeavesThemOutInAnyOrder() throws {
    let store = ModelStore()
    let json = """
      [{"id": 1, "friend": {"id": 2, "friend": 1, "friends": [1, 3]}}, {"id": 3, "friend": 1}]
      """
    try store.upsert([Person].self, json: json)
    store[Person.self, 1]?.age = -1
    let data = try store.archivedData()
    #expect(throws: ModelError.self) { try ModelStore(archive: data, classes: [Person.self]) }
    var lost: [String] = []
    let opened = try ModelStore(archive: data, classes: [Person.self]) { lost.append($0.path) }
    #expect(lost.count == 1 && opened.all(Person.self).map(\.id).sorted() == [2, 3])
    #expect(opened[Person.self, 2]?.friend == nil && opened[Person.self, 3]?.friend == nil)
    #expect(opened[Person.self, 2]?.friends.map(\.id) == [3])
  }

  private final class Notice: ModelObject {
    var person: Person?
    override func validate() throws { throw Refusal() }
  }

  private final class Board: ModelObject {
    var people: [Person] = []
    var notice: Notice?
    var others: [Person] = []
  }

  /// What a refused object says of a property that awaits others doesn't count.
  @Test func aReferenceStaysAwaited() throws {
    let person = #"{"id": 1, "friend": 7, "friends": [7]}"#
    let notice = #"{"person": {"id": 1, "friend": null, "friends": []}}"#
    for json in [
      #"{"people": [\#(person)], "notice": \#(notice), "others": [{"id": 7}]}"#,
      #"{"others": [{"id": 7}], "people": [\#(person)], "notice": \#(notice)}"#,
    ] {
      let store = ModelStore()
      try store.upsert(Board.self, json: json)
      let known = store[Person.self, 1]
      #expect(known?.friend?.id == 7 && known?.friends.map(\.id) == [7])
    }
  }

  private final class Post: ModelObject {
    var author: Person?
    override class var keyMapping: [String: JSONKey] { ["author": ["author_id", "author"]] }
  }

  /// The object of a worse key isn't read, even if the one that a better key names never comes.
  @Test(arguments: [
    #""friend": 5, "friends": [{"id": 5}]"#, #""friends": [{"id": 5}], "friend": 5"#,
  ])
  func inTheObjectOfAWorseKeyAreNotThere(pairs: String) throws {
    for json in [
      #"{"author_id": 99, "author": {"id": 1, \#(pairs)}}"#,
      #"{"author": {\#(pairs), "id": 1}, "author_id": 99}"#,
    ] {
      let post = try ModelStore().upsert(Post.self, json: json)
      #expect(post.author == nil)
    }
  }
}
