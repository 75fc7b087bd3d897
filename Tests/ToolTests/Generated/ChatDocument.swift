import Foundation
import ModelObjectKit

/// From chat.json.
///
/// Read it with `try ChatDocument(json: data)`.
class ChatDocument: ModelObject {
  var ok = false
  var hasMore = false
  var latest = ""
  var messages: [Message] = []
  var users: [String: User] = [:]
  var responseMetadata: ResponseMetadata?

  override class var keyMapping: [String: JSONKey] {
    [
      "hasMore": "has_more",
      "responseMetadata": "response_metadata",
    ]
  }

  class Message: ModelObject {
    var type = ""
    var user: String?
    var text = ""
    var ts = ""
    var team: String?
    var blocks: [Block]?
    var reactions: [Reaction]?
    var edited: Any?  // boolean or object
    var subtype: String?
    var botId: String?
    var username: String?
    var icons: Icons?
    var files: [File]?

    override class var keyMapping: [String: JSONKey] {
      ["botId": "bot_id"]
    }
  }

  class User: ModelObject {
    var id = ""
    var isBot = false
    var tzOffset = 0
    var profile: Profile?

    override class var keyMapping: [String: JSONKey] {
      [
        "isBot": "is_bot",
        "tzOffset": "tz_offset",
      ]
    }
  }

  class ResponseMetadata: ModelObject {
    var nextCursor = ""

    override class var keyMapping: [String: JSONKey] {
      ["nextCursor": "next_cursor"]
    }
  }

  class Block: ModelObject {
    var type: String?
    var blockId = ""

    override class var keyMapping: [String: JSONKey] {
      ["blockId": "block_id"]
    }

    override class var subclasses: Subclasses? {
      .byTag(
        "type",
        [
          "rich_text": RichText.self,
          "section": Section.self,
          "image": Image.self,
        ],
        otherwise: Block.self
      )
    }
  }

  class RichText: Block {
    var elements: [Element] = []
  }

  class Section: Block {
    var text: Text?
  }

  class Image: Block {
    var imageUrl: URL?
    var altText = ""
    var title: Title?

    override class var keyMapping: [String: JSONKey] {
      [
        "imageUrl": "image_url",
        "altText": "alt_text",
      ]
    }
  }

  class Reaction: ModelObject {
    var name = ""
    var users: [String] = []
    var count = 0
  }

  class Icons: ModelObject {
    var emoji = ""
  }

  class File: ModelObject {
    var id = ""
    // seconds since 1970: could be a `Date?` with `.secondsSince1970` in `dateFormats`
    var created = 0
    var mimetype = ""
    var size = 0
    var thumb64: URL?
    var thumb360W = 0
    var isPublic = false

    override class var keyMapping: [String: JSONKey] {
      [
        "thumb64": "thumb_64",
        "thumb360W": "thumb_360_w",
        "isPublic": "is_public",
      ]
    }
  }

  class Profile: ModelObject {
    var realName = ""
    var image24: URL?

    override class var keyMapping: [String: JSONKey] {
      [
        "realName": "real_name",
        "image24": "image_24",
      ]
    }
  }

  class Element: ModelObject {
    var type = ""
    var elements: [BlockElement] = []
  }

  class Text: ModelObject {
    var type = ""
    var text = ""
    var verbatim = false
  }

  class Title: ModelObject {
    var type = ""
    var text = ""
    var emoji = false
  }

  class BlockElement: ModelObject {
    var type: String?

    override class var subclasses: Subclasses? {
      .byTag(
        "type",
        [
          "text": TextBlockElement.self,
          "user": UserBlockElement.self,
          "link": Link.self,
        ]
      )
    }
  }

  class TextBlockElement: BlockElement {
    var text = ""
  }

  class UserBlockElement: BlockElement {
    var userId = ""

    override class var keyMapping: [String: JSONKey] {
      ["userId": "user_id"]
    }
  }

  class Link: BlockElement {
    var url: URL?
    var text = ""
  }
}
