/// A piece of Objective-C source: a word, a literal or a mark.
struct ObjectiveCToken: SourceToken {
  enum Kind {
    /// A name or a keyword, also one such as `@interface`.
    case word
    case number
    /// A string or a character, with its `@`.
    case text
    /// One character, or one of `@{`, `@[` and `@(`.
    case mark
    /// A whole line of the preprocessor.
    case directive
  }

  let kind: Kind
  let text: String
  /// Its bytes in the source.
  let range: Range<Int>
  /// Whether it is the first of its line.
  let beginsLine: Bool

  /// What a string says; nil if it isn't one.
  var value: String? {
    guard kind == .text, text.hasSuffix("\""), text.utf8.count > 1 else { return nil }
    var rest = Substring(text.drop { $0 == "@" }.dropFirst().dropLast())
    var value = ""
    while let character = rest.popFirst() {
      guard character == "\\", let escaped = rest.popFirst() else {
        value.append(character)
        continue
      }
      switch escaped {
      case "n": value.append("\n")
      case "t": value.append("\t")
      case "r": value.append("\r")
      case "\n": break
      default: value.append(escaped)
      }
    }
    return value
  }
}
