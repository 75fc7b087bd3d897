// What initializers do now that they didn't do.
extension Migration {
  /// `init()` makes the models of a mapping now: what it does was only for those that code made.
  func lookAtInitializer(_ plan: ModelPlan) {
    guard !plan.library.callsInit else { return }
    for (file, declaration) in plan.entry.parts {
      let source = source(file)
      for member in declaration.members where member.kind == .initializer {
        guard let open = member.parameters, source.partner(open) == open + 1,
          let body = member.body,
          !isRemoved(file, member.keyword)
        else { continue }
        var names: [String] = []
        var hasCode = false
        for statement in DeclarationReader(source).statements(body) {
          let text = source.text(statement).filter { !$0.isWhitespace }
          if text == "super.init()" || text.hasPrefix("self.init(") { continue }
          guard let equals = source.find("=", in: statement),
            let name = propertyName(file, statement.lowerBound..<equals),
            let property = plan.property(name)
          else {
            hasCode = true
            continue
          }
          let value = source.text(equals + 1..<statement.upperBound)
          let isDefault =
            value == property.binding.value.map(self.source(plan.entry.file).text)
            || value == "nil" && property.binding.value == nil
          if !plan.required.contains(name), !isDefault { names.append(name) }
        }
        guard hasCode || !names.isEmpty else { continue }
        let what = names.isEmpty ? "its code" : "its value of \(names.joined(separator: ", "))"
        look(
          file,
          member.keyword,
          "init() of \(plan.name) makes the models of a mapping now, which it didn't: without a key, \(what) counts"
        )
      }
    }
  }
}
