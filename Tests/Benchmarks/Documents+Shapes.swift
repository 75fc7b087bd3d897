import Foundation

// Documents like those in benchmarks of other libraries, made by code, the same in every run.

extension Documents {
  /// Eighty posts with authors.
  static var timelineText: String {
    var random = Generator(seed: 1)
    let posts = (0..<80).map { post($0, &random, isRepeated: $0 % 3 == 0) }
    let document: PrettyJSON = [
      "statuses": .array(posts),
      "search_metadata": [
        "completed_in": .literal("0.087"),
        "max_id": 505_874_924_095_815_700,
        "max_id_str": "505874924095815681",
        "next_results": "?max_id=505874847260352512&q=%E6%B5%B7&count=80&include_entities=1",
        "query": "%E6%B5%B7",
        "refresh_url": "?since_id=505874924095815681&q=%E6%B5%B7&include_entities=1",
        "count": 80,
        "since_id": 0,
        "since_id_str": "0",
      ],
    ]
    return document.printed() + "\n"
  }

  private static func post(
    _ number: Int,
    _ random: inout Generator,
    isRepeated: Bool
  ) -> PrettyJSON {
    let id = Int.random(in: 100_000_000_000_000_000...900_000_000_000_000_000, using: &random)
    let words = ["海がとても静かで", "凧が高く飛んでいた。", "ゆっくり行こう", "港のそばで", "🪁", "\n", "\"朝\""]
    let text = (0..<12).map { _ in words[Int.random(in: 0..<words.count, using: &random)] }
    var pairs: [(key: String, value: PrettyJSON)] = [
      ("metadata", ["result_type": "recent", "iso_language_code": "ja"]),
      ("created_at", .text("Sun Aug 31 00:29:\(10 + number % 50) +0000 2014")),
      ("id", .number(id)),
      ("id_str", .text(String(id))),
      ("text", .text(text.joined())),
      (
        "source",
        .literal(#""<a href=\"https:\/\/apps.example.com\/kite\" rel=\"nofollow\">Kite<\/a>""#)
      ),
      ("truncated", false),
      ("in_reply_to_status_id", .literal("null")),
      ("in_reply_to_status_id_str", .literal("null")),
      ("in_reply_to_user_id", .literal("null")),
      ("in_reply_to_user_id_str", .literal("null")),
      ("in_reply_to_screen_name", .literal("null")),
      ("user", author(&random)),
      ("geo", .literal("null")),
      ("coordinates", .literal("null")),
      ("place", .literal("null")),
      ("contributors", .literal("null")),
    ]
    if isRepeated { pairs.append(("retweeted_status", post(number, &random, isRepeated: false))) }
    pairs += [
      ("retweet_count", .number(Int.random(in: 0..<900, using: &random))),
      ("favorite_count", .number(Int.random(in: 0..<900, using: &random))),
      (
        "entities",
        [
          "hashtags": [], "symbols": [],
          "urls": number % 4 == 0 ? [address] : [],
          "user_mentions": number % 2 == 0 ? [mention(&random)] : [],
        ]
      ),
      ("favorited", false),
      ("retweeted", false),
      ("lang", "ja"),
    ]
    return .object(pairs)
  }

  private static let address: PrettyJSON = [
    "url": .literal(#""https:\/\/s.example.com\/Q4mQ2xw""#),
    "expanded_url": .literal(#""https:\/\/example.com\/harbour\/morning?list=2014""#),
    "display_url": .literal(#""example.com\/harbour\/mor\u2026""#),
    "indices": [67, 89],
  ]

  private static func mention(_ random: inout Generator) -> PrettyJSON {
    let id = Int.random(in: 1_000_000...999_999_999, using: &random)
    return [
      "screen_name": .text("kite\(id % 1_000)"), "name": "おもいで", "id": .number(id),
      "id_str": .text(String(id)), "indices": [3, 11],
    ]
  }

  private static func author(_ random: inout Generator) -> PrettyJSON {
    let id = Int.random(in: 1_000_000...999_999_999, using: &random)
    let image = #""https:\/\/images.example.com\/faces\/\#(id)\/portrait_normal.jpeg""#
    return [
      "id": .number(id), "id_str": .text(String(id)), "name": "林と海", "screen_name": "kite_lin",
      "location": "海のそばの小さな町", "description": "凧を揚げる人。静かな朝と港の写真。たまに手紙も書きます",
      "url": .literal("null"),
      "entities": ["description": ["urls": []]],
      "protected": false,
      "followers_count": .number(Int.random(in: 0..<90_000, using: &random)),
      "friends_count": .number(Int.random(in: 0..<9_000, using: &random)),
      "listed_count": 7, "created_at": "Mon Oct 17 08:23:46 +0000 2011", "favourites_count": 9_542,
      "utc_offset": 32_400, "time_zone": "Tokyo", "geo_enabled": true, "verified": false,
      "statuses_count": .number(Int.random(in: 0..<90_000, using: &random)), "lang": "ja",
      "contributors_enabled": false, "is_translator": false, "is_translation_enabled": false,
      "profile_background_color": "C0DEED",
      "profile_background_image_url": .literal(image),
      "profile_background_image_url_https": .literal(image),
      "profile_background_tile": true,
      "profile_image_url": .literal(image),
      "profile_image_url_https": .literal(image),
      "profile_banner_url": .literal(image),
      "profile_link_color": "5EB9FF", "profile_sidebar_border_color": "FFFFFF",
      "profile_sidebar_fill_color": "DDEEF6", "profile_text_color": "333333",
      "profile_use_background_image": true, "default_profile": false,
      "default_profile_image": false, "following": false, "follow_request_sent": false,
      "notifications": false,
    ]
  }

  /// A hundred and eighty events, and as many performances with prices and seats.
  static var catalogText: String {
    var random = Generator(seed: 2)
    func ids(_ count: Int) -> [Int] {
      (0..<count).map { _ in Int.random(in: 100_000_000...999_999_999, using: &random) }
    }
    func names(_ count: Int) -> PrettyJSON {
      .object(ids(count).map { (key: String($0), value: "Deuxième balcon, côté jardin") })
    }
    let events = ids(180)
    let document: PrettyJSON = [
      "areaNames": names(17),
      "audienceSubCategoryNames": names(1),
      "blockNames": .object([]),
      "events": .object(
        events.map { id in
          let event: PrettyJSON = [
            "description": .literal("null"), "id": .number(id),
            "logo": "/images/UE0AAAAACEKo6QAAAAZDSVRN", "name": "30th Anniversary Tour",
            "subTopicIds": .array(ids(3).map(PrettyJSON.number)),
            "subjectCode": .literal("null"), "subtitle": .literal("null"),
            "topicIds": .array(ids(2).map(PrettyJSON.number)),
          ]
          return (key: String(id), value: event)
        }
      ),
      "performances": .array(
        events.map { id in
          let prices = ids(6).map { id -> PrettyJSON in
            [
              "amount": .number(id % 100_000), "audienceSubCategoryId": 337_100_890,
              "seatCategoryId": .number(id),
            ]
          }
          let seats = ids(5).map { id -> PrettyJSON in
            let areas = ids(7).map { id -> PrettyJSON in
              ["areaId": .number(id), "blockIds": []]
            }
            return ["areas": .array(areas), "seatCategoryId": .number(id)]
          }
          return [
            "eventId": .number(id), "id": .number(id + 1), "logo": .literal("null"),
            "name": .literal("null"), "prices": .array(prices), "seatCategories": .array(seats),
            "seatMapImage": .literal("null"), "start": 1_372_701_600_000,
            "venueCode": "PLEYEL_PLEYEL",
          ]
        }
      ),
      "seatCategoryNames": names(64),
      "subTopicNames": names(19),
      "subjectNames": .object([]),
      "topicNames": names(4),
      "topicSubTopics": .object(
        ids(4).map { (key: String($0), value: .array(ids(9).map(PrettyJSON.number))) }
      ),
      "venueNames": ["PLEYEL_PLEYEL": "Salle Pleyel"],
    ]
    return document.printed() + "\n"
  }

  /// Forty thousand numbers, most of them with seventeen digits.
  static var outlineText: String {
    var random = Generator(seed: 3)
    func point() -> String {
      let x = Double.random(in: -140 ..< -50, using: &random)
      let y = Double.random(in: 42..<83, using: &random)
      return "[\(x),\(y)]"
    }
    let rings = (0..<160).map { _ in "[\((0..<125).map { _ in point() }.joined(separator: ","))]" }
    return """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","properties":{"name":"Aldersey"},
      "geometry":{"type":"Polygon","coordinates":[\(rings.joined(separator: ","))]}}
      ]}

      """
  }
}
