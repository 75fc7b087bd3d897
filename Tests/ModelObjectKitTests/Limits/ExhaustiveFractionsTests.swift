import Foundation
import ModelObjectKit
import Testing

struct EveryFractionAtItsEdges {
  /// Numbers at the edges of the two formats, each with its neighbors.
  private static let edges = numbers.flatMap { [$0.nextDown, $0, $0.nextUp] }
    .flatMap { [$0, -$0] }.filter(\.isFinite)

  private static let numbers: [Double] = [
    0, -0.0, 1, 0.1, 0.3, 1.0 / 3, 8.2, 1e15, 1e16, 1e21, 1e22, 1e23, 0x1p53, 0x1p63, 0x1p64,
    Double.leastNonzeroMagnitude, Double.leastNormalMagnitude, Double.greatestFiniteMagnitude,
    Double(Float.leastNonzeroMagnitude), Double(Float.leastNormalMagnitude),
    Double(Float.greatestFiniteMagnitude), 0x1.000001p0, 0x1.000002p0, 0x1.000003p0, 1e300, 1e-300,
    123456789.123456789,
  ]

  /// The spellings of a number in JSON, from its shortest digits.
  private func spellings(of number: Double) -> [String] {
    let text = number.description
    let digits = text.contains("e") ? text : "\(text)e0"
    return [text, text.uppercased(), digits, digits.replacing("e", with: "E")]
  }

  @Test func ofDoubles() throws {
    for number in Self.edges {
      for text in spellings(of: number) {
        for json in [text, "\"\(text)\"", "\" \(text)\\t\""] {
          let read = try OneProperty<Double>(json: #"{"value":\#(json)}"#).value
          #expect(read == number, "\(json)")
          #expect(read.sign == number.sign || read == 0, "\(json)")
        }
      }
      #expect(try OneProperty<Double>(dictionary: ["value": number]).value == number)
      #expect(
        try OneProperty<Double>(dictionary: ["value": NSNumber(value: number)]).value == number
      )
    }
  }

  @Test func ofFloats() throws {
    for number in Self.edges {
      // The text is rounded once, to the nearest `Float`; an infinite one doesn't fit.
      let nearest: Float = Float(number.description) ?? 0
      let expected = nearest.isFinite ? nearest : .kept
      for text in spellings(of: number) {
        for json in [text, "\"\(text)\""] {
          let read = try OneProperty<Float>(json: #"{"value":\#(json)}"#).value
          #expect(read == expected, "\(json)")
        }
      }
    }
  }

  @Test(arguments: ["1e309", "-1e309", "1e999999999999999999999", "1.8e308", "-1.8e308"])
  func beyondThemNothingIsStored(text: String) throws {
    for json in [text, "\"\(text)\""] {
      #expect(try OneProperty<Double>(json: #"{"value":\#(json)}"#).value == .kept, "\(json)")
      #expect(try OneProperty<Float>(json: #"{"value":\#(json)}"#).value == .kept, "\(json)")
    }
  }

  @Test func ofDecimals() throws {
    // A decimal has 38 digits and exponents from -128 to 127.
    let nines = String(repeating: "9", count: 38)
    for digits in ["0", "1", "10", "12345", "18446744073709551616", nines] {
      for exponent in -128...127 {
        for sign in ["", "-"] {
          let text = "\(sign)\(digits)e\(exponent)"
          // Digits and exponent as written; other tests check numbers that a decimal can't hold.
          let whole = Decimal(string: sign + digits, locale: nil) ?? 0
          let built = Decimal(
            sign: sign.isEmpty ? .plus : .minus,
            exponent: exponent,
            significand: whole.magnitude
          )
          for json in [text, "\"\(text)\""] {
            let read = try OneProperty<Decimal>(json: #"{"value":\#(json)}"#).value
            if built.isNaN {
              // Foundation makes NaN from `10e127`, though it has room for it.
              #expect("\(read)" == sign + digits + String(repeating: "0", count: exponent))
            } else {
              #expect(read == built && !read.isNaN, "\(json)")
            }
          }
        }
      }
    }
  }

  @Test func ofTruthValues() throws {
    for (text, value) in [
      ("0", false), ("-0", false), ("0.0", false), ("0e9", false), ("0.000e-5", false),
      ("1", true), ("-1", true), ("0.5", true), ("1e-300", true), ("1e300", true), ("2", true),
      ("18446744073709551616", true), ("5e-324", true),
    ] {
      for json in [text, "\"\(text)\"", "\" \(text) \""] {
        let model = OneProperty<Bool>()
        model.value = !value
        try model.update(json: #"{"value":\#(json)}"#)
        #expect(model.value == value, "\(json)")
      }
    }
    for word in ["true", "yes", "false", "no"] {
      // Every way to write the word in capitals and small letters.
      for mask in 0..<(1 << word.count) {
        let text = String(
          word.enumerated().map { mask >> $0 & 1 == 1 ? Character($1.uppercased()) : $1 }
        )
        let model = OneProperty<Bool>()
        model.value = word == "false" || word == "no"
        try model.update(json: #"{"value":"\#(text)"}"#)
        #expect(model.value == (word == "true" || word == "yes"), "\(text)")
      }
    }
  }
}
