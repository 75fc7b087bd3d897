/// The place of a property of a type for which containers have methods of their own, or of an
/// optional one.
///
/// A value of nothing but numbers: to decode into it nothing is copied or called between.
enum ScalarSlot {
  case none
  case string(Slot<String>), optionalString(Slot<String?>)
  case bool(Slot<Bool>), optionalBool(Slot<Bool?>)
  case int(Slot<Int>), optionalInt(Slot<Int?>)
  case int8(Slot<Int8>), optionalInt8(Slot<Int8?>)
  case int16(Slot<Int16>), optionalInt16(Slot<Int16?>)
  case int32(Slot<Int32>), optionalInt32(Slot<Int32?>)
  case int64(Slot<Int64>), optionalInt64(Slot<Int64?>)
  case uint(Slot<UInt>), optionalUInt(Slot<UInt?>)
  case uint8(Slot<UInt8>), optionalUInt8(Slot<UInt8?>)
  case uint16(Slot<UInt16>), optionalUInt16(Slot<UInt16?>)
  case uint32(Slot<UInt32>), optionalUInt32(Slot<UInt32?>)
  case uint64(Slot<UInt64>), optionalUInt64(Slot<UInt64?>)
  case float(Slot<Float>), optionalFloat(Slot<Float?>)
  case double(Slot<Double>), optionalDouble(Slot<Double?>)

  init(_ property: StoredProperty) {
    func slot<Value>(
      _ value: (Slot<Value>) -> ScalarSlot,
      _ optional: (Slot<Value?>) -> ScalarSlot
    ) -> ScalarSlot? {
      Slot<Value>(property).map(value) ?? Slot<Value?>(property).map(optional)
    }
    let type = (property.type as? any OptionalType.Type)?.wrappedType ?? property.type
    let found: ScalarSlot? =
      switch type {
      case is String.Type: slot(Self.string, Self.optionalString)
      case is Bool.Type: slot(Self.bool, Self.optionalBool)
      case is Int.Type: slot(Self.int, Self.optionalInt)
      case is Int8.Type: slot(Self.int8, Self.optionalInt8)
      case is Int16.Type: slot(Self.int16, Self.optionalInt16)
      case is Int32.Type: slot(Self.int32, Self.optionalInt32)
      case is Int64.Type: slot(Self.int64, Self.optionalInt64)
      case is UInt.Type: slot(Self.uint, Self.optionalUInt)
      case is UInt8.Type: slot(Self.uint8, Self.optionalUInt8)
      case is UInt16.Type: slot(Self.uint16, Self.optionalUInt16)
      case is UInt32.Type: slot(Self.uint32, Self.optionalUInt32)
      case is UInt64.Type: slot(Self.uint64, Self.optionalUInt64)
      case is Float.Type: slot(Self.float, Self.optionalFloat)
      case is Double.Type: slot(Self.double, Self.optionalDouble)
      default: nil
      }
    self = found ?? .none
  }

  var isNone: Bool { if case .none = self { true } else { false } }

  /// Decodes what stands under a key into the property of an object, as synthesised code does.
  ///
  /// For a guess nil and false, which there are of nothing, count only where the container has the key:
  /// the answer is false where it hasn't.
  func decode(
    _ from: KeyedDecodingContainer<AnyKey>,
    _ key: AnyKey,
    into object: AnyObject,
    isGuess: Bool = false
  ) throws -> Bool {
    @inline(__always)
    func set<Value>(_ slot: Slot<Value?>, _ value: Value?) -> Bool {
      if value == nil, isGuess, !from.contains(key) { return false }
      slot.write(value, to: object)
      return true
    }
    switch self {
    case .none: throw Misfit.mismatch
    case .bool(let slot):
      if isGuess, !from.contains(key) { return false }
      slot.write(try from.decode(Bool.self, forKey: key), to: object)
    case .string(let slot): slot.write(try from.decode(String.self, forKey: key), to: object)
    case .optionalString(let slot):
      return set(slot, try from.decodeIfPresent(String.self, forKey: key))
    case .optionalBool(let slot):
      return set(slot, try from.decodeIfPresent(Bool.self, forKey: key))
    case .int(let slot): slot.write(try from.decode(Int.self, forKey: key), to: object)
    case .optionalInt(let slot):
      return set(slot, try from.decodeIfPresent(Int.self, forKey: key))
    case .int8(let slot): slot.write(try from.decode(Int8.self, forKey: key), to: object)
    case .optionalInt8(let slot):
      return set(slot, try from.decodeIfPresent(Int8.self, forKey: key))
    case .int16(let slot): slot.write(try from.decode(Int16.self, forKey: key), to: object)
    case .optionalInt16(let slot):
      return set(slot, try from.decodeIfPresent(Int16.self, forKey: key))
    case .int32(let slot): slot.write(try from.decode(Int32.self, forKey: key), to: object)
    case .optionalInt32(let slot):
      return set(slot, try from.decodeIfPresent(Int32.self, forKey: key))
    case .int64(let slot): slot.write(try from.decode(Int64.self, forKey: key), to: object)
    case .optionalInt64(let slot):
      return set(slot, try from.decodeIfPresent(Int64.self, forKey: key))
    case .uint(let slot): slot.write(try from.decode(UInt.self, forKey: key), to: object)
    case .optionalUInt(let slot):
      return set(slot, try from.decodeIfPresent(UInt.self, forKey: key))
    case .uint8(let slot): slot.write(try from.decode(UInt8.self, forKey: key), to: object)
    case .optionalUInt8(let slot):
      return set(slot, try from.decodeIfPresent(UInt8.self, forKey: key))
    case .uint16(let slot): slot.write(try from.decode(UInt16.self, forKey: key), to: object)
    case .optionalUInt16(let slot):
      return set(slot, try from.decodeIfPresent(UInt16.self, forKey: key))
    case .uint32(let slot): slot.write(try from.decode(UInt32.self, forKey: key), to: object)
    case .optionalUInt32(let slot):
      return set(slot, try from.decodeIfPresent(UInt32.self, forKey: key))
    case .uint64(let slot): slot.write(try from.decode(UInt64.self, forKey: key), to: object)
    case .optionalUInt64(let slot):
      return set(slot, try from.decodeIfPresent(UInt64.self, forKey: key))
    case .float(let slot): slot.write(try from.decode(Float.self, forKey: key), to: object)
    case .optionalFloat(let slot):
      return set(slot, try from.decodeIfPresent(Float.self, forKey: key))
    case .double(let slot): slot.write(try from.decode(Double.self, forKey: key), to: object)
    case .optionalDouble(let slot):
      return set(slot, try from.decodeIfPresent(Double.self, forKey: key))
    }
    return true
  }
}
