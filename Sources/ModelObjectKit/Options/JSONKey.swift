/// A key, a key path, or a list of them that maps to a property.
///
/// The first alternative whose value isn't null decides, whether the value fits or not. Each is a whole
/// key first. If it looks like a path (`"ext.desc"`, `"pages[1].time"`), it is then followed step by
/// step: a name selects a value in an object, `[n]` an element of an array, counted from 0.
///
/// A backslash escapes a `.`, `[` or backslash after it: `#"1\.0\.1"#` is only the key `1.0.1`.
/// Before any other character it is an ordinary character. Exports write a path as nested objects,
/// so escape the dots of a key that isn't a path.
///
/// A string that isn't a valid path, such as `"a..b"`, `"a["` or `"a[-1]"`, is only a whole key. A
/// path that leads through a value other than an object or an array is a missing key. With an empty
/// list, no key maps to the property, which ``ModelObject/declarationProblems()`` lists.
///
/// ```swift
/// class Book: ModelObject {
///   var bookId = 0
///   var summary = ""
///   override class var keyMapping: [String: JSONKey] {
///     ["bookId": ["id", "ID", "book_id"], "summary": "ext.desc"]
///   }
/// }
///
/// let book = try Book(json: #"{"ID": 7, "ext": {"desc": "A tale"}}"#)
/// book.bookId  // 7
/// book.summary  // "A tale"
/// ```
public struct JSONKey: Sendable, Hashable {
  /// One string of the list, and the path that it spells.
  struct Alternative: Sendable, Hashable {
    /// The whole key: the string without the escaping backslashes.
    let text: String
    /// The steps of the path; nil for a string that is only a whole key.
    let path: [PathStep]?
    /// The name with which the path begins; nil if there is no path, or it begins with an index.
    var head: String? { path?.first?.name }

    /// The way to the root of a mapping; nil for the whole input, to which an empty path leads.
    init?(ofRoot path: String?) {
      guard let path, !path.isEmpty else { return nil }
      self.init(path)
    }

    init(_ text: String) {
      let read = KeyText(text)
      self.text = String(decoding: read.bytes, as: UTF8.self)
      path = read.path
    }
  }

  /// The alternatives, in the order in which they are tried.
  let alternatives: [Alternative]

  /// Makes a key or a key path from a string.
  ///
  /// If you insert a name into a path, escape its dots and brackets, or it counts as several steps.
  ///
  /// ```swift
  /// class Title: ModelObject {
  ///   static var language: String { "en" }
  ///   var text = ""
  ///   override class var keyMapping: [String: JSONKey] {
  ///     ["text": JSONKey("titles.\(language)")]
  ///   }
  /// }
  /// try Title(json: #"{"titles": {"en": "Tea"}}"#).text  // "Tea"
  /// ```
  public init(_ text: String) {
    alternatives = [Alternative(text)]
  }

  /// Makes a list of keys and key paths, best first.
  ///
  /// <!-- with:
  /// class Book: ModelObject {
  ///   var title = ""
  /// …
  /// }
  /// -->
  /// ```swift
  /// override class var keyMapping: [String: JSONKey] {
  ///   let languages = ["en", "de"]
  ///   return ["title": JSONKey(languages.map { "titles.\($0)" })]
  /// }
  /// ```
  public init(_ alternatives: [String]) {
    self.alternatives = alternatives.map(Alternative.init)
  }

  /// The steps of the first alternative, for the checker of sources: an index is `[0]`.
  package var steps: [String] {
    guard let first = alternatives.first else { return [] }
    guard first.head != nil, let path = first.path else { return [first.text] }
    return path.map { step in step.name ?? step.index.map { "[\($0)]" } ?? "" }
  }
}

// MARK: - Literals

extension JSONKey: ExpressibleByStringLiteral {
  /// Makes a key or a key path from a literal such as `"ext.desc"`.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension JSONKey: ExpressibleByArrayLiteral {
  /// Makes a list of keys and key paths from a literal such as `["id", "ext.id"]`.
  public init(arrayLiteral elements: String...) {
    self.init(elements)
  }
}

// MARK: - Escapes

/// A string without its escapes, and its parts.
private struct KeyText {
  private(set) var bytes: [UInt8] = []
  /// The bytes between two separators, and whether the one before them is a `[`.
  private var parts: [(isIndex: Bool, bytes: [UInt8])] = [(false, [])]

  /// Removes the escapes, and separates the parts at each unescaped `.` and `[`, byte by byte: a
  /// combining mark must not hide a period.
  init(_ text: String) {
    var rest = Substring(text).utf8
    while var byte = rest.popFirst() {
      let isEscape = byte == UInt8(ascii: "\\") && rest.first.map(".[\\".utf8.contains) == true
      if isEscape { byte = rest.removeFirst() }
      bytes.append(byte)
      if !isEscape, ".[".utf8.contains(byte) {
        parts.append((byte == UInt8(ascii: "["), []))
      } else {
        parts[parts.count - 1].bytes.append(byte)
      }
    }
  }

  /// The steps, such as four for `pages[1][2].url`; nil if there is no separator or the path is
  /// malformed.
  var path: [PathStep]? {
    guard parts.count > 1 else { return nil }
    // Only at the very beginning may there be an index without a name.
    let named = parts[0].bytes.isEmpty && parts[1].isIndex ? parts.dropFirst() : parts[...]
    let steps = named.compactMap { $0.isIndex ? Self.index($0.bytes) : Self.name($0.bytes) }
    return steps.count == named.count ? steps : nil
  }

  /// Nil for an empty name, or one with a closing bracket but without an opening one, which was
  /// escaped.
  private static func name(_ bytes: [UInt8]) -> PathStep? {
    guard !bytes.isEmpty,
      bytes.contains(UInt8(ascii: "[")) || !bytes.contains(UInt8(ascii: "]"))
    else { return nil }
    return .key(String(decoding: bytes, as: UTF8.self))
  }

  /// Nil if the bytes aren't ASCII digits and a closing bracket, or the number is beyond `Int`.
  private static func index(_ bytes: [UInt8]) -> PathStep? {
    let digits = bytes.dropLast()
    guard bytes.last == UInt8(ascii: "]"), digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 })
    else { return nil }
    return Int(String(decoding: digits, as: UTF8.self)).map { .index($0) }
  }
}
