/// A key that matches other spellings, for the hooks of a class.
///
/// In a `switch` over the key of ``ModelObject/serializeValue(_:key:)``, it matches what a property
/// of that name would: case, underscores, hyphens and spaces don't matter. A key made only of
/// underscores, hyphens and spaces, or an empty one, matches only itself. Two fuzzy keys are equal
/// if they match the same keys.
///
/// <!-- with:
/// class Talk: ModelObject {
///   var seconds = 0.0
/// …
/// }
/// let talk = try Talk(json: #"{"MINUTES": 5}"#)
/// -->
/// ```swift
/// override func serializeValue(_ value: Any?, key: String) throws {
///   switch key {
///   case FuzzyKey("minutes"):
///     let seconds = Self.convert(value, to: Double.self).map { $0 * 60 }
///     try super.serializeValue(seconds ?? value, key: "seconds")
///   default: try super.serializeValue(value, key: key)
///   }
/// }
/// ```
///
/// Unlike properties, it is fuzzy in a class with ``KeyMatching/exact`` too.
public struct FuzzyKey: Hashable, Sendable {
  private let text: String

  /// Makes a key from any of its spellings.
  ///
  /// ```swift
  /// FuzzyKey("minutes") ~= "MIN-utes"  // true
  /// FuzzyKey("minutes") ~= "minutes2"  // false
  /// FuzzyKey("minutes") == FuzzyKey("_Minutes")  // true
  /// ```
  public init(_ key: String) {
    text = FoldedKey.shared(by: key, .fuzzy)
  }

  /// Returns whether a key matches, for a `case` of a `switch`.
  public static func ~= (pattern: FuzzyKey, key: String) -> Bool {
    pattern == FuzzyKey(key)
  }
}

extension FuzzyKey: ExpressibleByStringLiteral {
  /// Makes a key from a literal, to compare many with one that is folded once.
  ///
  /// <!-- with: let key = "MINUTES" -->
  /// ```swift
  /// switch FuzzyKey(key) {
  /// case "minutes", "seconds": print("a time")  // a time
  /// default: break
  /// }
  /// ```
  public init(stringLiteral value: String) {
    self.init(value)
  }
}
