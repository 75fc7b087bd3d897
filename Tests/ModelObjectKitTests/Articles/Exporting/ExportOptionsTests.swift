import Foundation
import ModelObjectKit
import Testing

private class Names: ModelObject {
  var userID = 1
  var URLString = 2
  var plannedToIDs = 3
  var integer16 = 4
  var _secretName = 5
  var firstName = 6
  var last_name = 7
}

private class Note: ModelObject {
  var text = ""
}

private final class Refusing: Note {
  override func didExport(_ dictionary: inout [String: Any]) throws {
    throw CocoaError(.coderInvalidValue)
  }
}

private class Book: ModelObject {
  var title = "T"
  var mainNote: Note? = Note()
  var notes: [Note] = [Note(), Note()]
  var byPage: [String: Note] = ["1": Note()]
  var loose: Any = [Note()]
  var any: [Any] = [Note(), 1]
}

private class Dated: ModelObject {
  var at: Date? = Date(timeIntervalSince1970: 1_399_331_289.25)
}

private final class HookedDated: Dated {
  override func didExport(_ dictionary: inout [String: Any]) throws {}
}

private class Values: ModelObject {
  var b = 1
  var a: [String: Int] = ["z": 1, "y": 2, "é": 3, "\"": 4]
  var empty: [Int] = []
  var none: [String: Int] = [:]
  var nothing: Int?
  var lists = [[1], []]
}

struct ExportOptionRules {
  /// The capital of the dotless `ı` is that of `i`.
  @Test(arguments: [
    (ExportOptions.KeyStyle.camelCase, "ısıIdıı"), (.pascalCase, "ısıIdıı"),
    (.snakeCase, "ısı_idıı"),
  ])
  func aDotlessLetterIsNotCapitalized(style: ExportOptions.KeyStyle, key: String) throws {
    final class Warm: ModelObject {
      var ısıIdıı = 0
    }
    var options = ExportOptions()
    options.keyStyle = style
    let warm = try Warm(json: "{\"\(key)\":5}")
    #expect(warm.ısıIdıı == 5)
    #expect(try warm.jsonString(options: options) == "{\"\(key)\":5}")
  }

  @Test(arguments: [
    (
      ExportOptions.KeyStyle.property,
      "userID URLString plannedToIDs integer16 secretName firstName last_name"
    ),
    (.snakeCase, "user_id url_string planned_to_ids integer16 secret_name first_name last_name"),
    (.camelCase, "userId urlString plannedToIds integer16 secretName firstName lastName"),
    (.pascalCase, "UserID URLString PlannedToIDs Integer16 SecretName FirstName LastName"),
    (.kebabCase, "user-id url-string planned-to-ids integer16 secret-name first-name last-name"),
  ])
  func keysFollowTheStyle(style: ExportOptions.KeyStyle, keys: String) throws {
    var options = ExportOptions()
    options.keyStyle = style
    let names = keys.split(separator: " ")
    let expected = zip(names, 1...).map { "\"\($0)\":\($1)" }.joined(separator: ",")
    #expect(try Names().jsonString(options: options) == "{\(expected)}")
    let dictionary = try Names().dictionaryRepresentation(options: options)
    #expect(Set(dictionary.keys) == Set(names.map(String.init)))
    let back = Names()
    back.userID = 0
    try back.update(dictionary: dictionary)
    #expect(back == Names())
  }

  @Test func relationshipsAreInPlaceUnlessToldOtherwise() throws {
    var options = ExportOptions()
    #expect(
      try Book().jsonString() == #"{"title":"T","mainNote":{"text":""},"#
        + #""notes":[{"text":""},{"text":""}],"byPage":{"1":{"text":""}},"#
        + #""loose":[{"text":""}],"any":[{"text":""},1]}"#
    )
    options.relationships = .omitted
    #expect(try Book().jsonString(options: options) == #"{"title":"T","loose":[],"any":[1]}"#)
    #expect(
      NSDictionary(dictionary: try Book().dictionaryRepresentation(options: options))
        == ["title": "T", "loose": [Int](), "any": [1]] as NSDictionary
    )
  }

  @Test func nestedAttributesAreAsRailsReadsThem() throws {
    var options = ExportOptions()
    options.relationships = .nestedAttributes
    options.keyStyle = .snakeCase
    #expect(
      try Book().jsonString(options: options)
        == #"{"title":"T","main_note_attributes":{"text":""},"#
        + #""notes_attributes":{"0":{"text":""},"1":{"text":""}},"#
        + #""by_page_attributes":{"1":{"text":""}},"#
        + #""loose":[{"text":""}],"any":[{"text":""},1]}"#
    )
    let dictionary = try Book().dictionaryRepresentation(options: options)
    #expect(
      dictionary["notes_attributes"] as? [String: [String: String]]
        == ["0": ["text": ""], "1": ["text": ""]]
    )
    let book = Book()
    book.notes = []
    options.properties = ["notes"]
    #expect(try book.jsonString(options: options) == #"{"notes_attributes":{}}"#)
    book.notes = [Note(), Refusing(), Note()]
    #expect(
      try book.jsonString(options: options)
        == #"{"notes_attributes":{"0":{"text":""},"2":{"text":""}}}"#
    )
  }

  @Test(arguments: [
    (DateOptions.Format.iso8601, #""2014-05-05T23:08:09.25Z""#),
    (.automatic, #""2014-05-05T23:08:09.25Z""#),
    (.dateOnly, #""2014-05-05""#),
    (.dotNetJSON, ##""\/Date(1399331289250)\/""##),
    (.dotNetSimple, #""2014-05-05T23:08:09.25""#),
    (.dotNetWithTimeZone, #""2014-05-05T23:08:09.25Z""#),
    (.secondsSince1970, "1399331289.25"),
    (.millisecondsSince1970, "1399331289250"),
    (.secondsSince2001, "421024089.25"),
    (.custom("dd.MM.yyyy HH:mm"), #""05.05.2014 23:08""#),
    (.custom("'\"'yyyy"), #""\"2014""#),
  ])
  func datesFollowTheFormat(format: DateOptions.Format, value: String) throws {
    var options = ExportOptions()
    options.dateFormat = format
    #expect(try Dated().jsonString(options: options) == #"{"at":\#(value)}"#)
    #expect(try HookedDated().jsonString(options: options) == #"{"at":\#(value)}"#)
    let tree = try JSONSerialization.jsonObject(
      with: Dated().jsonData(options: options)
    )
    let dictionary = try Dated().dictionaryRepresentation(options: options)
    #expect(tree as? NSDictionary == NSDictionary(dictionary: dictionary))
  }

  @Test func datesAreWrittenInTheZone() throws {
    var options = ExportOptions()
    options.timeZone = TimeZone(secondsFromGMT: 8 * 3_600) ?? .gmt
    #expect(try Dated().jsonString(options: options) == #"{"at":"2014-05-06T07:08:09.25+08:00"}"#)
    let model = Dated()
    model.at = Date(timeIntervalSinceReferenceDate: .nan)
    #expect(try model.jsonString(options: options) == "{}")
  }

  @Test func nullsAreWrittenWhereAskedFor() throws {
    class Inner: ModelObject { var text: String? }
    class Outer: ModelObject {
      var number: Int?
      var inner: Inner? = Inner()
      var list: [Inner]?
    }
    #expect(try Outer().jsonString() == #"{"inner":{}}"#)
    var options = ExportOptions()
    options.includesNulls = true
    #expect(
      try Outer().jsonString(options: options)
        == #"{"number":null,"inner":{"text":null},"list":null}"#
    )
    #expect(try Outer().dictionaryRepresentation(options: options)["list"] is NSNull)
  }

  @Test func theChoiceOfPropertiesIsForTheRootAlone() throws {
    class Inner: ModelObject { var a = 1; var b = 2 }
    class Outer: ModelObject { var a = 1; var inner = Inner(); var _c = 3 }
    var options = ExportOptions()
    options.properties = ["inner"]
    #expect(try Outer().jsonString(options: options) == #"{"inner":{"a":1,"b":2}}"#)
    #expect(
      try [Outer(), Outer()].jsonString(options: options)
        == #"[{"inner":{"a":1,"b":2}},{"inner":{"a":1,"b":2}}]"#
    )
    options.properties = ["_c"]
    #expect(try Outer().jsonString(options: options) == #"{"c":3}"#)
    options.properties = ["c"]
    #expect(try Outer().dictionaryRepresentation(options: options)["c"] as? Int == 3)
    options.properties = []
    #expect(try Outer().jsonString(options: options) == "{}")
  }

  @Test func aNameThatIsNoPropertyIsAnError() throws {
    class Base: ModelObject { var number = 1; let fixed = 2 }
    class First: Base { var first = 1 }
    class Second: Base { var second = 2 }
    var options = ExportOptions()
    options.properties = ["number", "frist", "zzz"]
    let encoder = JSONEncoder()
    encoder.userInfo[.exportOptions] = options
    let model = First()
    for export in [
      { _ = try model.jsonData(options: options) },
      { _ = try [model].jsonString(options: options) },
      { _ = try model.dictionaryRepresentation(options: options) },
      { _ = try ["a": model].jsonData(options: options) },
      { _ = try [model].jsonLines(options: options) },
      { _ = try model.jsonData(changesSince: model.copy(), options: options) },
      { _ = try encoder.encode(model) },
    ] {
      let error = #expect(throws: ModelError.self) { try export() }
      #expect(
        error?.description == """
          unsupportedValue: ExportOptions.properties lists "frist", which is not a property of the \
          class. Did you mean "first"?
          """
      )
    }
    // Each name must be a property of one of the models; without models, names aren't checked.
    options.properties = ["first", "second", "fixed"]
    #expect(
      try [First(), Second()].jsonString(options: options) == #"[{"first":1},{"second":2}]"#
    )
    #expect(try [First]().jsonString(options: options) == "[]")
  }

  @Test func theClassHasItsOwn() throws {
    class Styled: ModelObject {
      var lastSeen = 1
      var none: Int?
      var inner: Plain?
      override class var exportOptions: ExportOptions {
        var options = ExportOptions()
        options.keyStyle = .snakeCase
        options.includesNulls = true
        return options
      }
    }
    class Plain: ModelObject { var firstName = "" }
    class Holder: ModelObject { var held: Styled? }
    let styled = Styled()
    let json = #"{"last_seen":1,"none":null,"inner":null}"#
    #expect(try styled.jsonString() == json)
    #expect(try [styled].jsonString() == "[\(json)]")
    #expect(try ["b": styled, "a": styled].jsonString() == #"{"a":\#(json),"b":\#(json)}"#)
    #expect(String(decoding: try [styled].jsonLines(), as: UTF8.self) == json + "\n")
    #expect(try styled.dictionaryRepresentation().count == 3)
    let before = styled.copy()
    styled.lastSeen = 2
    #expect(try styled.jsonString(changesSince: before) == #"{"last_seen":2}"#)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
      String(decoding: try encoder.encode(styled), as: UTF8.self)
        == #"{"inner":null,"last_seen":2,"none":null}"#
    )
    #expect(try styled.jsonString(options: ExportOptions()) == #"{"lastSeen":2}"#)
    // Nested models follow the root.
    let holder = Holder()
    holder.held = styled
    #expect(try holder.jsonString() == #"{"held":{"lastSeen":2}}"#)
    styled.inner = Plain()
    #expect(
      try styled.jsonString() == #"{"last_seen":2,"none":null,"inner":{"first_name":""}}"#
    )
  }

  @Test func keysAreSortedAtEveryLevel() throws {
    var options = ExportOptions()
    options.sortedKeys = true
    #expect(
      try Values().jsonString(options: options)
        == #"{"a":{"\"":4,"y":2,"z":1,"é":3},"b":1,"empty":[],"lists":[[1],[]],"none":{}}"#
    )
  }

  @Test(arguments: [false, true])
  func keysAreSortedAsJSONEncoderSortsThem(isPretty: Bool) throws {
    let keys = [
      "a#", "a\"b", "a\\", "a/", "a]", "\n", "Z", "a10", "a2", "~", "é", "e\u{301}", "e\u{301}x",
      "eZ",
      "\u{FFFF}", "\u{10000}", "",
    ]
    class Table: ModelObject { var pairs: [String: Int] = [:] }
    let model = Table()
    // A dictionary holds only one of the two forms of `é`.
    for (number, key) in keys.enumerated() { model.pairs[key] = number }
    var options = ExportOptions()
    options.sortedKeys = true
    options.prettyPrinted = isPretty
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let expected = String(decoding: try encoder.encode(["pairs": model.pairs]), as: UTF8.self)
    let text = try model.jsonString(options: options)
    #expect(text.filter { !" ".contains($0) || !isPretty }.replacing("\n", with: "") == expected)
  }

  @Test func prettyTextIsIndented() throws {
    var options = ExportOptions()
    options.sortedKeys = true
    options.prettyPrinted = true
    #expect(
      try Values().jsonString(options: options) == """
        {
          "a": {
            "\\"": 4,
            "y": 2,
            "z": 1,
            "é": 3
          },
          "b": 1,
          "empty": [],
          "lists": [
            [
              1
            ],
            []
          ],
          "none": {}
        }
        """
    )
    #expect(
      try [Dated()].jsonString(options: options) == """
        [
          {
            "at": "2014-05-05T23:08:09.25Z"
          }
        ]
        """
    )
  }

  /// Keys that only differ far into dictionaries of many pairs, sorted and laid out.
  @Test func manyPairsAreSorted() throws {
    class Many: ModelObject { var values: [String: [String: Int]] = [:] }
    let many = Many()
    for number in 0..<100 { many.values["k\(number)"] = ["b": number, "a": -number] }
    var options = ExportOptions()
    options.sortedKeys = true
    let inner = (0..<100).sorted { "k\($0)" < "k\($1)" }
      .map { #""k\#($0)":{"a":\#(-$0),"b":\#($0)}"# }
    #expect(
      try many.jsonString(options: options) == #"{"values":{\#(inner.joined(separator: ","))}}"#
    )
    options.prettyPrinted = true
    #expect(try Many(json: many.jsonData(options: options)) == many)
  }
}
