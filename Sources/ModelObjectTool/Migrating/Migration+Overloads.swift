// What the compiler says of functions that have moved, though each of them is right by itself.
extension Migration {
  /// Says which functions and initializers of one type differ in nothing any more.
  func lookAtOverloads() {
    var parts = code.types.flatMap { type in
      type.parts.map { (scope: type.name, file: $0.file, members: $0.declaration.members) }
    }
    parts += code.files.enumerated().map { ("", $0.offset, $0.element.source.declarations) }
    var known: [[String]: (file: Int, function: SwiftDeclaration)] = [:]
    for (scope, file, members) in parts where source(file).problem == nil && isChanged(file) {
      for function in members where [.function, .initializer].contains(function.kind) {
        guard !isRemoved(file, function.keyword), let new = signature(function, file, isMoved: true)
        else { continue }
        guard let other = known[[scope] + new] else {
          known[[scope] + new] = (file, function)
          continue
        }
        let old = [(file, function), other].map { signature($0.1, $0.0, isMoved: false) }
        guard old[0] != old[1] else { continue }
        let line = source(other.file).line(of: other.function.keyword)
        look(
          in: file,
          at: function.keyword,
          "\(function.name) has the types of that in \(code.files[other.file].path):\(line) now: give one of them another name"
        )
      }
    }
  }

  /// What tells a function from others: its name, labels and types.
  private func signature(
    _ function: SwiftDeclaration,
    _ file: Int,
    isMoved: Bool
  ) -> [String]? {
    guard let open = function.parameters, let close = source(file).partner(open) else { return nil }
    func spelling(_ tokens: Range<Int>) -> String {
      (isMoved ? text(file, tokens) : source(file).text(tokens)).filter { !$0.isWhitespace }
    }
    let types = source(file).parts(of: open + 1..<close).map { part in
      let colon = source(file).find(":", in: part) ?? part.lowerBound
      let end = source(file).find("=", in: part) ?? part.upperBound
      return source(file)[part.lowerBound].name + spelling(colon..<end)
    }
    let end = function.body ?? function.tokens.upperBound
    let rest = [function.generics ?? open..<open, close + 1..<max(end, close + 1)].map(spelling)
    return [function.isStatic ? "static" : "", function.name] + rest + types
  }

  /// Says where code calls a function of a model that has become something else.
  func lookAtCallsOfHooks() {
    var gone: Set<String> = []
    var kept: Set<String> = []
    func visit(_ declarations: [SwiftDeclaration], _ file: Int) {
      for declaration in declarations {
        visit(declaration.members, file)
        guard declaration.kind == .function else { continue }
        let isGone =
          isRemoved(file, declaration.keyword) || isReplaced(file, declaration.keyword + 1)
        if isGone { gone.insert(declaration.name) } else { kept.insert(declaration.name) }
      }
    }
    for file in code.files.indices { visit(source(file).declarations, file) }
    gone.subtract(kept)
    for file in code.files.indices where source(file).problem == nil {
      for (index, token) in source(file).tokens.enumerated()
      where token.kind == .word && gone.contains(token.text) && source(file)[index + 1].text == "("
        && source(file)[index - 1].text != "func" && !isRemoved(file, index)
        && !isReplaced(file, index)
      {
        look(
          in: file,
          at: index,
          "\(token.text) is called, which no model has any more: its code is in a hook or in lists"
        )
      }
    }
  }
}
