import Foundation
import ModelObjectKit

extension Rows {
  /// From objects to text and dictionaries, and copies and comparisons.
  static var export: [Row] {
    [
      Row("text out: user", against: "JSONEncoder") { documents in
        let user = try User(json: documents.user)
        let peer = try JSONDecoder().decode(Peer.User.self, from: documents.user)
        let encoder = JSONEncoder()
        return try .comparingTexts(User.self) {
          try user.jsonData()
        } peer: {
          try encoder.encode(peer)
        }
      },
      Row("text out: status", against: "JSONEncoder") { documents in
        let status = try Status(json: documents.status)
        let peer = try JSONDecoder().decode(Peer.Status.self, from: documents.status)
        let encoder = JSONEncoder()
        return try .comparingTexts(Status.self) {
          try status.jsonData()
        } peer: {
          try encoder.encode(peer)
        }
      },
      Row("dictionary out: user", against: "code by hand") { documents in
        let user = try User(json: documents.user)
        let peer = try JSONDecoder().decode(Peer.User.self, from: documents.user)
        return try .comparingTexts(User.self) {
          try user.dictionaryRepresentation()
        } peer: {
          peer.dictionary
        }
      },
      Row("copy, ==, hash: 1,000 users", against: "JSONEncoder and JSONDecoder") { documents in
        let users = try [User](json: documents.thousandUsers)
        let peers = try JSONDecoder().decode([Peer.User].self, from: documents.thousandUsers)
        let encoder = JSONEncoder()
        let decoder = JSONDecoder()
        return try .comparing(objects: users.count) {
          try copies(of: users)
        } peer: {
          try decoder.decode([Peer.User].self, from: try encoder.encode(peers))
        }
      },
    ]
  }

  private static func copies(of users: [User]) throws -> [User] {
    let copies = users.map { $0.copy() }
    guard copies == users else { throw WrongResult(description: "a copy that is not equal") }
    var hasher = Hasher()
    for copy in copies { hasher.combine(copy) }
    blackHole(hasher.finalize())
    return copies
  }
}

extension Contest {
  /// Two sides that each write the same object, after both were read back and compared.
  fileprivate static func comparingTexts<Model: ModelObject & Checkable>(
    _ type: Model.Type,
    subject: @escaping () throws -> Data,
    peer: @escaping () throws -> Data
  ) throws -> Contest {
    try check(try Model(json: try subject()), try Model(json: try peer()))
    return Contest(subject: Side(objects: 1, subject), peer: Side(objects: 1, peer))
  }

  fileprivate static func comparingTexts<Model: ModelObject & Checkable>(
    _ type: Model.Type,
    subject: @escaping () throws -> [String: Any],
    peer: @escaping () throws -> [String: Any]
  ) throws -> Contest {
    try check(try Model(dictionary: try subject()), try Model(dictionary: try peer()))
    return Contest(subject: Side(objects: 1, subject), peer: Side(objects: 1, peer))
  }

  private static func check(_ first: some Checkable, _ second: some Checkable) throws {
    guard first.essentials == second.essentials else {
      throw WrongResult(description: "subject \(first.essentials), peer \(second.essentials)")
    }
  }
}
