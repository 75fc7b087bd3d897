import Foundation

/// A user as `NSCoding` archives one: each property by hand, under its own name.
///
/// Not in `Peer`, because a keyed archiver only accepts top-level classes.
final class CodedUser: NSObject, NSSecureCoding {
  let user: Peer.User

  static var supportsSecureCoding: Bool { true }

  init(_ user: Peer.User) {
    self.user = user
  }

  func encode(with coder: NSCoder) {
    coder.encode(user.login as NSString, forKey: "login")
    coder.encode(user.avatarURL as NSString, forKey: "avatarURL")
    coder.encode(user.gravatarID as NSString, forKey: "gravatarID")
    coder.encode(user.url as NSString, forKey: "url")
    coder.encode(user.htmlURL as NSString, forKey: "htmlURL")
    coder.encode(user.followersURL as NSString, forKey: "followersURL")
    coder.encode(user.followingURL as NSString, forKey: "followingURL")
    coder.encode(user.gistsURL as NSString, forKey: "gistsURL")
    coder.encode(user.starredURL as NSString, forKey: "starredURL")
    coder.encode(user.subscriptionsURL as NSString, forKey: "subscriptionsURL")
    coder.encode(user.organizationsURL as NSString, forKey: "organizationsURL")
    coder.encode(user.reposURL as NSString, forKey: "reposURL")
    coder.encode(user.eventsURL as NSString, forKey: "eventsURL")
    coder.encode(user.receivedEventsURL as NSString, forKey: "receivedEventsURL")
    coder.encode(user.type as NSString, forKey: "type")
    coder.encode(user.name.map { NSString(string: $0) }, forKey: "name")
    coder.encode(user.company.map { NSString(string: $0) }, forKey: "company")
    coder.encode(user.blog.map { NSString(string: $0) }, forKey: "blog")
    coder.encode(user.location.map { NSString(string: $0) }, forKey: "location")
    coder.encode(user.email.map { NSString(string: $0) }, forKey: "email")
    coder.encode(user.bio.map { NSString(string: $0) }, forKey: "bio")
    coder.encode(user.twitterUsername.map { NSString(string: $0) }, forKey: "twitterUsername")
    coder.encode(user.id, forKey: "id")
    coder.encode(user.publicRepos, forKey: "publicRepos")
    coder.encode(user.publicGists, forKey: "publicGists")
    coder.encode(user.followers, forKey: "followers")
    coder.encode(user.following, forKey: "following")
    coder.encode(user.siteAdmin, forKey: "siteAdmin")
    if let hireable = user.hireable { coder.encode(hireable, forKey: "hireable") }
    if let privateRepos = user.privateRepos { coder.encode(privateRepos, forKey: "privateRepos") }
  }

  init?(coder: NSCoder) {
    func text(_ key: String) -> String? {
      coder.decodeObject(of: NSString.self, forKey: key).map { String(describing: $0) }
    }
    user = Peer.User()
    user.login = text("login") ?? ""
    user.avatarURL = text("avatarURL") ?? ""
    user.gravatarID = text("gravatarID") ?? ""
    user.url = text("url") ?? ""
    user.htmlURL = text("htmlURL") ?? ""
    user.followersURL = text("followersURL") ?? ""
    user.followingURL = text("followingURL") ?? ""
    user.gistsURL = text("gistsURL") ?? ""
    user.starredURL = text("starredURL") ?? ""
    user.subscriptionsURL = text("subscriptionsURL") ?? ""
    user.organizationsURL = text("organizationsURL") ?? ""
    user.reposURL = text("reposURL") ?? ""
    user.eventsURL = text("eventsURL") ?? ""
    user.receivedEventsURL = text("receivedEventsURL") ?? ""
    user.type = text("type") ?? ""
    user.name = text("name")
    user.company = text("company")
    user.blog = text("blog")
    user.location = text("location")
    user.email = text("email")
    user.bio = text("bio")
    user.twitterUsername = text("twitterUsername")
    user.id = coder.decodeInteger(forKey: "id")
    user.publicRepos = coder.decodeInteger(forKey: "publicRepos")
    user.publicGists = coder.decodeInteger(forKey: "publicGists")
    user.followers = coder.decodeInteger(forKey: "followers")
    user.following = coder.decodeInteger(forKey: "following")
    user.siteAdmin = coder.decodeBool(forKey: "siteAdmin")
    if coder.containsValue(forKey: "hireable") {
      user.hireable = coder.decodeBool(forKey: "hireable")
    }
    if coder.containsValue(forKey: "privateRepos") {
      user.privateRepos = coder.decodeInteger(forKey: "privateRepos")
    }
  }
}
