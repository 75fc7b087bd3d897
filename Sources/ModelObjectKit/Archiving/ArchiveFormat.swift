/// The names that stand in an archive; the article on the format says what they mean.
enum ArchiveFormat {
  /// What the root dictionary bears under `format`.
  static let name = "ModelObject"
  /// The version of the format that this code writes, and the newest that it reads.
  static let version = 1

  /// Texts and keys that begin with this mean something; those of a user get one more in front.
  static let mark = "$"
  static let markByte = UInt8(ascii: "$")
  /// The text for nil.
  static let null = "$null"
  /// The text for a null that is a value by itself, in places without a type.
  static let nullObject = "$NSNull"
  /// The text for what an object has no value for.
  static let absent = "$absent"
  /// The number for nil in a list of objects.
  static let noObject = -1

  /// A text or data of more bytes than this stands in a list of its own where it comes often.
  static let longTextSize = 100
  /// Columns of fewer rows are written as arrays always, for the eye.
  static let minimumLineCount = 32
  /// How deep arrays and dictionaries of one value may be nested.
  static let maximumDepth = 512
  /// How deep one property list may be nested: Foundation reads no deeper ones.
  static let maximumListDepth = 512
  /// After so many levels a value goes on in a property list of its own.
  static let nestingStep = 200

  /// A dictionary with one of these as its only key is no dictionary of the user's.
  enum Tag: String {
    /// The number of an object.
    case object = "$object"
    /// The numbers of objects, or -1 for nil.
    case objects = "$objects"
    /// A column whose rows are all the same.
    case every = "$every"
    /// A column of texts, one in each line.
    case lines = "$lines"
    /// The number of a text or data in `shared`.
    case shared = "$shared"
    /// A text as its bytes, where Foundation would change them.
    case utf8 = "$utf8"
    /// A value as the only element of an array in a property list of its own.
    case nested = "$nested"
    /// A dictionary as keys and values in turn.
    case pairs = "$pairs"
    /// An optional of an optional that is not nil by itself.
    case some = "$some"
    /// The digits of a `Decimal`.
    case decimal = "$decimal"
    /// The bits of a number that Foundation would change, in hexadecimal digits.
    case double = "$double"
    case float = "$float"
    /// A date that not every reader of property lists can hold, as seconds from 2001.
    case date = "$date"
    /// A `Codable` value as JSON text.
    case json = "$json"
    /// Values in places without a type.
    case url = "$url"
    case uuid = "$uuid"
    case timeZone = "$timeZone"
    case locale = "$locale"
  }
}
