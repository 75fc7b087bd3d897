import Foundation

/// Integers of every width.
///
/// The class has no constraint on its integer type, and gets closures that were made where that
/// type is known: so the runtime looks up no conformance when the first instance is made.
final class IntegerRules<Value>: Rules<Value> {
  private let value: (Input, any ValueContext) throws(Misfit) -> Value?
  private let giveValue: (Value, any ValueSink) -> Void
  private let textOfValue: (Value) -> String
  private let areEqualValues: (Value, Value) -> Bool
  private let hashValue: (Value, inout Hasher) -> Void

  @inline(__always)
  init(_ type: Value.Type) where Value: FixedWidthInteger {
    value = { (input, context) throws(Misfit) in try integer(of: input, context) }
    giveValue = { giveInteger($0, to: $1) }
    textOfValue = { String($0) }
    areEqualValues = { $0 == $1 }
    hashValue = { $1.combine($0) }
  }

  override func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Value {
    if let value = try value(input, context) { return value }
    throw misfit(input)
  }

  override func reason(_ input: Input, _ options: FixedOptions) -> String {
    input.reasonForNumbers(typeName, areWhole: true)
  }

  override var isKey: Bool { true }
  override func keyText(of value: Value) -> String? { textOfValue(value) }

  override func give(_ value: Value, to sink: any ValueSink) { giveValue(value, sink) }

  override func areEqual(_ first: Value, _ second: Value, _ comparer: any ModelComparer) -> Bool {
    areEqualValues(first, second)
  }

  override func hash(_ value: Value, into hasher: inout Hasher) { hashValue(value, &hasher) }
}

private func giveInteger<Value: FixedWidthInteger>(_ value: Value, to sink: any ValueSink) {
  if let value = Int64(exactly: value) {
    sink.integer(value)
  } else if let value = UInt64(exactly: value) {
    sink.integer(value)
  } else if let decimal = Decimal(string: String(value), locale: nil) {
    sink.decimal(decimal)
  } else {
    sink.leaveOut()
  }
}

private func integer<Value: FixedWidthInteger>(
  of input: Input,
  _ context: any ValueContext
) throws(Misfit) -> Value? {
  switch input {
  case .number(let number): return number.integer(as: Value.self)
  case .bool(let value): return value ? 1 : 0
  case .text(let text):
    let dates = context.options.dates
    return try text.withBytes { bytes in
      let bytes = bytes.trimmed
      if let number = DecimalText(bytes) { return number.integer(as: Value.self) }
      if let value = Bool(word: bytes) { return value ? 1 : 0 }
      guard dates.conversion == .timeInterval else { return nil }
      return DateText.read(bytes, format: dates.format, timeZone: dates.otherZone)
        .flatMap { Value(exactly: $0.timeIntervalSince1970.rounded(.down)) }
    }
  case .foreign(let value): return value as? Value
  default: return nil
  }
}

/// `Float`, `Double` and `CGFloat`.
final class FloatingPointRules<Value: BinaryFloatingPoint>: Rules<Value> {
  override func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Value {
    if context.takesNonFinite, case .number(let number) = input {
      switch number {
      case .float(let value) where !value.isFinite: return Value(value)
      case .double(let value) where !value.isFinite: return Value(value)
      default: break
      }
    }
    if let value = try value(of: input, context), value.isFinite { return value }
    throw misfit(input)
  }

  override func reason(_ input: Input, _ options: FixedOptions) -> String {
    input.reasonForNumbers(typeName, areWhole: false)
  }

  override func give(_ value: Value, to sink: any ValueSink) {
    if Value.self == Float.self { sink.float(Float(value)) } else { sink.double(Double(value)) }
  }

  /// NaN equals itself here, so that a copy equals its original.
  override func areEqual(
    _ first: Value,
    _ second: Value,
    _ comparer: any ModelComparer
  ) -> Bool {
    first == second || (first.isNaN && second.isNaN)
  }

  override func hash(_ value: Value, into hasher: inout Hasher) {
    hasher.combine(value.isNaN ? .nan : value)
  }

  private func value(of input: Input, _ context: any ValueContext) throws(Misfit) -> Value? {
    switch input {
    case .number(let number): return value(of: number)
    case .bool(let value): return value ? 1 : 0
    case .text(let text):
      let dates = context.options.dates
      return try text.withBytes { bytes in
        let bytes = bytes.trimmed
        if let number = DecimalText(bytes) { return value(of: .literal(number)) }
        guard dates.conversion == .automatic || dates.conversion == .timeInterval else {
          return nil
        }
        return DateText.read(bytes, format: dates.format, timeZone: dates.otherZone)
          .map { Value($0.timeIntervalSince1970) }
      }
    case .foreign(let value):
      if let value = value as? Value { return value }
      if let date = value as? Date { return Value(date.timeIntervalSince1970) }
      return nil
    default: return nil
    }
  }

  private func value(of number: Number) -> Value? {
    Value.self == Float.self ? number.float.map { Value($0) } : number.double.map { Value($0) }
  }
}

/// `Decimal`: the digits as they are written.
final class DecimalRules: HashableRules<Decimal> {
  override func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Decimal {
    switch input {
    case .number(.decimal(let value)) where context.takesNonFinite: return value
    case .number(let number): if let value = number.decimal { return value }
    case .bool(let value): return value ? 1 : 0
    case .text(let text):
      if let value = try text.withBytes({ DecimalText($0.trimmed)?.decimal }) { return value }
    default: break
    }
    throw misfit(input)
  }

  override func reason(_ input: Input, _ options: FixedOptions) -> String {
    input.reasonForNumbers(typeName, areWhole: false)
  }

  override func give(_ value: Decimal, to sink: any ValueSink) {
    sink.decimal(value)
  }
}

/// `Bool`.
final class BoolRules: Rules<Bool> {
  override func areEqual(_ first: Bool, _ second: Bool, _ comparer: any ModelComparer) -> Bool {
    first == second
  }

  override func hash(_ value: Bool, into hasher: inout Hasher) {
    hasher.combine(value)
  }

  override func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Bool {
    switch input {
    case .bool(let value): return value
    case .number(let number): if let value = truth(of: number, context) { return value }
    case .text(let text):
      let value = try text.withBytes { bytes in
        let bytes = bytes.trimmed
        return Bool(word: bytes)
          ?? DecimalText(bytes).flatMap { truth(of: .literal($0), context) }
      }
      if let value { return value }
    default: break
    }
    throw misfit(input)
  }

  /// Zero is false and any other number true; where mismatches are errors, only 0 and 1 are taken.
  private func truth(of number: Number, _ context: any ValueContext) -> Bool? {
    guard context.options.errors.contains(IssueKinds(.typeMismatch)) else {
      return number.isNonzero
    }
    switch number.integer(as: Int64.self) {
    case 0: return false
    case 1: return true
    default: return nil
    }
  }

  override func reason(_ input: Input, _ options: FixedOptions) -> String {
    if case .text = input { return "\(input.phrase) is neither true nor false" }
    return super.reason(input, options)
  }

  override func give(_ value: Bool, to sink: any ValueSink) {
    sink.bool(value)
  }
}

extension Bool {
  /// The truth that a word stands for: `true yes` or `false no` in any case.
  fileprivate init?(word: ByteView) {
    if word.equalsIgnoringCase("true") || word.equalsIgnoringCase("yes") {
      self = true
    } else if word.equalsIgnoringCase("false") || word.equalsIgnoringCase("no") {
      self = false
    } else {
      return nil
    }
  }
}

/// `NSNumber`: numbers, text that spells one, and booleans.
final class NSNumberRules: Rules<NSNumber> {
  /// Whether `NSNumber` itself hashes the values, as in a set: Foundation on Linux recurses without
  /// end for a decimal.
  private let areHashed: Bool

  init(areHashed: Bool = false) {
    self.areHashed = areHashed
  }

  override func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> NSNumber {
    switch input {
    case .bool(let value): return NSNumber(value: value)
    case .number(.literal(let text)): if let value = boxed(text) { return value }
    case .number(let number): if let value = boxed(number.untyped) { return value }
    case .text(let text):
      let number = try text.withBytes { bytes in DecimalText(bytes.trimmed).flatMap(boxed) }
      if let number { return number }
    case .foreign(let value): if let value = value as? NSNumber { return value }
    default: break
    }
    throw misfit(input)
  }

  override func reason(_ input: Input, _ options: FixedOptions) -> String {
    input.reasonForNumbers(typeName, areWhole: false)
  }

  override func give(_ value: NSNumber, to sink: any ValueSink) {
    sink.untyped(value)
  }

  override func areEqual(
    _ first: NSNumber,
    _ second: NSNumber,
    _ comparer: any ModelComparer
  ) -> Bool {
    first == second || (first.doubleValue.isNaN && second.doubleValue.isNaN)
  }

  override func hash(_ value: NSNumber, into hasher: inout Hasher) {
    let double = value.doubleValue
    hasher.combine(double.isNaN ? .nan : double)
  }

  /// A number as it is written; nil for one that no type holds.
  private func boxed(_ text: DecimalText) -> NSNumber? {
    text.double == nil && text.decimal == nil ? nil : boxed(text.untyped)
  }

  private func boxed(_ value: Any) -> NSNumber? {
    switch value {
    case let value as Int: NSNumber(value: value)
    case let value as UInt64: NSNumber(value: value)
    case let value as Double: NSNumber(value: value)
    case let value as Decimal: areHashed ? nil : NSDecimalNumber(decimal: value)
    default: nil
    }
  }
}

extension Int: ValueType { static var rules: ValueRules? { IntegerRules(Int.self) } }
extension Int8: ValueType { static var rules: ValueRules? { IntegerRules(Int8.self) } }
extension Int16: ValueType { static var rules: ValueRules? { IntegerRules(Int16.self) } }
extension Int32: ValueType { static var rules: ValueRules? { IntegerRules(Int32.self) } }
extension Int64: ValueType { static var rules: ValueRules? { IntegerRules(Int64.self) } }
extension Int128: ValueType { static var rules: ValueRules? { IntegerRules(Int128.self) } }
extension UInt: ValueType { static var rules: ValueRules? { IntegerRules(UInt.self) } }
extension UInt8: ValueType { static var rules: ValueRules? { IntegerRules(UInt8.self) } }
extension UInt16: ValueType { static var rules: ValueRules? { IntegerRules(UInt16.self) } }
extension UInt32: ValueType { static var rules: ValueRules? { IntegerRules(UInt32.self) } }
extension UInt64: ValueType { static var rules: ValueRules? { IntegerRules(UInt64.self) } }
extension UInt128: ValueType { static var rules: ValueRules? { IntegerRules(UInt128.self) } }
extension Float: ValueType { static var rules: ValueRules? { FloatingPointRules<Float>() } }
extension Double: ValueType { static var rules: ValueRules? { FloatingPointRules<Double>() } }
extension CGFloat: ValueType { static var rules: ValueRules? { FloatingPointRules<CGFloat>() } }
extension Decimal: ValueType { static var rules: ValueRules? { DecimalRules() } }
extension Bool: ValueType { static var rules: ValueRules? { BoolRules() } }
