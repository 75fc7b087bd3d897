import Foundation
import ModelObjectKit
import Testing

/// Whole printed reports, the same for text and dictionaries.
struct Explaining {
  @Test(.differs(.propertiesWithoutAccessor)) func aPersonAtAGlance() throws {
    try expect(
      Person.self,
      #"""
      {"NAME": "Shan", "born": "12/13/14", "image": {"image_id": 234, "ratio": "wide"},
       "level": 300, "nick_nam": "S", "score": null, "secret": 1,
       "self": {"summary": "A tale"}, "tags": ["a", null, "b"]}
      """#,
      """
      Person: 5 mapped, 5 didn't fit, 2 missing, 2 unknown keys
        name           ← NAME            "Shan"
        image          ← image
        image.imageId  ← image.image_id  234
        summary        ← self.summary    "A tale"
        tags           ← tags            ["a", "b"]
        birthday       – born            "12/13/14" is not a date in any accepted format
        image.ratio    – image.ratio     "wide" is not a number
        image.imageUrl –                 no such key
        level          – level           300 does not fit Int8
        score          – score           null
        nickname       –                 no such key: nick, ext.nick
        secret         –                 ignored
        delegate       –                 weak or unowned
        made           –                 let
        later          –                 lazy
        closure        –                 values of type Optional<() -> ()> can't be mapped
                       – tags[1]         null
        ?              ← nick_nam        unknown key, near nickname
        ?              ← secret          unknown key: secret is ignored
      """
    )
  }

  @Test func whyAValueDoesNotFit() throws {
    try expect(
      Values.self,
      #"""
      {"anything": null, "color": "purple", "counts": {"a": "x", "b": 2}, "data": "?", "date":
      "2014-02-30", "day": true, "flag": "perhaps", "ids": ["1", "x", null, 1.5], "inner":
      "x", "inners": [{"id": 1}, 5, {"id": "x"}], "level": 9, "link": "", "list": {}, "money":
      "much", "names": "nil", "point": {"x": "a"}, "price": "cheap", "ratio": "wide", "small":
      -1, "text": {}, "uuid": "x", "whole": "1.5", "word": "12abc", "years": {"2014": 2,
      "2015": "y", "x": 1}}
      """#,
      """
      Values: 5 mapped, 28 didn't fit, 1 missing
        counts       ← counts        ["b": 2]
        ids          ← ids           [1]
        inners       ← inners        2 elements
        inners[0].id ← inners[0].id  1
        years        ← years         [2014: 2]
                     ← ids[0]        from "1"
        anything     – anything      null
        color        – color         "purple" is not a raw value of Color
        data         – data          "?" is not base64
        date         – date          "2014-02-30" is not a date in any accepted format
        day          – day           true is not a Date
        flag         – flag          "perhaps" is neither true nor false
        inner        – inner         "x" where an object is expected
        inners[1].id – inners[2].id  "x" is not a number
        level        – level         9 is not a raw value of Level
        link         – link          the string is empty
        list         – list          an object where [Int] is expected
        money        – money         Money can't be made from "much"
        names        – names         "nil" is treated as null
        point        – point         Point can't be decoded from an object in which x is not an Int
        price        – price         "cheap" is not a number
        ratio        – ratio         "wide" is not a number
        small        – small         -1 does not fit UInt8
        text         – text          an object where String is expected
        uuid         – uuid          "x" is not a UUID
        whole        – whole         "1.5" is not a whole number
        word         – word          "12abc" is not a number
        huge         –               no such key
                     – counts.a      "x" is not a number
                     – ids[1]        "x" is not a number
                     – ids[2]        null
                     – ids[3]        1.5 is not a whole number
                     – inners[1]     5 where an object is expected
                     – years.2015    "y" is not a number
                     – years.x       "x" is not a number
      """
    )
  }

  @Test func numbersThatNoTypeHolds() throws {
    let text = try Values.explain(json: #"{"huge": 1e400, "price": 1e400, "whole": 1e30}"#)
    let lines = text.description.split(separator: "\n").prefix(4)
    #expect(
      lines.joined(separator: "\n") == """
        Values: 3 didn't fit, 22 missing
          huge     – huge   1e400 does not fit Double
          price    – price  1e400 does not fit Decimal
          whole    – whole  1e30 does not fit Int
        """
    )
  }

  @Test func aKeyOfOneLetterIsNearNothing() throws {
    let report = try Inner.explain(json: #"{"x": 1, "ix": 2}"#)
    #expect(report.issues.filter { $0.kind == .unknownKey }.map(\.expected) == [nil, "id"])
  }

  @Test(arguments: [
    #"{"caf\u00e9": 1, "cafe\u0301": 2}"#, #"{"cafe\u0301": 2, "caf\u00e9": 1}"#,
  ])
  func anAccentOfItsOwnMakesAnotherExactKey(json: String) throws {
    let report = try Accented.explain(json: json)
    #expect(report.matches.map(\.value) == ["1"])
    #expect(report.issues.map(\.path.unicodeScalars.count) == [5])
    #expect(
      report.description == """
        Accented: 1 mapped, 1 unknown key
          caf\u{e9} ← caf\u{e9}  1
          ?    ← cafe\u{301}  unknown key, near caf\u{e9}
        """
    )
  }

  @Test func strictHandlingNotesTheSame() throws {
    let json = #"{"name": "a", "level": 300, "tags": ["a", {}], "other": 1}"#
    let lenient = try Person.explain(json: json)
    let strict = try Person.explain(json: json, options: .strict)
    #expect(lenient.description == strict.description)
    let error = try #require(throws: ModelError.self) {
      try Person(json: json, options: .strict)
    }
    #expect(strict.issues.filter { $0.kind != .unknownKey } == error.issues)
  }

  @Test func whatHooksReject() throws {
    try expect(
      Owner.self,
      #"""
      {"deep": {"one": {"id": -1}}, "even": 3, "kept": {"id": -5}, "many": [{"id": 1}, {"id":
      -2}, {"id": 3}], "named": {"a": {"id": -3}, "b": {"id": 4}}, "odd": {"kind": "other"},
      "one": {"id": -1, "name": "a"}, "shape": {"kind": "circle", "radius": 2}}
      """#,
      """
      Owner: 10 mapped, 5 didn't fit, 11 missing, 2 rejected
        deep         ← deep
        kept.id      ← kept.id       -5
        many         ← many          2 elements
        many[0].id   ← many[0].id    1
        many[1].id   ← many[2].id    3
        named        ← named         1 pair
        named.b.id   ← named.b.id    4
        shape        ← shape         Circle
        shape.kind   ← shape.kind    "circle"
        shape.radius ← shape.radius  2
        deep.one     – deep.one      rejected: the id is negative
        deep.many    –               no such key
        deep.named   –               no such key
        deep.kept    –               no such key
        deep.deep    –               no such key
        deep.even    –               no such key
        deep.shape   –               no such key
        deep.odd     –               no such key
        even         – even          rejected: the number is odd
        kept.name    –               no such key
        kept         – kept          rejected: the id is negative
        many[0].name –               no such key
        many[1].name –               no such key
        named.b.name –               no such key
        odd          – odd           modelType(for:) returned a class that is not a subclass of Shape
        one          – one           rejected: the id is negative
                     – many[1]       rejected: the id is negative
                     – named.a       rejected: the id is negative
      """
    )
  }

  @Test(.differs(.hooks)) func severalKeysForOneProperty() throws {
    try expect(
      Mapped.self,
      #"""
      {"ID": 7, "Plain_Text": "b", "absent": {}, "book_id": 8, "ext": {"desc": "A tale",
      "pages": [{"title": "One"}]}, "plainText": "a", "user": {"id": 5}}
      """#,
      """
      Mapped: 6 mapped, 1 missing
        bookId     ← ID                  7
        summary    ← ext.desc            "A tale"
        firstTitle ← ext.pages[0].title  "One"
        plainText  ← plainText           "a"
        userId     ← user.id             5
        authorId   ← user.id             5
        plainText  – Plain_Text          lost to plainText
        bookId     – book_id             lost to ID
        missing    –                     no such key: a.b, absent.deep
      """
    )
  }

  /// Of the parts of a value that a hook passes on under one key, the last one counts.
  @Test(.differs(.hooks)) func partsThatAHookPassesOn() throws {
    class Home: ModelObject {
      var a = 0
      var b = 0
    }
    class Split: ModelObject {
      var home = Home()
      override func serializeValue(_ value: Any?, key: String) throws {
        for (name, value) in (value as? [String: Any] ?? [:]).sorted(by: { $0.key < $1.key }) {
          try super.serializeValue([name: value], key: key)
        }
      }
    }
    let json = #"{"home": {"a": 1, "b": 2}}"#
    let split = try Split(json: json)
    #expect(split.home.a == 0 && split.home.b == 2)
    #expect(try !Split.explain(json: json).description.contains("lost"))
  }

  @Test(.differs(.hooks)) func severalKeysThatAHookPassesOn() throws {
    class Keyed: ModelObject {
      var bookId = 0
      override class var keyMapping: [String: JSONKey] { ["bookId": ["id", "ID", "book_id"]] }
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key)
      }
    }
    for json in [#"{"ID": 7, "book_id": 8}"#, #"{"book_id": 8, "ID": 7}"#] {
      #expect(
        try Keyed.explain(json: json).description == """
          Keyed: 1 mapped
            bookId ← ID       7
            bookId – book_id  lost to ID
          """
      )
    }
  }

  @Test(.differs(.hooks)) func severalPathsInOneValue() throws {
    class Keyed: ModelObject {
      var both = 0
      override class var keyMapping: [String: JSONKey] { ["both": ["ext.p", "ext.q"]] }
    }
    let report = """
      Keyed: 1 mapped
        both ← ext.p  1
        both – ext.q  lost to ext.p
      """
    try expect(Keyed.self, #"{"ext": {"p": 1, "q": 2}}"#, report)
  }

  /// Expects the same report for text, data and dictionaries.
  ///
  /// The keys of the text are sorted, because dictionaries are mapped in sorted order.
  private func expect(
    _ type: ModelObject.Type,
    _ json: String,
    _ report: String,
    _ sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = try type.explain(json: json).description
    #expect(text == report, sourceLocation: sourceLocation)
    let data = try type.explain(json: Data(json.utf8)).description
    #expect(data == report, sourceLocation: sourceLocation)
    for way in [WayIn.foundation, .native] {
      let dictionary = try JSONInput(json, by: way).dictionary()
      let tree = try type.explain(dictionary: dictionary).description
      #expect(tree == report, sourceLocation: sourceLocation)
    }
  }

  private final class Image: ModelObject {
    var imageId = 0
    var imageUrl: URL?
    var ratio = 1.0
  }

  private final class Person: ModelObject {
    var name = ""
    var image: Image?
    var birthday: Date?
    var level: Int8 = 0
    var nickname = ""
    var tags: [String] = []
    var score = 0
    var summary: String?
    var secret = 0
    weak var delegate: ModelObject?
    let made = 1
    lazy var later = 2
    var closure: (() -> Void)?

    override class var keyMapping: [String: JSONKey] {
      [
        "birthday": ["born", "ext.born"], "summary": "self.summary",
        "nickname": ["nick", "ext.nick"],
      ]
    }
    override class var ignoredProperties: Set<String> { ["secret"] }
  }

  private enum Color: String {
    case red, green
  }

  private enum Level: Int {
    case low, high
  }

  private struct Point: Codable {
    var x = 0
  }

  private struct Money: ModelValue {
    init?(modelValue: Any) { return nil }
    var modelValue: Any { 0 }
  }

  private final class Inner: ModelObject {
    var id = 0
  }

  private final class Accented: ModelObject {
    /// The accent is part of the letter.
    var café = 0
    override class var keyMatching: KeyMatching { .exact }
  }

  private final class Values: ModelObject {
    var small: UInt8 = 0
    var whole = 0
    var word = 0
    var list: [Int] = []
    var ratio = 0.0
    var huge = 0.0
    var flag = false
    var date = Date.distantPast
    var day = Date.distantPast
    var link = URL(filePath: "/")
    var uuid: UUID?
    var data = Data()
    var text = ""
    var color = Color.red
    var level = Level.low
    var point = Point()
    var money: Money?
    var inner: Inner?
    var names: [String: Int] = [:]
    var ids: [Int] = []
    var inners: [Inner] = []
    var counts: [String: Int] = [:]
    var years: [Int: Int] = [:]
    var anything: Any = 1
    var price: Decimal = 0
  }

  private struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  private final class Checked: ModelObject {
    var id = 0
    var name = ""

    override func validate() throws {
      if id < 0 { throw Refusal(description: "the id is negative") }
    }
  }

  private class Shape: ModelObject {
    var kind = ""

    override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? {
      dictionary["kind"] as? String == "circle" ? Circle.self : Inner.self
    }
  }

  private final class Circle: Shape {
    var radius = 0
  }

  private final class Owner: ModelObject {
    var one: Checked?
    var many: [Checked] = []
    var named: [String: Checked] = [:]
    var kept = Checked()
    var deep: Owner?
    var even = 0
    var shape: Shape?
    var odd: Shape?

    override class var transforms: [String: PropertyTransform] {
      [
        "even": PropertyTransform(read: { value in
          guard let value = value as? Int, value % 2 == 0 else {
            throw Refusal(description: "the number is odd")
          }
          return value
        })
      ]
    }
  }

  private final class Mapped: ModelObject {
    var bookId = 0
    var summary = ""
    var firstTitle = ""
    var userId = 0
    var authorId = 0
    var plainText = ""
    var missing = ""

    override class var keyMapping: [String: JSONKey] {
      [
        "bookId": ["id", "ID", "book_id"], "summary": "ext.desc",
        "firstTitle": "ext.pages[0].title",
        "userId": "user.id", "authorId": "user.id", "missing": ["a.b", "absent.deep"],
      ]
    }
  }
}
