import Foundation
import ModelObjectKit
import Testing

private class Address: ModelObject {
  var city = ""
  var zip: String?
}

private class HookedAddress: Address {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private struct Point: Codable, Equatable {
  var x = 0.0
  var day: Date?
}

private class Parcel: ModelObject {
  var address: Address? = Address()
  var sender = Address()
  var stops: [Address] = []
  var byName: [String: Address] = [:]
  var point: Point?
  var counts: [String: Int] = ["old": 1]
  var numbers: [Int]? = [1]
  var any: Any?

  override class var transforms: [String: PropertyTransform] {
    [
      "address": .jsonText, "sender": .jsonText, "stops": .jsonText, "byName": .jsonText,
      "point": .jsonText, "counts": .jsonText, "numbers": .jsonText, "any": .jsonText,
    ]
  }
}

private final class HookedParcel: Parcel {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
  override func didExport(_ dictionary: inout [String: Any]) throws {}
}

private final class Level: ModelObject {
  var name = ""
  var next: Level?
  override class var transforms: [String: PropertyTransform] { ["next": .jsonText] }
}

/// A JSON text as a string in JSON.
private func quoted(_ json: String) throws -> String {
  String(decoding: try JSONEncoder().encode(json), as: UTF8.self)
    .replacingOccurrences(of: "\\/", with: "/")
}

struct StringsOfJSON {
  private static let values: [(key: String, json: String)] = [
    ("address", #"{"city":"Bern","zip":"3000"}"#),
    ("sender", #"{"city":"Genf"}"#),
    ("stops", #"[{"city":"Olten"},{"city":"Thun"}]"#),
    ("byName", #"{"a":{"city":"Chur"}}"#),
    ("point", #"{"x":1.5}"#),
    ("counts", #"{"b":2}"#),
    ("numbers", "[2,3]"),
    ("any", #"{"k":[1]}"#),
  ]

  private static func parcel(_ type: Parcel.Type = Parcel.self) throws -> Parcel {
    try type.init(json: document(values))
  }

  private static func document(_ values: [(key: String, json: String)]) throws -> String {
    "{" + (try values.map { "\"\($0)\":\(try quoted($1))" }).joined(separator: ",") + "}"
  }

  private func expectValues(_ parcel: Parcel, _ comment: Comment) {
    #expect(parcel.address?.city == "Bern" && parcel.address?.zip == "3000", comment)
    #expect(parcel.sender.city == "Genf", comment)
    #expect(parcel.stops.map(\.city) == ["Olten", "Thun"], comment)
    #expect(parcel.byName.mapValues(\.city) == ["a": "Chur"], comment)
    #expect(parcel.point == Point(x: 1.5) && parcel.counts == ["b": 2], comment)
    #expect(parcel.numbers == [2, 3], comment)
    #expect((parcel.any as? [String: Any])?["k"] as? [Int] == [1], comment)
  }

  @Test(arguments: [Parcel.self, HookedParcel.self])
  fileprivate func becomeWhatIsInThem(type: Parcel.Type) throws {
    for input in everyWay(try Self.document(Self.values), WayIn.formsAndDecoder) {
      let parcel = try input.map(to: type, options: .strict)
      expectValues(parcel, "\(input)")
    }
    let list = try PropertyListEncoder().encode(type.init(json: Self.document(Self.values)))
    expectValues(try PropertyListDecoder().decode(type, from: list), "PropertyListDecoder")
  }

  /// A server may send the object itself.
  @Test func areNotNeeded() throws {
    let json = "{" + Self.values.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    for input in everyWay(json, WayIn.formsAndDecoder) {
      expectValues(try input.map(to: Parcel.self, options: .strict), "\(input)")
    }
  }

  @Test(arguments: [Parcel.self, HookedParcel.self])
  fileprivate func comeBack(type: Parcel.Type) throws {
    let parcel = try Self.parcel(type)
    let json = try parcel.jsonString()
    #expect(json == (try Self.document(Self.values)))
    #expect(try parcel.dictionaryRepresentation()["stops"] as? String == Self.values[2].json)
    let back = try type.init(json: json)
    #expect(back.changedProperties(since: parcel) == [])
    var options = ExportOptions()
    options.prettyPrinted = true
    options.includesNulls = true
    let pretty = try parcel.jsonString(options: options)
    #expect(pretty.contains(try quoted(#"{"city":"Genf","zip":null}"#)))
    for model in [back, parcel.copy(), try type.init(archive: parcel.archivedData())] {
      expectValues(model, "\(model)")
    }
  }

  private static let misfits: [(json: String, issue: String)] = [
    (
      #"{"address": "{\"city\":"}"#,
      #"address: expected Address, found String "{"city":", which isn't JSON: line 1, column 9: "#
        + "expected a value, found the end"
    ),
    (
      #"{"address": "Bern"}"#,
      #"address: expected Address, found String "Bern", which isn't JSON: line 1, column 1: "#
        + "expected a value, found 'Bern'"
    ),
    (
      #"{"address": "{} {}"}"#,
      #"address: expected Address, found String "{} {}", which isn't JSON: line 1, column 4: "#
        + "expected the end of the text, found '{'"
    ),
    (#"{"address": "[1]"}"#, "address: expected Address, found an array"),
    (#"{"address": "7"}"#, "address: expected Address, found Int 7"),
    (#"{"address": 7}"#, "address: expected Address, found Int 7"),
    (#"{"address": "{\"city\": []}"}"#, "address.city: expected String, found an array"),
    (#"{"stops": "[7]"}"#, "stops[0]: expected Address, found Int 7"),
    (#"{"counts": "{\"a\": 1e999}"}"#, "counts.a: expected Int, found Decimal NaN"),
    (#"{"point": "{}"}"#, "point: expected Point, found an object in which x is missing"),
    (#"{"sender": ""}"#, "sender: null where a value is expected (Address)"),
    (#"{"sender": "null"}"#, "sender: null where a value is expected (Address)"),
    (#"{"sender": null}"#, "sender: null where a value is expected (Address)"),
  ]

  @Test(arguments: misfits)
  fileprivate func thatDoNotFitSayWhy(json: String, issue: String) throws {
    // Foundation's decoder refuses a number that isn't finite in its own words.
    let isFinite = !json.contains("1e999")
    for input in everyWay(json, isFinite ? WayIn.formsAndDecoder : WayIn.forms) {
      let issues = input.issues(mappingTo: Parcel.self, options: .strictButMissing)
      #expect(issues.map(\.description) == [issue], "\(input)")
      let parcel = try input.map(to: Parcel.self)
      #expect(parcel.address?.city == "" && parcel.stops == [], "\(input)")
    }
  }

  @Test(arguments: ["null", #""""#, #"" ""#, #""null""#, #""nil""#])
  func areNullIfEmpty(value: String) throws {
    for input in everyWay(#"{"address": \#(value), "point": \#(value)}"#) {
      let parcel = try input.map(to: Parcel.self, options: .strictButMissing)
      #expect(parcel.address == nil && parcel.point == nil, "\(input)")
    }
  }

  @Test func areAnEmptyListIfEmpty() throws {
    for input in everyWay(#"{"stops": "", "numbers": " "}"#) {
      let parcel = try Self.parcel()
      try input.update(parcel, options: .strictButMissing)
      #expect(parcel.stops == [] && parcel.numbers == [], "\(input)")
    }
  }

  @Test func keepNumbersLikeADictionary() throws {
    let json = try #"{"any": \#(quoted("[12345678901234567890, 0.1, 123456789012345678901.25]"))}"#
    let numbers = try Parcel(json: json).any as? [Any]
    #expect(numbers?[0] as? UInt64 == 12_345_678_901_234_567_890)
    #expect(numbers?[1] as? Double == 0.1)
    #expect(numbers?[2] as? Decimal == Decimal(string: "123456789012345678901.25"))
  }

  @Test func areInsideEachOther() throws {
    let level = Level()
    level.name = "a"
    level.next = Level()
    level.next?.name = "b"
    level.next?.next = Level()
    level.next?.next?.name = "c"
    let json = #"{"name":"a","next":"{\"name\":\"b\",\"next\":\"{\\\"name\\\":\\\"c\\\"}\"}"}"#
    #expect(try level.jsonString() == json)
    #expect(try Level(json: json) == level)
  }

  /// Each string doubles the backslashes.
  @Test func areNotInsideEachOtherWithoutEnd() throws {
    func levels(_ count: Int) throws -> Level {
      let json = String(repeating: #"{"next":"#, count: count) + "{}"
      return try Level(json: json + String(repeating: "}", count: count))
    }
    #expect(try Level(json: levels(8).jsonString()) == levels(8))
    let error = #expect(throws: ModelError.self) { try levels(9).jsonString() }
    #expect(error?.code == .tooDeep)
    let cycle = try levels(1)
    cycle.next?.next = cycle
    #expect(try cycle.jsonString() == #"{"name":"","next":"{\"name\":\"\"}"}"#)
  }

  @Test func countAgainstTheDepth() throws {
    let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
    for json in [try #"{"any": \#(quoted(deep))}"#, #"{"any": \#(deep)}"#] {
      let error = #expect(throws: ModelError.self) { try Parcel(json: json) }
      #expect(error?.code == .tooDeep)
    }
  }

  @Test func updateInPlace() throws {
    for json in [#""{\"zip\": \"1\"}""#, #"{"zip": "1"}"#] {
      let parcel = try Self.parcel()
      let address = parcel.address
      try parcel.update(json: #"{"address": \#(json)}"#)
      #expect(parcel.address === address && address?.city == "Bern" && address?.zip == "1")
    }
  }

  @Test func undoTheirChanges() throws {
    let parcel = try Self.parcel()
    #expect(throws: ModelError.self) {
      try parcel.update(
        json: #"{"address": "{\"city\": \"new\"}", "point": "x"}"#,
        options: .strict
      )
    }
    #expect(parcel.address?.city == "Bern")
  }

  @Test func waitUntilTheyHaveArrived() throws {
    let parcel = try Parcel(partialJSON: #"{"address": "{\"city\": \"Bern\"}", "sender": "{\"ci"#)
    #expect(parcel.address?.city == "Bern" && parcel.sender.city == "")
  }

  @Test func areInPatchesOnlyIfTheyChanged() throws {
    let parcel = try Self.parcel()
    parcel.counts = Dictionary(uniqueKeysWithValues: (0..<9).map { ("k\($0)", $0) })
    let before = parcel.copy()
    before.counts = Dictionary(uniqueKeysWithValues: (0..<9).reversed().map { ("k\($0)", $0) })
    #expect(try parcel.jsonString(changesSince: before) == "{}")
    parcel.sender.zip = "1"
    parcel.point = nil
    let patch = try parcel.jsonString(changesSince: before)
    #expect(patch == #"{"sender":"{\"city\":\"Genf\",\"zip\":\"1\"}","point":null}"#)
    try before.update(json: patch)
    #expect(before.changedProperties(since: parcel) == [])
  }

  @Test func areStringsInASchema() throws {
    let schema = try Level.jsonSchemaString()
    #expect(schema.contains(#""contentMediaType":"application/json""#))
    #expect(schema.contains(#""type":["string","null"]"#))
    #expect(try !Level.jsonSchemaString(.strict).contains("contentMediaType"))
  }

  @Test func areColumnsOfARow() throws {
    let parcel = try Self.parcel()
    for isCopied in [false, true] {
      let row = try DatabaseRow(encoding: parcel, isCopied: isCopied)
      #expect(row.columns["stops"] == .text(Self.values[2].json))
      expectValues(try row.decode(Parcel.self), "a row")
      expectValues(try row.decode(HookedParcel.self), "a hooked row")
    }
  }
}

/// Objects with an identity in strings of JSON.
struct StringsOfJSONInStores {
  private final class Author: ModelObject {
    var id = 0
    var name = ""
    override class var identity: Set<String> { ["id"] }
  }

  private final class Book: ModelObject {
    var id = 0
    var author: Author?
    var others: [Author] = []
    override class var identity: Set<String> { ["id"] }
    override class var transforms: [String: PropertyTransform] {
      ["author": .jsonText, "others": .jsonText]
    }
  }

  @Test func areTheStoresOwn() throws {
    let store = ModelStore()
    let json = #"""
      [{"id": 1, "author": "{\"id\": 7, \"name\": \"a\"}"},
       {"id": 2, "author": "7", "others": "[7, {\"id\": 8}, 9]"}, {"id": 3, "author": 8}]
      """#
    let books: [Book] = try store.upsert([Book].self, json: json).models
    let author = store[Author.self, 7]
    #expect(author?.name == "a" && books[0].author === author && books[1].author === author)
    #expect(books[1].others.map(\.id) == [7, 8])
    #expect(books[2].author === books[1].others[1])
    try store.upsert(Book.self, json: #"{"id": 3, "author": "{\"id\": 7, \"name\": \"b\"}"}"#)
    #expect(author?.name == "b" && books[2].author === author)
    var options = ExportOptions()
    options.references = .identities
    #expect(try books[1].jsonString(options: options) == #"{"id":2,"author":"7","others":"[7,8]"}"#)
  }
}

/// Roots in an array or a dictionary of anything.
struct RootsInAnything {
  private final class Person: ModelObject {
    var name = ""
  }

  private static var elements: [Any] {
    [
      ["name": "a"], 7, NSNull(), ["name": "b"] as NSDictionary, ["x"], ["NAME": "c"],
    ]
  }

  @Test func ofAnArrayAreItsObjects() throws {
    #expect(try [Person](array: Self.elements).map(\.name) == ["a", "b", "c"])
    #expect(try [Person](array: [["x": Self.elements]], at: "[0].x").count == 3)
    #expect(try [Person](array: []).isEmpty)
    let error = #expect(throws: ModelError.self) {
      try [Person](array: Self.elements, options: .strict)
    }
    let json = #"[{"name": "a"}, 7, null, {"name": "b"}, ["x"], {"NAME": "c"}]"#
    let same = #expect(throws: ModelError.self) { try [Person](json: json, options: .strict) }
    #expect(error?.issues.map(\.description) == same?.issues.map(\.description))
    #expect(throws: ModelError.self) { try [Person](array: [1], at: "x") }
  }

  @Test func ofADictionaryAreItsObjects() throws {
    let values: [String: Any] = ["a": ["name": "1"], "b": 7, "c": ["name": "2"] as NSDictionary]
    #expect(try [String: Person](dictionary: values).mapValues(\.name) == ["a": "1", "c": "2"])
    #expect(try [String: Person](dictionary: ["x": ["y": values]], at: "x.y").count == 2)
    #expect(try [String: Person](dictionary: [:]).isEmpty)
    let error = #expect(throws: ModelError.self) {
      try [String: Person](dictionary: values, options: .strict)
    }
    #expect(error?.issues.map(\.description) == ["b: expected Person, found Int 7"])
    let missing = #expect(throws: ModelError.self) {
      try [String: Person](dictionary: [:], at: "x")
    }
    #expect(missing?.code == .unexpectedRoot)
  }
}
