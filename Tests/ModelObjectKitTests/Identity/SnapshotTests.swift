import Foundation
import ModelObjectKit
import Observation
import Synchronization
import Testing

/// Counts calls in the list of the current test.
private final class Tally: Sendable {
  @TaskLocal static var current = Tally()
  private let counts = Mutex<[String: Int]>([:])

  func add(_ name: String) { counts.withLock { $0[name, default: 0] += 1 } }
  subscript(name: String) -> Int { counts.withLock { $0[name] ?? 0 } }
}

private class Person: ModelObject, Identifiable {
  var id = 0
  var name = ""
  var born: Date?
  var tags: [String] = []
  var friend: Person?
  var friends: [Person] = []
  var byCity: [String: Person] = [:]
  var kin: Set<Person> = []
  var home = Home()
  var any: Any?
  weak var boss: Person?
  override class var identity: Set<String> { ["id"] }

  required init() {
    super.init()
    Tally.current.add("made")
  }

  deinit { Tally.current.add("gone") }

  override func awake() {
    for friend in friends { friend.boss = self }
  }

  var shouted: String { name.uppercased() }
  var isKin: [Person] { kin.sorted { $0.id < $1.id } }
  var twin: Person { Person(id: id, name: "twin of \(name)") }
  lazy var initials: String = {
    Tally.current.add("initials")
    return String(name.prefix(1))
  }()
  lazy var shadow = Person(id: -id, name: "shadow of \(name)")

  subscript(other: Snapshot<Person>) -> String { "\(name) and \(other.name)" }

  convenience init(id: Int, name: String) {
    self.init()
    self.id = id
    self.name = name
  }
}

private final class Student: Person {
  var grade = 0
}

private class Home: ModelObject {
  var city = ""
  var model = "villa"
  var description = "large"
}

private func graph() throws -> Person {
  try Person(
    json: #"""
      {"id": 1, "name": "Shan", "born": "1990-05-06", "tags": ["a"], "friend": {"id": 2, "name": "Kim"},
       "friends": [{"id": 3, "name": "Bo"}, {"id": 4, "name": "Cy", "home": {"city": "Bern"}}],
       "byCity": {"Rom": {"id": 5, "name": "Di"}}, "kin": [{"id": 7}, {"id": 6}], "home": {"city": "Basel"}}
      """#
  )
}

struct Snapshots {
  @Test func exportsAreThoseOfTheModel() throws {
    let person = Person(id: 7, name: "Shan")
    person.friend = Person(id: 8, name: "Kim")
    let snapshot = person.snapshot()
    var options = ExportOptions()
    options.keyStyle = .snakeCase
    let json = try person.jsonString()
    #expect(try snapshot.jsonString() == json)
    #expect(try snapshot.jsonString(options: options) == person.jsonString(options: options))
    #expect(try String(decoding: snapshot.jsonData(), as: UTF8.self) == json)
    #expect(try snapshot.dictionaryRepresentation()["name"] as? String == "Shan")
    #expect(try snapshot.friend?.jsonString() == person.friend?.jsonString())
    person.name = "Shana"
    #expect(try snapshot.jsonString() == json)
  }

  @Test func snapshotsTellWhatChanged() throws {
    let person = Person(id: 7, name: "Shan")
    person.friends = [Person(id: 8, name: "Kim"), Person(id: 9, name: "Kim")]
    let before = person.snapshot()
    #expect(person.snapshot().changedProperties(since: before).isEmpty)
    person.name = "Shana"
    person.friends[0].name = "Kims"
    #expect(person.snapshot().changedProperties(since: before) == ["name", "friends"])
    let friends = before.friends
    #expect(friends[0].changedProperties(since: friends[0]).isEmpty)
    #expect(friends[0].changedProperties(since: friends[1]) == ["id"])
  }

  @Test func readPropertiesAndParts() throws {
    let snapshot = try graph().snapshot()
    #expect(snapshot.name == "Shan" && snapshot.tags == ["a"] && snapshot.tags.count == 1)
    #expect(try snapshot.born == graph().born)
    #expect(snapshot.friend?.name == "Kim" && snapshot.friend?.friend == nil)
    #expect(snapshot.friends.map(\.name) == ["Bo", "Cy"])
    #expect(snapshot.friends.last?.home.city == "Bern")
    #expect(snapshot.byCity["Rom"]?.name == "Di" && snapshot.byCity["Oslo"] == nil)
    #expect(snapshot.home.city == "Basel")
    #expect(snapshot.shouted == "SHAN")
    #expect(snapshot.isKin.map(\.id) == [6, 7])
  }

  @Test func stayAsTheyWere() throws {
    let person = try graph()
    let snapshot = person.snapshot()
    person.name = "Shana"
    person.friends[1].home.city = "Biel"
    person.friend = nil
    let own = snapshot.makeModel()
    #expect(own !== person && own.name == "Shan" && own.friends[1].home.city == "Bern")
    own.name = "own"
    own.friend?.name = "own"
    #expect(snapshot.name == "Shan" && snapshot.friend?.name == "Kim")
    #expect(try snapshot == graph().snapshot())
  }

  @Test func keepTheClassOfTheModel() throws {
    let student = Student(id: 1, name: "a")
    student.grade = 5
    let snapshot: Snapshot<Person> = (student as Person).snapshot()
    let model: Person = snapshot.makeModel()
    #expect((model as? Student)?.grade == 5)
    #expect(snapshot != Person(id: 1, name: "a").snapshot())
    let base = (student as ModelObject).snapshot()
    #expect(base.makeModel() == student)
  }

  @Test func areMadeOfOneCopy() throws {
    try Tally.$current.withValue(Tally()) {
      let made = { Tally.current["made"] }
      let person = try graph()
      person.friend?.friend = person
      person.friends.append(person)
      let before = made()
      let snapshot = person.snapshot()
      #expect(made() - before == before)
      let copied = made()
      #expect(snapshot.friend?.friend?.friend?.friend == snapshot)
      #expect(snapshot.friends[2].friends[2].name == "Shan")
      #expect(made() == copied)
      person.friend?.friend = nil
      person.friends.removeLast()
    }
  }

  @Test func ofAnArrayShareACopy() throws {
    try Tally.$current.withValue(Tally()) {
      let friend = Person(id: 9, name: "both")
      let people = try [graph(), graph()]
      for person in people { person.friend = friend }
      let before = Tally.current["made"]
      let snapshots = people.snapshots()
      // Each of the two has five other models, and both have this one.
      #expect(Tally.current["made"] - before == 2 * 6 + 1)
      #expect(snapshots.map(\.name) == ["Shan", "Shan"] && snapshots[0] == snapshots[1])
      #expect([Person]().snapshots().isEmpty)
    }
  }

  @Test func letGoOfRings() throws {
    Tally.$current.withValue(Tally()) {
      do {
        let first = Person(id: 1, name: "a")
        let second = Person(id: 2, name: "b")
        first.friend = second
        second.any = [first]
        let snapshot = first.snapshot()
        first.friend = nil
        #expect(snapshot.friend?.name == "b")
        let part = snapshot.friend
        #expect(part?.id == 2)
      }
      #expect(Tally.current["gone"] == Tally.current["made"])
    }
  }

  @Test func keepWhatTheirPartsReferTo() throws {
    func part() throws -> Snapshot<Person> { try graph().snapshot().friends[0] }
    #expect(try part().boss?.name == "Shan")
  }

  @Test func ofALongChainAreReleased() {
    func last() -> (id: Int, isEqual: Bool) {
      let chain = NodeChain(count: 10_000)
      var snapshot = chain.first.snapshot()
      while let next = snapshot.next { snapshot = next }
      return (snapshot.id, chain.first.snapshot() == chain.first.snapshot())
    }
    #expect(last() == (9_999, true))
  }

  @Test func areEqualByContents() throws {
    let (first, second) = try (graph().snapshot(), graph().snapshot())
    #expect(first == second && first.hashValue == second.hashValue)
    #expect(Set([first, second]).count == 1)
    let other = try graph()
    other.friends[1].home.city = "Biel"
    #expect(first != other.snapshot())
    #expect(first.friend != first.friends[0] && first.friend == second.friend)
  }

  @Test func printLikeTheModel() throws {
    let person = try graph()
    #expect("\(person.snapshot())" == "\(person)")
    #expect(person.home.snapshot().description == "\(person.home)")
    #expect(Mirror(reflecting: person.snapshot()).children.isEmpty)
  }

  @Test func haveTheIdentityOfTheModel() throws {
    func changed<Row: Identifiable & Equatable>(_ new: [Row], _ old: [Row]) -> [Row.ID] {
      let known = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
      return new.filter { known[$0.id] != $0 }.map(\.id)
    }
    let person = try graph()
    let before = person.friends.snapshots()
    person.friends[1].name = "Cyril"
    #expect(changed(person.friends.snapshots(), before) == [4])
  }

  @Test func readMembersOfTheSameNameByTheirKeyPath() throws {
    let home = try graph().home.snapshot()
    #expect(home[dynamicMember: \.model] == "villa")
    #expect(home[dynamicMember: \.description] == "large")
  }

  @Test func callALazyPropertyOnce() throws {
    try Tally.$current.withValue(Tally()) {
      let person = try graph()
      let snapshot = person.snapshot()
      #expect(snapshot.initials == "S" && snapshot.initials == "S" && person.initials == "S")
      #expect(Tally.current["initials"] == 2)
    }
  }

  @Test func copyModelsThatAGetterMakes() throws {
    let snapshot = try graph().snapshot()
    #expect(snapshot.twin.name == "twin of Shan" && snapshot.shadow.name == "shadow of Shan")
    #expect(snapshot.shadow == snapshot.shadow)
  }

  @Test func mayBeReadByTheirOwnGetters() throws {
    let snapshot = try graph().snapshot()
    #expect(snapshot[snapshot] == "Shan and Shan")
    if let friend = snapshot.friend { #expect(snapshot[friend] == "Shan and Kim") }
  }

  @Test func updateModels() throws {
    let person = try graph()
    let (friend, home) = (person.friends[1], person.home)
    let before = person.snapshot()
    person.name = "b"
    person.friends.removeFirst()
    friend.home.city = "Biel"
    home.city = "Biel"
    try person.update(from: before)
    #expect(person.snapshot() == before)
    #expect(try graph().snapshot() == before)
    #expect(person.friends[1] === friend && person.home === home)
    person.friends[0].name = "mine"
    #expect(before.friends[0].name == "Bo")
    let student = Student()
    try (student as Person).update(from: before)
    #expect(student.name == "Shan")
    final class Teacher: Person {}
    let other: Snapshot<Person> = (student as Person).snapshot()
    #expect(throws: ModelError.self) { try (Teacher() as Person).update(from: other) }
  }
}

struct CodedSnapshots {
  private struct Page: Codable, Equatable {
    var title = ""
    var people: [Snapshot<Person>] = []
  }

  private class Note: ModelObject {
    var id = 0
    var title = ""
    override class var identity: Set<String> { ["id"] }
  }

  private class Edit: ModelObject {
    var key = ""
    var note: Note?
    var base: Snapshot<Note>?
    override class var identity: Set<String> { ["key"] }
  }

  @Test func areThoseOfModels() throws {
    let person = try graph()
    // The members of a set are written in any order.
    person.kin = []
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(try encoder.encode(person.snapshot()) == encoder.encode(person))
    let page = Page(title: "a", people: [person.snapshot(), person.friends[0].snapshot()])
    #expect(try JSONDecoder().decode(Page.self, from: encoder.encode(page)) == page)
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(Page.self, from: Data(#"{"title": "a", "people": [1]}"#.utf8))
    }
  }

  @Test func arePropertiesOfModels() throws {
    let edit = Edit()
    let note = try Note(json: #"{"id": 1, "title": "a"}"#)
    edit.note = note
    edit.base = note.snapshot()
    note.title = "mine"
    #expect(Edit.declarationProblems().isEmpty)
    for copy in try [edit.copy(), Edit(archive: edit.archivedData())] {
      #expect(copy == edit && copy.base?.title == "a")
    }
    let text = #"{"key":"","note":{"id":1,"title":"mine"},"base":{"id":1,"title":"a"}}"#
    #expect(try edit.jsonString() == text)
    #expect(try Edit(json: text) == edit)
  }

  /// Archives keep what exports leave out: classes without a tag, unexported properties, and models
  /// that contain themselves.
  @Test(.differs(.archives)) func areArchivedLikeModels() throws {
    class Gallery: ModelObject {
      var first: Snapshot<ArchivedDrawing>?
      var all: [Snapshot<ArchivedDrawing>] = []
    }
    let painting = ArchivedPainting()
    (painting.title, painting.color, painting.price) = ("a", "red", 7)
    let drawing: ArchivedDrawing = painting
    drawing.next = drawing
    let gallery = Gallery()
    gallery.first = drawing.snapshot()
    gallery.all = [drawing, ArchivedDrawing()].snapshots()
    let opened = try Gallery(archive: gallery.archivedData())
    #expect(opened == gallery && opened.all.count == 2)
    for snapshot in [opened.first, opened.all.first] {
      let painting = try #require(snapshot?.makeModel() as? ArchivedPainting)
      #expect(painting.title == "a" && painting.color == "red" && painting.price == 7)
      #expect(painting.next === painting)
    }
  }

  /// Each archive has the earlier ones in it once, and not as text.
  @Test func archivesGrowInProportionToTheSnapshotsInEachOther() throws {
    class Draft: ModelObject {
      var text = ""
      var before: Snapshot<Draft>?
    }
    let draft = Draft()
    var sizes: [Int] = []
    for number in 1...40 {
      draft.before = draft.snapshot()
      draft.text = "\(number)"
      if number.isMultiple(of: 20) { sizes.append(try draft.archivedData().count) }
    }
    #expect(sizes[1] < sizes[0] * 5 / 2)
    let opened = try Draft(archive: draft.archivedData())
    #expect(opened == draft && opened.before?.before?.text == "38")
  }

  /// A class that can't be found by its name is passed, as for a model.
  @Test func areOfTheClassesThatTheirArchiveMayHold() throws {
    class Kept: ModelObject {
      var id = 0
      var drawing: Snapshot<ArchivedDrawing>?
      override class var identity: Set<String> { ["id"] }
    }
    let kept = Kept()
    kept.id = 1
    let drawing: ArchivedDrawing = PrivateDrawing()
    kept.drawing = drawing.snapshot()
    let opened = try Kept(archive: kept.archivedData(), subclasses: [PrivateDrawing.self])
    #expect(opened.drawing?.makeModel() is PrivateDrawing)
    try withFolder { folder in
      let url = folder.appending(path: "kept")
      do {
        let file = try StoreFile(at: url, classes: [Kept.self, PrivateDrawing.self])
        try file.store.insert(kept)
        try file.save()
      }
      let store = try StoreFile(at: url, classes: [Kept.self, PrivateDrawing.self]).store
      #expect(store[Kept.self, 1]?.drawing?.makeModel() is PrivateDrawing)
    }
  }

  @Test func keepABaseInAStore() throws {
    try withFolder { folder in
      let url = folder.appending(path: "notes")
      do {
        let file = try StoreFile(at: url, classes: [Note.self, Edit.self])
        let note = try file.store.upsert(Note.self, json: #"{"id": 1, "title": "a"}"#)
        let edit = Edit()
        edit.key = "e"
        edit.note = note
        edit.base = note.snapshot()
        note.title = "mine"
        try file.store.insert(edit)
        #expect(note.title == "mine")
        try file.save()
      }
      let store = try StoreFile(at: url, classes: [Note.self, Edit.self]).store
      let edit = try #require(store[Edit.self, "e"])
      #expect(edit.note === store[Note.self, 1] && edit.note?.title == "mine")
      let base = try #require(edit.base?.makeModel())
      #expect(try edit.note?.jsonString(changesSince: base) == #"{"title":"mine"}"#)
    }
  }
}

@Observable private final class Seen: ModelObject {
  var name = ""
  var part: Seen?
  override class var accessors: [String: PropertyAccessor] {
    ["name": .init(\Seen.name), "part": .init(\Seen.part)]
  }
}

struct SnapshotsOfObservedModels {
  @Test func neverChangeForTheirObservers() throws {
    let seen = try Seen(json: #"{"name": "a", "part": {"name": "b"}}"#)
    let snapshot = seen.snapshot()
    let told = Mutex(0)
    withObservationTracking {
      _ = (snapshot.name, snapshot.part?.name)
    } onChange: {
      told.withLock { $0 += 1 }
    }
    seen.name = "c"
    seen.part?.name = "d"
    #expect(told.withLock(\.self) == 0 && snapshot.name == "a" && snapshot.part?.name == "b")
    withObservationTracking {
      _ = seen.name
    } onChange: {
      told.withLock { $0 += 1 }
    }
    try seen.update(from: snapshot)
    #expect(told.withLock(\.self) == 1 && seen.name == "a")
  }
}

private final class PrivateDrawing: ArchivedDrawing {}

class ArchivedDrawing: ModelObject {
  var title = ""
  var price = 0
  var next: ArchivedDrawing?
  override class var unexportedProperties: Set<String> { ["price"] }
}

final class ArchivedPainting: ArchivedDrawing {
  var color = ""
}
