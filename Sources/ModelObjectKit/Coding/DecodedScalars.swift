import ModelObjectEssentials

extension DecodingPlace {
  /// The scalar of a decoder that decodes no types but its own.
  var plainScalar: Any? {
    guard case .element(let container) = holder else { return nil }
    return (try? container.decode(String.self)) ?? (try? container.decode(Bool.self))
      ?? (try? container.decode(Int.self)) ?? (try? container.decode(Double.self))
  }

  /// A text, a boolean or a number, tried from the strictest to the loosest; nil for anything else.
  var anyScalar: Any? {
    switch decoding.kind.scalars {
    case .strict: strictScalar
    case .loose: scalar(String.self) ?? looseNumber ?? scalar(Bool.self)
    case .yaml:
      scalar(Int.self) ?? scalar(UInt64.self) ?? scalar(Double.self) ?? scalar(Bool.self)
        ?? scalar(String.self)
    case .row: column
    }
  }

  /// The same of Foundation's decoders: for each type that the value isn't of they make an error,
  /// which takes long, so the kind of the value before this one is tried first.
  private var strictScalar: Any? {
    let value: Any? = decoding.expectsNumber ? strictNumber ?? text : text ?? strictNumber
    // A number may be too small for a `Double`, and only an integer then.
    guard let value else { return scalar(Bool.self) ?? scalar(Int.self) }
    decoding.expectsNumber = !(value is String)
    return value
  }

  private var text: Any? { scalar(String.self) }

  /// A number of one of Foundation's decoders.
  ///
  /// Any number is a `Double` for them. A string may be one that isn't finite.
  private var strictNumber: Any? {
    guard let double = scalar(Double.self), double.isFinite else { return nil }
    let decimal = scalar(Decimal.self)
    return double.rounded() == double ? number(decimal) : number(double, decimal)
  }

  /// The value of a column; nil for a row or rows of another table.
  func columnOrBlob() throws(Misfit) -> Any? {
    if let value = anyScalar { return value }
    // Only what is neither a row nor rows can be asked for bytes.
    return try tree(.any) as? Data
  }

  /// The value of a column; nil for a row or rows of another table, and for a blob of a row that was
  /// copied.
  private var column: Any? {
    guard case .keyed(let container, let key) = holder else { return nil }
    // Only columns have numbers and strings. Only those of rows that were copied refuse a `Double`,
    // and these don't change.
    let double = try? container.decode(Double.self, forKey: key)
    guard double != nil || (try? container.decode(String.self, forKey: key)) != nil else {
      return nil
    }
    // A record's own strategies for data and dates don't count for optionals.
    if let data = scalar(Data?.self) ?? nil {
      guard !data.contains(0), let text = data.validText else { return data }
      // The statement has a text for a number, too; no text of digits is a date.
      let isNumber = ByteView.with(text) { DecimalText($0) != nil }
      guard isNumber, (scalar(Date?.self) ?? nil) != nil else { return text }
    }
    guard let double, let integer = scalar(Int.self), Double(integer) == double else {
      return double
    }
    return integer
  }

  /// A number of any other decoder.
  ///
  /// Only of a number it is asked for a `Decimal`: of an object with numbers for keys some stop the
  /// program, as the parts of a `Decimal` have numbers, too.
  private var looseNumber: Any? {
    guard let number = number(nil) else { return nil }
    return scalar(Decimal.self).flatMap { self.number($0) } ?? number
  }

  /// An integer, a `Double`, or a `Decimal` if it has more digits.
  ///
  /// A decoder of JSON gives an `Int` for every number whose nearest `Double` is integral; only the
  /// `Decimal` is exact. Other formats hold a `Decimal` as an object, with keys of its own. Some
  /// decoders stop the program if an `Int` can't hold the number.
  private func number(_ decimal: Decimal?) -> Any? {
    if let value = scalar(UInt64.self), decimal == nil || decimal == Decimal(value) {
      return Int(exactly: value) ?? value
    }
    if let value = scalar(Int.self), decimal == nil || decimal == Decimal(value) { return value }
    guard let double = scalar(Double.self) else {
      return decimal ?? scalar(Float.self).map { TreeBuilder.number($0) }
    }
    return number(double, decimal)
  }

  private func number(_ double: Double, _ decimal: Decimal?) -> Any {
    guard let decimal, !decimal.isNaN, Number.double(double).decimal != nil else { return double }
    return Number.untyped(double, decimal)
  }
}
