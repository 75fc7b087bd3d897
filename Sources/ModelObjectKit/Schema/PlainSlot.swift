/// The place of a property of a type without parts, or an optional one, with operations compiled
/// for its type.
struct PlainSlot {
  let type: any Leaf.Type
  let place: FieldPlace

  /// Returns nil for a property of another type.
  init?(_ stored: StoredProperty, _ shape: any Shape) {
    guard let type = shape.wrapped.leaf else { return nil }
    self.type = type
    place = stored.place
  }
}

extension Leaf {
  @_transparent
  static func map(
    _ input: Input,
    _ place: FieldPlace,
    of object: ObjectMemory,
    _ context: any ValueContext
  ) throws(Misfit) {
    let new: Self?
    do throws(Misfit) {
      new = try value(input, context)
    } catch {
      guard case .null = error, place.type == Self?.self else { throw error }
      try context.convertToNil(input, LeafShape<Self>())
      new = nil
    }
    if let slot = Slot<Self?>(place) {
      slot.write(new, in: object)
    } else if let new {
      Slot<Self>(place)?.write(new, in: object)
    }
  }

  @_transparent
  static func write(_ place: FieldPlace, of object: ObjectMemory, to sink: any ValueSink) {
    if let value = value(at: place, of: object) {
      write(value, to: sink)
    } else {
      sink.null()
    }
  }

  @_transparent
  static func isNil(_ place: FieldPlace, of object: ObjectMemory) -> Bool {
    value(at: place, of: object) == nil
  }

  /// The value at a place; nil for nil.
  @_transparent
  private static func value(at place: FieldPlace, of object: ObjectMemory) -> Self? {
    if let slot = Slot<Self>(place) { return slot.read(from: object) }
    return Slot<Self?>(place).flatMap { $0.read(from: object) }
  }

  /// The value in an `Any` of exactly its type.
  @_transparent
  static func content(_ place: FieldPlace, of object: ObjectMemory) -> Any? {
    if let slot = Slot<Self>(place) { return slot.read(from: object) }
    return Slot<Self?>(place).map { $0.read(from: object) as Any }
  }

  @_transparent
  static func copy(_ place: FieldPlace, from source: ObjectMemory, to target: ObjectMemory) {
    if let slot = Slot<Self>(place) {
      slot.write(slot.read(from: source), in: target)
    } else if let slot = Slot<Self?>(place) {
      slot.write(slot.read(from: source), in: target)
    }
  }

  @_transparent
  static func areSame(
    _ place: FieldPlace,
    in first: ObjectMemory,
    _ second: ObjectMemory
  ) -> Bool {
    guard let slot = Slot<Self>(place) else {
      return value(at: place, of: first).equals(value(at: place, of: second), by: isSame)
    }
    return slot.borrow(from: first) { value in slot.borrow(from: second) { isSame(value, $0) } }
  }

  @_transparent
  static func hash(_ place: FieldPlace, of object: ObjectMemory, into hasher: inout Hasher) {
    if let slot = Slot<Self>(place) {
      slot.borrow(from: object) { hash($0, into: &hasher) }
    } else if let value = value(at: place, of: object) {
      hash(value, into: &hasher)
    } else {
      hasher.combine(false)
    }
  }
}
