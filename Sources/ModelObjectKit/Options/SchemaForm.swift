/// The form of a JSON schema.
public enum SchemaForm: Sendable {
  /// For a validator: optionals may be missing or null, and unknown keys are allowed.
  case open
  /// For language models: every property is required, optionals may be null, and no other keys are
  /// allowed.
  case strict
}
