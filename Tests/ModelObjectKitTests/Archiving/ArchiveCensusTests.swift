import Foundation
import ModelObjectKit
import Testing

/// The classes as an earlier version of the program had them.
private enum Earlier {
  class Person: ModelObject {
    var nick = ""
    var age = ""
    override class var archiveName: String { "Person" }
  }

  class Item: ModelObject {
    var id = 0
    var title = ""
    var row_count = 0
    var size = 1
    var note: String?
    var state = "open"
    var tags: [String] = []
    var marks: [Item] = []
    var parent: Item?
    var point = Point()
    var other: Item?
    var gone: Point?
    var when = Date(timeIntervalSinceReferenceDate: 0)
    override class var archiveName: String { "Item" }
    override class var identity: Set<String> { ["id"] }
  }

  class Timer: ModelObject {
    var minutes = 5
    var name: Int? = 7
    override class var archiveName: String { "Timer" }
  }
}

private struct Point: Codable, Equatable {
  var x = 1
}

private enum State: String, CaseIterable {
  case open, closed
}

private enum Now {
  class Person: ModelObject {
    var nickname = ""
    var age = 0
    override class var archiveName: String { "Person" }
  }

  class Item: ModelObject {
    var id = ""
    /// Was `title`.
    var heading = ""
    /// Was `row_count`.
    var rowCount = 0.0
    /// Was nil in some.
    var note = "none"
    var size = 1
    var state = State.open
    var tags: [Int] = []
    var marks: [Int] = []
    var parent = 0
    var point: [Int] = []
    var when: [Int] = []
    var added: Bool?
    override class var archiveName: String { "Item" }
    override class var identity: Set<String> { ["id"] }
    override class var keyMapping: [String: JSONKey] { ["heading": ["heading", "title"]] }
  }

  /// Reads itself, without `super`.
  class Timer: ModelObject {
    var seconds = 0
    override class var archiveName: String { "Timer" }
    override func decode(with unarchiver: ModelUnarchiver) throws {
      seconds = (try unarchiver.decode(Int.self, forKey: "minutes") ?? 0) * 60
    }
  }

  /// Inherits that.
  class Clock: Timer {
    var name = ""
    override class var archiveName: String { "Clock" }
    override class var formerArchiveNames: Set<String> { ["Timer"] }
  }
}

/// Reads a key itself, and the others by `super`.
private final class Pair: ModelObject {
  var seconds = 0
  var name = ""
  var added = ""
  override class var archiveName: String { "Timer" }
  override func decode(with unarchiver: ModelUnarchiver) throws {
    try super.decode(with: unarchiver)
    if unarchiver.contains("minutes") {
      seconds = (try unarchiver.decode(Int.self, forKey: "minutes") ?? 0) * 60
    }
  }
}

private func lines(_ census: MappingCensus) -> [String] {
  census.entries.map {
    "\($0.typeName) \($0.key) \($0.kind.rawValue) \($0.found ?? "-") \($0.count)"
  }
}

struct CensusesOfArchives {
  @Test func sayWhatAnUpdateLoses() throws {
    let shan = Earlier.Person()
    (shan.nick, shan.age) = ("Shan", "7")
    let kim = Earlier.Person()
    (kim.nick, kim.age) = ("Kim", "old")
    let census = try MappingCensus(
      archive: [shan, kim].archivedData(),
      classes: [Now.Person.self]
    )
    #expect(
      "\(census)" == """
        Person, 2 objects
          age      1 time a string instead of a number
          nickname always missing
          ? nick   2 times, a string; near nickname
        """
    )
    #expect(
      lines(census) == [
        "Person age typeMismatch string 1", "Person nickname missingKey - 2",
        "Person nick unknownKey string 2",
      ]
    )
  }

  /// A dictionary that became a model loses keys and values like any input.
  @Test func countWhatAModelDoesNotTakeOfADictionary() throws {
    class Before: ModelObject {
      var one: [String: Any] = ["a": "seven", "b": "q", "zz": "lost"]
      var list: [[String: Any]] = [["a": [1], "b": 7], ["inner": ["a": "eight"]], ["inner": 5]]
      var unfit: [String: Any] = ["a": "nine", "b": ""]
      override class var archiveName: String { "Dictionaries" }
    }
    class Part: ModelObject {
      var a = 0
      var b: String?
      var inner: Part?
    }
    class After: ModelObject {
      var one: Part?
      var list: [Part] = []
      var unfit: [Int] = []
      override class var archiveName: String { "Dictionaries" }
    }
    let data = try Before().archivedData()
    let after = try After(archive: data)
    #expect(after.one?.b == "q" && after.list.map(\.b) == ["7", nil, nil])
    let census = try MappingCensus(archive: data, classes: [After.self])
    let missing = lines(census).filter { $0.contains("missing") }
    #expect(
      missing == ["Part a missingKey - 2", "Part b missingKey - 3", "Part inner missingKey - 3"]
    )
    #expect(
      lines(census).filter { !$0.contains("missing") } == [
        "After unfit typeMismatch object 1", "Part a typeMismatch array 1",
        "Part a typeMismatch string 2",
        "Part inner typeMismatch number 1", "Part zz unknownKey string 1",
      ]
    )
  }

  private func items() -> [Earlier.Item] {
    let (first, second) = (Earlier.Item(), Earlier.Item())
    (first.id, second.id) = (1, 2)
    first.tags = ["1", "two"]
    first.marks = [second]
    first.parent = second
    first.other = second
    second.other = first
    first.gone = Point()
    second.state = "weird"
    second.note = "a note"
    return [first, second]
  }

  private let losses = [
    "Item added missingKey - 2", "Item marks typeMismatch object 1",
    "Item parent typeMismatch object 1",
    "Item point typeMismatch object 2", "Item state unknownRawValue string 1",
    "Item tags typeMismatch string 1", "Item when typeMismatch date 2",
    "Item gone unknownKey object 1",
    "Item other unknownKey object 2",
  ]

  /// What has another name or is converted is no entry, and neither is nil.
  @Test func countEachKindOfLoss() throws {
    let items = items()
    defer { items[1].other = nil }
    let census = try MappingCensus(archive: items.archivedData(), classes: [Now.Item.self])
    #expect(lines(census) == losses)
    #expect(census.objectCounts == ["Item": 2])
  }

  @Test func countAStoreAndAModelAlike() throws {
    let items = items()
    defer { items[1].other = nil }
    let store = ModelStore()
    _ = try items.map { try store.insert($0) }
    let stored = try MappingCensus(archive: store.archivedData(), classes: [Now.Item.self])
    #expect(lines(stored) == losses)
    // No property leads to the second one any more.
    let single = try MappingCensus(archive: items[0].archivedData(), classes: [Now.Item.self])
    #expect(single.objectCounts == ["Item": 1])
    #expect(lines(single).contains("Item other unknownKey object 1"))
  }

  @Test func areEmptyForTheClassesThatWroteTheArchive() throws {
    let items = items()
    defer { items[1].other = nil }
    let census = try MappingCensus(archive: items.archivedData(), classes: [Earlier.Item.self])
    #expect(lines(census) == [])
    #expect(census.objectCounts == ["Item": 2])
    #expect("\(census)" == "Item, 2 objects")
  }

  /// These archives are kept of each version of the format; one of their classes writes a key that
  /// it doesn't read.
  @Test(arguments: FixtureArchive.all)
  func loseNothingOfArchivesOfEarlierReleases(fixture: FixtureArchive) throws {
    let data = try #require(Data(base64Encoded: fixture.text, options: .ignoreUnknownCharacters))
    let census = try MappingCensus(
      archive: data,
      classes: [
        FixtureNode.self, FixtureLeaf.self, FixtureRow.self, FixtureBasket.self,
        FixtureColumns.self, FixtureLists.self, FixtureDictionaries.self,
      ]
    )
    // What can't be archived is missing.
    let known = [
      "FixtureLeaf": "FixtureLeaf extra unknownKey string 1",
      "FixtureColumns": "FixtureColumns any missingKey - 8",
      "FixtureLists": "FixtureLists any missingKey - 10",
      "FixtureDictionaries": "FixtureDictionaries any missingKey - 10",
    ]
    #expect(lines(census) == census.objectCounts.keys.compactMap { known[$0] })
    #expect(census.objectCounts.values.reduce(0, +) > 1)
  }

  @Test func countWhatAClassReadsItselfOnlyAsAnObject() throws {
    let data = try [Earlier.Timer(), Earlier.Timer()].archivedData()
    let silent = try MappingCensus(archive: data, classes: [Now.Timer.self])
    #expect(lines(silent) == [])
    #expect(silent.objectCounts == ["Timer": 2])
    let inherited = try MappingCensus(archive: data, classes: [Now.Clock.self])
    #expect(lines(inherited) == [])
    #expect(inherited.objectCounts == ["Clock": 2])
    // `super` reads the properties; the key that the class reads isn't unknown.
    let counted = try MappingCensus(archive: data, classes: [Pair.self])
    #expect(lines(counted) == ["Pair added missingKey - 2", "Pair seconds missingKey - 2"])
  }

  @Test func areEmptyForKeysThatAClassWritesAndReadsItself() throws {
    let library = Library()
    library.name = "Main"
    let census = try MappingCensus(archive: library.archivedData(), classes: [Library.self])
    #expect(lines(census) == [])
    let without = try MappingCensus(archive: library.archivedData(), classes: [Plain.self])
    #expect(lines(without) == ["Plain cached unknownKey array 1"])
  }

  @Test func countWhatIsRejected() throws {
    let root = Rated()
    root.stars = 9
    let census = try MappingCensus(archive: root.archivedData(), classes: [Rated.self])
    #expect(lines(census) == ["Rated  rejected - 1"])
    root.stars = 1
    let bad = Rated()
    bad.stars = 7
    root.others = [bad, Rated(), bad]
    let list = try MappingCensus(archive: [root, bad].archivedData(), classes: [Rated.self])
    #expect(lines(list) == ["Rated  rejected - 1"])
    #expect(list.objectCounts == ["Rated": 3])
  }

  @Test func throwAsOpeningDoes() throws {
    func code(_ body: () throws -> Void) -> ModelError.Code? {
      #expect(throws: ModelError.self, performing: body)?.code
    }
    let person = try Earlier.Person().archivedData()
    for data in [person, try [Earlier.Person()].archivedData()] {
      #expect(code { _ = try MappingCensus(archive: data, classes: []) } == .unknownClass)
      #expect(code { _ = try MappingCensus(archive: data, classes: [Rated.self]) } == .unknownClass)
      let cut = data.dropLast(9)
      #expect(code { _ = try MappingCensus(archive: cut, classes: []) } == .invalidArchive)
    }
    let holder = Holder()
    holder.item = Earlier.Person()
    let held = try holder.archivedData()
    #expect(throws: Never.self) {
      try MappingCensus(archive: held, classes: [Holder.self, Earlier.Person.self])
    }
    let narrow = #expect(throws: ModelError.self) {
      try MappingCensus(archive: held, classes: [NarrowHolder.self, Earlier.Person.self])
    }
    #expect(narrow?.code == .unknownClass)
    #expect(narrow?.path == "item")
    #expect(throws: CocoaError.self) {
      try MappingCensus(archiveAt: URL(filePath: "/nowhere/at.all"), classes: [])
    }
  }

  @Test func countTheLastVersionsInAStoreFileThatIsOpen() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).store")
    defer { try? FileManager.default.removeItem(at: url) }
    let file = try StoreFile(at: url, classes: [Earlier.Item.self])
    let items = items()
    defer { items[1].other = nil }
    _ = try items.map { try file.store.insert($0) }
    try file.save()
    items[1].state = "closed"
    try file.save()
    items[0].tags = []
    let third = try file.store.upsert(Earlier.Item.self, json: #"{"id": 3, "state": "odd"}"#)
    try file.save()
    let bytes = try Data(contentsOf: url)
    let census = try MappingCensus(archiveAt: url, classes: [Now.Item.self])
    #expect(
      lines(census) == [
        "Item added missingKey - 3", "Item marks typeMismatch object 1",
        "Item parent typeMismatch object 1", "Item point typeMismatch object 3",
        "Item state unknownRawValue string 1", "Item when typeMismatch date 3",
        "Item gone unknownKey object 1", "Item other unknownKey object 2",
      ]
    )
    #expect(try Data(contentsOf: url) == bytes)
    file.store.remove(third)
    try file.save()
    let after = try MappingCensus(archiveAt: url, classes: [Now.Item.self])
    #expect(after.objectCounts == ["Item": 2])
    #expect(!lines(after).contains { $0.contains("state") })
  }

  @Test func countWhatWouldNotBeInTheStore() throws {
    let store = ModelStore()
    try store.upsert([Earlier.Item].self, json: #"[{"id": 1}, {"id": 2}, {"id": 3}]"#)
    let data = try store.archivedData()
    let none = try MappingCensus(archive: data, classes: [Unidentified.self])
    #expect(lines(none).contains("Unidentified  unidentified - 3"))
    let same = try MappingCensus(archive: data, classes: [Identical.self])
    #expect(lines(same).contains("Identical  replaced - 2"))
    let list = try MappingCensus(
      archive: [Earlier.Item()].archivedData(),
      classes: [Unidentified.self]
    )
    #expect(!lines(list).contains { $0.contains("unidentified") })
  }

  @Test func letTheObjectsGo() throws {
    let living = Living.count.value
    let ring = (0..<3).map { _ in Living() }
    for (index, one) in ring.enumerated() {
      one.next = ring[(index + 1) % 3]
      one.all = ring
    }
    let data = try ring.archivedData()
    for one in ring { (one.next, one.all) = (nil, []) }
    #expect(Living.count.value == living + 3)
    _ = try MappingCensus(archive: data, classes: [Living.self])
    #expect(Living.count.value == living + 3)
    #expect(throws: ModelError.self) {
      try MappingCensus(archive: data, classes: [Unlucky.self])
    }
    withExtendedLifetime(ring) {}
  }

  @Test func countFurtherLikeAnyOther() throws {
    let data = try [Earlier.Person(), Earlier.Person()].archivedData()
    let census = try MappingCensus(archive: data, classes: [Now.Person.self])
    var options = MappingOptions()
    options.census = census
    _ = try Now.Person(json: #"{"age": 7}"#, options: options)
    census.merge(census)
    #expect(census.objectCounts == ["Person": 6])
    #expect(lines(census).contains("Person nickname missingKey - 6"))
    #expect(MappingCensus(census.entries).entries == census.entries)
  }
}

private final class Library: ModelObject {
  var name = ""
  override class var archiveName: String { "Library" }
  override func encode(with archiver: ModelArchiver) throws {
    try super.encode(with: archiver)
    try archiver.encode([1, 2], forKey: "cached")
  }
  override func decode(with unarchiver: ModelUnarchiver) throws {
    try super.decode(with: unarchiver)
    _ = try unarchiver.decode([Int].self, forKey: "cached")
  }
}

private final class Plain: ModelObject {
  var name = ""
  override class var archiveName: String { "Library" }
}

/// Its identity isn't in older archives.
private final class Unidentified: ModelObject {
  var code: String?
  override class var archiveName: String { "Item" }
  override class var identity: Set<String> { ["code"] }
}

private final class Identical: ModelObject {
  var state = ""
  override class var archiveName: String { "Item" }
  override class var identity: Set<String> { ["state"] }
}

private final class Rated: ModelObject {
  var stars = 0
  var others: [Rated] = []
  override func validate() throws {
    if stars > 5 { throw CancellationError() }
  }
}

private class Holder: ModelObject {
  var item: ModelObject?
  override class var archiveName: String { "Holder" }
}

private final class NarrowHolder: ModelObject {
  var item: Rated?
  override class var archiveName: String { "Holder" }
}

private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var number = 0

  var value: Int { lock.withLock { number } }
  func add(_ more: Int) { lock.withLock { number += more } }
}

private final class Living: ModelObject {
  static let count = Counter()
  var next: Living?
  var all: [Living] = []
  override class var archiveName: String { "Living" }

  required init() {
    super.init()
    Self.count.add(1)
  }

  deinit { Self.count.add(-1) }
}

/// Can't be opened.
private final class Unlucky: ModelObject {
  var next: Unlucky?
  override class var archiveName: String { "Living" }
  override func decode(with unarchiver: ModelUnarchiver) throws { throw CancellationError() }
}
