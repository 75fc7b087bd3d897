import Foundation

/// What the rules ask of the mapping that they work for.
protocol ValueContext: AnyObject {
  var options: FixedOptions { get }
  /// The class that a mapping by name gives to the objects in the property that is being read.
  var elementClass: (any Model.Type)? { get }

  /// The list whose models are told apart while it is read; nil where that is not asked.
  var matched: (any MatchedElements)? { get }

  /// Whether numbers may be infinite, or none at all, because the same type wrote them.
  var takesNonFinite: Bool { get }

  /// Whether the input is one of which the end has not come yet.
  func isUnfinished(_ input: Input) -> Bool

  /// Calls the body with each element of an array; what it notes gets the element's index.
  func eachElement(
    of items: Input.Items,
    _ body: (Input) throws(Misfit) -> Void
  ) throws(Misfit)

  /// Calls the body with each pair of an object, each key once; what it notes gets the key.
  func eachPair(
    of pairs: Input.Pairs,
    _ body: (String, Input) throws(Misfit) -> Void
  ) throws(Misfit)

  /// Makes a model from an object, or updates the one that is there.
  func model(
    from pairs: Input.Pairs,
    declared: any Model.Type,
    existing: AnyObject?
  ) throws(Misfit) -> any Model

  /// What stands for a model that is given as it is: mostly the model itself.
  func model(given model: any Model) throws(Misfit) -> any Model

  /// The whole value as plain Swift values.
  func tree(of input: Input) throws(Misfit) -> Any

  /// The whole value as JSON text.
  func json(of input: Input) throws(Misfit) -> Data

  /// Calls the body with other options in force.
  func using<Value>(
    _ options: FixedOptions,
    _ body: () throws(Misfit) -> Value
  ) throws(Misfit) -> Value

  /// Notes that a part of a value was left out, as it does not fit its rules.
  func note(_ misfit: Misfit, _ input: Input, _ rules: ValueRules)

  /// Keeps what is wrong inside of a value that does not fit, for the note on the value.
  func noteInside(_ words: @autoclosure () -> String?, _ rules: ValueRules)
}

extension ValueContext {
  /// JSON has no such numbers, and dictionaries are read as JSON is.
  var takesNonFinite: Bool { false }

  /// Only text may still be arriving.
  func isUnfinished(_ input: Input) -> Bool { false }

  var matched: (any MatchedElements)? { nil }

  func model(given model: any Model) throws(Misfit) -> any Model { model }

  /// What an archive holds is read by no options.
  func using<Value>(
    _ options: FixedOptions,
    _ body: () throws(Misfit) -> Value
  ) throws(Misfit) -> Value {
    try body()
  }

  func noteInside(_ words: @autoclosure () -> String?, _ rules: ValueRules) {}
}
