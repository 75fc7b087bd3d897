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
    if let slot = Slot<String>(stored) {
      self = .string(slot)
    } else if let slot = Slot<String?>(stored) {
      self = .optionalString(slot)
    } else if let slot = Slot<Int>(stored) {
      self = .int(slot)
    } else if let slot = Slot<Int?>(stored) {
      self = .optionalInt(slot)
    } else if let slot = Slot<Bool>(stored) {
      self = .bool(slot)
    } else if let slot = Slot<Bool?>(stored) {
      self = .optionalBool(slot)
    } else if let slot = Slot<Double>(stored) {
      self = .double(slot)
    } else if let slot = Slot<Double?>(stored) {
      self = .optionalDouble(slot)
    } else if let slot = Slot<Date>(stored) {
      self = .date(slot)
    } else if let slot = Slot<Date?>(stored) {
      self = .optionalDate(slot)
    } else {
      self = .none
    }
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
