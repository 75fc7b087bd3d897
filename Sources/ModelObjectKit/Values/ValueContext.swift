import ModelObjectEssentials

/// A mapping, as shapes use it.
protocol ValueContext: AnyObject {
  // MARK: The input

  /// Whether a decoder reads the input, which may cut off digits of numbers.
  var isDecoding: Bool { get }

  /// Whether numbers may be NaN or infinite, because the same type wrote them.
  var allowsNonFinite: Bool { get }

  /// Whether the input is still arriving.
  func isUnfinished(_ input: Input) -> Bool

  /// Calls the body with each element of an array, and adds the index to its notes.
  func eachElement(
    of items: Input.Items,
    _ body: (Input) throws(Misfit) -> Void
  ) throws(Misfit)

  /// Calls the body with each pair of an object, and adds the key to its notes.
  ///
  /// In text, keys may repeat: the last value is used.
  func eachPair(
    of pairs: Input.Pairs,
    _ body: (String, Input) throws(Misfit) -> Void
  ) throws(Misfit)

  /// Calls the body with the array in an object that only wraps one; otherwise with the input.
  func unwrapping<Value>(
    _ input: Input,
    _ body: (Input) throws(Misfit) -> Value
  ) throws(Misfit) -> Value

  /// Throws if an object can't be the only element of a list of a type: one that has nothing for
  /// its models.
  func checkLoneElement(_ input: Input, _ shape: any Shape) throws(Misfit)

  /// The result of a closure that makes a value of an input: in an archive, of one long string once.
  func sharing<Value>(
    _ input: Input,
    _ read: () throws(Misfit) -> Value
  ) throws(Misfit) -> Value

  /// The whole value as plain Swift values.
  func tree(of input: Input) throws(Misfit) -> Any

  /// The whole value as JSON text.
  func json(of input: Input) throws(Misfit) -> Data

  // MARK: Models

  /// The class in `arrayMapping` for the objects of the property.
  var elementClass: (any Model.Type)? { get }

  /// The list whose models are matched by identity; nil if there is none.
  var matched: (any MatchedElements)? { get }

  /// Reads a model of the declared class.
  ///
  /// An object becomes a model of the element class, or else of the declared one; `existing` is updated in
  /// place if its class is right. An instance is used unchanged.
  func model(
    of declared: any Model.Type,
    from input: Input,
    updating existing: AnyObject?
  ) throws(Misfit) -> any Model

  /// Makes an object of the declared class from pairs, or updates the existing one.
  func model(
    from pairs: Input.Pairs,
    declared: any Model.Type,
    existing: AnyObject?
  ) throws(Misfit) -> any Model

  /// Whether a value that was read has only new models, which equal those that are there and to which
  /// nothing else refers; the closure compares the two, the old value first.
  func repeats(_ areEqual: (any ModelComparer) -> Bool) -> Bool

  // MARK: Values that decode themselves

  /// A value of a user's type that decodes itself from an input; null isn't one, unless the type says
  /// so in another value.
  func decoded<Own: DecodingShape>(
    from input: Input,
    by shape: Own
  ) throws(Misfit) -> Own.Value

  /// A value that has encoded itself in an archive; nil if the type doesn't decode it any more.
  func decoded<Own: DecodingShape>(
    from encoded: EncodedValue,
    by shape: Own
  ) throws(Misfit) -> Own.Value?

  /// Adds the elements of an array of the text that begins at an offset, values of a user's type that decode
  /// themselves; false, with nothing read, if they have to be read one by one.
  func decode<Own: DecodingShape>(
    elementsFrom start: Int,
    by shape: Own,
    into values: inout [Own.Value]
  ) throws(Misfit) -> Bool

  /// A value as its type's own code has encoded it in an archive; nil for any other input.
  func decodedByItself<Value: Decodable>(_ type: Value.Type, from input: Input) -> Value?

  // MARK: Options, and what there is to say

  var options: FixedOptions { get }

  /// Calls the body with other options.
  func using<Value>(
    _ options: @autoclosure () -> FixedOptions,
    _ body: () throws(Misfit) -> Value
  ) throws(Misfit) -> Value

  /// Notes that a value is converted to a type, and calls a closure in which the value itself isn't
  /// noted again; throws if the options refuse that.
  func convert(
    _ input: Input,
    to shape: @autoclosure () -> any Shape,
    _ read: () throws(Misfit) -> Void
  ) throws(Misfit)

  /// Notes that a part of a value was skipped because it doesn't fit.
  func note(_ misfit: Misfit, of input: Input, as shape: any Shape)

  /// Notes an unknown raw value that became `unknown`.
  func noteUnknown(_ input: Input, _ shape: any Shape)

  /// Keeps the reason why a part of a value doesn't fit, for the note about the value.
  func noteInside(_ words: @autoclosure () -> String?, _ shape: any Shape)
}

extension ValueContext {
  /// JSON has no such numbers, and dictionaries are read like JSON.
  var allowsNonFinite: Bool { false }

  var isDecoding: Bool { false }

  /// Only text can still be arriving.
  func isUnfinished(_ input: Input) -> Bool { false }

  var matched: (any MatchedElements)? { nil }

  func checkLoneElement(_ input: Input, _ shape: any Shape) throws(Misfit) {}

  func repeats(_ areEqual: (any ModelComparer) -> Bool) -> Bool { false }

  func sharing<Value>(
    _ input: Input,
    _ read: () throws(Misfit) -> Value
  ) throws(Misfit) -> Value {
    try read()
  }

  func decodedByItself<Value: Decodable>(_ type: Value.Type, from input: Input) -> Value? { nil }

  func decode<Own: DecodingShape>(
    elementsFrom start: Int,
    by shape: Own,
    into values: inout [Own.Value]
  ) throws(Misfit) -> Bool { false }

  func unwrapping<Value>(
    _ input: Input,
    _ body: (Input) throws(Misfit) -> Value
  ) throws(Misfit) -> Value {
    try body(input)
  }

  /// Archives are read without options.
  func using<Value>(
    _ options: @autoclosure () -> FixedOptions,
    _ body: () throws(Misfit) -> Value
  ) throws(Misfit) -> Value {
    try body()
  }

  /// What archives have is as the types have written it.
  func convert(
    _ input: Input,
    to shape: @autoclosure () -> any Shape,
    _ read: () throws(Misfit) -> Void
  ) throws(Misfit) {
    try read()
  }

  func convert(_ input: Input, to shape: @autoclosure () -> any Shape) throws(Misfit) {
    try convert(input, to: shape()) {}
  }

  /// Notes that a string becomes nil: it means null, or is empty.
  @inline(never)
  func convertToNil(_ input: Input, _ shape: any Shape) throws(Misfit) {
    if case .text = input { try convert(input, to: shape) }
  }

  func noteUnknown(_ input: Input, _ shape: any Shape) {}

  func noteInside(_ words: @autoclosure () -> String?, _ shape: any Shape) {}
}
