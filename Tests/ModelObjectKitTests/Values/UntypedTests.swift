import Foundation
import ModelObjectKit
import Testing

private class Loose: ModelObject {
  var any: Any = "as it was"
  var optional: Any? = "as it was"
  var list: [Any] = ["as it was"]
  var optionals: [Any?] = ["as it was"]
  var object: [String: Any] = ["kept": true]
}

/// With a hook, which gets the value of an `Any`.
private final class HookedLoose: Loose {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// A value with its type, all the way down: `Int(5)`, `[String("a")]`.
private func typed(_ value: Any?) -> String {
  switch value {
  case nil: "nil"
  case let list as [Any]: "[" + list.map(typed).joined(separator: ", ") + "]"
  case let object as [String: Any]:
    "{"
      + object.sorted { $0.key < $1.key }.map { "\($0.key): \(typed($0.value))" }
      .joined(separator: ", ") + "}"
  case is NSNull: "null"
  case let .some(value): "\(type(of: value))(\(value))"
  }
}

struct UntypedValues {
  /// Also if that can't be read.
  @Test func haveTheLastValueOfARepeatedKey() throws {
    let object = #"{"a": 1, "a": 1e400, "b": 1e400, "b": 1, "c": {"d": 1, "d": 1e400}}"#
    let json = #"{"any": \#(object), "list": [\#(object)], "object": \#(object)}"#
    func check<Model: Loose>(_ type: Model.Type, _ options: MappingOptions) throws {
      let loose = try Model(json: json, options: options)
      let value = "{b: Int(1), c: {}}"
      #expect(typed(loose.any) == value && typed(loose.list) == "[\(value)]")
      #expect(typed(loose.object) == value)
    }
    var noting = MappingOptions()
    noting.issueHandler = { _ in }
    for options in [MappingOptions(), noting] {
      try check(Loose.self, options)
      try check(HookedLoose.self, options)
    }
  }

  @Test(
    arguments: [
      (#""a""#, "String(a)"),
      (#""""#, "String()"),
      (#""null""#, "String(null)"),
      (#""2014-05-06""#, "String(2014-05-06)"),
      ("true", "Bool(true)"),
      ("false", "Bool(false)"),
      ("0", "Int(0)"),
      ("1", "Int(1)"),
      ("-9223372036854775808", "Int(-9223372036854775808)"),
      ("9223372036854775807", "Int(9223372036854775807)"),
      ("9223372036854775808", "UInt64(9223372036854775808)"),
      ("18446744073709551615", "UInt64(18446744073709551615)"),
      ("1.5", "Double(1.5)"),
      ("0.1", "Double(0.1)"),
      ("-8.2", "Double(-8.2)"),
      ("[]", "[]"),
      ("{}", "{}"),
      (
        #"[1, "a", null, [true], {"b": 0.5}]"#,
        "[Int(1), String(a), null, [Bool(true)], {b: Double(0.5)}]"
      ),
      (
        #"{"a": null, "b": {"c": [1]}, "": "x"}"#,
        "{: String(x), a: null, b: {c: [Int(1)]}}"
      ),
    ]
  )
  func areSwiftsOwn(json: String, value: String) throws {
    for input in everyWay(#"{"any": \#(json), "optional": \#(json)}"#) {
      for type in [Loose.self, HookedLoose.self] {
        let loose = try map(input, to: type)
        #expect(typed(loose.any) == value, "\(input) in \(type)")
        #expect(typed(loose.optional) == value, "\(input) in \(type)")
      }
    }
  }

  @Test(
    arguments: [
      ("12345678901234567890.123", "12345678901234567890.123"),
      ("-0.123456789012345678", "-0.123456789012345678"),
      ("18446744073709551617", "18446744073709551617"),
      ("3.14159265358979323846264338327", "3.14159265358979323846264338327"),
      ("1.23456789012345678e-9", "0.00000000123456789012345678"),
      // Whole numbers that no integer type holds, whatever their digits are.
      ("100000000000000000000", "100000000000000000000"),
      ("-10000000000000000000", "-10000000000000000000"),
      ("18446744073709551616", "18446744073709551616"),
      ("1" + String(repeating: "0", count: 80), "1" + String(repeating: "0", count: 80)),
    ]
  )
  func areDecimalsOfMoreThanSeventeenDigitsOrTooLargeForIntegers(json: String, value: String) throws
  {
    for way in WayIn.verbatim {
      let input = JSONInput(#"{"any": \#(json), "list": [\#(json)]}"#, by: way)
      for type in [Loose.self, HookedLoose.self] {
        let loose = try map(input, to: type)
        #expect(typed(loose.any) == "Decimal(\(value))", "\(input) in \(type)")
        #expect(typed(loose.list) == "[Decimal(\(value))]", "\(input) in \(type)")
      }
    }
  }

  /// Seventeen digits are what programs print of a `Double`, and not always the shortest ones.
  @Test(
    arguments: [
      ("8.560302999999999", "8.560303"),
      ("-87.575126999999995", "-87.575127"),
      ("0.30000000000000004", "0.30000000000000004"),
      ("0.000012345678901234568", "1.2345678901234568e-05"),
      ("1.7976931348623157e+308", "1.7976931348623157e+308"),
      ("4.9406564584124654e-324", "5e-324"),
      ("9007199254740993.5", "9.007199254740994e+15"),
      ("12.50000000000000000000", "12.5"),
      ("5.0", "5.0"), ("5e0", "5.0"), ("1E2", "100.0"), ("1e21", "1e+21"), ("-0", "-0.0"),
      ("100000000000000000000.0", "1e+20"),
      // A `Decimal` has no room for these.
      ("1" + String(repeating: "0", count: 166), "1e+166"),
      ("0.1234567890123456789012345678901234567890123", "0.12345678901234568"),
    ]
  )
  func areDoublesUpToSeventeenDigits(json: String, value: String) throws {
    for way in WayIn.verbatim {
      let input = JSONInput(#"{"any": \#(json), "list": [\#(json)]}"#, by: way)
      for type in [Loose.self, HookedLoose.self] {
        let loose = try map(input, to: type)
        #expect(typed(loose.any) == "Double(\(value))", "\(input) in \(type)")
        #expect(typed(loose.list) == "[Double(\(value))]", "\(input) in \(type)")
      }
    }
  }

  @Test func nullIsNilInAnOptionalAndLeftAloneElsewhere() throws {
    for input in everyWay(#"{"any": null, "optional": null, "list": null, "object": null}"#) {
      let loose = try input.map(to: Loose.self)
      #expect(typed(loose.any) == "String(as it was)", "\(input)")
      #expect(loose.optional == nil, "\(input)")
      #expect(typed(loose.list) == "[String(as it was)]", "\(input)")
      #expect(typed(loose.object) == "{kept: Bool(true)}", "\(input)")
      let issues = input.issues(mappingTo: Loose.self, options: .strictButMissing)
      #expect(issues.map(\.path).sorted() == ["any", "list", "object"], "\(input)")
      #expect(issues.allSatisfy { $0.kind == .unexpectedNull }, "\(input)")
    }
  }

  @Test func arraysAndObjectsTakeWhatTheirTypesSay() throws {
    for input in everyWay(#"{"list": [1, null, "a"], "object": {"a": [null]}}"#) {
      let loose = try input.map(to: Loose.self)
      #expect(typed(loose.list) == "[Int(1), null, String(a)]", "\(input)")
      #expect(typed(loose.object) == "{a: [null]}", "\(input)")
    }
    for input in everyWay(#"{"list": 5, "object": []}"#) {
      let loose = try input.map(to: Loose.self)
      #expect(typed(loose.list) == "[Int(5)]", "\(input)")
      #expect(typed(loose.object) == "{}", "\(input)")
    }
    for input in everyWay(#"{"list": "", "object": [1]}"#) {
      let loose = try input.map(to: Loose.self)
      #expect(typed(loose.list) == "[]", "\(input)")
      #expect(typed(loose.object) == "{kept: Bool(true)}", "\(input)")
    }
    for input in everyWay(#"{"optionals": [1, null]}"#) {
      let loose = try input.map(to: Loose.self)
      #expect(loose.optionals.count == 2, "\(input)")
      #expect(typed(loose.optionals.first.flatMap(\.self)) == "Int(1)", "\(input)")
    }
  }

  @Test func foundationsValuesBecomeSwifts() throws {
    let loose = try Loose(
      dictionary: [
        "any": NSNumber(value: 5),
        "optional": NSString("a"),
        "list": NSArray(array: [NSNumber(value: true), NSNumber(value: 0.5), NSNull()]),
        "object": NSDictionary(dictionary: ["a": NSArray(array: [NSNumber(value: UInt64.max)])]),
      ]
    )
    #expect(typed(loose.any) == "Int(5)")
    #expect(typed(loose.optional) == "String(a)")
    #expect(typed(loose.list) == "[Bool(true), Double(0.5), null]")
    #expect(typed(loose.object) == "{a: [UInt64(18446744073709551615)]}")
    #expect(type(of: loose.any) == Int.self)
  }

  @Test func aGivenInstanceStaysItself() throws {
    let stranger = NSObject()
    let link = try #require(URL(string: "https://example.com"))
    let number: Int? = 5
    let loose = try Loose(
      dictionary: ["any": stranger, "optional": link, "list": [link, number as Any]]
    )
    #expect(loose.any as? NSObject === stranger)
    #expect(loose.optional as? URL == link)
    #expect(loose.list.first as? URL == link)
    #expect(typed(loose.list.last) == "Int(5)")
  }

  @Test func dateTextBecomesWhatTheConversionSays() throws {
    let json =
      #"{"any": "2014-05-06", "list": ["2014-05-06", "20140506", "soon"], "object": {"a": "2014-05-06"}}"#
    let date = Date(timeIntervalSince1970: 1_399_334_400)
    var options = MappingOptions()
    for input in everyWay(json) {
      options.dates.conversion = .date
      let dates = try input.map(to: Loose.self, options: options)
      #expect(dates.any as? Date == date, "\(input)")
      #expect(dates.list.first as? Date == date, "\(input)")
      #expect(Array(dates.list.dropFirst()) as? [String] == ["20140506", "soon"], "\(input)")
      #expect(dates.object["a"] as? Date == date, "\(input)")
      options.dates.conversion = .timeInterval
      let seconds = try input.map(to: Loose.self, options: options)
      #expect(seconds.any as? Double == 1_399_334_400, "\(input)")
      #expect(seconds.list.first as? Double == 1_399_334_400, "\(input)")
      for conversion in [DateOptions.Conversion.automatic, .string] {
        options.dates.conversion = conversion
        let text = try input.map(to: Loose.self, options: options)
        #expect(text.any as? String == "2014-05-06", "\(input)")
        #expect(text.object["a"] as? String == "2014-05-06", "\(input)")
      }
    }
  }

  private func map(_ input: some MappingInput, to type: Loose.Type) throws -> Loose {
    type == HookedLoose.self ? try input.map(to: HookedLoose.self) : try input.map(to: Loose.self)
  }
}
