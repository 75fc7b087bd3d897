import Foundation

/// The coder of one property.
final class PropertyCoder {
  private let property: Property
  /// The coder of the property's values.
  let valueCoder: ValueCoder
  /// Whether the class has a transform or an `arrayMapping` for the property.
  let isMapped: Bool
  /// Whether the class has a date format for the property.
  let isDated: Bool
  /// Whether the property takes any value.
  let isUntyped: Bool
  /// The keys of `arrayMapping` in options that may give the class of the property's objects.
  private let names: [String]
  /// The place of the property if containers have a method for its type.
  let scalar: ScalarSlot?

  init(_ property: Property) {
    self.property = property
    valueCoder = ValueCoder(property.shape, dateFormat: property.dateFormat)
    isDated = property.dateFormat != nil
    isUntyped = property.shape.wrapped.isUntyped
    isMapped = property.transform != nil || property.isNamed
    names = property.shape.takesElementClass ? property.foldedNames : []
    scalar = ScalarSlot(property)
  }

  /// Whether a value is more than what its type says.
  func isMapped(in decoding: ModelDecoding) -> Bool {
    isMapped || (isDated && decoding.usesOwnDates)
      || names.contains { decoding.mapping.options.elementClasses[$0] != nil }
  }

  func decode(
    _ place: DecodingPlace,
    into object: AnyObject,
    _ decoding: ModelDecoding
  ) throws(Misfit) {
    if let scalar, case .keyed(let container, let key) = place {
      do {
        _ = try scalar.type.decode(scalar.place, of: object, container, key, isGuess: false)
      } catch {
        try convert(place, into: object, decoding)
      }
      return
    }
    let existing = property.model(in: object)
    property.set(try valueCoder.decode(place, decoding, existing: existing), in: object)
  }

  /// Converts a value that does not decode as the property's type, by the table.
  func convert(
    _ place: DecodingPlace,
    into object: AnyObject,
    _ decoding: ModelDecoding
  ) throws(Misfit) {
    property.set(try valueCoder.decodeByTable(place, decoding), in: object)
  }

  /// Encodes the property's value; false for nil, which is not encoded.
  func encode(
    from object: AnyObject,
    _ container: inout KeyedTarget,
    _ key: AnyKey,
    _ encoding: ModelEncoding
  ) throws -> Bool {
    if let scalar { return try scalar.type.encode(scalar.place, of: object, &container, key) }
    if let type = valueCoder.ownType(encoding), !property.isAccessed {
      let (place, isOptional) = (property.stored.place, property.shape.takesNull)
      return try encoding.asking {
        try container.encode(type, at: place, of: object, isOptional: isOptional, key)
      }
    }
    guard let value = property.value(in: object) else { return false }
    try valueCoder.encode(value, &container, key, encoding)
    return true
  }
}

extension KeyedTarget {
  /// Encodes a property in its place as its own type; false for nil, which is not encoded.
  fileprivate mutating func encode<Value: Encodable>(
    _ type: Value.Type,
    at place: FieldPlace,
    of object: AnyObject,
    isOptional: Bool,
    _ key: AnyKey
  ) throws -> Bool {
    if isOptional {
      guard let value = Slot<Value?>(place)?.read(from: object) ?? nil else { return false }
      try encode(value, forKey: key)
    } else if let slot = Slot<Value>(place) {
      try encode(slot.read(from: object), forKey: key)
    }
    return true
  }
}
