import ModelObjectKit

/// From collisions.json.
///
/// Read it with `try CollisionsDocument(json: data)`.
class CollisionsDocument: ModelObject {
  var items: [Item] = []
  var data: CollisionsDocumentData?
  var int: CollisionsDocumentInt?
  var root: Root?

  override class var keyMapping: [String: JSONKey] {
    ["int": "Int"]
  }

  class Item: ModelObject {
    var id2 = ""
    var id = 0
    var userName = ""
    var userName2: String?
    var userName3: String?
    var plain = 0
    var twoWords = 0

    override class var keyMatching: KeyMatching { .exact }

    override class var keyMapping: [String: JSONKey] {
      [
        "id2": "_id",
        "userName2": "user_name",
        "userName3": "USER-NAME",
        "twoWords": "two words",
      ]
    }
  }

  class CollisionsDocumentData: ModelObject {
    var type = ""
    var string = ""
  }

  class CollisionsDocumentInt: ModelObject {
    var value = 0
  }

  class Root: ModelObject {
    var a = 0
  }
}
