import Foundation
import ModelObjectKit
import Testing

private final class Person: ModelObject {
  var personId = 0
  var name = ""
  var userName2 = ""
  var äpfel = 0
  var имя = ""
  var 🙂 = 0
  var URLString = ""
}

struct FuzzyKeys {
  @Test(
    arguments: [
      "personId", "person_id", "person-id", "person id", "PERSON_ID", "PersonID", "personid",
      "_person_Id_", "--p-e-r-s-o-n-i-d", " Person Id ", "__PERSON--ID  ",
    ]
  )
  func dropUnderscoresHyphensSpacesAndCase(key: String) throws {
    for input in everyWay(#"{"\#(key)": 5}"#) {
      #expect(try input.map(to: Person.self).personId == 5, "\(input)")
    }
  }

  @Test(
    arguments: [
      "person.id", "person/id", "person:id", "personId.", "personId2", "person\tid", "person",
      "id", "ersonId", "personIdd", "", "_", "-", " ", "_ - _", "🙂🙂", "person\u{00A0}id",
    ]
  )
  func dropNothingElse(key: String) throws {
    let dictionary = [key: 5]
    let json = String(
      decoding: try JSONSerialization.data(withJSONObject: dictionary),
      as: UTF8.self
    )
    for person in [try Person(dictionary: dictionary), try Person(json: json)] {
      #expect(person.personId == 0)
      #expect(person.name == "")
      #expect(person.🙂 == 0)
    }
  }

  /// However many unknown keys a class has had, and in whatever order they occur again.
  @Test func areFoundBesideAnyNumberOfUnknownKeys() throws {
    for round in 0..<300 {
      let pairs = (0..<6).map { #""unknown \#(round * 5 % 97 + $0)": [{"name": "b"}]"# }
      let spelling = ["personId", "person_id", "PERSON--ID", "Person Id", "p_ersonid"][round % 5]
      let json =
        "{\(pairs[..<3].joined(separator: ", ")), \"\(spelling)\": \(round), "
        + "\(pairs[3...].joined(separator: ", ")), \"NAME\": \"a\"}"
      let person = try Person(json: json)
      #expect(person.personId == round && person.name == "a", "\(json)")
    }
  }

  @Test func digitsCount() throws {
    for input in everyWay(#"{"user_name_2": "a", "user_name": "b", "username22": "c"}"#) {
      #expect(try input.map(to: Person.self).userName2 == "a", "\(input)")
    }
  }

  @Test(
    arguments: [
      (#"{"ÄPFEL": 1}"#, 1), (#"{"äpfel": 2}"#, 2), (#"{"Ä_P-f el": 3}"#, 3),
      (#"{"\u00c4PFEL": 4}"#, 4), (#"{"apfel": 5}"#, 0),
      (#"{"a\u0308pfel": 6}"#, 6), (#"{"A\u0308-PFEL": 7}"#, 7),
    ]
  )
  func foldCaseInEveryAlphabet(json: String, value: Int) throws {
    for input in everyWay(json) {
      #expect(try input.map(to: Person.self).äpfel == value, "\(input)")
    }
  }

  @Test func readCyrillicAndEmoji() throws {
    for input in everyWay(#"{"ИМЯ": "a", "_🙂_": 5}"#) {
      let person = try input.map(to: Person.self)
      #expect(person.имя == "a", "\(input)")
      #expect(person.🙂 == 5, "\(input)")
    }
    for input in everyWay(#"{"\ud83d\ude42": 6}"#) {
      #expect(try input.map(to: Person.self).🙂 == 6, "\(input)")
    }
  }

  @Test(arguments: ["url_string", "URLString", "urlString", "URL-STRING"])
  func readAbbreviations(key: String) throws {
    for input in everyWay(#"{"\#(key)": "x"}"#) {
      #expect(try input.map(to: Person.self).URLString == "x", "\(input)")
    }
  }

  @Test func areReadWhateverTheirLength() throws {
    let padding = String(repeating: "_", count: 10_000)
    for input in everyWay(#"{"\#(padding)na-me\#(padding)": "a"}"#) {
      #expect(try input.map(to: Person.self).name == "a", "\(input)")
    }
    for input in everyWay(#"{"\#(padding)Я_м\#(padding)И\#(padding)": "a"}"#) {
      #expect(try input.map(to: Padded.self).ями == "a", "\(input)")
    }
    let unknown = String(repeating: "name", count: 2_500)
    for input in everyWay(#"{"\#(unknown)": "a", "\#(padding)": "b"}"#) {
      #expect(try input.map(to: Person.self).name == "", "\(input)")
    }
  }

  @Test func escapedKeysAreTheKeysTheySpell() throws {
    for input in everyWay(#"{"\u006e\u0061me": "a", "person\u005fid": 5}"#) {
      let person = try input.map(to: Person.self)
      #expect(person.name == "a" && person.personId == 5, "\(input)")
    }
    for input in everyWay(#"{"name\u0000": "a", "na\u0000me": "b"}"#) {
      #expect(try input.map(to: Person.self).name == "", "\(input)")
    }
  }
}

private class Names: ModelObject {
  var userName = ""
  var username = ""
  var user_name = ""

  var all: [String] { [userName, username, user_name] }
}

private final class HookedNames: Names {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

struct OneKeyForSeveralProperties {
  @Test(
    arguments: [
      (#"{"userName": "a"}"#, ["a", "", ""]),
      (#"{"username": "a"}"#, ["", "a", ""]),
      (#"{"user_name": "a"}"#, ["", "", "a"]),
      (#"{"USER-NAME": "a"}"#, ["a", "a", "a"]),
      (#"{"userName": "a", "USER_NAME": "b"}"#, ["a", "b", "b"]),
      (#"{"USER_NAME": "b", "userName": "a"}"#, ["a", "b", "b"]),
      (
        #"{"userName": "a", "username": "b", "user_name": "c", "User Name": "d"}"#, ["a", "b", "c"]
      ),
    ]
  )
  func theExactSpellingTakesItAlone(json: String, values: [String]) throws {
    for input in everyWay(json) {
      #expect(try input.map(to: Names.self).all == values, "\(input)")
      #expect(try input.map(to: HookedNames.self).all == values, "hooked: \(input)")
    }
  }
}

private final class Image: ModelObject {
  var id = 0
  var url = ""
  var orientation = ""
}

private class Choice: ModelObject {
  var personId = 0
  var optionalId: Int?
  var image: Image?
  var own = Image()
  var list: [Int] = []
}

private final class HookedChoice: Choice {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

struct SeveralKeysForOneProperty {
  @Test(
    arguments: [
      // The exact spelling, wherever it is.
      (#"{"personId": 1, "PERSON_ID": 2, "person_id": 3}"#, 1),
      (#"{"PERSON_ID": 2, "person_id": 3, "personId": 1}"#, 1),
      // Else the smallest by bytes: capitals come before the underscore, and that before lowercase
      // letters.
      (#"{"person_id": 3, "PERSON_ID": 2}"#, 2),
      (#"{"PERSON_ID": 2, "person_id": 3}"#, 2),
      (#"{"personid": 1, "person_id": 2, "person-id": 3}"#, 3),
      (#"{"personid": 1, "person id": 2}"#, 2),
      (#"{"person_id": 1, "_person_id": 2}"#, 2),
      // The best one, even if its value doesn't fit.
      (#"{"personId": "abc", "PERSON_ID": 2, "person_id": 3}"#, 0),
      (#"{"personId": null, "PERSON_ID": {}, "person_id": 3}"#, 0),
      (#"{"person_id": 3, "PERSON_ID": [], "personId": 1.5}"#, 0),
      (#"{"personId": null, "person_id": 3}"#, 3),
      (#"{"person_id": 3, "personId": null}"#, 3),
      (#"{"personId": "null", "person_id": 3}"#, 3),
      (#"{"personId": "abc", "person_id": "def"}"#, 0),
    ]
  )
  func theBestWhoseValueIsNotNullDecides(json: String, value: Int) throws {
    for input in everyWay(json) {
      #expect(try input.map(to: Choice.self).personId == value, "\(input)")
      #expect(try input.map(to: HookedChoice.self).personId == value, "hooked: \(input)")
    }
  }

  @Test(
    arguments: [
      (#"{"optionalId": null, "optional_id": 3}"#, 3),
      (#"{"optional_id": 3, "optionalId": null}"#, 3),
      (#"{"optionalId": 3, "optional_id": null}"#, 3),
      (#"{"OPTIONAL_ID": null, "optional_id": 3}"#, 3),
      (#"{"OPTIONAL_ID": null, "optionalId": null}"#, nil),
      (#"{"optionalId": "abc", "optional_id": null}"#, 77),
    ] as [(String, Int?)]
  )
  func nullCountsOnlyIfNothingElseIsThere(json: String, value: Int?) throws {
    for input in everyWay(json) {
      for type in [Choice.self, HookedChoice.self] {
        let choice = type.init()
        choice.optionalId = 77
        try input.update(choice, options: nil)
        #expect(choice.optionalId == value, "\(input)")
      }
    }
  }

  @Test func ofObjectsForOneModelTheBestCountsAlone() throws {
    let objects = [
      #""image": {"id": 1, "url": "a"}"#,
      #""IMAGE": {"id": 2, "orientation": "up"}"#,
      #""_image": {"id": 3, "url": "c", "orientation": "down"}"#,
    ]
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      let json = "{" + order.map { objects[$0] }.joined(separator: ", ") + "}"
      for input in everyWay(json) {
        for choice in [
          try input.map(to: Choice.self), try input.map(to: HookedChoice.self),
        ] {
          #expect(choice.image?.id == 1, "\(input)")
          #expect(choice.image?.url == "a", "\(input)")
          #expect(choice.image?.orientation == "", "\(input)")
        }
      }
    }
  }

  @Test func theBestObjectAloneUpdatesAnInstanceThatIsThere() throws {
    for input in everyWay(#"{"OWN": {"id": 2, "url": "b"}, "own": {"id": 1}}"#) {
      let choice = Choice()
      let own = choice.own
      own.orientation = "kept"
      try input.update(choice, options: nil)
      #expect(choice.own === own, "\(input)")
      #expect(own.id == 1 && own.url == "" && own.orientation == "kept", "\(input)")
    }
  }

  @Test func aMismatchLeavesTheOthersUntried() throws {
    for input in everyWay(#"{"image": 5, "IMAGE": {"id": 2}}"#) {
      #expect(try input.map(to: Choice.self).image == nil, "\(input)")
    }
  }

  @Test func theAnswerNeverDependsOnDictionaryOrder() throws {
    let keys = [
      "person_id", "PERSON_ID", "Person_Id", "person-id", "person id", "personid", "PersonId",
      "_personid", "pERSONiD", "personID",
    ]
    // Of these the one that begins with a capital P and E is the smallest.
    var answers: Set<Int> = []
    for round in 0..<100 {
      var dictionary: [String: Any] = [:]
      dictionary.reserveCapacity(round * 3)
      for step in keys.indices {
        let index = (step * (round % 2 == 0 ? 3 : 7) + round) % keys.count
        dictionary[keys[index]] = index + 1
      }
      // Dictionaries of other sizes have other layouts.
      for filler in 0..<round { dictionary["filler\(filler)"] = filler }
      answers.insert(try Choice(dictionary: dictionary).personId)
      answers.insert(try HookedChoice(dictionary: dictionary).personId)
      let pairs = dictionary.map { "\"\($0.key)\": \($0.value)" }
      answers.insert(try Choice(json: "{\(pairs.joined(separator: ","))}").personId)
    }
    #expect(answers == [2])
  }

  @Test func twoSpellingsInAHundredDictionaries() throws {
    for round in 0..<100 {
      var dictionary: [String: Any] = [:]
      for filler in 0..<round { dictionary["f\(filler)"] = filler }
      if round % 2 == 0 {
        dictionary["person_id"] = 1
        dictionary["person-id"] = 2
      } else {
        dictionary["person-id"] = 2
        dictionary["person_id"] = 1
      }
      for filler in 0..<round where filler % 3 != 0 { dictionary["f\(filler)"] = nil }
      #expect(try Choice(dictionary: dictionary).personId == 2)
      #expect(try HookedChoice(dictionary: dictionary).personId == 2)
    }
  }

  @Test(
    arguments: [
      (#"{"personId": 1, "personId": 2}"#, 2),
      (#"{"person_id": 1, "person_id": 2, "person_id": 3}"#, 3),
      (#"{"personId": 1, "personId": "abc"}"#, 0), (#"{"personId": 1, "personId": null}"#, 1),
      (#"{"personId": 1, "person\u0049d": 2}"#, 2),
    ]
  )
  func ofTheSameKeyTwiceTheLastThatIsNotNullCounts(json: String, value: Int) throws {
    for way in WayIn.verbatim {
      #expect(try JSONInput(json, by: way).map(to: Choice.self).personId == value)
      #expect(try JSONInput(json, by: way).map(to: HookedChoice.self).personId == value)
    }
  }

  @Test func ofTheSameObjectTwiceTheLastCountsAlone() throws {
    let json = #"{"image": {"id": 1, "url": "a"}, "image": {"id": 2}}"#
    for way in WayIn.verbatim {
      for type in [Choice.self, HookedChoice.self] {
        let choice = type.init()
        try JSONInput(json, by: way).update(choice, options: nil)
        #expect(choice.image?.id == 2)
        #expect(choice.image?.url == "")
      }
    }
  }
}

private final class Exact: ModelObject {
  var personId = 0
  var name = ""
  var part: FuzzyPart?

  override class var keyMatching: KeyMatching { .exact }
}

private final class FuzzyPart: ModelObject {
  var partId = 0
  var exact: Exact?
}

private final class Padded: ModelObject {
  var ями = ""
}

private class ExactParent: ModelObject {
  var parentId = 0

  override class var keyMatching: KeyMatching { .exact }
}

private final class ExactChild: ExactParent {
  var childId = 0
}

/// Two keys that are equal as strings, but not by their bytes.
private final class Accents: ModelObject {
  var composed = 0
  var decomposed = 0

  override class var keyMatching: KeyMatching { .exact }
  override class var keyMapping: [String: JSONKey] {
    ["composed": "caf\u{E9}", "decomposed": "cafe\u{301}"]
  }
}

struct ExactKeys {
  @Test func areMatchedByTheirBytes() throws {
    let model = try Accents(json: "{\"caf\u{E9}\": 1, \"cafe\u{301}\": 2}")
    #expect(model.composed == 1 && model.decomposed == 2)
    let turned = try Accents(json: #"{"cafe\u0301": 2, "caf\u00e9": 1}"#)
    #expect(turned.composed == 1 && turned.decomposed == 2)
    #expect(try Accents(dictionary: ["caf\u{E9}": 3]).composed == 3)
    #expect(try Accents(dictionary: ["cafe\u{301}": 3]).decomposed == 3)
  }

  @Test func matchTheirSpellingAlone() throws {
    for input in everyWay(#"{"person_id": 1, "PersonId": 2, "Name": "a", "name": "b"}"#) {
      let exact = try input.map(to: Exact.self)
      #expect(exact.personId == 0, "\(input)")
      #expect(exact.name == "b", "\(input)")
    }
    for input in everyWay(#"{"personId": 5, "person_id": 6}"#) {
      #expect(try input.map(to: Exact.self).personId == 5, "\(input)")
    }
  }

  @Test func areAMatterOfEachClass() throws {
    let json =
      #"{"part": {"part_id": 1, "EXACT": {"person_id": 2, "name": "a"}}, "PART": {"partId": 3}}"#
    for input in everyWay(json) {
      let exact = try input.map(to: Exact.self)
      #expect(exact.part?.partId == 1, "\(input)")
      #expect(exact.part?.exact?.personId == 0, "\(input)")
      #expect(exact.part?.exact?.name == "a", "\(input)")
    }
  }

  @Test func areInherited() throws {
    for input in everyWay(#"{"parent_id": 1, "child_id": 2}"#) {
      let child = try input.map(to: ExactChild.self)
      #expect(child.parentId == 0 && child.childId == 0, "\(input)")
    }
    for input in everyWay(#"{"parentId": 1, "childId": 2}"#) {
      let child = try input.map(to: ExactChild.self)
      #expect(child.parentId == 1 && child.childId == 2, "\(input)")
    }
  }
}
