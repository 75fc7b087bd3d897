import ModelObjectKit

/// Makes Swift names of keys.
enum SwiftName {
  /// A property's name: `user_id` is `userId`, `HTMLBody` is `htmlBody`, `2nd` is `_2nd`, `+1` is
  /// `plusOne`.
  ///
  /// The library ignores the underscore.
  static func property(_ key: String) -> String {
    let words = words(key)
    guard let first = words.first else { return "value" }
    let name = joined([lowercasedStart(first)] + words.dropFirst().map(capitalised))
    return startsWithDigit(name) ? "_" + name : name
  }

  /// A class's name: `retweeted_status` is `RetweetedStatus`.
  static func className(_ key: String) -> String {
    let name = joined(words(key).map(capitalised))
    return name.isEmpty ? "Item" : startsWithDigit(name) ? "Item" + name : name
  }

  /// A name as it is in a declaration.
  static func declared(_ name: String) -> String {
    keywords.contains(name) ? "`\(name)`" : name
  }

  /// Whether a loose match of the key finds the property.
  ///
  /// Only ASCII is folded here: a name has the other letters of its key unchanged.
  static func folds(_ name: String, to key: String) -> Bool {
    folded(name) == folded(key)
  }

  /// A key as the library compares keys, except that letters beyond ASCII keep their case.
  static func folded(_ key: String) -> String {
    String(
      String.UnicodeScalarView(
        key.unicodeScalars.lazy.filter { !KeyMatching.isSeparator($0) }
          .map { ("A"..."Z").contains($0) ? Unicode.Scalar(UInt8($0.value) | 0x20) : $0 }
      )
    )
  }

  /// Whether a text can be the name of a class.
  static func isClassName(_ text: String) -> Bool {
    guard !text.isEmpty, !startsWithDigit(text) else { return false }
    return text.unicodeScalars.allSatisfy { isNameScalar($0) || $0 == "_" }
      && text != "_" && !keywords.contains(text) && !reservedClassNames.contains(text)
  }
}

// MARK: - Words

extension SwiftName {
  /// The parts of a key that a name can contain.
  private static func words(_ key: String) -> [String] {
    if key == "+1" || key == "-1" { return [key == "+1" ? "plus" : "minus", "one"] }
    let words = key.unicodeScalars.split { !isNameScalar($0) }.map { String($0) }
    // `USER_ID` shouts; in `userID` and `URLString` the capitals mean something.
    let isShouted = !key.unicodeScalars.contains { ("a"..."z").contains($0) }
    return isShouted ? words.map(lowercased) : words
  }

  /// Letters and digits of scripts that Swift takes in names.
  private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x167F, 0x1E00...0x1FFF, 0x3041...0xD7FF:
      scalar.properties.isAlphabetic
    default: false
    }
  }

  /// The last word of a key in small letters: that of `created_at` and `createdAt` is `at`.
  static func lastWord(of key: String) -> String {
    var word = ""
    for character in key.reversed() {
      guard character.isLetter else {
        guard word.isEmpty else { break }
        continue
      }
      word.insert(character, at: word.startIndex)
      if character.isUppercase, word.dropFirst().contains(where: \.isLowercase) { break }
    }
    return word.lowercased()
  }

  /// The words of a name that `className` made: `NextEvolution` has two.
  static func wordsOfClassName(_ name: String) -> [String] {
    var words: [String] = []
    for character in name {
      if words.isEmpty || character.isUppercase {
        words.append(String(character))
      } else {
        words[words.count - 1].append(character)
      }
    }
    return words
  }

  /// Joins words, with an underscore between digits that would make another number: `1.0.3` is
  /// `1_0_3`.
  private static func joined(_ words: [String]) -> String {
    words.reduce("") { name, word in
      let meet = name.last.map(isDigit) ?? false && word.first.map(isDigit) ?? false
      return name + (meet ? "_" : "") + word
    }
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  private static func startsWithDigit(_ name: String) -> Bool {
    name.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
  }

  private static func capitalised(_ word: String) -> String {
    word.unicodeScalars.first.map { uppercased($0) + String(word.unicodeScalars.dropFirst()) } ?? ""
  }

  /// The word with small letters at its start: `urlString` for `URLString`, `name` for `Name`.
  private static func lowercasedStart(_ word: String) -> String {
    let capitals = word.unicodeScalars.prefix { ("A"..."Z").contains($0) }
    let rest = word.unicodeScalars.dropFirst(capitals.count)
    let isFollowedByWord = rest.first.map { ("a"..."z").contains($0) } ?? false
    guard isFollowedByWord, capitals.count > 1 else {
      return lowercased(String(capitals)) + String(rest)
    }
    return lowercased(String(capitals.dropLast())) + String(capitals.suffix(1)) + String(rest)
  }

  // Only ASCII changes its case: the other letters of a name have to stay as the key has them.

  private static func lowercased(_ word: String) -> String {
    String(
      String.UnicodeScalarView(
        word.unicodeScalars.map {
          ("A"..."Z").contains($0) ? Unicode.Scalar(UInt8($0.value) | 0x20) : $0
        }
      )
    )
  }

  private static func uppercased(_ scalar: Unicode.Scalar) -> String {
    ("a"..."z").contains(scalar)
      ? String(Unicode.Scalar(UInt8(scalar.value) & 0xDF)) : String(scalar)
  }
}
