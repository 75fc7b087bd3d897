/// How exports spell the names of properties.
enum KeyStyle: String, CaseIterable {
  case property, snakeCase, pascalCase, kebabCase, camelCase

  /// The key under which a property goes out, as the library's `ExportOptions.KeyStyle` has it.
  ///
  /// Names that are made of keys begin with one underscore at the most.
  func key(of name: String) -> String {
    let name = name.first == "_" && name.count > 1 ? String(name.dropFirst()) : name
    switch self {
    case .property: return name
    case .snakeCase: return Self.words(of: name).joined(separator: "_")
    case .kebabCase: return Self.words(of: name).joined(separator: "-")
    case .pascalCase: return name.prefix(1).uppercased() + name.dropFirst()
    case .camelCase:
      let words = Self.words(of: name)
      return (words.first ?? "")
        + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
  }

  /// The words in small letters: `userID` has two, `plannedToIDs` three.
  private static func words(of name: String) -> [String] {
    let letters = Array(name)
    var words: [String] = []
    var word = ""
    for (place, letter) in letters.enumerated() {
      if letter == "_" || place > 0 && letter.isUppercase && startsWord(letters, place) {
        if !word.isEmpty { words.append(word.lowercased()) }
        word = ""
      }
      if letter != "_" { word.append(letter) }
    }
    if !word.isEmpty { words.append(word.lowercased()) }
    return words
  }

  private static func startsWord(_ letters: [Character], _ place: Int) -> Bool {
    guard letters[place - 1].isUppercase else { return true }
    guard place + 1 < letters.count, letters[place + 1].isLowercase else { return false }
    let isPlural =
      letters[place + 1] == "s" && (place + 2 == letters.count || !letters[place + 2].isLowercase)
    return !isPlural
  }
}
