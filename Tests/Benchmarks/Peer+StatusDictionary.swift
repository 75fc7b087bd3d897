// A status from a dictionary of `JSONSerialization`, property by property.

extension Peer.Status {
  convenience init<Numbers: NumberReader>(dictionary: [String: Any], numbers: Numbers.Type) {
    self.init()
    favorited = Numbers.bool(dictionary["favorited"]) ?? false
    attitudesStatus = Numbers.int(dictionary["attitudes_status"]) ?? 0
    createdAt = dictionary["created_at"] as? String ?? ""
    id = Numbers.int(dictionary["id"]) ?? 0
    truncated = Numbers.bool(dictionary["truncated"]) ?? false
    inReplyToScreenName = dictionary["in_reply_to_screen_name"] as? String ?? ""
    mblogid = dictionary["mblogid"] as? String ?? ""
    text = dictionary["text"] as? String ?? ""
    idstr = dictionary["idstr"] as? String ?? ""
    sourceType = Numbers.int(dictionary["source_type"]) ?? 0
    geo = dictionary["geo"] as? String ?? ""
    user = (dictionary["user"] as? [String: Any]).map {
      Peer.Author(dictionary: $0, numbers: numbers)
    }
    commentsCount = Numbers.int(dictionary["comments_count"]) ?? 0
    thumbnailPic = dictionary["thumbnail_pic"] as? String ?? ""
    source = dictionary["source"] as? String ?? ""
    recomState = Numbers.int(dictionary["recom_state"]) ?? 0
    sourceAllowclick = Numbers.int(dictionary["source_allowclick"]) ?? 0
    bizFeature = Numbers.int(dictionary["biz_feature"]) ?? 0
    mblogtypename = dictionary["mblogtypename"] as? String ?? ""
    annotations = (dictionary["annotations"] as? [[String: Any]] ?? []).map {
      Peer.Annotation(dictionary: $0, numbers: numbers)
    }
    filterID = dictionary["filterID"] as? String ?? ""
    bmiddlePic = dictionary["bmiddle_pic"] as? String ?? ""
    scheme = dictionary["scheme"] as? String ?? ""
    visible = (dictionary["visible"] as? [String: Any]).map {
      Peer.Visibility(dictionary: $0, numbers: numbers)
    }
    inReplyToStatusID = dictionary["in_reply_to_status_id"] as? String ?? ""
    mid = dictionary["mid"] as? String ?? ""
    picIDs = dictionary["pic_ids"] as? [String] ?? []
    repostsCount = Numbers.int(dictionary["reposts_count"]) ?? 0
    mlevel = Numbers.int(dictionary["mlevel"]) ?? 0
    attitudesCount = Numbers.int(dictionary["attitudes_count"]) ?? 0
    darwinTags = dictionary["darwin_tags"] as? [String] ?? []
    userType = Numbers.int(dictionary["userType"]) ?? 0
    urlStruct = (dictionary["url_struct"] as? [[String: Any]] ?? []).map {
      Peer.Link(dictionary: $0, numbers: numbers)
    }
    picInfos = (dictionary["pic_infos"] as? [String: [String: Any]] ?? [:]).mapValues {
      Peer.PictureInfo(dictionary: $0, numbers: numbers)
    }
    inReplyToUserID = dictionary["in_reply_to_user_id"] as? String ?? ""
    originalPic = dictionary["original_pic"] as? String ?? ""
  }
}

extension Peer.Author {
  convenience init<Numbers: NumberReader>(dictionary: [String: Any], numbers: Numbers.Type) {
    self.init()
    coverImagePhone = dictionary["cover_image_phone"] as? String ?? ""
    id = Numbers.int(dictionary["id"]) ?? 0
    biFollowersCount = Numbers.int(dictionary["bi_followers_count"]) ?? 0
    urank = Numbers.int(dictionary["urank"]) ?? 0
    profileImageURL = dictionary["profile_image_url"] as? String ?? ""
    icons = (dictionary["icons"] as? [[String: Any]] ?? []).map {
      Peer.Icon(dictionary: $0, numbers: numbers)
    }
    `class` = Numbers.int(dictionary["class"]) ?? 0
    verifiedContactEmail = dictionary["verified_contact_email"] as? String ?? ""
    province = dictionary["province"] as? String ?? ""
    verified = Numbers.bool(dictionary["verified"]) ?? false
    url = dictionary["url"] as? String ?? ""
    statusesCount = Numbers.int(dictionary["statuses_count"]) ?? 0
    geoEnabled = Numbers.bool(dictionary["geo_enabled"]) ?? false
    followMe = Numbers.bool(dictionary["follow_me"]) ?? false
    description = dictionary["description"] as? String ?? ""
    type = Numbers.int(dictionary["type"]) ?? 0
    followersCount = Numbers.int(dictionary["followers_count"]) ?? 0
    verifiedContactMobile = dictionary["verified_contact_mobile"] as? String ?? ""
    location = dictionary["location"] as? String ?? ""
    mbrank = Numbers.int(dictionary["mbrank"]) ?? 0
    avatarLarge = dictionary["avatar_large"] as? String ?? ""
    star = Numbers.int(dictionary["star"]) ?? 0
    verifiedTrade = dictionary["verified_trade"] as? String ?? ""
    profileURL = dictionary["profile_url"] as? String ?? ""
    weihao = dictionary["weihao"] as? String ?? ""
    onlineStatus = Numbers.int(dictionary["online_status"]) ?? 0
    badgeTop = dictionary["badge_top"] as? String ?? ""
    verifiedContactName = dictionary["verified_contact_name"] as? String ?? ""
    screenName = dictionary["screen_name"] as? String ?? ""
    verifiedSourceURL = dictionary["verified_source_url"] as? String ?? ""
    pagefriendsCount = Numbers.int(dictionary["pagefriends_count"]) ?? 0
    name = dictionary["name"] as? String ?? ""
    verifiedReason = dictionary["verified_reason"] as? String ?? ""
    friendsCount = Numbers.int(dictionary["friends_count"]) ?? 0
    mbtype = Numbers.int(dictionary["mbtype"]) ?? 0
    blockApp = Numbers.int(dictionary["block_app"]) ?? 0
    hasAbilityTag = Numbers.int(dictionary["has_ability_tag"]) ?? 0
    avatarHD = dictionary["avatar_hd"] as? String ?? ""
    creditScore = Numbers.int(dictionary["credit_score"]) ?? 0
    remark = dictionary["remark"] as? String ?? ""
    createdAt = dictionary["created_at"] as? String ?? ""
    blockWord = Numbers.int(dictionary["block_word"]) ?? 0
    ulevel = Numbers.int(dictionary["ulevel"]) ?? 0
    allowAllActMsg = Numbers.bool(dictionary["allow_all_act_msg"]) ?? false
    verifiedState = Numbers.int(dictionary["verified_state"]) ?? 0
    domain = dictionary["domain"] as? String ?? ""
    verifiedReasonModified = dictionary["verified_reason_modified"] as? String ?? ""
    level = Numbers.int(dictionary["level"]) ?? 0
    allowAllComment = Numbers.bool(dictionary["allow_all_comment"]) ?? false
    verifiedLevel = Numbers.int(dictionary["verified_level"]) ?? 0
    verifiedReasonURL = dictionary["verified_reason_url"] as? String ?? ""
    gender = dictionary["gender"] as? String ?? ""
    favouritesCount = Numbers.int(dictionary["favourites_count"]) ?? 0
    idstr = dictionary["idstr"] as? String ?? ""
    verifiedType = Numbers.int(dictionary["verified_type"]) ?? 0
    city = dictionary["city"] as? String ?? ""
    verifiedSource = dictionary["verified_source"] as? String ?? ""
    badge = (dictionary["badge"] as? [String: Any]).map {
      Peer.Badge(dictionary: $0, numbers: numbers)
    }
    userAbility = Numbers.int(dictionary["user_ability"]) ?? 0
    extend = (dictionary["extend"] as? [String: Any]).map {
      Peer.Extend(dictionary: $0, numbers: numbers)
    }
    lang = dictionary["lang"] as? String ?? ""
    ptype = Numbers.int(dictionary["ptype"]) ?? 0
    following = Numbers.bool(dictionary["following"]) ?? false
  }
}

extension Peer.Badge {
  convenience init<Numbers: NumberReader>(dictionary: [String: Any], numbers: Numbers.Type) {
    self.init()
    gongyi = Numbers.int(dictionary["gongyi"]) ?? 0
    gongyiLevel = Numbers.int(dictionary["gongyi_level"]) ?? 0
    enterprise = Numbers.int(dictionary["enterprise"]) ?? 0
    zongyiji = Numbers.int(dictionary["zongyiji"]) ?? 0
    suishoupai2014 = Numbers.int(dictionary["suishoupai_2014"]) ?? 0
    travel2013 = Numbers.int(dictionary["travel2013"]) ?? 0
    anniversary = Numbers.int(dictionary["anniversary"]) ?? 0
    taobao = Numbers.int(dictionary["taobao"]) ?? 0
    hongbao2014 = Numbers.int(dictionary["hongbao_2014"]) ?? 0
    dzwbqlv2015 = Numbers.int(dictionary["dzwbqlv_2015"]) ?? 0
    ucDomain = Numbers.int(dictionary["uc_domain"]) ?? 0
    bindTaobao = Numbers.int(dictionary["bind_taobao"]) ?? 0
    dailv = Numbers.int(dictionary["dailv"]) ?? 0
    pzsd2015 = Numbers.int(dictionary["pzsd_2015"]) ?? 0
  }
}

extension Peer.Extend {
  convenience init<Numbers: NumberReader>(dictionary: [String: Any], numbers: Numbers.Type) {
    self.init()
    privacy = (dictionary["privacy"] as? [String: Any]).map {
      Peer.Privacy(dictionary: $0, numbers: numbers)
    }
    mbprivilege = dictionary["mbprivilege"] as? String ?? ""
  }
}

extension Peer.Privacy {
  convenience init<Numbers: NumberReader>(dictionary: [String: Any], numbers: Numbers.Type) {
    self.init()
    mobile = Numbers.int(dictionary["mobile"]) ?? 0
  }
}

extension Peer.Icon {
  convenience init<Numbers: NumberReader>(dictionary: [String: Any], numbers: Numbers.Type) {
    self.init()
    url = dictionary["url"] as? String ?? ""
  }
}

extension Peer.Visibility {
  convenience init<Numbers: NumberReader>(dictionary: [String: Any], numbers: Numbers.Type) {
    self.init()
    type = Numbers.int(dictionary["type"]) ?? 0
    listID = Numbers.int(dictionary["list_id"]) ?? 0
  }
}

extension Peer.Annotation {
  convenience init<Numbers: NumberReader>(dictionary: [String: Any], numbers: Numbers.Type) {
    self.init()
    clientMblogid = dictionary["client_mblogid"] as? String
    mapiRequest = Numbers.bool(dictionary["mapi_request"])
  }
}

extension Peer.Link {
  convenience init<Numbers: NumberReader>(dictionary: [String: Any], numbers: Numbers.Type) {
    self.init()
    shortURL = dictionary["short_url"] as? String ?? ""
    longURL = dictionary["long_url"] as? String ?? ""
    urlTitle = dictionary["url_title"] as? String ?? ""
    urlType = Numbers.int(dictionary["url_type"]) ?? 0
    result = Numbers.bool(dictionary["result"]) ?? false
  }
}

extension Peer.PictureInfo {
  convenience init<Numbers: NumberReader>(dictionary: [String: Any], numbers: Numbers.Type) {
    self.init()
    picID = dictionary["pic_id"] as? String ?? ""
    photoTag = Numbers.int(dictionary["photo_tag"]) ?? 0
    filterID = dictionary["filter_id"] as? String ?? ""
    objectID = dictionary["object_id"] as? String ?? ""
    thumbnail = (dictionary["thumbnail"] as? [String: Any]).map {
      Peer.Picture(dictionary: $0, numbers: numbers)
    }
    bmiddle = (dictionary["bmiddle"] as? [String: Any]).map {
      Peer.Picture(dictionary: $0, numbers: numbers)
    }
    middleplus = (dictionary["middleplus"] as? [String: Any]).map {
      Peer.Picture(dictionary: $0, numbers: numbers)
    }
    large = (dictionary["large"] as? [String: Any]).map {
      Peer.Picture(dictionary: $0, numbers: numbers)
    }
    largest = (dictionary["largest"] as? [String: Any]).map {
      Peer.Picture(dictionary: $0, numbers: numbers)
    }
    original = (dictionary["original"] as? [String: Any]).map {
      Peer.Picture(dictionary: $0, numbers: numbers)
    }
    square = (dictionary["square"] as? [String: Any]).map {
      Peer.Picture(dictionary: $0, numbers: numbers)
    }
  }
}

extension Peer.Picture {
  convenience init<Numbers: NumberReader>(dictionary: [String: Any], numbers: Numbers.Type) {
    self.init()
    cutType = Numbers.int(dictionary["cut_type"]) ?? 0
    type = dictionary["type"] as? String ?? ""
    url = dictionary["url"] as? String ?? ""
    width = Numbers.intOrText(dictionary["width"]) ?? 0
    height = Numbers.intOrText(dictionary["height"]) ?? 0
  }
}

extension NumberReader {
  /// For the few keys whose numbers are sometimes text.
  fileprivate static func intOrText(_ value: Any?) -> Int? {
    int(value) ?? (value as? String).flatMap { Int($0) }
  }
}
