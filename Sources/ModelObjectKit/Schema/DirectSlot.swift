import Foundation

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
  /// An array or dictionary of such values.
  case collection(Immortal<CollectionSlot>)
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
}

/// A property that holds an array or dictionary of common values, and the number of its
/// `CollectionReader`.
struct CollectionSlot {
  let stored: StoredProperty
  let reader: Int
}

/// A value in an `Any` that can be cast back to its exact type, including optionals.
struct KeptValue<Value> {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
