extension Migration {
  /// What is known about the type of a value that is passed to the old library.
  enum ValueKind {
    case text, dictionary, list, data, unknown
  }

  static func kind(ofType type: String) -> (kind: ValueKind, isOptional: Bool) {
    var type = type.filter { !$0.isWhitespace }
    var isOptional = false
    while let last = type.last, last == "?" || last == "!" {
      isOptional = true
      type.removeLast()
    }
    switch type {
    case "String": return (.text, isOptional)
    case "Data": return (.data, isOptional)
    case "[String:Any]", "[String:AnyObject]", "Dictionary<String,Any>", "[String:String]",
      "[String:Any?]":
      return (.dictionary, isOptional)
    case "[Any]", "[[String:Any]]", "[[String:AnyObject]]", "Array<Any>", "[AnyObject]":
      return (.list, isOptional)
    default: return (.unknown, true)
    }
  }

  struct Argument {
    let label: String
    let value: Range<Int>
  }
}

// What calls of several libraries have in common.
extension FileMover {
  /// The type of an expression, and whether it is optional; only what is certain.
  func kind(_ tokens: Range<Int>, depth: Int = 0) -> (
    kind: Migration.ValueKind, isOptional: Bool
  ) {
    let unknown = (Migration.ValueKind.unknown, true)
    guard let last = tokens.last, depth < 4 else { return unknown }
    if tokens.count == 1, source[last].kind == .text { return (.text, false) }
    if let cast = tokens.last(where: { source[$0].text == "as" && $0 > tokens.lowerBound }) {
      let isOptional = source[cast + 1].text == "?"
      let isForced = source[cast + 1].text == "!"
      let first = cast + (isOptional || isForced ? 2 : 1)
      guard first < tokens.upperBound else { return unknown }
      return (Migration.kind(ofType: source.text(first..<tokens.upperBound)).kind, isOptional)
    }
    if source[last].text == "!", tokens.count > 1 {
      return (kind(tokens.lowerBound..<last, depth: depth + 1).kind, false)
    }
    if source[last].text == ")", let open = source.partner(last),
      ["toJSONString", "toJSON"].contains(source[open - 1].text)
    {
      return (source[open - 1].text == "toJSON" ? .dictionary : .text, true)
    }
    // `json["data"].description`
    if source[last].text == "description", source[last - 1].text == ".", tokens.count > 2,
      source[last - 2].text != "?"
    {
      return (.text, false)
    }
    if tokens.count == 1, source[last].kind == .word {
      return declaredKind(at: last, depth: depth)
    }
    if source[tokens.lowerBound].text == "String", source[tokens.lowerBound + 1].text == "(",
      source.after(tokens.lowerBound + 1) == tokens.upperBound
    {
      let label = source[tokens.lowerBound + 2].text
      return (.text, label == "data" || label == "bytes" || label == "contentsOfFile")
    }
    return unknown
  }

  /// The type of a name by the nearest declaration before it, in the same function.
  private func declaredKind(
    at use: Int,
    depth: Int
  ) -> (kind: Migration.ValueKind, isOptional: Bool) {
    let name = source[use].text
    var index = use - 1
    var level = 0
    while index > 0 {
      // What is in a bracket that is closed again can't be seen from here.
      if let partner = source.partner(index), partner < index {
        // Parameters are in parentheses before the body.
        if source[index].text == ")",
          let found = parameter(partner..<index, named: name)
        {
          return found
        }
        index = partner - 1
        continue
      }
      if source[index].text == "{" { level += 1 }
      if source[index].text == name, ["let", "var"].contains(source[index - 1].text) {
        if source[index + 1].text == ":" {
          let end = source.find("=", in: index + 2..<use) ?? index + 2
          var type = source.text(index + 2..<end)
          if end == index + 2 { type = source[index + 2].text }
          return Migration.kind(ofType: type)
        }
        guard source[index + 1].text == "=" else { return (.unknown, true) }
        let end = DeclarationReader(source).endOfExpression(index + 2, use)
        let isBound = ["if", "guard", ",", "while"].contains(source[index - 2].text)
        var value = index + 2..<min(end, use)
        if isBound {
          let stop =
            value.first { [",", "{", "else"].contains(source[$0].text) } ?? value.upperBound
          value = value.lowerBound..<stop
        }
        guard !value.isEmpty else { return (.unknown, true) }
        let found = kind(value, depth: depth + 1)
        return (found.kind, isBound ? false : found.isOptional)
      }
      if source[index].text == "func", level > 0 { return (.unknown, true) }
      index -= 1
    }
    return (.unknown, true)
  }

  private func parameter(
    _ range: Range<Int>,
    named name: String
  ) -> (kind: Migration.ValueKind, isOptional: Bool)? {
    // Only of a declaration or of a closure.
    guard
      source[range.upperBound + 1].text == "{" || source[range.upperBound + 1].text == "->"
        || source[range.upperBound + 1].text == "throws"
        || source[range.upperBound + 1].text == "in"
    else { return nil }
    for part in source.parts(of: range.lowerBound + 1..<range.upperBound) {
      guard let colon = source.find(":", in: part), source[colon - 1].text == name else { continue }
      let end = source.find("=", in: part) ?? part.upperBound
      return Migration.kind(ofType: source.text(colon + 1..<end))
    }
    return nil
  }

  // MARK: - Arguments

  func arguments(_ open: Int) -> [Migration.Argument] {
    guard let close = source.partner(open) else { return [] }
    return source.parts(of: open + 1..<close).map { part in
      let isLabeled =
        source[part.lowerBound].kind == .word && source[part.lowerBound + 1].text == ":"
      return Migration.Argument(
        label: isLabeled ? source[part.lowerBound].name : "",
        value: part.lowerBound + (isLabeled ? 2 : 0)..<part.upperBound
      )
    }
  }

  /// The index after generic arguments, which begin with a `<`; nil if they don't end soon.
  func endOfGenerics(_ start: Int) -> Int? {
    var end = start
    var depth = 0
    repeat {
      if source[end].text == "<" { depth += 1 }
      if source[end].text == ">" { depth -= 1 }
      end += 1
    } while depth > 0 && end < source.tokens.count && end < start + 39
    return depth == 0 ? end : nil
  }

  /// Replaces a call by an initializer with one argument, which an optional value may skip.
  func replaceCall(
    _ call: Range<Int>,
    byMaking type: String,
    label: String,
    of argument: Range<Int>,
    at path: String?
  ) {
    let value = text(argument)
    let at = path.map { ", at: \($0)" } ?? ""
    guard kind(argument).isOptional else {
      return replaceCall(call, tried: "\(type)(\(label): \(value)\(at))")
    }
    let isSimple = argument.allSatisfy { source[$0].kind == .word || source[$0].text == "." }
    let base = isSimple ? value : "(\(value))"
    replace(call, with: "\(base).flatMap({ try? \(type)(\(label): $0\(at)) })")
  }

  /// Keeps a call, which functions of the base class's file serve.
  func serve(_ name: String, by helpers: Helper...) {
    for helper in helpers { migration.use(helper) }
    count("\(name) that a function of the base class's file serves")
  }

  /// Replaces a call of `toJSONString` by one of `jsonString`: of the model itself without a receiver.
  func replaceStringExport(_ index: Int) {
    let isMember = source[index - 1].text == "."
    let start = isMember ? startOfPostfix(index - 2) : index
    let receiver = isMember ? text(start..<index - 1) + "." : ""
    replaceCall(start..<source.after(index + 1), tried: "\(receiver)jsonString()")
    count("toJSONString() → jsonString()")
  }

  /// Replaces a call by an expression with `try?`, in parentheses unless nothing is around it.
  func replaceCall(_ call: Range<Int>, tried code: String) {
    needImport()
    let before = source[call.lowerBound - 1]
    if ["try", "?", "!"].contains(before.text),
      before.text == "try" || source[call.lowerBound - 2].text == "try"
    {
      replace(call, with: code)
      return
    }
    // After `=`, everything to the right would be tried: also what a comma doesn't separate.
    replace(call, with: isWhole(call) ? "try? \(code)" : "(try? \(code))")
  }

  /// Replaces a call by an expression with a fallback, in parentheses unless nothing is around it.
  func replaceCall(_ call: Range<Int>, tried code: String, or other: String) {
    let whole = "(try? \(code)) ?? \(other)"
    replace(call, with: isWhole(call) ? whole : "(\(whole))")
  }

  /// Whether no operator or member is around a call.
  private func isWhole(_ call: Range<Int>) -> Bool {
    let (before, after) = (source[call.lowerBound - 1], source[call.upperBound])
    let begins =
      ["=", "return", "(", ",", ":", "{", "in", "["].contains(before.text)
      || source[call.lowerBound].beginsLine
    return begins
      && (after.beginsLine && after.text != "." && !(after.kind == .sign)
        || [")", "}", ",", "{", "else", ";", "]", ""].contains(after.text))
  }

  /// The beginning of an expression with members and calls that ends here.
  func startOfPostfix(_ end: Int) -> Int {
    var index = end
    while index > 0 {
      let token = source[index]
      if let partner = source.partner(index), partner < index {
        index = partner
        if source[index].text == "{" { return index }
        // `f(x)`, `a[0]`, or a literal.
        let before = source[index - 1]
        let isCall =
          before.range.upperBound == source[index].range.lowerBound
          && (before.kind == .word || [")", "]", ">", "?", "!"].contains(before.text))
        if isCall { index -= 1; continue }
      } else if token.text == ">", token.kind == .sign {
        var depth = 0
        while index > 0 {
          if source[index].text == ">" { depth += 1 }
          if source[index].text == "<" { depth -= 1 }
          if depth == 0 { break }
          index -= 1
        }
        index -= 1
        continue
      } else if token.text == "?" || token.text == "!" {
        index -= 1
        continue
      }
      guard source[index - 1].text == ".", source[index - 1].kind == .mark else { return index }
      let before = source[index - 2]
      let isBase =
        before.kind == .word || [")", "]", "}", "?", "!", ">"].contains(before.text)
        || before.kind == .text
      guard isBase else { return index - 1 }
      index -= 2
    }
    return index
  }
}
