/// The classes that the library is timed against: plain ones with the same properties, for
/// `JSONDecoder` and for mapping by hand.
///
/// Their keys are written out, because that makes `JSONDecoder` faster than a key strategy.
enum Peer {}

extension Peer {
  final class User: Codable {
    var login = ""
    var id = 0
    var avatarURL = ""
    var gravatarID = ""
    var url = ""
    var htmlURL = ""
    var followersURL = ""
    var followingURL = ""
    var gistsURL = ""
    var starredURL = ""
    var subscriptionsURL = ""
    var organizationsURL = ""
    var reposURL = ""
    var eventsURL = ""
    var receivedEventsURL = ""
    var type = ""
    var siteAdmin = false
    var name: String?
    var company: String?
    var blog: String?
    var location: String?
    var email: String?
    var hireable: Bool?
    var bio: String?
    var publicRepos = 0
    var publicGists = 0
    var followers = 0
    var following = 0
    var twitterUsername: String?
    var privateRepos: Int?

    init() {}

    enum CodingKeys: String, CodingKey {
      case login, id
      case avatarURL = "avatar_url"
      case gravatarID = "gravatar_id"
      case url
      case htmlURL = "html_url"
      case followersURL = "followers_url"
      case followingURL = "following_url"
      case gistsURL = "gists_url"
      case starredURL = "starred_url"
      case subscriptionsURL = "subscriptions_url"
      case organizationsURL = "organizations_url"
      case reposURL = "repos_url"
      case eventsURL = "events_url"
      case receivedEventsURL = "received_events_url"
      case type
      case siteAdmin = "site_admin"
      case name, company, blog, location, email, hireable, bio
      case publicRepos = "public_repos"
      case publicGists = "public_gists"
      case followers, following
      case twitterUsername = "twitter_username"
      case privateRepos = "private_repos"
    }
  }
}
