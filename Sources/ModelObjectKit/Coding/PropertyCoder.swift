import ModelObjectEssentials

/// The coder of one property.
final class PropertyCoder {
  let property: Property
  /// The coder of the property's values.
  let valueCoder: ValueCoder
  /// The coder of the type that the property's transform has; nil without one.
  let transformed: ValueCoder?
  /// Whether the property takes any value.
  var isUntyped: Bool { property.shape.wrapped.isUntyped }
  /// The keys of `arrayMapping` in options that may give the class of the property's objects.
  private let names: [String]
  /// The place of the property if containers have a method for its type.
  let scalar: ScalarSlot?

  init(_ property: Property) {
    self.property = property
    valueCoder = ValueCoder(property.shape, dateFormat: property.dateFormat)
    transformed = property.transform?.input.flatMap { shape(of: $0) }
      .map { ValueCoder($0, dateFormat: property.dateFormat) }
    names = property.shape.allowsElementClass ? property.foldedNames : []
    scalar = ScalarSlot(property)
  }

  /// Whether the class has a transform or an `arrayMapping` for the property.
  var isMapped: Bool { property.transform != nil || property.isNamed }

  /// Whether the class's date format counts, not the decoder's.
  func isDated(in decoding: ModelDecoding) -> Bool {
    valueCoder.isDated(usesOwnDates: decoding.usesOwnDates)
  }

  /// Whether a value is more than what its type says.
  func isMapped(in decoding: ModelDecoding) -> Bool {
    isMapped || isDated(in: decoding)
      || names.contains { decoding.mapping.options.elementClasses[$0] != nil }
  }

  func decode(_ place: DecodingPlace, into object: AnyObject) throws(Misfit) {
    if try decodeScalar(place, into: object) { return }
    let existing = property.standInOrModel(in: object)
    property.set(try valueCoder.decode(place, existing: existing), in: object)
  }

  @inline(never)
  private func decodeScalar(
    _ place: DecodingPlace,
    into object: AnyObject
  ) throws(Misfit) -> Bool {
    guard let scalar, case .keyed(let container, let key) = place.holder else { return false }
    if (try? scalar.type.decode(scalar.place, of: object, from: container, under: key)) != true {
      try convert(place, into: object)
    }
    return true
  }

  /// Converts a value that doesn't decode as the property's type, by the table, if the decoder says what
  /// it is.
  func convert(_ place: DecodingPlace, into object: AnyObject) throws(Misfit) {
    property.set(try valueCoder.decodeOtherwise(place), in: object)
  }

  /// Encodes the property's value; false for nil, which is not encoded.
  func encode(
    from object: AnyObject,
    to target: inout KeyedTarget,
    _ key: AnyKey,
    _ encoding: ModelEncoding
  ) throws -> Bool {
    if let scalar {
      return try scalar.type.encode(scalar.place, of: object, to: &target, under: key)
    }
    guard let value = property.value(in: object) else { return false }
    if let encodable = valueCoder.wrapped.encodable(value, encoding) {
      try encoding.encode(encodable, to: &target, key)
    }
    return true
  }
}
