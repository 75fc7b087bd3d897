/// A file that is checked.
final class CheckedFile {
  let path: String
  let source: SourceFile
  /// Whether its mistakes are reported; another one is only read for what is declared in it.
  let isReported: Bool

  init(path: String, source: SourceFile, isReported: Bool = true) {
    self.path = path
    self.source = source
    self.isReported = isReported
  }
}

/// Some tokens of a file.
struct Fragment {
  let file: CheckedFile
  let range: Range<Int>

  init(_ file: CheckedFile, _ range: Range<Int>) {
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

  func dropFirst(_ number: Int) -> Fragment {
    Fragment(file, min(range.lowerBound + number, range.upperBound)..<range.upperBound)
  }

  func dropLast(_ number: Int) -> Fragment {
    Fragment(file, range.lowerBound..<max(range.upperBound - number, range.lowerBound))
  }

  func prefix(_ number: Int) -> Fragment {
    Fragment(file, range.lowerBound..<min(range.lowerBound + number, range.upperBound))
  }

  /// How many tokens there are up to the end of the bracket that the fragment begins with.
  var bracketCount: Int? {
    guard let partner = file.source.partner(range.lowerBound), partner > range.lowerBound,
      range.contains(partner)
    else { return nil }
    return partner + 1 - range.lowerBound
  }

  /// What is between the brackets that the fragment begins with.
  var bracketed: Fragment? {
    bracketCount.map { Fragment(file, range.lowerBound + 1..<range.lowerBound + $0 - 1) }
  }

  /// What is between its brackets, if these are all of it.
  var inner: Fragment? { bracketCount == count ? bracketed : nil }

  /// The parts between commas.
  var parts: [Fragment] { file.source.parts(of: range).map { Fragment(file, $0) } }

  /// The parts before and after the first token with a text that is in no bracket.
  func split(at text: String) -> (before: Fragment, after: Fragment)? {
    guard let place = file.source.find(text, in: range) else { return nil }
    return (
      Fragment(file, range.lowerBound..<place), Fragment(file, place + 1..<range.upperBound)
    )
  }

  /// The text of a literal without interpolations, if that is all.
  var literal: String? { only.flatMap { $0.kind == .text ? SwiftText($0.text)?.value : nil } }

  /// The statements, if these are those of a body.
  var statements: [Fragment] {
    DeclarationReader(file.source).statements(in: range).map { Fragment(file, $0) }
  }

  /// Whether there is an `#if`.
  var hasConditions: Bool { range.contains { file.source[$0].kind == .directive } }
}

/// The value of a string literal.
struct SwiftText {
  let value: String

  /// Returns nil for a literal with an interpolation, one of several lines, or one that isn't valid.
  init?(_ literal: String) {
    let fences = literal.prefix { $0 == "#" }.count
    var rest = literal.dropFirst(fences).dropLast(fences)
    guard !rest.hasPrefix("\"\"\""), rest.count >= 2, rest.hasPrefix("\""), rest.hasSuffix("\"")
    else {
      // An empty string has two marks, which are the beginning of three.
      guard rest == "\"\"" else { return nil }
      value = ""
      return
    }
    rest = rest.dropFirst().dropLast()
    guard rest.contains("\\") else {
      value = String(rest)
      return
    }
    let escape = "\\" + String(repeating: "#", count: fences)
    var text = ""
    while !rest.isEmpty {
      guard rest.hasPrefix(escape) else {
        text.append(rest.removeFirst())
        continue
      }
      rest = rest.dropFirst(escape.count)
      guard let character = Self.takeEscaped(&rest) else { return nil }
      text.append(character)
    }
    value = text
  }

  private static func takeEscaped(_ rest: inout Substring) -> Character? {
    switch rest.popFirst() {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "0": return "\0"
    case "\\": return "\\"
    case "\"": return "\""
    case "'": return "'"
    case "u":
      guard rest.popFirst() == "{", let end = rest.firstIndex(of: "}"),
        let scalar = UInt32(rest[..<end], radix: 16).flatMap(Unicode.Scalar.init)
      else { return nil }
      rest = rest[rest.index(after: end)...]
      return Character(scalar)
    default: return nil
    }
  }
}
