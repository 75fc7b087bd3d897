/// How the keys of the input find the properties of a class.
///
/// A class chooses with its `keyMatching`. A property in `keyMapping` takes only the keys that are
/// listed there, either way.
///
/// ```swift
/// class Account: ModelObject {
///   var userName = ""
///   override class var keyMatching: KeyMatching { .exact }
/// }
///
/// try Account(json: #"{"user_name": "Shan"}"#).userName  // ""
/// try Account(json: #"{"userName": "Shan"}"#).userName  // "Shan"
/// ```
public enum KeyMatching: Sendable {
  /// Underscores, hyphens, spaces and case make no difference.
  ///
  /// `user_name`, `User-Name` and `USERNAME` all find `userName`. A key of which nothing is left,
  /// such as `"_"`, finds nothing.
  case fuzzy

  /// A key finds only the property that is spelled the same.
  case exact
}
