import Foundation
import ModelObjectKit
import Testing

// In the tables of this file, a missing value means that the property keeps its value.

struct TextConversion {
  @Test(
    arguments: [
      (#""abc""#, "abc"),
      (#""""#, ""),
      (#"" a ""#, " a "),
      (#""\n""#, "\n"),
      (#""a\u0000b""#, "a\u{0}b"),
      (#""\ud83d\ude00 \u00e9""#, "😀 é"),
      (#""null""#, "null"),
      (#""nil""#, "nil"),
      (#""<null>""#, "<null>"),
      (#""(null)""#, "(null)"),
      (#""true""#, "true"),
      (#""2014-05-06""#, "2014-05-06"),
      ("5", "5"),
      ("-5", "-5"),
      ("0.1", "0.1"),
      ("8.2", "8.2"),
      ("-0.25", "-0.25"),
      ("9007199254740993", "9007199254740993"),
      ("-9223372036854775808", "-9223372036854775808"),
      ("18446744073709551615", "18446744073709551615"),
      ("true", "true"),
      ("false", "false"),
      ("null", nil),
      ("{}", nil),
      ("[]", nil),
      (#"["a"]"#, nil),
      (#"{"a": "b"}"#, nil),
    ] as [(String, String?)]
  )
  func takesTextNumbersAndBools(json: String, value: String?) {
    expect(json, becomes: value)
  }

  @Test(
    arguments: [
      "1.0", "-0", "0.10", "1e3", "1E+2", "1e400", "12345678901234567890123",
      "0.1000000000000000055511151231257827",
    ]
  )
  func takesANumberOfJSONTextAsItIsWritten(json: String) {
    expect(json, becomes: json, ways: WayIn.verbatim)
  }

  @Test func longTextIsWhole() throws {
    let text = String(repeating: "äö\u{1F600}", count: 50_000)
    for input in everyWay(#"{"value": "\#(text)"}"#) {
      let isWhole = try input.map(to: OneProperty<String>.self).value == text
      #expect(isWhole, "\(input)")
    }
  }
}

struct BoolConversion {
  /// Also a number that no `Double` holds.
  @Test(arguments: ["1e-400", "1e999", #""1e-400""#, #""1e999""#, "-1e-400"])
  func everyNumberButZeroIsTrue(json: String) throws {
    for model in [OneProperty<Bool>(), HookedProperty<Bool>()] {
      model.value = false
      try model.update(json: #"{"value": \#(json)}"#)
      #expect(model.value)
    }
  }

  @Test(
    arguments: [
      ("true", true),
      ("false", false),
      ("0", false),
      ("1", true),
      ("2", true),
      ("-1", true),
      ("0.5", true),
      ("0.0", false),
      (#""true""#, true),
      (#""TRUE""#, true),
      (#""Yes""#, true),
      (#""yes""#, true),
      (#""false""#, false),
      (#""False""#, false),
      (#""NO""#, false),
      (#""no""#, false),
      (#""1""#, true),
      (#""0""#, false),
      (#""2""#, true),
      (#""0.0""#, false),
      (#""""#, nil),
      (#""maybe""#, nil),
      (#""truee""#, nil),
      (#""12abc""#, nil),
      (#""null""#, nil),
      ("null", nil),
      ("{}", nil),
      ("[]", nil),
      ("[true]", nil),
    ] as [(String, Bool?)]
  )
  func takesBoolsNumbersAndWords(json: String, value: Bool?) {
    // Under strict options, these don't fit.
    if !["2", "-1", "0.5", #""2""#].contains(json) { expect(json, becomes: value) }
    // Whatever the value of the property.
    for before in [true, false] {
      for input in everyWay(#"{"value": \#(json)}"#) {
        let model = OneProperty<Bool>()
        model.value = before
        #expect(throws: Never.self) { try input.update(model, options: nil) }
        #expect(model.value == value ?? before, "\(input) over \(before)")
      }
    }
  }

  @Test(
    arguments: [
      ("1", true), ("0", false), ("1.0", true), ("-0", false), ("10e-1", true), ("0e5", false),
      ("2", nil), ("-1", nil), ("0.5", nil), ("1e300", nil), ("18446744073709551615", nil),
      ("1.00000000000000000001", nil), ("0.00000000000000000001", nil),
      (#""1""#, true), (#"" 01 ""#, true), (#""0.0""#, false), (#""2""#, nil), (#""-1""#, nil),
      (#""0.5""#, nil), (#""1e400""#, nil), (#""yes""#, true), (#""false""#, false), ("true", true),
    ] as [(String, Bool?)]
  )
  func underStrictOnlyZeroAndOneAreTruths(json: String, value: Bool?) throws {
    // A tree has no more digits than a `Double`.
    let ways = json.count > 20 ? WayIn.verbatim : WayIn.forms
    for input in ways.map({ JSONInput(#"{"value": \#(json)}"#, by: $0) }) {
      for types in [OneProperty<Bool>.self, HookedProperty<Bool>.self] {
        let model = try? input.map(to: types, options: .strict)
        #expect(model?.value == value, "\(input)")
      }
      let list = try? input.map(to: OneProperty<[Bool?]>.self, options: .strict)
      #expect(list?.value == value.map { [$0] }, "\(input)")
      if value == nil {
        #expect(
          input.issues(mappingTo: OneProperty<Bool>.self).map(\.path) == ["value"],
          "\(input)"
        )
      }
    }
  }

  @Test(
    arguments: [
      (#""true""#, true), ("0", false), ("null", .some(nil)), (#""null""#, .some(nil)),
      (#""maybe""#, nil),
    ] as [(String, Bool??)]
  )
  func optionalBoolsTakeNullToo(json: String, value: Bool??) {
    expect(json, becomes: value)
  }
}

struct NamedThingsConversion {
  @Test(
    arguments: [
      (#""https://example.com/a?b=c#d""#, "https://example.com/a?b=c#d"),
      (#"" https:\/\/example.com\/a\n""#, "https://example.com/a"),
      (#""a/b.png""#, "a/b.png"),
      (#""a/b.png ""#, "a/b.png"),
      (#""http://[""#, nil),
      (#""""#, nil),
      (#"" ""#, nil),
      (#""null""#, nil),
      ("null", nil),
      ("5", nil),
      ("true", nil),
      ("{}", nil),
      (#"["https://example.com"]"#, nil),
    ] as [(String, String?)]
  )
  func links(json: String, value: String?) {
    expect(json, becomes: value.flatMap { URL(string: $0) })
  }

  @Test(arguments: [#""""#, #""  ""#, "null", #""null""#])
  func emptyTextIsNothing(json: String) {
    expect(json, becomes: URL??.some(nil))
    expect(json, becomes: UUID??.some(nil))
    expect(json, becomes: TimeZone??.some(nil))
    if hasFoundation { expect(json, becomes: Locale??.some(nil)) }
  }

  @Test(
    arguments: [
      (#""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#, "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"),
      (#"" e621e1f8-c36c-495a-93fc-0c247a3e6e5f ""#, "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"),
      (#""E621E1F8-C36C-495A-93FC""#, nil),
      (#""E621E1F8-C36C-495A-93FC-0C247A3E6E5F0""#, nil),
      (#""G621E1F8-C36C-495A-93FC-0C247A3E6E5F""#, nil),
      (#""""#, nil),
      ("5", nil),
      ("null", nil),
      ("[]", nil),
    ] as [(String, String?)]
  )
  func identifiers(json: String, value: String?) {
    expect(json, becomes: value.flatMap { UUID(uuidString: $0) })
  }

  @Test(
    arguments: [
      (#""GMT""#, "GMT"),
      (#"" GMT ""#, "GMT"),
      (#""Nowhere/Atlantis""#, nil),
      (#""""#, nil),
      ("5", nil),
      ("null", nil),
      ("{}", nil),
    ] as [(String, String?)]
  )
  func timeZones(json: String, value: String?) {
    expect(json, becomes: value.flatMap { TimeZone(identifier: $0) })
  }

  @Test(
    .needsFoundation,
    arguments: [
      (#""de_DE""#, "de_DE"), (#"" en_US ""#, "en_US"), (#""""#, nil), ("5", nil), ("null", nil),
      ("{}", nil),
    ] as [(String, String?)]
  )
  func locales(json: String, value: String?) {
    expect(json, becomes: value.map { Locale(identifier: $0) })
  }

  @Test(
    arguments: [
      (#""aGVsbG8=""#, "hello"),
      (#""""#, ""),
      (#""***""#, nil),
      (#""aGVsbG8""#, nil),
      (#""null""#, nil),
      ("null", nil),
      ("5", nil),
      ("true", nil),
      ("{}", nil),
      ("[104]", nil),
    ] as [(String, String?)]
  )
  func bytes(json: String, value: String?) {
    expect(json, becomes: value.map { Data($0.utf8) })
  }
}

private enum Colour: String, Kept {
  case red, green, asItWas
  case nothing = "null"
  case one = "1"

  static var kept: Colour { .asItWas }
}

private enum Level: Int, Kept {
  case low = 1
  case high = 2
  case asItWas = 77

  static var kept: Level { .asItWas }
}

private enum Small: UInt8, Kept {
  case top = 255
  case overflow = 44
  case asItWas = 77

  static var kept: Small { .asItWas }
}

private enum Ratio: Double, Kept {
  case half = 0.5
  case asItWas = 77.5

  static var kept: Ratio { .asItWas }
}

struct EnumConversion {
  @Test(
    arguments: [
      (#""red""#, .red),
      (#""RED""#, nil),
      (#""purple""#, nil),
      (#""""#, nil),
      // A string as a raw value: "null" is an ordinary string.
      (#""null""#, .nothing),
      (#""nil""#, nil),
      ("1", .one),
      ("2", nil),
      ("true", nil),
      ("null", nil),
      ("{}", nil),
      ("[]", nil),
    ] as [(String, Colour?)]
  )
  private func textAsRawValue(json: String, value: Colour?) {
    expect(json, becomes: value)
  }

  @Test(
    arguments: [
      ("1", .low),
      ("2.0", .high),
      (#""2""#, .high),
      (#"" 2 ""#, .high),
      ("true", .low),
      ("3", nil),
      ("1.5", nil),
      (#""low""#, nil),
      (#""null""#, nil),
      ("null", nil),
      ("{}", nil),
    ] as [(String, Level?)]
  )
  private func numberAsRawValue(json: String, value: Level?) {
    expect(json, becomes: value)
  }

  @Test(
    arguments: [("255", .top), ("300", nil), ("-1", nil), ("44", .overflow)] as [(String, Small?)]
  )
  private func rawValuesDoNotWrapAround(json: String, value: Small?) {
    expect(json, becomes: value)
  }

  @Test(
    arguments: [("0.5", .half), (#""0.5""#, .half), ("0.25", nil)] as [(String, Ratio?)]
  )
  private func fractionAsRawValue(json: String, value: Ratio?) {
    expect(json, becomes: value)
  }

  @Test func optionalEnumsTakeNullAndKeepTheirValueForAnUnknownOne() {
    expect("null", becomes: Colour??.some(nil))
    expect(#""red""#, becomes: Colour??.some(.red))
    expect(#""purple""#, becomes: Colour??.none)
    expect(#""null""#, becomes: Colour??.some(.nothing))
    expect(#""null""#, becomes: Level??.some(nil))
    expect("3", becomes: Level??.none)
  }
}
