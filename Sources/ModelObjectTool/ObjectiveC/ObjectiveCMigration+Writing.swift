// The code of a class.
extension ObjectiveCMigration {
  func text(of model: ObjectiveCModel) -> [String] {
    let entry = model.entry
    let source = base.files[entry.file]
    var lines = classComments(entry, source)
    let parent = model.superclass ?? baseName
    lines.append("class \(model.name): \(parent) {")
    for property in model.properties {
      lines += text(of: property, model).map { $0.isEmpty ? "" : "  " + $0 }
    }
    let below = source.leadingComments(before: entry.interface.end)
    lines += below.flatMap { ObjectiveCComment(source, $0).lines.map { "  " + $0 } }
    for block in blocks(model) {
      if lines.last?.hasSuffix("{") != true { lines.append("") }
      lines += block.map { $0.isEmpty ? "" : "  " + $0 }
    }
    if !model.left.isEmpty, !model.properties.isEmpty { lines.append("") }
    for left in model.left {
      lines.append("  // TODO(migrate): \(place(left.file, left.token)): \(left.text)")
    }
    return lines + ["}"]
  }

  private func place(_ file: Int, _ token: Int) -> String {
    let name = base.files[file].path.split(separator: "/").last.map(String.init) ?? ""
    return "\(name):\(base.files[file].line(of: token))"
  }

  private func classComments(_ entry: ObjectiveCBase.Class, _ source: ObjectiveCFile) -> [String] {
    // What is at the start of the file stays there.
    guard entry.interface.token > 0 else {
      return source.comments(in: 0..<source[0].range.lowerBound).flatMap {
        ObjectiveCComment(source, $0).lines
      }
    }
    var lines: [String] = []
    if case let mark = source[entry.interface.token - 1], mark.kind == .directive {
      let words = mark.text.dropFirst().split { $0 == " " || $0 == "\t" }
      if words.starts(with: ["pragma", "mark"]) {
        lines += ["// MARK: \(words.dropFirst(2).joined(separator: " "))", ""]
      }
    }
    return lines
      + source.leadingComments(before: entry.interface.token).flatMap {
        ObjectiveCComment(source, $0).lines
      }
  }

  private func text(of property: ObjectiveCModel.Property, _ model: ObjectiveCModel) -> [String] {
    let source = base.files[property.file]
    let tokens = property.source.tokens
    var lines = property.marks.flatMap { ["", "// MARK: \($0)", ""] }
    // Several names of one declaration share its comments.
    let isFirst =
      model.properties.first { $0.source.tokens == tokens && $0.file == property.file }?.name
      == property.name
    let comments = isFirst ? source.leadingComments(before: tokens.lowerBound) : []
    lines += comments.flatMap { ObjectiveCComment(source, $0).lines }
    var line = declaration(property, model)
    if let comment = source.trailingComment(after: tokens.upperBound - 1) {
      if let text = ObjectiveCComment(source, comment).trailing {
        line += text
      } else {
        lines += ObjectiveCComment(source, comment).lines
      }
    }
    return lines + [line]
  }

  private func declaration(
    _ property: ObjectiveCModel.Property,
    _ model: ObjectiveCModel
  ) -> String {
    guard let form = property.form else {
      let text = base.files[property.file].text(property.source.tokens).map {
        $0.isNewline ? " " : $0
      }
      return
        "// TODO(migrate): \(place(property.file, property.source.tokens.lowerBound)): \(String(text))"
    }
    let name = SwiftName.declared(property.name)
    let start = property.isWeak ? "weak var \(name)" : "var \(name)"
    if property.isWeak { return "\(start): \(form.type)?" }
    if property.isOptional {
      let value = property.initial.map { " = \(fitting($0, form))" } ?? ""
      return "\(start): \(form.type)?\(value)"
    }
    guard let initial = property.initial ?? form.initial else { return "\(start): \(form.type)!" }
    let isObvious =
      ["String", "Bool", "Int"].contains(form.type)
      || form.type == "Double" && initial.contains(".")
      || initial.hasPrefix(form.type)
    return isObvious ? "\(start) = \(initial)" : "\(start): \(form.type) = \(initial)"
  }

  /// An empty dictionary isn't `[]`.
  private func fitting(_ value: String, _ form: ObjectiveCForms.Form) -> String {
    ["[]", "[:]"].contains(value) ? form.initial ?? value : value
  }

  // MARK: - Lists and hooks

  private func blocks(_ model: ObjectiveCModel) -> [[String]] {
    var blocks: [[String]] = []
    let notes = model.notes.flatMap { file, range in
      ObjectiveCComment(base.files[file], range).lines
    }
    let keys = listedKeys(model, style)
    report.count("keys that the style gives, dropped", max(model.keys.count - keys.count, 0))
    report.count("keys → keyMapping", keys.count)
    report.count("→ ignoredProperties", model.ignored.count)
    report.count("→ requiredProperties", model.required.count)
    let list = MemberList(unit: "  ")
    blocks += [
      list.lines("keyMapping", of: "[String: JSONKey]", pairs: keys),
      list.lines("mappedProperties", ofNames: model.mapped ?? [], type: "Set<String>?"),
      list.lines("ignoredProperties", ofNames: model.ignored),
      list.lines("requiredProperties", ofNames: model.required),
      list.lines("unexportedProperties", ofNames: model.unexported),
      list.lines("unarchivedProperties", ofNames: model.unarchived),
    ]
    .filter { !$0.isEmpty }
    if !notes.isEmpty, !blocks.isEmpty { blocks[0] = notes + blocks[0] }
    if !notes.isEmpty, blocks.isEmpty { blocks.append(notes) }
    for kind in ObjectiveCRule.Hook.allCases {
      let hooks = model.hooks.filter { $0.kind == kind }
      if !hooks.isEmpty { blocks.append(hook(kind, hooks)) }
    }
    return blocks
  }

  private func hook(_ kind: ObjectiveCRule.Hook, _ hooks: [ObjectiveCModel.Hook]) -> [String] {
    let body = hooks.flatMap { hook in
      ["  // TODO(migrate): \(place(hook.file, hook.method.tokens.lowerBound))"]
        + code(hook).map { $0.isEmpty ? "  //" : "  // \($0)" }
    }
    switch kind {
    case .modelType:
      return [
        "override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? {"
      ] + body + ["  return nil", "}"]
    case .willMap:
      return [
        "override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {"
      ] + body + ["  return dictionary", "}"]
    case .didMap:
      return ["override func didMap(_ dictionary: [String: Any]) throws {"] + body + ["}"]
    case .didExport:
      return ["override func didExport(_ dictionary: inout [String: Any]) throws {"] + body + ["}"]
    }
  }

  /// The lines between the braces of a method, without what all of them are indented by.
  private func code(_ hook: ObjectiveCModel.Hook) -> [String] {
    let source = base.files[hook.file]
    guard let close = source.partner(hook.method.body) else { return [] }
    let start = source[hook.method.body].range.upperBound
    let end = max(source[close].range.lowerBound, start)
    var lines = source.textOfBytes(start..<end).split(omittingEmptySubsequences: false) {
      $0.isNewline
    }
    .map { line -> Substring in
      var line = line
      while line.last?.isWhitespace ?? false { line.removeLast() }
      return line
    }
    while lines.first?.isEmpty ?? false { lines.removeFirst() }
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    let indents = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " || $0 == "\t" }.count }
    let indent = indents.min() ?? 0
    return lines.map { String($0.dropFirst(min(indent, $0.count))) }
  }
}
