import ModelObjectEssentials

/// The slot of a property that stores the most common values directly: text for a `String`, an
/// integer for an `Int`.
///
/// All other values are converted by the property's type.
enum DirectSlot {
  case string(Slot<String>)
  case optionalString(Slot<String?>)
  case int(Slot<Int>)
  case optionalInt(Slot<Int?>)
  case bool(Slot<Bool>)
  case optionalBool(Slot<Bool?>)
  case double(Slot<Double>)
  case optionalDouble(Slot<Double?>)
  case date(Slot<Date>)
  case optionalDate(Slot<Date?>)
  /// Such a value that is set through a key path, or an array or dictionary of them.
  case other(Immortal<OtherSlot>)
  case none

  init(_ stored: StoredProperty) {
    let candidates = [
      Slot<String>(stored).map(Self.string), Slot<String?>(stored).map(Self.optionalString),
      Slot<Int>(stored).map(Self.int), Slot<Int?>(stored).map(Self.optionalInt),
      Slot<Bool>(stored).map(Self.bool), Slot<Bool?>(stored).map(Self.optionalBool),
      Slot<Double>(stored).map(Self.double), Slot<Double?>(stored).map(Self.optionalDouble),
      Slot<Date>(stored).map(Self.date), Slot<Date?>(stored).map(Self.optionalDate),
    ]
    self = candidates.lazy.compactMap { $0 }.first ?? Self.none
  }

  /// The slot of a property of a class, by which a `ValueReader` may set it.
  init(_ property: Property, of type: any Model.Type) {
    self = property.isAccessed ? .none : DirectSlot(property.stored)
    if case .none = self, let reader = type.valueReader(for: property) {
      self = .other(Immortal(OtherSlot(property, reader: reader)))
    }
  }
}

/// A property that a `ValueReader` sets, and the number of that.
struct OtherSlot {
  let type: Any.Type
  let place: FieldPlace
  /// The key path; nil for direct access.
  let access: (any PropertyAccess)?
  let reader: Int

  init(_ property: Property, reader: Int) {
    type = property.valueType
    place = property.stored.place
    access = property.access
    self.reader = reader
  }

  /// Sets the property of an object to a value of its type.
  @inline(__always)
  func set<Value>(_ value: Value, in memory: ObjectMemory) {
    if let access {
      access.set(value, in: memory.object)
    } else {
      Slot<Value>(place)?.write(value, in: memory)
    }
  }
}
