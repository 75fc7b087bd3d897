/// The state of one object while it is read from text.
///
/// It does not hold the object: whoever makes it does, for as long as it is used.
struct TextFilling {
  let plan: TextPlan
  let memory: ObjectMemory
  let traits: Filling.Traits
  var claims: Claims
  /// The place of the spelling that was met last.
  var place: Int
  /// What stood between the pairs of the objects in this one, which are indented alike, but not as
  /// its own pairs are.
  var innerGap = BytePattern()
  /// Whether nobody wants to know of keys that no property takes.
  var skipsUnknown = true
  /// The keys that were noted because no property takes them.
  var unknown: Set<ExactKey>?

  @inline(__always)
  init(_ plan: TextPlan, _ memory: ObjectMemory, _ traits: Filling.Traits) {
    self.plan = plan
    self.memory = memory
    self.traits = traits
    claims = Claims(plan)
    place = plan.keys.firstPlace
  }

  /// The state as the rules of all inputs know it, which costs counting references.
  func filling(_ model: any Model) -> Filling { Filling(model, schema, traits, claims) }

  var schema: ModelSchema { SchemaCache.schema(of: plan.type) }
}
