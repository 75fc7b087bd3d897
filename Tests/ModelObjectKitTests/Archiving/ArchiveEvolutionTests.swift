import Foundation
import ModelObjectKit
import Testing

/// Archives outlive the classes that wrote them.
struct ArchiveEvolutionTests {
  @Test func propertiesComeAndGo() throws {
    let old = Old.Person()
    old.name = "Shan"
    old.gone = 7
    let new = try New.Person(archive: old.archivedData())
    #expect(new.name == "Shan")
    #expect(new.added == "default")
  }

  @Test func typesThatChangedGoThroughTheTable() throws {
    let old = Old.Typed()
    let new = try New.Typed(archive: old.archivedData())
    #expect(new.number == 12)
    #expect(new.text == "3")
    #expect(new.list == [5])
    #expect(new.optional == 6)
    #expect(new.date == Date(timeIntervalSince1970: 1_451_606_400))
    #expect(new.unfit == -1)
    #expect(new.model == -2)
    #expect(new.reference == nil)
    #expect(new.dictionary?.name == "from pairs")
    #expect(new.fromCodable?.name == "from codable")
    #expect(new.toCodable == Pair(name: "to codable"))
    #expect(new.any as? [String: String] == ["name": "any"])
  }

  /// What a struct has encoded is converted in containers as it is outside of them.
  @Test func structsInContainersBecomeModelsAndDictionaries() throws {
    class Before: ModelObject {
      var list = [Pair(name: "a"), Pair(name: "b")]
      var optionals: [Pair?] = [nil, Pair(name: "c")]
      var lists = [[], [Pair(name: "d")]]
      var byName = ["x": Pair(name: "e")]
      var byNumber = [7: [Pair(name: "f")]]
      var set: Set = [Pair(name: "g")]
      var trees = [Pair(name: "h")]
      override class var archiveName: String { "structs" }
    }
    class After: ModelObject {
      var list: [New.Named] = []
      var optionals: [New.Named?] = []
      var lists: [[New.Named]] = []
      var byName: [String: New.Named] = [:]
      var byNumber: [Int: [New.Named]] = [:]
      var set: [New.Named] = []
      var trees: [[String: Any]] = []
      override class var archiveName: String { "structs" }
    }
    class Asking: ModelObject {
      var names: [String] = []
      override class var archiveName: String { "structs" }
      override func decode(with unarchiver: ModelUnarchiver) throws {
        names = try unarchiver.decode([New.Named].self, forKey: "list")?.map(\.name) ?? []
      }
    }
    let data = try Before().archivedData()
    let after = try After(archive: data)
    #expect(after.list.map(\.name) == ["a", "b"])
    #expect(after.optionals.map { $0?.name } == [nil, "c"])
    #expect(after.lists.map { $0.map(\.name) } == [[], ["d"]])
    #expect(after.byName.mapValues(\.name) == ["x": "e"])
    #expect(after.byNumber.mapValues { $0.map(\.name) } == [7: ["f"]])
    #expect(after.set.map(\.name) == ["g"] && after.trees.map { $0["name"] as? String } == ["h"])
    #expect(try Asking(archive: data).names == ["a", "b"])
    #expect(try MappingCensus(archive: data, classes: [After.self]).entries.isEmpty)
  }

  /// What doesn't fit is counted, and a value of another kind at the end of a dictionary is found.
  @Test func whatStructsInContainersLoseIsCounted() throws {
    class Before: ModelObject {
      var list = [Pair(name: "a")]
      var mixed: [String: Any] = ["a": ["name": "x"], "b": Pair(name: "b"), "c": ["name": "y"]]
      override class var archiveName: String { "structs" }
    }
    class After: ModelObject {
      var list: [Int] = []
      var mixed: [String: New.Named] = [:]
      override class var archiveName: String { "structs" }
    }
    let data = try Before().archivedData()
    let after = try After(archive: data)
    #expect(after.list.isEmpty && after.mixed.mapValues(\.name) == ["a": "x", "b": "b", "c": "y"])
    let entries = try MappingCensus(archive: data, classes: [After.self]).entries
    #expect(entries.map { "\($0.key) \($0.kind.rawValue)" } == ["list typeMismatch"])
  }

  /// Each optional may come and go; a nil that was inside another optional is nil.
  @Test(arguments: [1, 40])
  func optionalsOfOptionalsBecomeOthers(count: Int) throws {
    class Double: ModelObject {
      var seven: Int?? = 7
      var text: String?? = "x"
      var inner: Int?? = .some(nil)
      var outer: Int??
      var point: Pair?? = Pair(name: "p")
      var part: New.Named??
      var list: [Int??] = [1, .some(nil), nil]
      var pairs: [String: Int??] = ["a": 1, "b": .some(nil)]
      override class var archiveName: String { "optionals" }
    }
    class Single: ModelObject {
      var seven: Int? = 0
      var text: String? = ""
      var inner: Int? = 0
      var outer: Int? = 0
      var point: New.Named?
      var part: New.Named?
      var list: [Int?] = []
      var pairs: [String: Int?] = [:]
      override class var archiveName: String { "optionals" }
    }
    class None: ModelObject {
      var seven = 0
      var text = ""
      var inner = 5
      var outer = 5
      var point = Pair(name: "")
      var part = New.Named()
      var list: [Int] = []
      var pairs: [String: Int] = [:]
      override class var archiveName: String { "optionals" }
    }
    let old = (0..<count).map { _ in Double() }
    let part = New.Named()
    part.name = "part"
    for one in old { one.part = part }
    let data = try old.archivedData()
    let single = try #require(try [Single](archive: data).last)
    #expect(single.seven == 7 && single.text == "x" && single.inner == nil && single.outer == nil)
    #expect(single.point?.name == "p" && single.part?.name == "part")
    #expect(single.list == [1, nil, nil] && single.pairs == ["a": 1, "b": nil])
    let none = try #require(try [None](archive: data).last)
    #expect(none.seven == 7 && none.text == "x" && none.inner == 5 && none.outer == 5)
    #expect(none.point.name == "p" && none.part.name == "part")
    #expect(none.list == [1] && none.pairs == ["a": 1])
    for again in [try [Double](archive: data), try [Double](archive: [single].archivedData())] {
      #expect(again.first?.seven == .some(.some(7)) && again.first?.part??.name == "part")
    }
    let again = try #require(try [Double](archive: data).first)
    #expect(again.inner == .some(.none) && again.outer == .none && again.isEqual(to: old[0]))
    for type in [Single.self, None.self] {
      #expect(try MappingCensus(archive: data, classes: [type]).entries.isEmpty)
    }
  }

  /// An empty text is null in JSON, but an archive has its own null.
  @Test(.needsFoundation) func anEmptyTextIsWhatItWas() throws {
    class Place: ModelObject {
      var locale = Locale(identifier: "de")
      var all: [Locale] = []
      var maybe: Locale?
    }
    let place = Place()
    let root = Locale(identifier: "")
    (place.locale, place.all, place.maybe) = (root, [root], root)
    let copy = try Place(archive: place.archivedData())
    #expect(copy.locale == root && copy.all == [root] && copy.maybe == root)
  }

  /// Without all of Foundation there are no locales: what holds one does without, and a census counts
  /// it.
  @Test(arguments: [
    ("any", #"{"$locale": "de"}"#, "[1]", "[:]"),
    ("any", #"{"$some": {"$locale": "de"}}"#, "[1]", "[:]"),
    ("list", #"[{"$locale": "de"}, "a"]"#, #"["a"]"#, "[:]"),
    ("list", #"{"$locale": "de"}"#, "[1]", "[:]"),
    ("pairs", #"{"a": {"$locale": "de"}, "b": 2}"#, "[1]", #"["b": 2]"#),
  ])
  func aLocaleInAnAnyIsALocaleOrNothing(
    column: String,
    json: String,
    list: String,
    pairs: String
  ) throws {
    class Place: ModelObject {
      var any: Any?
      var list: [Any] = [1]
      var pairs: [String: Any] = [:]
    }
    let locale = Tampering("a locale", []) { root in
      let stored = try? JSONSerialization.jsonObject(with: Data(json.utf8))
      root.columns { $0[column] = [stored] }
    }
    let archive = try locale.apply(to: Place().archivedData())
    let place = try Place(archive: archive)
    #expect(try Place(archive: place.archivedData()) == place)
    let census = try MappingCensus(archive: archive, classes: [Place.self])
    guard !hasFoundation else { return #expect(census.entries.isEmpty) }
    #expect(place.any == nil && "\(place.list)" == list && "\(place.pairs)" == pairs)
    #expect(census.entries.map(\.key) == [column])
  }

  /// Only an empty array becomes an empty dictionary.
  @Test func anArrayOfModelsIsNoDictionary() throws {
    let old = Old.Listed()
    #expect(try New.Listed(archive: old.archivedData()).value == ["d": 1])
    old.value = []
    #expect(try New.Listed(archive: old.archivedData()).value == [:])
  }

  @Test func renamedClassesAreFoundByTheirFormerNames() throws {
    let old = Old.Holder()
    old.item = Old.Item()
    old.item?.title = "x"
    let new = try New.Holder(archive: old.archivedData())
    #expect(new.item?.title == "x")
  }

  @Test func anInheritedNameIsNoName() throws {
    let base = try New.NamedBase().archivedData()
    let derived = try New.NamedDerived().archivedData()
    #expect(text(in: base).contains("\"base\""))
    #expect(!text(in: derived).contains("\"base\""))
    #expect(text(in: derived).contains("NamedDerived"))
    let again = try New.NamedBase(archive: derived, subclasses: [New.NamedDerived.self])
    #expect(again is New.NamedDerived)
  }

  @Test func versionsTellOldArchivesFromNewOnes() throws {
    let old = Old.Timer()
    old.minutes = 2
    let migrated = try New.Timer(archive: old.archivedData())
    #expect(migrated.seconds == 120)
    let again = try New.Timer(archive: migrated.archivedData())
    #expect(again.seconds == 120)
    #expect(again.versions == [2])
    #expect(migrated.versions == [0])
  }

  @Test func classesThatAreGoneMatterOnlyWhereTheyAreAskedFor() throws {
    let old = Old.Holder()
    old.lost = Old.Lost()
    let new = try New.Holder(archive: old.archivedData())
    #expect(new.item == nil)
    let error = #expect(throws: ModelError.self) {
      try New.StrictHolder(archive: old.archivedData())
    }
    #expect(error?.code == .unknownClass)
    #expect(error?.path == "lost")
  }

  @Test func aClassMayBeginToEncodeItself() throws {
    let old = Old.Plain()
    old.number = 3
    let new = try New.Encoding(archive: old.archivedData())
    #expect(new.number == 3)
    let back = try Old.Plain(archive: new.archivedData())
    #expect(back.number == 4)
  }

  @Test func twoClassesWithOneNameAreAnErrorIfAnArchiveHasThatName() throws {
    let holder = Twins()
    holder.models = [Plain(), Twin(), OtherTwin()]
    expectNamesakes("models") { _ = try holder.archivedData() }
    let twin = try Twin().archivedData()
    expectNamesakes("") { _ = try Twin(archive: twin, subclasses: [OtherTwin.self]) }
    // By a former name.
    expectNamesakes("") { _ = try Twin(archive: twin, subclasses: [FormerTwin.self]) }
    // Whatever is skipped, it isn't known what to skip.
    let store = ModelStore()
    try store.upsert(Plain.self, json: #"{"id": 1, "twin": {}}"#)
    let stored = try store.archivedData()
    expectNamesakes("[0].twin") {
      _ = try ModelStore(archive: stored, classes: [Plain.self, OtherTwin.self]) { _ in }
    }
    // Archives without the name can be opened.
    let plain = try Plain().archivedData()
    #expect(try Plain(archive: plain, subclasses: [OtherTwin.self, FormerTwin.self]).id == 0)
    #expect(throws: Never.self) { try Twin(archive: twin) }
    #expect(throws: Never.self) { try OtherTwin(archive: OtherTwin().archivedData()) }
  }

  @Test func twoClassesWithOneNameAreAProblemOfTheirDeclarations() {
    let problems = Couple.declarationProblems()
    #expect(problems.count == 1)
    #expect(
      problems.first?.hasSuffix(
        #"ModelObjectKitTests.OtherTwin and ModelObjectKitTests.Twin both have the archive name "twin"."#
          + " Override archiveName in one of them, or remove the name from its formerArchiveNames."
      ) == true,
      "\(problems)"
    )
    #expect(Plain.declarationProblems() == [])
    // A superclass that no archive of the class has may have its former name.
    #expect(Split.declarationProblems() == [])
  }

  private func expectNamesakes(_ path: String, _ body: () throws -> Void) {
    let error = #expect(throws: ModelError.self, performing: body)
    #expect(error?.code == .unsupportedValue)
    #expect(error?.path == path)
    let text = error.map { "\($0)" } ?? ""
    for word in ["Twin and ", "\"twin\"", "archiveName"] { #expect(text.contains(word), "\(text)") }
  }

  private func text(in data: Data) -> String {
    let tree = try? PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    let classes = (tree as? [String: Any])?["classes"] as? [[String: Any]]
    return "\(classes?.compactMap { $0["class"] as? String } ?? [])"
  }
}

class Twin: ModelObject {
  override class var archiveName: String { "twin" }
}

class OtherTwin: ModelObject {
  override class var archiveName: String { "twin" }
}

class Twins: ModelObject {
  var models: [ModelObject] = []
}

private class FormerTwin: ModelObject {
  override class var formerArchiveNames: Set<String> { ["twin"] }
}

private class Couple: ModelObject {
  var first: Twin?
  var others: [OtherTwin] = []
}

private class Plain: ModelObject {
  var id = 0
  var twin: Twin?
  override class var identity: Set<String> { ["id"] }
}

private class Whole: ModelObject {
  override class var archiveName: String { "whole" }
}

private final class Split: Whole {
  override class var archiveName: String { "split" }
  override class var formerArchiveNames: Set<String> { ["whole"] }
}

private struct Pair: Codable, Hashable {
  var name = ""
}

private enum Old {
  class Listed: ModelObject {
    var value = [Item()]
    override class var archiveName: String { "listed" }
  }

  class Person: ModelObject {
    var name = ""
    var gone = 0
    var lost: Lost? = Lost()
    override class var archiveName: String { "person" }
  }

  class Typed: ModelObject {
    var number = "12"
    var text = 3
    var list = 5
    var optional = 6
    var date = "2016-01-01T00:00:00Z"
    var unfit = "x"
    var model: Lost? = Lost()
    var reference = 0
    var dictionary = ["NAME": "from pairs"]
    var fromCodable = Pair(name: "from codable")
    var toCodable = ["name": "to codable"]
    var any = Pair(name: "any")
    override class var archiveName: String { "typed" }
  }

  class Lost: ModelObject {}

  class Item: ModelObject {
    var title = ""
    override class var archiveName: String { "Shop.Item" }
  }

  class Holder: ModelObject {
    var item: Item?
    var lost: Lost?
    override class var archiveName: String { "holder" }
  }

  class Timer: ModelObject {
    var minutes = 0
    override class var archiveName: String { "timer" }
  }

  class Plain: ModelObject {
    var number = 0
    override class var archiveName: String { "plain" }
  }
}

private enum New {
  class Listed: ModelObject {
    var value = ["d": 1]
    override class var archiveName: String { "listed" }
  }

  class Person: ModelObject {
    var name = ""
    var added = "default"
    override class var archiveName: String { "person" }
  }

  class Typed: ModelObject {
    var number = 0
    var text = ""
    var list: [Int] = []
    var optional: Int?
    var date = Date.distantPast
    var unfit = -1
    var model = -2
    var reference: Item?
    var dictionary: Named?
    var fromCodable: Named?
    var toCodable = Pair()
    var any: Any = 0
    override class var archiveName: String { "typed" }
  }

  class Named: ModelObject {
    var name = ""
  }

  class Item: ModelObject {
    var title = ""
    override class var archiveName: String { "Store.Article" }
    override class var formerArchiveNames: Set<String> { ["Store.Item", "Shop.Item"] }
  }

  class Holder: ModelObject {
    var item: Item?
    override class var archiveName: String { "holder" }
  }

  class StrictHolder: ModelObject {
    var lost: Item?
    override class var archiveName: String { "holder" }
  }

  class NamedBase: ModelObject {
    override class var archiveName: String { "base" }
    override class var formerArchiveNames: Set<String> { ["old base"] }
  }

  class NamedDerived: NamedBase {}

  class Timer: ModelObject {
    var seconds = 0
    var versions: [Int] = []
    override class var archiveName: String { "timer" }
    override class var archiveVersion: Int { 2 }
    override class var unarchivedProperties: Set<String> { ["versions"] }
    override func decode(with unarchiver: ModelUnarchiver) throws {
      try super.decode(with: unarchiver)
      versions.append(unarchiver.archiveVersion)
      guard unarchiver.archiveVersion < 2 else { return }
      seconds = 60 * (try unarchiver.decode(Int.self, forKey: "minutes") ?? 0)
    }
  }

  class Encoding: ModelObject {
    var number = 0
    override class var archiveName: String { "plain" }
    override func encode(with archiver: ModelArchiver) throws {
      try archiver.encode(number + 1, forKey: "number")
    }
  }
}
