/// A conversion of one property's values that the package can't know.
///
/// Name the type that you want to see: the value of the input is converted to it by the table in
/// <doc:ValuesAndConversions> first, so that `"1250"`, `1250.0` and `1.25e3` are 1250 alike. A value
/// that doesn't convert is a mismatch, and so is null unless the type is optional or the property
/// takes it; `read` sees neither. The result goes through the property's own rules, so it may be a
/// value of the property's type or only one that fits it.
///
/// `write` returns the value that is exported in place of the property's. Without `write` the
/// property's value is exported as if there were no transform, and may not read back.
///
/// ```swift
/// class Product: ModelObject {
///   var price = 0.0
///   override class var transforms: [String: PropertyTransform] {
///     ["price": PropertyTransform(from: Double.self, read: { $0 / 100 }, write: { $0 * 100 })]
///   }
/// }
///
/// let product = try Product(json: #"{"price": "1250"}"#)
/// product.price  // 12.5
/// try product.jsonString()  // {"price":1250.0}
/// ```
public struct PropertyTransform: Sendable {
  /// The type to which the value of the input is converted first; nil for the raw value.
  let input: Any.Type?

  /// From the value of the input to the value to store.
  let read: @Sendable (Any?) throws -> Any?

  /// From the property's value to the exported one; nil exports the value as it is.
  let write: (@Sendable (Any?) throws -> Any?)?

  /// Makes a transform of raw values, of which `write` may be missing.
  ///
  /// `read` sees the value of the input before anything else does, null as nil. Values aren't
  /// converted: from JSON text a number is an `Int` or a `Double` as it is written. The functions
  /// run wherever a model is mapped or exported, on any thread. If `read` throws, the property keeps
  /// its value and the error is an issue. If it returns nil, an optional property becomes nil; any
  /// other keeps its value, which is an issue.
  public init(
    read: @escaping @Sendable (Any?) throws -> Any?,
    write: (@Sendable (Any?) throws -> Any?)? = nil
  ) {
    input = nil
    self.read = read
    self.write = write
  }

  /// Makes a transform of values of a type, of which `write` may be missing.
  ///
  /// The type is any that a property may have; another is a fatal error at the first use of the
  /// class. The functions run wherever a model is mapped or exported, on any thread. If `read`
  /// throws, the property keeps its value and the error is an issue. If it returns nil, an optional
  /// property becomes nil; any other keeps its value, which is an issue. `write` isn't asked for
  /// nil; if the property holds a value of another type than `write` takes, the export throws.
  ///
  /// ```swift
  /// class Reading: ModelObject {
  ///   var celsius = 0.0
  ///   override class var transforms: [String: PropertyTransform] {
  ///     ["celsius": PropertyTransform(from: Double.self) { $0 - 273.15 }]
  ///   }
  /// }
  /// try Reading(json: #"{"celsius": "273.15"}"#).celsius  // 0.0
  /// ```
  public init<From, To>(
    from input: From.Type,
    read: @escaping @Sendable (From) throws -> To?,
    write: (@Sendable (To) throws -> From?)? = nil
  ) {
    self.input = input
    self.read = { value in
      guard let value = value as? From else { return nil }
      return try read(value)
    }
    guard let write else {
      self.write = nil
      return
    }
    self.write = { value in
      if let value = value as? To { return try write(value) }
      guard let value else { return nil }
      let message = "write takes \(To.self), the property holds \(type(of: value))"
      throw ModelError(.unsupportedValue, message: message)
    }
  }
}
