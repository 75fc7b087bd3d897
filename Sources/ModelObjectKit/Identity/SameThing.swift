/// Whether two models stand for the same thing, so that one of them is brought up to date by the
/// other's values; else the other one takes its place.
func areSameThing(_ first: any Model, _ second: any Model) -> Bool {
  type(of: first) == type(of: second)
}
