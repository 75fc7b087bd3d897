import Foundation
import ModelObjectKit
import Testing

private class Shape: ModelObject {
  var name = ""
  override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? {
    dictionary["radius"] != nil ? Circle.self : nil
  }
}
private final class Circle: Shape { var radius = 0 }

private class Item: ModelObject {
  var id = 0
  var title: String? = "t"
  var ratio = 8.2
  var whole = 3.0
  var big = UInt64.max
  var price = Decimal(string: "3.14159265358979323846264338327950288") ?? 0
  var small = Decimal(string: "0.1") ?? 0
  var at = Date(timeIntervalSinceReferenceDate: 0.1)
  var data = Data([0, 255])
  var flag = true
  var list = [1, 2]
  var optionals: [Int?] = [1, nil]
  var inner: Item?
  var map = ["a": 1.5]
  var any: Any? = ["x", 1, true] as [Any]
  override class var keyMapping: [String: JSONKey] { ["id": ["item_id", "ID"], "title": "a.b"] }
}

private struct Page: Codable, Equatable {
  var items: [Item]
  var first: Item?
  var byName: [String: Item]
  var shape: Shape?
}

/// A decoder of plain Swift values that isn't related to JSON.
private struct PlainDecoder: Decoder {
  let value: Any
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ value: Any) { self.value = value }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard let pairs = value as? [String: Any] else { throw mismatch }
    return KeyedDecodingContainer(Keyed(pairs: pairs))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let elements = value as? [Any] else { throw mismatch }
    return Unkeyed(elements: elements)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { Single(value: value) }

  private var mismatch: DecodingError {
    .typeMismatch(Any.self, DecodingError.Context(codingPath: [], debugDescription: "\(value)"))
  }

  static func decode<Value: Decodable>(_ any: Any, _ type: Value.Type) throws -> Value {
    if let value = any as? Value, !(any is Int && type != Int.self) { return value }
    return try Value(from: PlainDecoder(any))
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let pairs: [String: Any]
    var codingPath: [any CodingKey] = []
    var allKeys: [Key] { pairs.keys.compactMap { Key(stringValue: $0) } }
    func contains(_ key: Key) -> Bool { pairs[key.stringValue] != nil }
    func decodeNil(forKey key: Key) -> Bool { pairs[key.stringValue] is NSNull }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      try PlainDecoder.decode(pairs[key.stringValue] ?? NSNull(), type)
    }
    func nestedContainer<N>(keyedBy type: N.Type, forKey key: Key) throws
      -> KeyedDecodingContainer<N>
    { try PlainDecoder(pairs[key.stringValue] ?? NSNull()).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try PlainDecoder(pairs[key.stringValue] ?? NSNull()).unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder { PlainDecoder(pairs) }
    func superDecoder(forKey key: Key) throws -> any Decoder { PlainDecoder(pairs) }
  }

  private struct Unkeyed: UnkeyedDecodingContainer {
    let elements: [Any]
    var codingPath: [any CodingKey] = []
    var currentIndex = 0
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }
    init(elements: [Any]) { self.elements = elements }
    mutating func decodeNil() -> Bool {
      guard elements[currentIndex] is NSNull else { return false }
      currentIndex += 1
      return true
    }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
      let value = try PlainDecoder.decode(elements[currentIndex], type)
      currentIndex += 1
      return value
    }
    mutating func nestedContainer<N>(keyedBy type: N.Type) throws -> KeyedDecodingContainer<N> {
      try PlainDecoder(elements[currentIndex]).container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try PlainDecoder(elements[currentIndex]).unkeyedContainer()
    }
    mutating func superDecoder() throws -> any Decoder { PlainDecoder(elements) }
  }

  private struct Single: SingleValueDecodingContainer {
    let value: Any
    var codingPath: [any CodingKey] = []
    init(value: Any) { self.value = value }
    func decodeNil() -> Bool { value is NSNull }
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
      if let value = value as? T, Swift.type(of: self.value) == type { return value }
      throw DecodingError.typeMismatch(
        type,
        DecodingError.Context(codingPath: [], debugDescription: "\(value)")
      )
    }
  }
}

struct CodableModels {
  private func page() -> Page {
    let item = Item()
    item.id = 7
    item.title = nil
    item.inner = Item()
    let circle = Circle()
    circle.radius = 3
    return Page(items: [item, Item()], first: item, byName: ["k": Item()], shape: circle)
  }

  @Test func goThroughJSON() throws {
    let data = try JSONEncoder().encode(page())
    let back = try JSONDecoder().decode(Page.self, from: data)
    #expect(back == page())
    #expect(back.shape is Circle)
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
  func goThroughPropertyLists(format: PropertyListSerialization.PropertyListFormat) throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = format
    // A property list has no null, and Foundation writes a string for it.
    let page = page()
    page.items[0].optionals = [1]
    let back = try PropertyListDecoder().decode(Page.self, from: encoder.encode(page))
    #expect(back.first?.id == 7 && back.first?.inner?.price == Item().price)
    // XML property lists hold whole seconds.
    let seconds = format == .xml ? 0 : 0.1
    #expect(back.shape is Circle && back.items[1].at.timeIntervalSinceReferenceDate == seconds)
    #expect(back.items[1].big == .max && back.items[1].data == Data([0, 255]))
  }

  @Test func comeFromAnyDecoder() throws {
    let decoder = PlainDecoder(
      [
        "ITEM-ID": 12, "a": ["b": NSNull()], "flag": false, "list": [3, 4],
        "inner": ["item_id": 5], "ratio": 1.25,
      ] as [String: Any]
    )
    let item = try Item(from: decoder)
    #expect(item.id == 12 && item.title == nil && !item.flag && item.list == [3, 4])
    #expect(item.inner?.id == 5 && item.ratio == 1.25)
    #expect(try Shape(from: PlainDecoder(["radius": Int64(1)])) is Circle)
  }

  @Test func haveValuesOfPathsThroughTheSameObjects() throws {
    class Place: ModelObject {
      var street = "-"
      var city = "-"
      var zip = 0
      var owner: String?
      override class var keyMapping: [String: JSONKey] {
        [
          "street": "home.address.street", "city": "home.address.city", "zip": "home.area.zip",
          "owner": "home.owner",
        ]
      }
    }
    for json in [
      #"{"home": {"address": {"street": "a", "city": "b"}, "area": {"zip": 1}, "owner": "c"}}"#,
      #"{"home": {"Address": {"CITY": "b"}, "area": {"zip": "2"}}}"#,
      #"{"home": {"address": {"street": "a", "city": 5}, "area": null}}"#,
    ] {
      let place = try JSONDecoder().decode(Place.self, from: Data(json.utf8))
      #expect(place == (try Place(json: json)), "\(json)")
    }
  }

  @Test func haveTheKeysOfTheDictionary() throws {
    let encoded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(Item()))
    let keys = (encoded as? [String: Any]).map { Set($0.keys) }
    #expect(keys == Set(try Item().dictionaryRepresentation().keys))
  }

  @Test func followTheStrategiesOfTheCoder() throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    encoder.dataEncodingStrategy = .deferredToData
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    decoder.dataDecodingStrategy = .deferredToData
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let item = Item()
    item.at = Date(timeIntervalSinceReferenceDate: 1)
    let data = try encoder.encode(item)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["at"] as? Int == 978_307_201 && object["data"] as? [Int] == [0, 255])
    #expect(try decoder.decode(Item.self, from: data) == item)
  }

  /// As in a class with synthesized conformance, strategies are for properties, not for data.
  @Test func leaveTheKeysOfDictionariesAsTheyAre() throws {
    class Settings: ModelObject {
      override class var unknownKeysProperty: String? { "others" }
      var counts: [String: Int] = [:]
      var anything: [String: Any] = [:]
      var lists: [Any] = []
      var raw: Any?
      var others: [String: Any] = [:]
    }
    let inner = #"{"a_key": {"aKey": 1}, "userID": 2}"#
    let text = #"""
      {"counts": {"a_key": 1, "userID": 2}, "anything": \#(inner), "lists": [\#(inner)],
       "raw": \#(inner), "unknown": \#(inner)}
      """#
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let settings = try decoder.decode(Settings.self, from: Data(text.utf8))
    #expect(try settings == Settings(json: text))
    let written = try JSONSerialization.jsonObject(with: encoder.encode(settings))
    let given = try JSONSerialization.jsonObject(with: Data(text.utf8))
    #expect(written as? NSDictionary == given as? NSDictionary)
  }

  /// Numbers would be seconds since 2001 to the decoder.
  @Test func datesThatTheOptionsRefuseAreNotLeftToTheDecoder() throws {
    struct Span: Codable, Equatable { var start = Date(timeIntervalSinceReferenceDate: 0.5) }
    class Visit: ModelObject {
      var at = Date(timeIntervalSinceReferenceDate: 0.5)
      var until: Date?
      var days: [Date] = []
      var span = Span()
    }
    class Heard: Visit {
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key)
      }
    }
    let text = #"{"at": 5, "until": 5, "days": [5, "2014-05-06"], "span": {"start": 5}}"#
    var options = MappingOptions()
    options.dates.format = .dateOnly
    let decoder = JSONDecoder()
    decoder.userInfo[.mappingOptions] = options
    let day = Date(timeIntervalSince1970: 1_399_334_400)
    for type in [Visit.self, Heard.self] {
      let visit = try decoder.decode(type, from: Data(text.utf8))
      #expect(visit.at == Visit().at && visit.until == nil)
      #expect(visit.days == [day] && visit.span == Span())
    }
  }

  @Test func errorsComeThrough() throws {
    class Strict: ModelObject {
      var id = 0
      override class var mappingOptions: MappingOptions { .strict }
    }
    let error = try #require(throws: ModelError.self) {
      try JSONDecoder().decode([Strict].self, from: Data(#"[{"id":"x"}]"#.utf8))
    }
    #expect(error.code == .invalidInput && error.issues.map(\.path) == ["[0].id"])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Item.self, from: Data("[1]".utf8))
    }
    class Refusing: ModelObject {
      override func didExport(_ dictionary: inout [String: Any]) throws { throw Refusal() }
    }
    struct Refusal: Error {}
    #expect(throws: ModelError.self) { try JSONEncoder().encode([Refusing()]) }
  }

  /// Foundation's decoders look at numbers and strings only when they are asked for them.
  @Test(arguments: [false, true]) func areNotMadeOfTextThatIsNotJSON(isHooked: Bool) throws {
    struct Mark: Codable { var number: Int }
    class Note: ModelObject {
      var text = ""
      var number: Int?
      var list: [String] = []
      var any: Any?
      var mark: Mark?
      var inner: Note?
      var byName: [String: Int] = [:]
    }
    final class HookedNote: Note {
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key)
      }
    }
    let type = isHooked ? HookedNote.self : Note.self
    let texts = [
      #"{"text":"\ud800"}"#, "{\"text\":\"a\u{1}b\"}", #"{"list":["a","\udc00","b"]}"#,
      #"{"number":01}"#,
      #"{"number":1.}"#, #"{"number":1e}"#, #"{"number":-}"#, #"{"any":01}"#,
      #"{"any":[1,{"a":02}]}"#,
      #"{"mark":{"number":01}}"#, #"{"inner":{"number":01}}"#, #"{"byName":{"\ud800":1}}"#,
      #"{"byName":{"a":01}}"#,
    ]
    for text in texts {
      let data = Data(text.utf8)
      for decode in [
        { _ = try JSONDecoder().decode(type, from: data) },
        { _ = try JSONDecoder().decode([String: Note].self, from: Data(#"{"a":\#(text)}"#.utf8)) },
      ] {
        let error = #expect(throws: DecodingError.self, "\(text)") { try decode() }
        guard case .dataCorrupted(let context) = error else {
          Issue.record("\(text): \(String(describing: error))")
          continue
        }
        #expect(context.debugDescription == "The given data was not valid JSON.", "\(text)")
      }
    }
    // These are JSON, but don't fit.
    let large = Data(#"{"number":1e400,"text":"t","mark":1}"#.utf8)
    let note = try JSONDecoder().decode(type, from: large)
    #expect(note.number == nil && note.text == "t")
  }
}
