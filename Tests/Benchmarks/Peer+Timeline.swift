// Dates stay text here, as in the other peers.

extension Peer {
  final class Timeline: Codable {
    var statuses: [Post] = []
    var searchMetadata: SearchMetadata?

    enum CodingKeys: String, CodingKey {
      case statuses
      case searchMetadata = "search_metadata"
    }
  }

  final class Post: Codable {
    var metadata: PostMetadata?
    var createdAt: String?
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

    enum CodingKeys: String, CodingKey {
      case metadata, id, text, source, truncated, user, entities, favorited, retweeted, lang
      case createdAt = "created_at"
      case idStr = "id_str"
      case inReplyToStatusId = "in_reply_to_status_id"
      case inReplyToStatusIdStr = "in_reply_to_status_id_str"
      case inReplyToUserId = "in_reply_to_user_id"
      case inReplyToUserIdStr = "in_reply_to_user_id_str"
      case inReplyToScreenName = "in_reply_to_screen_name"
      case retweetedStatus = "retweeted_status"
      case retweetCount = "retweet_count"
      case favoriteCount = "favorite_count"
      case possiblySensitive = "possibly_sensitive"
    }
  }

  final class PostMetadata: Codable {
    var resultType = ""
    var isoLanguageCode = ""

    enum CodingKeys: String, CodingKey {
      case resultType = "result_type"
      case isoLanguageCode = "iso_language_code"
    }
  }

  final class PostAuthor: Codable {
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
    var createdAt: String?
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

    enum CodingKeys: String, CodingKey {
      case id, name, location, description, url, entities, protected, verified, lang, following,
        notifications
      case idStr = "id_str"
      case screenName = "screen_name"
      case followersCount = "followers_count"
      case friendsCount = "friends_count"
      case listedCount = "listed_count"
      case createdAt = "created_at"
      case favouritesCount = "favourites_count"
      case utcOffset = "utc_offset"
      case timeZone = "time_zone"
      case geoEnabled = "geo_enabled"
      case statusesCount = "statuses_count"
      case contributorsEnabled = "contributors_enabled"
      case isTranslator = "is_translator"
      case isTranslationEnabled = "is_translation_enabled"
      case profileBackgroundColor = "profile_background_color"
      case profileBackgroundImageUrl = "profile_background_image_url"
      case profileBackgroundImageUrlHttps = "profile_background_image_url_https"
      case profileBackgroundTile = "profile_background_tile"
      case profileImageUrl = "profile_image_url"
      case profileImageUrlHttps = "profile_image_url_https"
      case profileBannerUrl = "profile_banner_url"
      case profileLinkColor = "profile_link_color"
      case profileSidebarBorderColor = "profile_sidebar_border_color"
      case profileSidebarFillColor = "profile_sidebar_fill_color"
      case profileTextColor = "profile_text_color"
      case profileUseBackgroundImage = "profile_use_background_image"
      case defaultProfile = "default_profile"
      case defaultProfileImage = "default_profile_image"
      case followRequestSent = "follow_request_sent"
    }
  }

  final class AuthorEntities: Codable {
    var url: LinkList?
    var description: LinkList?

    enum CodingKeys: String, CodingKey {
      case url, description
    }
  }

  final class LinkList: Codable {
    var urls: [PostLink] = []

    enum CodingKeys: String, CodingKey {
      case urls
    }
  }

  final class PostLink: Codable {
    var url = ""
    var expandedUrl = ""
    var displayUrl = ""
    var indices: [Int] = []

    enum CodingKeys: String, CodingKey {
      case url, indices
      case expandedUrl = "expanded_url"
      case displayUrl = "display_url"
    }
  }

  final class Entities: Codable {
    var hashtags: [Hashtag] = []
    var urls: [PostLink] = []
    var userMentions: [Mention] = []
    var media: [Media]?

    enum CodingKeys: String, CodingKey {
      case hashtags, urls, media
      case userMentions = "user_mentions"
    }
  }

  final class Hashtag: Codable {
    var text = ""
    var indices: [Int] = []

    enum CodingKeys: String, CodingKey {
      case text, indices
    }
  }

  final class Mention: Codable {
    var screenName = ""
    var name = ""
    var id = 0
    var idStr = ""
    var indices: [Int] = []

    enum CodingKeys: String, CodingKey {
      case name, id, indices
      case screenName = "screen_name"
      case idStr = "id_str"
    }
  }

  final class Media: Codable {
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

    enum CodingKeys: String, CodingKey {
      case id, indices, url, type, sizes
      case idStr = "id_str"
      case mediaUrl = "media_url"
      case mediaUrlHttps = "media_url_https"
      case displayUrl = "display_url"
      case expandedUrl = "expanded_url"
      case sourceStatusId = "source_status_id"
      case sourceStatusIdStr = "source_status_id_str"
    }
  }

  final class MediaSize: Codable {
    var w = 0
    var h = 0
    var resize = ""

    enum CodingKeys: String, CodingKey {
      case w, h, resize
    }
  }

  final class SearchMetadata: Codable {
    var completedIn = 0.0
    var maxId = 0
    var maxIdStr = ""
    var nextResults = ""
    var query = ""
    var refreshUrl = ""
    var count = 0
    var sinceId = 0
    var sinceIdStr = ""

    enum CodingKeys: String, CodingKey {
      case query, count
      case completedIn = "completed_in"
      case maxId = "max_id"
      case maxIdStr = "max_id_str"
      case nextResults = "next_results"
      case refreshUrl = "refresh_url"
      case sinceId = "since_id"
      case sinceIdStr = "since_id_str"
    }
  }
}
