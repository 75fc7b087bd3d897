import Foundation
import Testing

@testable import ModelObjectKit

extension DateOptions {
  fileprivate static func of(_ format: Format) -> DateOptions {
    var options = DateOptions()
    options.format = format
    return options
  }
}

struct DateNumbers {
  @Test(
    arguments: [
      ("0", -978_307_200),
      ("-0", -978_307_200),
      ("1451606400", 473_299_200),
      ("+1451606400", 473_299_200),
      (" 1451606400\n", 473_299_200),
      ("0001451606400", 473_299_200),
      ("1451606400.0", 473_299_200),
      ("1451606400.", 473_299_200),
      (".5", -978_307_199.5),
      ("1451606400.123", 473_299_200.123),
      ("1451606400.123456789012345678", 473_299_200.12345678901),
      ("1.4516064e9", 473_299_200),
      ("1.451606400123E+12", 473_299_200.123),
      ("14516064001230e-1", 473_299_200.123),
      ("1e-400", -978_307_200),
      ("0e99999999999999999999", -978_307_200),
      ("0.000e5", -978_307_200),
      ("2014", -978_305_186),
      ("20140506.0", -958_166_694),
      ("-1", -978_307_201),
      ("-0.25", -978_307_200.25),
      ("-62135596800", -63_113_904_000),
      ("99999999999", 99_021_692_799),
      ("99999999999.999", 99_021_692_799.999),
      ("100000000000", -878_307_200),
      ("-100000000000", -1_078_307_200),
      ("1451606400123", 473_299_200.123),
      ("1451606400123.25", 473_299_200.12325),
      ("99999999999999", 99_021_692_799.999),
      ("100000000000000", -878_307_200),
      ("1451606400123456", 473_299_200.123456),
      ("1451606400123456.75", 473_299_200.12345675),
      ("-100000000000000", -1_078_307_200),
      ("18446744073709551615", 18_445_765_766_509.551615),
      ("20000000000000000000", 19_999_021_692_800),
      ("32000000000000000000", nil),
      ("1e20", nil), ("1e400", nil), ("-1e400", nil), ("1e9999999999999999999", nil),
      ("1,5", nil), ("1 000", nil), ("1_000", nil), ("0x10", nil), ("1.5.2", nil), ("1e", nil),
      ("1e+", nil), ("e5", nil), (".", nil), ("-", nil), ("+", nil), ("+-1", nil), ("--1", nil),
      ("nan", nil), ("inf", nil), ("Infinity", nil), ("1451606400s", nil), ("12:30", nil),
    ] as [(String, Double?)]
  )
  func numericTextIsReadByItsMagnitude(text: String, expected: Double?) {
    #expect(seconds(of: text) == expected)
    #expect(seconds(of: text, as: .iso8601) == nil)
    #expect(seconds(of: text, as: .dotNetJSON) == nil)
    #expect(seconds(of: text, as: .custom("y-M-d")) == nil)
  }

  @Test(
    arguments: [
      ("1451606400123", 1_450_628_092_923, 473_299_200.123),
      ("0", -978_307_200, -978_307_200),
      ("-1", -978_307_201, -978_307_200.001),
      ("1.5", -978_307_198.5, -978_307_199.9985),
      ("1451606400123456", nil, 1_450_628_092_923.456),
      ("9223372036854775807", nil, nil),
      ("x", nil, nil),
    ] as [(String, Double?, Double?)]
  )
  func namedUnitsHaveNoMagnitude(text: String, asSeconds: Double?, asMilliseconds: Double?) {
    #expect(seconds(of: text, as: .secondsSince1970) == asSeconds)
    #expect(seconds(of: text, as: .millisecondsSince1970) == asMilliseconds)
    let number = Double(text).flatMap { abs($0) < 1e13 ? $0 : nil }
    #expect(seconds(of: text, as: .secondsSince2001) == number)
  }

  @Test(
    arguments: [
      0, 1, -1, 0.5, -0.25, 1e-300, -.leastNonzeroMagnitude, 1_451_606_400, 1_451_606_400.123,
      99_999_999_999,
      1e11, -1e11, 1_451_606_400_123, 1_451_606_400_123.5, 1e14, -1e14, 1e19, 1.8e19, 3e19,
      1_451_606_400_123_456, 1e20, 1e300, -.greatestFiniteMagnitude, .infinity, -.infinity, .nan,
    ] as [Double]
  )
  func numbersAreReadAsTheirText(number: Double) {
    let formats = [
      DateOptions.Format.automatic, .secondsSince1970, .millisecondsSince1970, .secondsSince2001,
      .iso8601,
      .dotNetJSON, .dotNetSimple, .dotNetWithTimeZone, .custom("y"),
    ]
    for format in formats {
      let written = number.isFinite ? number.description : "not finite"
      let takesNumbers = formats.prefix(4).contains(format)
      let expected = takesNumbers ? seconds(of: written, as: format) : nil
      #expect(
        Number.double(number).date(.of(format))?.timeIntervalSinceReferenceDate == expected,
        "\(format)"
      )
      let integers = [
        Int64(exactly: number).map { Number.signed($0) },
        UInt64(exactly: number).map { Number.unsigned($0) },
      ]
      for case let integer? in integers {
        let date = integer.date(.of(format))
        #expect(date?.timeIntervalSinceReferenceDate == expected, "\(format)")
      }
    }
  }

  @Test(arguments: [.min, .min + 1, .max, .max - 1, -100_000_000_001, 99_999_999_999] as [Int64])
  func extremeIntegersAreReadAsTheirText(number: Int64) {
    for format in [
      DateOptions.Format.automatic, .secondsSince1970, .millisecondsSince1970, .secondsSince2001,
    ] {
      #expect(
        Number.signed(number).date(.of(format))?.timeIntervalSinceReferenceDate
          == seconds(of: String(number), as: format),
        "\(format)"
      )
    }
  }

  @Test func millisecondsAreTheNearestDate() {
    // Decimal literals are rounded once by the compiler, as the library must round.
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<20_000 {
      let milliseconds = Int64.random(in: 978_307_200_000...9_000_000_000_000, using: &generator)
      let sum = milliseconds - 978_307_200_000
      let fraction = String(sum % 1_000 + 1_000).dropFirst()
      let expected = Double("\(sum / 1_000).\(fraction)")
      let date = Number.signed(milliseconds).date(DateOptions())
      #expect(date?.timeIntervalSinceReferenceDate == expected, "\(milliseconds)")
    }
  }

  @Test func endlessDigitsTakeNoTime() {
    let digits = String(repeating: "3", count: 1_000_000)
    #expect(seconds(of: digits) == nil)
    #expect(seconds(of: "0." + digits) == -978_307_199.66666666666666)
    #expect(seconds(of: digits + "e-999990") == 2_355_026_133.33333333333333)
    #expect(
      seconds(of: "0." + String(repeating: "0", count: 1_000_000) + "25e1000000") == -978_307_199.75
    )
    #expect(seconds(of: String(repeating: "0", count: 1_000_000) + "1") == -978_307_199)
    #expect(seconds(of: "2001-01-01T00:00:00." + digits + "Z") == 1.0 / 3)
    #expect(seconds(of: "2000-12-31T23:59:59." + digits + "Z") == -2.0 / 3)
  }

  /// The seconds of a date that are an integer are those that have begun.
  @Test(arguments: ["2014-05-06T07:08:08.9999999Z", "2025-12-31T23:59:59.9999999Z"])
  func wholeSecondsAreNotRoundedUp(text: String) throws {
    var options = MappingOptions()
    options.dates.conversion = .timeInterval
    let json = #"{"value": "\#(text)"}"#
    let whole = try OneProperty<Int>(json: json, options: options).value
    let begun = text.replacing(".9999999", with: "")
    #expect(try OneProperty<Int>(json: #"{"value": "\#(begun)"}"#, options: options).value == whole)
  }
}
