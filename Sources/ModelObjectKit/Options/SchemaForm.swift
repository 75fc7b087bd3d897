/// The form of a JSON schema.
///
/// ```swift
/// class Size: ModelObject {
///   var width = 0
///   var height: Int?
/// }
/// try Size.jsonSchemaString(.open).contains(#""required":["width"]"#)  // true
/// let schema = try Size.jsonSchemaString(.strict)
/// schema.contains(#""required":["width","height"]"#)  // true
/// ```
@nonexhaustive
public enum SchemaForm: Sendable {
  /// For validation: optionals may be missing or null, and other keys are allowed.
  case open
  /// For language models: every property is required, optionals may be null, other keys aren't
  /// allowed, and the root is an object.
  case strict
}
