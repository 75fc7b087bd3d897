import Foundation

/// What any decoder holds, as plain values.
struct DecodedTree: Decodable {
  let value: Any

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: AnyKey.self) {
      value = try Self.decimal(in: container, decoder) ?? Self.object(in: container)
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [Any] = []
      while !container.isAtEnd {
        if try container.decodeNil() {
          elements.append(NSNull())
        } else {
          elements.append(try container.decode(DecodedTree.self).value)
        }
      }
      value = elements
    } else {
      value = try Self.single(try decoder.singleValueContainer())
    }
  }

  /// The object that a decoder holds; anything else is the decoder's own error.
  static func object(from decoder: any Decoder) throws -> [String: Any] {
    try object(in: try decoder.container(keyedBy: AnyKey.self))
  }

  private static func object(
    in container: KeyedDecodingContainer<AnyKey>
  ) throws -> [String: Any] {
    var dictionary: [String: Any] = [:]
    for key in container.allKeys {
      if try container.decodeNil(forKey: key) {
        dictionary[key.stringValue] = NSNull()
      } else {
        dictionary[key.stringValue] = try container.decode(DecodedTree.self, forKey: key).value
      }
    }
    return dictionary
  }

  /// A decimal number as formats without one of their own hold it: an object with these keys.
  private static func decimal(
    in container: KeyedDecodingContainer<AnyKey>,
    _ decoder: any Decoder
  ) throws -> Decimal? {
    let keys = Set(container.allKeys.map(\.stringValue))
    guard keys == ["exponent", "length", "isNegative", "isCompact", "mantissa"] else { return nil }
    return try? decoder.singleValueContainer().decode(Decimal.self)
  }

  /// The kinds of values that formats have, from the strictest to the loosest.
  private static func single(_ container: any SingleValueDecodingContainer) throws -> Any {
    if container.decodeNil() { return NSNull() }
    if let value = try? container.decode(String.self) { return value }
    if let value = try? container.decode(Bool.self) { return value }
    if let value = number(container) { return value }
    if let value = try? container.decode(Date.self) { return value }
    return try container.decode(Data.self)
  }

  /// An integer, a `Double`, or a `Decimal` where no `Double` has its digits.
  ///
  /// A decoder of JSON gives an `Int` for every number whose nearest `Double` is one; only the
  /// `Decimal` knows better.
  private static func number(_ container: any SingleValueDecodingContainer) -> Any? {
    let decimal = try? container.decode(Decimal.self)
    if let value = try? container.decode(Int.self), decimal == nil || decimal == Decimal(value) {
      return value
    }
    if let value = try? container.decode(UInt64.self), decimal == nil || decimal == Decimal(value) {
      return value
    }
    guard let double = try? container.decode(Double.self) else { return decimal }
    guard let decimal, decimal != 0, !decimal.isNaN else { return double }
    let shortest = Number.double(double).decimal
    return shortest == nil || shortest == decimal ? double : decimal
  }
}

/// A key whatever its text.
struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ text: String) { stringValue = text }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { stringValue = String(intValue) }
}
