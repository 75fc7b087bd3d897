/// A property that was changed to different values on both sides.
///
/// ``ModelObjectProtocol/merge(json:since:at:options:resolve:)`` asks which value to keep.
///
/// <!-- with:
/// class Address: ModelObject {
///   var street = ""
///   var city = ""
/// }
/// -->
/// ```swift
/// let mine = try Address(json: #"{"street": "Main Street", "city": "Chur"}"#)
/// let base = mine.copy()
/// mine.city = "Bern"
/// let news = #"{"city": "Basel"}"#
/// let conflicts = try mine.merge(json: news, since: base) { conflict in
///   conflict.path == "city" ? .theirs : .mine
/// }
/// print(conflicts[0])  // city: mine "Bern", theirs "Basel", base "Chur"
/// mine.city  // "Basel"
/// ```
public struct ModelConflict {
  /// The side that wins a conflict.
  @nonexhaustive
  public enum Choice: Sendable {
    /// Keeps the model's value.
    case mine
    /// Uses the value of the input.
    case theirs
  }

  /// The path of the property, such as `address.city`.
  ///
  /// For an object of a store that the input put into a collection, it has no index: `friends.name`.
  public let path: String

  /// The value before both changes; nil if there was none.
  public let base: Any?

  /// The model's value.
  public let mine: Any?

  /// The value of the input.
  public let theirs: Any?
}

extension ModelConflict: CustomStringConvertible {
  /// The conflict in one line: `address.city: mine "Bern", theirs "Basel", base "Chur"`.
  ///
  /// Long values are cut.
  public var description: String {
    "\(path.shownPath): mine \(Self.text(mine)), theirs \(Self.text(theirs)), base \(Self.text(base))"
  }

  private static func text(_ value: Any?) -> String {
    guard let value else { return "nil" }
    let text = (value as? String)?.debugDescription ?? "\(value)"
    return text.onOneLine.quoted
  }
}
