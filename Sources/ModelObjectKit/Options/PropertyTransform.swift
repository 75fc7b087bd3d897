/// A conversion of one property's values that the package cannot know.
///
/// `read` sees the raw value of the input before anything else does, null as nil, and returns the
/// value to store. That goes through the same rules as any value of the input, so that it may be a
/// value of the property's type or only one that fits it. If `read` throws, the property keeps its
/// value and the error is an issue.
///
/// `write` is given the property's value and returns the value that is exported in its place.
/// Without `write` the property's value is exported as if there were no transform.
///
/// ```swift
/// class Product: ModelObject {
///   var price = 0.0
///   override class var transforms: [String: PropertyTransform] {
///     ["price": PropertyTransform(
///       read: { cents in (cents as? Int).map { Double($0) / 100 } },
///       write: { price in (price as? Double).map { Int(($0 * 100).rounded()) } })]
///   }
/// }
///
/// let product = try Product(json: #"{"price": 1250}"#)
/// product.price  // 12.5
/// try product.jsonString()  // {"price":1250}
/// ```
public struct PropertyTransform: Sendable {
  /// From the value of the input to the value to store.
  let read: @Sendable (Any?) throws -> Any?

  /// From the property's value to the exported one; nil exports the value as it is.
  let write: (@Sendable (Any?) throws -> Any?)?

  /// Makes a transform from its two directions, of which `write` may be missing.
  ///
  /// The functions run wherever a model is mapped or exported, on any thread.
  public init(
    read: @escaping @Sendable (Any?) throws -> Any?,
    write: (@Sendable (Any?) throws -> Any?)? = nil
  ) {
    self.read = read
    self.write = write
  }
}
