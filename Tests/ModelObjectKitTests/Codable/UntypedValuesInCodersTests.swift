import Foundation
import ModelObjectKit
import Testing

private class Loose: ModelObject {
  var any: Any?
  var list: [Any] = ["kept"]
  var optionals: [Any?] = ["kept"]
  var lists: [[Any]] = [["kept"]]
  var object: [String: Any] = ["kept": true]
  var byName: [String: [Any]] = ["kept": [true]]
  var byNumber: [Int: Any] = [7: true]
  var foundation: NSArray = ["kept"]
}

private final class HookedLoose: Loose {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private final class WillingLoose: Loose {
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] { dictionary }
}

private final class Spelled: ModelObject {
  var data: Data? = Data([7])
  var datas: [Data] = []
  var someDatas: [Data?] = []
  var url = URL(string: "kept:")
  var urls: [URL] = []
  var someURLs: [URL?] = []
  var urlsByName: [String: URL] = [:]
}

private final class Keyed: ModelObject {
  enum Suit: String, Codable { case hearts, spades }
  var strings: [String: Any] = ["kept": 1]
  var numbers: [Int: Any] = [7: 1]
  var suits: [Suit: Int] = [.spades: 1]
}

/// A value with its type, all the way down.
private func typed(_ value: Any?) -> String {
  guard let value else { return "nil" }
  let mirror = Mirror(reflecting: value)
  if mirror.displayStyle == .optional { return typed(mirror.children.first?.value) }
  return switch value {
  case let list as [Any]: "[" + list.map(typed).joined(separator: ", ") + "]"
  case let object as [AnyHashable: Any]:
    "{" + object.map { "\($0): \(typed($1))" }.sorted().joined(separator: ", ") + "}"
  case is NSNull: "null"
  default: "\(type(of: value))(\(value))"
  }
}

private func typed(_ loose: Loose) -> [String] {
  [
    typed(loose.any), typed(loose.list), typed(loose.optionals), typed(loose.lists),
    typed(loose.object), typed(loose.byName), typed(loose.byNumber), typed(loose.foundation),
  ]
}

struct UntypedValuesInCoders {
  private static let values = [
    "null", "[null]", "[null, 1, null]", "[1, [null, [null]], {\"a\": null}]", "[[null], null]",
    "{\"1\": null}", "{\"1\": [null, {\"b\": [null]}], \"2\": {\"c\": null}}", "1e400",
    "[1e400]", "[1, 1e400]", "[[1e400, 1], [2]]", "{\"1\": 1e400, \"2\": 3}",
    "{\"1\": [1e400, 4]}", "{\"1\": {\"x\": [1e400]}}",
  ]

  private func issues(_ map: (MappingOptions) throws -> Loose) throws -> ([String], [String]) {
    let log = TextLog()
    var options = MappingOptions()
    options.issueHandler = { log.add($0.map { "\($0.path) \($0.kind)" }) }
    let loose = try map(options)
    return (typed(loose), log.texts)
  }

  /// The table of conversions is one: what text says, decoders say.
  @Test(arguments: values)
  func areThoseOfTheText(value: String) throws {
    let names = [
      "any", "list", "optionals", "lists", "object", "byName", "byNumber", "foundation",
    ]
    let json = "{" + names.map { "\"\($0)\": \(value)" }.joined(separator: ",") + "}"
    try expectSame(Loose.self, json)
    try expectSame(HookedLoose.self, json)
    try expectSame(WillingLoose.self, json)
  }

  private func expectSame<Model: Loose>(_ type: Model.Type, _ json: String) throws {
    let (texts, notes) = try issues { try Model(json: json, options: $0) }
    let (decoded, decodedNotes) = try issues { options in
      let decoder = JSONDecoder()
      decoder.userInfo[.mappingOptions] = options
      return try decoder.decode(type, from: Data(json.utf8))
    }
    #expect(decoded == texts, "\(type)")
    #expect(decodedNotes.sorted() == notes.sorted(), "\(type)")
    #expect(typed(try JSONDecoder().decode(type, from: Data(json.utf8))) == texts, "\(type)")
  }

  @Test(arguments: values)
  func comeBackFromCoders(value: String) throws {
    let loose = Loose()
    try loose.update(
      json: #"{"any": \#(value), "list": \#(value), "lists": \#(value), "object": \#(value)}"#
    )
    let json = try JSONDecoder().decode(Loose.self, from: JSONEncoder().encode(loose))
    #expect(typed(json) == typed(loose))
    let list = try PropertyListDecoder().decode(
      Loose.self,
      from: PropertyListEncoder().encode(loose)
    )
    #expect(typed(list) == typed(loose))
  }

  /// Values are asked for by the kind of the one before, and strings may be numbers for a decoder.
  @Test func areTheSameAmongValuesOfOtherKinds() throws {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    for values in [
      #"1,"inf",2.5,true,-3,"nan""#, #"false,[7,"7",{"a":1.5}],12345678901234567890,"x",null"#,
    ] {
      let json = #"{"any":[\#(values)]}"#
      let text = typed(try Loose(json: json))
      for loose in [
        try decoder.decode(Loose.self, from: Data(json.utf8)),
        try decoder.decode(HookedLoose.self, from: Data(json.utf8)),
      ] {
        #expect(typed(loose) == text)
      }
    }
  }

  @Test func arraysOfPairsAreDictionariesOnlyForOtherKeys() throws {
    for json in [#"["a", 1, "b", 2]"#, #"["a", null]"#, #"[1, 2]"#] {
      let text = #"{"strings": \#(json), "numbers": \#(json)}"#
      let keyed = try JSONDecoder().decode(Keyed.self, from: Data(text.utf8))
      #expect(try keyed == Keyed(json: text))
      #expect(typed(keyed.strings) == "{kept: Int(1)}" && typed(keyed.numbers) == "{7: Int(1)}")
    }
    // Swift's coders write dictionaries with other keys so.
    let text = #"{"suits": ["hearts", 2]}"#
    #expect(try JSONDecoder().decode(Keyed.self, from: Data(text.utf8)).suits == [.hearts: 2])
    #expect(try Keyed(json: text).suits == [.spades: 1])
  }

  @Test(arguments: [
    "null", "NULL", "<null>", "nil", "(null)", "", " ", " AQID\\n", " http://a.b/c ",
    " http://a.b/c",
    "http://a.b/c ", "<http://a.b/c>",
  ])
  func stringsMeanTheSameForDecoders(string: String) throws {
    let json = """
      {"data": "S", "datas": ["S", "AQID"], "someDatas": ["S", null, "AQID"], "url": "S",
       "urls": ["S", "http://a.b"], "someURLs": ["S", "http://a.b"],
       "urlsByName": {"a": "S", "b": "http://a.b"}}
      """
      .replacing("S", with: string)
    let text = try Spelled(json: json)
    #expect(try JSONDecoder().decode(Spelled.self, from: Data(json.utf8)) == text)
    #expect(try JSONDecoder().decode(Spelled.self, from: JSONEncoder().encode(text)) == text)
  }

  /// The three bytes that base64 spells as `null`, in all forms of decoders.
  @Test func bytesThatSpellNullAreBytesInOtherForms() throws {
    let spelled = Spelled()
    let bytes = try #require(Data(base64Encoded: "null"))
    (spelled.data, spelled.datas, spelled.someDatas) = (bytes, [bytes], [bytes, nil])
    let list = try PropertyListEncoder().encode(spelled)
    #expect(try PropertyListDecoder().decode(Spelled.self, from: list) == spelled)
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    encoder.dataEncodingStrategy = .deferredToData
    decoder.dataDecodingStrategy = .deferredToData
    #expect(try decoder.decode(Spelled.self, from: encoder.encode(spelled)) == spelled)
  }
}
