/// A copy of a graph of models, as shapes use it.
protocol ModelCopier: AnyObject {
  /// The copy of a model: always the same object, perhaps not complete yet.
  func copied(_ model: any Model) -> any Model
}

/// A comparison of two graphs of models, as shapes use it.
protocol ModelComparer: AnyObject {
  /// Whether two models are equal so far: models in them are compared later.
  func areEqual(_ first: any Model, _ second: any Model) -> Bool
  /// Whether a check succeeds; if it is made later, true is returned for now.
  func areEqual(later check: @escaping () -> Bool) -> Bool
  /// Whether at least one of some checks succeeds.
  func areEqual(inOneOf ways: [() -> Bool]) -> Bool
  /// Whether two containers have been compared before; from then on they are considered equal.
  func haveMet(_ first: AnyObject, _ second: AnyObject) -> Bool
}
