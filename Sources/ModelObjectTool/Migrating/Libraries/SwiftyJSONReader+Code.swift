import ModelObjectEssentials

// Code of `init(json:)` that isn't about keys.
extension SwiftyJSONReader {
  /// Code that uses only the object, and variables with values of the document, runs in a hook.
  mutating func keep(_ statement: Range<Int>) -> Bool {
    let mentioned = locals.filter { local in
      statement.contains { source[$0].name == local.name && source[$0 - 1].text != "." }
    }
    let usesJSON = statement.contains { index in
      let word = source[index]
      guard word.kind == .text else {
        return paths[word.name] != nil && source[index - 1].text != "."
      }
      return word.text.components(separatedBy: "\\(").dropFirst().contains { part in
        part.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains { name in
          paths[String(name)] != nil || locals.contains { $0.name == name }
        }
      }
    }
    guard !usesJSON, source[statement.lowerBound].text != "super",
      mentioned.allSatisfy({ $0.value.path.plain != nil && $0.value.type != nil }),
      mentioned.allSatisfy({
        $0.statement.count < 40 && source[$0.statement.lowerBound].text == "let"
      })
    else { return false }
    for local in mentioned where !used.contains(local.name) {
      used.insert(local.name)
      let key = SwiftLiteral.text(local.value.path.plain ?? "")
      let type = local.value.type ?? "Any"
      let zero = local.value.zero.map { " ?? \($0)" } ?? ""
      guard let equals = source.find("=", in: local.statement) else { continue }
      replace(
        equals + 1..<local.statement.upperBound,
        with: "\(plan.convert)(dictionary[\(key)], to: \(type).self)\(zero)"
      )
      plan.didMap.append(ModelPlan.Kept(file: file, statements: [local.statement]))
    }
    if !hasKept {
      look(
        at: statement.lowerBound,
        "code of init(json:) runs in didMap(_:) now: after the mapping, and after updates"
      )
    }
    hasKept = true
    plan.didMap.append(ModelPlan.Kept(file: file, statements: [statement]))
    return true
  }
}
