/// Whether two models stand for the same thing, so that an update changes one by the other's
/// values; else it replaces one by the other.
func areSameThing(_ first: any Model, _ second: any Model) -> Bool {
  guard type(of: first) == type(of: second) else { return false }
  return SchemaCache.schema(of: type(of: first)).identity?.areSame(first, second) ?? true
}
