/// Whether two models stand for the same thing, so that one of them is brought up to date by the
/// other's values; else the other one takes its place.
func areSameThing(_ first: any Model, _ second: any Model) -> Bool {
  guard type(of: first) == type(of: second) else { return false }
  return SchemaCache.schema(of: type(of: first)).identity?.areSame(first, second) ?? true
}
