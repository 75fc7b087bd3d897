import ModelObjectKit

/// From shelf.json.
///
/// Read it with `try ShelfDocument(json: data)`.
class ShelfDocument: ModelObject {
  var recent: Recent?
  var pinned: Recent?
  var media: [Media] = []

  class Recent: ModelObject {
    var items: [Item] = []
  }

  class Media: ModelObject {
    var kind: String?
    var name = ""

    override class var subclasses: Subclasses? {
      .byTag("kind", ["image": Image.self, "video": Image.self, "text": Text.self])
    }
  }

  class Image: Media {
    var thumb: Thumb?
    var parts: [Part] = []
    var size = 0
  }

  class Text: Media {
    var length = 0
  }

  class Item: ModelObject {
    var type: String?
    var id = 0
    var title = ""

    override class var subclasses: Subclasses? {
      .byTag("type", ["photo": Photo.self, "note": Note.self])
    }
  }

  class Photo: Item {
    var width: Int?
  }

  class Note: Item {
    var text: String?
  }

  class Thumb: ModelObject {
    var url: String?
  }

  class Part: ModelObject {
    var from: Int?
  }
}
