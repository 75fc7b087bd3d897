import Foundation
import ModelObjectKit

class Timeline: ModelObject {
  var items: [Item] = []
  var nextCursor: Int?
  var total = 0
  var served: Date?
  /// From `meta.server.region`.
  var region = ""

  override class var keyMapping: [String: JSONKey] {
    ["region": "meta.server.region", "total": ["total_number", "total"]]
  }
}

class Account: ModelObject {
  var id = 0
  var screenName = ""
  var followersCount = 0
  var verified = false
  var avatar: URL?
  var bio: String?
}

/// An item of a timeline; `kind` selects its subclass.
class Item: ModelObject {
  var id = 0
  var createdAt: Date?
  var author: Account?
  var text = ""
  var likes = 0
  var tags: [String] = []
  var place: Place?

  override class var subclasses: Subclasses? {
    .byTag(
      "kind",
      ["post": Item.self, "photo": PhotoItem.self, "video": VideoItem.self, "repost": Repost.self]
    )
  }
}

class PhotoItem: Item {
  var photos: [Photo] = []
}

class VideoItem: Item {
  var duration = 0.0
  var stream: URL?
}

class Repost: Item {
  var original: Item?
}

class Photo: ModelObject {
  var width = 0
  var height = 0
  var url: URL?
}

class Place: ModelObject {
  var name = ""
  var latitude = 0.0
  var longitude = 0.0
}
