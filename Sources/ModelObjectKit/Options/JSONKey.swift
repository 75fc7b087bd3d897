/// A key, a key path, or a list of them that maps to a property.
///
/// Alternatives are tried in order; the first whose value fits wins. Each is tried as a whole key
/// first. If it looks like a path (`"ext.desc"`, `"pages[1].time"`), it is then followed step by
/// step: a name selects a value in an object, `[n]` an element of an array, counted from 0.
///
/// A backslash escapes a `.`, `[` or backslash after it: `#"1\.0\.1"#` is only the key `1.0.1`.
/// Before any other character it is an ordinary character. Exports write a path as nested objects,
/// so escape the dots of a key that isn't a path.
///
/// A string that isn't a valid path, such as `"a..b"`, `"a["` or `"a[-1]"`, is only a whole key. A
/// path that leads through a value other than an object or an array is a missing key. With an empty
/// list, no key maps to the property.
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

  /// Makes a key or a key path from a string.
  public init(_ text: String) {
    alternatives = [Alternative(text)]
  }

  /// Makes a list of keys and key paths, best first.
  public init(_ alternatives: [String]) {
    self.alternatives = alternatives.map(Alternative.init)
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

/// A string without its escapes.
private struct KeyText {
  private(set) var bytes: [UInt8] = []
  /// The offsets of the bytes that separate steps: each unescaped `.` and `[`.
  private(set) var separators: [Int] = []
  /// The offsets of each escaped `[`.
  private var protectedBrackets: [Int] = []

  /// Removes the escapes byte by byte: a combining mark must not hide a period.
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

  /// The steps; nil if there is no separator or the path is malformed.
  var path: [JSONKey.Step]? {
    guard !separators.isEmpty else { return nil }
    var steps: [JSONKey.Step] = []
    // "pages[1][2].url" is split at each "." and "[" into names, and indexes with a closing
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
        // Only at the very beginning may there be an index without a name.
        return nil
      }
    }
    return steps
  }

  /// Whether the bytes are a name: it has a closing bracket only if it also has an opening one.
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
    // No digits, or a number beyond Int, give nil too.
    return Int(String(decoding: digits, as: UTF8.self))
  }
}
