import Foundation
import ModelObjectKit
import Testing

/// Ten numbers to a document, so that a hundred thousand take seconds.
private final class Doubles: ModelObject {
  var a = 77.5
  var b = 77.5
  var c = 77.5
  var d = 77.5
  var e: Double? = 77.5
  var list: [Double] = []

  var values: [Double?] { [a, b, c, d, e] }
}

private final class Integers: ModelObject {
  var signed: Int64 = 77
  var unsigned: UInt64 = 77
  var plain = 77
  var byte: Int8 = 77
}

private final class Decimals: ModelObject {
  var value: Decimal = 77.5
  var text = ""
}

struct NumberTexts {
  /// A number in JSON, in one of the shapes that readers treat differently.
  private func numberText(_ random: inout SeededGenerator) -> String {
    func digits(_ range: ClosedRange<Int>, _ random: inout SeededGenerator) -> String {
      String(
        (0..<Int.random(in: range, using: &random)).map { _ in
          Character("\(Int.random(in: 0...9, using: &random))")
        }
      )
    }
    func whole(_ range: ClosedRange<Int>, _ random: inout SeededGenerator) -> String {
      let first = Int.random(in: 1...9, using: &random)
      return Int.random(in: 0...4, using: &random) == 0
        ? "0" : "\(first)" + digits(range.lowerBound - 1...range.upperBound - 1, &random)
    }
    let sign = Bool.random(using: &random) ? "-" : ""
    let letter = Bool.random(using: &random) ? "e" : "E"
    let power = ["", "+", "-"][Int.random(in: 0...2, using: &random)]
    switch Int.random(in: 0...9, using: &random) {
    case 0: return sign + whole(1...20, &random)
    case 1, 2: return sign + whole(1...8, &random) + "." + digits(1...8, &random)
    case 3: return sign + whole(1...17, &random) + "." + digits(1...25, &random)
    case 4: return sign + whole(1...3, &random) + letter + power + digits(1...2, &random)
    case 5:
      return sign + whole(1...20, &random) + "." + digits(1...20, &random) + letter + power
        + "\(Int.random(in: 0...330, using: &random))"
    case 6: return "\(Double(bitPattern: random.next()))"
    case 7: return "\(Double.random(in: -1e6...1e6, using: &random))"
    case 8: return "\(Float(bitPattern: UInt32(truncatingIfNeeded: random.next())))"
    default: return sign + whole(14...17, &random) + "." + digits(1...3, &random)
    }
  }

  /// The number that Swift's own parser reads; nil if it isn't finite.
  private func finiteDouble(_ text: String) -> Double? {
    Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  private func isJSON(_ text: String) -> Bool {
    text.utf8.last.map { $0 >= 0x30 && $0 <= 0x39 } ?? false
  }

  @Test func areTheDoublesThatSwiftReads() throws {
    var random = SeededGenerator(seed: 2_024)
    for _ in 0..<10_000 {
      var texts: [String] = []
      while texts.count < 10 {
        let text = numberText(&random)
        // Random bits may be NaN or infinity, which JSON doesn't have.
        if isJSON(text) { texts.append(text) }
      }
      let model = try Doubles(
        json: """
          {"a":\(texts[0]),"b": \(texts[1]), "c":\(texts[2])
          ,"d":\(texts[3]),"e":\(texts[4]),"list":[\(texts[5...].joined(separator: ","))]}
          """
      )
      let expected = texts.map { finiteDouble($0) }
      for index in 0..<5 {
        let value = model.values[index] ?? .nan
        if value.bitPattern != (expected[index] ?? 77.5).bitPattern {
          Issue.record("\(texts[index]) became \(value)")
        }
      }
      let list = expected[5...].compactMap { $0?.bitPattern }
      if model.list.map(\.bitPattern) != list {
        Issue.record("\(texts[5...]) became \(model.list)")
      }
    }
  }

  @Test func inQuotesAreTheSameDoubles() throws {
    var random = SeededGenerator(seed: 2_025)
    for _ in 0..<5_000 {
      let text = numberText(&random)
      guard isJSON(text) else { continue }
      let model = try Doubles(json: #"{"a":"\#(text)"}"#)
      if model.a.bitPattern != (finiteDouble(text) ?? 77.5).bitPattern {
        Issue.record("\(text) became \(model.a)")
      }
    }
  }

  @Test(
    arguments: [
      ("9223372036854775807", Int64.max, 9_223_372_036_854_775_807),
      ("9223372036854775808", nil, 9_223_372_036_854_775_808),
      ("-9223372036854775808", Int64.min, nil), ("-9223372036854775809", nil, nil),
      ("18446744073709551615", nil, UInt64.max), ("18446744073709551616", nil, nil),
      ("999999999999999999", 999_999_999_999_999_999, 999_999_999_999_999_999),
      ("1000000000000000000", 1_000_000_000_000_000_000, 1_000_000_000_000_000_000),
      ("9007199254740993", 9_007_199_254_740_993, 9_007_199_254_740_993),
      ("9223372036854775807.0", Int64.max, 9_223_372_036_854_775_807), ("-0", 0, 0), ("-0.0", 0, 0),
      ("1e18", 1_000_000_000_000_000_000, 1_000_000_000_000_000_000),
      ("1e19", nil, 10_000_000_000_000_000_000),
      ("1e20", nil, nil), ("0e999999999999", 0, 0), ("1e-1", nil, nil), ("10e-1", 1, 1),
      ("12345.00000e-2", nil, nil), ("12300.00000e-2", 123, 123), ("0.5", nil, nil),
      ("1844674407370955161.5e1", nil, UInt64.max), ("1e-999999999999", nil, nil),
      ("922337203685477580700e-2", Int64.max, 9_223_372_036_854_775_807),
    ] as [(String, Int64?, UInt64?)]
  )
  func areExactIntegersOrNone(text: String, signed: Int64?, unsigned: UInt64?) throws {
    for value in [text, "\"\(text)\""] {
      let model = try Integers(
        json: #"{"signed":\#(value),"unsigned":\#(value),"plain":\#(value)}"#
      )
      #expect(model.signed == signed ?? 77, "\(value)")
      #expect(model.unsigned == unsigned ?? 77, "\(value)")
      #expect(model.plain == signed.map { Int($0) } ?? 77, "\(value)")
    }
  }

  @Test func areIntegersOfEverySmallWidth() throws {
    for number in -400...400 {
      let model = try Integers(json: #"{"byte":\#(number),"plain":\#(number)}"#)
      #expect(model.byte == Int8(exactly: number) ?? 77)
      #expect(model.plain == number)
    }
  }

  /// The digits are preserved in a `Decimal` and in text.
  @Test func areDecimalsDigitByDigit() throws {
    var random = SeededGenerator(seed: 2_026)
    for _ in 0..<3_000 {
      let whole = Int64.random(in: -999_999_999_999_999...999_999_999_999_999, using: &random)
      let places = Int.random(in: 1...18, using: &random)
      let fraction = String(
        (0..<places).map { _ in
          Character("\(Int.random(in: 0...9, using: &random))")
        }
      )
      let text = "\(whole).\(fraction)"
      let model = try Decimals(json: #"{"value":\#(text),"text":\#(text)}"#)
      if model.value != Decimal(string: text) || model.text != text {
        Issue.record("\(text) became \(model.value) and \(model.text)")
      }
    }
  }

  @Test(arguments: [
    ("0.1", "0.1"), ("-0.10", "-0.1"), ("1e3", "1000"), ("1E-3", "0.001"), ("0", "0"), ("-0", "0"),
    ("0.30000000000000004", "0.30000000000000004"),
    ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
    ("12345678901234567890.123456789012345678", "12345678901234567890.123456789012345678"),
    ("1e127", "1" + String(repeating: "0", count: 127)),
  ])
  func areTheseDecimals(text: String, expected: String) throws {
    #expect(try Decimals(json: #"{"value":\#(text)}"#).value.description == expected)
    #expect(try Decimals(json: #"{"value":"\#(text)"}"#).value.description == expected)
  }
}
