// The lists and hooks that a model gets.
extension Migration {
  func write(_ plan: ModelPlan, _ style: KeyStyle) {
    let unit = unit(plan)
    let access = plan.access
    var blocks: [[String]] = []
    let keys = KeyChoice.listed(of: plan, style: style, in: self)
    report.count(
      "keys that the style gives, dropped",
      plan.keys.count - min(plan.keys.count, keys.count)
    )
    report.count("keys → keyMapping", keys.count)
    report.count("→ ignoredProperties", plan.ignored.count)
    report.count("→ transforms", plan.transforms.count)
    report.count("→ dateFormats", plan.dateFormats.count)
    report.count("→ requiredProperties", plan.required.count)
    report.count("→ unexportedProperties", plan.unexported.count)
    let list = MemberList(access: access, unit: unit, isOfStruct: plan.staysStruct)
    blocks += [
      list.lines(
        "keyMapping",
        of: "[String: \(jsonKey(plan.entry.file))]",
        pairs: keys.map { ($0.property, $0.code) }
      ),
      list.lines("ignoredProperties", ofNames: plan.ignored),
      list.lines("requiredProperties", ofNames: plan.required),
      list.lines("unexportedProperties", ofNames: plan.unexported),
      list.lines(
        "dateFormats",
        of: "[String: DateOptions.Format]",
        pairs: plan.dateFormats.map { ($0.property, $0.code) }
      ),
      list.lines(
        "transforms",
        of: "[String: PropertyTransform]",
        pairs: plan.transforms.map { ($0.property, $0.code) }
      ),
    ]
    .filter { !$0.isEmpty }
    if let hook = hook(of: plan, unit: unit, access: access) { blocks.append(hook) }
    if let hook = firstHook(of: plan, unit: unit, access: access) { blocks.append(hook) }
    for member in plan.members { blocks.append(member(self)) }
    if !plan.leftovers.isEmpty { blocks.append(plan.leftovers) }
    insert(blocks, into: plan, unit: unit)
  }

  /// The type of keys, which SwiftyJSON has, too.
  private func jsonKey(_ file: Int) -> String {
    let isAmbiguous = source(file).declarations.contains { declaration in
      declaration.kind == .import && declaration.name == "SwiftyJSON"
        && Library.swiftyJSON.keepsImport(self[file])
    }
    return isAmbiguous ? "ModelObjectKit.JSONKey" : "JSONKey"
  }

  private func code(_ kept: [ModelPlan.Kept], _ unit: String) -> [String] {
    kept.flatMap { kept in
      kept.statements.flatMap { self[kept.file].lines($0).map { $0.isEmpty ? $0 : unit + $0 } }
    }
  }

  private func hook(of plan: ModelPlan, unit: String, access: String) -> [String]? {
    guard !plan.didMap.isEmpty else { return nil }
    report.count("code → didMap")
    let hasSuper = superplans(of: plan).contains { !$0.didMap.isEmpty }
    let modifier = plan.staysStruct ? "mutating" : "override"
    return ["\(access)\(modifier) func didMap(_ dictionary: [String: Any]) throws {"]
      + (hasSuper ? ["\(unit)try super.didMap(dictionary)"] : []) + code(plan.didMap, unit) + ["}"]
  }

  private func firstHook(of plan: ModelPlan, unit: String, access: String) -> [String]? {
    guard !plan.willMap.isEmpty else { return nil }
    report.count("code → willMap")
    let head =
      "\(access)override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {"
    return [head] + code(plan.willMap, unit) + ["\(unit)return dictionary", "}"]
  }

  private func insert(_ blocks: [[String]], into plan: ModelPlan, unit: String) {
    guard !blocks.isEmpty, let body = plan.entry.declaration.body else { return }
    let file = self[plan.entry.file]
    let source = file.source
    guard let close = source.partner(body) else { return }
    file.needImport()
    let outer = file.indentation(plan.entry.declaration.tokens.lowerBound)
    let indent = outer + unit
    let text = blocks.map { block in
      block.map { $0.isEmpty ? "" : indent + $0 }.joined(separator: "\n") + "\n"
    }
    .joined(separator: "\n")
    if let anchor = plan.anchor {
      plan.insertionPlace = anchor
      file.insert(at: anchor, text + (isLast(plan, anchor) ? "" : "\n"))
    } else if source[close].beginsLine {
      let place = file.lineStart(source[close].range.lowerBound)
      let isEmpty = close == body + 1
      file.insert(at: place, (isEmpty ? "" : "\n") + text)
    } else {
      let place = source[close].range.lowerBound
      file.insert(at: place, "\n\n" + text + outer)
    }
  }

  /// Whether nothing of the type's body that stays follows this place.
  private func isLast(_ plan: ModelPlan, _ place: Int) -> Bool {
    guard let body = plan.entry.declaration.body,
      let close = source(plan.entry.file).partner(body)
    else { return true }
    let end = source(plan.entry.file)[close].range.lowerBound
    return place >= end || self[plan.entry.file].isAllRemoved(place..<end)
  }
}
