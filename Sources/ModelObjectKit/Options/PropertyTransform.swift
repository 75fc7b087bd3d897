/// A custom conversion of one property's values.
///
/// Specify the input type that you want: a value is first converted to it by the table in
/// <doc:ValuesAndConversions>, so that `"1250"`, `1250.0` and `1.25e3` are all 1250. A value that
/// doesn't convert is a mismatch, and null is passed to `read` only if the input type is optional.
/// The result is converted to the property's type, so it may be any value that fits.
///
/// `write` returns the value to export. Without it, the property's value is exported unchanged, and
/// may not map back.
///
/// ```swift
/// class Product: ModelObject {
///   var price = 0.0
///   override class var transforms: [String: PropertyTransform] {
///     ["price": PropertyTransform(from: Double.self) { $0 / 100 }
///       write: { ($0 * 100).rounded() }]
///   }
/// }
///
/// let product = try Product(json: #"{"price": "1250"}"#)
/// product.price  // 12.5
/// try product.jsonString()  // {"price":1250.0}
/// ```
public struct PropertyTransform: Sendable {
  /// The type that a value of the input is converted to first; nil for the raw value.
  let input: Any.Type?

  /// The type of what `read` returns; nil for any.
  let result: Any.Type?

  /// Converts the value of the input to the value to store.
  let read: @Sendable (Any?) throws -> Any?

  /// The type that `write` takes; nil for any.
  let output: Any.Type?

  /// Converts the property's value to the value to export; nil exports it unchanged.
  let write: (@Sendable (Any?) throws -> Any?)?

  /// Whether strings of the input are JSON, and the value is exported as such a string.
  let isJSONText: Bool

  /// Makes a transform of raw values.
  ///
  /// `read` gets the value of the input, and nil for null. The value isn't converted: from JSON
  /// text, a number is an `Int` or a `Double`, as in an `Any`. If `read` returns it unchanged, the input is
  /// mapped as if there were no transform, with all digits of a number. The functions are called on
  /// the thread that maps or exports. If `read` throws, the property keeps its value, and the error
  /// is an issue. If it returns nil, an optional property becomes nil; any other property keeps its
  /// value, which is an issue.
  ///
  /// ```swift
  /// class Poll: ModelObject {
  ///   var isOpen = false
  ///   override class var transforms: [String: PropertyTransform] {
  ///     ["isOpen": .init(
  ///       read: { letter in
  ///         switch letter as? String {
  ///         case "Y": true
  ///         case "N": false
  ///         default: nil
  ///         }
  ///       },
  ///       write: { $0 as? Bool == true ? "Y" : "N" }
  ///     )]
  ///   }
  /// }
  /// let poll = try Poll(json: #"{"is_open": "Y"}"#)
  /// poll.isOpen  // true
  /// try poll.jsonString()  // {"isOpen":"Y"}
  /// ```
  public init(
    read: @escaping @Sendable (Any?) throws -> Any?,
    write: (@Sendable (Any?) throws -> Any?)? = nil
  ) {
    (input, result, output, isJSONText) = (nil, nil, nil, false)
    self.read = read
    self.write = write
  }

  /// Makes a transform of values that are converted to a type first.
  ///
  /// The type must be one that a property can have; any other is a fatal error at the first use of
  /// the class. The functions are called on the thread that maps or exports. If `read` throws, the
  /// property keeps its value, and the error is an issue. If it returns nil, an optional property
  /// becomes nil; any other property keeps its value, which is an issue. `write` isn't called for
  /// nil. If the property's value isn't of the type that `write` takes, the export throws;
  /// ``ModelObject/declarationProblems()`` lists such a property, unless both are containers.
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
    (self.input, result, output) = (input, To.self, write == nil ? nil : To.self)
    isJSONText = false
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
      let message = "write takes \(To.self), but the property holds \(type(of: value))"
      throw ModelError(.unsupportedValue, message: message)
    }
  }

  private init(ofJSONText: Void) {
    (input, result, output, isJSONText) = (nil, nil, nil, true)
    (read, write) = ({ $0 }, { $0 })
  }

  /// The transform of a value that comes as a string of JSON, and is exported as one.
  ///
  /// Use it for a property of any type that can be mapped: a model, a list or dictionary of them, a
  /// `Codable` value. What is in the string is mapped by the same rules as what is around it:
  /// options, hooks, stores, and updates in place. Numbers have the digits that an `Any` has of
  /// them: in a `Decimal`, a fraction of up to 17 digits is that of the nearest `Double`.
  ///
  /// An empty string is null, or an empty list. A string that isn't JSON doesn't fit, and neither
  /// does JSON that doesn't fit the property. Any other value is mapped as if there were no
  /// transform, so that a server may also send the object itself.
  ///
  /// The string is written without layout, in the key style of the export and with its dates: in a
  /// patch too, whole, with what hasn't changed in it. Nil is written as without the transform. If there are more than eight strings inside each other, an
  /// export throws an error of code `tooDeep`, because each of them doubles the backslashes.
  ///
  /// ```swift
  /// class Order: ModelObject {
  ///   var id = 0
  ///   var buyer: Person?
  ///   override class var transforms: [String: PropertyTransform] {
  ///     ["buyer": .jsonText]
  ///   }
  /// }
  /// let order = try Order(json: #"{"id": 7, "buyer": "{\"name\": \"Shan\"}"}"#)
  /// order.buyer?.name  // "Shan"
  /// let report = try Order.explain(json: #"{"id": 7, "buyer": "{\"name\""}"#)
  /// print(report.issues[0])
  /// // buyer: expected Person, found String "{"name"", which isn't JSON: line 1,
  /// //    column 8: expected ':', found the end
  /// ```
  public static var jsonText: PropertyTransform { PropertyTransform(ofJSONText: ()) }
}
