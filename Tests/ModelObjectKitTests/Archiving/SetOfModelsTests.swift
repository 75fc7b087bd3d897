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

  /// Each set is its own property's: none takes what another one was made of.
  @Test(
    arguments: [
      { _ in }, { $0.named = ["a": [], "b": []] }, { $0.lists = [[], []] }, { $0.maybe = [] },
      { $0.members = [Member("m")] }, { $0.maybe = [Member("m")] }, { $0.teams = [Team("t")] },
      { bag in
        let member = Member("m")
        bag.members = [member]
        bag.maybe = [member]
        bag.lists = [[], [member], []]
        bag.named = ["a": [member], "b": []]
      },
    ] as [@Sendable (Bag) -> Void]
  )
  fileprivate func setsOfObjectsThatDecodeThemselvesAreApart(_ fill: @Sendable (Bag) -> Void) throws
  {
    let bag = Bag()
    fill(bag)
    let again = try Bag(archive: bag.archivedData())
    #expect(again == bag)
  }

  /// Members that count as equal until they are complete are all there, in each set.
  @Test(arguments: ["friends", "favorites", "named"])
  func setsInCirclesThatDecodeThemselvesAreApart(_ only: String) throws {
    let users = (1...4).map { CodedUser($0) }
    for user in users {
      let others = users.filter { $0 !== user }
      if only != "favorites" { user.friends = Set(others) }
      if only != "friends" { user.favorites = Set(others.prefix(2)) }
      if only == "named" { user.named = ["one": [others[0]], "all": Set(others), "none": []] }
    }
    let again = try [CodedUser](archive: users.archivedData())
    #expect(again.map(\.text) == users.map(\.text))
    for user in again {
      for friend in user.friends.union(user.favorites) {
        #expect(user.friends.contains(friend) == user.friends.contains { $0 === friend })
      }
    }
  }

  /// `decode(with:)` may put a set into another property, or keep a part of it.
  @Test func setsThatWereDecodedForOthersStayWhole() throws {
    final class Moved: CodedUser {
      override func decode(with unarchiver: ModelUnarchiver) throws {
        try super.decode(with: unarchiver)
        favorites = try unarchiver.decode(Set<CodedUser>.self, forKey: "friends") ?? []
        friends = []
      }
    }
    let users = (1...4).map { id -> Moved in
      let user = Moved()
      user.id = id
      return user
    }
    for user in users {
      user.friends = Set(users.filter { $0 !== user })
      user.favorites = [users[0]]
    }
    let again = try [Moved](archive: users.archivedData())
    let favorites = again.map { $0.favorites.map(\.id).sorted() }
    #expect(favorites == [[2, 3, 4], [1, 3, 4], [1, 2, 4], [1, 2, 3]])
    #expect(again.allSatisfy { $0.friends.isEmpty })
  }
}

private class Team: ModelObject {
  var name = ""
  convenience init(_ name: String) {
    self.init()
    self.name = name
  }
}

private class Bag: ModelObject {
  var members: Set<Member> = []
  var maybe: Set<Member>?
  var teams: Set<Team>?
  var lists: [Set<Member>] = []
  var named: [String: Set<Member>]?
  override func decode(with unarchiver: ModelUnarchiver) throws {
    try super.decode(with: unarchiver)
  }
}

private class CodedUser: ModelObject {
  var friends: Set<CodedUser> = []
  var favorites: Set<CodedUser> = []
  var named: [String: Set<CodedUser>] = [:]
  var id = 0
  convenience init(_ id: Int) {
    self.init()
    self.id = id
  }
  override func decode(with unarchiver: ModelUnarchiver) throws {
    try super.decode(with: unarchiver)
  }
  var text: String {
    let named = named.map { "\($0): \($1.map(\.id).sorted())" }.sorted()
    return "\(id): \(friends.map(\.id).sorted()) \(favorites.map(\.id).sorted()) \(named)"
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
