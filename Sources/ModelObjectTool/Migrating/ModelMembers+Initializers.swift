// What initializers do now that they didn't do.
extension ModelMembers {
  /// `init()` makes the models of a mapping now: what it does was only for those that code made.
  func lookAtInitializer() {
    for member in part.declaration.members where member.kind == .initializer {
      guard let open = member.parameters, source.partner(open) == open + 1,
        let body = member.body,
        !isRemoved(member.keyword)
      else { continue }
      var names: [String] = []
      var hasCode = false
      for statement in statements(body) {
        let text = source.compact(statement)
        if text == "super.init()" || text.hasPrefix("self.init(") { continue }
        guard let (name, code) = assignment(statement), let property = plan.property(name) else {
          hasCode = true
          continue
        }
        let value = source.text(code)
        let isDefault =
          value == property.binding.value.map(main.source.text)
          || value == "nil" && property.binding.value == nil
        if !plan.required.contains(name), !isDefault { names.append(name) }
      }
      guard hasCode || !names.isEmpty else { continue }
      let what = names.isEmpty ? "its code" : "its value of \(names.joined(separator: ", "))"
      look(
        at: member.keyword,
        "init() of \(plan.name) makes the models of a mapping now, which it didn't: without a key, \(what) counts"
      )
    }
  }

  /// Moves `super.init(…)`, which Swift calls last, to the front, as a convenience initializer needs it.
  ///
  /// Returns whether there is one.
  func moveDelegation(body: Int) -> Bool {
    let statements = statements(body)
    func isDelegation(_ statement: Range<Int>) -> Bool {
      let start = statement.lowerBound + (source[statement.lowerBound].text == "try" ? 1 : 0)
      return source[start].text == "super" && source[start + 1].text == "."
        && source[start + 2].text == "init" && source.after(start + 3) == statement.upperBound
    }
    guard let last = statements.firstIndex(where: isDelegation),
      let first = statements[..<last].firstIndex(where: {
        !["let", "var"].contains(source[$0.lowerBound].text)
      })
    else { return false }
    let call = statements[last]
    let made = statements[first..<last].compactMap { statement in
      ["let", "var", "guard"].contains(source[statement.lowerBound].text)
        ? statement.first { ["let", "var"].contains(source[$0].text) }.map { source[$0 + 1].name }
        : nil
    }
    if call.contains(where: { made.contains(source[$0].name) && source[$0 + 1].text != ":" }) {
      look(at: call.lowerBound, "a convenience initializer calls another one before it uses self")
      return true
    }
    let code = source.text(call).replacingEach("super.init(", with: "self.init(")
    let start = statements[first].lowerBound
    let place = source[start].range.lowerBound
    let gap =
      source[start].beginsLine ? "\n" + indentation(start) : "; "
    insert(at: place, code + gap)
    if source[call.lowerBound].beginsLine {
      removeLines(call)
    } else {
      let end = source[call.upperBound].text == ";" ? call.upperBound + 1 : call.upperBound
      removeWithSpace(call.lowerBound..<end)
    }
    return true
  }

  /// `init() { self.init(names: []) }`: `init()` is the designated one now.
  func inlineDelegation(body: Int) {
    for statement in statements(body)
    where source.text(statement).hasPrefix("self.init(")
      && source.after(statement.lowerBound + 3) == statement.upperBound
    {
      let arguments = arguments(statement.lowerBound + 3)
      guard let names = assigned(arguments.map(\.label)) else {
        look(
          at: statement.lowerBound,
          "init() is called by the other initializers now: it can't call one of them"
        )
        continue
      }
      let gap =
        source[statement.lowerBound].beginsLine
        ? "\n" + indentation(statement.lowerBound) : "; "
      let lines = zip(names, arguments).map { "\($0) = \(source.text($1.value))" }
      replace(statement, with: (["super.init()"] + lines).joined(separator: gap))
    }
  }

  /// The properties that an initializer with these labels sets to its parameters, and nothing else.
  private func assigned(_ labels: [String]) -> [String]? {
    for (file, member) in plan.entry.members where member.kind == .initializer {
      let mover = migration[file]
      guard let (open, _, body) = mover.brackets(of: member) else { continue }
      let parameters = mover.parameters(open)
      guard parameters.map({ $0.label == "_" ? "" : $0.label }) == labels else { continue }
      var names: [String: String] = [:]
      for statement in mover.statements(body) {
        guard let (name, value) = mover.assignment(statement), value.count == 1 else { return nil }
        names[mover.source[value.lowerBound].name] = name
      }
      let found = parameters.compactMap { names[$0.name] }
      return found.count == labels.count ? found : nil
    }
    // The initializer that a struct has of itself.
    return plan.becomesClass && labels.allSatisfy { plan.property($0) != nil } ? labels : nil
  }
}
