import Testing

@testable import ModelObjectKit

/// Names in ASCII are spelled byte by byte, and others by their characters: both say the same.
@Suite struct SpelledNames {
  private func byCharacters(_ text: String) -> Set<String> {
    let name = PropertyName(text)
    let words = name.words.map { $0.lowercased() }
    func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }
    return [
      name.snakeCase, name.kebabCase, name.camelCase, words.map(capitalized).joined(),
      name.snakeCase.uppercased(), words.joined(), name.pascalCase, text.lowercased(),
      text.uppercased(),
    ]
  }

  @Test(arguments: [
    "", "a", "A", "_", "__a", "a_", "id", "ID", "userID", "userId", "user_id", "User", "URLString",
    "plannedToIDs", "IDs", "integer16", "x1Y2", "HTML5Parser", "aB", "AB", "ABc", "class", "a-b c",
    "dzwbqlv2015", "isHTTPSOnly", "s", "Is", "IDsOf",
  ])
  func areTheSameBothWays(name: String) {
    let spellings = PropertyName(name).usualSpellings
    #expect(Set(spellings) == byCharacters(name), "\(name)")
    #expect(Set(spellings).count == spellings.count, "\(name)")
  }

  @Test func areTheSameForNamesMadeAtRandom() {
    var random = SeededGenerator(seed: 11)
    let letters = Array("aBsS_-1zXd")
    for _ in 0..<3_000 {
      let count = Int.random(in: 1...12, using: &random)
      let name = String((0..<count).map { _ in letters.randomElement(using: &random) ?? "a" })
      #expect(Set(PropertyName(name).usualSpellings) == byCharacters(name), "\(name)")
    }
  }

  @Test func areFoundByTheirBytesAlone() {
    var numbers = KeyNumbers()
    for number in 0..<500 { numbers["key\(number)"] = number }
    numbers["key7"] = 1_000
    numbers["e\u{301}"] = 1
    numbers["\u{E9}"] = 2
    #expect(numbers.keys.count == 502 && numbers["key8"] == 8 && numbers["key7"] == 1_000)
    #expect(numbers["e\u{301}"] == 1 && numbers["\u{E9}"] == 2 && numbers["key500"] == nil)
  }
}
