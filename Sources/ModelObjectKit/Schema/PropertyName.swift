/// The name of a property and its spellings in JSON.
struct PropertyName {
  let text: String

  /// The words of the name: `userID` is `user ID`, `URLString` is `URL String`, `plannedToIDs` is
  /// `planned To IDs`, `integer16` is one word.
  var words: [Substring] {
    var words: [Substring] = []
    var start = text.startIndex
    var index = start
    func endWord(at end: String.Index) {
      if start < end { words.append(text[start..<end]) }
      start = end
    }
    while index < text.endIndex {
      let next = text.index(after: index)
      let character = text[index]
      if character == "_" || character == "-" || character == " " {
        endWord(at: index)
        start = next
      } else if index > start, character.isUppercase, startsWord(at: index) {
        endWord(at: index)
      }
      index = next
    }
    endWord(at: text.endIndex)
    return words
  }

  /// Whether a capital begins a word: always after a lowercase letter or a digit; after another
  /// capital if a lowercase letter follows, unless that is the `s` of a plural (`IDs`).
  private func startsWord(at index: String.Index) -> Bool {
    guard text[text.index(before: index)].isUppercase else { return true }
    let next = text.index(after: index)
    guard next < text.endIndex, text[next].isLowercase else { return false }
    let afterNext = text.index(after: next)
    let endsInPlural =
      text[next] == "s" && (afterNext == text.endIndex || !text[afterNext].isLowercase)
    return !endsInPlural
  }

  var snakeCase: String { smallWords.joined(separator: "_") }
  var kebabCase: String { smallWords.joined(separator: "-") }
  var camelCase: String {
    let words = smallWords
    return (words.first ?? "") + words.dropFirst().map(Self.capitalized).joined()
  }
  /// The words joined, each with a capital and otherwise unchanged: `orderID` is `OrderID`.
  var pascalCase: String { words.map { Self.capitalized(String($0)) }.joined() }

  private var smallWords: [String] { words.map { $0.lowercased() } }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}
