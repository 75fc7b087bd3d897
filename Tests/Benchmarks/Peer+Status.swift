// Dates stay text here: a `DateFormatter` would make `JSONDecoder` look much slower than it is.
// (The subject turns them into dates.)

extension Peer {
  final class Status: Codable {
    var favorited = false
    var attitudesStatus = 0
    var createdAt = ""
    var id = 0
    var truncated = false
    var inReplyToScreenName = ""
    var mblogid = ""
    var text = ""
    var idstr = ""
    var sourceType = 0
    var geo = ""
    var user: Author?
    var commentsCount = 0
    var thumbnailPic = ""
    var source = ""
    var recomState = 0
    var sourceAllowclick = 0
    var bizFeature = 0
    var mblogtypename = ""
    var annotations: [Annotation] = []
    var filterID = ""
    var bmiddlePic = ""
    var scheme = ""
    var visible: Visibility?
    var inReplyToStatusID = ""
    var mid = ""
    var picIDs: [String] = []
    var repostsCount = 0
    var mlevel = 0
    var attitudesCount = 0
    var darwinTags: [String] = []
    var userType = 0
    var urlStruct: [Link]?
    var picInfos: [String: PictureInfo] = [:]
    var inReplyToUserID = ""
    var originalPic = ""

    init() {}

    enum CodingKeys: String, CodingKey {
      case favorited
      case attitudesStatus = "attitudes_status"
      case createdAt = "created_at"
      case id, truncated
      case inReplyToScreenName = "in_reply_to_screen_name"
      case mblogid, text, idstr
      case sourceType = "source_type"
      case geo, user
      case commentsCount = "comments_count"
      case thumbnailPic = "thumbnail_pic"
      case source
      case recomState = "recom_state"
      case sourceAllowclick = "source_allowclick"
      case bizFeature = "biz_feature"
      case mblogtypename, annotations, filterID
      case bmiddlePic = "bmiddle_pic"
      case scheme, visible
      case inReplyToStatusID = "in_reply_to_status_id"
      case mid
      case picIDs = "pic_ids"
      case repostsCount = "reposts_count"
      case mlevel
      case attitudesCount = "attitudes_count"
      case darwinTags = "darwin_tags"
      case userType
      case urlStruct = "url_struct"
      case picInfos = "pic_infos"
      case inReplyToUserID = "in_reply_to_user_id"
      case originalPic = "original_pic"
    }
  }

  final class Visibility: Codable {
    var type = 0
    var listID = 0

    init() {}

    enum CodingKeys: String, CodingKey {
      case type
      case listID = "list_id"
    }
  }

  final class Annotation: Codable {
    var clientMblogid: String?
    var mapiRequest: Bool?

    init() {}

    enum CodingKeys: String, CodingKey {
      case clientMblogid = "client_mblogid"
      case mapiRequest = "mapi_request"
    }
  }

  final class Link: Codable {
    var shortURL = ""
    var longURL = ""
    var urlTitle = ""
    var urlType = 0
    var result = false

    init() {}

    enum CodingKeys: String, CodingKey {
      case shortURL = "short_url"
      case longURL = "long_url"
      case urlTitle = "url_title"
      case urlType = "url_type"
      case result
    }
  }

  final class PictureInfo: Codable {
    var picID = ""
    var photoTag = 0
    var filterID = ""
    var objectID = ""
    var thumbnail: Picture?
    var bmiddle: Picture?
    var middleplus: Picture?
    var large: Picture?
    var largest: Picture?
    var original: Picture?
    var square: Picture?

    init() {}

    enum CodingKeys: String, CodingKey {
      case picID = "pic_id"
      case photoTag = "photo_tag"
      case filterID = "filter_id"
      case objectID = "object_id"
      case thumbnail, bmiddle, middleplus, large, largest, original, square
    }
  }

  final class Picture: Codable {
    var cutType = 0
    var type = ""
    var url = ""
    var width = 0
    var height = 0

    init() {}

    enum CodingKeys: String, CodingKey {
      case cutType = "cut_type"
      case type, url, width, height
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      cutType = try container.decode(Int.self, forKey: .cutType)
      type = try container.decode(String.self, forKey: .type)
      url = try container.decode(String.self, forKey: .url)
      width = try Self.intOrText(container, .width)
      height = try Self.intOrText(container, .height)
    }

    /// The number first: a wrong guess takes the time of an error, and most are numbers.
    private static func intOrText(
      _ container: KeyedDecodingContainer<CodingKeys>,
      _ key: CodingKeys
    ) throws -> Int {
      if let number = try? container.decode(Int.self, forKey: key) {
        return number
      }
      let text = try container.decode(String.self, forKey: key)
      guard let number = Int(text) else {
        throw DecodingError.dataCorruptedError(
          forKey: key,
          in: container,
          debugDescription: "'\(text)' is no number"
        )
      }
      return number
    }
  }
}
