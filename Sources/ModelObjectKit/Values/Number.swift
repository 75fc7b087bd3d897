import ModelObjectEssentials

/// A number of the input, exact until its type is known.
enum Number {
  case signed(Int64)
  case unsigned(UInt64)
  case float(Float)
  case double(Double)
  case decimal(Decimal)
  /// A number as its text.
  case literal(DecimalText)
}

extension Double {
  /// Whether a decoder may give the number in place of one that its `Decimal` can't hold: beyond
  /// that one's exponents, and with more digits than a `Double` keeps.
  fileprivate var hasNoDecimal: Bool {
    guard self != 0, !(1e-89..<1e127 ~= magnitude) else { return false }
    return ByteView.with(description) { DecimalText($0)?.digits.count ?? 0 } > 15
  }
}

extension Number {
  /// The number as an integer type; nil if it isn't integral and in range.
  func integer<Integer: FixedWidthInteger>(as type: Integer.Type) -> Integer? {
    if case .signed(let value) = self { return Integer(exactly: value) }
    return whole?.integer(as: type)
  }

  /// The number as an integer; nil if it isn't integral or takes more than 128 bits.
  var whole: WholeNumber? {
    switch self {
    case .signed(let value): WholeNumber(value)
    case .unsigned(let value): WholeNumber(magnitude: Magnitude(value), isNegative: false)
    case .float(let value): WholeNumber(Double(value))
    case .double(let value): WholeNumber(value)
    case .decimal(let value): ByteView.with(value.description) { DecimalText($0)?.whole }
    case .literal(let text): text.whole
    }
  }

  /// The nearest `Double`; nil if it isn't finite.
  var double: Double? {
    switch self {
    case .signed(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .float(let value): value.isFinite ? Double(value) : nil
    case .double(let value): value.isFinite ? value : nil
    case .decimal(let value): ByteView.with(value.description) { DecimalText($0)?.double }
    case .literal(let text): text.double
    }
  }

  /// The nearest `Float`; nil if it isn't finite.
  var float: Float? {
    switch self {
    case .double(let value): Float(value).isFinite ? Float(value) : nil
    case .literal(let text): text.float
    default: text.flatMap { ByteView.with($0) { DecimalText($0)?.float } }
    }
  }

  /// The number with its digits; nil if a `Decimal` can't hold them.
  var decimal: Decimal? {
    switch self {
    case .signed(let value): Decimal(value)
    case .unsigned(let value): Decimal(value)
    case .double(let value) where value.hasNoDecimal: nil
    case .float, .double: text.flatMap { ByteView.with($0) { DecimalText($0)?.decimal } }
    case .decimal(let value): value.isNaN ? nil : value
    case .literal(let text): text.decimal
    }
  }

  /// The number as its shortest exact text, or as spelled in JSON text; nil for NaN and infinity.
  var text: String? {
    switch self {
    case .signed(let value): String(value)
    case .unsigned(let value): String(value)
    case .float(let value): value.isFinite ? Self.shortest(value.description) : nil
    case .double(let value): value.isFinite ? Self.shortest(value.description) : nil
    case .decimal(let value): value.isNaN ? nil : value.description
    case .literal(let text): String(text.bytes)
    }
  }

  /// Whether a decoder may have cut off digits of the number, which it doesn't tell.
  ///
  /// A `Decimal` has room for 38 digits; zeros that end a fraction don't show. For a number that is
  /// beyond its exponents there is only a `Double`, which keeps some digits of any number.
  var mayBeCut: Bool {
    switch self {
    case .decimal(let value) where value.exponent < 0:
      value.significand >= Decimal(sign: .plus, exponent: 29, significand: 1)
    case .decimal(let value): value.magnitude >= Decimal(sign: .plus, exponent: 37, significand: 1)
    case .double(let value): value != 0 && !(1e-89..<1e37 ~= value.magnitude)
    default: false
    }
  }

  /// False for zero only; nil for NaN.
  var isNonzero: Bool? {
    switch self {
    case .signed(let value): value != 0
    case .unsigned(let value): value != 0
    case .float(let value): value.isNaN ? nil : value != 0
    case .double(let value): value.isNaN ? nil : value != 0
    case .decimal(let value): value.isNaN ? nil : value != 0
    case .literal(let text): text.digits.count > 0
    }
  }

  /// Whether a number type can hold the value, at least rounded.
  var isHeld: Bool {
    switch self {
    case .literal(let text): text.double != nil || text.decimal != nil
    case .decimal(let value): !value.isNaN
    default: true
    }
  }

  /// The number for untyped properties: `Int`, `UInt64`, `Double`, or `Decimal` if it has more digits
  /// than a `Double`; `Decimal.nan` if no type can hold the value.
  var untyped: Any {
    switch self {
    case .signed(let value): Int(exactly: value) ?? value
    case .unsigned(let value): Int(exactly: value) ?? value
    case .float(let value): Double(value)
    case .double(let value): value
    case .decimal(let value): value
    case .literal(let text): text.untyped
    }
  }

  /// The number of which a `Double` is the nearest and a `Decimal` has the digits, for untyped
  /// properties: whole numbers stay exact, and fractions that aren't the text of any `Double`.
  static func untyped(_ double: Double, _ decimal: Decimal) -> Any {
    if decimal == 0 || Number.double(double).decimal == decimal { return double }
    let isText = ByteView.with(decimal.description) { text in
      DecimalText(text).map { $0.whole == nil && $0.isOfDouble } ?? false
    }
    return isText ? double : decimal
  }

  var description: String {
    switch self {
    case .signed, .unsigned: "Int \(text ?? "")"
    case .float(let value): "Float \(value)"
    case .double(let value): "Double \(value)"
    case .decimal(let value): "Decimal \(value)"
    case .literal(let literal): "number \(String(literal.bytes).prefix(60))"
    }
  }

  /// Swift writes integral numbers with a fraction of zero.
  private static func shortest(_ text: String) -> String {
    text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
