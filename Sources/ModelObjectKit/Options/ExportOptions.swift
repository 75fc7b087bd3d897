public import ModelObjectEssentials

/// Which properties an export writes, and how.
///
/// ```swift
/// class Person: ModelObject {
///   var userName = "Shan"
///   var nickname: String?
/// }
///
/// let options = ExportOptions(keyStyle: .snakeCase, includesNulls: true)
/// try Person().jsonString(options: options)  // {"user_name":"Shan","nickname":null}
/// ```
public struct ExportOptions: Sendable {
  /// How a key is made from a property's name.
  ///
  /// A property in ``ModelObject/keyMapping`` is written under its first key there, whatever the
  /// style.
  @nonexhaustive
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

    static let all: [KeyStyle] = [.property, .snakeCase, .camelCase, .pascalCase, .kebabCase]
  }

  /// How nested models are exported.
  @nonexhaustive
  public enum Relationships: Sendable {
    /// Writes them in place, as objects.
    case embedded
    /// Omits them.
    case omitted
    /// Writes them as Rails reads them: `notes_attributes` with `{"0": {…}, "1": {…}}`; a property
    /// with a `write` transform as that says.
    ///
    /// <!-- with:
    /// class Note: ModelObject { var text = "Tea" }
    /// class Topic: ModelObject { var notes = [Note()] }
    /// var options = ExportOptions()
    /// -->
    /// ```swift
    /// options.relationships = .nestedAttributes
    /// let text = try Topic().jsonString(options: options)
    /// print(text)  // {"notes_attributes":{"0":{"text":"Tea"}}}
    /// ```
    case nestedAttributes
  }

  /// How keys are made from property names; `.property` unless set.
  ///
  /// Keys in ``ModelObject/keyMapping`` stay as they are. An export throws if the style gives two
  /// properties the same key, as `.snakeCase` does to `userName` and `user_name`, or gives one the
  /// key that another has in `keyMapping`; ``ModelObject/declarationProblems()`` lists such
  /// properties.
  ///
  /// <!-- with: class Account: ModelObject { var userID = 7, last_name = "Li" } -->
  /// ```swift
  /// var options = ExportOptions()
  /// options.keyStyle = .pascalCase
  /// try Account().jsonString(options: options)  // {"UserID":7,"LastName":"Li"}
  /// options.keyStyle = .kebabCase
  /// try Account().jsonString(options: options)  // {"user-id":7,"last-name":"Li"}
  /// ```
  public var keyStyle: KeyStyle = .property

  /// Whether nil is written as null instead of being omitted; false unless set.
  ///
  /// ```swift
  /// let options = ExportOptions(includesNulls: true)
  /// try Image().jsonString(options: options)  // {"imageId":0,"imageUrl":null}
  /// ```
  public var includesNulls = false

  /// The format of dates; `.iso8601` unless set, and also for `.automatic`.
  ///
  /// ```swift
  /// class Event: ModelObject { var start = Date(timeIntervalSince1970: 0) }
  /// let options = ExportOptions(dateFormat: .dateOnly)
  /// try Event().jsonString(options: options)  // {"start":"1970-01-01"}
  /// ```
  public var dateFormat: DateOptions.Format = .iso8601

  /// The time zone of written dates; GMT unless set.
  ///
  /// <!-- with: class Event: ModelObject { var start = Date(timeIntervalSince1970: 0) } -->
  /// ```swift
  /// let options = ExportOptions(timeZone: TimeZone(secondsFromGMT: 8 * 3600) ?? .gmt)
  /// try Event().jsonString(options: options)  // {"start":"1970-01-01T08:00:00+08:00"}
  /// ```
  public var timeZone: TimeZone = .greenwich

  /// How nested models are exported; `.embedded` unless set.
  ///
  /// ```swift
  /// let options = ExportOptions(relationships: .omitted)
  /// try person.jsonString(options: options)  // {"name":"Shan","personId":123,"tags":[]}
  /// ```
  public var relationships: Relationships = .embedded

  /// The names of the root's properties to write; nil, the default, writes all.
  ///
  /// Nested models are always written whole. A name that isn't a property of the root's class is an
  /// error of code `unsupportedValue`.
  ///
  /// ```swift
  /// let options = ExportOptions(properties: ["name"])
  /// try person.jsonString(options: options)  // {"name":"Shan"}
  /// ```
  public var properties: Set<String>?

  /// Whether all keys in JSON text are sorted by their UTF-8 bytes, as `JSONEncoder` sorts them;
  /// false unless set.
  ///
  /// Otherwise the keys of properties are in declaration order, and only other keys are sorted.
  ///
  /// <!-- with: class Size: ModelObject { var width = 4, height = 3 } -->
  /// ```swift
  /// let options = ExportOptions(sortedKeys: true)
  /// try Size().jsonString()  // {"width":4,"height":3}
  /// try Size().jsonString(options: options)  // {"height":3,"width":4}
  /// ```
  public var sortedKeys = false

  /// Whether JSON text is indented, with one pair per line; false unless set.
  ///
  /// <!-- with: class Size: ModelObject { var width = 4, height = 3 } -->
  /// ```swift
  /// let options = ExportOptions(prettyPrinted: true)
  /// print(try Size().jsonString(options: options))
  /// // {
  /// //   "width": 4,
  /// //   "height": 3
  /// // }
  /// ```
  public var prettyPrinted = false

  /// Whether the text is one line, whatever is in it.
  var writesLines = false

  /// Whether nested models are written as references; `.none` unless set.
  ///
  /// With `.identities`, a nested model is written as its identity, under the first of the
  /// property's keys: the value of one property, or an object with several. The root is always
  /// written as an object, and so are models without an identity or whose identity has its default
  /// value. A ``ModelStore`` reads identities back as objects. Patches write them too, so a patch
  /// contains only the object's own changes. Requires ``Relationships/embedded``.
  ///
  /// Nothing looks up what is in a value of your own `Codable` type or in a ``Snapshot``, so models
  /// there are objects. In a property of type `Any`, an identity is read back as one only if
  /// ``ModelObject/arrayMapping`` has the class; else it stays a plain value.
  ///
  /// ```swift
  /// class Author: ModelObject {
  ///   var id = 0
  ///   override class var identity: Set<String> { ["id"] }
  /// }
  /// class Book: ModelObject {
  ///   var title = ""
  ///   var author: Author?
  ///   override class var keyMapping: [String: JSONKey] { ["author": "author_id"] }
  /// }
  /// let options = ExportOptions(references: .identities)
  /// let book = try Book(json: #"{"title": "Tea", "author_id": {"id": 7}}"#)
  /// try book.jsonString(options: options)  // {"title":"Tea","author_id":7}
  /// ```
  ///
  /// With `.preserved`, each model has a `$id`, and every later occurrence, even inside the model
  /// itself, is written as `{"$ref": "1"}`, as .NET's serializers do. In JSON lines, each line is
  /// numbered separately. Patches and encoders don't write references.
  public var references: ReferenceHandling = .none

  /// Makes options; what isn't given has its default value.
  ///
  /// <!-- with: class Account: ModelObject { var userID = 7, last_name = "Li" } -->
  /// ```swift
  /// let options = ExportOptions(keyStyle: .snakeCase, sortedKeys: true)
  /// try Account().jsonString(options: options)  // {"last_name":"Li","user_id":7}
  /// ```
  public init(
    keyStyle: KeyStyle = .property,
    includesNulls: Bool = false,
    dateFormat: DateOptions.Format = .iso8601,
    timeZone: TimeZone = .greenwich,
    relationships: Relationships = .embedded,
    properties: Set<String>? = nil,
    sortedKeys: Bool = false,
    prettyPrinted: Bool = false,
    references: ReferenceHandling = .none
  ) {
    self.keyStyle = keyStyle
    self.includesNulls = includesNulls
    self.dateFormat = dateFormat
    self.timeZone = timeZone
    self.relationships = relationships
    self.properties = properties
    self.sortedKeys = sortedKeys
    self.prettyPrinted = prettyPrinted
    self.references = references
  }
}
