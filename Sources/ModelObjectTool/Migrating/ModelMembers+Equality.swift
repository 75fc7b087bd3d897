import ModelObjectEssentials

// `==` and hashes.
extension ModelMembers {
  func migrateEquality(_ member: SwiftDeclaration) {
    guard let (open, close, body) = brackets(of: member),
      let end = source.partner(body)
    else { return }
    let names = source.parts(of: open + 1..<close).map { source[$0.lowerBound].name }
    guard names.count == 2 else { return }
    let statements = statements(body)
    let type = plan.entry.shortName
    let unit = migration.unit(plan)
    let combined = comparedProperties(body..<end, names: names)
    let access = plan.access
    plan.members.append { migration in
      var lines = ["\(access)override func isEqual(to other: ModelObject) -> Bool {"]
      lines.append("\(unit)guard let \(names[1]) = other as? \(type) else { return false }")
      lines.append("\(unit)let \(names[0]) = self")
      for (index, statement) in statements.enumerated() {
        var code = migration[file].lines(statement)
        let isExpression =
          index == 0 && statements.count == 1
          && !["return", "if", "guard", "switch"].contains(source[statement.lowerBound].text)
        if isExpression, !code.isEmpty { code[0] = "return " + code[0] }
        lines += code.map { $0.isEmpty ? $0 : unit + $0 }
      }
      lines.append("}")
      return lines
    }
    if !migration.hasHash(plan) {
      plan.addMember(
        "\(access)override func hash(into hasher: inout Hasher) {",
        combined?.map { "hasher.combine(\($0))" }
          ?? ["// Equal models need equal hashes.", "hasher.combine(0)"]
      )
    }
    removeLines(member.tokens)
    count("== → isEqual(to:) and hash(into:)")
    if combined == nil {
      look(
        at: member.keyword,
        "== of \(plan.name): the hash is the same for all, because what it compares isn't plain"
      )
    }
  }

  /// The properties of `a.x == b.x && a.y == b.y`; nil for any other code.
  private func comparedProperties(_ range: Range<Int>, names: [String]) -> [String]? {
    var index = range.lowerBound + 1
    if source[index].text == "return" { index += 1 }
    var found: [String] = []
    while index < range.upperBound {
      let parts = (0..<7).map { source[index + $0].text }
      guard parts[1] == ".", parts[5] == ".", parts[3] == "==", parts[2] == parts[6],
        Set([parts[0], parts[4]]) == Set(names), migration.property(parts[2], of: plan) != nil
      else { return nil }
      found.append(parts[2])
      index += 7
      guard index < range.upperBound else { break }
      guard source[index].text == "&&" else { return nil }
      index += 1
    }
    // Equal models have equal hashes without what has none.
    let hashable = found.filter { name in
      migration.property(name, of: plan)?.type.map { migration.isHashable($0, in: plan.name) }
        ?? true
    }
    return hashable.isEmpty ? nil : hashable
  }

  func migrateHash(_ member: SwiftDeclaration) {
    guard let open = member.parameters, source[open + 1].text == "into", !member.has("override"),
      let body = member.body
    else { return }
    if part.declaration.kind != .extension {
      insert(at: source[member.keyword].range.lowerBound, "override ")
    } else {
      let name = source[open + 2].text == ":" ? "hasher" : source[open + 2].text
      plan.addMember(
        "\(plan.access)override func hash(into \(name): inout Hasher) {",
        statements: statements(body),
        in: file
      )
      removeLines(member.tokens)
    }
    count("hash(into:)")
  }
}
