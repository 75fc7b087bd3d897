/// The coder of a property, by the coder of its value.
class TypedCoder<Value>: PropertyCoder {
  fileprivate let coder: ValueCoder<Value>

  fileprivate init(
    _ coder: ValueCoder<Value>,
    isMapped: Bool,
    isDated: Bool,
    scalar: ScalarSlot? = nil
  ) {
    self.coder = coder
    super.init(isMapped: isMapped, isDated: isDated, scalar: scalar)
  }

  /// The value of the property; nil where an accessor's value can't be read.
  fileprivate func value(in object: AnyObject) -> Value? { nil }

  fileprivate func set(_ value: Value, in object: AnyObject, existing: Value?) {}

  override final var shape: TreeShape { coder.shape }

  override func decode(
    _ place: DecodingPlace,
    into object: AnyObject,
    _ decoding: ModelDecoding
  ) throws(Misfit) {
    let existing = coder.holdsModels ? value(in: object) : nil
    set(try coder.decode(place, decoding, existing: existing), in: object, existing: existing)
  }

  override final func convert(
    _ place: DecodingPlace,
    into object: AnyObject,
    _ decoding: ModelDecoding
  ) throws(Misfit) {
    set(try coder.decodeByTable(place, decoding), in: object, existing: nil)
  }

  override final func view(
    _ place: DecodingPlace,
    _ decoding: ModelDecoding
  ) throws(Misfit) -> Any? {
    isMapped(in: decoding)
      ? try place.tree(shape, decoding) : try coder.view(place, decoding)
  }

  override func encode(
    from object: AnyObject,
    _ container: inout KeyedTarget,
    _ key: AnyKey,
    _ encoding: ModelEncoding
  ) throws -> Bool {
    guard let value = value(in: object), !coder.rules.isNil(value) else { return false }
    try coder.encode(value, &container, key, encoding)
    return true
  }

  override final func encodeNoValue(
    _ container: inout KeyedTarget,
    _ key: AnyKey
  ) throws {
    if let scalar { return try scalar.encodeNoValue(&container, key) }
    try coder.encodeNoValue(&container, key)
  }

  override final func encodable(
    in object: AnyObject,
    _ encoding: ModelEncoding
  ) -> (any Encodable)? {
    value(in: object).flatMap { coder.encodable($0, encoding) }
  }
}

/// The coder of a property that is read and written in place.
final class SlotCoder<Value>: TypedCoder<Value> {
  private let slot: Slot<Value>

  /// Nil where the property is of another type.
  init?(_ property: StoredProperty, _ coder: ValueCoder<Value>, isMapped: Bool, isDated: Bool) {
    guard let slot = Slot<Value>(property) else { return nil }
    self.slot = slot
    super.init(coder, isMapped: isMapped, isDated: isDated, scalar: ScalarSlot(property))
  }

  override func value(in object: AnyObject) -> Value? { slot.read(from: object) }

  override func set(_ value: Value, in object: AnyObject, existing: Value?) {
    slot.write(value, to: object)
  }

  override func decode(
    _ place: DecodingPlace,
    into object: AnyObject,
    _ decoding: ModelDecoding
  ) throws(Misfit) {
    guard let scalar, case .keyed(let container, let key) = place else {
      return try super.decode(place, into: object, decoding)
    }
    do {
      _ = try scalar.decode(container, key, into: object)
    } catch {
      try convert(place, into: object, decoding)
    }
  }

  override func encode(
    from object: AnyObject,
    _ container: inout KeyedTarget,
    _ key: AnyKey,
    _ encoding: ModelEncoding
  ) throws -> Bool {
    if let scalar { return try scalar.encode(from: object, &container, key) }
    return try super.encode(from: object, &container, key, encoding)
  }
}

/// The coder of a property that is read and set through a key path.
final class AccessedCoder<Value>: TypedCoder<Value> {
  private let property: Property

  init(_ property: Property, _ coder: ValueCoder<Value>, isMapped: Bool, isDated: Bool) {
    self.property = property
    super.init(coder, isMapped: isMapped, isDated: isDated)
  }

  override func value(in object: AnyObject) -> Value? {
    (property.kept(in: object) as? KeptValue<Value>)?.value
  }

  /// Sets a value; a model that was updated in place is not set anew.
  override func set(_ value: Value, in object: AnyObject, existing: Value?) {
    if property.holdsOneModel, let model = model(in: value),
      model === existing.flatMap({ self.model(in: $0) })
    {
      return
    }
    property.restore(KeptValue(value), in: object)
  }

  private func model(in value: Value) -> AnyObject? {
    coder.rules.opened(value).flatMap { reference(in: $0) }
  }
}
