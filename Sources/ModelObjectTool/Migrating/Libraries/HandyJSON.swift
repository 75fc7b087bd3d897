extension Library {
  static let handyJSON = Library(
    name: "HandyJSON",
    modules: ["HandyJSON"],
    models: ["HandyJSON"],
    dropped: ["HandyJSONEnum"],
    callsInit: true,
    conversions:
      "values that don't fit are ignored: 1.5 was 1 for an Int, and a list its description for a String",
    skipsNull: true,
    transforms: mapperTransforms.merging(
      ["DateTransform": .format { _ in ".secondsSince1970" }]
    ) { $1 },
    transformProtocol: ("TransformType", .transformType),
    rules: HandyJSONRules.self,
    calls: HandyJSONCalls.self
  )

  /// `formatString: "yyyy"` is `.custom("yyyy")`.
  static func dateFormat(_ arguments: String) -> String? {
    let prefix = "formatString:"
    guard arguments.hasPrefix(prefix) else { return nil }
    let value = arguments.dropFirst(prefix.count).drop { $0 == " " }
    return ".custom(\(value))"
  }
}

/// What becomes of the functions that HandyJSON calls.
struct HandyJSONRules: LibraryRules {
  let migration: Migration
  let plan: ModelPlan
  let part: CodeBase.Part

  func take(_ member: SwiftDeclaration) -> Bool {
    guard let (open, close, body) = brackets(of: member) else { return false }
    switch member.name {
    case "mapping":
      let parameters = source.parts(of: open + 1..<close)
      guard parameters.count == 1, source.text(parameters[0]).hasSuffix("HelpingMapper"),
        let colon = source.find(":", in: parameters[0])
      else { return false }
      takeMapping(member, body: body, mapper: source[colon - 1].name)
    case "didFinishMapping" where close == open + 1:
      takeHook(member, body: body, named: "didFinishMapping", into: \.didMap)
    case "willStartMapping" where close == open + 1:
      takeHook(member, body: body, named: "willStartMapping", into: \.willMap)
    default: return false
    }
    return true
  }

  private func takeHook(
    _ member: SwiftDeclaration,
    body: Int,
    named name: String,
    into hook: ReferenceWritableKeyPath<ModelPlan, [ModelPlan.Kept]>
  ) {
    let statements = statements(body).filter {
      source.compact($0) != "super.\(name)()"
    }
    if !statements.isEmpty {
      plan[keyPath: hook].append(ModelPlan.Kept(file: file, statements: statements))
      if hook == \ModelPlan.willMap, statements.contains(where: hasReturn) {
        look(at: member.keyword, "willMap(_:) returns a dictionary: look at each return")
      }
    }
    keepComments(of: body, besides: statements)
    removeMapping(member)
    count(name)
  }

  private func hasReturn(_ statement: Range<Int>) -> Bool {
    statement.contains { source[$0].text == "return" }
  }

  private func takeMapping(_ member: SwiftDeclaration, body: Int, mapper: String) {
    var kept: [Range<Int>] = []
    let statements = statements(body)
    let locals = locals(statements).filter { !$0.value.isEmpty }
    for statement in statements {
      let first = source[statement.lowerBound]
      if first.text == mapper, source[statement.lowerBound + 1].kind == .sign {
        takeOperators(statement, locals: locals)
      } else if first.text == mapper, source[statement.lowerBound + 1].text == "." {
        takeCall(statement, locals)
      } else if callsSuper(statement, of: "mapping") || declaresTransform(statement, locals) {
        continue
      } else if statement.contains(where: { source[$0].text == mapper }) {
        leave(statement, because: "not understood in mapping(mapper:)")
      } else {
        kept.append(statement)
      }
    }
    move(kept, into: \.willMap, "code of mapping(mapper:) runs in willMap(_:) now")
    keepComments(of: body, besides: kept)
    removeMapping(member)
    count("mapping(mapper:)")
  }

  /// `mapper <<< self.id <-- "cat_id"`, `mapper >>> self.parent`, and chains of them.
  private func takeOperators(_ statement: Range<Int>, locals: [String: Range<Int>]) {
    var index = statement.lowerBound + 1
    while index < statement.upperBound {
      let sign = source[index].text
      var end = index + 1
      while end < statement.upperBound, !["<<<", ">>>"].contains(source[end].text) {
        end = source.after(end)
      }
      let entry = index + 1..<min(end, statement.upperBound)
      index = max(end, index + 1)
      if sign == ">>>", let name = propertyName(entry) {
        if isListable(name, at: entry) { plan.ignored.append(name) }
      } else if sign == "<<<", let arrow = source.find("<--", in: entry),
        let name = propertyName(entry.lowerBound..<arrow)
      {
        takeEntry(name, entry: entry, right: arrow + 1..<entry.upperBound, locals: locals)
      } else {
        leave(statement, because: "not understood in mapping(mapper:)")
        return
      }
    }
  }

  private func takeEntry(
    _ name: String,
    entry: Range<Int>,
    right: Range<Int>,
    locals: [String: Range<Int>]
  ) {
    guard !right.isEmpty, isListable(name, at: entry) else { return }
    var parts = [right]
    if source[right.lowerBound].text == "(", source.after(right.lowerBound) == right.upperBound {
      parts = source.parts(of: right.lowerBound + 1..<right.upperBound - 1)
    }
    for part in parts {
      if isKey(part, locals) {
        addKeys(for: name, part)
      } else {
        addTransform(for: name, part, locals: locals)
      }
    }
  }

  private func isKey(_ tokens: Range<Int>, _ locals: [String: Range<Int>]) -> Bool {
    let first = source[tokens.lowerBound]
    if first.kind == .text || first.text == "[" { return true }
    if tokens.count == 1, locals[first.text] != nil { return false }
    // A call makes a transform; a member of something, such as `Keys.id`, is a key.
    return source[tokens.upperBound - 1].text != ")"
  }

  /// `mapper.specify(property: &id, name: "cat_id", converter: {…})`, `mapper.exclude(property: &id)`.
  private func takeCall(_ statement: Range<Int>, _ locals: [String: Range<Int>]) {
    let method = source[statement.lowerBound + 2].text
    let open = statement.lowerBound + 3
    let arguments = source[open].text == "(" ? arguments(open) : []
    guard let first = arguments.first, first.label == "property",
      let name = propertyName(first.value),
      source.after(open) == statement.upperBound
    else {
      return leave(statement, because: "not understood in mapping(mapper:)")
    }
    guard isListable(name, at: statement) else { return }
    if method == "exclude", arguments.count == 1 {
      plan.ignored.append(name)
    } else if method == "specify",
      arguments.dropFirst().allSatisfy({ ["name", "converter"].contains($0.label) })
    {
      for argument in arguments.dropFirst() {
        if argument.label == "name" {
          addKeys(for: name, argument.value)
        } else {
          let code = text(argument.value)
          plan.addTransform(name, "PropertyTransform(from: String.self, read: \(code))")
        }
      }
    } else {
      leave(statement, because: "not understood in mapping(mapper:)")
    }
  }
}
