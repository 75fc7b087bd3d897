/// The form of a JSON schema.
public enum SchemaForm: Sendable {
  /// For validation: optionals may be missing or null, and other keys are allowed.
  case open
  /// For language models: every property is required, optionals may be null, and other keys aren't
  /// allowed.
  case strict
}
