import Foundation

/// An optional or a collection, whose values have a coder class of their own.
private protocol CodedCollection {
  static func coder(_ rules: ValueRules) -> AnyObject?
}

extension ValueCoder {
  /// The coder of a type with the given rules.
  static func of(_ rules: Rules<Value>) -> ValueCoder<Value> {
    if let type = Value.self as? any CodedCollection.Type,
      let coder = type.coder(rules) as? ValueCoder<Value>
    {
      return coder
    }
    if rules is UntypedRules { return UntypedCoder(rules) }
    if rules is NSDateRules { return NSDateCoder(rules) }
    if let type = rules.modelClass {
      return ModelCoder(rules, type)
    }
    return ValueCoder(rules)
  }

  /// The coder of a wrapped or element type; nil where it has no rules.
  fileprivate static func of(elements type: Value.Type) -> ValueCoder<Value>? {
    (ValueRules.of(Value.self) as? Rules<Value>).map { of($0) }
  }
}

extension Optional: CodedCollection {
  fileprivate static func coder(_ rules: ValueRules) -> AnyObject? {
    guard let rules = rules as? Rules<Wrapped?>,
      let wrapped = ValueCoder<Wrapped>.of(elements: Wrapped.self)
    else { return nil }
    return OptionalCoder(rules, wrapped)
  }
}

extension Array: CodedCollection {
  fileprivate static func coder(_ rules: ValueRules) -> AnyObject? {
    guard let rules = rules as? Rules<[Element]>,
      let element = ValueCoder<Element>.of(elements: Element.self)
    else { return nil }
    return ArrayCoder(rules, element)
  }
}

extension Set: CodedCollection {
  fileprivate static func coder(_ rules: ValueRules) -> AnyObject? {
    guard let rules = rules as? Rules<Set<Element>>,
      let element = ValueCoder<Element>.of(elements: Element.self)
    else { return nil }
    return SetCoder(rules, element)
  }
}

extension Dictionary: CodedCollection {
  fileprivate static func coder(_ rules: ValueRules) -> AnyObject? {
    guard let rules = rules as? Rules<[Key: Value]>,
      let key = ValueRules.of(Key.self) as? Rules<Key>,
      let element = ValueCoder<Value>.of(elements: Value.self)
    else { return nil }
    return DictionaryCoder(rules, key, element)
  }
}

/// `Optional`: null is nil, and nil is given to the encoder, which decides whether to write it.
final class OptionalCoder<Wrapped>: ValueCoder<Wrapped?> {
  private let wrapped: ValueCoder<Wrapped>

  init(_ rules: Rules<Wrapped?>, _ wrapped: ValueCoder<Wrapped>) {
    self.wrapped = wrapped
    super.init(rules)
  }

  override var hasDates: Bool { wrapped.hasDates }
  override var holdsModels: Bool { wrapped.holdsModels }
  override var shape: TreeShape { wrapped.shape }

  override func decode(
    _ place: DecodingPlace,
    _ decoding: ModelDecoding,
    existing: Wrapped??
  ) throws(Misfit) -> Wrapped? {
    do throws(Misfit) {
      return try wrapped.decodeIfPresent(place, decoding, existing: existing ?? nil)
    } catch {
      if case .null = error { return nil }
      throw error
    }
  }

  override func view(_ place: DecodingPlace, _ decoding: ModelDecoding) throws(Misfit) -> Any? {
    try wrapped.view(place, decoding)
  }

  override func decodeByTable(
    _ place: DecodingPlace,
    _ decoding: ModelDecoding
  ) throws(Misfit) -> Wrapped? {
    do throws(Misfit) {
      return try wrapped.decodeByTable(place, decoding)
    } catch {
      if case .null = error { return nil }
      throw error
    }
  }

  override func encode(
    _ value: Wrapped?,
    _ container: inout KeyedTarget,
    _ key: AnyKey,
    _ encoding: ModelEncoding
  ) throws {
    if let value {
      try wrapped.encode(value, &container, key, encoding)
    } else {
      try container.encodeNil(forKey: key)
    }
  }

  override func encodeNoValue(
    _ container: inout KeyedTarget,
    _ key: AnyKey
  ) throws {
    try wrapped.encodeNoValue(&container, key)
  }

  override func encodable(_ value: Wrapped?, _ encoding: ModelEncoding) -> (any Encodable)? {
    guard let value else { return EncodedTree(NSNull()) }
    return wrapped.encodable(value, encoding)
  }
}

/// `Any`: plain values, or models of the class that `arrayMapping` names.
final class UntypedCoder<Value>: ValueCoder<Value> {
  init(_ rules: Rules<Value>) {
    super.init(rules, nil)
  }

  override func decodeByTable(
    _ place: DecodingPlace,
    _ decoding: ModelDecoding
  ) throws(Misfit) -> Value {
    let type = decoding.mapping.elementClass
    return try rules.read(
      try decoding.input(at: place, type.map { .instance($0) } ?? shape),
      decoding.mapping
    )
  }

  override func plainValue(of value: Value, _ encoding: ModelEncoding) -> Any? {
    encoding.usesOwnDates ? super.plainValue(of: value, encoding) : value
  }
}

/// `NSDate`: as `Date`.
final class NSDateCoder<Value>: ValueCoder<Value> {
  private let dates = ValueCoder<Date>(DateRules())

  init(_ rules: Rules<Value>) {
    super.init(rules, nil)
  }

  override var hasDates: Bool { true }

  override func decode(
    _ place: DecodingPlace,
    _ decoding: ModelDecoding,
    existing: Value?
  ) throws(Misfit) -> Value {
    let date = try dates.decode(place, decoding, existing: nil)
    return try rules.read(.foreign(date), decoding.mapping)
  }

  override func decodeIfPresent(
    _ place: DecodingPlace,
    _ decoding: ModelDecoding,
    existing: Value?
  ) throws(Misfit) -> Value? {
    guard let date = try dates.decodeIfPresent(place, decoding, existing: nil) else { return nil }
    return try rules.read(.foreign(date), decoding.mapping)
  }

  override func encode(
    _ value: Value,
    _ container: inout KeyedTarget,
    _ key: AnyKey,
    _ encoding: ModelEncoding
  ) throws {
    guard let date = value as? NSDate else { return }
    let seconds = date.timeIntervalSinceReferenceDate
    try dates.encode(Date(timeIntervalSinceReferenceDate: seconds), &container, key, encoding)
  }

  override func encodeNoValue(
    _ container: inout KeyedTarget,
    _ key: AnyKey
  ) throws {
    try dates.encodeNoValue(&container, key)
  }
}

/// A single model, which decodes and encodes itself: it finds the running coding in the thread's
/// state.
final class ModelCoder<Value>: ValueCoder<Value> {
  private let type: any Model.Type

  init(_ rules: Rules<Value>, _ type: any Model.Type) {
    self.type = type
    super.init(rules)
  }

  override var hasDates: Bool { false }
  override var holdsModels: Bool { true }
  override var shape: TreeShape { .model(type) }

  override func decode(
    _ place: DecodingPlace,
    _ decoding: ModelDecoding,
    existing: Value?
  ) throws(Misfit) -> Value {
    if let value = try asked(decoding, existing, { try $0.decode(place) }) { return value }
    return try decodeByTable(place, decoding)
  }

  override func decodeIfPresent(
    _ place: DecodingPlace,
    _ decoding: ModelDecoding,
    existing: Value?
  ) throws(Misfit) -> Value? {
    if let value = try asked(decoding, existing, { try $0.decodeIfPresent(place) }) {
      return value
    }
    return try decodeByTable(place, decoding)
  }

  /// The value that the model's own conformance decodes; nil where the decoder has another kind of
  /// value.
  private func asked<Result>(
    _ decoding: ModelDecoding,
    _ existing: Value?,
    _ decode: (NativeForm<Value>) throws -> Result
  ) throws(Misfit) -> Result? {
    guard let native else { throw .mismatch }
    do {
      return try decoding.asking(for: existing) { try decode(native) }
    } catch {
      if let misfit = error as? Misfit { throw misfit }
      return nil
    }
  }

  override func decodeElement(_ decoder: any Decoder, _ decoding: ModelDecoding) throws -> Value {
    do {
      if let value = try ModelDecoding.model(type, from: decoder) as? Value { return value }
      throw Misfit.mismatch
    } catch let misfit as Misfit {
      throw misfit
    } catch {
      guard decoding.isLenient else { throw error }
      return try decodeByTable(.element(try decoder.singleValueContainer()), decoding)
    }
  }

  override func encode(
    _ value: Value,
    _ container: inout KeyedTarget,
    _ key: AnyKey,
    _ encoding: ModelEncoding
  ) throws {
    guard let native, let model = value as? any Model, encoding.takes(model) else { return }
    try encoding.asking { try native.encode(value, &container, key) }
  }

  override func encodable(_ value: Value, _ encoding: ModelEncoding) -> (any Encodable)? {
    guard let model = value as? any Model, encoding.takes(model) else { return nil }
    return value as? any Encodable
  }
}

extension ModelDecoding {
  /// Calls a closure that decodes a model; an existing one is updated and returned.
  fileprivate func asking<Value, Result>(
    for existing: Value?,
    _ body: () throws -> Result
  ) rethrows -> Result {
    self.existing = existing.flatMap { reference(in: $0) }
    defer { self.existing = nil }
    return try asking(body)
  }
}
