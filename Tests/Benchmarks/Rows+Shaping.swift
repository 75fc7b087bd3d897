import Foundation
import ModelObjectKit

extension Rows {
  /// The cost of a class's `keyMapping`.
  static var shaping: [Row] {
    [
      Row(
        figure: "cost of keyMapping: text in, user",
        meaning: "ns with a key for each property over ns without; 1 is free"
      ) { documents in
        let text = documents.user
        return try cost {
          try User(json: text)
        } of: {
          try MappedUser(json: text)
        }
      },
      Row(
        figure: "cost of key paths: text in, user",
        meaning: "ns with nine properties behind paths, in three objects, over ns without"
      ) { documents in
        let text = documents.user
        let nested = try nestedUser(text)
        return try cost {
          try User(json: text)
        } of: {
          try PathUser(json: nested)
        }
      },
      Row(
        figure: "cost of paths to one key each: text in, user",
        meaning: "ns with four properties behind a path of their own over ns without"
      ) { documents in
        let text = documents.user
        let nested = try separate(text)
        return try cost {
          try User(json: text)
        } of: {
          try FewPathsUser(json: nested)
        }
      },
    ]
  }

  /// The time of a subject divided by that of a peer with the same result.
  private static func cost<Plain: Checkable, Shaped: Checkable>(
    _ plain: @escaping () throws -> Plain,
    of shaped: @escaping () throws -> Shaped
  ) throws -> Row.Measurement {
    try Contest.comparing(subject: plain, peer: shaped).measure
  }

  /// The text with counts and links in separate objects, two and three levels down.
  static func nestedUser(
    _ text: Data,
    _ counts: [String] = ["public_repos", "public_gists", "followers", "following"],
    _ urls: [String] = ["html_url", "followers_url", "following_url", "gists_url", "starred_url"]
  ) throws -> Data {
    try rewritten(text) { object in
      object["stats"] = ["counts": take(counts, from: &object)]
      object["links"] = ["urls": [take(urls, from: &object)]]
    }
  }

  /// The text with four keys in separate objects.
  private static func separate(_ text: Data) throws -> Data {
    try rewritten(text) { object in
      for key in ["bio", "blog", "location", "followers"] {
        object["\(key)_info"] = ["value": take([key], from: &object)]
      }
    }
  }

  private static func take(_ keys: [String], from object: inout [String: Any]) -> [String: Any] {
    var taken: [String: Any] = [:]
    for key in keys { taken[key] = object.removeValue(forKey: key) }
    return taken
  }

  private static func rewritten(
    _ text: Data,
    _ change: (inout [String: Any]) -> Void
  ) throws -> Data {
    guard var object = try JSONSerialization.jsonObject(with: text) as? [String: Any] else {
      throw WrongResult(description: "the document is no object")
    }
    change(&object)
    let options: JSONSerialization.WritingOptions = [
      .prettyPrinted, .sortedKeys, .withoutEscapingSlashes,
    ]
    return try JSONSerialization.data(withJSONObject: object, options: options)
  }
}

/// The user with a key for each property.
private final class MappedUser: User {
  override class var keyMapping: [String: JSONKey] {
    [
      "login": "login", "id": "id", "avatarURL": "avatar_url", "gravatarID": "gravatar_id",
      "url": "url", "htmlURL": "html_url", "followersURL": "followers_url",
      "followingURL": "following_url", "gistsURL": "gists_url", "starredURL": "starred_url",
      "subscriptionsURL": "subscriptions_url", "organizationsURL": "organizations_url",
      "reposURL": "repos_url", "eventsURL": "events_url",
      "receivedEventsURL": "received_events_url", "type": "type", "siteAdmin": "site_admin",
      "name": "name", "company": "company", "blog": "blog", "location": "location",
      "email": "email", "hireable": "hireable", "bio": "bio", "publicRepos": "public_repos",
      "publicGists": "public_gists", "followers": "followers", "following": "following",
      "twitterUsername": "twitter_username", "privateRepos": "private_repos",
    ]
  }
}

/// The user with nine properties at paths through two objects.
final class PathUser: User {
  override class var keyMapping: [String: JSONKey] {
    [
      "publicRepos": "stats.counts.public_repos", "publicGists": "stats.counts.public_gists",
      "followers": "stats.counts.followers", "following": "stats.counts.following",
      "htmlURL": "links.urls[0].html_url", "followersURL": "links.urls[0].followers_url",
      "followingURL": "links.urls[0].following_url", "gistsURL": "links.urls[0].gists_url",
      "starredURL": "links.urls[0].starred_url",
    ]
  }
}

/// The user with four properties alone in objects, two levels deep.
private final class FewPathsUser: User {
  override class var keyMapping: [String: JSONKey] {
    [
      "bio": "bio_info.value.bio", "blog": "blog_info.value.blog",
      "location": "location_info.value.location", "followers": "followers_info.value.followers",
    ]
  }
}
