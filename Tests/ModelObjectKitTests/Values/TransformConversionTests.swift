import Foundation
import ModelObjectKit
import Testing

private struct Refusal: Error {}

private final class Bill: ModelObject {
  var price = 0.0
  var cents: Int?
  var names: [String] = []
  var seen = "nothing"
  var guarded = 7
  var plain = 0

  override class var transforms: [String: PropertyTransform] {
    [
      "price": PropertyTransform(read: { value in
        (value as? String).map { $0.replacingOccurrences(of: "$", with: "") } ?? value
      }),
      "cents": PropertyTransform(read: { value in
        guard let number = value as? Double else { return nil }
        return (number * 100).rounded()
      }),
      "names": PropertyTransform(read: { value in
        (value as? String)?.split(separator: ",").map(String.init)
      }),
      "seen": PropertyTransform(read: { value in value == nil ? "null" : "\(type(of: value))" }),
      "guarded": PropertyTransform(read: { value in
        guard value as? Int != 13 else { throw Refusal() }
        return value
      }),
    ]
  }
}

private final class Priced: ModelObject {
  var price = -1.0
  var limit: Double? = 5
  var names: [String] = []
  var either = 0
  var at: Date?
  var loose: Int?

  override class var transforms: [String: PropertyTransform] {
    [
      "price": PropertyTransform(from: Double.self, read: { $0 / 100 }, write: { $0 * 100 }),
      "limit": PropertyTransform(from: Double.self, read: { $0 < 0 ? nil : $0 / 100 }),
      "names": PropertyTransform(from: String.self) { $0.split(separator: ",").map(String.init) },
      "either": PropertyTransform(from: Int?.self) { number in
        guard number != 13 else { throw Refusal() }
        return number == 14 ? nil : (number ?? 7) * 2
      },
      "at": PropertyTransform(
        from: Int.self,
        read: { Date(timeIntervalSinceReferenceDate: Double($0)) },
        write: { (date: Date) in Int(date.timeIntervalSinceReferenceDate) }
      ),
      "loose": PropertyTransform(
        from: String.self,
        read: { $0.count > 3 },
        write: { (_: Bool) in "" }
      ),
    ]
  }
}

/// A transform that returns what it gets is as none at all.
struct TransformsThatChangeNothing {
  private class Plain: ModelObject {
    var text = "kept"
    var texts: [String] = []
    var exact: Decimal?
    var any: Any?
    var number: Double?
  }

  private final class Through: Plain {
    override class var transforms: [String: PropertyTransform] {
      let same = PropertyTransform(read: { $0 })
      return ["text": same, "texts": same, "exact": same, "any": same, "number": same]
    }
  }

  @Test(arguments: [
    "1e400", "-1e400", "1e999999", "1.50", "0.1234567890123456789", "-0", "12345678901234567890123",
    "[1e400, 2, 1.50]", #"{"a": 1e400, "b": [1e400]}"#, "true", "null", #""x""#,
  ])
  func leaveNumbersAsTheyAreWritten(value: String) throws {
    for key in ["text", "texts", "exact", "any", "number"] {
      for input in everyWay(#"{"\#(key)": \#(value)}"#, WayIn.verbatim) {
        let (plain, through) = (try input.map(to: Plain.self), try input.map(to: Through.self))
        #expect(plain.text == through.text && plain.texts == through.texts, "\(input)")
        #expect(plain.exact == through.exact && plain.number == through.number, "\(input)")
        #expect("\(plain.any ?? "nil")" == "\(through.any ?? "nil")", "\(input)")
        let issues = input.issues(mappingTo: Plain.self, options: .strictButMissing)
        #expect(
          input.issues(mappingTo: Through.self, options: .strictButMissing).map(\.description)
            == issues.map(\.description),
          "\(input)"
        )
      }
    }
    #expect(try Through(json: #"{"text": 1e400}"#).text == "1e400")
  }
}

struct TypedTransforms {
  @Test(arguments: ["1250", "1250.0", #""1250""#, "1.25e3", #"" 1250 ""#])
  func seeTheConvertedValue(number: String) throws {
    for input in everyWay(#"{"price": \#(number), "limit": \#(number), "names": "a,b"}"#) {
      let priced = try input.map(to: Priced.self, options: .strictButMissing)
      #expect(priced.price == 12.5, "\(input)")
      #expect(priced.limit == 12.5, "\(input)")
      #expect(priced.names == ["a", "b"], "\(input)")
      let back = try Priced(json: #"{"price": 0}"#)
      try back.update(json: priced.jsonString())
      #expect(back.price == 12.5)
    }
  }

  @Test(arguments: [
    (#"{"price": "dear"}"#, #"price: expected Double, found String "dear""#),
    (#"{"price": {}}"#, "price: expected Double, found an object"),
    (#"{"names": ["a"]}"#, "names: expected String, found an array"),
    (#"{"price": null}"#, "price: null where a value is expected (Double)"),
    (#"{"either": 14}"#, "either: the transform returned nil for Int 14 (Int)"),
    (#"{"either": 13}"#, "either: rejected: Refusal()"),
    (#"{"limit": true, "price": [1]}"#, "price: expected Double, found an array"),
  ])
  func refuseWithTheInputsOwnWords(json: String, issue: String) throws {
    for input in everyWay(json) {
      let issues = input.issues(mappingTo: Priced.self, options: .strictButMissing)
      #expect(issues.map(\.description).contains(issue), "\(input): \(issues)")
      let priced = try input.map(to: Priced.self)
      #expect(priced.price == -1 && priced.names == [] && priced.either == 0, "\(input)")
    }
  }

  @Test func nilAndNullEmptyAnOptional() throws {
    for json in [#"{"limit": -1}"#, #"{"limit": null}"#] {
      for input in everyWay(json) {
        #expect(try input.map(to: Priced.self, options: .strictButMissing).limit == nil, "\(input)")
      }
    }
  }

  @Test func nullIsAValueOfAnOptionalType() throws {
    for input in everyWay(#"{"either": null}"#) {
      #expect(try input.map(to: Priced.self, options: .strictButMissing).either == 14, "\(input)")
    }
  }

  @Test func writeTakesThePropertysValueAndNothingElse() throws {
    let priced = try Priced(json: #"{"at": "60"}"#)
    #expect(priced.at == Date(timeIntervalSinceReferenceDate: 60))
    #expect(try priced.dictionaryRepresentation()["at"] as? Int == 60)
    priced.loose = 1
    let error = #expect(throws: ModelError.self) { try priced.jsonString() }
    #expect(error?.path == "loose")
    let reason = error.map { "\($0.underlyingError ?? $0)" } ?? ""
    #expect(reason.contains("write takes Bool, but the property holds Int"))
  }

  @Test func aNilFromAnUntypedOneIsNoNullInTheInput() throws {
    class Item: ModelObject {
      var price = 0
      override class var transforms: [String: PropertyTransform] {
        ["price": PropertyTransform(read: { _ in nil })]
      }
    }
    #expect(
      try Item.explain(json: #"{"price": 1}"#).description.contains("the transform returned nil")
    )
    for (json, words) in [
      (#"{"price": 1}"#, "price: the transform returned nil for Int 1 (Int)"),
      (#"{"price": null}"#, "price: null where a value is expected (Int)"),
    ] {
      let error = #expect(throws: ModelError.self) { try Item(json: json, options: .strict) }
      #expect(error?.issues.map(\.description) == [words])
    }
  }

  @Test func ofATypeThatCannotBeMappedStopTheProgram() async {
    await #expect(processExitsWith: .failure) {
      class Odd: ModelObject {
        var a = 0
        override class var transforms: [String: PropertyTransform] {
          ["a": PropertyTransform(from: (Int, Int).self) { $0.0 }]
        }
      }
      _ = try? Odd(json: "{}")
    }
  }
}

struct Conversion {
  @Test func isThatOfTheTable() {
    for value in [1250, 1250.0, "1250", 1.25e3, " 1250 ", Decimal(1250), UInt8(125)] as [Any] {
      let wanted = value is UInt8 ? 125 : 1250
      #expect(ModelObject.convert(value, to: Int.self) == wanted)
      #expect(ModelObject.convert(value, to: Double.self) == Double(wanted))
    }
    for value in [nil, NSNull(), "x", [1], "null", 1.5] as [Any?] {
      #expect(ModelObject.convert(value, to: Int.self) == nil)
    }
    #expect(ModelObject.convert(["1", 2, "x"] as [Any], to: [Int].self) == [1, 2])
    #expect(ModelObject.convert(["a": "1"], to: [String: Bool].self) == ["a": true])
    #expect(ModelObject.convert("2014-05-06", to: Date.self) != nil)
    #expect(ModelObject.convert(nil, to: Int?.self) == .some(nil))
    #expect(ModelObject.convert(1, to: (Int, Int).self) == nil)
    #expect(ModelObject.convert(["price": "5"], to: Priced.self)?.price == 0.05)
  }

  @Test func followsTheOptionsOfTheClass() {
    class Day: ModelObject {
      override class var mappingOptions: MappingOptions {
        var options = MappingOptions()
        options.dates.format = .custom("dd.MM.yyyy")
        return options
      }
    }
    #expect(Day.convert("06.05.2014", to: Date.self) != nil)
    #expect(ModelObject.convert("06.05.2014", to: Date.self) == nil)
  }
}

struct TransformConversion {
  @Test func seesTheRawValueFirst() throws {
    for input in everyWay(#"{"price": "$12.50", "cents": 0.25, "names": "a,b", "plain": "3"}"#) {
      let bill = try input.map(to: Bill.self, options: .strictButMissing)
      #expect(bill.price == 12.5, "\(input)")
      #expect(bill.cents == 25, "\(input)")
      #expect(bill.names == ["a", "b"], "\(input)")
      #expect(bill.plain == 3, "\(input)")
    }
  }

  @Test func whatItReturnsGoesThroughTheTable() throws {
    for input in everyWay(#"{"price": "$cheap"}"#) {
      #expect(try input.map(to: Bill.self).price == 0, "\(input)")
      let issues = input.issues(mappingTo: Bill.self, options: .strictButMissing)
      #expect(issues.map(\.path) == ["price"], "\(input)")
    }
  }

  /// A property gets what the transform returns, even if that is what it was given.
  @Test func whatItReturnsCountsInPlaceOfTheInput() throws {
    class Label: ModelObject {
      var text = ""
      override class var transforms: [String: PropertyTransform] {
        ["text": PropertyTransform(from: Double.self) { $0 }]
      }
    }
    for input in everyWay(#"{"text": "1.50"}"#) {
      #expect(try input.map(to: Label.self).text == "1.5", "\(input)")
    }
  }

  /// Without a type, a value that comes back unchanged is mapped as if there were no transform.
  @Test(arguments: [MappingOptions().dates.conversion, .date, .timeInterval])
  func whatAnUntypedOneGivesBackIsTheInput(conversion: DateOptions.Conversion) throws {
    class Plain: ModelObject {
      var text = ""
      var texts: [String] = []
      var amount: Decimal = 0
      var large: Int128 = 0
      var next: Plain?
      var point: Point?
      struct Point: Codable, Equatable { var day = "" }
    }
    final class Transformed: Plain {
      override class var transforms: [String: PropertyTransform] {
        let names = ["text", "texts", "amount", "large", "next", "point"]
        return Dictionary(uniqueKeysWithValues: names.map { ($0, .init(read: { $0 })) })
      }
    }
    let number = "12345678901234567890.12345678901234567"
    let json = #"""
      {"text": 1.50, "texts": [1.50, "2014-05-06"], "amount": \#(number),
       "large": 123456789012345678901234567890, "next": {"text": "2014-05-06"},
       "point": {"day": "2014-05-06"}}
      """#
    var options = MappingOptions()
    options.dates.conversion = conversion
    for input in everyWay(json) {
      let plain = try input.map(to: Plain.self, options: options)
      #expect(plain.texts.last == "2014-05-06" && plain.next?.text == "2014-05-06", "\(input)")
      let transformed = try input.map(to: Transformed.self, options: options)
      #expect(transformed.text == plain.text && transformed.texts == plain.texts, "\(input)")
      #expect(transformed.amount == plain.amount && transformed.large == plain.large, "\(input)")
      #expect(transformed.next == plain.next && transformed.point == plain.point, "\(input)")
    }
    #expect(try Transformed(json: json).amount == Decimal(string: number))
    let skipped = #"{"texts": ["a", 1e400, {}]}"#
    for type in [Plain.self, Transformed.self] {
      let issues = try type.explain(json: skipped).issues.filter { $0.kind == .typeMismatch }
      #expect(issues.map(\.path) == ["texts[2]"])
    }
  }

  @Test func aTypedOneReadsDatesInThePropertysFormat() throws {
    class Day: ModelObject {
      var day: Date?
      override class var transforms: [String: PropertyTransform] {
        [
          "day": PropertyTransform(from: Date.self) {
            $0 + 3600
          } write: {
            $0 - 3600
          }
        ]
      }
      override class var dateFormats: [String: DateOptions.Format] {
        ["day": .custom("dd.MM.yyyy")]
      }
    }
    let json = #"{"day":"02.01.1970"}"#
    for input in everyWay(json) {
      let day = try input.map(to: Day.self, options: .strictButMissing)
      #expect(day.day == Date(timeIntervalSince1970: 90_000), "\(input)")
      #expect(try day.jsonString() == json)
    }
  }

  @Test func nilEmptiesAnOptional() throws {
    for input in everyWay(#"{"cents": "none"}"#) {
      let bill = Bill()
      bill.cents = 5
      try input.update(bill, options: nil)
      #expect(bill.cents == nil, "\(input)")
    }
  }

  @Test(arguments: [("null", "null"), ("{}", nil), ("5", nil)] as [(String, String?)])
  func isAskedAboutNullToo(json: String, text: String?) throws {
    for input in everyWay(#"{"seen": \#(json)}"#) {
      let seen = try input.map(to: Bill.self).seen
      if let text {
        #expect(seen == text, "\(input)")
      } else {
        #expect(seen != "nothing" && seen != "null", "\(input)")
      }
    }
  }

  @Test func isNotAskedAboutAMissingKey() throws {
    #expect(try Bill(json: "{}").seen == "nothing")
    #expect(try Bill(dictionary: [:]).seen == "nothing")
  }

  @Test func whenItThrowsThePropertyKeepsItsValue() throws {
    for input in everyWay(#"{"guarded": 13, "plain": 5}"#) {
      let bill = try input.map(to: Bill.self)
      #expect(bill.guarded == 7, "\(input)")
      #expect(bill.plain == 5, "\(input)")
      let issues = input.issues(mappingTo: Bill.self, options: .strictButMissing)
      #expect(issues.map(\.path) == ["guarded"], "\(input)")
    }
  }

  /// Strings of equivalent characters are different values.
  @Test func mayChangeCharactersToEquivalentOnes() throws {
    final class Composed: ModelObject {
      var name = ""
      override class var transforms: [String: PropertyTransform] {
        [
          "name": PropertyTransform(
            read: { ($0 as? String)?.precomposedStringWithCanonicalMapping }
          )
        ]
      }
      override func didExport(_ dictionary: inout [String: Any]) throws {
        dictionary["name"] = (dictionary["name"] as? String)?.decomposedStringWithCanonicalMapping
      }
    }
    for input in everyWay("{\"name\": \"e\u{301}\"}", WayIn.formsAndDecoder) {
      let composed = try input.map(to: Composed.self)
      #expect(composed.name.unicodeScalars.count == 1, "\(input)")
      #expect(try composed.jsonString().unicodeScalars.contains("\u{301}"), "\(input)")
    }
  }

  /// Of keys with the same text, the string counts in each run.
  @Test func aDictionaryOfKeysOfSeveralTypesHasOneValueForAText() throws {
    for _ in 0..<20 {
      let pairs: [AnyHashable: Any] = ["1": "a", 1: "b", 2: "c", UInt8(3): "d", "3": "e"]
      let one = try OneProperty<[String: String]>(dictionary: ["value": pairs])
      #expect(one.value == ["1": "a", "2": "c", "3": "e"])
    }
  }
}
