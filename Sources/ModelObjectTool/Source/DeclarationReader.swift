/// Reads declarations; what it doesn't know is passed over up to the next line.
struct DeclarationReader {
  private let source: SourceFile
  private static let depthLimit = 40

  private static let modifiers: Set<String> = [
    "open", "public", "internal", "fileprivate", "private", "package", "static", "final", "lazy",
    "weak", "unowned", "override", "required", "convenience", "mutating", "nonmutating", "dynamic",
    "optional", "indirect", "prefix", "postfix", "infix", "nonisolated", "isolated", "distributed",
    "borrowing", "consuming", "sending",
  ]

  init(_ source: SourceFile) { self.source = source }

  func declarations(_ range: Range<Int>, depth: Int = 0) -> [SwiftDeclaration] {
    var found: [SwiftDeclaration] = []
    var index = range.lowerBound
    while index < range.upperBound {
      if source[index].kind == .directive || source[index].text == ";" {
        index += 1
        continue
      }
      let declaration = declaration(from: index, until: range.upperBound, depth: depth)
      index = max(declaration.tokens.upperBound, index + 1)
      found.append(declaration)
    }
    return found
  }

  private func declaration(from start: Int, until end: Int, depth: Int) -> SwiftDeclaration {
    var result = SwiftDeclaration(tokens: start..<start + 1)
    var index = start
    index = readAttributes(from: index, until: end, into: &result)
    result.keyword = index
    guard index < end, source[index].kind == .word else {
      return statement(result, from: index, until: end)
    }
    switch source[index].text {
    case "class", "struct", "enum", "protocol", "extension", "actor":
      guard source[index + 1].kind == .word else {
        return statement(result, from: index, until: end)
      }
      return type(result, at: index, until: end, depth: depth)
    case "var", "let": return variable(result, at: index, until: end)
    case "func", "subscript": return function(result, at: index, until: end, depth: depth)
    case "init":
      guard ["(", "?", "!", "<"].contains(source[index + 1].text) else {
        return statement(result, from: index, until: end)
      }
      return function(result, at: index, until: end, depth: depth)
    case "deinit" where source[index + 1].text == "{":
      result.kind = .deinitializer
      result.body = index + 1
      result.tokens = start..<min(source.after(index + 1), end)
      return result
    case "import":
      var last = index + 1
      if source[last + 1].kind == .word, !source[last + 1].beginsLine { last += 1 }
      result.name = source[index + 1].name
      while source[last + 1].text == ".", source[last + 2].kind == .word { last += 2 }
      result.kind = source[index + 1].kind == .word ? .import : .other
      result.tokens = start..<min(last + 1, end)
      return result
    case "case", "typealias":
      result = statement(result, from: index, until: end)
      result.kind = SwiftDeclaration.Kind(rawValue: source[index].text) ?? .other
      result.name = source[index + 1].name
      return result
    default: return statement(result, from: index, until: end)
    }
  }

  /// Passes over attributes and modifiers.
  private func readAttributes(from start: Int, until end: Int, into result: inout SwiftDeclaration)
    -> Int
  {
    var index = start
    while index < end {
      let first = index
      if source[index].text == "@", source[index + 1].kind == .word {
        index += 2
        while source[index].text == ".", source[index + 1].kind == .word { index += 2 }
        if source[index].text == "<",
          source[index - 1].range.upperBound == source[index].range.lowerBound
        {
          index = endOfGenerics(index, end)
        }
        if source[index].text == "(",
          source[index - 1].range.upperBound == source[index].range.lowerBound
        {
          index = source.after(index)
        }
        result.attributes.append(first..<min(index, end))
      } else if isModifier(index) {
        index += 1
        if source[index].text == "(" { index = source.after(index) }
        result.modifiers.append(.init(name: source[first].text, tokens: first..<min(index, end)))
      } else {
        break
      }
    }
    return min(index, end)
  }

  private func isModifier(_ index: Int) -> Bool {
    let token = source[index]
    guard token.kind == .word else { return false }
    let next = source[index + 1]
    if token.text == "class" {
      return ["var", "let", "func", "subscript", "override", "final", "private", "public"]
        .contains(next.text)
    }
    guard Self.modifiers.contains(token.text) else { return false }
    return next.kind == .word || next.text == "(" || next.text == "@"
  }

  /// What isn't a declaration ends with its line, or the line in which its brackets are closed.
  private func statement(_ result: SwiftDeclaration, from index: Int, until end: Int)
    -> SwiftDeclaration
  {
    var result = result
    result.tokens = result.tokens.lowerBound..<endOfExpression(index, end)
    return result
  }

  /// The end of what begins here, by lines and operators.
  func endOfExpression(_ start: Int, _ end: Int) -> Int {
    var index = min(source.after(start), end)
    while index < end {
      let token = source[index]
      if token.text == ";" || token.text == "}" || token.kind == .directive { break }
      if token.beginsLine, !continues(index) { break }
      index = min(source.after(index), end)
    }
    return max(index, min(start + 1, end))
  }

  /// Whether the token at the beginning of a line belongs to the line before.
  private func continues(_ index: Int) -> Bool {
    let (last, token) = (source[index - 1], source[index])
    if last.kind == .sign {
      let isPostfix = ["?", "!", ">"].contains(last.text)
      let follows = source[index - 2].range.upperBound == last.range.lowerBound
      if !(isPostfix && follows) { return true }
    }
    if [",", ":", "."].contains(last.text) && last.kind == .mark { return true }
    if token.text == "." && token.kind == .mark { return true }
    if ["else", "catch", "as", "is"].contains(token.text) { return true }
    if token.text == ":" { return true }
    guard token.kind == .sign else { return false }
    // An operator with a space after it is between two values.
    return source[index + 1].range.lowerBound > token.range.upperBound
      && !source[index + 1].beginsLine || token.text == "?"
  }

  // MARK: - Types

  private func type(
    _ result: SwiftDeclaration,
    at keyword: Int,
    until end: Int,
    depth: Int
  ) -> SwiftDeclaration {
    var result = result
    var index = keyword + 1
    var name = source[index].name
    index += 1
    while source[index].text == ".", source[index + 1].kind == .word {
      name += "." + source[index + 1].name
      index += 2
    }
    if source[index].text == "<" {
      let close = endOfGenerics(index, end)
      result.generics = index..<close
      index = close
    }
    guard let body = brace(index, end) else { return statement(result, from: keyword, until: end) }
    if source[index].text == ":" {
      let last = source.find("where", in: index..<body) ?? body
      result.inherited = source.parts(of: index + 1..<last)
    }
    result.kind = SwiftDeclaration.Kind(rawValue: source[keyword].text) ?? .other
    result.name = name
    result.body = body
    let close = source.partner(body) ?? end
    result.tokens = result.tokens.lowerBound..<min(close + 1, end)
    if depth < Self.depthLimit {
      result.members = declarations(body + 1..<max(body + 1, close), depth: depth + 1)
    }
    return result
  }

  /// The brace that opens the body of a type.
  private func brace(_ start: Int, _ end: Int) -> Int? {
    var index = start
    while index < end {
      switch source[index].text {
      case "{": return index
      case ";", "}", "=": return nil
      default: index = source.after(index)
      }
    }
    return nil
  }

  private func endOfGenerics(_ start: Int, _ end: Int) -> Int {
    var depth = 0
    var index = start
    while index < end {
      let token = source[index]
      if token.kind == .sign, token.text != "->" {
        depth += token.text.utf8.reduce(0) {
          $0 + ($1 == UInt8(ascii: "<") ? 1 : $1 == UInt8(ascii: ">") ? -1 : 0)
        }
      } else if ["{", "}", ";"].contains(token.text) {
        return index
      }
      index = source.after(index)
      if depth <= 0 { return min(index, end) }
    }
    return end
  }

  // MARK: - Members

  private func variable(_ result: SwiftDeclaration, at keyword: Int, until end: Int)
    -> SwiftDeclaration
  {
    var result = result
    result.isConstant = source[keyword].text == "let"
    var index = keyword + 1
    while index < end, source[index].kind == .word {
      var binding = SwiftDeclaration.Binding(name: index)
      index += 1
      if source[index].text == ":" {
        let first = index + 1
        index = endOfType(first, end)
        binding.type = first..<index
      }
      if source[index].text == "=" {
        let first = index + 1
        index = endOfValue(first, end)
        binding.value = first..<index
      }
      if source[index].text == "{", index < end {
        binding.accessors = index
        index = min(source.after(index), end)
      }
      result.bindings.append(binding)
      guard source[index].text == ",", index < end else { break }
      index += 1
    }
    guard let first = result.bindings.first else {
      return statement(result, from: keyword, until: end)
    }
    result.kind = .variable
    result.name = source[first.name].name
    result.tokens = result.tokens.lowerBound..<index
    return result
  }

  private func endOfType(_ start: Int, _ end: Int) -> Int {
    var index = start
    var depth = 0
    while index < end {
      let token = source[index]
      if index > start, token.beginsLine, depth == 0, !["->", "."].contains(token.text),
        !["->", "."].contains(source[index - 1].text)
      {
        break
      }
      if ["{", "}", ";"].contains(token.text) { break }
      if token.text == "=" || token.text == ",", depth == 0 { break }
      if token.kind == .sign, token.text != "->" {
        if token.text == "<" { depth += 1 }
        if token.text == ">" { depth -= 1 }
      }
      index = source.after(index)
    }
    return min(index, end)
  }

  /// The end of a default value; a brace with observers doesn't belong to it.
  private func endOfValue(_ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end {
      let token = source[index]
      if [",", ";", "}"].contains(token.text) || token.kind == .directive { break }
      if token.text == "{", ["didSet", "willSet"].contains(source[index + 1].text), index > start {
        break
      }
      if index > start, token.beginsLine, !continues(index) { break }
      index = source.after(index)
    }
    return min(max(index, start), end)
  }

  private func function(
    _ result: SwiftDeclaration,
    at keyword: Int,
    until end: Int,
    depth: Int
  ) -> SwiftDeclaration {
    var result = result
    var index = keyword + 1
    if source[keyword].text == "func" {
      result.name = source[index].name
      index += 1
    } else {
      result.name = source[keyword].text
    }
    while index < end, source[index].text != "(" {
      if ["{", "}", ";"].contains(source[index].text) {
        return statement(result, from: keyword, until: end)
      }
      if source[index].text == "<" {
        result.generics = index..<endOfGenerics(index, end)
        index = endOfGenerics(index, end)
      } else {
        index += 1
      }
    }
    guard index < end, source.partner(index) != nil else {
      return statement(result, from: keyword, until: end)
    }
    result.kind = source[keyword].text == "init" ? .initializer : .function
    result.parameters = index
    index = source.after(index)
    while index < end {
      let token = source[index]
      if token.text == "{" {
        result.body = index
        let close = source.partner(index) ?? end
        if depth < Self.depthLimit {
          // Of what is in a function, only types matter, and functions with types.
          result.members = declarations(index + 1..<max(index + 1, close), depth: depth + 1).filter
          {
            $0.isType || !$0.members.isEmpty
          }
        }
        index = source.after(index)
        break
      }
      if ["}", ";"].contains(token.text) || token.kind == .directive { break }
      let isPart = ["->", "where", "throws", "rethrows", "async"].contains(token.text)
      if token.beginsLine, !isPart, !["->", ",", "where"].contains(source[index - 1].text) {
        break
      }
      index = source.after(index)
    }
    result.tokens = result.tokens.lowerBound..<min(index, end)
    return result
  }

  /// The statements of a body, between its braces.
  func statements(_ brace: Int) -> [Range<Int>] {
    source.partner(brace).map { statements(in: brace + 1..<$0) } ?? []
  }

  func statements(in range: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var index = range.lowerBound
    while index < range.upperBound {
      if source[index].text == ";" {
        index += 1
        continue
      }
      let end = max(endOfExpression(index, range.upperBound), index + 1)
      found.append(index..<end)
      index = end
    }
    return found
  }
}
