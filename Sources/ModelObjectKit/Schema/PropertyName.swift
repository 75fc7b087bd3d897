/// The name of a property and the ways in which JSON spells it.
struct PropertyName {
  let text: String

  init(_ text: String) {
    self.text = text
  }

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

  /// Whether an uppercase letter begins a word: after a small letter or a digit always, after
  /// another capital where a small letter follows, unless that is the `s` of a plural (`IDs`).
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
  var camelCase: String { Self.camelCase(smallWords) }
  /// The name with its first letter raised, and the rest as it is: `orderID` is `OrderID`.
  var pascalCase: String { Self.capitalized(text) }

  /// The spellings that servers use most.
  var usualSpellings: [String] {
    if let spellings = ASCIIName(text)?.usualSpellings { return spellings }
    let words = smallWords
    let snake = words.joined(separator: "_")
    return [
      snake, words.joined(separator: "-"), Self.camelCase(words),
      words.map(Self.capitalized).joined(), snake.uppercased(), words.joined(),
      pascalCase, text.lowercased(), text.uppercased(),
    ]
  }

  private var smallWords: [String] { words.map { $0.lowercased() } }

  private static func camelCase(_ smallWords: [String]) -> String {
    (smallWords.first ?? "") + smallWords.dropFirst().map(capitalized).joined()
  }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}

/// A name in ASCII, as nearly all are: its words and spellings are found byte by byte.
struct ASCIIName {
  private let bytes: [UInt8]

  /// Nil for other names.
  init?(_ text: String) {
    bytes = Array(text.utf8)
    for byte in bytes where byte >= 0x80 { return nil }
  }

  /// Those of `PropertyName`, each once.
  var usualSpellings: [String] {
    var words = Words()
    for place in bytes.indices { words.append(bytes[place], startsWord: startsWord(at: place)) }
    var all: [[UInt8]] = []
    all.reserveCapacity(9)
    func add(_ spelling: [UInt8]) { if !all.contains(spelling) { all.append(spelling) } }
    add(words.joined())
    add(words.joined(capitalFrom: 0))
    add(Self.upper(bytes))
    if words.starts.count > 1 {
      let snake = words.joined(by: UInt8(ascii: "_"))
      add(snake)
      add(Self.upper(snake))
      add(words.joined(by: UInt8(ascii: "-")))
      add(words.joined(capitalFrom: 1))
    }
    add(Self.capitalized(bytes))
    // Marks may stand in the name itself.
    if words.letters.count < bytes.count {
      add(bytes.map(Self.lower))
      if words.starts.count < 2 { add(Self.upper(words.letters)) }
    }
    return all.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The words of a name in small letters, one behind the other, and where each begins.
  private struct Words {
    var letters: [UInt8] = []
    var starts: [Int] = []
    private var isBetween = true

    mutating func append(_ byte: UInt8, startsWord: Bool) {
      if byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: " ") {
        isBetween = true
        return
      }
      if isBetween || startsWord { starts.append(letters.count) }
      isBetween = false
      letters.append(ASCIIName.lower(byte))
    }

    /// The words with a mark between them, and capitals at the beginning of those from one on.
    func joined(by mark: UInt8? = nil, capitalFrom first: Int = .max) -> [UInt8] {
      guard mark != nil || first < starts.count else { return letters }
      var joined: [UInt8] = []
      joined.reserveCapacity(letters.count + starts.count)
      var next = 0
      for place in letters.indices {
        guard next < starts.count, starts[next] == place else {
          joined.append(letters[place])
          continue
        }
        if next > 0, let mark { joined.append(mark) }
        joined.append(next >= first ? ASCIIName.upper(letters[place]) : letters[place])
        next += 1
      }
      return joined
    }
  }

  /// Whether an uppercase letter begins a word: as `PropertyName` says.
  private func startsWord(at place: Int) -> Bool {
    guard place > 0, Self.isUpper(bytes[place]) else { return false }
    guard Self.isUpper(bytes[place - 1]) else { return true }
    let next = place + 1
    guard next < bytes.count, Self.isLower(bytes[next]) else { return false }
    let afterNext = next + 1
    let endsInPlural =
      bytes[next] == UInt8(ascii: "s")
      && (afterNext == bytes.count || !Self.isLower(bytes[afterNext]))
    return !endsInPlural
  }

  private static func capitalized(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    if let first = bytes.first { bytes[0] = upper(first) }
    return bytes
  }

  private static func upper(_ bytes: [UInt8]) -> [UInt8] { bytes.map(upper) }
  private static func upper(_ byte: UInt8) -> UInt8 { isLower(byte) ? byte - 0x20 : byte }
  private static func lower(_ byte: UInt8) -> UInt8 { isUpper(byte) ? byte + 0x20 : byte }
  private static func isUpper(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "A") < 26 }
  private static func isLower(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") < 26 }
}
