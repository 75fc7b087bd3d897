// `encode(to:)`.
extension CodableRules {
  func takeWriting(_ member: SwiftDeclaration, _ file: Int) {
    guard let body = member.body else { return }
    let source = migration.source(file)
    var containers: [String: Container] = [:]
    var written: Set<String> = []
    var isWhole = true
    var left: Range<Int>?
    for statement in DeclarationReader(source).statements(body) {
      if ["let", "var"].contains(source[statement.lowerBound].text),
        let call = statement.first(where: {
          ["container", "nestedContainer"].contains(source[$0].text) && source[$0 + 1].text == "("
        }), let container = container(call, file, containers)
      {
        containers[source[statement.lowerBound + 1].name] = container
      } else if let name = encoding(statement, file, containers) {
        written.insert(name)
      } else if !source.text(statement).hasPrefix("try super.encode(") {
        isWhole = false
        left = (left?.lowerBound ?? statement.lowerBound)..<statement.upperBound
        continue
      }
      if let tokens = left { leave(tokens, file) }
      left = nil
    }
    if let tokens = left { leave(tokens, file) }
    if isWhole {
      for property in plan.properties
      where !property.isFixed && !written.contains(property.name)
        && !plan.ignored.contains(property.name)
      {
        plan.unexported.append(property.name)
      }
    }
    migration.keepComments(plan, file, body, besides: [])
    migration.removeMapping(plan, part(member, file), member)
    migration.report.count("encode(to:)")
  }

  private func leave(_ tokens: Range<Int>, _ file: Int) {
    migration.leave(plan, file, tokens, "not understood in encode(to:)")
  }

  /// The property that a statement writes under the key from which it is read.
  private func encoding(
    _ statement: Range<Int>,
    _ file: Int,
    _ containers: [String: Container]
  ) -> String? {
    let source = migration.source(file)
    guard
      let method = statement.first(where: {
        ["encode", "encodeIfPresent"].contains(source[$0].text) && source[$0 + 1].text == "("
      }), source.after(method + 1) == statement.upperBound,
      let container = containers[source[method - 2].name]
    else { return nil }
    let arguments = migration.arguments(file, method + 1)
    guard arguments.count == 2, arguments[1].label == "forKey",
      let name = migration.propertyName(file, arguments[0].value), plan.property(name) != nil,
      let key = key(arguments[1].value, file, container)
    else { return nil }
    let path = container.path.appending(.key(key))
    guard let place = plan.keys.firstIndex(where: { $0.property == name }) else {
      // What init(from:) does with it isn't understood; this is its key.
      guard !plan.ignored.contains(name) else { return nil }
      migration.addKey(plan, name, path, file, statement)
      return name
    }
    let known = plan.keys[place]
    guard known.codes.contains(path.code) else { return nil }
    if known.codes.first != path.code {
      // Exports write the first key.
      plan.keys[place] = ModelPlan.Key(
        property: name,
        codes: [path.code] + known.codes.filter { $0 != path.code },
        plain: nil,
        source: known.source
      )
    }
    return name
  }
}
