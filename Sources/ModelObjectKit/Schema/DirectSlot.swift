import Foundation

/// The slot of a property that takes the commonest values directly, without the rules of its type:
/// text for a `String`, an integer for an `Int`.
///
/// All other values go by the rules.
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
  /// An array or dictionary of such values, in a class that maps text.
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

extension DirectSlot {
  /// Whether the property holds the empty value of its type.
  @inline(__always)
  func isEmpty(in memory: ObjectMemory) -> Bool {
    switch self {
    case .string(let slot): slot.borrow(from: memory) { $0.isEmpty }
    case .optionalString(let slot): slot.borrow(from: memory) { $0 == nil }
    case .int(let slot): slot.read(from: memory) == 0
    case .optionalInt(let slot): slot.read(from: memory) == nil
    case .bool(let slot): !slot.read(from: memory)
    case .optionalBool(let slot): slot.read(from: memory) == nil
    case .double(let slot): slot.read(from: memory).bitPattern == 0
    case .optionalDouble(let slot): slot.read(from: memory) == nil
    // A date has no empty value: the one that all bits zero make serves as such.
    case .date(let slot): slot.read(from: memory).timeIntervalSinceReferenceDate.bitPattern == 0
    case .optionalDate(let slot): slot.read(from: memory) == nil
    case .collection, .none: true
    }
  }

  /// Gives the property the empty value of its type.
  func clear(in memory: ObjectMemory) {
    switch self {
    case .string(let slot): slot.write("", in: memory)
    case .optionalString(let slot): slot.write(nil, in: memory)
    case .int(let slot): slot.write(0, in: memory)
    case .optionalInt(let slot): slot.write(nil, in: memory)
    case .bool(let slot): slot.write(false, in: memory)
    case .optionalBool(let slot): slot.write(nil, in: memory)
    case .double(let slot): slot.write(0, in: memory)
    case .optionalDouble(let slot): slot.write(nil, in: memory)
    case .date(let slot): slot.write(Date(timeIntervalSinceReferenceDate: 0), in: memory)
    case .optionalDate(let slot): slot.write(nil, in: memory)
    case .collection, .none: break
    }
  }

  /// The value of the property, to be given back to it by `Property.restore`.
  @inline(never)
  func kept(in memory: ObjectMemory) -> Any {
    switch self {
    case .string(let slot): KeptValue(slot.read(from: memory))
    case .optionalString(let slot): KeptValue(slot.read(from: memory))
    case .int(let slot): KeptValue(slot.read(from: memory))
    case .optionalInt(let slot): KeptValue(slot.read(from: memory))
    case .bool(let slot): KeptValue(slot.read(from: memory))
    case .optionalBool(let slot): KeptValue(slot.read(from: memory))
    case .double(let slot): KeptValue(slot.read(from: memory))
    case .optionalDouble(let slot): KeptValue(slot.read(from: memory))
    case .date(let slot): KeptValue(slot.read(from: memory))
    case .optionalDate(let slot): KeptValue(slot.read(from: memory))
    case .collection, .none: ()
    }
  }
}

/// A property that holds an array or dictionary of common values, and the number of its
/// `CollectionReader`.
///
/// The reader is only used while the property is empty, so no former value has to be kept.
struct CollectionSlot {
  let stored: StoredProperty
  let reader: Int
}

/// A value in an `Any` that can be cast back to its exact type, optionals included.
struct KeptValue<Value> {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
