import Foundation
import ModelObjectKit
import Testing

// In the tables of this file, a missing value means that the property keeps its value.

struct FloatingPointConversion {
  @Test(
    arguments: [
      ("1", 1),
      ("1.5", 1.5),
      ("0.1", 0.1),
      ("-0.0", 0),
      ("1e3", 1000),
      ("1.7976931348623157e308", .greatestFiniteMagnitude),
      ("5e-324", .leastNonzeroMagnitude),
      ("2.2250738585072014e-308", 2.2250738585072014e-308),
      ("true", 1),
      ("false", 0),
      (#""1.5""#, 1.5),
      (#"" 1.5\n""#, 1.5),
      (#""-1e5""#, -1e5),
      (#""2014""#, 2014),
      (#""2014-05-06""#, 1_399_334_400),
      (#""2014-05-06T07:08:09Z""#, 1_399_360_089),
      (#""/Date(1451606400000)/""#, 1_451_606_400),
      (#""2014-02-30""#, nil),
      (#""true""#, nil),
      (#""yes""#, nil),
      (#""""#, nil),
      (#""nan""#, nil),
      (#""NaN""#, nil),
      (#""inf""#, nil),
      (#""-Infinity""#, nil),
      (#""1e999""#, nil),
      (#""0x10""#, nil),
      (#""0x1p4""#, nil),
      (#""1,5""#, nil),
      (#""12abc""#, nil),
      (#""1.5.2""#, nil),
      (#""1 2""#, nil),
      (#""null""#, nil),
      ("null", nil),
      ("{}", nil),
      ("[]", nil),
      ("[1.5]", nil),
    ] as [(String, Double?)]
  )
  func doublesTakeNumbersTextAndBools(json: String, value: Double?) {
    expect(json, becomes: value)
    if hasFoundation, value != .greatestFiniteMagnitude, value != .leastNonzeroMagnitude {
      expect(json, becomes: value.map { CGFloat($0) })
    }
  }

  @Test(
    arguments: [
      ("1.5", 1.5), ("0.1", 0.1), ("3.4028235e38", .greatestFiniteMagnitude), ("1e39", nil),
      ("-1e39", nil), (#""1e39""#, nil), (#""0.1""#, 0.1), ("true", 1), (#""true""#, nil),
      ("null", nil),
    ] as [(String, Float?)]
  )
  func floatsTakeWhatTheirRangeHolds(json: String, value: Float?) {
    expect(json, becomes: value)
  }

  @Test(arguments: [
    "1e400", "-1e400", "1e99999999999999999999", String(repeating: "9", count: 400),
  ])
  func nothingBecomesInfinity(json: String) {
    expect(json, becomes: Double?.none, ways: WayIn.verbatim)
    expect(json, becomes: CGFloat?.none, ways: WayIn.verbatim)
    expect(json, becomes: Float?.none, ways: WayIn.verbatim)
    expect("\"\(json)\"", becomes: Double?.none)
  }

  @Test(
    arguments: [
      "0.1", "0.30000000000000004", "123456789.12345679", "9007199254740993", "1e23", "8.5e22",
      "9.5367431640625e-07", "2.2250738585072011e-308", "4.35", "6.02214076e23",
      "0.500000000000000166533453693773481063544750213623046875",
      "1.00000000000000011102230246251565404236316680908203126",
      "3.14159265358979323846264338327950288419716939937510",
    ]
  )
  func isTheNearestDoubleToTheDigits(json: String) throws {
    let value = try #require(Double(json))
    expect(json, becomes: value, ways: WayIn.verbatim)
    expect("\"\(json)\"", becomes: value)
    let single = try #require(Float(json))
    if single != 0 {
      expect(json, becomes: single, ways: WayIn.verbatim)
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
  func neverTakesWhatIsNoNumber(value: Double) {
    expect(given: value, becomes: Double?.none)
    expect(given: CGFloat(value), becomes: Double?.none)
    expect(given: Float(value), becomes: Double?.none)
    expect(given: NSNumber(value: value), becomes: Double?.none)
    expect(given: value, becomes: Float?.none)
    expect(given: Float(value), becomes: Float?.none)
    expect(given: value, becomes: CGFloat?.none)
    if hasFoundation { expect(given: CGFloat(value), becomes: CGFloat?.none) }
    expect(given: value, becomes: Double??.none)
    expect(given: 1e300, becomes: Float?.none)
    expect(given: [1, value], becomes: [1.0], issuesAt: ["value[1]"])
    expect(given: ["a": 1, "b": value], becomes: ["a": 1.0], issuesAt: ["value.b"])
    expect(given: [1, value] as [Any], becomes: Set([1.0]), issuesAt: ["value[1]"])
  }

  @Test func takesGivenNumbersOfEveryKind() throws {
    var numbers: [any Sendable] = [
      Int8(5), UInt8(5), Int16(5), UInt16(5), Int32(5), UInt32(5), Int64(5), UInt64(5), 5, UInt(5),
      Int128(5), UInt128(5), 5.0, Float(5), Decimal(5), NSNumber(value: 5), NSNumber(value: 5.0),
    ]
    if hasFoundation { numbers.append(CGFloat(5)) }
    for number in numbers {
      expect(given: number, becomes: 5.0)
      expect(given: number, becomes: Float(5))
      expect(given: number, becomes: CGFloat(5))
      expect(given: number, becomes: Decimal(5))
    }
    expect(given: try #require(Decimal(string: "0.1")), becomes: 0.1)
    expect(given: NSDecimalNumber(string: "0.1"), becomes: 0.1)
  }
}

struct DecimalConversion {
  @Test(
    arguments: [
      ("0.1", "0.1"),
      ("8.2", "8.2"),
      ("-5", "-5"),
      ("1e3", "1000"),
      ("9007199254740993", "9007199254740993"),
      ("18446744073709551615", "18446744073709551615"),
      (#""0.1""#, "0.1"),
      (#"" 12.50 ""#, "12.5"),
      (#""1e3""#, "1000"),
      (#""123456789012345678901234567890.12345678""#, "123456789012345678901234567890.12345678"),
      (#""""#, nil),
      (#""abc""#, nil),
      (#""12abc""#, nil),
      (#""1.2.3""#, nil),
      (#""nan""#, nil),
      (#""inf""#, nil),
      (#""1,5""#, nil),
      (#""0x10""#, nil),
      (#""null""#, nil),
      ("null", nil),
      ("{}", nil),
      ("[]", nil),
    ] as [(String, String?)]
  )
  func takesNumbersAndNumericText(json: String, value: String?) throws {
    expect(json, becomes: try decimal(value))
  }

  @Test(
    arguments: [
      ("12345678901234567890.123456789", "12345678901234567890.123456789"),
      ("3.141592653589793238462643383279", "3.141592653589793238462643383279"),
      ("0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827"),
      ("1.0000000000000000000000000000000000000000000", "1"),
      // The largest significand, and the first that a decimal can't hold.
      (
        "340282366920938463463374607431768211455", "340282366920938463463374607431768211455"
      ),
      ("340282366920938463463374607431768211456", nil),
      ("12345678901234567890123456789012345678901234.5", nil),
      ("1e127", "1e127"),
      ("12e127", "12e127"),
      (
        "-340282366920938463463374607431768211455e127",
        "-340282366920938463463374607431768211455e127"
      ),
      // Zeros of the significand make up for the exponent, which is 127 at most.
      ("1e128", "1" + String(repeating: "0", count: 128)),
      ("100e126", "1" + String(repeating: "0", count: 128)),
      ("-0.5e129", "-5" + String(repeating: "0", count: 128)),
      ("123456789e128", "123456789" + String(repeating: "0", count: 128)),
      ("3e165", "3" + String(repeating: "0", count: 165)),
      ("4e165", nil),
      ("1e166", nil),
      ("34028236692093846346337460743176821146e128", nil),
      ("1e-127", "1e-127"),
      ("1e-128", "1e-128"),
      ("1e-129", nil),
      ("1e200", nil),
      ("1e-200", nil),
      ("1e99999999999999999999", nil),
      ("0e99999999999999999999", "0"),
    ] as [(String, String?)]
  )
  func holdsTheDigitsAsWritten(json: String, value: String?) throws {
    expect(json, becomes: try decimal(value), ways: WayIn.verbatim)
    expect("\"\(json)\"", becomes: try decimal(value))
  }

  /// The same as `JSONDecoder`.
  @Test(
    arguments: [
      (
        "0.1000000000000000055511151231257827021181583404541015625",
        "0.100000000000000005551115123125782702118"
      ),
      (
        "0.1234567890123456789012345678901234567890123",
        "0.123456789012345678901234567890123456789"
      ),
      ("0.666666666666666666666666666666666666666666", "0.66666666666666666666666666666666666666"),
      ("-99999999999999999999999999999999999999.6", "-99999999999999999999999999999999999999"),
      ("999999999999999999999999999999999999999.6", nil),
      ("1.00000000000000000000000000000000000000000001", "1"),
      ("1.00000000000000000000000000000000000000000001e-100", "1e-100"),
      ("0.000000000000000000000000000000000000000000000000012", "1.2e-50"),
    ] as [(String, String?)]
  )
  func losesOnlyDecimalsBeyond38Digits(json: String, value: String?) throws {
    expect(json, becomes: try decimal(value), ways: WayIn.verbatim)
    expect("\"\(json)\"", becomes: try decimal(value))
  }

  @Test func takesANumberByItsShortestText() throws {
    expect(given: 0.1, becomes: try decimal("0.1"))
    expect(given: Float(0.1), becomes: try decimal("0.1"))
    if hasFoundation { expect(given: CGFloat(0.1), becomes: try decimal("0.1")) }
    expect(given: NSNumber(value: 0.1), becomes: try decimal("0.1"))
    expect(given: 4.35, becomes: try decimal("4.35"))
    expect(given: UInt64.max, becomes: try decimal("18446744073709551615"))
    expect(given: Int64.min, becomes: try decimal("-9223372036854775808"))
    expect(given: NSDecimalNumber(string: "0.3"), becomes: try decimal("0.3"))
    expect(given: Double.nan, becomes: Decimal?.none)
    expect(given: Double.infinity, becomes: Decimal?.none)
    expect(given: 1e300, becomes: Decimal?.none)
    expect(given: 1e128, becomes: try decimal("1" + String(repeating: "0", count: 128)))
    // It may stand for more digits.
    expect(given: 1.234_567_890_123_456_7e130, becomes: Decimal?.none)
  }

  private func decimal(_ text: String?) throws -> Decimal? {
    guard let text else { return nil }
    let value: Decimal = try #require(Decimal(string: text))
    return value
  }
}
