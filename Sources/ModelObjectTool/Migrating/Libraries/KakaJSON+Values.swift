// Values that a function makes or exports.
extension KakaJSONRules {
  func takeValues(_ cases: PropertyCases, _ parameters: [String]) -> Bool {
    guard let parameter = parameters.first, isUnchanged(cases.rest, parameter),
      let codes = closures(cases, parameter)
    else { return false }
    for (names, tokens, code) in codes {
      for name in names where isListable(name, at: tokens) {
        let write = plan.exportedValues[name].map { "\nwrite: \($0)" } ?? ""
        plan.exportedValues[name] = nil
        let list =
          write.isEmpty
          ? "read: \(code)"
          : "\n" + "read: \(code),\(write)".split(separator: "\n").map { "  \($0)\n" }.joined()
        plan.addTransform(name, "PropertyTransform(\(list))")
        lookAtCasts(tokens)
      }
    }
    return true
  }

  func takeExportedValues(_ cases: PropertyCases, _ parameters: [String]) -> Bool {
    guard let parameter = parameters.first, isUnchanged(cases.rest, parameter),
      let codes = closures(cases, parameter)
    else { return false }
    for (names, tokens, code) in codes {
      for name in names where isListable(name, at: tokens) {
        plan.exportedValues[name] = code
      }
    }
    return true
  }

  private func isUnchanged(_ rest: Range<Int>?, _ parameter: String) -> Bool {
    guard let rest else { return true }
    let text = source.compact(rest)
    return text == parameter || text.hasPrefix("super.kj_") || text.hasPrefix("ConvertibleConfig.")
  }

  /// The code of each case as a closure; nil if it uses the object.
  private func closures(
    _ cases: PropertyCases,
    _ parameter: String
  ) -> [(names: [String], tokens: Range<Int>, code: String)]? {
    let members = Set(plan.properties.map(\.name)).union(
      plan.entry.declaration.members.filter { !$0.isStatic }.map(\.name)
    )
    var closures: [(names: [String], tokens: Range<Int>, code: String)] = []
    for (names, code) in cases.cases {
      if isUnchanged(code.tokens, parameter) { continue }
      let usesObject = code.tokens.contains { index in
        let name = source[index].name
        return source[index].kind == .word && source[index - 1].text != "."
          && source[index + 1].text != ":" && name != parameter
          && (["self", "super", "property"].contains(name) && source[index].kind == .word
            || members.contains(name))
          && !(name == "self" && source[index - 1].text == ".")
      }
      guard !usesObject else { return nil }
      let lines = lines(code.tokens)
      if lines.count == 1 {
        closures.append((names, code.tokens, "{ \(parameter) in \(lines[0]) }"))
      } else {
        let body = lines.map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
        closures.append((names, code.tokens, "{ \(parameter) in\n\(body)\n}"))
      }
    }
    return closures
  }
}
