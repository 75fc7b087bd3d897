import Foundation
import ModelObjectKit
import Testing

private class Creature: ModelObject {
  var name = ""
  override class var subclasses: Subclasses? {
    .byTag("kind", ["bird": Bird.self], otherwise: Strange.self)
  }
}

private class Bird: Creature {
  var wings = 2
  override class var subclasses: Subclasses? { .byTag("bird", ["owl": Owl.self]) }
}

private final class Owl: Bird {
  var nest: Nest?
}

private final class Strange: Creature {}

private final class Nest: ModelObject {
  var eggs: [Creature] = []
}

struct ArchivesOfFamilies {
  @Test func knowTheirPrivateClasses() throws {
    let owl = Owl()
    owl.nest = Nest()
    owl.nest?.eggs = [Bird(), Strange(), Owl(), Creature(), owl]
    let again = try Creature(archive: owl.archivedData())
    #expect(again == owl)
    let nest = try Nest(archive: try #require(owl.nest).archivedData())
    #expect(nest.eggs.map { "\(type(of: $0))" } == ["Bird", "Strange", "Owl", "Creature", "Owl"])
    let list = try [Creature](archive: [owl, Strange()].archivedData())
    #expect(list.map { "\(type(of: $0))" } == ["Owl", "Strange"])
  }

  @Test func knowLocalClasses() throws {
    class Local: ModelObject {
      var id = 1
      override class var subclasses: Subclasses? { .byTag("kind", ["inner": Inner.self]) }
    }
    final class Inner: Local {}
    #expect(try Local(archive: Inner().archivedData()) == Inner())
  }

  @Test func makeOnlyWhatMayStandThere() throws {
    #expect(throws: ModelError.self) { try Bird(archive: Strange().archivedData()) }
  }
}
