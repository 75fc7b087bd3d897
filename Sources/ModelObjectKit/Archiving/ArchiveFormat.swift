/// The names and limits of the archive format, which an article describes.
enum ArchiveFormat {
  /// The value under `format` in the root dictionary.
  static let name = "ModelObject"
  /// The version of the format that this code writes, and the newest that it reads.
  static let version = 2

  /// The mark of the format's own strings and keys; one more is added to other strings that begin
  /// with it.
  static let mark = "$"
  static let markByte = UInt8(ascii: "$")
  /// The string for nil.
  static let null = "$null"
  /// The string for null in an untyped value, which is read as `NSNull`.
  static let nullObject = "$NSNull"
  /// The string in a column for an object without a value.
  static let absent = "$absent"
  /// The number for nil in a list of objects.
  static let noObject = -1

  /// Columns and lists of objects with fewer rows aren't packed, so that they are readable.
  static let minimumPackedCount = 32
  /// How many structs may be around a struct whose properties are columns.
  static let maximumStructDepth = 16
  /// The number of levels after which a value continues in a nested property list.
  static let nestingStep = 200

  /// More objects than any program files.
  private static let maximumPlace = 1 << 53

  /// An integer of the format itself, such as a count or the number of an object.
  static func integer(_ value: Any?) -> Int? {
    guard let value, case .number(let number) = Input(value) else { return nil }
    return number.integer(as: Int.self)
  }

  /// The keys whose data is read in place.
  static let lentKeys = Set(
    [
      Tag.integers, .doubles, .floats, .booleans, .dates, .objects, .strings, .ends, .indexes,
      .lists, .keys, .keyEnds, .keyIndexes, .nil, .absent, .nested,
    ].map(\.rawValue)
  )

  /// The keys of a packed column's dictionaries have the parts of a column of strings.
  static let keyTags: [(Tag, ofKeys: Tag)] = [
    (.strings, .keys), (.ends, .keyEnds), (.indexes, .keyIndexes),
  ]

  /// Whether a string or key is one of the format's own.
  static func isMarked(_ text: String) -> Bool {
    text.utf8.first == markByte && text.utf8.dropFirst().first != markByte
  }

  /// An ordinary string, without the mark that was added to it.
  static func unmarked(_ text: String) -> String {
    guard text.utf8.first == markByte else { return text }
    return String(text.unicodeScalars.dropFirst())
  }

  /// An ordinary string as it is written: with one more mark if it begins with one.
  static func marked(_ text: String) -> String { text.utf8.first == markByte ? mark + text : text }

  /// The places of objects in a store, their numbers in the order of filing; empty if there is no
  /// value, and nil for a wrong one.
  static func places(_ value: Any?, count: Int) -> [Int]? {
    guard let value else { return [] }
    let places = try? StoredColumn.numbers(value)
    return places?.count == count && places?.allSatisfy { 0...maximumPlace ~= $0 } == true
      ? places : nil
  }

  /// What was archived; the raw value is the key of the objects' numbers.
  enum Root: String, CaseIterable {
    case model = "root"
    case array = "roots"
    case store

    /// The words of an error.
    var text: String {
      switch self {
      case .model: "an object"
      case .array: "an array"
      case .store: "a store"
      }
    }
  }

  /// A key of a dictionary that represents another kind of value; most are the only one.
  enum Tag: String {
    /// The number of an object.
    case object = "$object"
    /// The numbers of objects, or -1 for nil.
    case objects = "$objects"
    /// A column with equal rows.
    case every = "$every"
    /// A column of strings, one per line.
    case lines = "$lines"
    /// Packed columns, as data.
    case integers = "$integers"
    case doubles = "$doubles"
    case floats = "$floats"
    case booleans = "$booleans"
    case dates = "$dates"
    case strings = "$strings"
    /// Where each of the strings ends.
    case ends = "$ends"
    /// Which of the strings each row has.
    case indexes = "$indexes"
    /// Where the list of each row ends among the values.
    case lists = "$lists"
    /// The keys of the values, if the lists are those of dictionaries, as strings.
    case keys = "$keys"
    case keyEnds = "$keyEnds"
    case keyIndexes = "$keyIndexes"
    /// The columns of the properties of structs.
    case columns = "$columns"
    /// The rows without a value: those with nil, and those of objects that keep their default.
    case `nil` = "$nil"
    case absent = "$absent"
    /// The number of a string or data in `shared`.
    case shared = "$shared"
    /// A string as its bytes, if Foundation would change them.
    case utf8 = "$utf8"
    /// A value as the only element of an array in a nested property list.
    case nested = "$nested"
    /// A dictionary as alternating keys and values.
    case pairs = "$pairs"
    /// The value in an optional of an optional.
    case some = "$some"
    /// The digits of a `Decimal`.
    case decimal = "$decimal"
    /// The bits of a number that Foundation would change, in hexadecimal.
    case double = "$double"
    case float = "$float"
    /// A date that some readers of property lists reject, as seconds since 2001.
    case date = "$date"
    /// A `Codable` value as JSON text.
    case json = "$json"
    /// Beside it, the models in the value: the key of the objects in the text that stand for them, and
    /// their numbers.
    case models = "$models"
    /// A value as an archive of its own.
    case archive = "$archive"
    /// Untyped values as strings.
    case url = "$url"
    case uuid = "$uuid"
    case timeZone = "$timeZone"
    case locale = "$locale"
  }
}
