import Foundation
import ModelObjectKit

/// From feed.json.
///
/// Read it with `try FeedDocument(json: data)`.
class FeedDocument: ModelObject {
  var rss: Rss?

  class Rss: ModelObject {
    var version = ""
    var xmlnsAtom: URL?
    var channel: Channel?

    override class var keyMapping: [String: JSONKey] {
      [
        "version": "@version",
        "xmlnsAtom": "@xmlns:atom",
      ]
    }
  }

  class Channel: ModelObject {
    var title: Title?
    var link: [Any] = []  // string or object
    var pubDate: Date?
    var item: [Item] = []
  }

  class Title: ModelObject {
    var text = ""
    var type = ""

    override class var keyMapping: [String: JSONKey] {
      [
        "text": "#text",
        "type": "@type",
      ]
    }
  }

  class Item: ModelObject {
    var title: Any?  // string or object
    var guid: Any?  // string or object
    var category: Any?  // string or array
    var mediaThumbnail: MediaThumbnail?
    var enclosure: Any?  // always null
    var dcCreator: String?

    override class var keyMapping: [String: JSONKey] {
      [
        "mediaThumbnail": "media:thumbnail",
        "dcCreator": "dc:creator",
      ]
    }
  }

  class MediaThumbnail: ModelObject {
    var url: URL?
    var width = ""

    override class var keyMapping: [String: JSONKey] {
      [
        "url": "@url",
        "width": "@width",
      ]
    }
  }
}
