import Foundation
import ModelObjectKit

extension Rows {
  /// From objects to an archive and back, against both of Foundation's ways to archive objects.
  static var archive: [Row] {
    [1_000, 10_000].flatMap { count in
      [
        write(count, "PropertyListEncoder") { try propertyList($0) },
        write(count, "NSKeyedArchiver") { try keyedArchive($0) },
        read(count, "PropertyListDecoder") { users in
          let data = try propertyList(users)
          let decoder = PropertyListDecoder()
          return { try decoder.decode([Peer.User].self, from: data) }
        },
        read(count, "NSKeyedUnarchiver") { users in
          let data = try keyedArchive(users)
          return { try keyedUsers(in: data) }
        },
      ]
    } + figures
  }

  private static var figures: [Row] {
    [
      Row(
        figure: "size: archive of 10,000 users",
        meaning: "bytes over those of PropertyListEncoder; less is smaller"
      ) { documents in
        let text = documents.users(10_000)
        let ours = try [User](json: text).archivedData().count
        let theirs = try propertyList(peers(text)).count
        return { _ in Figures(ratio: Double(ours) / Double(theirs)) }
      },
      Row(
        figure: "flatness: archive out, 100,000 users",
        meaning: "ns per object of 100,000 over ns per object of 1,000; 1 is flat"
      ) { documents in
        let few = try [User](json: documents.thousandUsers)
        let many = try [User](json: documents.hundredThousandUsers)
        return Contest(
          subject: Side(objects: few.count) { try few.archivedData() },
          peer: Side(objects: many.count) { try many.archivedData() }
        ).measure
      },
      Row(
        figure: "flatness: archive in, 100,000 users",
        meaning: "ns per object of 100,000 over ns per object of 1,000; 1 is flat"
      ) { documents in
        let few = try [User](json: documents.thousandUsers).archivedData()
        let many = try [User](json: documents.hundredThousandUsers).archivedData()
        return Contest(
          subject: Side(objects: 1_000) { try [User](archive: few) },
          peer: Side(objects: 100_000) { try [User](archive: many) }
        ).measure
      },
    ]
  }

  private static func write(
    _ count: Int,
    _ peer: String,
    _ archive: @escaping ([Peer.User]) throws -> Data
  ) -> Row {
    Row("archive out: \(count) users", against: peer) { documents in
      let text = documents.users(count)
      let users = try [User](json: text)
      let peers = try peers(text)
      guard try [User](archive: users.archivedData()).essentials == users.essentials else {
        throw WrongResult(description: "the archive does not hold the users")
      }
      return Contest(
        subject: Side(objects: count) { try users.archivedData() },
        peer: Side(objects: count) { try archive(peers) }
      )
    }
  }

  private static func read(
    _ count: Int,
    _ peer: String,
    _ prepare: @escaping ([Peer.User]) throws -> () throws -> [Peer.User]
  ) -> Row {
    Row("archive in: \(count) users", against: peer) { documents in
      let text = documents.users(count)
      let data = try [User](json: text).archivedData()
      let read = try prepare(peers(text))
      return try .comparing(objects: count) {
        try [User](archive: data)
      } peer: {
        try read()
      }
    }
  }

  private static func peers(_ text: Data) throws -> [Peer.User] {
    try JSONDecoder().decode([Peer.User].self, from: text)
  }

  private static func propertyList(_ users: [Peer.User]) throws -> Data {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return try encoder.encode(users)
  }

  private static func keyedArchive(_ users: [Peer.User]) throws -> Data {
    try NSKeyedArchiver.archivedData(
      withRootObject: NSArray(array: users.map(CodedUser.init)),
      requiringSecureCoding: true
    )
  }

  private static func keyedUsers(in data: Data) throws -> [Peer.User] {
    let classes = [NSArray.self, CodedUser.self, NSString.self, NSNumber.self]
    let root = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
    guard let users = root as? [CodedUser] else {
      throw WrongResult(description: "the keyed archive holds \(String(describing: root))")
    }
    return users.map(\.user)
  }
}
