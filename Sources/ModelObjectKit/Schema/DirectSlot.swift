/// The slot of a property whose type takes the commonest values as they come, so that these need
/// no rules: text for a `String`, an integer for an `Int`, an object for a model.
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
  case model(ReferenceSlot, any Model.Type)
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
    } else if let slot = ReferenceSlot(stored), let type = slot.declaredClass as? any Model.Type {
      self = .model(slot, type)
    } else {
      self = .none
    }
  }
}
