// Structs that are copied and then changed: as classes, the copy and the original are one object.
extension Migration {
  /// `var other = self` copied a struct.
  func copySelf(_ file: Int, _ range: Range<Int>) {
    let source = source(file)
    for index in range
    where source[index].text == "self" && source[index - 1].text == "="
      && source[index - 2].kind == .word && source[index - 3].text == "var"
      && source[index + 1].beginsLine
    {
      replace(file, index..<index + 1, "self.copy()")
      report.count("var other = self → self.copy()")
    }
  }

  /// Says where `var copy = user` is changed.
  func findCopies(_ file: Int) {
    let source = source(file)
    let structs = plans.filter(\.isStruct)
    guard !structs.isEmpty else { return }
    for index in source.tokens.indices
    where source[index].text == "var" && source[index].kind == .word
      && source[index + 1].kind == .word && !isRemoved(file, index)
    {
      guard let value = copied(source, index + 2) else { continue }
      let changed = changes(of: source[index + 1].name, in: source, after: value.upperBound)
      guard !changed.isEmpty else { continue }
      let types = types(of: value, source)
      let isStruct = structs.contains { plan in
        (types.isEmpty || types.contains(plan.entry.shortName))
          && changed.allSatisfy { name in
            plan.property(name) != nil || mutates(name, plan)
          }
      }
      guard isStruct else { continue }
      look(
        file,
        index,
        "\(source[index + 1].name) is a copy of a struct that changes: it is the same object now, unless it is `.copy()`"
      )
    }
  }

  /// The value after the name of a variable, if it is another variable: `= page.items[0]`.
  private func copied(_ source: SourceFile, _ start: Int) -> Range<Int>? {
    var first = start
    if source[first].text == ":" {
      first = source.find("=", in: first..<min(first + 12, source.tokens.count)) ?? first
    }
    guard ["=", "in"].contains(source[first].text), source[first + 1].kind == .word,
      source[first + 1].text != "self"
    else { return nil }
    var end = first + 2
    while !source[end].beginsLine || source[end].text == "." {
      guard [".", "?", "!", "["].contains(source[end].text) || source[end - 1].text == "." else {
        break
      }
      end = source.after(end)
    }
    return source[end].text == "(" ? nil : first + 1..<end
  }

  /// The members that are set or mutated up to the end of the block.
  private func changes(of name: String, in source: SourceFile, after start: Int) -> Set<String> {
    let mutating: Set = [
      "append", "insert", "remove", "removeAll", "removeFirst", "removeLast", "sort", "toggle",
    ]
    var changed: Set<String> = []
    var depth = 0
    var index = start
    while index < source.tokens.count, depth >= 0 {
      if source[index].text == "{" { depth += 1 }
      if source[index].text == "}" { depth -= 1 }
      if source[index].name == name, source[index - 1].text != "." {
        var end = index + 1
        while [".", "?", "!", "["].contains(source[end].text) || source[end - 1].text == "." {
          end = source.after(end)
        }
        let members = (index + 1..<end).filter { source[$0].kind == .word }
        let isSet =
          ["=", "+=", "-=", "*=", "/="].contains(source[end].text)
          || source[end].text == "(" && members.count > 1
            && mutating.contains(source[members[members.count - 1]].name)
        let isCall = source[end].text == "(" && members.count == 1
        if let name = members.first.map({ source[$0].name }),
          isSet || isCall && plans.contains(where: { mutates(name, $0) })
        {
          changed.insert(name)
        }
      }
      index += 1
    }
    return changed
  }

  private func mutates(_ name: String, _ plan: ModelPlan) -> Bool {
    plan.entry.parts.contains { part in
      part.declaration.members.contains { $0.name == name && $0.has("mutating") }
    }
  }

  /// The names of the types that the last name of an expression is declared with.
  private func types(of value: Range<Int>, _ source: SourceFile) -> Set<String> {
    guard let last = value.last(where: { source[$0].kind == .word }) else { return [] }
    let name = source[last].name
    var types: Set<String> = []
    for index in source.tokens.indices
    where source[index].name == name && source[index + 1].text == ":" {
      let word = (index + 2..<index + 5).first { source[$0].kind == .word }
      if let word, source[word].text.first?.isUppercase ?? false { types.insert(source[word].name) }
    }
    for type in plans.flatMap(\.properties).filter({ $0.name == name }).compactMap(\.type) {
      types.insert(type.filter { !"[]?! ".contains($0) })
    }
    return types
  }
}
