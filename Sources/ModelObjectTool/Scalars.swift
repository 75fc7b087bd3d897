import Foundation
import ModelObjectKit

/// What is known of the texts, numbers and truth values that were seen in one place.
struct Scalars {
  private var hasBool = false
  private var hasInteger = false
  private var hasFraction = false
  private var hasText = false
  /// An integer that `Int64` does not hold.
  private var isBeyondInteger = false
  /// A number of which a `Double` does not hold every digit; integers count beside fractions only.
  private var isBeyondDouble = false
  /// A number that even `Decimal` does not hold, or not surely.
  private var isBeyondDecimal = false
  private var hasWideExponent = false
  private var areDates = true
  private var areURLs = true

  var isEmpty: Bool { !(hasBool || hasInteger || hasFraction || hasText) }

  /// The type of a property that takes them all.
  ///
  /// The widest counts: Bool, Int, Double, String, with `Decimal` where a `Double` would not keep
  /// the digits.
  var type: SwiftType {
    if hasText {
      if hasBool || hasInteger || hasFraction { return .string }
      return areDates ? .date : areURLs ? .url : .string
    }
    guard hasInteger || hasFraction else { return .bool }
    if isBeyondDecimal { return .string }
    if isBeyondInteger || hasFraction && isBeyondDouble {
      return hasWideExponent ? .string : .decimal
    }
    return hasFraction ? .double : .int
  }

  mutating func addBool() { hasBool = true }

  mutating func addText(_ text: String) {
    hasText = true
    if areDates { areDates = Self.isDate(text) }
    if areURLs { areURLs = Self.isURL(text) }
  }

  mutating func addNumber(_ text: String) {
    let mantissa = text.prefix { $0 != "e" && $0 != "E" }
    let digits = mantissa.utf8.filter { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      .drop { $0 == UInt8(ascii: "0") }
    if mantissa.count == text.count, !text.contains("."), text != "-0" {
      hasInteger = true
      if digits.count > 15 { isBeyondDouble = true }
      if Int64(text) == nil { isBeyondInteger = true }
      if digits.count > 38 { isBeyondDecimal = true }
      return
    }
    hasFraction = true
    let exponent = Int(text.dropFirst(mantissa.count + 1)) ?? 0
    if digits.count > 17 { isBeyondDouble = true }
    let value = Double(text) ?? .infinity
    if !value.isFinite || value == 0 && !digits.isEmpty { isBeyondDecimal = true }
    if digits.count > 38 { isBeyondDecimal = true }
    // A Decimal has exponents up to 127.
    if abs(exponent) > 60 { hasWideExponent = true }
  }
}

// MARK: - Texts

extension Scalars {
  /// Whether the library reads the text as a date; a mere number, which might be anything, is none.
  private static func isDate(_ text: String) -> Bool {
    guard (8...40).contains(text.utf8.count), Double(text) == nil,
      text.utf8.contains(where: { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      text.utf8.contains(where: { "-/:,".utf8.contains($0) })
    else { return false }
    return (try? DateProbe(dictionary: ["date": text]))?.date != nil
  }

  /// Whether the text is an address on the web or another one with a host.
  private static func isURL(_ text: String) -> Bool {
    guard text.contains("://"), !text.utf8.contains(where: { $0 <= UInt8(ascii: " ") }),
      let url = URL(string: text)
    else { return false }
    return url.scheme?.isEmpty == false && url.host()?.isEmpty == false
      && url.absoluteString == text
  }
}

private final class DateProbe: ModelObject {
  var date: Date?
}
