import Foundation
import ModelObjectKit

extension Rows {
  /// The cost of each ability for a class that uses it, compared with the class without it.
  static var abilities: [Row] {
    costs.map { cost in
      Row(figure: "cost of \(cost.ability)", meaning: cost.meaning) { documents in
        try cost.contest(documents).measure
      }
    }
  }

  /// An ability, and the contest of a class that uses it (the peer) against one that doesn't.
  struct Cost {
    let ability: String
    var meaning = "ns over those of the plain class, text in, user; 1 is free"
    let contest: (Documents) throws -> Contest
  }

  static var costs: [Cost] { handlingCosts + hookCosts + shapeCosts + updateCosts }

  private static var handlingCosts: [Cost] {
    [
      Cost(ability: ".strict") { documents in
        let text = try whole(documents.user)
        return try .comparing {
          try User(json: text)
        } peer: {
          try User(json: text, options: .strict)
        }
      },
      Cost(ability: "a report that finds nothing") { documents in
        let text = documents.user
        var options = MappingOptions()
        options.issueHandler = { issues in blackHole(issues) }
        return try .comparing {
          try User(json: text)
        } peer: { [options] in
          try User(json: text, options: options)
        }
      },
    ]
  }

  private static var hookCosts: [Cost] {
    [
      Cost(ability: "serializeValue that calls super") { documents in
        try plain(documents) { try HookedUser(json: $0) }
      },
      Cost(
        ability: "serializeValue through JSONDecoder",
        meaning: "ns over those of the plain class through JSONDecoder, user; 1 is free"
      ) { documents in
        let decoder = JSONDecoder()
        return try .comparing {
          try decoder.decode(User.self, from: documents.user)
        } peer: {
          try decoder.decode(HookedUser.self, from: documents.user)
        }
      },
      Cost(ability: "an empty didMap") { documents in
        try plain(documents) { try FollowedUser(json: $0) }
      },
      Cost(ability: "8 accessors of observed properties") { documents in
        try plain(documents) { try AccessedUser(json: $0) }
      },
    ]
  }

  private static var shapeCosts: [Cost] {
    [
      Cost(ability: "unknown keys, five of them kept") { documents in
        let text = try added(
          #""a": 1, "b": "text", "c": [1, 2, 3], "d": {"e": null}, "f": 1.5"#,
          to: documents.user
        )
        return try .comparing {
          try User(json: text)
        } peer: {
          try KeepingUser(json: text)
        }
      },
      Cost(ability: "six key paths into two objects") { documents in
        let nested = try nestedUser(
          documents.user,
          ["public_repos", "public_gists", "followers"],
          ["html_url", "followers_url", "gists_url"]
        )
        return try .comparing {
          try User(json: documents.user)
        } peer: {
          try SixPathsUser(json: nested)
        }
      },
    ]
  }

  private static var updateCosts: [Cost] {
    [
      Cost(ability: "an update in place") { documents in
        let user = try User(json: documents.user)
        return try plain(documents) { text in
          try user.update(json: text)
          return user
        }
      },
      Cost(
        ability: "upsert of 1,000 known users",
        meaning: "ns over those of [User](json:); 1 is free"
      ) { documents in
        let store = ModelStore()
        return try .comparing(objects: 1_000) {
          try [User](json: documents.thousandUsers)
        } peer: {
          try store.upsert([KnownUser].self, json: documents.thousandUsers).models
        }
      },
      Cost(
        ability: "[User].update of 1,000 known users",
        meaning: "ns over those of [User](json:); 1 is free"
      ) { documents in
        var users: [KnownUser] = []
        return try .comparing(objects: 1_000) {
          try [User](json: documents.thousandUsers)
        } peer: {
          try users.update(json: documents.thousandUsers)
          return users
        }
      },
    ]
  }

  private static func plain(
    _ documents: Documents,
    against make: @escaping (Data) throws -> User
  ) throws -> Contest {
    let text = documents.user
    return try .comparing {
      try User(json: text)
    } peer: {
      try make(text)
    }
  }

  /// The text with a key for each property.
  private static func whole(_ text: Data) throws -> Data {
    try added(#""twitter_username": null, "private_repos": null"#, to: text)
  }

  /// The text of an object with more pairs at its end.
  private static func added(_ pairs: String, to text: Data) throws -> Data {
    guard let end = text.lastIndex(of: UInt8(ascii: "}")) else {
      throw WrongResult(description: "the document is no object")
    }
    return text[..<end] + Data(", \(pairs)}".utf8)
  }
}

/// The user with a hook that gets a dictionary.
private final class FollowedUser: User {
  override func didMap(_ dictionary: [String: Any]) throws {}
}

/// The user with eight properties that are observed, and set by their names.
private final class AccessedUser: User {
  override var login: String { didSet { count += 1 } }
  override var id: Int { didSet { count += 1 } }
  override var url: String { didSet { count += 1 } }
  override var htmlURL: String { didSet { count += 1 } }
  override var name: String? { didSet { count += 1 } }
  override var bio: String? { didSet { count += 1 } }
  override var followers: Int { didSet { count += 1 } }
  override var following: Int { didSet { count += 1 } }
  private(set) var count = 0

  override class var ignoredProperties: Set<String> { ["count"] }
  override class var accessors: [String: PropertyAccessor] {
    [
      "login": .init(\AccessedUser.login), "id": .init(\AccessedUser.id),
      "url": .init(\AccessedUser.url), "htmlURL": .init(\AccessedUser.htmlURL),
      "name": .init(\AccessedUser.name), "bio": .init(\AccessedUser.bio),
      "followers": .init(\AccessedUser.followers), "following": .init(\AccessedUser.following),
    ]
  }
}

/// The user with a property for unknown keys.
private final class KeepingUser: User {
  var rest: [String: Any] = [:]
  override class var unknownKeysProperty: String? { "rest" }
}

/// The user with six properties at paths into two objects.
private final class SixPathsUser: User {
  override class var keyMapping: [String: JSONKey] {
    [
      "publicRepos": "stats.counts.public_repos", "publicGists": "stats.counts.public_gists",
      "followers": "stats.counts.followers", "htmlURL": "links.urls[0].html_url",
      "followersURL": "links.urls[0].followers_url", "gistsURL": "links.urls[0].gists_url",
    ]
  }
}

/// The user with an identity.
private final class KnownUser: User {
  override class var identity: Set<String> { ["id"] }
}
