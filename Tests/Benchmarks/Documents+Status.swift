extension Documents {
  /// A status as a social network sends it: a long-winded author, seven pictures in seven sizes
  /// each, numbers that are sometimes text, dates in words.
  static let statusText = statusDocument.printed() + "\n"

  private static let statusDocument: PrettyJSON = [
    "favorited": true,
    "attitudes_status": 0,
    "created_at": "Tue Mar 04 09:41:27 +0800 2014",
    "id": 3_682_915_470_218_334,
    "truncated": false,
    "in_reply_to_screen_name": "",
    "mblogid": "Bq7xLk0Tz",
    "text": "今天的海边很安静，风筝飞得很高🪁。\n\"慢慢来\"，老人说——明天再出发",
    "idstr": "3682915470218334",
    "source_type": 1,
    "geo": "",
    "user": author,
    "comments_count": 28_417,
    "thumbnail_pic": .text(address("thumbnail", 0)),
    "source": "<a href=\"https://apps.example.com/t/kiteflyer\" rel=\"nofollow\">Kite Flyer 2</a>",
    "recom_state": -1,
    "source_allowclick": 0,
    "biz_feature": 4_294_967_310,
    "mblogtypename": "",
    "annotations": [
      ["client_mblogid": "5b0c7a1e-93d4-4f6a-8b52-e1d07c4496fa"],
      ["mapi_request": true],
    ],
    "filterID": "",
    "bmiddle_pic": .text(address("bmiddle", 0)),
    "scheme": "exampleapp://detail/?mblogid=Bq7xLk0Tz",
    "visible": ["type": 0, "list_id": 0],
    "in_reply_to_status_id": "",
    "mid": "3682915470218334",
    "pic_ids": .array(pictureNames.map(PrettyJSON.text)),
    "reposts_count": 9_126,
    "mlevel": 0,
    "attitudes_count": 310_552,
    "darwin_tags": [],
    "userType": 0,
    "url_struct": [
      link("R4mQ2xw", to: "https://video.example.com/watch/harbour-morning?list=2014"),
      link("R4mQ7tb", to: "https://shop.example.com/kites/double-line/blue"),
    ],
    "pic_infos": .object(
      pictureNames.indices.map { (key: pictureNames[$0], value: picture($0)) }
    ),
    "in_reply_to_user_id": "",
    "original_pic": .text(address("large", 0)),
  ]

  private static let author: PrettyJSON = [
    "cover_image_phone": "https://images.example.com/crop.0.0.640.640.640/5fd10b27kite0cover.jpg",
    "id": 2_714_806_395,
    "bi_followers_count": 208,
    "urank": 31,
    "profile_image_url": "https://faces.example.com/2714806395/50/5690127734/0",
    "icons": [["url": "https://icons.example.com/upload/2014/02/common_icon_member_5.png"]],
    "class": 1,
    "verified_contact_email": "",
    "province": "35",
    "verified": true,
    "url": "",
    "statuses_count": 1_142,
    "geo_enabled": true,
    "follow_me": false,
    "description": .escapedText("放风筝的人 🪁"),
    "type": 1,
    "followers_count": 21_640_077,
    "verified_contact_mobile": "",
    "location": .escapedText("厦门"),
    "mbrank": 4,
    "avatar_large": "https://faces.example.com/2714806395/180/5690127734/0",
    "star": 0,
    "verified_trade": "2203",
    "profile_url": "kitelin",
    "weihao": "",
    "online_status": 0,
    "badge_top": "",
    "verified_contact_name": "",
    "screen_name": "林晓鸢",
    "verified_source_url": "",
    "pagefriends_count": 0,
    "name": "林晓鸢",
    "verified_reason": "摄影师、\"海风\"公益项目志愿者",
    "friends_count": 274,
    "mbtype": 12,
    "block_app": 1,
    "has_ability_tag": 1,
    "avatar_hd": "https://images.example.com/crop.0.0.1080.1080.1024/5fd10b27kite1avatar.jpg",
    "credit_score": 80,
    "remark": "",
    "created_at": "Mon Jul 18 21:05:52 +0800 2011",
    "block_word": 0,
    "ulevel": 0,
    "allow_all_act_msg": false,
    "verified_state": 0,
    "domain": "kitelin",
    "verified_reason_modified": "",
    "level": 2,
    "allow_all_comment": true,
    "verified_level": 1,
    "verified_reason_url": "",
    "gender": "f",
    "favourites_count": 17,
    "idstr": "2714806395",
    "verified_type": 0,
    "city": "2",
    "verified_source": "",
    "badge": [
      "gongyi": 1,
      "gongyi_level": 2,
      "enterprise": 0,
      "zongyiji": 0,
      "suishoupai_2014": 1,
      "travel2013": 0,
      "anniversary": 0,
      "taobao": 0,
      "hongbao_2014": 0,
      "dzwbqlv_2015": 0,
      "uc_domain": 0,
      "bind_taobao": 1,
      "dailv": 0,
      "pzsd_2015": 0,
    ],
    "user_ability": 0,
    "extend": [
      "privacy": ["mobile": 1],
      "mbprivilege": "00000000000000000000000000000000000000000000000000000000004a0317",
    ],
    "lang": "zh-cn",
    "ptype": 1,
    "following": false,
  ]

  private static func link(_ short: String, to long: String) -> PrettyJSON {
    [
      "short_url": .text("https://s.example.com/\(short)"),
      "long_url": .text(long),
      "url_title": .escapedText("网页链接"),
      "url_type": 39,
      "result": true,
    ]
  }
}

// MARK: - Pictures

extension Documents {
  private static let pictureNames = [
    "5fd10b27kite3harbour0j20hs0dc",
    "5fd10b27kite4morning0j20l80fh",
    "5fd10b27kite5longpier0j20qo0k",
    "5fd10b27kite6stairway0j21t037",
    "5fd10b27kite7seagulls0j21ix16",
    "5fd10b27kite8twolines0j237k1t",
    "5fd10b27kite9lanterns0j20zk0n",
  ]

  private static func address(_ folder: String, _ number: Int) -> String {
    "https://images\(number % 4 + 1).example.com/\(folder)/\(pictureNames[number]).jpg"
  }

  /// One size of a picture.
  ///
  /// The large ones have their sizes as strings, as from a server whose parts were written by
  /// different people.
  private static func size(
    _ number: Int,
    _ folder: String,
    _ format: String,
    height: Int,
    asText: Bool
  ) -> PrettyJSON {
    let width = height * (4 + number) / 3
    return [
      "cut_type": 1,
      "type": .text(format),
      "url": .text(address(folder, number)),
      "width": asText ? .text(String(width)) : .number(width),
      "height": asText ? .text(String(height)) : .number(height),
    ]
  }

  private static func picture(_ number: Int) -> PrettyJSON {
    let isText = number % 3 != 2
    return [
      "thumbnail": size(number, "or180", "WEBP", height: 150, asText: false),
      "bmiddle": size(number, "or360", "WEBP", height: 270, asText: false),
      "large": size(number, "wap720", "JPEG", height: 405, asText: number % 3 == 0),
      "largest": size(number, "large", "JPEG", height: 1_152, asText: isText),
      "pic_id": .text(pictureNames[number]),
      "photo_tag": 0,
      "original": size(number, "woriginal", "JPEG", height: 1_152, asText: isText),
      "filter_id": "1",
      "object_id": .text("1042018:8e3b07c15da94f62b0c7\(number)d1f6a2e549c"),
      "middleplus": size(number, "or480", "WEBP", height: 360, asText: false),
      "square": size(number, "sq120", "WEBP", height: 120, asText: false),
    ]
  }
}
