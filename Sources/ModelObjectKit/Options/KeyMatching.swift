/// How keys of the input are matched with the properties of a class.
///
/// A class overrides ``ModelObject/keyMatching``. In either case, a property in
/// ``ModelObject/keyMapping`` is matched only by the keys that are listed there.
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
@nonexhaustive
public enum KeyMatching: Sendable {
  /// Ignores underscores, hyphens, spaces and case.
  ///
  /// `user_name`, `User-Name` and `USERNAME` all match `userName`. A key made only of these
  /// characters, such as `"_"`, matches nothing.
  case fuzzy

  /// A key matches only the property with the same spelling.
  case exact
}

extension KeyMatching {
  /// Whether a character between the words of a key doesn't count.
  @inline(__always)
  package static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: " ")
  }

  package static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && isSeparator(UInt8(truncatingIfNeeded: scalar.value))
  }
}
