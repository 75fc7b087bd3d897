import Foundation
import ModelObjectKit

/// A user with an identity.
private final class Member: ModelObject {
  var id = 0
  var login = ""
  var name: String?
  var isAdmin = false
  var followers = 0
  var team: Team?
  override class var identity: Set<String> { ["id"] }
}

private final class Team: ModelObject {
  var slug = ""
  var title = ""
  override class var identity: Set<String> { ["slug"] }
}

extension Rows {
  /// The cost of a store.
  static var store: [Row] {
    [
      Row(
        figure: "store: a page of 100 users",
        meaning: "ns per object in a store of 100,000 over that in one of 1,000; 1 is flat",
        prepare: page
      ),
      Row(
        figure: "store: a page of 100 users, and fresh ones",
        meaning: "ns per known object over that of [Member](json:)",
        prepare: knownAndFresh
      ),
    ]
  }

  private static func text(_ ids: some Collection<Int>) -> Data {
    let objects = ids.map { id in
      #"{"id":\#(id),"login":"user\#(id)","name":"User \#(id)","is_admin":false,"followers":\#(id % 97),"#
        + #""team":{"slug":"t\#(id % 10)","title":"Team \#(id % 10)"}}"#
    }
    return Data("[\(objects.joined(separator: ","))]".utf8)
  }

  /// Half of the page is in the last hundred objects of the store, and half is spread over all.
  private static func page(of size: Int) -> Data {
    text(Array(stride(from: 1, to: size, by: size / 50).prefix(50)) + (size - 49...size))
  }

  private static func store(of size: Int) throws -> ModelStore {
    let store = ModelStore()
    try store.upsert([Member].self, json: text(1...size))
    guard store.all(Member.self).count == size, store.all(Team.self).count == 10 else {
      throw WrongResult(description: "\(store.all(Member.self).count) members in the store")
    }
    return store
  }

  private static func page(_ documents: Documents) throws -> Row.Measurement {
    let (few, many) = (try store(of: 1_000), try store(of: 100_000))
    let (fewPage, manyPage) = (page(of: 1_000), page(of: 100_000))
    let contest = Contest(
      subject: Side(objects: 100) { try few.upsert([Member].self, json: fewPage).models },
      peer: Side(objects: 100) { try many.upsert([Member].self, json: manyPage).models }
    )
    return contest.measure
  }

  private static func knownAndFresh(_ documents: Documents) throws -> Row.Measurement {
    let store = try store(of: 1_000)
    let page = page(of: 1_000)
    let contest = Contest(
      subject: Side(objects: 100) { try [Member](json: page) },
      peer: Side(objects: 100) { try store.upsert([Member].self, json: page).models }
    )
    return contest.measure
  }
}
