import ModelObjectKit

/// From keys.json.
///
/// Read it with `try KeysDocument(json: data)`.
class KeysDocument: ModelObject {
  var _2nd = 0
  var className = ""
  var `class` = ""
  var `default` = false
  var `self` = 0
  var `init` = 0
  var type = ""
  var value = ""
  var value2 = ""
  var aB = 0
  var list0 = 0
  var ref = ""
  var id = ""
  var quoTe = 0
  var tabKey = 0
  var ключ = ""
  var 名前 = ""
  var value3 = ""
  var party = 0
  var userName = ""
  var awake = false
  var validate = 0
  var copy = ""
  var hash = ""
  var description = ""
  var encode = 0
  var `true` = 0
  var urlString = ""
  var plannedToIDs: [Int] = []
  var _3rd = 0
  var value3rd = 0

  override class var keyMapping: [String: JSONKey] {
    [
      "className": "class-name!",
      "type": "Type",
      "value": "",
      "value2": "_",
      "aB": #"a\.b"#,
      "list0": #"list\[0]"#,
      "ref": "$ref",
      "id": "@id",
      "quoTe": "quo\"te\\",
      "tabKey": "tab\u{9}key",
      "value3": "😀",
      "party": "🎉 party",
      "userName": "user name",
      "urlString": "URLString",
    ]
  }
}
