/// A slice of code: some tokens of a file, and questions about them.
struct Code {
  let file: CodeFile
  let range: Range<Int>

  init(_ file: CodeFile, _ range: Range<Int>) {
    self.file = file
    self.range = range
  }

  var isEmpty: Bool { range.isEmpty }
  var count: Int { range.count }

  /// A token by its number in the fragment; nothing beyond the end.
  subscript(_ number: Int) -> SwiftToken {
    let index = range.lowerBound + number
    return file.source[range.contains(index) ? index : -1]
  }

  var last: SwiftToken { self[count - 1] }

  /// The source text, from the first token to the last.
  var text: String { file.source.text(range) }

  /// The tokens with one space between words, as a type is compared.
  var spelling: String {
    range.map { file.source[$0].text }.joined()
  }

  /// The only token; nil if there are more, or none.
  var only: SwiftToken? { count == 1 ? self[0] : nil }

  func starts(with texts: String...) -> Bool {
    texts.count <= count && texts.indices.allSatisfy { self[$0].text == texts[$0] }
  }

  /// The code from the parenthesis of `Name(…)` or `.init(…)`.
  func making(_ name: String) -> Code? {
    if starts(with: name, "(") { return dropFirst(1) }
    return starts(with: ".", "init", "(") ? dropFirst(2) : nil
  }

  func dropFirst(_ number: Int) -> Code {
    Code(file, min(range.lowerBound + number, range.upperBound)..<range.upperBound)
  }

  func dropLast(_ number: Int) -> Code {
    Code(file, range.lowerBound..<max(range.upperBound - number, range.lowerBound))
  }

  func prefix(_ number: Int) -> Code {
    Code(file, range.lowerBound..<min(range.lowerBound + number, range.upperBound))
  }

  /// How many tokens there are up to the end of the bracket that the fragment begins with.
  var bracketCount: Int? {
    guard let partner = file.source.partner(range.lowerBound), partner > range.lowerBound,
      range.contains(partner)
    else { return nil }
    return partner + 1 - range.lowerBound
  }

  /// What is between the brackets that the fragment begins with.
  var bracketed: Code? {
    bracketCount.map { Code(file, range.lowerBound + 1..<range.lowerBound + $0 - 1) }
  }

  /// What is between its brackets, if these are all of it.
  var inner: Code? { bracketCount == count ? bracketed : nil }

  /// The parts between commas.
  var parts: [Code] { file.source.parts(of: range).map { Code(file, $0) } }

  /// The parts before and after the first token with a text that is in no bracket.
  func split(at text: String) -> (before: Code, after: Code)? {
    guard let place = file.source.find(text, in: range) else { return nil }
    return (
      Code(file, range.lowerBound..<place), Code(file, place + 1..<range.upperBound)
    )
  }

  /// The text of a literal without interpolations, if that is all.
  var literal: String? { only.flatMap { $0.kind == .text ? SwiftText($0.text)?.value : nil } }

  /// The statements, if these are those of a body.
  var statements: [Code] {
    DeclarationReader(file.source).statements(in: range).map { Code(file, $0) }
  }

  /// Whether there is an `#if`.
  var hasConditions: Bool { range.contains { file.source[$0].kind == .directive } }
}
