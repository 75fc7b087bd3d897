/// The slot of a property whose type takes the commonest values as they come, so that these need
/// no rules: text for a `String`, an integer for an `Int`.
///
/// Everything else about these types stays with their rules.
enum DirectSlot {
  case string(Slot<String>)
  case optionalString(Slot<String?>)
  case int(Slot<Int>)
  case optionalInt(Slot<Int?>)
  case bool(Slot<Bool>)
  case optionalBool(Slot<Bool?>)
  case double(Slot<Double>)
  case optionalDouble(Slot<Double?>)
  case none

  init(_ stored: StoredProperty) {
    self =
      Slot<String>(stored).map { .string($0) }
      ?? Slot<String?>(stored).map { .optionalString($0) }
      ?? Slot<Int>(stored).map { .int($0) }
      ?? Slot<Int?>(stored).map { .optionalInt($0) }
      ?? Slot<Bool>(stored).map { .bool($0) }
      ?? Slot<Bool?>(stored).map { .optionalBool($0) }
      ?? Slot<Double>(stored).map { .double($0) }
      ?? Slot<Double?>(stored).map { .optionalDouble($0) }
      ?? .none
  }
}
