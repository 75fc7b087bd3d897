import Foundation
import ModelObjectKit
import Testing

private class Person: ModelObject {
  var id: Int?
  var name = ""
  var best: Person?
  var circle: Circle?
  override class var identity: Set<String> { ["id"] }
  override class var subclasses: Subclasses? { .byTag("kind", ["student": Student.self]) }
}

private final class Student: Person {
  var school = ""
}

private final class Circle: ModelObject {
  var name = ""
  var members: Set<Person> = []
  override class var identity: Set<String> { ["name"] }
}

private final class Stray: ModelObject {
  var id = 0
  override class var identity: Set<String> { ["id"] }
}

/// Can be found by its name, but isn't a subclass of a known class.
final class StoredStranger: ModelObject {
  nonisolated(unsafe) static var made = 0
  var id = 0
  override class var identity: Set<String> { ["id"] }
  override class var archiveName: String { super.archiveName }
  required init() {
    Self.made += 1
    super.init()
  }
}

private final class Labeled: ModelObject {
  var label: String?
  var other: Labeled?
  override class var identity: Set<String> { ["label"] }
  override class var archiveName: String { "archive.labeled" }
}

/// The same before its label was its identity.
private final class Numbered: ModelObject {
  var number = 0
  var label: String?
  var other: Numbered?
  override class var identity: Set<String> { ["number"] }
  override class var archiveName: String { "archive.labeled" }
}

private struct Refused: Error {}

private final class Careful: ModelObject {
  var id = 0
  override class var identity: Set<String> { ["id"] }
  override func validate() throws {
    if id == 13 { throw Refused() }
  }
}

private final class Keeper: ModelObject {
  var id = 0
  var one: Careful?
  var all: [Careful] = []
  var any: Any?
  override class var identity: Set<String> { ["id"] }
}

private func code(_ body: () throws -> Void) -> ModelError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? ModelError)?.code
  }
}

struct StoreArchiveTests {
  private func filledStore() throws -> ModelStore {
    let store = ModelStore()
    try store.upsert(
      [Person].self,
      json: #"""
        [{"id": 3, "name": "c", "best": {"id": 1}, "circle": {"name": "x"}},
         {"id": 2, "kind": "student", "school": "s", "best": {"id": 3}, "circle": {"name": "x"}},
         {"id": 1, "best": {"id": 3}}]
        """#
    )
    let circle = store[Circle.self, "x"]
    circle?.members = Set(store.all(Person.self).filter { $0.circle != nil })
    return store
  }

  @Test func orderAndSharedReferencesComeBack() throws {
    let store = try filledStore()
    let again = try ModelStore(archive: store.archivedData(), classes: [Person.self])
    let people = again.all(Person.self)
    #expect(people.map(\.id) == [3, 1, 2])
    #expect(people[2] is Student && (people[2] as? Student)?.school == "s")
    #expect(people[0].best === people[1] && people[1].best === people[0])
    #expect(again.all(Circle.self).count == 1)
    #expect(people[0].circle === again[Circle.self, "x"] && people[0].circle === people[2].circle)
    #expect(people[0].circle?.members.contains(people[2]) == true)
    #expect(try again.upsert(Person.self, json: #"{"id": 2, "name": "b"}"#) === people[2])
    let next = try again.upsert(Person.self, json: #"{"id": 9}"#)
    #expect(again.all(Person.self).last === next)
  }

  @Test func aFileIsWrittenAndRead() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "store.plist")
    try filledStore().archive(to: file)
    let again = try ModelStore(archiveAt: file, classes: [Person.self])
    #expect(again.all(Person.self).count == 3)
    #expect(throws: CocoaError.self) {
      try ModelStore(archiveAt: folder.appending(path: "none"), classes: [])
    }
  }

  @Test func anEmptyStoreIsOne() throws {
    let again = try ModelStore(archive: ModelStore().archivedData(), classes: [])
    #expect(again.all(Person.self).isEmpty)
  }

  @Test func onlyWhatIsFiledIsFiledAgain() throws {
    let store = try filledStore()
    let person = try #require(store[Person.self, 1])
    store.remove(person)
    let again = try ModelStore(archive: store.archivedData(), classes: [Person.self])
    #expect(again.all(Person.self).map(\.id) == [3, 2])
    #expect(again[Person.self, 3]?.best?.id == 1 && again[Person.self, 1] == nil)
  }

  @Test func eachObjectIsFiledByWhatItIsByThen() throws {
    let store = try filledStore()
    store[Person.self, 1]?.id = 8
    store[Person.self, 2]?.id = 1
    let changed = try ModelStore(archive: store.archivedData(), classes: [Person.self])
    #expect(changed.all(Person.self).map(\.id) == [3, 8, 1])
    #expect(changed[Person.self, 3]?.name == "c" && changed[Person.self, 1] is Student)
  }

  @Test func anotherArchiveIsNoStore() throws {
    let person = try Person(json: #"{"id": 1}"#)
    for data in try [person.archivedData(), [person].archivedData()] {
      #expect(code { _ = try ModelStore(archive: data, classes: [Person.self]) } == .unexpectedRoot)
    }
    let data = try filledStore().archivedData()
    #expect(code { _ = try Person(archive: data) } == .unexpectedRoot)
    #expect(code { _ = try [Person](archive: data) } == .unexpectedRoot)
  }

  @Test func aClassThatIsNotAllowedIsUnknown() throws {
    let data = try filledStore().archivedData()
    for classes in [[], [Stray.self]] as [[ModelObject.Type]] {
      #expect(code { _ = try ModelStore(archive: data, classes: classes) } == .unknownClass)
    }
    let store = ModelStore()
    try store.upsert(StoredStranger.self, json: #"{"id": 1}"#)
    let stranger = try store.archivedData()
    StoredStranger.made = 0
    #expect(code { _ = try ModelStore(archive: stranger, classes: [Person.self]) } == .unknownClass)
    // It isn't even made.
    #expect(StoredStranger.made == 0)
    #expect(
      try ModelStore(archive: stranger, classes: [StoredStranger.self])[StoredStranger.self, 1]
        != nil
    )
  }

  @Test func damageIsNoCrash() throws {
    let data = try filledStore().archivedData()
    for damaged in [Data(), Data("nonsense".utf8), data.dropLast(9), data.prefix(40)] {
      #expect(
        code { _ = try ModelStore(archive: damaged, classes: [Person.self]) } == .invalidArchive
      )
    }
    for place in stride(from: 8, to: data.count, by: 3) {
      var changed = data
      changed[place] ^= 0x15
      _ = try? ModelStore(archive: changed, classes: [Person.self])
    }
  }

  @Test(
    arguments: [
      ["store": [0, 99]], ["store": [-1]], ["store": ["x"]], ["store": 0],
      ["store": [0], "roots": [0]],
    ] as [[String: any Sendable]]
  )
  func numbersThatLeadNowhereAreDamage(pairs: [String: any Sendable]) throws {
    let store = ModelStore()
    try store.upsert(Stray.self, json: #"{"id": 1}"#)
    var list = try #require(
      try PropertyListSerialization.propertyList(from: store.archivedData(), format: nil)
        as? [String: Any]
    )
    list.merge(pairs) { $1 }
    let data = try PropertyListSerialization.data(
      fromPropertyList: list,
      format: .binary,
      options: 0
    )
    #expect(code { _ = try ModelStore(archive: data, classes: [Stray.self]) } == .invalidArchive)
  }

  /// A new object of another class gets the former one's place among the objects of all families.
  @Test func anObjectThatIsReplacedKeepsItsPlace() throws {
    func archive(_ texts: (person: Bool, json: String)...) throws -> Data {
      let store = ModelStore()
      for (isPerson, json) in texts {
        if isPerson {
          try store.upsert(Person.self, json: json)
        } else {
          try store.upsert(Stray.self, json: json)
        }
      }
      return try store.archivedData()
    }
    let student = #"{"id": 1, "kind": "student"}"#
    let replaced = try archive((true, #"{"id": 1}"#), (false, #"{"id": 5}"#), (true, student))
    #expect(try replaced == archive((true, student), (false, #"{"id": 5}"#)))
  }

  @Test func whatAHookRefusesIsAnError() throws {
    let store = ModelStore()
    let careful = try store.upsert(Careful.self, json: #"{"id": 1}"#)
    careful.id = 13
    let data = try store.archivedData()
    #expect(code { _ = try ModelStore(archive: data, classes: [Careful.self]) } == .rejected)
  }

  /// With a closure, a store opens without the objects that can't be decoded.
  @Test func whatCanNotBeHadIsSkipped() throws {
    let store = ModelStore()
    let careful = try store.upsert([Careful].self, json: #"[{"id": 1}, {"id": 2}]"#)
    try store.upsert(Stray.self, json: #"{"id": 5}"#)
    let keeper = try store.upsert(
      Keeper.self,
      json: #"{"id": 1, "one": {"id": 1}, "all": [{"id": 2}, {"id": 1}, {"id": 3}], "any": 0}"#
    )
    keeper.any = Stray()
    careful[0].id = 13
    for (data, url) in [(try store.archivedData(), false), (try store.archivedData(), true)] {
      #expect(code { _ = try ModelStore(archive: data, classes: [Keeper.self]) } != nil)
      var skipped: [String] = []
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).plist")
      defer { try? FileManager.default.removeItem(at: file) }
      if url { try data.write(to: file) }
      let opened =
        url
        ? try ModelStore(archiveAt: file, classes: [Keeper.self]) {
          skipped.append($0.description)
        } : try ModelStore(archive: data, classes: [Keeper.self]) { skipped.append($0.description) }
      skipped.sort()
      try #require(skipped.count == 3)
      #expect(skipped[0] == "[0]: rejected: id 13: Refused()")
      #expect(skipped[1].hasPrefix("[2]: rejected: "))
      #expect(skipped[2].hasPrefix("[3].any: rejected: "))
      #expect(opened.all(Careful.self).map(\.id) == [2, 3])
      let again = try #require(opened[Keeper.self, 1])
      #expect(again.one == nil && again.all.map(\.id) == [2, 3])
      #expect(again.all[0] === opened[Careful.self, 2])
    }
  }

  /// What has no place in the store, or that of another object, isn't dropped in silence.
  @Test func whatCanNotBeFiledIsAnErrorOrSkipped() throws {
    let store = ModelStore()
    let all = try store.upsert(
      [Numbered].self,
      json:
        #"[{"number": 1, "label": "a"}, {"number": 2}, {"number": 3, "label": "c", "other": 2}]"#
    )
    let data = try store.archivedData()
    let error = try #require(throws: ModelError.self) {
      try ModelStore(archive: data, classes: [Labeled.self])
    }
    #expect(error.code == .missingIdentity && error.path == "[1]")
    #expect(error.description.contains("a Labeled has no identity. To open the store without it, "))
    var issues: [ModelError.Issue] = []
    let opened = try ModelStore(archive: data, classes: [Labeled.self]) { issues.append($0) }
    #expect(opened.all(Labeled.self).map(\.label) == ["a", "c"])
    #expect(opened[Labeled.self, "c"]?.other?.label == .some(nil))
    #expect(issues.map(\.description) == ["[1]: has no identity, so it isn't in the store"])
    #expect(issues.map(\.typeName) == ["Labeled"])

    all[1].label = "c"
    let twice = try store.archivedData()
    let second = try #require(throws: ModelError.self) {
      try ModelStore(archive: twice, classes: [Labeled.self])
    }
    let words = "an earlier Labeled takes the place of a Labeled with label \"c\""
    #expect(second.code == .unsupportedValue && second.path == "[2]")
    #expect(second.description.contains(words))
    issues = []
    let again = try ModelStore(archive: twice, classes: [Labeled.self]) { issues.append($0) }
    #expect(again.all(Labeled.self).map { $0.other == nil } == [true, true])
    #expect(issues.map(\.description) == ["[2]: \(words)"])
    #expect(issues.map(\.kind) == [.replaced])
  }

  /// What an object became after it was filed is found when it is written, not when it is opened.
  @Test func objectsThatCanNotBeFiledTogetherAreNotArchived() throws {
    let store = ModelStore()
    let all = try store.upsert([Labeled].self, json: #"[{"label": "a"}, {"label": "b"}]"#)
    all[0].label = "c"
    let opened = try ModelStore(archive: store.archivedData(), classes: [Labeled.self])
    #expect(opened.all(Labeled.self).map(\.label) == ["c", "b"])
    all[0].label = "b"
    let twice = try #require(throws: ModelError.self) { try store.archivedData() }
    #expect(twice.code == .unsupportedValue)
    let words =
      #"two objects of the store, a Labeled and a Labeled, have label "b" now. Remove one"#
    #expect(twice.description.contains(words))
    all[0].label = nil
    let none = try #require(throws: ModelError.self) { try store.archivedData() }
    #expect(none.code == .missingIdentity)
    #expect(none.description.contains("a Labeled of the store has no identity any more. Remove it"))
    // An exchange is one of names alone.
    (all[0].label, all[1].label) = ("b", "a")
    let exchanged = try ModelStore(archive: store.archivedData(), classes: [Labeled.self])
    #expect(exchanged.all(Labeled.self).map(\.label) == ["b", "a"])
  }

  @Test func anythingElseThatIsWrongIsStillAnError() throws {
    let store = ModelStore()
    try store.upsert(Careful.self, json: #"{"id": 1}"#)
    let data = try store.archivedData()
    var count = 0
    #expect(
      code { _ = try ModelStore(archive: data.dropLast(9), classes: []) { _ in count += 1 } }
        == .invalidArchive
    )
    let one = try Careful().archivedData()
    #expect(code { _ = try ModelStore(archive: one, classes: []) { _ in count += 1 } } != nil)
    #expect(count == 0)
    #expect(try ModelStore(archive: data, classes: []) { _ in count += 1 }.all(Careful.self) == [])
    #expect(count == 1)
  }
}
