import Foundation
import Testing

@testable import ModelObjectKit

/// Decimal text as the nearest binary number.
struct NearestNumbers {
  /// The strings that the library and Swift's own parser read as different numbers.
  private func problems(_ texts: some Sequence<String>) -> [String] {
    texts.filter { text in
      let (double, float) = ByteView.with(text) { bytes in
        (DecimalText(bytes)?.double, DecimalText(bytes)?.float)
      }
      let expected = Double(text).flatMap { $0.isFinite ? $0 : nil }
      let expectedFloat = Float(text).flatMap { $0.isFinite ? $0 : nil }
      return double?.bitPattern != expected?.bitPattern
        || float?.bitPattern != expectedFloat?.bitPattern
    }
  }

  @Test(
    arguments: [
      "0", "-0", "0.0", "-0.0e5", "1", "-1", "0.1", "0.3", "1e23", "8.5e22", "9007199254740991",
      "9007199254740992", "9007199254740993", "9007199254740994", "9007199254740995",
      "9007199254740993.0", "9007199254740992.5", "9007199254740993.0000000001",
      "9007199254740993e0", "900719925474099.3e1", "18014398509481985", "18446744073709551615",
      "18446744073709551616", "9999999999999999999", "0.9999999999999999999",
      "1.000000000000000111",
      "1.00000000000000011102230246251565", "1.00000000000000011102230246251566",
      "1.00000000000000011102230246251564", "1.8446744073709551615e19", "2.2250738585072011e-308",
      "2.2250738585072014e-308", "2.2250738585072012e-308", "4.9e-324", "2.4703282292062327e-324",
      "2.4703282292062328e-324", "5e-324", "1.7976931348623157e308", "1.7976931348623158e308",
      "1.7976931348623159e308", "-1.7976931348623159e308", "1e309", "1e400", "1e-400", "1e-30000",
      "123456789012345678e-27", "123456789012345678e27", "1e27", "1e28", "1e-27", "1e-28",
      "9999999999999999999e27", "9999999999999999999e-27", "6929495644600919.5e0",
      "3.4028235677973366e38", "3.4028235677973365e38", "3.4028236e38", "16777217",
      "16777217.0000001",
      "1.401298464324817e-45", "7.006492321624085e-46", "8.589973e9",
      "0.00000000000000000000000001",
      "100000000000000000000000000", "7.8459735791271921e65", "3.571e266",
      "3.08984926168550152811e-32",
      "179769313486231580793728971405301e277", "5708990770823839524233143877797980545530986496e1",
      "000000000000000000000000000001.5", "1.50000000000000000000000000000000",
    ]
  )
  func areTheSameAsSwiftReads(text: String) {
    #expect(problems([text]) == [])
  }

  @Test func randomDigitsAre() {
    var random = SeededGenerator(seed: 7)
    let texts = (0..<40_000).lazy.map { _ in
      let digits = UInt64.random(in: 0...UInt64.max >> UInt64.random(in: 0...63), using: &random)
      return "\(digits)e\(Int.random(in: -32...32, using: &random))"
    }
    #expect(problems(Array(texts)) == [])
  }

  @Test func whatLiesHalfwayBetweenTwoIsRoundedToEven() {
    var random = SeededGenerator(seed: 8)
    var texts: [String] = []
    for _ in 0..<10_000 {
      // An odd number of 54 bits is halfway between two doubles, one of 25 bits between two floats.
      let double = UInt64.random(in: 1 << 53..<1 << 54, using: &random) | 1
      let float = UInt64.random(in: 1 << 24..<1 << 25, using: &random) | 1
      for number in [double, float] {
        texts += ["\(number)", "\(number).0", "\(number - 1)", "\(number + 1)", "\(number)0e-1"]
        for power in 1...3 {
          // The same divided by a power of two, which adds as many decimal digits.
          let scale = [1, 5, 25, 125][power]
          texts.append(
            "\(number.multipliedReportingOverflow(by: UInt64(scale)).partialValue)e-\(power)"
          )
        }
      }
    }
    #expect(problems(texts) == [])
  }
}
