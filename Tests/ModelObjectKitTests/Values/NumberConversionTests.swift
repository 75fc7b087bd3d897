import Foundation
import ModelObjectKit
import Testing

// In the tables of this file, a missing value means that the property keeps its value.

struct IntegerConversion {
  @Test func everyWidthTakesItsEdgesAndNothingBeyond() {
    edges(of: Int8.self, below: "-129", above: "128")
    edges(of: UInt8.self, below: "-1", above: "256")
    edges(of: Int16.self, below: "-32769", above: "32768")
    edges(of: UInt16.self, below: "-1", above: "65536")
    edges(of: Int32.self, below: "-2147483649", above: "2147483648")
    edges(of: UInt32.self, below: "-1", above: "4294967296")
    edges(of: Int64.self, below: "-9223372036854775809", above: "9223372036854775808")
    edges(of: UInt64.self, below: "-1", above: "18446744073709551616")
    edges(of: Int.self, below: "-9223372036854775809", above: "9223372036854775808")
    edges(of: UInt.self, below: "-1", above: "18446744073709551616")
  }

  @Test func integersOf128BitsTakeTheirEdgesAndNothingBeyond() {
    edges(
      of: Int128.self,
      below: "-170141183460469231731687303715884105729",
      above: "170141183460469231731687303715884105728",
      ways: WayIn.verbatim
    )
    edges(
      of: UInt128.self,
      below: "-1",
      above: "340282366920938463463374607431768211456",
      ways: WayIn.verbatim
    )
  }

  @Test(
    arguments: [
      ("3.0", 3),
      ("1e3", 1000),
      ("1E+3", 1000),
      ("30e-1", 3),
      ("1000e-3", 1),
      ("-12.50e1", -125),
      ("-0", 0),
      ("-0.0", 0),
      ("0e5", 0),
      ("0.5", nil),
      ("-1.5", nil),
      ("1e-1", nil),
      ("1e30", nil),
      ("-1e30", nil),
      ("true", 1),
      ("false", 0),
      ("null", nil),
      ("{}", nil),
      ("[]", nil),
      ("[1]", nil),
    ] as [(String, Int?)]
  )
  func takesIntegralNumbersAndBools(json: String, value: Int?) {
    expect(json, becomes: value)
  }

  @Test(
    arguments: [
      ("12", 12),
      ("-12", -12),
      (" 12 ", 12),
      (#"\n\t12\r"#, 12),
      ("3.0", 3),
      ("1e3", 1000),
      ("-9223372036854775808", .min),
      ("9223372036854775807", .max),
      ("9223372036854775808", nil),
      ("true", 1),
      ("TRUE", 1),
      ("Yes", 1),
      ("false", 0),
      ("nO", 0),
      ("", nil),
      (" ", nil),
      ("-", nil),
      (".", nil),
      ("e", nil),
      ("1e", nil),
      ("--1", nil),
      ("12abc", nil),
      ("abc12", nil),
      ("12 34", nil),
      ("1,000", nil),
      ("1_000", nil),
      ("0x10", nil),
      ("1.5", nil),
      ("nan", nil),
      ("inf", nil),
      ("infinity", nil),
      ("maybe", nil),
      ("２", nil),
      (#"12\u0000"#, nil),
      ("2014-05-06", nil),
      ("null", nil),
      ("nil", nil),
      ("<null>", nil),
      ("(null)", nil),
      ("NULL", nil),
    ] as [(String, Int?)]
  )
  func takesSuchText(text: String, value: Int?) {
    expect("\"\(text)\"", becomes: value)
  }

  @Test(
    arguments: [
      ("1.8446744073709551615e19", UInt64.max),
      ("0.18446744073709551615e20", .max),
      ("184467440737095516150e-1", .max),
      ("18446744073709551615.000", .max),
      ("1.8446744073709551616e19", nil),
      ("184467440737095516151e-1", nil),
      ("18446744073709551614.5", nil),
      ("9007199254740993.0", 9_007_199_254_740_993),
      ("123456789012345678e-1", nil),
      ("1e19", 10_000_000_000_000_000_000),
      ("1e20", nil),
      ("1e400", nil),
      ("1e-400", nil),
      ("-1e-400", nil),
      ("1e99999999999999999999", nil),
      ("1e-99999999999999999999", nil),
      ("0e99999999999999999999", 0),
      ("0.00e-99999999999999999999", 0),
      ("1" + String(repeating: "0", count: 400) + "e-400", 1),
      ("0." + String(repeating: "0", count: 400) + "7e401", 7),
      (String(repeating: "9", count: 1000), nil),
      ("1." + String(repeating: "0", count: 1000) + "1", nil),
    ] as [(String, UInt64?)]
  )
  func theDigitsDecideNotADouble(json: String, value: UInt64?) {
    expect(json, becomes: value, ways: WayIn.verbatim)
    // Text has all digits in every form of input.
    expect("\"\(json)\"", becomes: value)
  }

  private func edges<Value: FixedWidthInteger & Kept>(
    of type: Value.Type,
    below: String,
    above: String,
    ways: [WayIn] = WayIn.forms
  ) {
    for value in [Value.min, .max, 0, 1] {
      expect("\(value)", becomes: value, ways: ways)
      expect("\"\(value)\"", becomes: value)
      expect("\(value).0", becomes: value, ways: WayIn.verbatim)
      expect(given: value, becomes: value)
      expect(given: value, becomes: Value??.some(value))
    }
    for outside in [below, above] {
      expect(outside, becomes: Value?.none, ways: ways)
      expect("\"\(outside)\"", becomes: Value?.none)
      expect("\(outside).0", becomes: Value?.none, ways: WayIn.verbatim)
    }
  }
}

struct IntegersFromGivenNumbers {
  private static let integers: [any BinaryInteger & Sendable] = [
    Int8.min, Int8.max, UInt8.max, Int16.min, Int16.max, UInt16.max, Int32.min, Int32.max,
    UInt32.max, Int64.min, Int64.max, UInt64.max, Int.min, Int.max, UInt.max, 0, 1, -1, 128, 256,
    300, 65_536, Int128(UInt64.max) + 1, Int128(Int64.min) - 1, Int128(5), UInt128(200),
  ]

  private static let fractions: [Double] = [
    0, -0.0, 1, -1, 3, 1.5, -0.5, 127, 128, 255, 256, -129, 0x1p31, 0x1p32, 0x1p53, 0x1p63,
    -0x1p63, 0x1p64, 0x1.fffffffffffffp63, 1e300, -1e300, .leastNonzeroMagnitude, .nan, .infinity,
    -.infinity,
  ]

  @Test func takesWhatFitsOfEveryOtherWidth() {
    takesExactly(Int8.self)
    takesExactly(UInt8.self)
    takesExactly(Int16.self)
    takesExactly(UInt16.self)
    takesExactly(Int32.self)
    takesExactly(UInt32.self)
    takesExactly(Int64.self)
    takesExactly(UInt64.self)
    takesExactly(Int.self)
    takesExactly(UInt.self)
  }

  @Test(
    arguments: [
      ("0", 0), ("3", 3), ("3.5", nil), ("-3", nil), ("18446744073709551615", .max),
      ("18446744073709551616", nil), ("18446744073709551614.5", nil), ("1e30", nil),
    ] as [(String, UInt64?)]
  )
  func takesDecimalsThatAreIntegral(text: String, value: UInt64?) throws {
    let decimal = try #require(Decimal(string: text))
    expect(given: decimal, becomes: value)
    expect(given: NSDecimalNumber(decimal: decimal), becomes: value)
  }

  private func takesExactly<Value: FixedWidthInteger & Kept>(_ type: Value.Type) {
    for integer in Self.integers {
      expect(given: integer, becomes: Value(exactly: integer))
    }
    for fraction in Self.fractions {
      expect(given: fraction, becomes: Value(exactly: fraction))
      if hasFoundation { expect(given: CGFloat(fraction), becomes: Value(exactly: fraction)) }
      expect(given: NSNumber(value: fraction), becomes: Value(exactly: fraction))
      expect(given: Float(fraction), becomes: Value(exactly: Float(fraction)))
    }
    expect(given: true, becomes: Value(1))
    expect(given: NSNumber(value: false), becomes: Value(0))
    expect(given: NSNumber(value: UInt64.max), becomes: Value(exactly: UInt64.max))
    expect(given: NSNumber(value: Int64.min), becomes: Value(exactly: Int64.min))
  }
}

/// `NSNumber` with more digits than a `Double`: on Linux, Foundation's hash of it never returns.
@Suite(.needsFoundation) struct FoundationNumbers {
  private class Numbers: ModelObject {
    var number: NSNumber?
    var set: Set<NSNumber> = []
  }

  private static let digits = "12345678901234567890.123456789"

  @Test(arguments: [digits, "-0.30000000000000000001", "1e120", "1.5", "7", "true"])
  func areHashedInAModel(json: String) throws {
    let model = try Numbers(json: #"{"number": \#(json)}"#)
    #expect(model.number != nil)
    #expect(Set([model, model.copy(), try Numbers(archive: model.archivedData())]).count == 1)
  }

  @Test func keepTheirDigits() throws {
    let number = try Numbers(json: #"{"number": \#(Self.digits)}"#).number
    #expect(number?.decimalValue == Decimal(string: Self.digits))
  }

  @Test(arguments: ["8.560302999999999", "-87.575126999999995", "0.30000000000000004"])
  func areTheNearestDouble(digits: String) throws {
    let number = try Numbers(json: #"{"number": \#(digits)}"#).number
    #expect(number != nil && number?.doubleValue == Double(digits))
  }

  @Test func areLeftOutOfSets() throws {
    let model = try Numbers(json: #"{"set": [1, \#(Self.digits), 2.5]}"#)
    #expect(model.set == [1, 2.5])
  }

  @Test(arguments: ["1e400", #""1e400""#, "-1e99999"]) func areNoNumbersThatNoTypeHolds(
    json: String
  ) {
    let error = #expect(throws: ModelError.self) {
      try Numbers(json: #"{"number": \#(json), "set": []}"#, options: .strict)
    }
    #expect(error?.issues.map(\.path) == ["number"])
  }
}

private class Untyped: ModelObject {
  var any: Any = "default"
  var optional: Any?
  var list: [Any] = []
  var byName: [String: Any] = [:]
}

private final class HookedUntyped: Untyped {
  var handed: [String] = []

  override class var ignoredProperties: Set<String> { ["handed"] }

  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] { dictionary }

  override func serializeValue(_ value: Any?, key: String) throws {
    handed.append(key)
    try super.serializeValue(value, key: key)
  }
}

/// `Any` stores numbers unchanged, but one that no type can hold isn't a value: an array or an
/// object is without it.
struct NumbersThatNoTypeHolds {
  private let json = #"""
    {"any": 1e999, "optional": {"deep": [{"n": -1e999}]}, "list": [1, 1e999, [1e999], 2],
     "by_name": {"a": 1e999, "b": 3, "c": 1e-999}}
    """#

  private func expectLeftAlone<Model: Untyped>(in model: Model) throws {
    #expect(model.any as? String == "default")
    #expect("\(model.optional ?? "nil")" == #"["deep": [[:]]]"#)
    #expect("\(model.list)" == "[1, [], 2]")
    #expect(model.byName.keys.sorted() == ["b", "c"])
    #expect(model.byName["c"] as? Double == 0)
  }

  @Test func areLeftAlone() throws {
    let model = try Untyped(json: json)
    try expectLeftAlone(in: model)
    #expect(try Untyped(json: model.jsonData()) == model)
    let hooked = try HookedUntyped(json: json)
    try expectLeftAlone(in: hooked)
    #expect(hooked.handed == ["any", "optional", "list", "by_name"])
  }

  @Test func areNamedWhereMismatchesFail() {
    var options = MappingOptions()
    options.mismatches = .fail
    let paths = ["any", "optional.deep[0].n", "list[1]", "list[2][0]", "by_name.a"]
    let error = #expect(throws: ModelError.self) { try Untyped(json: json, options: options) }
    #expect(error?.issues.map(\.path) == paths)
    let hooked = #expect(throws: ModelError.self) {
      try HookedUntyped(json: json, options: options)
    }
    #expect(hooked?.issues.map(\.path) == paths)
  }

  @Test func areExplained() throws {
    #expect(
      try Untyped.explain(json: json).description == """
        Untyped: 3 mapped, 5 didn't fit
          optional ← optional            ["deep": [0 pairs]]
          list     ← list                3 elements
          byName   ← by_name             2 pairs
          any      – any                 no number type can hold 1e999
                   – optional.deep[0].n  no number type can hold -1e999
                   – list[1]             no number type can hold 1e999
                   – list[2][0]          no number type can hold 1e999
                   – by_name.a           no number type can hold 1e999
        """
    )
  }

  @Test func takeOnlyThemselvesOutOfOtherInput() throws {
    let inner: [String: Any] = ["x": [Decimal.nan, 2] as [Any]]
    let tree: [String: Any] = ["list": [1, Decimal.nan, inner] as [Any]]
    let log = TextLog()
    var options = MappingOptions()
    options.issueHandler = { log.add($0.map(\.path)) }
    for type in [Untyped.self, HookedUntyped.self] {
      let model = try type.init(dictionary: tree, options: options)
      #expect("\(model.list)" == #"[1, ["x": [2]]]"#)
    }
    #expect(log.texts == ["list[1]", "list[2].x[0]", "list[1]", "list[2].x[0]"])
    let part = try Untyped(partialJSON: #"{"list": [1, [1e999, 2], {"a": 1e999, "b"#)
    #expect("\(part.list)" == "[1, [2], [:]]")
    // With issues, the text is read in another way.
    let told = try Untyped(partialJSON: #"{"list": [1, [1e999, 2], {"b": "x"#, options: options)
    #expect("\(told.list)" == #"[1, [2], ["b": "x"]]"#)
    let models = try [Untyped](json: #"[{"any": [[1e999]]}, {"any": 1}]"#)
    #expect(models.map { "\($0.any)" } == ["[[]]", "1"])
  }

  /// A hook that hands on a part of what it got doesn't hand on the stand-in.
  @Test func areNotHandedOnByHooks() throws {
    final class Unwrapping: Untyped {
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue((value as? [String: Any])?["data"] ?? value, key: key)
      }
    }
    let model = try Unwrapping(json: #"{"list": {"data": [1, [1e999, 2]]}}"#)
    #expect("\(model.list)" == "[1, [2]]")
  }
}
