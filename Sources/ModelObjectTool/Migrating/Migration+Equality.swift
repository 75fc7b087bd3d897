import ModelObjectEssentials

// Hashes, and initializers that a struct had without saying so.
extension Migration {
  /// Whether values of a type have a hash, unless that of the app says otherwise.
  func isHashable(_ type: String, in scope: String) -> Bool {
    let bare = Self.base(of: type)
    if bare.hasPrefix("("), bare != "()" { return false }
    if bare.hasPrefix("["), bare.contains("Any") || bare.contains(":") && bare.contains("any") {
      return false
    }
    if bare == "Any" || bare.hasPrefix("any") || bare.contains("->") { return false }
    if let inner = Self.elements(of: bare) { return isHashable(inner, in: scope) }
    guard let place = code.place(of: bare, in: scope), plan(ofType: place) == nil else {
      return true
    }
    let entry = code.types[place]
    if code.names(inheritedBy: entry).contains("Hashable") { return true }
    guard entry.declaration.kind == .enum else { return false }
    let source = source(entry.file)
    return !entry.declaration.members.contains { member in
      member.kind == .case && member.tokens.contains { source[$0].text == "(" }
    }
  }

  func hasHash(_ plan: ModelPlan) -> Bool {
    plan.entry.members.contains { $0.member.kind == .function && $0.member.name == "hash" }
  }

  /// Notes the labels with which the initializer is called that the compiler makes for a struct.
  func findMemberwiseCalls(_ plan: ModelPlan) {
    let names = plan.properties.map(\.name)
    guard plan.becomesClass || plan.staysStruct, !names.isEmpty else { return }
    let written = plan.entry.members.compactMap { file, member -> [String]? in
      guard member.kind == .initializer, let open = member.parameters else { return nil }
      return self[file].parameters(open).map(\.label)
    }
    for (file, index) in code.calls[plan.entry.shortName] ?? [] {
      let source = source(file)
      guard source.problem == nil,
        !["func", "struct", "class", "enum", "case"].contains(source[index - 1].text)
      else { continue }
      let labels = self[file].arguments(index + 1).map(\.label)
      guard !labels.isEmpty, labels.allSatisfy(names.contains), !written.contains(labels),
        !plan.memberwiseLabels.contains(labels)
      else { continue }
      plan.memberwiseLabels.append(labels)
    }
    // A struct has its own, unless it gets another initializer.
    if plan.becomesClass { writeMemberwise(plan) }
  }

  func writeMemberwise(_ plan: ModelPlan) {
    let used = Set(plan.memberwiseLabels.joined())
    guard !used.isEmpty else { return }
    let file = plan.entry.file
    let source = source(file)
    var parameters: [String] = []
    var names: [String] = []
    for property in plan.properties where used.contains(property.name) {
      let value = property.binding.value.map(source.text)
      guard let type = property.type ?? value.flatMap(Self.type(ofLiteral:)) else {
        self[file].look(
          at: property.binding.name,
          "the initializer of \(plan.name) with its members needs the type of \(property.name)"
        )
        return
      }
      let isAlways = plan.memberwiseLabels.allSatisfy { $0.contains(property.name) }
      let missing =
        type.hasSuffix("?") || type.hasSuffix("!") ? "nil" : ModelPlan.defaultValue(of: type)
      let standard = isAlways ? nil : value ?? missing
      parameters.append("\(property.name): \(type)" + (standard.map { " = \($0)" } ?? ""))
      names.append(property.name)
    }
    let head = "init(\(parameters.joined(separator: ", "))) {"
    plan.addMember(
      plan.access + (plan.staysStruct ? head : "convenience \(head)"),
      (plan.staysStruct ? [] : ["self.init()"]) + names.map { "self.\($0) = \($0)" }
    )
    report.count("initializers with all members, which structs have of themselves")
  }

  private static func type(ofLiteral value: String) -> String? {
    if value == "true" || value == "false" { return "Bool" }
    if value.hasPrefix("\"") { return "String" }
    if value.allSatisfy({ $0.isNumber || $0 == "-" || $0 == "_" }) { return "Int" }
    if value.allSatisfy({ $0.isNumber || "-_.".contains($0) }) { return "Double" }
    if value.hasSuffix("()"),
      value.dropLast(2).allSatisfy({ $0.isLetter || $0.isNumber || "[]<>:_. ".contains($0) })
    {
      return String(value.dropLast(2))
    }
    return nil
  }
}
