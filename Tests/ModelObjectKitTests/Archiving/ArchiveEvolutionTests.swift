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

  @Test func twoClassesWithOneNameStop() async {
    let writing = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let holder = Twins()
      holder.models = [Twin(), OtherTwin()]
      _ = try holder.archivedData()
    }
    expect(writing, says: ["Twin", "OtherTwin", "archiveName"])
    let reading = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try Twin(archive: Twin().archivedData(), subclasses: [OtherTwin.self])
    }
    expect(reading, says: ["Twin", "OtherTwin", "archiveName"])
    await #expect(processExitsWith: .success) {
      _ = try Twin(archive: Twin().archivedData())
      _ = try OtherTwin(archive: OtherTwin().archivedData())
    }
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

private struct Pair: Codable, Equatable {
  var name = ""
}

private enum Old {
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
    override class var transientProperties: Set<String> { ["versions"] }
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
