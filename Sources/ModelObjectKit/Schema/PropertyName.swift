/// The name of a property and its spellings in JSON.
struct PropertyName {
  let text: String

  /// The words of the name: `userID` is `user ID`, `URLString` is `URL String`, `plannedToIDs` is
  /// `planned To IDs`, `integer16` is one word.
  var words: [Substring] {
    text.split { $0.unicodeScalars.allSatisfy { KeyMatching.isSeparator($0) } }.flatMap { part in
      let starts = part.indices.filter { $0 == part.startIndex || startsWord(at: $0) }
      return zip(starts, starts.dropFirst() + [part.endIndex]).map { part[$0..<$1] }
    }
  }

  /// Whether a capital begins a word: always after a lowercase letter or a digit; after another
  /// capital if a lowercase letter follows, unless that is the `s` of a plural (`IDs`).
  private func startsWord(at index: String.Index) -> Bool {
    guard text[index].isUppercase else { return false }
    guard text[text.index(before: index)].isUppercase else { return true }
    let next = text.index(after: index)
    guard next < text.endIndex, text[next].isLowercase else { return false }
    let afterNext = text.index(after: next)
    let endsInPlural =
      text[next] == "s" && (afterNext == text.endIndex || !text[afterNext].isLowercase)
    return !endsInPlural
  }

  /// The name in a key style; leading underscores are kept, because only a name that needs them has
  /// them.
  func spelled(_ style: ExportOptions.KeyStyle) -> String {
    if style == .property { return text }
    let words = words.map { String($0) }
    let smallWords = words.map { $0.lowercased() }
    let spelled =
      switch style {
      case .property: text
      case .snakeCase: smallWords.joined(separator: "_")
      case .camelCase:
        (smallWords.prefix(1) + smallWords.dropFirst().map(Self.capitalized)).joined()
      case .pascalCase: words.map(Self.capitalized).joined()
      case .kebabCase: smallWords.joined(separator: "-")
      }
    // A name without words, such as `_`, is unchanged.
    return spelled.isEmpty ? text : text.prefix { $0 == "_" } + spelled
  }

  /// The dotless `ı` has no capital of its own.
  private static func capitalized(_ text: String) -> String {
    text.unicodeScalars.first == "\u{131}" ? text : text.prefix(1).uppercased() + text.dropFirst()
  }
}

extension ExportOptions.KeyStyle {
  /// The key under which a property is written, for the generator of classes.
  package func key(of name: String) -> String {
    PropertyName(text: StorageName(text: name).declared).spelled(self)
  }
}
