import ModelObjectKit

/// From accessors.json.
///
/// Read it with `try AccessorsDocument(json: data)`.
/// An export with the `keyStyle` `.snakeCase` restores the original keys.
class AccessorsDocument: ModelObject {
  var `default` = 0
  var userName = ""
  var items: [Item] = []
  var counts: [String: Double] = [:]

  override class var accessors: [String: PropertyAccessor] {
    [
      "default": .init(\AccessorsDocument.`default`),
      "userName": .init(\AccessorsDocument.userName),
      "items": .init(\AccessorsDocument.items),
      "counts": .init(\AccessorsDocument.counts),
    ]
  }

  class Item: ModelObject {
    var type: String?
    var id = 0

    override class var subclasses: Subclasses? {
      .byTag("type", ["photo": Photo.self, "note": Note.self])
    }

    override class var accessors: [String: PropertyAccessor] {
      [
        "type": .init(\Item.type),
        "id": .init(\Item.id),
      ]
    }
  }

  class Photo: Item {
    var width = 0

    override class var accessors: [String: PropertyAccessor] {
      ["width": .init(\Photo.width)]
    }
  }

  class Note: Item {
    var text = ""
    var `in` = false

    override class var accessors: [String: PropertyAccessor] {
      [
        "text": .init(\Note.text),
        "in": .init(\Note.`in`),
      ]
    }
  }
}
