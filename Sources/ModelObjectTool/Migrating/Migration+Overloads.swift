// What the compiler says of functions that have moved, though each of them is right by itself.
extension Migration {
  /// Says which functions and initializers of one type differ in nothing any more.
  func lookAtOverloads() {
    var parts = code.types.flatMap { type in
      type.parts.map { (scope: type.name, file: $0.file, members: $0.declaration.members) }
    }
    parts += code.files.enumerated().map { ("", $0.offset, $0.element.source.declarations) }
    var known: [[String]: (file: AnyMover, function: SwiftDeclaration)] = [:]
    for (scope, place, members) in parts
    where source(place).problem == nil && self[place].isChanged {
      let file = self[place]
      for function in members where [.function, .initializer].contains(function.kind) {
        guard !file.isRemoved(function.keyword), let new = file.signature(function, isMoved: true)
        else { continue }
        guard let other = known[[scope] + new] else {
          known[[scope] + new] = (file, function)
          continue
        }
        let old = [(file, function), other].map { $0.0.signature($0.1, isMoved: false) }
        guard old[0] != old[1] else { continue }
        let line = other.file.source.line(of: other.function.keyword)
        file.look(
          at: function.keyword,
          "\(function.name) has the types of that in \(code.files[other.file.file].path):\(line) now: give one of them another name"
        )
      }
    }
  }

  /// Says where code calls a function of a model that has become something else.
  func lookAtCallsOfHooks() {
    var gone: Set<String> = []
    var kept: Set<String> = []
    func visit(_ declarations: [SwiftDeclaration], in file: AnyMover) {
      for declaration in declarations {
        visit(declaration.members, in: file)
        guard declaration.kind == .function else { continue }
        let isGone =
          file.isRemoved(declaration.keyword) || file.isOverwritten(declaration.keyword + 1)
        if isGone { gone.insert(declaration.name) } else { kept.insert(declaration.name) }
      }
    }
    let files = code.files.indices.map { self[$0] }
    for file in files { visit(file.source.declarations, in: file) }
    gone.subtract(kept)
    for file in files where file.source.problem == nil {
      let source = file.source
      for (index, token) in source.tokens.enumerated()
      where token.kind == .word && gone.contains(token.text) && source[index + 1].text == "("
        && source[index - 1].text != "func" && !file.isRemoved(index) && !file.isOverwritten(index)
      {
        file.look(
          at: index,
          "\(token.text) is called, which no model has any more: its code is in a hook or in lists"
        )
      }
    }
  }
}

extension AnyMover {
  /// What tells a function from others: its name, labels and types.
  fileprivate func signature(_ function: SwiftDeclaration, isMoved: Bool) -> [String]? {
    guard let open = function.parameters, let close = source.partner(open) else { return nil }
    func spelling(_ tokens: Range<Int>) -> String {
      (isMoved ? text(tokens) : source.text(tokens)).filter { !$0.isWhitespace }
    }
    let types = source.parts(of: open + 1..<close).map { part in
      let colon = source.find(":", in: part) ?? part.lowerBound
      let end = source.find("=", in: part) ?? part.upperBound
      return source[part.lowerBound].name + spelling(colon..<end)
    }
    let end = function.body ?? function.tokens.upperBound
    let rest = [function.generics ?? open..<open, close + 1..<max(end, close + 1)].map(spelling)
    return [function.isStatic ? "static" : "", function.name] + rest + types
  }
}
