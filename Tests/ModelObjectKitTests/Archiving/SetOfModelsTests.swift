import Foundation
import ModelObjectKit
import Testing

/// Sets of models are made when their members are complete, so that members are found again.
struct SetOfModelsTests {
  @Test func membersAreFoundAgain() throws {
    let group = Group()
    let members = (0..<50).map { Member("member \($0)") }
    group.members = Set(members)
    group.named = ["a": [members[0], members[1]], "b": []]
    group.leader = members[0]
    let again = try Group(archive: group.archivedData())
    #expect(again.members.count == 50)
    #expect(again.members.contains(Member("member 7")))
    #expect(again.named["a"]?.contains(Member("member 1")) == true)
    let leader = try #require(again.leader)
    #expect(again.members.contains { $0 === leader })
  }

  @Test func setsInMembersOfSetsAreFilledFirst() throws {
    let outer = Group()
    let inner = Member("inner")
    inner.friends = [Member("x"), Member("y")]
    outer.members = [inner]
    let again = try Group(archive: outer.archivedData())
    #expect(again.members.first?.friends.count == 2)
    #expect(again.members.contains(inner))
  }

  @Test func decodedSetsAreWhole() throws {
    let group = CodedGroup()
    group.members = [Member("a"), Member("b")]
    let again = try CodedGroup(archive: group.archivedData())
    #expect(again.members.contains(Member("a")))
    #expect(again.members.contains(Member("b")))
  }

  @Test func setsThatSuperDecodesAreWhole() throws {
    final class Overriding: Group {
      override func decode(with unarchiver: ModelUnarchiver) throws {
        try super.decode(with: unarchiver)
      }
    }
    let group = Overriding()
    group.members = [Member("a"), Member("b")]
    let again = try Overriding(archive: group.archivedData())
    #expect(again.members.count == 2)
    #expect(again.members.contains(Member("a")))
  }
}

private class Member: ModelObject {
  var name = ""
  var friends: Set<Member> = []
  convenience init(_ name: String) {
    self.init()
    self.name = name
  }
}

private class Group: ModelObject {
  var leader: Member?
  var members: Set<Member> = []
  var named: [String: Set<Member>] = [:]
}

private class CodedGroup: ModelObject {
  var members: Set<Member> = []

  override func encode(with archiver: ModelArchiver) throws {
    try archiver.encode(members, forKey: "m")
  }

  override func decode(with unarchiver: ModelUnarchiver) throws {
    members = try unarchiver.decode(Set<Member>.self, forKey: "m") ?? []
  }
}
