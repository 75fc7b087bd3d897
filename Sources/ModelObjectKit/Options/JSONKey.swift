/// The key, the key path, or the list of them that feeds a property.
///
/// The alternatives are tried in their order, and the first that is present and not null wins. Each
/// is tried as a whole key first. If it has the form of a path (`"ext.desc"`, `"pages[1].time"`)
/// it is then followed step by step: a name leads into an object, `[n]` to the element at that
/// place of an array, counted from 0.
///
/// A backslash takes the `.`, `[` or backslash behind it as it is, so that it leads nowhere:
/// `#"1\.0\.1"#` is the key `1.0.1` and nothing else. Before any other character it is itself. An
/// export writes a path as nested objects, so protect the dots of a key that is one key
/// in the input: then it goes out as it came in.
///
/// A text that has no good form as a path, such as `"a..b"`, `"a["` or `"a[-1]"`, is a whole key
/// only. A path that leads through something else than an object or an array is a missing key.
/// An empty list feeds the property from nothing.
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
  /// One text of the list, and its reading as a path.
  struct Alternative: Sendable, Hashable {
    /// The whole key: the text as it was given, without the backslashes that protect.
    let text: String
    /// The steps, or nil where the text can only be a whole key.
    let path: [Step]?

    init(_ text: String) {
      let read = KeyText(text)
      self.text = String(decoding: read.bytes, as: UTF8.self)
      path = read.path
    }
  }

  /// One step of a path.
  enum Step: Sendable, Hashable {
    case key(String)
    case index(Int)
  }

  /// The alternatives, in the order in which they are tried.
  let alternatives: [Alternative]

  /// Makes a key, or a key path, from a text that is not a literal.
  public init(_ text: String) {
    alternatives = [Alternative(text)]
  }

  /// Makes a list of keys and key paths, the first one preferred.
  public init(_ alternatives: [String]) {
    self.alternatives = alternatives.map(Alternative.init)
  }
}

// MARK: - Literals

extension JSONKey: ExpressibleByStringLiteral {
  /// Makes a key, or a key path, from a literal such as `"ext.desc"`.
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

// MARK: - Texts

/// A text with its escapes taken out.
private struct KeyText {
  private(set) var bytes: [UInt8] = []
  /// The offsets of the bytes that separate steps: each `.` and `[` that no backslash protects.
  private(set) var separators: [Int] = []
  /// The offsets of each `[` that a backslash protects.
  private var protectedBrackets: [Int] = []

  /// Removes the escapes of a text, byte by byte: a combining mark must not hide a full stop.
  init(_ text: String) {
    var rest = Substring(text).utf8
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), let next = rest.first, Self.isProtectable(next) {
        rest.removeFirst()
        if next == UInt8(ascii: "[") { protectedBrackets.append(bytes.count) }
        bytes.append(next)
      } else {
        if byte == UInt8(ascii: ".") || byte == UInt8(ascii: "[") {
          separators.append(bytes.count)
        }
        bytes.append(byte)
      }
    }
  }

  private static func isProtectable(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "\\")
  }

  /// The steps that the text spells; nil where it has no separator or is malformed.
  var path: [JSONKey.Step]? {
    guard !separators.isEmpty else { return nil }
    var steps: [JSONKey.Step] = []
    // "pages[1][2].url" is cut before each "." and "[": names, and indexes with their closing
    // bracket.
    let starts = [0] + separators.map { $0 + 1 }
    for (number, (start, end)) in zip(starts, separators + [bytes.count]).enumerated() {
      if number > 0, bytes[start - 1] == UInt8(ascii: "[") {
        guard let index = index(from: start, to: end) else { return nil }
        steps.append(.index(index))
      } else if start < end {
        guard isName(from: start, to: end) else { return nil }
        steps.append(.key(String(decoding: bytes[start..<end], as: UTF8.self)))
      } else if number > 0 || bytes[end] != UInt8(ascii: "[") {
        // Only at the very beginning may an index stand without a name.
        return nil
      }
    }
    return steps
  }

  /// Whether the bytes are a name: it has a closing bracket only where it has an opening one too.
  private func isName(from start: Int, to end: Int) -> Bool {
    !bytes[start..<end].contains(UInt8(ascii: "]"))
      || protectedBrackets.contains { start <= $0 && $0 < end }
  }

  /// The number of a part such as `12]`, with ASCII digits; nil for anything else.
  private func index(from start: Int, to end: Int) -> Int? {
    let digits = bytes[start..<end].dropLast()
    guard
      bytes[start..<end].last == UInt8(ascii: "]"),
      digits.allSatisfy({ UInt8(ascii: "0") <= $0 && $0 <= UInt8(ascii: "9") })
    else { return nil }
    // No digits at all, and a number beyond Int, are nil here too.
    return Int(String(decoding: digits, as: UTF8.self))
  }
}
