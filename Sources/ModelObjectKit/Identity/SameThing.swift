/// Whether two models represent the same thing, so that an update copies values instead of
/// replacing the model: they are of one class, and have the same identity, or none.
func areSameThing(_ first: any Model, _ second: any Model) -> Bool {
  type(of: first) == type(of: second) && ModelIdentity(of: first) == ModelIdentity(of: second)
}
