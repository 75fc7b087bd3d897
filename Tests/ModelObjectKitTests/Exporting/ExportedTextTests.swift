import Foundation
import ModelObjectKit
import Testing

private class One<Value>: ModelObject {
  var value: Value?
}

/// A model with a property that is nil by default.
private func one<Value>(_ value: Value) -> One<Value> {
  let model = One<Value>()
  model.value = value
  return model
}

private enum Suit: String { case clubs, hearts }
private enum Rank: Int { case ace = 1 }
private struct Point: Codable { var x = 1.5; var at = Date(timeIntervalSinceReferenceDate: 0.25) }
private struct Celsius: ModelValue {
  var degrees = 0.0
  init(_ degrees: Double) { self.degrees = degrees }
  init?(modelValue: Any) { nil }
  var modelValue: Any { degrees }
}

struct ExportedTexts {
  private func expect(
    _ model: ModelObject,
    _ value: String?,
    _ options: ExportOptions = ExportOptions(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = try model.jsonString(options: options)
    let expected = value.map { #"{"value":\#($0)}"# } ?? "{}"
    #expect(text == expected, sourceLocation: sourceLocation)
    #expect(
      String(decoding: try model.jsonData(options: options), as: UTF8.self) == expected,
      sourceLocation: sourceLocation
    )
    // Foundation reads the text as the same values as in the dictionary.
    let tree = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
    let dictionary = NSDictionary(
      dictionary: try model.dictionaryRepresentation(options: options)
    )
    #expect(tree == dictionary, sourceLocation: sourceLocation)
  }

  @Test func integersAreExact() throws {
    try expect(one(0), "0")
    try expect(one(Int.min), "-9223372036854775808")
    try expect(one(Int64.max), "9223372036854775807")
    #expect(try one(UInt64.max).jsonString() == #"{"value":18446744073709551615}"#)
    #expect(
      try one(UInt128.max).jsonString()
        == #"{"value":340282366920938463463374607431768211455}"#
    )
    try expect(one(Int8(-128)), "-128")
    try expect(one(UInt8(200)), "200")
    for power in 1...18 {
      let value = Int(pow(10.0, Double(power)))
      try expect(one(value), "\(value)")
      try expect(one(value - 1), "\(value - 1)")
      try expect(one(-value), "-\(value)")
    }
  }

  @Test func numbersHaveTheShortestTextThatIsExact() throws {
    try expect(one(8.2), "8.2")
    try expect(one(3.0), "3.0")
    #expect(try one(-0.0).jsonString() == #"{"value":-0.0}"#)
    #expect(try one(0.1 + 0.2).jsonString() == #"{"value":0.30000000000000004}"#)
    try expect(one(1e300), "1e+300")
    try expect(one(Double.leastNonzeroMagnitude), "5e-324")
    #expect(try one(Float(8.2)).jsonString() == #"{"value":8.2}"#)
    #expect(try one(Float(8.2)).dictionaryRepresentation()["value"] as? Double == 8.2)
    try expect(one(CGFloat(0.5)), "0.5")
  }

  @Test(arguments: [
    "0.1", "3.14159265358979323846264338327950288", "-12", "1000000000000000000000",
  ])
  func decimalsKeepTheirDigits(text: String) throws {
    let decimal = try #require(Decimal(string: text))
    #expect(try one(decimal).jsonString() == #"{"value":\#(text)}"#)
    #expect(try one(decimal).dictionaryRepresentation()["value"] as? Decimal == decimal)
  }

  /// So that the elements of an array keep their positions.
  @Test func whatIsNoNumberIsNullInArraysAndDictionaries() throws {
    try expect(one(Double.nan), nil)
    try expect(one(-Double.infinity), nil)
    try expect(one(Float.nan), nil)
    try expect(one(Decimal.nan), nil)
    try expect(one([1.5, .nan, 2.5, .infinity]), "[1.5,null,2.5,null]")
    try expect(one(["a": Double.nan]), #"{"a":null}"#)
    try expect(one([[Double.nan], [1.5]]), "[[null],[1.5]]")
    try expect(one([Double.nan, 1.5] as [Any]), "[null,1.5]")
    try expect(one([Float.infinity, 8.2]), "[null,8.2]")
    try expect(one([Decimal.nan, 1]), "[null,1]")
    try expect(one([CGFloat.nan, nil]), "[null,null]")
    try expect(one(NSNumber(value: Double.nan)), nil)
    try expect(one(["a": ["b": [Double.nan]]] as [String: Any]), #"{"a":{"b":[null]}}"#)
    try expect(one([one(Double.nan), one(1.5)]), #"[{},{"value":1.5}]"#)
  }

  @Test func textIsEscaped() throws {
    let all = String(String.UnicodeScalarView((0...0x7F).map { Unicode.Scalar(UInt8($0)) }))
    let controls = (0..<0x20).map { code in
      [8: #"\b"#, 9: #"\t"#, 10: #"\n"#, 12: #"\f"#, 13: #"\r"#][code]
        ?? #"\u00"# + (code < 16 ? "0" : "") + String(code, radix: 16)
    }
    .joined()
    let rest = (0x20...0x7F).map { code in
      let character = String(Unicode.Scalar(UInt8(code)))
      return character == "\"" || character == "\\" ? "\\" + character : character
    }
    .joined()
    try expect(one(all), "\"" + controls + rest + "\"")
    try expect(one("é 漢字 👩‍👩‍👧 / \u{2028}"), "\"é 漢字 👩‍👩‍👧 / \u{2028}\"")
    try expect(one(""), "\"\"")
  }

  /// An escape at every place of strings of many lengths, so that each of the eight bytes that are
  /// compared at once has had one.
  @Test func escapesAreFoundAtEveryPlace() throws {
    for length in 0...40 {
      let plain = String(repeating: "x", count: length)
      try expect(one(plain), "\"\(plain)\"")
      for place in 0..<length {
        for (character, escape) in [("\"", "\\\""), ("\\", "\\\\"), ("\n", "\\n"), ("é", "é")] {
          let (head, tail) = (plain.prefix(place), plain.dropFirst(place + 1))
          let escaped = "\(head)\(escape)\(tail)"
          #expect(try one("\(head)\(character)\(tail)").jsonString() == #"{"value":"\#(escaped)"}"#)
        }
      }
    }
  }

  @Test func keysAreEscaped() throws {
    class Keyed: ModelObject {
      var value = 1
      override class var keyMapping: [String: JSONKey] { ["value": "a\"b\\\n"] }
    }
    #expect(try Keyed().jsonString() == #"{"a\"b\\\n":1}"#)
    #expect(try one(["\"": 1]).jsonString() == #"{"value":{"\"":1}}"#)
  }

  @Test func textThatIsNotKeptInUTF8IsWritten() throws {
    let foreign = NSString(string: "häß\n") as String
    try expect(one(foreign), #""häß\n""#)
  }

  @Test(.needsFoundation) func typesOfAllOfFoundationHaveTheirForm() throws {
    try expect(one(Locale(identifier: "de_CH")), #""de_CH""#)
    try expect(one(NSNumber(value: true)), "true")
    try expect(one(NSNumber(value: 8.2)), "8.2")
    try expect(one(NSString("x")), #""x""#)
    try expect(one(NSArray(array: [1, "a"])), #"[1,"a"]"#)
    try expect(one(NSDictionary(dictionary: [1: "a"])), #"{"1":"a"}"#)
  }

  @Test func everyTypeHasItsForm() throws {
    try expect(one(true), "true")
    try expect(one(URL(string: "https://a/b?c=d")), #""https://a/b?c=d""#)
    let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    try expect(one(uuid), "\"\(uuid.uuidString)\"")
    try expect(one(Data([0, 255])), #""AP8=""#)
    try expect(one(TimeZone(identifier: "Europe/Berlin")), #""Europe/Berlin""#)
    try expect(one(Suit.hearts), #""hearts""#)
    try expect(one(Rank.ace), "1")
    try expect(one([1, nil, 2]), "[1,null,2]")
    try expect(one(["a": nil] as [String: Int?]), #"{"a":null}"#)
    try expect(one([7: "x"]), #"{"7":"x"}"#)
    try expect(one(Set([5])), "[5]")
    try expect(one(Celsius(8.2)), "8.2")
  }

  @Test func codableValuesAreEncoded() throws {
    struct Label: Codable { var text = "a/b" }
    try expect(one(Label()), #"{"text":"a/b"}"#)
    let model = try One<Point>(json: one(Point()).jsonData())
    #expect(model.value?.x == 1.5)
    #expect(model.value?.at == Point().at)
    var options = ExportOptions()
    options.sortedKeys = true
    try expect(one(Point()), #"{"at":"2001-01-01T00:00:00.25Z","x":1.5}"#, options)
    options.dateFormat = .secondsSince1970
    try expect(one(Point()), #"{"at":978307200.25,"x":1.5}"#, options)
    struct Endless: Codable { var x = Double.nan }
    try expect(one(Endless()), nil)
    try expect(one([Endless(), Endless(x: 1.5)]), #"[null,{"x":1.5}]"#)
  }

  @Test func arraysOfModelsAreArrays() throws {
    let models = [one(1), one(2)]
    #expect(try models.jsonString() == #"[{"value":1},{"value":2}]"#)
    #expect(String(decoding: try models.jsonData(), as: UTF8.self) == (try models.jsonString()))
    let dictionaries = try models.dictionaryRepresentations()
    #expect(dictionaries.map { $0["value"] as? Int } == [1, 2])
    #expect(try [One<Int>]().jsonString() == "[]")
  }

  @Test func aHookThatChangesNothingKeepsTheDigitsOfAFloat() throws {
    class Floats: ModelObject {
      var one: Float = 1.3993601e+09
      var list: [Float] = [8.2, 1.3993601e+09, 1e-20]
      var map: [String: Float] = ["a": 3.4028235e+38]
      var optional: Float? = 16_777_216
      var double = 1.3993601e+09
    }
    final class Hooked: Floats {
      override func didExport(_ dictionary: inout [String: Any]) throws {}
    }
    final class Changing: Floats {
      override func didExport(_ dictionary: inout [String: Any]) throws { dictionary["one"] = 1.5 }
    }
    let text = try Floats().jsonString()
    #expect(text.contains("1.3993601e+09"))
    #expect(try Hooked().jsonString() == text)
    #expect(
      try Changing().jsonString() == text.replacing(#""one":1.3993601e+09"#, with: #""one":1.5"#)
    )
  }
}
