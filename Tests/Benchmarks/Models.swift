import Foundation
import ModelObjectKit

// The subjects: only the code that a user of the library writes.

/// A flat user: 28 keys in the text, and two properties without keys.
class User: ModelObject {
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
}

/// A status, with everything in its text; its dates become dates.
class Status: ModelObject {
  var favorited = false
  var attitudesStatus = 0
  var createdAt: Date?
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
  var urlStruct: [Link] = []
  var picInfos: [String: PictureInfo] = [:]
  var inReplyToUserID = ""
  var originalPic = ""
}

class Author: ModelObject {
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
  var createdAt: Date?
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
}

class Badge: ModelObject {
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
}

class Extend: ModelObject {
  var privacy: Privacy?
  var mbprivilege = ""
}

class Privacy: ModelObject {
  var mobile = 0
}

class Icon: ModelObject {
  var url = ""
}

class Visibility: ModelObject {
  var type = 0
  var listID = 0
}

class Annotation: ModelObject {
  var clientMblogid = ""
  var mapiRequest = false
}

class Link: ModelObject {
  var shortURL = ""
  var longURL = ""
  var urlTitle = ""
  var urlType = 0
  var result = false
}

class PictureInfo: ModelObject {
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
}

class Picture: ModelObject {
  var cutType = 0
  var type = ""
  var url = ""
  var width = 0
  var height = 0
}

/// A user whose hook only calls `super`.
class HookedUser: User {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}
