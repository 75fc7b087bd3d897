import ModelObjectEssentials

// What a model's members become.
extension Migration {
  func migrateMembers(_ plan: ModelPlan) {
    findMemberwiseCalls(plan)
    if plan.becomesClass { nameSelf(plan) }
    let parts = plan.entry.parts
    func rules(_ part: CodeBase.Part) -> [any LibraryRules] {
      plan.libraries.map { $0.rules.init(migration: self, plan: plan, part: part) }
    }
    for part in parts { for rules in rules(part) { rules.prepare() } }
    let members = parts.map { ModelMembers(migration: self, plan: plan, part: $0) }
    for part in members { part.findDefaultsOfInitializers() }
    for property in plan.properties { members[0].migrate(property) }
    for part in members { part.migrate(besides: rules(part.part)) }
    removeEmptyExtensions(plan)
    if plan.staysStruct { completeStruct(plan) }
    if let second = plan.second {
      plan.ignored.removeAll { plan.key(of: $0) != nil }
      self[plan.entry.file].warn(
        at: plan.entry.declaration.keyword,
        "models of \(plan.library.name) that \(second.name) exported: exports have all properties"
      )
    }
    if plan.library.mapsNamedOnly { ignoreUnnamed(plan) }
    lookAtUnmappedTransforms(plan)
    if !plan.library.callsInit { for part in members { part.lookAtInitializer() } }
  }

  /// A default for a type: also the first case of an enum, and a model without cycles.
  func defaultValue(of type: String, in scope: String, depth: Int = 0) -> String? {
    if let value = ModelPlan.defaultValue(of: type) { return value }
    guard let place = code.place(of: type, in: scope) else { return nil }
    let entry = code.types[place]
    if let plan = plan(ofType: place) {
      guard entry.declaration.kind == .struct, entry.declaration.generics == nil, depth < 20 else {
        return nil
      }
      let isComplete = plan.properties.allSatisfy { property in
        property.binding.value != nil
          || property.type.map {
            ModelPlan.isOptional($0)
              || defaultValue(of: $0, in: plan.name, depth: depth + 1) != nil
          } ?? false
      }
      return isComplete ? "\(type)()" : nil
    }
    guard entry.declaration.kind == .enum,
      let first = entry.declaration.members.first(where: { $0.kind == .case })
    else { return nil }
    let source = source(entry.file)
    return source[first.keyword + 2].text == "(" ? nil : ".\(source[first.keyword + 1].text)"
  }

  /// Properties that the mapping function doesn't name aren't mapped, as before.
  private func ignoreUnnamed(_ plan: ModelPlan) {
    var named = Set(plan.keys.map(\.property))
    for other in plans
    where other !== plan && superplans(of: other).contains(where: { $0 === plan }) {
      named.formUnion(other.keys.map(\.property))
    }
    for property in plan.properties
    where !named.contains(property.name) && !plan.ignored.contains(property.name)
      && !property.isFixed
      && !property.declaration.has("weak") && !property.declaration.has("unowned")
    {
      plan.ignored.append(property.name)
      self[plan.entry.file].warn(
        at: property.binding.name,
        "properties that the mapping function didn't name stay unmapped, by `ignoredProperties`"
      )
    }
  }

  /// Extensions of which nothing is left.
  private func removeEmptyExtensions(_ plan: ModelPlan) {
    for (file, declaration) in plan.entry.extensions {
      guard let body = declaration.body, let close = source(file).partner(body) else { continue }
      let others = code.inherited(declaration, file).map(\.name).filter { name in
        !plan.libraries.contains { $0.models.union($0.dropped).contains(name) }
          && (plan.staysStruct
            || !["Equatable", "Hashable", "Codable", "Decodable", "Encodable"].contains(name))
      }
      guard others.isEmpty, !declaration.inherited.isEmpty || !declaration.members.isEmpty else {
        continue
      }
      let source = source(file)
      let inside = source[body].range.upperBound..<source[close].range.lowerBound
      guard self[file].isAllRemoved(inside) else { continue }
      self[file].removeLines(declaration.tokens)
      report.count("empty extensions")
    }
  }

  /// The indentation of one level in a type.
  func unit(_ plan: ModelPlan) -> String {
    let outer = self[plan.entry.file].indentation(plan.entry.declaration.tokens.lowerBound)
    guard let member = plan.entry.declaration.members.first else { return "    " }
    let inner = self[plan.entry.file].indentation(member.tokens.lowerBound)
    guard source(plan.entry.file)[member.tokens.lowerBound].beginsLine, inner.hasPrefix(outer),
      inner.utf8.count > outer.utf8.count
    else { return "    " }
    return String(inner.dropFirst(outer.count))
  }
}
