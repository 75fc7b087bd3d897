import Foundation
import ModelObjectKit
import Testing

private struct Point: Codable, Equatable { var x = 0 }

private struct Visit: Codable, Equatable { var at = Date(timeIntervalSinceReferenceDate: 5) }

private class Leaf: ModelObject {
  var id = 0
  var visit = Visit()
  var point = Point()
  var points: [Point] = []
  var day = Date(timeIntervalSinceReferenceDate: 0.5)
  override class var dateFormats: [String: DateOptions.Format] {
    ["day": .dateOnly, "visit": .dateOnly]
  }
}

private struct Around: Codable { var leaf: Leaf? }

private class Tree: ModelObject {
  var leaf: Leaf?
  var around: Around?
}

/// A value of a user's type that decodes a text by a decoder of its own.
private struct Embedded: Codable {
  var leaf: Leaf?
  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    leaf = try JSONDecoder().decode(Leaf.self, from: Data(text.utf8))
  }
}

/// Models in values of users' types, and such values in models.
struct ValuesInside {
  private func issues(_ json: String) throws -> (Tree, [String]) {
    let log = TextLog()
    var options = MappingOptions()
    options.issueHandler = { log.add($0.map { "\($0)" }) }
    return (try Tree(json: json, options: options), log.texts.sorted())
  }

  /// A model in a value of a user's type has the issues that it has elsewhere.
  @Test(arguments: [
    #""point": 7"#, #""point": "x""#, #""point": "null""#, #""point": null"#, #""point": [1]"#,
    #""point": {"y": 1}"#, #""point": {"x": "z"}"#, #""point": true"#, #""point": {"x": 1}"#,
    #""points": [{"x": 1}, 7, null, "null", [], {}]"#, #""points": 5"#, #""points": null"#,
    #""visit": {"at": 5}"#, #""visit": {"at": "2014-05-06"}"#, #""day": 5"#,
    #""day": "2014-05-06""#, #""day": "soon""#, #""day": []"#,
  ])
  func haveTheSameIssuesInModels(pair: String) throws {
    let (tree, found) = try issues(#"{"leaf": {\#(pair)}}"#)
    let (around, inside) = try issues(#"{"around": {"leaf": {\#(pair)}}}"#)
    #expect(around.around?.leaf == tree.leaf && tree.leaf != nil)
    #expect(inside.map { $0.replacing("around.leaf", with: "leaf") } == found)
  }

  /// A decoder that a user's type makes doesn't follow the options of the mapping around it.
  @Test func areApartFromOtherDecoders() throws {
    class Holder: ModelObject { var embedded: Embedded? }
    let json = #"{"embedded": "{\"id\": \"x\", \"more\": 1}"}"#
    #expect(try Holder(json: json, options: .strict).embedded?.leaf?.id == 0)
  }

  /// No class is made of the base class, by a decoder either.
  @Test func areNoObjectsOfTheBaseClass() throws {
    class Base: ModelObject {
      var one: ModelObject?
      var many: [ModelObject] = []
      var byName: [String: ModelObject] = [:]
    }
    let json = #"{"one": {"id": 1}, "many": [{"id": 2}], "byName": {"a": {"id": 3}}}"#
    let base = try JSONDecoder().decode(Base.self, from: Data(json.utf8))
    #expect(base.one == nil && base.many.isEmpty && base.byName.isEmpty)
    #expect(try base == Base(json: json))
  }

  private static let day = Date(timeIntervalSince1970: 1_399_334_400)

  /// The format of a property is for the dates in values of users' types only if there are options.
  @Test func haveTheFormatOfTheirPropertyWithOptions() throws {
    class Trip: ModelObject {
      var visit = Visit()
      override class var dateFormats: [String: DateOptions.Format] { ["visit": .secondsSince1970] }
    }
    let encoder = JSONEncoder()
    #expect(String(decoding: try encoder.encode(Trip()), as: UTF8.self) == #"{"visit":{"at":5}}"#)
    let own = try JSONDecoder().decode(Trip.self, from: Data(#"{"visit":{"at":7}}"#.utf8))
    #expect(own.visit.at == Date(timeIntervalSinceReferenceDate: 7))
    encoder.userInfo[.exportOptions] = ExportOptions()
    #expect(
      String(decoding: try encoder.encode(Trip()), as: UTF8.self)
        == #"{"visit":{"at":978307205}}"#
    )
  }

  /// A type has dates if keys in it are dates.
  @Test func haveTheDatesOfTheOptionsInKeys() throws {
    struct Log: Codable, Equatable { var byDay: [Date: Int] }
    class Book: ModelObject { var log: Log? }
    let encoder = JSONEncoder()
    var options = ExportOptions()
    options.dateFormat = .dateOnly
    encoder.userInfo[.exportOptions] = options
    let book = Book()
    book.log = Log(byDay: [Self.day: 3])
    let data = try encoder.encode(book)
    #expect(String(decoding: data, as: UTF8.self) == #"{"log":{"byDay":["2014-05-06",3]}}"#)
    let decoder = JSONDecoder()
    decoder.userInfo[.mappingOptions] = MappingOptions()
    #expect(try decoder.decode(Book.self, from: data) == book)
  }

  /// Untyped values have the dates of the options, or of the encoder; what it can't encode is left
  /// out, as in text.
  @Test func haveTheDatesOfTheOptionsIfTheyAreUntyped() throws {
    struct Opaque {}
    class Loose: ModelObject {
      var any: Any?
      var none: Any?
      var list: [Any] = []
      var lists: [[Any?]] = []
      var byName: [String: Any] = [:]
      var made: Int? = 1
      var rest: [String: Any] = [:]
      override class var unknownKeysProperty: String? { "rest" }
      override class var transforms: [String: PropertyTransform] {
        ["made": PropertyTransform(read: { $0 }, write: { _ in Opaque() })]
      }
    }
    let loose = Loose()
    (loose.any, loose.none) = (Self.day, Opaque())
    (loose.list, loose.lists) = ([Self.day, Opaque()], [[Opaque(), nil, Self.day]])
    loose.byName = ["a": Opaque(), "b": [Self.day, Opaque()]]
    loose.rest = ["more": Self.day, "nothing": Opaque(), "some": [1, Opaque()]]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.dateEncodingStrategy = .secondsSince1970
    let text = #"{"any":D,"byName":{"b":[D]},"list":[D],"lists":[[null,D]],"more":D,"some":[1]}"#
    #expect(
      String(decoding: try encoder.encode(loose), as: UTF8.self)
        == text.replacing("D", with: "1399334400")
    )
    var options = ExportOptions()
    (options.dateFormat, options.sortedKeys) = (.dateOnly, true)
    encoder.userInfo[.exportOptions] = options
    let dated = text.replacing("D", with: #""2014-05-06""#)
    #expect(String(decoding: try encoder.encode(loose), as: UTF8.self) == dated)
    #expect(try loose.jsonString(options: options) == dated)
  }

  /// The format of a property with a transform is the only one for its dates.
  @Test func haveTheFormatOfTheirPropertyInTransforms() throws {
    class Shifted: ModelObject {
      var day: Date?
      override class var dateFormats: [String: DateOptions.Format] { ["day": .dateOnly] }
      override class var transforms: [String: PropertyTransform] {
        ["day": PropertyTransform(from: Date.self) { $0 + 1 }]
      }
    }
    for (value, day) in [("5", nil), (#""2014-05-06""#, Self.day + 1), (#""soon""#, nil)] {
      let json = #"{"day": \#(value)}"#
      #expect(try Shifted(json: json).day == day)
      #expect(try JSONDecoder().decode(Shifted.self, from: Data(json.utf8)).day == day)
    }
  }

  /// A path that leads nowhere gives way to another key.
  @Test(arguments: [#"{"w": {"other": 1}, "level": 2}"#, #"{"w": 5, "level": 2}"#])
  func giveWayIfThereIsNothingAtTheirPath(json: String) throws {
    class Mapped: ModelObject {
      var level = 1
      override class var keyMapping: [String: JSONKey] { ["level": ["w.level", "level"]] }
      override class var requiredProperties: Set<String> { ["level"] }
    }
    #expect(try Mapped(json: json).level == 2)
    #expect(try JSONDecoder().decode(Mapped.self, from: Data(json.utf8)).level == 2)
    let nothing = Data(#"{"w": {"other": 1}}"#.utf8)
    #expect(throws: ModelError.self) { try JSONDecoder().decode(Mapped.self, from: nothing) }
  }

  /// A model in a value of its own is null there.
  @Test func areNullIfTheyContainThemselves() throws {
    struct Box: Codable { var node: Node? }
    final class Node: ModelObject {
      var id = 1
      var box: Box?
    }
    let node = Node()
    node.box = Box(node: node)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(node), as: UTF8.self)
    #expect(text == #"{"box":{"node":null},"id":1}"#)
    node.box = nil
  }

  /// A dictionary by other keys than strings is an array of pairs, as Swift's encoders write it.
  @Test func areEncodedAsSwiftDoes() throws {
    enum Color: String, Codable { case red }
    class Colored: ModelObject {
      var byColor: [Color: Leaf] = [:]
      var byNumber: [Int: Leaf] = [:]
    }
    struct Plain: Codable { var byColor: [Color: Leaf], byNumber: [Int: Leaf] }
    let (colored, leaf) = (Colored(), Leaf())
    (colored.byColor, colored.byNumber) = ([.red: leaf], [7: leaf])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let plain = Plain(byColor: [.red: leaf], byNumber: [7: leaf])
    #expect(try encoder.encode(colored) == encoder.encode(plain))
  }

  /// The key that numbers an object is none of a dictionary.
  @Test func haveNoNumbersAmongTheirKeys() throws {
    class Named: ModelObject {
      var byName: [String: Leaf] = [:]
      var counts: [String: Int] = [:]
    }
    var options = MappingOptions()
    options.references = .preserved
    let json = #"{"byName": {"$id": "1", "a": {"id": 3}}, "counts": {"$id": "2", "b": 4}}"#
    let decoder = JSONDecoder()
    decoder.userInfo[.mappingOptions] = options
    let named = try decoder.decode(Named.self, from: Data(json.utf8))
    #expect(named.byName.mapValues(\.id) == ["a": 3] && named.counts == ["b": 4])
    #expect(try named == Named(json: json, options: options))
  }

  /// Elements of a class that the options give may be null.
  @Test func haveNullsAmongObjectsOfAGivenClass() throws {
    final class Special: Leaf {}
    class Holder: ModelObject {
      var maybe: [Leaf?] = []
      var anything: [Any?] = []
      override class var arrayMapping: [String: ModelObject.Type] {
        ["maybe": Special.self, "anything": Special.self]
      }
    }
    let json = #"{"maybe": [null, {"id": 1}, 5], "anything": [null, {"id": 2}, 5]}"#
    let text = try Holder(json: json)
    let coded = try JSONDecoder().decode(Holder.self, from: Data(json.utf8))
    for holder in [text, coded] {
      #expect(holder.maybe.map { $0?.id } == text.maybe.map { $0?.id })
      #expect(holder.anything.count == text.anything.count)
      #expect(holder.maybe.last is Special)
    }
  }
}

private class Heard: ModelObject {
  var at: Date?
  var day: Date?
  var text: String?
  var ratio = 0.5
  var none: Int?
  var seen: [String: String] = [:]
  override class var ignoredProperties: Set<String> { ["seen"] }
  override class var dateFormats: [String: DateOptions.Format] { ["day": .dateOnly] }
  override func serializeValue(_ value: Any?, key: String) throws {
    seen[key] = value.map { "\(type(of: $0)) \($0)" }
    try super.serializeValue(value, key: key == "at" ? "text" : key)
  }
}

/// What hooks get from coders, and what becomes of it.
struct ValuesOfHooksInCoders {
  /// A value that is passed on to another property is of that one's type.
  @Test func areOfTheTypeOfTheirProperty() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let json = #"{"at": "2014-05-06T00:00:00Z"}"#
    let heard = try decoder.decode(Heard.self, from: Data(json.utf8))
    #expect(heard.text == "2014-05-06T00:00:00Z" && heard.at == nil)
  }

  /// What a decoder would make of a value that its property doesn't take isn't seen.
  @Test func areThoseOfTheInput() throws {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    let json = #"{"day": 5, "ratio": "inf"}"#
    let heard = try decoder.decode(Heard.self, from: Data(json.utf8))
    #expect(heard.day == nil && heard.ratio == .infinity)
    #expect(heard.seen == ["day": "Int 5", "ratio": "Double inf"])
  }

  /// Only rows have nulls for what isn't there.
  @Test func haveNullsInRowsAlone() throws {
    class Exported: ModelObject {
      var name = "n"
      var score: Int?
      var seen: Set<String> = []
      override class var ignoredProperties: Set<String> { ["seen"] }
      override func didExport(_ dictionary: inout [String: Any]) throws {
        seen = Set(dictionary.keys)
      }
    }
    let exported = Exported()
    _ = try JSONEncoder().encode(exported)
    #expect(exported.seen == ["name"])
    _ = try DatabaseRow(encoding: exported)
    #expect(exported.seen == ["name", "score"])
  }
}
