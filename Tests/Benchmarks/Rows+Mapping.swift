import Foundation
import ModelObjectKit

extension Rows {
  /// From text and from dictionaries to objects.
  static var mapping: [Row] {
    textAgainstDecoder + textAgainstSerialization + [textAgainstNothing] + dictionaries
  }

  /// How close reading comes to the cost of the objects and strings that any reader must make.
  private static var textAgainstNothing: Row {
    Row("text in: user", against: "the same object, nothing read") { documents in
      let text = documents.user
      let sample = try User(json: text)
      return try .comparing {
        try User(json: text)
      } peer: {
        sample.remade()
      }
    }
  }

  private static var textAgainstDecoder: [Row] {
    [
      Row("text in: user", against: "JSONDecoder") { documents in
        let text = documents.user
        let decoder = JSONDecoder()
        return try .comparing {
          try User(json: text)
        } peer: {
          try decoder.decode(Peer.User.self, from: text)
        }
      },
      Row("text in: user, hook that calls super", against: "JSONDecoder") { documents in
        let text = documents.user
        let decoder = JSONDecoder()
        return try .comparing {
          try HookedUser(json: text)
        } peer: {
          try decoder.decode(Peer.User.self, from: text)
        }
      },
      Row("text in: status", against: "JSONDecoder") { documents in
        let text = documents.status
        let decoder = JSONDecoder()
        return try .comparing {
          try Status(json: text)
        } peer: {
          try decoder.decode(Peer.Status.self, from: text)
        }
      },
      Row("text in: 1,000 users", against: "JSONDecoder") { documents in
        try users(1_000, documents.thousandUsers)
      },
      Row("text in: 100,000 users", against: "JSONDecoder") { documents in
        try users(100_000, documents.hundredThousandUsers)
      },
    ]
  }

  private static func users(_ count: Int, _ text: Data) throws -> Contest {
    let decoder = JSONDecoder()
    return try .comparing(objects: count) {
      try [User](json: text)
    } peer: {
      try decoder.decode([Peer.User].self, from: text)
    }
  }

  private static var textAgainstSerialization: [Row] {
    [
      Row("text in: user", against: "JSONSerialization, by hand") { documents in
        let text = documents.user
        return try .comparing {
          try User(json: text)
        } peer: {
          Peer.User(dictionary: try tree(of: text), numbers: FoundationNumbers.self)
        }
      },
      Row("text in: status", against: "JSONSerialization, by hand") { documents in
        let text = documents.status
        return try .comparing {
          try Status(json: text)
        } peer: {
          Peer.Status(dictionary: try tree(of: text), numbers: FoundationNumbers.self)
        }
      },
    ]
  }

  private static var dictionaries: [Row] {
    [
      Row("dictionary in: user, Swift values", against: "code by hand") { documents in
        let sample = try JSONDecoder().decode(Peer.User.self, from: documents.user)
        let dictionary = sample.dictionary
        return try .comparing {
          try User(dictionary: dictionary)
        } peer: {
          Peer.User(dictionary: dictionary, numbers: SwiftNumbers.self)
        }
      },
      Row("dictionary in: user, from JSONSerialization", against: "code by hand") { documents in
        let dictionary = try tree(of: documents.user)
        return try .comparing {
          try User(dictionary: dictionary)
        } peer: {
          Peer.User(dictionary: dictionary, numbers: FoundationNumbers.self)
        }
      },
    ]
  }

  private static func tree(of text: Data) throws -> [String: Any] {
    guard let tree = try JSONSerialization.jsonObject(with: text) as? [String: Any] else {
      throw WrongResult(description: "the document is no object")
    }
    return tree
  }
}
