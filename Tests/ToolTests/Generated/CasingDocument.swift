import ModelObjectKit

/// From casing.json.
///
/// Read it with `try CasingDocument(json: data)`.
class CasingDocument: ModelObject {
  var items: [Item] = []
  var userName = 0
  var userName2 = 0
  var userName3 = 0
  var username4 = 0
  var userName5 = 0
  var userName6 = 0
  var userName7 = 0
  var userName8 = 0
  var straße = 0
  var strasse = 0
  var Été = 0
  var été = 0
  var İd = 0
  var iD = 0
  var ſize = 0
  var size = 0

  override class var keyMatching: KeyMatching { .exact }

  override class var keyMapping: [String: JSONKey] {
    [
      "userName2": "user_name",
      "userName3": "UserName",
      "username4": "USERNAME",
      "userName5": "user-name",
      "userName6": "user name",
      "userName7": "_userName",
      "userName8": "user__name",
      "strasse": "STRASSE",
      "iD": "i\u{307}d",
    ]
  }

  class Item: ModelObject {
    var id2 = 0
    var id = ""
    var id3 = false
    var iD: Any?  // always null

    override class var keyMatching: KeyMatching { .exact }

    override class var keyMapping: [String: JSONKey] {
      [
        "id2": "ID",
        "id3": "Id",
      ]
    }
  }
}
