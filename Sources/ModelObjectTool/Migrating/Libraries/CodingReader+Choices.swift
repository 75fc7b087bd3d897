// `if` and `do` in `init(from:)`.
extension CodingReader {
  /// `if let a = try container.decodeIfPresent(…) { x = a } else { x = 5 }`, or a nested container
  /// that may be absent.
  mutating func takeIf(_ statement: Range<Int>) -> Bool {
    guard let branches = branches(statement), let first = branches.first else { return false }
    if branches.count <= 2, let container = first.container {
      // A copy, so that nothing is noted if the rest isn't understood.
      return takeOptional(
        container,
        in: first.statements,
        besides: branches.dropFirst().first?.statements ?? []
      )
    }
    var name: String?
    var decodings: [CodableRules.Decoding] = []
    var fallback: Range<Int>?
    for branch in branches {
      guard fallback == nil, branch.statements.count == 1,
        let (property, value) = propertyAssignment(branch.statements[0]),
        name == nil || name == property
      else { return false }
      name = property
      if let decoding = branch.decoding {
        guard value.count == 1, source[value.lowerBound].name == branch.name else { return false }
        decodings.append(decoding)
      } else {
        guard branch.isElse, !mentionsCoding(value), calls(in: value).isEmpty else { return false }
        fallback = value
      }
    }
    guard let name, !decodings.isEmpty else { return false }
    add(name, decodings: decodings, from: statement)
    noteRead(name)
    if let fallback { noteDefault(name, fallback) }
    return true
  }

  private struct Branch {
    var name = ""
    var decoding: CodableRules.Decoding?
    var container: (name: String, container: CodableRules.Container)?
    var isElse = false
    var statements: [Range<Int>] = []
  }

  private func branches(_ statement: Range<Int>) -> [Branch]? {
    var branches: [Branch] = []
    var index = statement.lowerBound
    while index < statement.upperBound {
      var branch = Branch()
      if source[index].text == "if" {
        guard source[index + 1].text == "let", source[index + 3].text == "=",
          let brace = (index..<statement.upperBound).first(where: { source[$0].text == "{" })
        else { return nil }
        branch.name = source[index + 2].name
        let value = index + 4..<brace
        if let call = value.first(where: { source[$0].text == "nestedContainer" }),
          source.after(call + 1) == brace,
          let found = rules.container(at: call, among: containers)
        {
          branch.container = (branch.name, found)
        } else if let found = decoding(value), found.fallback == nil {
          branch.decoding = found.decoding
        } else {
          return nil
        }
        index = brace
      } else {
        branch.isElse = true
      }
      guard source[index].text == "{", let close = source.partner(index) else { return nil }
      branch.statements = statements(index)
      branches.append(branch)
      index = close + 1
      if index < statement.upperBound {
        guard source[index].text == "else", !branch.isElse else { return nil }
        index += 1
      }
    }
    return branches
  }

  private mutating func takeOptional(
    _ container: (name: String, container: CodableRules.Container),
    in statements: [Range<Int>],
    besides others: [Range<Int>]
  ) -> Bool {
    let known = containers[container.name]
    note(container.name, container.container)
    let found = statements.map { statement in
      propertyAssignment(statement).flatMap { name, value in
        decoding(value).map { (name, $0.decoding, $0.fallback, statement) }
      }
    }
    let fallbacks = others.map(propertyAssignment)
    let isKnown =
      !found.contains { $0 == nil }
      && fallbacks.allSatisfy { $0.map { !mentionsCoding($0.value) } ?? false }
    guard isKnown else {
      if let known { note(container.name, known) }
      return false
    }
    for case (let name, let decoding, let fallback, let statement)? in found {
      addKey(for: name, decoding.path, at: statement)
      noteRead(name)
      if let fallback { noteDefault(name, fallback) }
    }
    for case (let name, let value)? in fallbacks { noteDefault(name, value) }
    return true
  }

  /// `do { x = try container.decode(…) } catch { x = 5 }`.
  mutating func takeDo(_ statement: Range<Int>) -> Bool {
    guard source[statement.lowerBound + 1].text == "{",
      let close = source.partner(statement.lowerBound + 1), source[close + 1].text == "catch",
      source[close + 2].text == "{", source.after(close + 2) == statement.upperBound
    else { return false }
    let tries = statements(statement.lowerBound + 1)
    let others = statements(close + 2)
    guard tries.count == 1, others.count == 1, let (name, value) = propertyAssignment(tries[0]),
      let (other, fallback) = propertyAssignment(others[0]), name == other,
      let found = decoding(value), found.fallback == nil, !mentionsCoding(fallback)
    else { return false }
    addKey(for: name, found.decoding.path, at: statement)
    noteRead(name)
    noteDefault(name, fallback)
    return true
  }
}
