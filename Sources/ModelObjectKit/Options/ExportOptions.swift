public import Foundation

/// The options of an export: the properties that it writes, and their form.
///
/// ```swift
/// class Person: ModelObject {
///   var userName = "Shan"
///   var nickname: String?
/// }
///
/// var options = ExportOptions()
/// options.keyStyle = .snakeCase
/// options.includesNulls = true
/// options.sortedKeys = true
/// try Person().jsonString(options: options)  // {"nickname":null,"user_name":"Shan"}
/// ```
public struct ExportOptions: Sendable {
  /// How a key is made from a property's name.
  ///
  /// A property in `keyMapping` is written under its first key there, whatever the style.
  public enum KeyStyle: Sendable {
    /// The name itself: `userID`.
    case property
    /// Lower case, with underscores between words: `user_id`.
    case snakeCase
    /// Words joined, the first in lower case: `userId`.
    case camelCase
    /// Words joined, each with a capital and otherwise unchanged: `UserID`, and `LastName` for
    /// `last_name`.
    case pascalCase
    /// Lower case, with hyphens between words: `user-id`.
    case kebabCase
  }

  /// How nested models are exported.
  public enum Relationships: Sendable {
    /// Writes them in place, as objects.
    case embedded
    /// Leaves them out.
    case omitted
    /// Writes them as Rails reads them: `notes_attributes` with `{"0": {…}, "1": {…}}`.
    case nestedAttributes
  }

  /// How keys are made from property names; `.property` unless set.
  public var keyStyle: KeyStyle = .property

  /// Whether nil is written as null instead of being left out; false unless set.
  public var includesNulls = false

  /// The form of dates; `.iso8601` unless set, which is also what `.automatic` means here.
  public var dateFormat: DateOptions.Format = .iso8601

  /// The time zone in which dates are written; GMT unless set.
  public var timeZone: TimeZone = .gmt

  /// How nested models are exported; `.embedded` unless set.
  public var relationships: Relationships = .embedded

  /// The properties of the root that are written, by their names; nil, the default, writes all.
  ///
  /// Nested models are always whole. A name that is not a property of the root's class is an error
  /// of code `unsupportedValue`.
  public var properties: Set<String>?

  /// Whether all keys in JSON text are sorted, by their UTF-8 bytes as `JSONEncoder` does it; false
  /// unless set.
  ///
  /// Otherwise keys of properties are in the order of declaration, and only others are sorted.
  public var sortedKeys = false

  /// Whether JSON text is indented, one pair a line; false unless set.
  public var prettyPrinted = false

  /// Whether a model that occurs more than once is written once and then referred to; `.none` unless
  /// set.
  ///
  /// Under `.preserved` each model has a `$id`, and if it occurs again, inside itself too,
  /// `{"$ref": "1"}` is written for it, as .NET's serializers write it. Each line of JSON lines has
  /// numbers of its own. Patches and encoders write none.
  public var references: ReferenceHandling = .none

  /// Makes the options with their defaults.
  public init() {}
}
