import Foundation

/// How a mapping by hand reads numbers: in the faster way for each kind of dictionary.
protocol NumberReader {
  static func int(_ value: Any?) -> Int?
  static func bool(_ value: Any?) -> Bool?
}

/// For dictionaries of Swift's own numbers.
enum SwiftNumbers: NumberReader {
  static func int(_ value: Any?) -> Int? {
    value as? Int
  }

  static func bool(_ value: Any?) -> Bool? {
    value as? Bool
  }
}

/// For dictionaries from `JSONSerialization`: on Linux a cast to `Int` takes ten times as long.
enum FoundationNumbers: NumberReader {
  static func int(_ value: Any?) -> Int? {
    (value as? NSNumber)?.intValue
  }

  static func bool(_ value: Any?) -> Bool? {
    (value as? NSNumber)?.boolValue
  }
}

// MARK: - From a dictionary, property by property

extension Peer.User {
  convenience init<Numbers: NumberReader>(dictionary: [String: Any], numbers: Numbers.Type) {
    self.init()
    login = dictionary["login"] as? String ?? ""
    id = Numbers.int(dictionary["id"]) ?? 0
    avatarURL = dictionary["avatar_url"] as? String ?? ""
    gravatarID = dictionary["gravatar_id"] as? String ?? ""
    url = dictionary["url"] as? String ?? ""
    htmlURL = dictionary["html_url"] as? String ?? ""
    followersURL = dictionary["followers_url"] as? String ?? ""
    followingURL = dictionary["following_url"] as? String ?? ""
    gistsURL = dictionary["gists_url"] as? String ?? ""
    starredURL = dictionary["starred_url"] as? String ?? ""
    subscriptionsURL = dictionary["subscriptions_url"] as? String ?? ""
    organizationsURL = dictionary["organizations_url"] as? String ?? ""
    reposURL = dictionary["repos_url"] as? String ?? ""
    eventsURL = dictionary["events_url"] as? String ?? ""
    receivedEventsURL = dictionary["received_events_url"] as? String ?? ""
    type = dictionary["type"] as? String ?? ""
    siteAdmin = Numbers.bool(dictionary["site_admin"]) ?? false
    name = dictionary["name"] as? String
    company = dictionary["company"] as? String
    blog = dictionary["blog"] as? String
    location = dictionary["location"] as? String
    email = dictionary["email"] as? String
    hireable = Numbers.bool(dictionary["hireable"])
    bio = dictionary["bio"] as? String
    publicRepos = Numbers.int(dictionary["public_repos"]) ?? 0
    publicGists = Numbers.int(dictionary["public_gists"]) ?? 0
    followers = Numbers.int(dictionary["followers"]) ?? 0
    following = Numbers.int(dictionary["following"]) ?? 0
    twitterUsername = dictionary["twitter_username"] as? String
    privateRepos = Numbers.int(dictionary["private_repos"])
  }
}

// MARK: - To a dictionary of Swift values

extension Peer.User {
  /// The 28 keys of the text, with Swift's own numbers.
  var dictionary: [String: Any] {
    [
      "login": login,
      "id": id,
      "avatar_url": avatarURL,
      "gravatar_id": gravatarID,
      "url": url,
      "html_url": htmlURL,
      "followers_url": followersURL,
      "following_url": followingURL,
      "gists_url": gistsURL,
      "starred_url": starredURL,
      "subscriptions_url": subscriptionsURL,
      "organizations_url": organizationsURL,
      "repos_url": reposURL,
      "events_url": eventsURL,
      "received_events_url": receivedEventsURL,
      "type": type,
      "site_admin": siteAdmin,
      "name": name as Any? ?? NSNull(),
      "company": company as Any? ?? NSNull(),
      "blog": blog as Any? ?? NSNull(),
      "location": location as Any? ?? NSNull(),
      "email": email as Any? ?? NSNull(),
      "hireable": hireable as Any? ?? NSNull(),
      "bio": bio as Any? ?? NSNull(),
      "public_repos": publicRepos,
      "public_gists": publicGists,
      "followers": followers,
      "following": following,
    ]
  }
}
