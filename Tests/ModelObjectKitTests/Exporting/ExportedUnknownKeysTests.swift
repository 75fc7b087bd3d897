import Foundation
import ModelObjectKit
import Testing

private class Lens: ModelObject {
  var maxWidth = 35
  var nickname: String?
  var parts: [Part] = []
  var others: [String: Any] = [:]

  override class var unknownKeysProperty: String? { "others" }

  convenience init(others: [String: Any]) {
    self.init()
    self.others = others
  }
}

private final class Part: ModelObject {
  var zeta = 1
  var alpha = 2
}

private final class Silent: Lens {
  override class var unexportedProperties: Set<String> { ["others"] }
}

private final class Signed: Lens {
  override func didExport(_ dictionary: inout [String: Any]) throws {
    dictionary["mark"] = dictionary.count
    dictionary["drop"] = nil
  }
}

private final class Dated: Lens {
  override class var dateFormats: [String: DateOptions.Format] { ["others": .custom("dd.MM.yyyy")] }
}

/// Text and dictionary have the same content.
private func expect(
  _ model: Lens,
  _ options: ExportOptions = ExportOptions(),
  is expected: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  #expect(try model.jsonString(options: options) == expected, sourceLocation: sourceLocation)
  let tree = try JSONSerialization.jsonObject(with: Data(expected.utf8)) as? NSDictionary
  let dictionary = try model.dictionaryRepresentation(options: options) as NSDictionary
  #expect(dictionary == tree, sourceLocation: sourceLocation)
}

struct ExportedUnknownKeys {
  @Test func standBehindTheOthersSortedAsTheyCame() throws {
    let lens = Lens(others: ["b_c": 1, "a-B": [1, "x"], "Z": NSNull(), "": ["y": true]])
    try expect(
      lens,
      is: #"{"maxWidth":35,"parts":[],"":{"y":true},"Z":null,"a-B":[1,"x"],"b_c":1}"#
    )
    for (style, key) in [
      (ExportOptions.KeyStyle.snakeCase, "max_width"), (.pascalCase, "MaxWidth"),
      (.kebabCase, "max-width"),
    ] {
      var options = ExportOptions()
      options.keyStyle = style
      let text = try lens.jsonString(options: options)
      #expect(text.hasPrefix(#"{"\#(key)":35"#))
      #expect(text.hasSuffix(#","":{"y":true},"Z":null,"a-B":[1,"x"],"b_c":1}"#))
    }
  }

  @Test func sortedKeysSortsAll() throws {
    var options = ExportOptions()
    options.sortedKeys = true
    try expect(
      Lens(others: ["n": 1, "a": 2, "z": 3]),
      options,
      is: #"{"a":2,"maxWidth":35,"n":1,"parts":[],"z":3}"#
    )
  }

  @Test func knownKeysWin() throws {
    let lens = Lens(others: ["maxWidth": 1, "nickname": "n", "others": 2, "max_width": 3])
    try expect(lens, is: #"{"maxWidth":35,"parts":[],"max_width":3,"others":2}"#)
    var options = ExportOptions()
    options.keyStyle = .snakeCase
    options.includesNulls = true
    try expect(
      lens,
      options,
      is: #"{"max_width":35,"nickname":null,"parts":[],"maxWidth":1,"others":2}"#
    )
    options = ExportOptions()
    options.relationships = .nestedAttributes
    try expect(
      Lens(others: ["parts_attributes": 1, "x_attributes": 2]),
      options,
      is: #"{"maxWidth":35,"parts_attributes":{},"x_attributes":2}"#
    )
  }

  @Test func areNotWrittenWhereTheyAreNotAskedFor() throws {
    let silent = Silent(others: ["a": 1])
    try expect(silent, is: #"{"maxWidth":35,"parts":[]}"#)
    var options = ExportOptions()
    options.properties = ["maxWidth"]
    try expect(Lens(others: ["a": 1]), options, is: #"{"maxWidth":35}"#)
    options.properties = ["others"]
    try expect(Lens(others: ["a": 1]), options, is: #"{"a":1}"#)
  }

  @Test func prettyText() throws {
    var options = ExportOptions()
    options.prettyPrinted = true
    options.properties = ["others"]
    #expect(
      try Lens(others: ["a": 1, "b": [2]]).jsonString(options: options) == """
        {
          "a": 1,
          "b": [
            2
          ]
        }
        """
    )
  }

  @Test func modelsAndWhatCanNotBeWritten() throws {
    let lens = Lens(others: ["part": Part(), "none": { 1 }])
    try expect(lens, is: #"{"maxWidth":35,"parts":[],"part":{"zeta":1,"alpha":2}}"#)
    lens.others["self"] = lens
    try expect(lens, is: #"{"maxWidth":35,"parts":[],"part":{"zeta":1,"alpha":2}}"#)
    lens.others = [:]
  }

  @Test func didExportSeesThem() throws {
    try expect(
      Signed(others: ["z": 1, "drop": 2, "part": Part()]),
      is: #"{"maxWidth":35,"parts":[],"mark":5,"part":{"zeta":1,"alpha":2},"z":1}"#
    )
  }

  @Test func theDateFormatOfTheProperty() throws {
    var options = MappingOptions()
    options.dates.conversion = .date
    let dated = try Dated(json: #"{"day": "06.05.2014"}"#, options: options)
    #expect(dated.others["day"] is Date)
    try expect(dated, is: #"{"maxWidth":35,"parts":[],"day":"06.05.2014"}"#)
  }

  // MARK: - As any property

  @Test func archivesCopiesAndEquality() throws {
    let lens = try Lens(
      json: #"{"maxWidth": 1, "a": {"b": [1, null, 0.5]}, "big": 18446744073709551615}"#
    )
    let again = try Lens(archive: lens.archivedData())
    #expect(again == lens)
    #expect(try again.jsonString() == lens.jsonString())
    let copy = lens.copy()
    #expect(copy == lens)
    #expect(copy.hashValue == lens.hashValue)
    copy.others["a"] = 1
    #expect(copy != lens)
    #expect("\(lens)".contains("others"))
  }

  @Test func codable() throws {
    let lens = try Lens(json: #"{"maxWidth": 1, "a": {"b": [1, null]}}"#)
    let data = try JSONEncoder().encode(lens)
    #expect(try Lens(json: data) == lens)
    #expect(try JSONDecoder().decode(Lens.self, from: data) == lens)
    let signed = Signed(others: ["z": 1, "drop": 2])
    let dictionary = try JSONSerialization.jsonObject(with: JSONEncoder().encode(signed))
    #expect(
      (dictionary as? [String: Any])?.keys.sorted() == [
        "mark", "maxWidth", "parts", "z",
      ]
    )
  }

  /// A key of equivalent characters is another one than a property's.
  @Test func areKeptBesideEquivalentKeys() throws {
    final class Spelled: ModelObject {
      var name = 0
      var others: [String: Any] = [:]
      override class var keyMatching: KeyMatching { .exact }
      override class var keyMapping: [String: JSONKey] { ["name": "caf\u{E9}"] }
      override class var unknownKeysProperty: String? { "others" }
    }
    let spelled = try Spelled(json: "{\"cafe\u{301}\": 1}")
    #expect(spelled.name == 0 && spelled.others.count == 1)
    let text = try spelled.jsonString()
    #expect(Array(text.utf8) == Array("{\"caf\u{E9}\":0,\"cafe\u{301}\":1}".utf8))
  }
}
