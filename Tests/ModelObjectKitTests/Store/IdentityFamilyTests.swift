import Foundation
import ModelObjectKit
import Synchronization
import Testing

private class Record: ModelObject {
  var id = 0
  override class var identity: Set<String> { ["id"] }
}

private final class Ticket: Record {
  var title = ""
  var author: User?
  var subject: Record?
  var others: [Record] = []
}

private final class User: Record {
  var name = ""
}

private class Event: ModelObject {
  var id = 0
  var note = ""
  var related: Event?
  override class var identity: Set<String> { ["id"] }
  override class var subclasses: Subclasses? {
    .byTag("type", ["push": Push.self, "pull": Pull.self])
  }
}

private final class Push: Event {
  override class var archiveName: String { "event.push" }
}
private class Pull: Event {
  override class var archiveName: String { "event.pull" }
}
/// Not listed, and yet of the family.
private final class Draft: Pull {
  override class var archiveName: String { "event.draft" }
}

/// The same before they were one family.
private final class OldPush: ModelObject {
  var id = 0
  override class var identity: Set<String> { ["id"] }
  override class var archiveName: String { "event.push" }
}
private final class OldPull: ModelObject {
  var id = 0
  override class var identity: Set<String> { ["id"] }
  override class var archiveName: String { "event.pull" }
}

private final class Log: ModelObject {
  var events: [Event] = []
  var last: Event?
}

/// A union whose members declare their identities themselves.
private class Node: ModelObject {
  override class var subclasses: Subclasses? {
    .byTag("__typename", ["Person": Person.self, "Group": Group.self, "Place": Place.self])
  }
}

private final class Person: Node {
  var login = ""
  override class var identity: Set<String> { ["login"] }
}

private final class Group: Node {
  var login = ""
  override class var identity: Set<String> { ["login"] }
}

private final class Place: Node {
  var name = ""
  override class var identity: Set<String> { ["name"] }
}

private class Chosen: ModelObject {
  var id = 0
  override class var identity: Set<String> { ["id"] }
  override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? {
    dictionary["round"] == nil ? nil : Round.self
  }
}

private final class Round: Chosen {}
private final class Square: Chosen {}

private final class IssueLog: Sendable {
  private let told = Mutex<[ModelError.Issue]>([])

  func add(_ issues: [ModelError.Issue]) { told.withLock { $0 += issues } }

  var issues: [ModelError.Issue] { told.withLock { $0 } }
}

struct IdentityFamilyTests {
  @Test func objectsOfACommonBaseClassStayApart() throws {
    let store = ModelStore()
    let json = #"{"id": 7, "title": "Tea", "author": {"id": 7, "name": "Shan"}}"#
    let ticket = try store.upsert(Ticket.self, json: json)
    #expect(store[Ticket.self, 7] === ticket && store[User.self, 7] === ticket.author)
    #expect(try store.upsert(User.self, json: #"{"id": 7, "name": "Kim"}"#) === ticket.author)
    #expect(store[Ticket.self, 7] === ticket && ticket.author?.name == "Kim")
    let opened = try ModelStore(archive: store.archivedData(), classes: [Ticket.self])
    #expect(opened[Ticket.self, 7]?.author === opened[User.self, 7])
    #expect(opened.all(Record.self).map { "\(type(of: $0))" } == ["Ticket", "User"])
  }

  @Test func aBaseClassNamesNoObjectOfItsSubclasses() throws {
    let store = ModelStore()
    try store.upsert(Ticket.self, json: #"{"id": 7, "author": {"id": 7}}"#)
    #expect(store[Record.self, 7] == nil)
    store.remove(Record.self, identity: 7)
    #expect(store.count(of: Record.self) == 2)
    let record = try store.upsert(Record.self, json: #"{"id": 7}"#)
    #expect(store[Record.self, 7] === record && store.all(Record.self).count == 3)
    let rest = try store.upsert([Record].self, json: #"[{"id": 8}]"#, removingOthers: true)
    #expect(rest.changes.removed.map(ObjectIdentifier.init) == [ObjectIdentifier(record)])
    #expect(store[Ticket.self, 7] != nil && store[User.self, 7] != nil)
    store.removeAll(Record.self)
    #expect(store.count(of: ModelObject.self) == 0)
  }

  @Test func aReferenceNamesAnObjectOfTheDeclaredFamily() throws {
    let store = ModelStore()
    try store.upsert([User].self, json: #"[{"id": 7}]"#)
    let ticket = try store.upsert(Ticket.self, json: #"{"id": 1, "author": 7, "subject": 7}"#)
    #expect(ticket.author === store[User.self, 7] && ticket.subject == nil)
    // The object that is there keeps its class.
    ticket.subject = ticket.author
    try store.update(ticket, json: #"{"subject": {"id": 7, "name": "Kim"}}"#)
    #expect(ticket.subject === ticket.author && ticket.author?.name == "Kim")
    try store.update(ticket, json: #"{"subject": {"id": 8}}"#)
    #expect(ticket.subject.map { type(of: $0) == Record.self } == true)
  }

  @Test func elementsOfSeveralFamiliesAreMatchedByTheirOwn() throws {
    let (mine, other) = (Ticket(), Ticket())
    for ticket in [mine, other] {
      let (user, inner, record) = (User(), Ticket(), Record())
      for object in [user, inner, record] { object.id = 7 }
      ticket.others = ticket === mine ? [user, inner, record] : [record, inner, user]
    }
    let (user, record) = (mine.others[0], mine.others[2])
    try mine.update(from: other)
    #expect(mine.others[0] === record && mine.others[2] === user)
    try mine.update(json: #"{"others": [{"id": 7}]}"#)
    #expect(mine.others.count == 1 && mine.others[0] === record)
  }

  @Test func aListedSubclassIsOfTheFamily() throws {
    let store = ModelStore()
    let push = try store.upsert(Event.self, json: #"{"type": "push", "id": 7}"#)
    let user = try store.upsert(Event.self, json: #"{"type": "pull", "id": 8, "related": 7}"#)
    #expect(store[Event.self, 7] === push && store[Push.self, 7] === push)
    #expect(store[Pull.self, 7] == nil && user.related === push)
    let draft = Draft()
    draft.id = 8
    #expect(try store.insert(draft) === draft)
    #expect(store[Event.self, 8] === draft && store[Pull.self, 8] === draft)
    #expect(store.count(of: Event.self) == 2)
  }

  @Test func anotherClassInThePlaceIsAnIssue() throws {
    let told = IssueLog()
    var options = MappingOptions.strict
    options.mismatches = .report
    options.missingKeys = .ignore
    options.issueHandler = { told.add($0) }
    options.census = MappingCensus()
    let store = ModelStore()
    try store.upsert(Event.self, json: #"{"type": "push", "id": 7}"#)
    let log = try store.upsert(
      Log.self,
      json: #"{"events": [{"type": "pull", "id": 7}, {"type": "pull", "id": 8}]}"#,
      options: options
    )
    #expect(told.issues.map(\.description) == ["events[0]: a Pull takes the place of a Push"])
    #expect(told.issues.map(\.kind) == [.replaced] && told.issues.map(\.typeName) == ["Log"])
    #expect(store[Event.self, 7] === log.events[0] && store.count(of: Event.self) == 2)
    // The same without a store, and it is no error.
    options.mismatches = .fail
    let first = #"{"events": [{"type": "push", "id": 7}], "last": {"type": "push", "id": 1}}"#
    let own = try Log(json: first)
    let json = #"{"events": [{"type": "pull", "id": 7}], "last": {"type": "pull", "id": 1}}"#
    try own.update(json: json, options: options)
    #expect(own.events[0] is Pull && own.last is Pull)
    #expect(told.issues.dropFirst().map(\.path) == ["events[0]", "last"])
    // Another identity is another object.
    try own.update(json: #"{"last": {"type": "push", "id": 2}}"#, options: options)
    #expect(told.issues.count == 3)
    let entries = options.census?.entries.filter { $0.kind == .replaced } ?? []
    #expect(entries.map { "\($0.key) \($0.count)" } == ["events 2", "last 1"])
    #expect(options.census?.description.contains("with the identity of another object") == true)
  }

  @Test func aGivenModelOfAnotherClassIsAnIssueToo() throws {
    let told = IssueLog()
    var options = MappingOptions()
    options.issueHandler = { told.add($0) }
    let store = ModelStore()
    try store.upsert(Event.self, json: #"{"type": "push", "id": 7}"#)
    let pull = Pull()
    pull.id = 7
    let log = try store.upsert(Log.self, dictionary: ["last": pull], options: options)
    #expect(log.last === pull && store[Event.self, 7] === pull)
    #expect(told.issues.map(\.description) == ["last: a Pull takes the place of a Push"])
  }

  @Test(arguments: [true, false])
  func anObjectThatALaterOneReplacesIsNoChange(isKnown: Bool) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "events-\(UUID()).store")
    defer { try? FileManager.default.removeItem(at: url) }
    do {
      let file = try StoreFile(at: url, classes: [Event.self])
      let known = #"{"type": "push", "id": 7, "note": "old"}"#
      let push = isKnown ? [try file.store.upsert(Event.self, json: known)] : []
      try file.save()
      let json = """
        [{"type": "push", "id": 7, "note": "new"}, {"id": 8, "related": {"type": "pull", "id": 7}}]
        """
      let page = try file.store.upsert([Event].self, json: json)
      #expect(page.map { "\(type(of: $0)) \($0.id)" } == ["Push 7", "Event 8"])
      #expect(page.changes.inserted.map(\.id) == [8])
      #expect(page.changes.updated.isEmpty && page.changes.unchanged.isEmpty)
      #expect(page.changes.removed.map(ObjectIdentifier.init) == push.map(ObjectIdentifier.init))
      #expect(try file.save(page.changes.inserted) == (isKnown ? 3 : 2))
    }
    let opened = try StoreFile(at: url, classes: [Event.self]).store
    #expect(opened[Event.self, 8]?.related is Pull && opened.count(of: Event.self) == 2)
  }

  @Test func whatTwoObjectsOfAnInputReplaceIsRemoved() throws {
    let store = ModelStore()
    let event = try store.upsert(Event.self, json: #"{"id": 7}"#)
    let json = #"[{"type": "push", "id": 7}, {"id": 8, "related": {"type": "pull", "id": 7}}]"#
    let page = try store.upsert([Event].self, json: json)
    #expect(page.changes.removed.map(ObjectIdentifier.init) == [ObjectIdentifier(event)])
    #expect(store[Event.self, 7] is Pull)
  }

  @Test func membersOfAUnionShareIdentitiesOfTheSameProperties() throws {
    let store = ModelStore()
    let json = """
      [{"__typename": "Person", "login": "a"}, {"__typename": "Place", "name": "a"},
       {"__typename": "Group", "login": "a"}]
      """
    try store.upsert([Node].self, json: json)
    #expect(store.all(Node.self).map { "\(type(of: $0))" } == ["Group", "Place"])
    #expect(store[Person.self, "a"] == nil && store[Group.self, "a"] != nil)
    #expect(store[Place.self, "a"] != nil && store[Node.self, "a"] == nil)
  }

  /// Where it can't be seen which hooks a class overrides, such classes are families of their own.
  @Test(.differs(.identityFamilies)) func classesThatAHookPicksAreOneFamily() throws {
    let store = ModelStore()
    try store.upsert(Chosen.self, json: #"{"id": 7}"#)
    let round = try store.upsert(Chosen.self, json: #"{"id": 7, "round": true}"#)
    #expect(round is Round && store[Chosen.self, 7] === round && store[Round.self, 7] === round)
    let square = try store.upsert(Square.self, json: #"{"id": 7}"#)
    #expect(store[Round.self, 7] == nil && store[Chosen.self, 7] === square)
    #expect(store.count(of: Chosen.self) == 1)
  }

  /// Objects of two classes got one identity before their classes were one family.
  @Test func anArchiveWithTwoObjectsOfOneIdentityOpensWithoutOne() throws {
    let store = ModelStore()
    try store.upsert(OldPush.self, json: #"{"id": 7}"#)
    try store.upsert(OldPull.self, json: #"{"id": 7}"#)
    let archive = try store.archivedData()
    let error = #expect(throws: ModelError.self) {
      try ModelStore(archive: archive, classes: [Event.self])
    }
    #expect(error?.code == .unsupportedValue && error?.path == "[1]")
    var lost: [ModelError.Issue] = []
    let opened = try ModelStore(archive: archive, classes: [Event.self]) { lost.append($0) }
    #expect(opened.all(Event.self).map { "\(type(of: $0))" } == ["Push"])
    #expect(lost.map(\.kind) == [.replaced])
  }

  @Test func aPatchKnowsWhatAnUpdateFinds() throws {
    func ticket(_ subject: Record, _ id: Int) -> Ticket {
      let ticket = Ticket()
      subject.id = id
      ticket.subject = subject
      return ticket
    }
    let base = ticket(User(), 7)
    // Without a tag, an update makes an object of the declared class, or changes the one there.
    let patch = try ticket(Record(), 8).dictionaryRepresentation(changesSince: base)
    try base.update(dictionary: patch)
    #expect(base.subject.map { type(of: $0) == Record.self && $0.id == 8 } == true)
    for (subject, id) in [(Ticket(), 8), (Ticket(), 7), (Record(), 7)] as [(Record, Int)] {
      let former = ticket(User(), 7)
      #expect(throws: ModelError.self) {
        try ticket(subject, id).dictionaryRepresentation(changesSince: former)
      }
    }
  }
}
