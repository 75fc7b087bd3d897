import Foundation
import ModelObjectKit
import Testing

/// A number `mantissa * 10^exponent`, small enough for exact arithmetic.
private struct Exact {
  var mantissa: Int128
  var exponent = 0

  /// The number as an integer; nil if it isn't one, or is too large.
  var integer: Int128? {
    var value = mantissa
    if value == 0 { return 0 }
    for _ in 0..<abs(exponent) {
      if exponent > 0 {
        let (product, overflows) = value.multipliedReportingOverflow(by: 10)
        if overflows { return nil }
        value = product
      } else {
        guard value % 10 == 0 else { return nil }
        value /= 10
      }
    }
    return value
  }
}

/// A number and one of its spellings in JSON.
private struct Spelling {
  let text: String
  let value: Exact

  /// The spellings of an integer, of its neighbors at a half, and of its tenfold.
  static func all(of value: Int128) -> [Spelling] {
    let sign = value < 0 ? "-" : ""
    let digits = "\(value.magnitude)"
    let exact = Exact(mantissa: value)
    var list = ["", ".0", ".000", "e0", "E-0", "e+00", ".0e0", ".00E+0"].map {
      Spelling(text: sign + digits + $0, value: exact)
    }
    // The point moved by an exponent.
    for shift in 1...3 {
      let zeros = String(repeating: "0", count: shift)
      if value != 0 {
        list.append(Spelling(text: "\(sign)\(digits)\(zeros)e-\(shift)", value: exact))
      }
      let padded = String(repeating: "0", count: max(0, shift + 1 - digits.count)) + digits
      let whole = padded.dropLast(shift)
      let fraction = padded.suffix(shift)
      list.append(Spelling(text: "\(sign)\(whole).\(fraction)e\(shift)", value: exact))
      list.append(
        Spelling(
          text: "\(sign)\(digits)e\(shift)",
          value: Exact(mantissa: value, exponent: shift)
        )
      )
      list.append(
        Spelling(
          text: "\(sign)\(digits)e-\(shift)",
          value: Exact(mantissa: value, exponent: -shift)
        )
      )
    }
    let half = Exact(mantissa: value * 10 + (value < 0 ? -5 : 5), exponent: -1)
    list.append(Spelling(text: "\(sign)\(digits).5", value: half))
    list.append(Spelling(text: "\(sign)\(digits).5000e0", value: half))
    if value == 0 {
      for text in ["-0", "-0.0", "-0e5", "0e99999", "0.000e-99999"] {
        list.append(Spelling(text: text, value: exact))
      }
    }
    return list
  }
}

struct EveryIntegerAtItsEdges {
  @Test func ofEightBits() throws {
    try check(Int8.self)
    try check(UInt8.self)
  }

  @Test func ofSixteenBits() throws {
    try check(Int16.self)
    try check(UInt16.self)
  }

  @Test func ofThirtyTwoBits() throws {
    try check(Int32.self)
    try check(UInt32.self)
  }

  @Test func ofSixtyFourBits() throws {
    try check(Int64.self)
    try check(UInt64.self)
    try check(Int.self)
    try check(UInt.self)
  }

  @Test func everyNumberOfEightBitsAndItsNeighbours() throws {
    for number in -300...300 {
      for quarter in 0..<4 {
        let magnitude = "\(abs(number)).\(["00", "25", "50", "75"][quarter])"
        for sign in ["", "-"] {
          let isIntegral = quarter == 0
          let value = sign.isEmpty ? abs(number) : -abs(number)
          for text in [sign + magnitude, "\"\(sign)\(magnitude)\""] {
            let json = #"{"value":\#(text)}"#
            let signed = try OneProperty<Int8>(json: json).value
            #expect(signed == (isIntegral ? Int8(exactly: value) : nil) ?? .kept, "\(json)")
            let unsigned = try OneProperty<UInt8>(json: json).value
            #expect(unsigned == (isIntegral ? UInt8(exactly: value) : nil) ?? .kept, "\(json)")
          }
        }
      }
    }
  }

  @Test(arguments: [
    "0x10", "0b1", "0o7", "1_000", "1,000", "1 000", "+", "-", ".", "1e", "e1", ".5", "--1",
    "+-1", "1-", "1+1", "٣", "１", "½", "1\u{301}", "1f", "1L", "1e1.5", "1e+", "∞", "1\u{0}",
  ])
  func textsThatAreNoNumbersAreLeftAlone(text: String) throws {
    #expect(try OneProperty<Int>(dictionary: ["value": text]).value == .kept)
    #expect(try HookedProperty<Int>(dictionary: ["value": text]).value == .kept)
    #expect(try OneProperty<UInt8>(dictionary: ["value": text]).value == .kept)
  }

  /// Every limit of a type and the numbers beside it, in every spelling and from every kind of
  /// input.
  private func check<Value: FixedWidthInteger & Kept>(
    _ type: Value.Type,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var numbers: Set<Int128> = []
    for edge in [Int128(Value.min), Int128(Value.max), 0, Int128(Value.max) / 2, 1 << 53] {
      for distance in -2...2 { numbers.insert(edge + Int128(distance)) }
    }
    for number in numbers.sorted() {
      for spelling in Spelling.all(of: number) {
        let expected = spelling.value.integer.flatMap { Value(exactly: $0) } ?? .kept
        let text = spelling.text
        for value in [text, "\"\(text)\"", "\" \(text)\\n\"", " \t\(text) "] {
          let json = #"{"value":\#(value)}"#
          let plain = try OneProperty<Value>(json: json).value
          #expect(plain == expected, "\(json) as \(type)", sourceLocation: sourceLocation)
          let hooked = try HookedProperty<Value>(json: json).value
          #expect(hooked == expected, "hooked: \(json) as \(type)", sourceLocation: sourceLocation)
        }
        let given = try OneProperty<Value>(dictionary: ["value": text]).value
        #expect(given == expected, "\(text) as \(type)", sourceLocation: sourceLocation)
      }
    }
  }
}
