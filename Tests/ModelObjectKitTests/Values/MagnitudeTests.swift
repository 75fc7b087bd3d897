import Foundation
import Testing

@testable import ModelObjectKit

/// Swift's own integers of 128 bits, which aren't there on older systems of Apple, say what the two
/// words of a `Magnitude` have to hold.
struct Magnitudes {
  private static let edges: [UInt128] = [
    0, 1, 9, 10, 99, UInt128(UInt64.max) - 1, UInt128(UInt64.max), UInt128(UInt64.max) + 1,
    UInt128(UInt64.max) * 10, UInt128(Int64.max) + 1, UInt128.max / 10 - 1, UInt128.max / 10,
    UInt128.max / 10 + 1, UInt128(Int128.max), UInt128(Int128.max) + 1, .max - 1, .max,
  ]

  private static var numbers: [UInt128] {
    var generator = SeededGenerator(seed: 128)
    let random = (0..<300).map { _ in
      UInt128.random(in: 0 ... .max, using: &generator)
        >> Int.random(in: 0..<128, using: &generator)
    }
    return edges + random
  }

  private static func magnitude(_ number: UInt128) -> Magnitude {
    let digits = "\(number)".utf8.map { UInt64($0 & 15) }
    return digits.reduce(Magnitude(0)) { $0.appending($1) ?? Magnitude(0) }
  }

  @Test func haveTheDigitsThatTheyAreMadeOf() {
    for number in Self.numbers {
      let value = Self.magnitude(number)
      #expect(value.high == UInt64(truncatingIfNeeded: number >> 64))
      #expect(value.low == UInt64(truncatingIfNeeded: number))
      #expect(value.text == "\(number)")
      #expect(value.isZero == (number == 0))
    }
  }

  @Test func takeOneMoreDigitOrNone() {
    for number in Self.numbers {
      for digit in [0, 5, 6, 9] as [UInt64] {
        let (product, overflow) = number.multipliedReportingOverflow(by: 10)
        let (sum, isOver) = product.addingReportingOverflow(UInt128(digit))
        let expected = overflow || isOver ? nil : Self.magnitude(sum)
        #expect(Self.magnitude(number).appending(digit) == expected, "\(number), \(digit)")
      }
    }
  }

  @Test func giveTheirLastDigit() {
    for number in Self.numbers {
      let (rest, digit) = Self.magnitude(number).split
      #expect(rest == Self.magnitude(number / 10) && UInt128(digit) == number % 10)
    }
  }

  @Test func areExactlyADouble() {
    let doubles =
      Self.numbers.map { Double($0) } + [0.5, -1, -0.0, 1e300, .infinity, .nan, 0x1p128]
    for double in doubles {
      #expect(Magnitude(exactly: double) == UInt128(exactly: double).map { Self.magnitude($0) })
    }
  }

  @Test func becomeEveryTypeOfIntegersInWhoseRangeTheyAre() {
    func check<Integer: FixedWidthInteger>(_ type: Integer.Type) {
      for number in Self.numbers {
        let value = Self.magnitude(number)
        let positive = WholeNumber(magnitude: value, isNegative: false)
        #expect(positive.integer(as: type) == Integer(exactly: number), "\(number)")
        // -2^127 is the least that any type has.
        let negated =
          number > UInt128(Int128.max) + 1 ? nil : Int128(truncatingIfNeeded: 0 &- number)
        let negative = WholeNumber(magnitude: value, isNegative: true)
        #expect(
          negative.integer(as: type) == negated.flatMap { Integer(exactly: $0) },
          "-\(number)"
        )
      }
    }
    check(Int.self)
    check(Int8.self)
    check(Int64.self)
    check(Int128.self)
    check(UInt8.self)
    check(UInt64.self)
    check(UInt128.self)
  }
}
