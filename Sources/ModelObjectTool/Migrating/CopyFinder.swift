/// Finds copies of structs in a file: as classes, the copy and the original are one object.
struct CopyFinder: FileMover {
  let migration: Migration
  let file: Int

  private let source: SourceFile
  /// For each token, where the block ends that it is in.
  private let blockEnds: [Int]

  init(migration: Migration, file: Int) {
    (self.migration, self.file) = (migration, file)
    source = migration.source(file)
    var ends = Array(repeating: source.tokens.count, count: source.tokens.count + 1)
    var open: [Int] = []
    for index in source.tokens.indices.reversed() {
      let text = source[index].text
      if text == "{" { _ = open.popLast() }
      ends[index] = open.last ?? source.tokens.count
      if text == "}" { open.append(index) }
    }
    blockEnds = ends
  }

  /// Says which copies of structs are changed, or have an original that is; and where others change.
  func find() {
    let changes = migration.memberChanges(file)
    var said: Set<Int> = []
    for index in source.tokens.indices
    where ["var", "let"].contains(source[index].text) && source[index].kind == .word
      && !isRemoved(index)
    {
      for copy in copies(index) where !isOverwritten(copy.value?.lowerBound ?? index) {
        let later = changes.filter { $0.root > copy.start && $0.root < copy.end }
        let own = later.filter { source[$0.root].name == copy.name }
        if source[index].text == "var", isChanged(copy, own) {
          said.formUnion(own.map(\.root))
          look(
            at: copy.token,
            "\(copy.name) is a copy of a struct that changes: it is the same object now, unless it is `.copy()`"
          )
        } else if let value = copy.value, let path = path(value) {
          let others = later.filter { change in
            let names = [source[change.root].name] + change.members
            return names.count > path.count && Array(names.prefix(path.count)) == path
              && migration.isStructMember(change, of: file)
          }
          guard let first = others.first, isStruct(value) else { continue }
          said.formUnion(others.map(\.root))
          look(
            at: copy.token,
            "\(copy.name) is a copy of a struct that changes in line \(source.line(of: first.root)): it changes, too, now, unless it is `.copy()`"
          )
        }
      }
    }
    warn(of: changes.filter { !said.contains($0.root) })
  }

  /// Other changes: what was passed on before is the same object.
  private func warn(of changes: [MemberChange]) {
    for change in changes where !isRemoved(change.root) {
      let owner = change.owner(in: source)
      guard migration.isStructMember(change, of: file), !migration.structs(of: owner).isEmpty,
        !(change.members.count == 1 && isFresh(change.root))
      else { continue }
      warn(
        at: change.root,
        "a struct that changes is an object now: what was copied from it changes, too",
        listsAll: true
      )
    }
  }

  // MARK: - Copies

  private struct Copy {
    let name: String
    let token: Int
    /// What is copied; nil for a part of a pattern.
    var value: Range<Int>?
    /// Where changes are looked for.
    let start: Int
    let end: Int
  }

  /// The variables that a `var` or `let` makes of other values.
  private func copies(_ keyword: Int) -> [Copy] {
    let next = keyword + 1
    if source[next].text == "(" {
      // `var (a, b) = …`, `for var (_, a) in …`
      guard let close = source.partner(next) else { return [] }
      let names = source.parts(of: next + 1..<close).filter { $0.count == 1 }.map(\.lowerBound)
      return names.filter { source[$0].kind == .word && source[$0].text != "_" }.map {
        Copy(name: source[$0].name, token: keyword, start: close, end: endOfScope(close))
      }
    }
    guard source[next].kind == .word else { return [] }
    let name = source[next].name
    var sign = next + 1
    if source[sign].text == ":" {
      while sign < next + 16, source[sign].text != "=", source[sign].text != "in",
        !source[sign].beginsLine, !["{", "}", ";"].contains(source[sign].text)
      {
        sign = source.after(sign)
      }
      // `var copy: User; copy = user`
      if source[sign].text != "=", source[sign].text != "in" {
        let isStruct = (next + 2..<sign).contains { token in
          migration.structPlans.contains { $0.entry.shortName == source[token].name }
        }
        guard next + 2 < sign, isStruct else { return [] }
        return assigned(name, at: keyword, from: sign)
      }
    }
    if [")", ","].contains(source[sign].text), source[keyword - 1].text != "(" || isPattern(sign) {
      // `case .some(var a)`, `for (_, var a) in …`
      guard isPattern(sign) else { return [] }
      return [Copy(name: name, token: keyword, start: sign, end: endOfScope(sign))]
    }
    guard ["=", "in"].contains(source[sign].text) else { return [] }
    let end = endOfValue(sign + 1)
    guard sign + 1 < end, !isMade(sign + 1..<end) else { return [] }
    return [
      Copy(name: name, token: keyword, value: sign + 1..<end, start: end - 1, end: endOfScope(end))
    ]
  }

  private func assigned(_ name: String, at keyword: Int, from: Int) -> [Copy] {
    let end = endOfScope(from)
    var index = from
    while index < end {
      if source[index].name == name, source[index + 1].text == "=", source[index - 1].text != "." {
        let stop = endOfValue(index + 2)
        guard index + 2 < stop, !isMade(index + 2..<stop) else { return [] }
        return [Copy(name: name, token: index, value: index + 2..<stop, start: stop - 1, end: end)]
      }
      index += 1
    }
    return []
  }

  /// Whether a parenthesis around a `var` is that of a pattern: parameters have no `var`.
  private func isPattern(_ sign: Int) -> Bool {
    var index = sign
    while index < sign + 12, source[index].text != ")" { index += 1 }
    return [":", "=", "in", ",", "where"].contains(source[index + 1].text)
      || source[index + 1].text == ")"
  }

  /// The end of a value: of its line, of its condition, or of its statement.
  private func endOfValue(_ start: Int) -> Int {
    var index = start
    while index < source.tokens.count {
      let token = source[index]
      if [";", "}", ",", ")", "]", "else"].contains(token.text) { break }
      if token.text == "{",
        source[index - 1].kind != .mark || source[index - 1].text == ")"
          || source[index - 1].text == "]"
      {
        // A closure after a call belongs to it; a block doesn't.
        guard source[index - 1].kind == .word, isTrailing(index, from: start) else { break }
      }
      if index > start, token.beginsLine, token.text != ".", token.kind != .sign { break }
      index = source.after(index)
    }
    return index
  }

  /// Whether a brace is a trailing closure: `list.filter { … }` that is not in a condition.
  private func isTrailing(_ brace: Int, from start: Int) -> Bool {
    var index = start - 2
    while index > 0, !source[index].beginsLine, !["{", "}", ";"].contains(source[index].text) {
      if ["if", "guard", "while", "for", "switch"].contains(source[index].text) { return false }
      index -= 1
    }
    return !["if", "guard", "while", "for", "switch"].contains(source[index].text)
  }

  /// The end of the block that a token is in, or that follows it.
  private func endOfScope(_ start: Int) -> Int {
    source[start].text == "}" ? start : blockEnds[max(0, min(start, source.tokens.count))]
  }

  /// Whether a value is made where it stands: a literal, `User()`, or a copy.
  private func isMade(_ value: Range<Int>) -> Bool {
    var value = value
    while let first = value.first, ["try", "?", "!", "await", "("].contains(source[first].text),
      value.count > 1
    {
      value = first + 1..<value.upperBound
    }
    guard let first = value.first, let last = value.last else { return true }
    if [.text, .number].contains(source[first].kind) { return true }
    if ["nil", "true", "false"].contains(source[first].text), value.count == 1 { return true }
    if source[last].text == ")", source[last - 2].text == "copy" { return true }
    // `.init()`, `.zero`
    if source[first].text == "." { return true }
    if source[first].text == "[",
      source.after(first) == value.upperBound
        || source[source.after(first)].text == "("
    {
      return !value.contains {
        source[$0].kind == .word && (source[$0].text.first?.isLowercase ?? false)
          && source[$0 - 1].text != "." && source[$0 + 1].text != ":" && source[$0 + 1].text != "("
      }
    }
    guard source[first].text.first?.isUppercase ?? false else { return false }
    // Of a type: `User()`, `User.deserialize(…)`, unless it is a value that others share.
    return source[first + 1].text == "(" || source[last].text == ")"
  }

  /// Whether a variable is declared with a value that is made there.
  private func isFresh(_ use: Int) -> Bool {
    var index = use - 1
    while index > 1 {
      if source[index].name == source[use].name, ["let", "var"].contains(source[index - 1].text) {
        guard let sign = (index + 1..<index + 12).first(where: { source[$0].text == "=" }) else {
          return false
        }
        return isMade(sign + 1..<endOfValue(sign + 1))
      }
      if source[index].text == "func" { return false }
      index -= 1
    }
    return false
  }

  // MARK: - Types

  private func isChanged(_ copy: Copy, _ changes: [MemberChange]) -> Bool {
    guard !changes.isEmpty else { return false }
    let names = copy.value.map { typeNames(of: $0) } ?? migration.declaredTypes.of(copy.name)
    return changes.contains { change in
      (change.members.first.flatMap { migration.structsByMember[$0] } ?? []).contains { plan in
        names.isEmpty || names.contains(plan.entry.shortName)
      }
    }
  }

  private func isStruct(_ value: Range<Int>) -> Bool {
    let names = typeNames(of: value)
    return migration.structPlans.contains { names.contains($0.entry.shortName) }
  }

  /// The names of a value that is only a variable, a member or an element.
  private func path(_ value: Range<Int>) -> [String]? {
    var names: [String] = []
    var index = value.lowerBound
    while index < value.upperBound {
      let token = source[index]
      switch token.text {
      case ".", "?", "!": index += 1
      case "[" where index > value.lowerBound: index = source.after(index)
      default:
        guard token.kind == .word, !["try", "await"].contains(token.text) else { return nil }
        names.append(token.name)
        index += 1
      }
    }
    return names.isEmpty ? nil : names
  }

  /// The names of the types that an expression may have, by its names outside of brackets.
  private func typeNames(of value: Range<Int>) -> Set<String> {
    var found: Set<String> = []
    var index = value.lowerBound
    while index < value.upperBound {
      let token = source[index]
      if token.kind == .word {
        if token.text == "self", source[index + 1].text != "." {
          found.formUnion(
            migration.structPlans.filter { plan in
              plan.entry.parts.contains { part in
                part.file == file && part.declaration.tokens.contains(index)
              }
            }
            .map(\.entry.shortName)
          )
        } else if token.text.first?.isUppercase ?? false {
          found.insert(token.name)
        } else if source[index + 1].text == "(" {
          found.formUnion(migration.declaredTypes.results[token.name] ?? [])
        } else {
          found.formUnion(migration.declaredTypes.of(token.name))
        }
      }
      index = source.after(index)
    }
    return found
  }
}
