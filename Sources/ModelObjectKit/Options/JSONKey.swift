/// The key, the key path, or the list of them that feeds a property.
///
/// The alternatives are tried in their order, and the first that is present and not null wins. Each
/// is tried as a whole key first. If it has the form of a path (`"ext.desc"`, `"pages[1].time"`)
/// it is then followed step by step: a name leads into an object, `[n]` to the element at that
/// place of an array, counted from 0.
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
    /// The text as it was given, which is also the whole key.
    let text: String
    /// The steps, or nil where the text can only be a whole key.
    let path: [Step]?

    init(_ text: String) {
      self.text = text
      path = Step.path(in: text)
    }
  }

  /// One step of a path.
  enum Step: Sendable, Hashable {
    case key(String)
    case index(Int)
  }

  /// What is tried, in this order.
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

// MARK: - Paths

extension JSONKey.Step {
  /// The steps that a text spells, or nil where it has no `.` and no `[n]`, or is malformed.
  ///
  /// Works on bytes: a combining mark after a full stop must not hide it.
  fileprivate static func path(in text: String) -> [JSONKey.Step]? {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") }) else {
      return nil
    }
    var steps: [JSONKey.Step] = []
    for (position, part) in text.utf8.split(
      separator: UInt8(ascii: "."),
      omittingEmptySubsequences: false
    )
    .enumerated() {
      // "pages[1][2]" is cut at each "[": a name, and the indexes with their closing bracket.
      let pieces = part.split(separator: UInt8(ascii: "["), omittingEmptySubsequences: false)
      let name = pieces[0]
      guard !name.contains(UInt8(ascii: "]")) else { return nil }
      if !name.isEmpty {
        steps.append(.key(String(Substring(name))))
      } else if position > 0 || pieces.count == 1 {
        // Only at the very beginning may an index stand without a name.
        return nil
      }
      for piece in pieces.dropFirst() {
        guard let index = index(closing: piece) else { return nil }
        steps.append(.index(index))
      }
    }
    return steps
  }

  /// The number in `12]`, where that is all there is; ASCII digits only.
  private static func index(closing piece: Substring.UTF8View) -> Int? {
    let digits = piece.dropLast()
    guard
      piece.last == UInt8(ascii: "]"),
      digits.allSatisfy({ UInt8(ascii: "0") <= $0 && $0 <= UInt8(ascii: "9") })
    else { return nil }
    // No digits at all, and a number beyond Int, are nil here too.
    return Int(Substring(digits))
  }
}
