/// A piece of Swift source: a word, a literal, an operator or a mark.
struct SwiftToken: SourceToken, Equatable {
  enum Kind {
    /// A name or a keyword, also in backticks, and `#selector`.
    case word
    case number
    /// A string, whole: with its interpolations.
    case text
    case regex
    /// An operator, such as `<-`, also `=`, `?` and `!`.
    case sign
    /// A bracket, or one of `,:;@.\`.
    case mark
    /// A line with `#if`, `#elseif`, `#else` or `#endif`.
    case directive
  }

  let kind: Kind
  let text: String
  /// Its bytes in the source.
  let range: Range<Int>
  /// Whether it is the first of its line.
  let beginsLine: Bool

  /// The name that a word spells, without backticks.
  var name: String {
    text.utf8.first == UInt8(ascii: "`") ? String(text.dropFirst().dropLast()) : text
  }
}
