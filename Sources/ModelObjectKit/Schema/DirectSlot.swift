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
    } else {
      self = .none
    }
  }
}

/// The slot of a property that holds one model, and the class that it declares.
struct NestedSlot {
  let slot: ReferenceSlot
  let declared: any Model.Type
  private let known = ImmortalHint<TextPlan.Contents>()

  /// The plan of the declared class; the class must have been used before.
  var plan: TextPlan? {
    if let contents = known.value { return TextPlan(contents) }
    guard let plan = SchemaCache.textPlan(of: declared) else { return nil }
    known.store(plan.contents)
    return plan
  }

  init(slot: ReferenceSlot, declared: any Model.Type) {
    self.slot = slot
    self.declared = declared
  }
}
