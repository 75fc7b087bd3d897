// The author of a status, whose date stays text for the same reason as the status's own.

extension Peer {
  final class Author: Codable {
    var coverImagePhone = ""
    var id = 0
    var biFollowersCount = 0
    var urank = 0
    var profileImageURL = ""
    var icons: [Icon] = []
    var `class` = 0
    var verifiedContactEmail = ""
    var province = ""
    var verified = false
    var url = ""
    var statusesCount = 0
    var geoEnabled = false
    var followMe = false
    var description = ""
    var type = 0
    var followersCount = 0
    var verifiedContactMobile = ""
    var location = ""
    var mbrank = 0
    var avatarLarge = ""
    var star = 0
    var verifiedTrade = ""
    var profileURL = ""
    var weihao = ""
    var onlineStatus = 0
    var badgeTop = ""
    var verifiedContactName = ""
    var screenName = ""
    var verifiedSourceURL = ""
    var pagefriendsCount = 0
    var name = ""
    var verifiedReason = ""
    var friendsCount = 0
    var mbtype = 0
    var blockApp = 0
    var hasAbilityTag = 0
    var avatarHD = ""
    var creditScore = 0
    var remark = ""
    var createdAt = ""
    var blockWord = 0
    var ulevel = 0
    var allowAllActMsg = false
    var verifiedState = 0
    var domain = ""
    var verifiedReasonModified = ""
    var level = 0
    var allowAllComment = false
    var verifiedLevel = 0
    var verifiedReasonURL = ""
    var gender = ""
    var favouritesCount = 0
    var idstr = ""
    var verifiedType = 0
    var city = ""
    var verifiedSource = ""
    var badge: Badge?
    var userAbility = 0
    var extend: Extend?
    var lang = ""
    var ptype = 0
    var following = false

    init() {}

    enum CodingKeys: String, CodingKey {
      case coverImagePhone = "cover_image_phone"
      case id
      case biFollowersCount = "bi_followers_count"
      case urank
      case profileImageURL = "profile_image_url"
      case icons, `class`
      case verifiedContactEmail = "verified_contact_email"
      case province, verified, url
      case statusesCount = "statuses_count"
      case geoEnabled = "geo_enabled"
      case followMe = "follow_me"
      case description, type
      case followersCount = "followers_count"
      case verifiedContactMobile = "verified_contact_mobile"
      case location, mbrank
      case avatarLarge = "avatar_large"
      case star
      case verifiedTrade = "verified_trade"
      case profileURL = "profile_url"
      case weihao
      case onlineStatus = "online_status"
      case badgeTop = "badge_top"
      case verifiedContactName = "verified_contact_name"
      case screenName = "screen_name"
      case verifiedSourceURL = "verified_source_url"
      case pagefriendsCount = "pagefriends_count"
      case name
      case verifiedReason = "verified_reason"
      case friendsCount = "friends_count"
      case mbtype
      case blockApp = "block_app"
      case hasAbilityTag = "has_ability_tag"
      case avatarHD = "avatar_hd"
      case creditScore = "credit_score"
      case remark
      case createdAt = "created_at"
      case blockWord = "block_word"
      case ulevel
      case allowAllActMsg = "allow_all_act_msg"
      case verifiedState = "verified_state"
      case domain
      case verifiedReasonModified = "verified_reason_modified"
      case level
      case allowAllComment = "allow_all_comment"
      case verifiedLevel = "verified_level"
      case verifiedReasonURL = "verified_reason_url"
      case gender
      case favouritesCount = "favourites_count"
      case idstr
      case verifiedType = "verified_type"
      case city
      case verifiedSource = "verified_source"
      case badge
      case userAbility = "user_ability"
      case extend, lang, ptype, following
    }
  }

  final class Badge: Codable {
    var gongyi = 0
    var gongyiLevel = 0
    var enterprise = 0
    var zongyiji = 0
    var suishoupai2014 = 0
    var travel2013 = 0
    var anniversary = 0
    var taobao = 0
    var hongbao2014 = 0
    var dzwbqlv2015 = 0
    var ucDomain = 0
    var bindTaobao = 0
    var dailv = 0
    var pzsd2015 = 0

    init() {}

    enum CodingKeys: String, CodingKey {
      case gongyi
      case gongyiLevel = "gongyi_level"
      case enterprise, zongyiji
      case suishoupai2014 = "suishoupai_2014"
      case travel2013, anniversary, taobao
      case hongbao2014 = "hongbao_2014"
      case dzwbqlv2015 = "dzwbqlv_2015"
      case ucDomain = "uc_domain"
      case bindTaobao = "bind_taobao"
      case dailv
      case pzsd2015 = "pzsd_2015"
    }
  }

  final class Extend: Codable {
    var privacy: Privacy?
    var mbprivilege = ""

    init() {}

    enum CodingKeys: String, CodingKey {
      case privacy, mbprivilege
    }
  }

  final class Privacy: Codable {
    var mobile = 0

    init() {}

    enum CodingKeys: String, CodingKey {
      case mobile
    }
  }

  final class Icon: Codable {
    var url = ""

    init() {}

    enum CodingKeys: String, CodingKey {
      case url
    }
  }
}
