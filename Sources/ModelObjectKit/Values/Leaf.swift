import ModelObjectEssentials

/// A type whose values have no parts: one scalar or one string of JSON.
///
/// A new mapped type is just a conformance in one file.
protocol Leaf: Hashable, SendableMetatype {
  /// What holds for all values of the type.
  static var kind: LeafKind { get }

  /// Reads a value; nil if the input doesn't fit.
  static func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Self?

  /// Whether an input that fits is of the form that JSON has for the type, so that it isn't converted.
  static func isOwnForm(_ input: Input, _ context: any ValueContext) -> Bool

  /// Writes a value to a sink.
  static func write(_ value: Self, to sink: any ValueSink)

  /// Whether two values are equal as properties of models.
  static func isSame(_ first: Self, _ second: Self) -> Bool

  /// Adds a value to a hasher; values that are the same add the same.
  static func hash(_ value: Self, into hasher: inout Hasher)

  /// The value as a report shows it.
  static func text(of value: Self) -> String

  /// The value as the key of an object.
  static func keyText(of value: Self) -> String

  /// The reason why an input other than null doesn't fit.
  static func reason(_ input: Input, _ options: FixedOptions) -> String

  // Each of these has one body for all types, in an extension; as requirements, they are compiled
  // for each type.
  static func value(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Self
  static func unnoted(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Self
  static func map(
    _ input: Input,
    _ place: FieldPlace,
    of object: ObjectMemory,
    _ context: any ValueContext
  ) throws(Misfit)
  static func write(_ place: FieldPlace, of object: ObjectMemory, to sink: any ValueSink)
  static func isNil(_ place: FieldPlace, of object: ObjectMemory) -> Bool
  static func content(_ place: FieldPlace, of object: ObjectMemory) -> Any?
  static func copy(_ place: FieldPlace, from source: ObjectMemory, to target: ObjectMemory)
  static func areSame(_ place: FieldPlace, in first: ObjectMemory, _ second: ObjectMemory) -> Bool
  static func hash(_ place: FieldPlace, of object: ObjectMemory, into hasher: inout Hasher)
}

extension Leaf {
  static var kind: LeafKind { LeafKind() }
  @inline(__always)
  static func isSame(_ first: Self, _ second: Self) -> Bool { first == second }
  static func hash(_ value: Self, into hasher: inout Hasher) { hasher.combine(value) }
  static func text(of value: Self) -> String { String(describing: value) }
  static func keyText(of value: Self) -> String { text(of: value) }

  static func reason(_ input: Input, _ options: FixedOptions) -> String {
    if case .text = input, let words = kind.reasonForText { return "\(input.phrase) is \(words)" }
    return input.reason(String(describing: Self.self))
  }

  static func isOwnForm(_ input: Input, _ context: any ValueContext) -> Bool {
    switch input {
    case .text: true
    case .foreign(let value): value is Self || value is CutString || value is EncodedValue
    default: false
    }
  }

  static func value(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Self {
    let value = try unnoted(input, context)
    if !isOwnForm(input, context) { try context.convert(input, to: LeafShape<Self>()) }
    return value
  }

  /// The value of an input, which may be a conversion that isn't reported.
  static func unnoted(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Self {
    guard input.isShared else { return try ownValue(input, context) }
    return try context.sharing(input) { () throws(Misfit) in try ownValue(input, context) }
  }

  private static func ownValue(
    _ input: Input,
    _ context: any ValueContext
  ) throws(Misfit) -> Self {
    if let value = try read(input, context) ?? encodedValue(input, context) { return value }
    throw LeafShape<Self>().misfit(input)
  }

  /// A value as the type's own `Codable` conformance has encoded it in an archive, before its values
  /// were written as one scalar or string; nil for any other input.
  @inline(never)
  private static func encodedValue(
    _ input: Input,
    _ context: any ValueContext
  ) -> Self? {
    guard context.options.dates.numbersAreSince2001, let type = Self.self as? any Decodable.Type
    else { return nil }
    func decoded<Value: Decodable>(_ type: Value.Type) -> Any? {
      context.decodedByItself(type, from: input)
    }
    return decoded(type) as? Self
  }
}

/// What holds for all values of a leaf.
struct LeafKind {
  /// The type of a value in a JSON schema, or `date`; nil if there are several.
  var schemaType: String?
  /// The format of a string in a JSON schema.
  var schemaFormat: String?
  /// Whether values can be the keys of an object.
  var isKey = false
  /// Whether a string is stored unchanged, also one such as `null`.
  var storesText = false
  /// What a string is that doesn't fit; nil if it just isn't a value of the type.
  var reasonForText: String?
}

/// The shape of a type without parts.
struct LeafShape<Value: Leaf>: Shape {
  var leaf: (any Leaf.Type)? { Value.self }

  func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Value {
    try Value.value(input, context)
  }

  func readKey(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Value {
    try Value.unnoted(input, context)
  }

  func isOwnForm(_ input: Input, _ context: any ValueContext) -> Bool {
    Value.isOwnForm(input, context)
  }

  func write(_ value: Value, to sink: any ValueSink) { Value.write(value, to: sink) }

  func areEqual(_ first: Value, _ second: Value, _ comparer: any ModelComparer) -> Bool {
    Value.isSame(first, second)
  }

  func hash(_ value: Value, into hasher: inout Hasher) { Value.hash(value, into: &hasher) }
  func keyText(of value: Value) -> String { Value.keyText(of: value) }
  func text(of value: Value) -> String { Value.text(of: value) }

  func reason(_ input: Input, _ options: FixedOptions) -> String { Value.reason(input, options) }
}

/// A type that is read from and written as one string; values are equal if they are written alike.
protocol SpelledLeaf: Leaf {
  static func parse(_ text: String) -> Self?
}

extension Input {
  /// The string without white space around it; nil if the input isn't one.
  fileprivate var spelling: String? {
    guard case .text(let text) = self, !text.isNull else { return nil }
    return text.withBytes { String($0.trimmed) }
  }
}

extension SpelledLeaf {
  static var kind: LeafKind { LeafKind(schemaType: "string") }

  /// Trims white space; an empty string is null, unless it is from an input that has its own null.
  static func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Self? {
    if case .foreign(let value) = input { return value as? Self }
    guard let spelling = input.spelling else { return nil }
    guard spelling.isEmpty else { return parse(spelling) }
    if case .text(.verbatim) = input, let value = parse(spelling) { return value }
    throw .null
  }

  static func write(_ value: Self, to sink: any ValueSink) { sink.text(text(of: value)) }

  static func isSame(_ first: Self, _ second: Self) -> Bool { text(of: first) == text(of: second) }

  static func hash(_ value: Self, into hasher: inout Hasher) { hasher.combine(text(of: value)) }
}
