/// The slot of a property that holds one model, and its declared class.
struct NestedSlot {
  let slot: ReferenceSlot
  let declared: any Model.Type
  private let known = ImmortalHint<TextPlan.Contents>()

  init?(_ stored: StoredProperty, _ declared: any Model.Type) {
    guard let slot = ReferenceSlot(stored, of: declared) else { return nil }
    self.slot = slot
    self.declared = declared
  }

  /// The plan of the declared class; the class must have been used before.
  var plan: TextPlan? { known.plan(of: declared) }
}
