import Foundation
import ModelObjectKit
import Testing

/// A custom type, read from a number or a string with a unit.
private struct Celsius: ModelValue, Equatable, Kept {
  var degrees: Double

  static var kept: Celsius { Celsius(degrees: 77.5) }

  init(degrees: Double) {
    self.degrees = degrees
  }

  init?(modelValue: Any) {
    switch modelValue {
    case let number as Double: degrees = number
    case let number as Int: degrees = Double(number)
    case let text as String where text.hasSuffix("°"):
      guard let number = Double(text.dropLast()) else { return nil }
      degrees = number
    default: return nil
    }
  }

  var modelValue: Any { degrees }
}

/// A custom type that is written as an object.
private struct Size: ModelValue, Equatable, Kept {
  var width: Int
  var height: Int

  static var kept: Size { Size(width: 77, height: 77) }

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  init?(modelValue: Any) {
    guard let object = modelValue as? [String: Any],
      let width = object["width"] as? Int,
      let height = object["height"] as? Int
    else { return nil }
    self.init(width: width, height: height)
  }

  var modelValue: Any { ["width": width, "height": height] }
}

/// Both a `ModelValue` and `Codable`: `ModelValue` comes first.
private struct Flag: ModelValue, Codable, Equatable, Kept {
  var on: Bool

  static var kept: Flag { Flag(on: false) }

  init(on: Bool) {
    self.on = on
  }

  init?(modelValue: Any) {
    guard modelValue as? String == "on" else { return nil }
    on = true
  }

  var modelValue: Any { on ? "on" : "off" }
}

struct ModelValueConversion {
  @Test(
    arguments: [
      ("21.5", 21.5), ("21", 21), (#""21.5°""#, 21.5), (#""cold""#, nil), ("{}", nil),
      ("[21]", nil), ("null", nil),
    ] as [(String, Double?)]
  )
  func asksTheTypeItself(json: String, degrees: Double?) {
    expect(json, becomes: degrees.map(Celsius.init(degrees:)))
  }

  @Test func inOptionalsAndCollections() {
    expect("21", becomes: Celsius??.some(Celsius(degrees: 21)))
    expect("null", becomes: Celsius??.some(nil))
    expect(#""cold""#, becomes: Celsius??.none)
    expect(
      #"[1, "cold", 2, null]"#,
      becomes: [Celsius(degrees: 1), Celsius(degrees: 2)],
      issuesAt: ["value[1]", "value[3]"]
    )
    expect(
      #"{"a": 1, "b": "cold"}"#,
      becomes: ["a": Celsius(degrees: 1)],
      issuesAt: ["value.b"]
    )
    expect("1", becomes: [Celsius(degrees: 1)])
  }

  @Test func getsSwiftValuesFromEveryInput() {
    expect(#"{"width": 2, "height": 3}"#, becomes: Size(width: 2, height: 3))
    expect(#"{"width": 2}"#, becomes: Size?.none)
    expect(
      given: NSDictionary(dictionary: ["width": 2, "height": 3]),
      becomes: Size(width: 2, height: 3)
    )
    expect(given: Size(width: 1, height: 1), becomes: Size(width: 1, height: 1))
  }

  @Test func goesBeforeCodable() {
    expect(#""on""#, becomes: Flag(on: true))
    expect(#"{"on": true}"#, becomes: Flag?.none)
  }
}

private struct Event: Codable, Equatable, Kept {
  var name: String
  var start: Date?
  var tags: [String]?

  static var kept: Event { Event(name: "as it was") }
}

private enum Shape: Codable, Equatable, Kept {
  case circle(radius: Double)
  case square

  static var kept: Shape { .square }
}

struct CodableConversion {
  @Test(
    arguments: [
      (#"{"name": "a"}"#, Event(name: "a")),
      (#"{"name": "a", "extra": [1]}"#, Event(name: "a")),
      (#"{"name": "a", "tags": ["b"]}"#, Event(name: "a", tags: ["b"])),
      (#"{"tags": ["b"]}"#, nil),
      (#"{"NAME": 5}"#, Event(name: "5")),
      (#"{"name": null}"#, nil),
      (#"{"name": "a", "tags": [5]}"#, Event(name: "a", tags: ["5"])),
      (#"{"name": []}"#, nil),
      ("{}", nil),
      ("[]", nil),
      (#""a""#, nil),
      ("5", nil),
      ("null", nil),
    ] as [(String, Event?)]
  )
  private func isDecodedFromTheJSONOfTheValue(json: String, value: Event?) {
    expect(json, becomes: value)
  }

  @Test(
    arguments: [
      #""2014-05-06T00:00:00Z""#, #""2014-05-06""#, "1399334400", #""/Date(1399334400000)/""#,
    ]
  )
  func itsDatesAreReadByTheDateOptions(json: String) {
    expect(
      #"{"name": "a", "start": \#(json)}"#,
      becomes: Event(name: "a", start: Date(timeIntervalSince1970: 1_399_334_400))
    )
    var options = MappingOptions()
    options.dates.format = .custom("dd.MM.yyyy")
    expect(
      #"{"name": "a", "start": \#(json)}"#,
      becomes: Event(name: "a"),
      issuesAt: ["value.start"],
      options: options
    )
    expect(
      #"{"name": "a", "start": "06.05.2014"}"#,
      becomes: Event(name: "a", start: Date(timeIntervalSince1970: 1_399_334_400)),
      options: options
    )
  }

  @Test func typesOfEveryShape() {
    expect(#"{"circle": {"radius": 0.5}}"#, becomes: Shape.circle(radius: 0.5))
    expect(#"{"triangle": {}}"#, becomes: Shape?.none)
    expect("[1, 5]", becomes: 1...5)
    expect("[5, 1]", becomes: ClosedRange<Int>?.none)
  }

  @Test func inOptionalsAndCollections() {
    expect("null", becomes: Event??.some(nil))
    expect(#"{"name": "a"}"#, becomes: Event??.some(Event(name: "a")))
    expect(
      #"[{"name": "a"}, {"name": {}}, null]"#,
      becomes: [Event(name: "a")],
      issuesAt: ["value[1]", "value[2]"]
    )
    expect(#"{"name": "a"}"#, becomes: [Event(name: "a")])
    expect(
      #"{"x": {"name": "a"}, "y": 5}"#,
      becomes: ["x": Event(name: "a")],
      issuesAt: ["value.y"]
    )
  }

  /// A number that JSON doesn't have takes its value out of an export.
  @Test func withNumbersThatJSONDoesNotHaveIsOmitted() throws {
    struct Price: Codable { var amount: Decimal }
    struct Size: Codable { var length: Double }
    class Goods: ModelObject {
      var price: Price? = Price(amount: 1)
      var prices = [Price(amount: .nan), Price(amount: 2)]
      var size: Size?
      var sizes = [Size(length: .nan), Size(length: 2)]
    }
    let goods = Goods()
    goods.price = Price(amount: .nan)
    goods.size = Size(length: .nan)
    let expected = #"{"prices":[null,{"amount":2}],"sizes":[null,{"length":2.0}]}"#
    #expect(try goods.jsonString() == expected)
    let dictionary = try goods.dictionaryRepresentation() as NSDictionary
    #expect(try dictionary.isEqual(JSONSerialization.jsonObject(with: Data(expected.utf8))))
  }

  @Test func numbersAreExact() {
    expect(#"["18446744073709551615"]"#, becomes: Numbers?.none)
    expect(
      #"{"big": 18446744073709551615, "small": -9223372036854775808, "price": 0.1}"#,
      becomes: Numbers(
        big: .max,
        small: .min,
        price: Decimal(sign: .plus, exponent: -1, significand: 1)
      )
    )
    expect(#"{"big": 18446744073709551616, "small": 0, "price": 0}"#, becomes: Numbers?.none)
  }

  private struct Numbers: Codable, Equatable, Kept {
    var big: UInt64
    var small: Int64
    var price: Decimal

    static var kept: Numbers { Numbers(big: 77, small: 77, price: 77) }
  }
}
