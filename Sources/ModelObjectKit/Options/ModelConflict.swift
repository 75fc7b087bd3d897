/// A property that was changed on both sides, to different values.
///
/// ``ModelObject/merge(json:since:at:options:resolve:)`` asks which of them counts.
public struct ModelConflict {
  /// The side that counts in a conflict.
  public enum Choice: Sendable {
    /// The model's own value stays.
    case mine
    /// The value of the input is taken.
    case theirs
  }

  /// The property, such as `address.city`.
  public let path: String

  /// The value before; nil if there was none.
  public let base: Any?

  /// The model's own value.
  public let mine: Any?

  /// The value of the input.
  public let theirs: Any?
}
