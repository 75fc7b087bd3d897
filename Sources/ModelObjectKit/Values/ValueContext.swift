import Foundation

/// A mapping, as shapes use it.
protocol ValueContext: AnyObject {
  var options: FixedOptions { get }
  /// The class that `arrayMapping` gives to the objects of the property that is being read.
  var elementClass: (any Model.Type)? { get }

  /// The list whose models are being matched by identity; nil where none is.
  var matched: (any MatchedElements)? { get }

  /// Whether numbers may be NaN or infinite, because the same type wrote them.
  var takesNonFinite: Bool { get }

  /// Whether the end of the input has not arrived yet.
  func isUnfinished(_ input: Input) -> Bool

  /// Calls the body with each element of an array; notes made in it get the element's index.
  func eachElement(
    of items: Input.Items,
    _ body: (Input) throws(Misfit) -> Void
  ) throws(Misfit)

  /// Calls the body with each pair of an object; notes made in it get the key.
  ///
  /// A text may repeat a key: the last value counts.
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

  /// The model to use for a model instance in the input; mostly that model itself.
  func model(given model: any Model) throws(Misfit) -> any Model

  /// The model that a scalar names; nil if it names none.
  func model(named input: Input, declared: any Model.Type) throws(Misfit) -> (any Model)?

  /// Calls the body with the array in an object that only wraps it; else with the input.
  func unwrapping<Value>(
    _ input: Input,
    _ body: (Input) throws(Misfit) -> Value
  ) throws(Misfit) -> Value

  /// The whole value as plain Swift values.
  func tree(of input: Input) throws(Misfit) -> Any

  /// The whole value as JSON text.
  func json(of input: Input) throws(Misfit) -> Data

  /// Throws where the thread's stack has no room for some more bytes.
  func checkStack(with more: Int) throws(Misfit)

  /// Calls the body with other options in force.
  func using<Value>(
    _ options: FixedOptions,
    _ body: () throws(Misfit) -> Value
  ) throws(Misfit) -> Value

  /// Notes that a part of a value was left out, as it does not fit its type.
  func note(_ misfit: Misfit, _ input: Input, _ shape: any Shape)

  /// Notes a raw value that its type doesn't know, although the type has a value for it.
  func noteUnknown(_ input: Input, _ shape: any Shape)

  /// Keeps the reason inside of a value that does not fit, for the note on the value.
  func noteInside(_ words: @autoclosure () -> String?, _ shape: any Shape)
}

extension ValueContext {
  /// JSON has no such numbers, and dictionaries are read as JSON is.
  var takesNonFinite: Bool { false }

  /// Only text may still be arriving.
  func isUnfinished(_ input: Input) -> Bool { false }

  var matched: (any MatchedElements)? { nil }

  func model(given model: any Model) throws(Misfit) -> any Model { model }

  func model(named input: Input, declared: any Model.Type) throws(Misfit) -> (any Model)? { nil }

  func unwrapping<Value>(
    _ input: Input,
    _ body: (Input) throws(Misfit) -> Value
  ) throws(Misfit) -> Value {
    try body(input)
  }

  /// Archives are read by no options.
  func using<Value>(
    _ options: FixedOptions,
    _ body: () throws(Misfit) -> Value
  ) throws(Misfit) -> Value {
    try body()
  }

  func noteUnknown(_ input: Input, _ shape: any Shape) {}

  func noteInside(_ words: @autoclosure () -> String?, _ shape: any Shape) {}
}
