/// A function whose result depends on the name of a property: the code for some names, and for the
/// others.
struct PropertyCases {
  struct Returned {
    /// An expression, or statements.
    let tokens: Range<Int>
    let isExpression: Bool
  }

  private(set) var cases: [(names: [String], code: Returned)] = []
  /// For other names.
  private(set) var rest: Range<Int>?
  private let source: SourceFile
  /// The name of the parameter that is the property.
  private let parameter: String
  /// Dictionaries that `let` names.
  private var lists: [String: Range<Int>] = [:]
  private var isUnderstood = true

  /// Reads a body; nil if it isn't a choice by names and nothing else.
  init?(in source: SourceFile, body: Int, parameter: String) {
    (self.source, self.parameter) = (source, parameter)
    take(DeclarationReader(source).statements(body)[...])
    guard isUnderstood else { return nil }
  }

  // MARK: - Statements

  private mutating func take(_ statements: ArraySlice<Range<Int>>) {
    guard let statement = statements.first else {
      isUnderstood = false
      return
    }
    switch source[statement.lowerBound].text {
    case "let":
      guard let equals = source.find("=", in: statement), source[equals + 1].text == "[" else {
        isUnderstood = false
        return
      }
      lists[source[statement.lowerBound + 1].name] = equals + 1..<statement.upperBound
      take(statements.dropFirst())
    case "switch":
      guard statements.count <= 2, takeSwitch(statement) else {
        isUnderstood = false
        return
      }
      if statements.count == 2 { take(statements.dropFirst()) }
    case "if" where takeUnless(statement, statements.dropFirst()): return
    case "if":
      guard let end = takeIf(statement) else {
        isUnderstood = false
        return
      }
      if end, statements.count == 1 { return }
      take(statements.dropFirst())
    case "guard":
      // `guard property.name == "a" else { return b }`: the rest is for that name.
      guard let brace = statement.first(where: { source[$0].text == "{" }),
        source[brace - 1].text == "else",
        let names = names(statement.lowerBound + 1..<brace - 1),
        let other = code(of: DeclarationReader(source).statements(brace)[...]), other.isExpression,
        let code = code(of: statements.dropFirst())
      else {
        isUnderstood = false
        return
      }
      cases.append((names, code))
      takeExpression(other.tokens)
    default:
      guard let code = code(of: statements), code.isExpression else {
        isUnderstood = false
        return
      }
      takeExpression(code.tokens)
    }
  }

  /// The code of some statements: an expression, if there is only one.
  private func code(of statements: ArraySlice<Range<Int>>) -> Returned? {
    guard let first = statements.first, let last = statements.last else { return nil }
    let begin = source[first.lowerBound].text == "return" ? first.lowerBound + 1 : first.lowerBound
    let isStatement = ["if", "let", "var", "switch", "guard", "for", "while", "do", "break"]
      .contains(source[first.lowerBound].text)
    guard statements.count == 1, !isStatement else {
      return Returned(tokens: first.lowerBound..<last.upperBound, isExpression: false)
    }
    return begin < first.upperBound
      ? Returned(tokens: begin..<first.upperBound, isExpression: true) : nil
  }

  private mutating func takeSwitch(_ statement: Range<Int>) -> Bool {
    let brace = statement.upperBound - 1
    guard let open = source.partner(brace), source[brace].text == "}",
      isName(statement.lowerBound + 1..<open)
    else { return false }
    var index = open + 1
    while index < brace {
      let isDefault = source[index].text == "default"
      guard isDefault || source[index].text == "case",
        let colon = source.find(":", in: index..<brace)
      else { return false }
      var end = colon + 1
      while end < brace,
        !(["case", "default"].contains(source[end].text) && source[end].beginsLine)
      {
        end = source.after(end)
      }
      let statements = DeclarationReader(source).statements(in: colon + 1..<min(end, brace))
      guard let code = code(of: statements[...]) else { return false }
      if isDefault {
        if source.text(code.tokens) != "break" {
          guard code.isExpression else { return false }
          rest = code.tokens
        }
      } else {
        guard let names = literals(index + 1..<colon) else { return false }
        cases.append((names, code))
      }
      index = max(end, index + 1)
    }
    return true
  }

  /// `if property.name != "a" { return b }`: the rest is for that name.
  private mutating func takeUnless(
    _ statement: Range<Int>,
    _ others: ArraySlice<Range<Int>>
  ) -> Bool {
    guard let brace = statement.first(where: { source[$0].text == "{" }),
      source.partner(brace) == statement.upperBound - 1,
      let names = names(statement.lowerBound + 1..<brace, sign: "!="), names.count == 1,
      let other = code(of: DeclarationReader(source).statements(brace)[...]), other.isExpression,
      let code = code(of: others)
    else { return false }
    cases.append((names, code))
    takeExpression(other.tokens)
    return true
  }

  /// Returns whether there is an `else` without a condition; nil if it isn't understood.
  private mutating func takeIf(_ statement: Range<Int>) -> Bool? {
    var index = statement.lowerBound
    while index < statement.upperBound, source[index].text == "if" {
      guard let brace = (index..<statement.upperBound).first(where: { source[$0].text == "{" }),
        let close = source.partner(brace), let names = names(index + 1..<brace),
        let code = code(of: DeclarationReader(source).statements(brace)[...])
      else { return nil }
      cases.append((names, code))
      index = close + 1
      guard index < statement.upperBound else { return false }
      guard source[index].text == "else" else { return nil }
      index += 1
    }
    guard source[index].text == "{",
      let code = code(of: DeclarationReader(source).statements(index)[...]), code.isExpression
    else { return nil }
    takeExpression(code.tokens)
    return true
  }

  // MARK: - Expressions

  /// `property.name == "a" ? b : c`, `list[property.name] ?? c`, or what is for all names.
  private mutating func takeExpression(_ tokens: Range<Int>) {
    if let question = tokens.first(where: { source[$0].text == "?" && source[$0].kind == .sign }),
      let colon = source.find(":", in: question..<tokens.upperBound)
    {
      if let names = names(tokens.lowerBound..<question), question + 1 < colon {
        cases.append((names, Returned(tokens: question + 1..<colon, isExpression: true)))
        takeExpression(colon + 1..<tokens.upperBound)
        return
      }
      if let names = names(tokens.lowerBound..<question, sign: "!="),
        colon + 1 < tokens.upperBound
      {
        cases.append((names, Returned(tokens: colon + 1..<tokens.upperBound, isExpression: true)))
        takeExpression(question + 1..<colon)
        return
      }
    }
    if let or = tokens.first(where: { source[$0].text == "??" }), source[or - 1].text == "]",
      let open = source.partner(or - 1), isName(open + 1..<or - 1)
    {
      let base = tokens.lowerBound..<open
      let list = base.count == 1 ? lists[source[base.lowerBound].name] ?? base : base
      guard source[list.lowerBound].text == "[", takeList(list) else {
        isUnderstood = false
        return
      }
      rest = or + 1..<tokens.upperBound
      return
    }
    rest = tokens
  }

  private mutating func takeList(_ list: Range<Int>) -> Bool {
    for part in source.parts(of: list.lowerBound + 1..<list.upperBound - 1) {
      guard let colon = source.find(":", in: part), let names = literals(part.lowerBound..<colon),
        colon + 1 < part.upperBound
      else { return false }
      cases.append((names, Returned(tokens: colon + 1..<part.upperBound, isExpression: true)))
    }
    return true
  }

  /// Whether an expression is the property's name.
  func isName(_ tokens: Range<Int>) -> Bool {
    source.compact(tokens) == "\(parameter).name"
  }

  /// `"a", "b"`.
  private func literals(_ tokens: Range<Int>) -> [String]? {
    let names = source.parts(of: tokens).map { part in
      part.count == 1 ? Migration.literal(source[part.lowerBound].text) : nil
    }
    return names.isEmpty || names.contains(nil) ? nil : names.compactMap { $0 }
  }

  /// `property.name == "a" || property.name == "b"`.
  private func names(_ tokens: Range<Int>, sign: String = "==") -> [String]? {
    var names: [String] = []
    var start = tokens.lowerBound
    while start < tokens.upperBound {
      let end = (start..<tokens.upperBound).first { source[$0].text == "||" } ?? tokens.upperBound
      guard end == start + 5, source[end - 2].text == sign, isName(start..<end - 2),
        let name = Migration.literal(source[end - 1].text)
      else { return nil }
      names.append(name)
      start = end + 1
    }
    return names.isEmpty ? nil : names
  }
}
