import Foundation

/// The rules of one property type, without the type: how its values are read and written.
///
/// `Rules<Value>` is the only direct subclass.
class ValueRules {
  /// The type as an error names it.
  var typeName: String { "" }

  /// The raw values of an enum that lists its cases; nil for any other type.
  var rawValues: [String]? { nil }

  /// Whether texts such as `nil` and `null` are values of this type rather than null.
  var keepsNullText: Bool { false }

  /// Whether values can be told apart by their own `==` and hash.
  var isHashable: Bool { false }

  /// Whether a value is an array or a set.
  var isList: Bool { false }

  /// Whether null is a value of the type.
  var takesNull: Bool { false }

  /// Whether `arrayMapping` may name the class of the type's objects.
  var takesElementClass: Bool { elementRules?.takesElementClass ?? false }

  /// Whether text is kept as it is, so that the beginning of a text is the beginning of the value.
  var keepsText: Bool { false }

  /// Whether the type says nothing of its values: `Any`.
  var isUntyped: Bool { false }

  /// The same rules with a date format in place of the one of the options.
  func dated(_ format: DateOptions.Format) -> ValueRules { self }

  /// Whether values can be the keys of an object, as text.
  var isKey: Bool { false }

  /// The rules of the values that an optional or a collection holds; nil for other types.
  var elementRules: ValueRules? { nil }

  /// The models that a value may hold.
  var contents: Contents { elementRules?.contents ?? .none }

  /// The property for what a class stores, where it is of the type.
  func property(_ stored: StoredProperty) -> Property? { nil }

  /// Reads a value of the type from an input; throws if the input doesn't fit.
  func readAny(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Any {
    throw .mismatch
  }

  /// Gives a value to a sink; false where it is not of the type of these rules.
  func giveAny(_ value: Any, to sink: any ValueSink) -> Bool { false }

  func copyAny(_ value: Any, _ copier: any ModelCopier) -> Any { value }

  func areEqualAny(_ first: Any, _ second: Any, _ comparer: any ModelComparer) -> Bool { false }

  /// The reason why an input that is not null does not fit, in the words of a report.
  func reason(_ input: Input, _ options: FixedOptions) -> String {
    switch input {
    case .array, .object, .foreign: "\(input.phrase) where \(typeName) is expected"
    default: "\(input.phrase) is no \(typeName)"
    }
  }

  /// Whether values are written by their own `Codable` conformance.
  var isEncoded: Bool { elementRules?.isEncoded ?? false }

  /// The class of the models in an array, or in a dictionary with text as keys; nil for other
  /// types.
  var collectedClass: (any Model.Type)? { nil }
}

extension ValueRules {
  /// What an issue says that it expected: the type, or the raw values of an enum.
  var expectation: String {
    guard let rawValues else { return typeName }
    let shown = rawValues.prefix(20).joined(separator: ", ") + (rawValues.count > 20 ? ", …" : "")
    return "one of \(shown)"
  }

  /// The class where the type is a single model; nil for other types.
  var modelClass: (any Model.Type)? {
    guard elementRules == nil, case .of(let type) = contents.models else { return nil }
    return type
  }
}

/// The rules of one property type.
///
/// A subclass has everything that can be done with a value. A new property type needs one, a
/// conformance to `ValueType`, and, for speed or an encoder's own form, what other folders list.
class Rules<Value>: ValueRules {
  override var typeName: String { String(describing: Value.self) }

  override var isHashable: Bool { Value.self is any Hashable.Type }

  /// Reads a value from an input; throws where the input does not fit.
  func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Value {
    throw misfit(input)
  }

  /// Reads the key of a pair.
  func readKey(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Value {
    try read(input, context)
  }

  /// Gives the parts of a value to a sink.
  func give(_ value: Value, to sink: any ValueSink) {
    sink.leaveOut()
  }

  /// Whether the value is nil.
  func isNil(_ value: Value) -> Bool { false }

  /// The value without the optional around it.
  func opened(_ value: Value) -> Any? { value }

  /// The value with copies in place of the models in it.
  func copy(_ value: Value, _ copier: any ModelCopier) -> Value { value }

  /// The old elements of a list and, behind them, the elements that an input adds.
  func merged(_ new: Value, onto old: Value, _ matched: any MatchedElements) -> Value { new }

  /// Whether two values are equal; values that can't be compared are not.
  func areEqual(_ first: Value, _ second: Value, _ comparer: any ModelComparer) -> Bool {
    Unknown.areEqual(first, second) ?? false
  }

  /// Feeds a value that holds no models to a hasher; equal values feed the same.
  func hash(_ value: Value, into hasher: inout Hasher) {
    Unknown.hash(value, into: &hasher)
  }

  /// The value for null as an element of a container; nil where null is no value of the type.
  var nullElement: Value? { nil }

  /// The value as the key of an object; nil for a type that can't be one.
  func keyText(of value: Value) -> String? { nil }

  /// The value as a report shows it.
  func text(of value: Value) -> String { String(describing: value) }

  /// The error for an input that these rules do not take.
  final func misfit(_ input: Input) -> Misfit {
    if case .null = input { return .null }
    if input.isCutString { return .unfinished }
    return !keepsNullText && input.isNullOrNullText ? .null : .mismatch
  }

  final override func property(_ stored: StoredProperty) -> Property? {
    guard let slot = Slot<Value>(stored) else { return nil }
    return ValueProperty(stored, slot: slot, rules: self)
  }

  final override func readAny(
    _ input: Input,
    _ context: any ValueContext
  ) throws(Misfit) -> Any {
    try read(input, context)
  }

  final override func giveAny(_ value: Any, to sink: any ValueSink) -> Bool {
    guard let value = value as? Value else { return false }
    give(value, to: sink)
    return true
  }

  final override func copyAny(_ value: Any, _ copier: any ModelCopier) -> Any {
    (value as? Value).map { copy($0, copier) } ?? value
  }

  final override func areEqualAny(
    _ first: Any,
    _ second: Any,
    _ comparer: any ModelComparer
  ) -> Bool {
    guard let first = first as? Value, let second = second as? Value else { return false }
    return areEqual(first, second, comparer)
  }

  final override func dated(_ format: DateOptions.Format) -> ValueRules {
    contents.isRelationship ? self : DatedRules(self, format)
  }
}

/// A type that the table of conversions lists.
protocol ValueType {
  static var rules: ValueRules? { get }
}

extension ValueRules {
  /// The rules for a type; nil where the table does not know it.
  ///
  /// 1. The commonest types, and models.
  /// 2. Optionals and collections of types with rules.
  /// 3. A user's own `ModelValue`.
  /// 4. The other types of the table: numbers, dates, types that a text spells.
  /// 5. `Any`.
  /// 6. Types with a raw value whose type has rules.
  /// 7. Any other `Codable` type.
  ///
  /// They are made once for a type.
  static func of(_ type: Any.Type) -> ValueRules? {
    let key = ObjectIdentifier(type)
    if let known = known.with(key, { $0 }) { return known.rules }
    return known.insert(KnownRules(made(for: type)), for: key).rules
  }

  private static let known = ImmortalTable<KnownRules>()

  /// For the first cast of a type to a protocol the runtime searches all conformances of the
  /// program: the commonest types are found without a cast.
  private static func made(for type: Any.Type) -> ValueRules? {
    if let rules = common(type) { return rules }
    if let type = type as? AnyClass, let model = modelType(type) { return modelRules(model) }
    let rules = (type as? any ValueType.Type)?.rules
    if let rules, rules.elementRules != nil { return rules }
    if let type = type as? any ModelValue.Type { return modelValueRules(type) }
    if let rules { return rules }
    if type == Any.self { return UntypedRules() }
    if type is any ValueType.Type { return nil }
    if let type = type as? any RawRepresentable.Type, let rules = rawRules(type) { return rules }
    if let type = type as? any (Decodable & Encodable).Type { return codableRules(type) }
    return nil
  }

  private static func common(_ type: Any.Type) -> ValueRules? {
    if type == String.self { return StringRules() }
    if type == Int.self { return IntegerRules(Int.self) }
    if type == Bool.self { return BoolRules() }
    if type == String?.self { return OptionalRules(StringRules()) }
    if type == Int?.self { return OptionalRules(IntegerRules(Int.self)) }
    if type == Bool?.self { return OptionalRules(BoolRules()) }
    if type == Double.self { return FloatingPointRules<Double>() }
    if type == Double?.self { return OptionalRules(FloatingPointRules<Double>()) }
    if type == [String].self { return ArrayRules(StringRules()) }
    if type == Date.self { return DateRules() }
    if type == Date?.self { return OptionalRules(DateRules()) }
    return nil
  }

  private static func modelValueRules<Value: ModelValue>(_ type: Value.Type) -> ValueRules {
    ModelValueRules<Value>()
  }

  private static func modelRules<Value: Model>(_ type: Value.Type) -> ValueRules {
    ModelRules<Value>()
  }

  private static func rawRules<Value: RawRepresentable>(_ type: Value.Type) -> ValueRules? {
    guard let rules = ValueRules.of(Value.RawValue.self) as? Rules<Value.RawValue> else {
      return nil
    }
    return RawValueRules<Value>(rules)
  }

  private static func codableRules<Value: Codable>(_ type: Value.Type) -> ValueRules {
    CodableRules<Value>()
  }
}

/// The rules of a type, or that there are none.
///
/// Any number of threads may read them: nothing in rules changes once they are made.
private final class KnownRules: @unchecked Sendable {
  let rules: ValueRules?

  init(_ rules: ValueRules?) {
    self.rules = rules
  }
}
