/// A file of Swift source: its tokens, their brackets and its declarations.
struct SourceFile: SourceText {
  let bytes: [UInt8]
  let tokens: [SwiftToken]
  let comments: [Range<Int>]
  let partners: [Int: Int]
  let lineStarts: [Int]
  /// Why the file isn't understood: nothing in it may be changed.
  let problem: Problem?
  private(set) var declarations: [SwiftDeclaration] = []

  struct Problem: Equatable {
    let line: Int
    let text: String
  }

  init(_ bytes: [UInt8]) {
    let lexer = SwiftLexer(bytes)
    self.bytes = bytes
    (tokens, comments) = (lexer.tokens, lexer.comments)
    lineStarts = Self.lineStarts(of: bytes)
    let brackets = Self.brackets(of: lexer.tokens)
    partners = brackets.partners
    let found = lexer.problem ?? brackets.problem
    problem = found.map { Problem(line: Self.line(of: $0.offset, in: bytes), text: $0.text) }
    if problem == nil { declarations = DeclarationReader(self).declarations(tokens.indices) }
  }

  private static func brackets(
    of tokens: [SwiftToken]
  ) -> (partners: [Int: Int], problem: (offset: Int, text: String)?) {
    var partners: [Int: Int] = [:]
    var open: [Int] = []
    for (index, token) in tokens.enumerated() where token.kind == .mark {
      switch token.text {
      case "(", "[", "{": open.append(index)
      case ")", "]", "}":
        guard let first = open.popLast(),
          ["(": ")", "[": "]", "{": "}"][tokens[first].text] == token.text
        else { return ([:], (token.range.lowerBound, "'\(token.text)' closes nothing")) }
        (partners[first], partners[index]) = (index, first)
      default: break
      }
    }
    let left = open.last.map {
      (tokens[$0].range.lowerBound, "'\(tokens[$0].text)' isn't closed")
    }
    return (partners, left)
  }

  private static func line(of offset: Int, in bytes: [UInt8]) -> Int {
    bytes[..<min(offset, bytes.count)].count { $0 == UInt8(ascii: "\n") } + 1
  }

  // MARK: - Looking

  /// The token, or one that is nothing, beyond the ends.
  subscript(_ index: Int) -> SwiftToken {
    guard tokens.indices.contains(index) else {
      return SwiftToken(
        kind: .mark,
        text: "",
        range: bytes.count..<bytes.count,
        beginsLine: true
      )
    }
    return tokens[index]
  }

  /// The parts between commas that are in no bracket, generic ones included.
  func parts(of range: Range<Int>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    var index = start
    var depth = 0
    while index < range.upperBound {
      let token = self[index]
      if token.kind == .sign, token.text != "->" {
        // A comparison with spaces around it opens nothing.
        if token.text == "<", self[index - 1].range.upperBound == token.range.lowerBound {
          depth += 1
        } else if token.text == ">", depth > 0 {
          depth -= 1
        }
      }
      if token.text == ",", depth == 0 {
        parts.append(start..<index)
        start = index + 1
      }
      index = after(index)
    }
    if start < range.upperBound { parts.append(start..<range.upperBound) }
    return parts
  }
}
