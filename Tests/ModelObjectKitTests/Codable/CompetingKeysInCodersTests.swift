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
struct CompetingKeysInCoders {
  @Test(arguments: [
    #""name": {}, "NAME": "a""#, #""name": null, "Name": "b", "NAME": "c""#,
    #""name": "d", "NAME": "e""#,
    #""count": "x", "COUNT": 5"#, #""count": 1, "COUNT": 2"#, #""nickname": [1], "nick_name": "f""#,
    #""image": {"id": 1}, "IMAGE": {"url": "u", "id": 2}"#, #""image": 1, "IMAGE": {"url": "u"}"#,
    #""tags": 5, "TAGS": ["g"]"#, #""nickname": "null", "NICKNAME": "h""#,
  ])
  func countAsInText(pairs: String) throws {
    let own = ["name", "count", "nickname", "image", "tags"]
      .filter { !pairs.contains("\"\($0)\"") }
      .map { "\"\($0)\": null" }
    let json = "{" + ([pairs] + own).joined(separator: ", ") + "}"
    let person = try JSONDecoder().decode(Person.self, from: Data(json.utf8))
    #expect(person == (try Person(json: json)), "\(json)")
  }

  /// Null is the worst value, also as a string.
  @Test(arguments: [
    #"{"NUM": [], "num": "null"}"#, #"{"NUM": "null", "num": []}"#, #"{"NUM": [], "num": null}"#,
    #"{"NUM": 5, "num": "null"}"#, #"{"NUM": "null", "num": "null"}"#,
    #"{"DAY": 1.5, "day": "null"}"#,
    #"{"DAY": [], "day": "Null"}"#, #"{"ID": 1, "id": "null"}"#, #"{"ID": {}, "id": "<null>"}"#,
  ])
  func haveAStringForNullAsInText(json: String) throws {
    class Numbers: ModelObject {
      var num: Int?
      var day: Date?
      var id: UUID?
    }
    final class HookedNumbers: Numbers {
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key)
      }
    }
    var options = MappingOptions()
    options.mismatches = .fail
    let decoder = JSONDecoder()
    decoder.userInfo[.mappingOptions] = options
    for type in [Numbers.self, HookedNumbers.self] {
      let text = Result { try type.init(json: json, options: options) }
      let coded = Result { try decoder.decode(type, from: Data(json.utf8)) }
      let texts = [text, coded].map { result in
        switch result {
        case .success(let model): "\(model)"
        case .failure(let error): ((error as? ModelError)?.issues ?? []).map(\.path).joined()
        }
      }
      #expect(texts[0] == texts[1])
    }
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
