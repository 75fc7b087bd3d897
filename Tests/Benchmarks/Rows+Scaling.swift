import Dispatch
import Foundation
import ModelObjectKit

extension Rows {
  /// How the time per object depends on the number of objects, and on other threads that parse.
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
        figure: "64 classes in turn: text in, 15 properties",
        meaning: "ns per object of 64 classes over ns per object of 2; 1 is flat",
        prepare: classesInTurn
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

  /// Makes objects with the same strings and numbers, each string in separate memory.
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

  /// The cost of the classes' tables if they aren't in the processor's caches.
  private static func classesInTurn(_ documents: Documents) throws -> Row.Measurement {
    let text = Data(recordText.utf8)
    let makers = recordMakers
    func map(_ makers: ArraySlice<RecordMaker>) throws -> [ModelObject] {
      try makers.map { try $0(text) }
    }
    let made = Set(try map(makers[...]).map { ObjectIdentifier(type(of: $0)) })
    guard made.count == 64 else { throw WrongResult(description: "\(made.count) classes") }
    let contest = Contest(
      subject: Side(objects: 64) { try (0..<32).map { _ in try map(makers[..<2]) } },
      peer: Side(objects: 64) { try (0..<32).map { try map(makers[(2 * $0)..<(2 * $0 + 2)]) } }
    )
    return contest.measure
  }

  /// Both threads read the same bytes.
  ///
  /// Each parses several arrays in one run, so that the time to start a thread doesn't matter.
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
  /// Another user with the same values, each string in separate memory.
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

  /// The same string in separate memory.
  private func remade(_ text: String) -> String {
    text.utf8.withContiguousStorageIfAvailable { String(decoding: $0, as: UTF8.self) } ?? text
  }
}

/// As many classes as there are types to make them with.
private final class Record<First, Second, Third>: ModelObject {
  var id = 0
  var ownerName = ""
  var createdOn = ""
  var itemCount = 0
  var totalAmount = 0.0
  var isActive = false
  var streetAddress: String?
  var postalCode: String?
  var phoneNumber: String?
  var loyaltyLevel: Int?
  var tags: [String] = []
  var statusCode = 0
  var groupTitle = ""
  var parentID: Int?
  var remarkText = ""
}

private typealias RecordMaker = (Data) throws -> ModelObject

/// Closures that map a text to each of 64 classes.
private var recordMakers: [RecordMaker] {
  let types: [Any.Type] = [Int8.self, Int16.self, Int32.self, Int64.self]
  func maker<A, B, C>(_ a: A.Type, _ b: B.Type, _ c: C.Type) -> RecordMaker {
    { try Record<A, B, C>(json: $0) }
  }
  return types.flatMap { a in types.flatMap { b in types.map { maker(a, b, $0) } } }
}

private let recordText = #"""
  {"id": 73, "owner_name": "Maple Trading", "created_on": "2024-05-06", "item_count": 12,
   "total_amount": 1299.5, "is_active": true, "street_address": "4 Harbour Lane",
   "postal_code": "90210", "phone_number": null, "loyalty_level": 3, "tags": ["new", "bulk"],
   "status_code": 200, "group_title": "Wholesale", "parent_id": 7, "remark_text": ""}
  """#
