import Foundation
import ModelObjectKit

extension Rows {
  /// Models through `Codable`, against the same classes with synthesized conformance.
  static var coders: [Row] {
    [
      Row("JSONDecoder: user", against: "synthesized Codable") { documents in
        let decoder = JSONDecoder()
        return try .comparing {
          try decoder.decode(User.self, from: documents.user)
        } peer: {
          try decoder.decode(Peer.User.self, from: documents.user)
        }
      },
      Row("JSONDecoder: 1,000 users", against: "synthesized Codable") { documents in
        let decoder = JSONDecoder()
        return try .comparing(objects: 1_000) {
          try decoder.decode([User].self, from: documents.thousandUsers)
        } peer: {
          try decoder.decode([Peer.User].self, from: documents.thousandUsers)
        }
      },
      Row("JSONDecoder: status", against: "synthesized Codable") { documents in
        let decoder = JSONDecoder()
        return try .comparing {
          try decoder.decode(Status.self, from: documents.status)
        } peer: {
          try decoder.decode(Peer.Status.self, from: documents.status)
        }
      },
      Row("JSONEncoder: user", against: "synthesized Codable") { documents in
        let user = try User(json: documents.user)
        let peer = try JSONDecoder().decode(Peer.User.self, from: documents.user)
        let encoder = JSONEncoder()
        return try .comparing {
          try User(json: try encoder.encode(user))
        } peer: {
          try User(json: try encoder.encode(peer))
        } timing: {
          try encoder.encode(user)
        } against: {
          try encoder.encode(peer)
        }
      },
      Row("JSONEncoder: status", against: "synthesized Codable") { documents in
        let status = try Status(json: documents.status)
        let decoder = JSONDecoder()
        let peer = try decoder.decode(Peer.Status.self, from: documents.status)
        let encoder = JSONEncoder()
        return try .comparing {
          // The dates in it are the encoder's.
          try decoder.decode(Status.self, from: try encoder.encode(status))
        } peer: {
          try Status(json: try encoder.encode(peer))
        } timing: {
          try encoder.encode(status)
        } against: {
          try encoder.encode(peer)
        }
      },
      Row("row in: user", against: "synthesized Codable") { documents in
        let user = try User(json: documents.user)
        let ours = TableRow(try TableRow.columns(of: user))
        let peer = try JSONDecoder().decode(Peer.User.self, from: documents.user)
        let theirs = TableRow(try TableRow.columns(of: peer))
        return try .comparing {
          try User(from: ours)
        } peer: {
          try Peer.User(from: theirs)
        }
      },
      Row("row out: user", against: "synthesized Codable") { documents in
        let user = try User(json: documents.user)
        let peer = try JSONDecoder().decode(Peer.User.self, from: documents.user)
        return try .comparing {
          try User(from: TableRow(try TableRow.columns(of: user)))
        } peer: {
          try Peer.User(from: TableRow(try TableRow.columns(of: peer)))
        } timing: {
          try TableRow.columns(of: user)
        } against: {
          try TableRow.columns(of: peer)
        }
      },
    ]
  }
}

extension Contest {
  /// Two sides whose results are compared by reading them back, which isn't timed.
  fileprivate static func comparing<Subject: Checkable, Peer: Checkable, Ours, Theirs>(
    subject: () throws -> Subject,
    peer: () throws -> Peer,
    timing ours: @escaping () throws -> Ours,
    against theirs: @escaping () throws -> Theirs
  ) throws -> Contest {
    let (first, second) = (try subject().essentials, try peer().essentials)
    guard first == second else {
      throw WrongResult(description: "subject \(first), peer \(second)")
    }
    return Contest(subject: Side(objects: 1, ours), peer: Side(objects: 1, theirs))
  }
}
