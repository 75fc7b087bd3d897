import Foundation
import ModelObjectKit
import Testing

private enum Colour: String, Kept {
  case red, asItWas

  static var kept: Colour { .asItWas }
}

private struct Point: Codable, Equatable, Kept {
  var x: Int

  static var kept: Point { Point(x: 77) }
}

/// Values that a program puts into a dictionary itself.
struct GivenValues {
  @Test func anInstanceOfTheVeryTypeIsTakenAsItIs() throws {
    let link = try #require(URL(string: "https://example.com"))
    let identifier = UUID()
    let zone = try #require(TimeZone(identifier: "GMT"))
    expect(given: "text", becomes: "text")
    expect(given: link, becomes: link)
    expect(given: identifier, becomes: identifier)
    expect(given: zone, becomes: zone)
    if hasFoundation {
      expect(given: Locale(identifier: "de_DE"), becomes: Locale(identifier: "de_DE"))
    }
    expect(given: Data([1, 2]), becomes: Data([1, 2]))
    expect(given: Colour.red, becomes: Colour.red)
    expect(given: Point(x: 1), becomes: Point(x: 1))
    expect(given: [Colour.red], becomes: [Colour.red])
    expect(given: [Point(x: 1)], becomes: [Point(x: 1)])
    expect(given: ["a": Point(x: 1)], becomes: ["a": Point(x: 1)])
    expect(given: 1...5, becomes: 1...5)
    expect(given: Decimal(5), becomes: Decimal(5))
    expect(given: CGFloat(0.5), becomes: CGFloat(0.5))
  }

  @Test func anOptionalInAnyIsOpenedFirst() {
    let number: Int? = 5
    let nested: Int?? = 5
    let text: String? = "5"
    for value in [number as Any, nested as Any, text as Any] {
      expect(given: value, becomes: 5)
      expect(given: value, becomes: Int??.some(5))
      expect(given: value, becomes: "5")
      expect(given: value, becomes: 5.0)
      expect(given: [value], becomes: [5])
      expect(given: ["a": value], becomes: ["a": 5])
    }
    let colour: Colour? = .red
    expect(given: colour as Any, becomes: Colour.red)
    let list: [Int]? = [1]
    expect(given: list as Any, becomes: [1])
    expect(given: [1, nil] as [Int?], becomes: [1], issuesAt: ["value[1]"])
    expect(given: [1, nil] as [Int?], becomes: [1, nil] as [Int?])
    expect(
      given: ["a": nil, "b": 1] as [String: Int?],
      becomes: ["a": nil, "b": 1] as [String: Int?]
    )
  }

  @Test func aStringTakesTheTextOfGivenThings() throws {
    let link = try #require(URL(string: "https://example.com/a"))
    let identifier = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    expect(given: link, becomes: "https://example.com/a")
    expect(given: identifier, becomes: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    expect(given: Date(timeIntervalSince1970: 0), becomes: "1970-01-01T00:00:00Z")
    expect(given: Date(timeIntervalSince1970: 0.5), becomes: "1970-01-01T00:00:00.5Z")
    expect(given: true, becomes: "true")
    expect(given: Int8(-5), becomes: "-5")
    expect(given: UInt64.max, becomes: "18446744073709551615")
    expect(given: Int128.max, becomes: "170141183460469231731687303715884105727")
    expect(given: 0.1, becomes: "0.1")
    expect(given: Float(0.1), becomes: "0.1")
    if hasFoundation { expect(given: CGFloat(0.1), becomes: "0.1") }
    expect(given: try #require(Decimal(string: "0.10")), becomes: "0.1")
  }

  @Test func foundationsValuesCountAsSwifts() {
    expect(given: NSString("text"), becomes: "text")
    expect(given: NSString("12"), becomes: 12)
    expect(given: NSString("2014-05-06"), becomes: Date(timeIntervalSince1970: 1_399_334_400))
    expect(given: NSString("red"), becomes: Colour.red)
    expect(given: NSNumber(value: 5), becomes: "5")
    expect(given: NSNumber(value: 0.1), becomes: "0.1")
    expect(given: NSNumber(value: true), becomes: "true")
    expect(given: NSNumber(value: true), becomes: true)
    expect(given: NSNumber(value: 0), becomes: Bool?.some(false))
    expect(given: NSNumber(value: 300), becomes: Int8?.none)
    expect(given: NSNumber(value: 2.5), becomes: 2.5)
    expect(
      given: NSArray(array: [1, NSString("2"), "x"]),
      becomes: [1, 2],
      issuesAt: ["value[2]"]
    )
    expect(given: NSArray(array: [1, 1]), becomes: Set([1]))
    expect(given: NSDictionary(dictionary: ["a": 1]), becomes: ["a": 1])
    expect(given: NSDictionary(dictionary: ["x": 1]), becomes: Point(x: 1))
    expect(
      given: NSDictionary(dictionary: ["a": NSArray(array: [NSNull(), 1])]),
      becomes: ["a": [nil, 1]] as [String: [Int?]]
    )
  }

  @Test func aDictionaryWithHashableKeysBridges() {
    expect(given: ["a": 1] as [AnyHashable: Any], becomes: ["a": 1])
    expect(given: [AnyHashable("x"): 1] as [AnyHashable: Any], becomes: Point(x: 1))
    expect(
      given: ["a": ["b": 1] as [AnyHashable: Any]] as [AnyHashable: Any],
      becomes: ["a": ["b": 1]]
    )
  }

  @Test func theValueInAHashableBoxCounts() {
    expect(given: AnyHashable("text"), becomes: "text")
    expect(given: AnyHashable("12"), becomes: 12)
    expect(given: AnyHashable(true), becomes: true)
    expect(given: AnyHashable(Decimal(5)), becomes: Decimal(5))
    expect(given: AnyHashable(Colour.red), becomes: Colour.red)
    expect(given: AnyHashable("2014-05-06"), becomes: Date(timeIntervalSince1970: 1_399_334_400))
    expect(given: ["a", 1] as [AnyHashable], becomes: ["a", "1"])
    expect(given: Set<AnyHashable>(["a"]), becomes: Set(["a"]))
    expect(given: ["a": "b"] as [String: AnyHashable], becomes: ["a": "b"])
  }

  @Test func thingsOfNoKnownKindAreLeftAlone() {
    final class Stranger {}
    let strangers: [Any] = [Stranger(), Stranger.self, { 5 }, (1, 2)]
    for stranger in strangers {
      expect(given: stranger, becomes: Int?.none)
      expect(given: stranger, becomes: String?.none)
      expect(given: stranger, becomes: Double?.none)
      expect(given: stranger, becomes: Bool?.none)
      expect(given: stranger, becomes: Date?.none)
      expect(given: stranger, becomes: Int??.none)
      expect(given: stranger, becomes: [String: Int]?.none)
      expect(given: stranger, becomes: Colour?.none)
      expect(given: stranger, becomes: Point?.none)
      expect(given: [1, stranger], becomes: [1], issuesAt: ["value[1]"])
    }
  }
}

/// Properties of Foundation's classes.
@Suite(.needsFoundation) struct FoundationClasses {
  private final class Holder: ModelObject {
    var number = NSNumber(value: 77)
    var text = NSString("as it was")
    var list = NSArray(array: [77])
    var object = NSDictionary(dictionary: ["kept": 77])
    var date = NSDate(timeIntervalSince1970: 77)
    var link: NSURL?
  }

  @Test func takeWhatTheirSwiftTypesTake() throws {
    let json = #"""
      {"number": 5, "text": "a", "list": [1, "b"], "object": {"a": 1},
       "date": "2014-05-06", "link": "https://example.com"}
      """#
    for input in everyWay(json) {
      let holder = try input.map(to: Holder.self, options: .strict)
      #expect(holder.number == NSNumber(value: 5), "\(input)")
      #expect(holder.text == NSString("a"), "\(input)")
      #expect(holder.list == NSArray(array: [1, "b"] as [Any]), "\(input)")
      #expect(holder.object == NSDictionary(dictionary: ["a": 1]), "\(input)")
      #expect(holder.date == NSDate(timeIntervalSince1970: 1_399_334_400), "\(input)")
      #expect(holder.link?.absoluteString == "https://example.com", "\(input)")
    }
  }

  @Test func aNumberKnowsAFractionAndABool() throws {
    for input in everyWay(#"{"number": 1.5}"#) {
      #expect(try input.map(to: Holder.self).number == NSNumber(value: 1.5), "\(input)")
    }
    for input in everyWay(#"{"number": true}"#) {
      #expect(try input.map(to: Holder.self).number.boolValue, "\(input)")
    }
    for input in everyWay(#"{"number": 18446744073709551615}"#) {
      #expect(try input.map(to: Holder.self).number.uint64Value == .max, "\(input)")
    }
  }

  @Test func keepTheirValueForWhatDoesNotFit() throws {
    let json = #"""
      {"number": {}, "text": {}, "list": {"a": 1}, "object": [1], "date": "soon", "link": 5}
      """#
    for input in everyWay(json) {
      let holder = try input.map(to: Holder.self)
      #expect(holder.number == NSNumber(value: 77), "\(input)")
      #expect(holder.text == NSString("as it was"), "\(input)")
      #expect(holder.object == NSDictionary(dictionary: ["kept": 77]), "\(input)")
      #expect(holder.date == NSDate(timeIntervalSince1970: 77), "\(input)")
      #expect(holder.link == nil, "\(input)")
      let paths = input.issues(mappingTo: Holder.self).map(\.path)
      #expect(Set(paths).isSuperset(of: ["number", "text", "object", "date", "link"]), "\(input)")
    }
  }

  @Test func takeAnInstanceAsGiven() throws {
    let list = NSArray(array: [1])
    let link = try #require(NSURL(string: "https://example.com"))
    let holder = try Holder(dictionary: ["list": list, "link": link, "number": 5, "text": "a"])
    #expect(holder.list == list)
    #expect(holder.link == link)
    #expect(holder.number == NSNumber(value: 5))
    #expect(holder.text == NSString("a"))
    let swift = try OneProperty<URL>(dictionary: ["value": link])
    #expect(swift.value.absoluteString == "https://example.com")
  }
}

/// Strings that `NSURL` accepts and `URL` rejects, for which Foundation on Linux traps.
@Suite(.needsFoundation) struct FoundationURLs {
  private class Link: ModelObject {
    var link: NSURL?
    var url: URL?
    var any: Any?
  }

  @Test(arguments: ["http://520suanfa.com/红黑树", "a b", "mailto:a|b", "http://a.b/%E4%BD"])
  func areTheSameAsURLs(text: String) throws {
    for link in [
      try Link(json: #"{"link": "\#(text)", "url": "\#(text)"}"#),
      try Link(dictionary: ["link": text, "url": text]),
      try Link(dictionary: ["link": URL(string: text) as Any, "url": URL(string: text) as Any]),
    ] {
      #expect(link.link?.absoluteString == link.url?.absoluteString && link.url != nil)
      #expect(try Link(json: link.jsonData()) == link)
    }
  }

  @Test(arguments: ["1ttp://a.b", "http://a.b", "a/b", "http://a.b:x"])
  func comeBack(text: String) throws {
    let link = try Link(json: #"{"link": "\#(text)"}"#)
    _ = "\(link)"
    #expect(try Link(json: link.jsonData()) == link)
    #expect(try Link(archive: link.archivedData(), subclasses: [Link.self]) == link)
    let value = try #require(link.link)
    let given = try Link(dictionary: ["link": value, "url": value, "any": value])
    #expect(given.link == link.link)
    #expect(given.url == URL(string: text))
  }
}
