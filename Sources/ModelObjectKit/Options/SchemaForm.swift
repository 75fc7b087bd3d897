/// The form of a JSON schema.
public enum SchemaForm: Sendable {
  /// For validation: optionals may be missing or null, and other keys are allowed.
  case open
  /// For language models: every property is required, optionals may be null, other keys aren't
  /// allowed, and the root is an object.
  case strict
}
