import Foundation
import ModelObjectKit
import Testing

private class Image: ModelObject {
  var id = 0
  var url = ""
}

private class Person: ModelObject {
  var name = ""
  var count = 0
  var nickname: String?
  var image: Image?
  var tags: [String] = []
}

/// Keys of a coder that compete for a property, beside the ones that the properties bear.
@Suite struct CompetingKeysInCoders {
  @Test(arguments: [
    #""name": {}, "NAME": "a""#, #""name": null, "Name": "b", "NAME": "c""#,
    #""name": "d", "NAME": "e""#,
    #""count": "x", "COUNT": 5"#, #""count": 1, "COUNT": 2"#, #""nickname": [1], "nick_name": "f""#,
    #""image": {"id": 1}, "IMAGE": {"url": "u", "id": 2}"#, #""image": 1, "IMAGE": {"url": "u"}"#,
    #""tags": 5, "TAGS": ["g"]"#,
  ])
  func countAsInText(pairs: String) throws {
    let own = ["name", "count", "nickname", "image", "tags"]
      .filter { !pairs.contains("\"\($0)\"") }
      .map { "\"\($0)\": null" }
    let json = "{" + ([pairs] + own).joined(separator: ", ") + "}"
    let person = try JSONDecoder().decode(Person.self, from: Data(json.utf8))
    #expect(person == (try Person(json: json)), "\(json)")
  }
}
