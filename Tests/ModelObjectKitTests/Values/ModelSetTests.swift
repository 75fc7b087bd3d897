import Foundation
import ModelObjectKit
import Testing

private final class Member: ModelObject {
  var id = 0
  var name = ""

  convenience init(id: Int) {
    self.init()
    self.id = id
  }
}

private final class Club: ModelObject {
  var members: Set<Member> = []
  var optional: Set<Member>?
}

struct SetsOfModels {
  @Test func holdEqualOnesOnce() throws {
    let json = #"{"members": [{"id": 11}, {"ID": "11", "name": ""}, {"id": 12}, 5, null]}"#
    for input in everyWay(json) {
      let club = try input.map(to: Club.self)
      #expect(club.members.map(\.id).sorted() == [11, 12], "\(input)")
      let paths = input.issues(mappingTo: Club.self, options: .strictButMissing).map(\.path)
      #expect(paths.sorted() == ["members[3]", "members[4]"], "\(input)")
    }
  }

  @Test func findTheirMembers() throws {
    for input in everyWay(#"{"members": [{"id": 11, "name": "a"}, {"id": 12}]}"#) {
      let club = try input.map(to: Club.self)
      #expect(club.members.contains(Member(id: 12)), "\(input)")
      #expect(!club.members.contains(Member(id: 11)), "\(input)")
    }
  }

  @Test func takeOneObjectEmptyTextAndNull() throws {
    for input in everyWay(#"{"members": "", "optional": {"id": 1}}"#) {
      let club = Club()
      club.members = [Member(id: 7)]
      try input.update(club, options: nil)
      #expect(club.members.isEmpty, "\(input)")
      #expect(club.optional?.map(\.id) == [1], "\(input)")
    }
    for input in everyWay(#"{"members": null, "optional": null}"#) {
      let club = Club()
      club.members = [Member(id: 7)]
      club.optional = []
      try input.update(club, options: nil)
      #expect(club.members.map(\.id) == [7] && club.optional == nil, "\(input)")
    }
  }

  @Test func takeInstancesAsGiven() throws {
    let member = Member(id: 1)
    let fromSet = try Club(dictionary: ["members": [member] as Set<Member>])
    #expect(fromSet.members.first === member)
    let fromArray = try Club(dictionary: ["members": [member, ["id": 2]] as [Any]])
    #expect(fromArray.members.map(\.id).sorted() == [1, 2])
    #expect(fromArray.members.contains { $0 === member })
  }
}
