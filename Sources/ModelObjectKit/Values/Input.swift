import ModelObjectEssentials

/// A value of the input before its conversion to a type.
///
/// Dictionaries, JSON text, archives and decoders all pass it to the same shapes.
enum Input {
  case null
  case bool(Bool)
  case number(Number)
  case text(Text)
  case array(Items)
  case object(Pairs)
  /// A value that can't come from JSON text: an object, a date, a set.
  case foreign(Any)

  /// The elements of an array, or the pairs of an object.
  enum Parts<Tree> {
    /// In the text, from the bracket at this offset on.
    case text(Int)
    case tree(Tree)
  }

  typealias Items = Parts<[Any]>
  typealias Pairs = Parts<[String: Any]>
}

/// A string of the input.
enum Text {
  /// UTF-8 without escapes, valid as long as the mapping that reads it.
  case bytes(ByteView)
  /// UTF-8 with escapes, and its quotes, for a value that keeps the text of the input.
  case escaped(ByteView)
  case string(String)
  /// From an input that has its own null: no string means null.
  case verbatim(String)

  var string: String {
    switch self {
    case .bytes(let bytes): String(bytes)
    case .escaped(let bytes): bytes.unescaped
    case .string(let string), .verbatim(let string): string
    }
  }

  @inline(__always)
  func withBytes<Result>(_ body: (ByteView) -> Result) -> Result {
    switch self {
    case .bytes(let bytes): body(bytes)
    case .escaped: ByteView.with(string, body)
    case .string(let string), .verbatim(let string): ByteView.with(string, body)
    }
  }
}

extension Input {
  /// Whether many values may be this one string: archives have equal ones once.
  @inline(__always)
  var isShared: Bool {
    switch self {
    case .text(.verbatim), .foreign: true
    default: false
    }
  }
}

/// A value that can't be read as any type.
struct UnreadableValue {}

/// What a text needs at an offset to be JSON.
enum Expected: String {
  case key = "a key in quotes"
  case colon = "':'"
  case commaOrBrace = "',' or '}'"
  case commaOrBracket = "',' or ']'"
  case value = "a value"
  case number = "a number"
  case digit = "a digit"
  case restOfTrue = "the rest of true"
  case restOfFalse = "the rest of false"
  case restOfNull = "the rest of null"
  case utf8 = "UTF-8"
  case escape = "an escape"
  case quote = "'\"'"
  case quoteOrEscape = "'\"' or an escape"
  case surrogates = "a surrogate pair"
  case hexadecimal = "four hexadecimal digits"
  case more
  case endOfText = "the end of the text"
}

/// The reason why a value wasn't mapped.
///
/// It is small: each call that may throw one keeps room for it on the stack.
enum Misfit: Error {
  /// The value isn't of a kind, or in a range, that fits the property.
  case mismatch
  /// The value is null, and the property can't be nil.
  case null
  /// A model rejected the value; the reason has been noted.
  case rejected
  /// The whole mapping has ended; the context has the reason.
  case stopped
  /// The value refers to a model that isn't there yet; it is looked up again at the end.
  case unresolved
  /// The value is still arriving; it is read again when it is complete.
  case unfinished
  /// The text isn't JSON.
  case syntax(offset: Int, expected: Expected)
  /// The input is nested deeper than allowed, in text from an offset on.
  case tooDeep(offset: Int)

  /// Whether the mapping can't go on with the next value.
  var isFatal: Bool {
    switch self {
    case .stopped, .syntax, .tooDeep: true
    case .mismatch, .null, .rejected, .unresolved, .unfinished: false
    }
  }
}

extension Input {
  /// Whether the input is null or one of the strings that mean null.
  var isNullOrNullText: Bool {
    switch self {
    case .null: true
    case .text(let text): text.isNull
    default: false
    }
  }
}

extension Text {
  /// Whether the string means null: `null nil <null> (null)`, in any case, with or without white
  /// space around it.
  var isNull: Bool {
    if case .verbatim = self { return false }
    return withBytes { $0.trimmed.spellsNull }
  }
}

extension ByteView {
  fileprivate var spellsNull: Bool {
    switch count {
    case 3: equalsIgnoringCase("nil")
    case 4: equalsIgnoringCase("null")
    case 6: equalsIgnoringCase("<null>") || equalsIgnoringCase("(null)")
    default: false
    }
  }

  /// Whether the bytes are a lowercase ASCII word, in any case.
  func equalsIgnoringCase(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    var index = 0
    for expected in word.description.utf8 {
      let byte = self[index]
      let lowercase = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
      guard lowercase == expected else { return false }
      index &+= 1
    }
    return true
  }

  /// The bytes without white space around them.
  var trimmed: ByteView {
    var start = 0
    var end = count
    while start < end, Self.isBlank(self[start]) { start &+= 1 }
    while start < end, Self.isBlank(self[end &- 1]) { end &-= 1 }
    return self[start, end]
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (byte >= 0x09 && byte <= 0x0D)
  }
}

extension Input {
  /// The input as described in an error: `String "x"`, `Int 300`, `an object`.
  var description: String {
    switch self {
    case .null, .array, .object, .foreign(is UnreadableValue): phrase
    case .bool(let value): "Bool \(value)"
    case .number(let number): number.description
    case .text(let text): "String \"\(text.string.quoted)\""
    case .foreign(let value): "\(type(of: value))"
    }
  }
}
