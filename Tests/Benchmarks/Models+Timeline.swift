import Foundation
import ModelObjectKit

/// A page of posts with authors, like the search results of a social network.
class Timeline: ModelObject {
  var statuses: [Post] = []
  var searchMetadata: SearchMetadata?
}

class Post: ModelObject {
  var metadata: PostMetadata?
  var createdAt: Date?
  var id = 0
  var idStr = ""
  var text = ""
  var source = ""
  var truncated = false
  var inReplyToStatusId: Int?
  var inReplyToStatusIdStr: String?
  var inReplyToUserId: Int?
  var inReplyToUserIdStr: String?
  var inReplyToScreenName: String?
  var user: PostAuthor?
  var retweetedStatus: Post?
  var retweetCount = 0
  var favoriteCount = 0
  var entities: Entities?
  var favorited = false
  var retweeted = false
  var possiblySensitive: Bool?
  var lang = ""
}

class PostMetadata: ModelObject {
  var resultType = ""
  var isoLanguageCode = ""
}

class PostAuthor: ModelObject {
  var id = 0
  var idStr = ""
  var name = ""
  var screenName = ""
  var location = ""
  var description = ""
  var url: String?
  var entities: AuthorEntities?
  var protected = false
  var followersCount = 0
  var friendsCount = 0
  var listedCount = 0
  var createdAt: Date?
  var favouritesCount = 0
  var utcOffset: Int?
  var timeZone: String?
  var geoEnabled = false
  var verified = false
  var statusesCount = 0
  var lang = ""
  var contributorsEnabled = false
  var isTranslator = false
  var isTranslationEnabled = false
  var profileBackgroundColor = ""
  var profileBackgroundImageUrl = ""
  var profileBackgroundImageUrlHttps = ""
  var profileBackgroundTile = false
  var profileImageUrl = ""
  var profileImageUrlHttps = ""
  var profileBannerUrl: String?
  var profileLinkColor = ""
  var profileSidebarBorderColor = ""
  var profileSidebarFillColor = ""
  var profileTextColor = ""
  var profileUseBackgroundImage = false
  var defaultProfile = false
  var defaultProfileImage = false
  var following = false
  var followRequestSent = false
  var notifications = false
}

class AuthorEntities: ModelObject {
  var url: LinkList?
  var description: LinkList?
}

class LinkList: ModelObject {
  var urls: [PostLink] = []
}

class PostLink: ModelObject {
  var url = ""
  var expandedUrl = ""
  var displayUrl = ""
  var indices: [Int] = []
}

class Entities: ModelObject {
  var hashtags: [Hashtag] = []
  var urls: [PostLink] = []
  var userMentions: [Mention] = []
  var media: [Media]?
}

class Hashtag: ModelObject {
  var text = ""
  var indices: [Int] = []
}

class Mention: ModelObject {
  var screenName = ""
  var name = ""
  var id = 0
  var idStr = ""
  var indices: [Int] = []
}

class Media: ModelObject {
  var id = 0
  var idStr = ""
  var indices: [Int] = []
  var mediaUrl = ""
  var mediaUrlHttps = ""
  var url = ""
  var displayUrl = ""
  var expandedUrl = ""
  var type = ""
  var sizes: [String: MediaSize] = [:]
  var sourceStatusId: Int?
  var sourceStatusIdStr: String?
}

class MediaSize: ModelObject {
  var w = 0
  var h = 0
  var resize = ""
}

class SearchMetadata: ModelObject {
  var completedIn = 0.0
  var maxId = 0
  var maxIdStr = ""
  var nextResults = ""
  var query = ""
  var refreshUrl = ""
  var count = 0
  var sinceId = 0
  var sinceIdStr = ""
}
