import ModelObjectKit

extension Fixture {
  static let all = [
    object("user.json", UserDocument.self),
    object("keys.json", KeysDocument.self),
    object("collisions.json", CollisionsDocument.self),
    object("ids.json", IdsDocument.self, style: .property),
    object("thread.json", ThreadDocument.self, style: .snakeCase),
    object("casing.json", CasingDocument.self, style: .property),
    object("charges.json", ChargesDocument.self, style: .snakeCase),
    object("dots.json", DotsDocument.self),
    object("feed.json", FeedDocument.self),
    object("linked.json", LinkedDocument.self),
    object("nulls.json", NullsDocument.self, style: .property),
    object("words.json", WordsDocument.self),
    object("geo.json", GeoDocument.self, style: .property),
    object("har.json", HarDocument.self),
    object("lock.json", LockDocument.self, style: .property),
    object("odata.json", OdataDocument.self),
    object("pods.json", PodsDocument.self, style: .property),
    object("chat.json", ChatDocument.self),
    object("shelf.json", ShelfDocument.self),
    object("accessors.json", AccessorsDocument.self, style: .snakeCase),
    array("payments.json", PaymentsDocument.self, style: .snakeCase),
    array("mixed.json", MixedDocument.self, style: .property),
    dictionary("byid.json", ByidDocument.self, style: .property),
  ]
}
