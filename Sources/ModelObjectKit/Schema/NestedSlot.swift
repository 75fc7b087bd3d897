/// The slot of a property that holds one model, and its declared class.
struct NestedSlot {
  let slot: ReferenceSlot
  let declared: any Model.Type
  private let known = ImmortalHint<TextPlan.Contents>()

  /// The plan of the declared class; the class must have been used before.
  var plan: TextPlan? { known.plan(of: declared) }
}
