import Dispatch
import Foundation
import ModelObjectKit

extension Rows {
  /// How the time for one object depends on how many there are, and on who else is parsing.
  static var scaling: [Row] {
    [
      Row(
        figure: "flatness: text in, 50,000 users",
        meaning: "ns per object of 50,000 over ns per object of 1,000; 1 is flat",
        prepare: flatness
      ),
      Row(
        figure: "flatness: the same objects by hand",
        meaning: "as above, with no text to read: what memory costs that is not at hand",
        prepare: flatnessByHand
      ),
      Row(
        figure: "two threads: text in, 1,000 users",
        meaning: "objects a second of two threads over those of one; 2 is ideal",
        prepare: twoThreads
      ),
    ]
  }

  private static func flatness(_ documents: Documents) throws -> Row.Measurement {
    let few = documents.thousandUsers
    let many = documents.fiftyThousandUsers
    try expect(1_000, in: [User](json: few))
    try expect(50_000, in: [User](json: many))
    let contest = Contest(
      subject: Side(objects: 1_000) { try [User](json: few) },
      peer: Side(objects: 50_000) { try [User](json: many) }
    )
    return contest.measure
  }

  /// Makes objects with the same texts and numbers as there are, each text in memory of its own.
  private static func flatnessByHand(_ documents: Documents) throws -> Row.Measurement {
    let few = try [User](json: documents.thousandUsers)
    let many = try [User](json: documents.fiftyThousandUsers)
    try expect(1_000, in: few.map { $0.remade() })
    let contest = Contest(
      subject: Side(objects: 1_000) { few.map { $0.remade() } },
      peer: Side(objects: 50_000) { many.map { $0.remade() } }
    )
    return contest.measure
  }

  /// Both threads read the same bytes.
  ///
  /// Each does several arrays in one run, so that the time to
  /// start a thread does not count.
  private static func twoThreads(_ documents: Documents) throws -> Row.Measurement {
    let text = documents.thousandUsers
    let arrays = 8
    try expect(1_000, in: [User](json: text))
    guard ProcessInfo.processInfo.activeProcessorCount > 1 else {
      return { _ in Figures() }
    }
    @Sendable func parse() {
      for _ in 0..<arrays {
        guard let users = try? [User](json: text) else {
          preconditionFailure("the same text could be parsed before")
        }
        blackHole(users)
      }
    }
    let contest = Contest(
      subject: Side(objects: 2 * arrays * 1_000) {
        DispatchQueue.concurrentPerform(iterations: 2) { _ in parse() }
      },
      peer: Side(objects: arrays * 1_000) { parse() }
    )
    return contest.measure
  }

  private static func expect(_ count: Int, in users: [User]) throws {
    guard users.count == count, users.allSatisfy({ !$0.login.isEmpty && $0.id != 0 }) else {
      throw WrongResult(description: "\(users.count) of \(count) users, or empty ones")
    }
  }
}

extension User {
  /// Another user with the same values, each text in memory of its own.
  func remade() -> User {
    let user = User()
    (user.login, user.avatarURL, user.gravatarID) = (remade(login), remade(avatarURL), "")
    (user.url, user.htmlURL, user.followersURL) = (
      remade(url), remade(htmlURL), remade(followersURL)
    )
    (user.followingURL, user.gistsURL) = (remade(followingURL), remade(gistsURL))
    (user.starredURL, user.subscriptionsURL) = (remade(starredURL), remade(subscriptionsURL))
    (user.organizationsURL, user.reposURL) = (remade(organizationsURL), remade(reposURL))
    (user.eventsURL, user.receivedEventsURL) = (remade(eventsURL), remade(receivedEventsURL))
    (user.type, user.name, user.company) = (remade(type), name.map(remade), company.map(remade))
    (user.blog, user.location, user.bio) = (blog.map(remade), location.map(remade), bio.map(remade))
    (user.id, user.publicRepos, user.publicGists) = (id, publicRepos, publicGists)
    (user.followers, user.following) = (followers, following)
    return user
  }

  /// The same text in memory of its own.
  private func remade(_ text: String) -> String {
    text.utf8.withContiguousStorageIfAvailable { String(decoding: $0, as: UTF8.self) } ?? text
  }
}
