/// A file of Objective-C source: its tokens, and what it declares.
struct ObjectiveCFile: SourceText {
  let path: String
  let bytes: [UInt8]
  let tokens: [ObjectiveCToken]
  let comments: [Range<Int>]
  let partners: [Int: Int]
  let lineStarts: [Int]
  private(set) var items: [ObjectiveCItem] = []

  init(path: String, _ bytes: [UInt8]) {
    let lexer = ObjectiveCLexer(bytes)
    (self.path, self.bytes) = (path, bytes)
    (tokens, comments) = (lexer.tokens, lexer.comments)
    lineStarts = Self.lineStarts(of: bytes)
    partners = Self.partners(of: lexer.tokens)
    items = ObjectiveCReader(self).items()
  }

  /// Brackets that close nothing, or aren't closed, have no partner.
  private static func partners(of tokens: [ObjectiveCToken]) -> [Int: Int] {
    var partners: [Int: Int] = [:]
    var open: [(token: Int, closing: String)] = []
    var counts: [String: Int] = [:]
    for (index, token) in tokens.enumerated() {
      switch token.text {
      case "(", "@(", "[", "@[", "{", "@{":
        let closing = token.text.hasSuffix("(") ? ")" : token.text.hasSuffix("[") ? "]" : "}"
        open.append((index, closing))
        counts[closing, default: 0] += 1
      case ")", "]", "}":
        // What is still open between the two isn't closed.
        guard counts[token.text, default: 0] > 0 else { continue }
        while let (first, closing) = open.popLast() {
          counts[closing, default: 0] -= 1
          guard closing == token.text else { continue }
          (partners[first], partners[index]) = (index, first)
          break
        }
      // No bracket is open across these.
      case "@interface", "@implementation", "@end": (open, counts) = ([], [:])
      default: break
      }
    }
    return partners
  }

  // MARK: - Looking

  /// The token, or one that is nothing, beyond the ends.
  subscript(_ index: Int) -> ObjectiveCToken {
    guard tokens.indices.contains(index) else {
      let range = index < 0 ? 0..<0 : bytes.count..<bytes.count
      return ObjectiveCToken(kind: .mark, text: "", range: range, beginsLine: true)
    }
    return tokens[index]
  }

  /// The parts between separators that are in no bracket, nor among generic arguments.
  func parts(
    of range: Range<Int>,
    by separator: String,
    hasGenerics: Bool = true
  ) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    var index = start
    var depth = 0
    while index < range.upperBound {
      switch self[index].text {
      case "<" where hasGenerics: depth += 1
      case ">" where depth > 0: depth -= 1
      case separator where depth == 0:
        parts.append(start..<index)
        start = index + 1
      default: break
      }
      index = after(index)
    }
    if start < range.upperBound { parts.append(start..<range.upperBound) }
    return parts
  }

  // MARK: - Comments

  /// The comments between two places.
  func comments(in range: Range<Int>) -> [Range<Int>] {
    let first = comments.firstPlace { $0.lowerBound >= range.lowerBound }
    return Array(comments[first...].prefix { $0.upperBound <= range.upperBound })
  }

  /// The comment after a token on its line.
  func trailingComment(after token: Int) -> Range<Int>? {
    let end = self[token].range.upperBound
    let next = self[token + 1].range.lowerBound
    guard next >= end, let comment = comments(in: end..<next).first,
      line(at: comment.lowerBound) == line(at: max(end - 1, 0))
    else { return nil }
    return comment
  }

  /// The comments above a token, without the one on the line of the token before it.
  func leadingComments(before token: Int) -> [Range<Int>] {
    let start = token > 0 ? self[token - 1].range.upperBound : 0
    let end = self[token].range.lowerBound
    guard start <= end else { return [] }
    let trailing = token > 0 ? trailingComment(after: token - 1) : nil
    return comments(in: start..<end).filter { $0 != trailing }
  }
}
