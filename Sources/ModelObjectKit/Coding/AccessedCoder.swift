/// A property that is read and set through a key path.
final class AccessedCoder<Value>: PropertyCoder {
  private let property: Property
  private let coder: ValueCoder<Value>

  init(_ property: Property, _ coder: ValueCoder<Value>, isMapped: Bool, isDated: Bool) {
    self.property = property
    self.coder = coder
    super.init(isMapped: isMapped, isDated: isDated)
  }

  private func value(in object: AnyObject) -> Value? {
    (property.kept(in: object) as? KeptValue<Value>)?.value
  }

  override var shape: TreeShape { coder.shape }

  /// A model that was updated in its place is not set anew.
  override func decode(
    _ place: DecodingPlace,
    into object: AnyObject,
    _ decoding: ModelDecoding
  ) throws(Misfit) {
    let existing = coder.holdsModels ? value(in: object) : nil
    let value = try coder.decode(place, decoding, existing: existing)
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

  override func plainValue(
    _ value: Any?,
    _ place: DecodingPlace,
    _ decoding: ModelDecoding
  ) -> Any? {
    coder.plainValue(value, place, decoding)
  }

  override func encode(
    from object: AnyObject,
    _ container: inout KeyedEncodingContainer<AnyKey>,
    _ key: AnyKey,
    _ encoding: ModelEncoding
  ) throws -> Bool {
    guard let value = value(in: object), !coder.rules.isNil(value) else { return false }
    try coder.encode(value, &container, key, encoding)
    return true
  }

  override func encodeNoValue(
    _ container: inout KeyedEncodingContainer<AnyKey>,
    _ key: AnyKey
  ) throws {
    try coder.encodeNoValue(&container, key)
  }

  override func encodable(in object: AnyObject, _ encoding: ModelEncoding) -> (any Encodable)? {
    value(in: object).flatMap { coder.encodable($0, encoding) }
  }
}
