/// Whether two models represent the same thing, so that an update copies values instead of
/// replacing the model.
func areSameThing(_ first: any Model, _ second: any Model) -> Bool {
  guard type(of: first) == type(of: second) else { return false }
  return SchemaCache.schema(of: type(of: first)).identity?.areSame(first, second) ?? true
}

/// The identity of a model, for matching.
struct SameThing: Hashable {
  private let type: ObjectIdentifier
  private let identity: ModelIdentity

  /// Returns nil for a model without an identity.
  init?(_ model: any Model) {
    let schema = SchemaCache.schema(of: Swift.type(of: model))
    guard let identity = schema.identity?.identity(of: model) else { return nil }
    type = ObjectIdentifier(schema.type)
    self.identity = identity
  }
}
