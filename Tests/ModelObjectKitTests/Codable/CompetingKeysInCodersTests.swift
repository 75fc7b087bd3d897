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

/// Keys of a coder that compete for a property, beside the properties' own keys.
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

  @Test(arguments: [
    #"{"people": {"x": {}}}"#, #"{"people": {"01": {"count": "x"}}}"#,
    #"{"PEOPLE": {"7": {"count": "x"}, "8": {"image": {"id": "y"}}}}"#,
  ])
  func areNamedInIssuesAsTheyWereWritten(json: String) throws {
    class Numbered: ModelObject {
      var people: [Int: Person] = [:]
      override class var mappingOptions: MappingOptions {
        var options = MappingOptions()
        options.mismatches = .fail
        return options
      }
    }
    let text = try #require(throws: ModelError.self) { try Numbered(json: json) }
    let coded = try #require(throws: ModelError.self) {
      try JSONDecoder().decode(Numbered.self, from: Data(json.utf8))
    }
    #expect(coded.issues.map(\.path).sorted() == text.issues.map(\.path).sorted())
  }

  /// The properties' own keys are requested at once if the last input had them all.
  @Test(arguments: [
    "{}", #"{"name": "b", "count": 2}"#, #"{"name": "b", "COUNT": 2, "nick_name": "c"}"#,
    #"{"NAME": "b", "Count": 2, "is_on": false, "RATIO": 2.5}"#,
    #"{"name": null, "nickname": null}"#,
    #"{"name": 5, "count": "6", "isOn": 0, "ratio": "1.5", "nickname": 7}"#,
    #"{"name": "b", "count": "x", "COUNT": 3, "isOn": false, "ratio": null, "nickname": null}"#,
  ])
  func countAsInTextBehindInputWithAllOwnKeys(json: String) throws {
    class Entry: ModelObject {
      var name = "a"
      var count = 1
      var isOn = true
      var ratio: Double? = 0.5
      var nickname: String? = "n"
    }
    let whole = #"{"name": "b", "count": 2, "isOn": false, "ratio": 1, "nickname": "c"}"#
    for json in [whole, json, whole, whole, json, json] {
      let entry = try JSONDecoder().decode(Entry.self, from: Data(json.utf8))
      #expect(entry == (try Entry(json: json)), "\(json)")
    }
  }
}
