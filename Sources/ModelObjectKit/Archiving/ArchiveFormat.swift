/// The names and limits of the archive format; the article on the format explains them.
enum ArchiveFormat {
  /// The value under `format` in the root dictionary.
  static let name = "ModelObject"
  /// The version of the format that this code writes, and the newest that it reads.
  static let version = 1

  /// The mark of the format's own texts and keys; a user's that begin with it get one more in
  /// front.
  static let mark = "$"
  static let markByte = UInt8(ascii: "$")
  /// The text for nil.
  static let null = "$null"
  /// The text for a null in an untyped value, which is read as `NSNull`.
  static let nullObject = "$NSNull"
  /// The text in a column for an object without a value.
  static let absent = "$absent"
  /// The number for nil in a list of objects.
  static let noObject = -1

  /// A text or data of more bytes goes into the list `shared`, where an archive has one.
  static let longTextSize = 100
  /// Columns of fewer rows are not written as lines, to be readable.
  static let minimumLineCount = 32
  /// The number of levels after which a value continues in a property list of its own.
  static let nestingStep = 200

  /// The only key of a dictionary that stands for a value of another kind.
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
    /// The payload of an outer optional that is not nil, where the wrapped type is an optional.
    case some = "$some"
    /// The digits of a `Decimal`.
    case decimal = "$decimal"
    /// The bits of a number that Foundation would change, in hexadecimal digits.
    case double = "$double"
    case float = "$float"
    /// A date that not every reader of property lists can hold, as seconds since 2001.
    case date = "$date"
    /// A `Codable` value as JSON text.
    case json = "$json"
    /// Untyped values, as their texts.
    case url = "$url"
    case uuid = "$uuid"
    case timeZone = "$timeZone"
    case locale = "$locale"
  }
}
