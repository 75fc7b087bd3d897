extension Library {
  /// Classes and structs with an initializer that takes a `JSON`.
  static let swiftyJSON = Library(
    name: "SwiftyJSON",
    modules: ["SwiftyJSON"],
    models: [],
    renamesProtocols: false,
    keepsImport: { SwiftyJSONRules.mentionsJSON($0) },
    finds: { code, type in SwiftyJSONRules.initializer(code, type) != nil },
    conversions:
      "values of another type are converted if that is safe: `.string` was nil for a number, and `.int` was 1 for 1.5",
    rules: SwiftyJSONRules.self,
    calls: SwiftyJSONCalls.self
  )
}

/// What becomes of `init(json: JSON)`.
struct SwiftyJSONRules: LibraryRules {
  let migration: Migration
  let plan: ModelPlan
  let part: CodeBase.Part

  func take(_ member: SwiftDeclaration) -> Bool {
    Self.isOwn(member, source) || takeFunction(member)
  }

  /// `init(json: JSON)`, `init?(_ json: JSON)`.
  static func isOwn(_ member: SwiftDeclaration, _ source: SourceFile) -> Bool {
    guard member.kind == .initializer, let open = member.parameters, member.body != nil,
      let close = source.partner(open)
    else { return false }
    let parameters = source.parts(of: open + 1..<close)
    guard parameters.count == 1, let colon = source.find(":", in: parameters[0]) else {
      return false
    }
    return ["JSON", "JSON!", "SwiftyJSON.JSON"].contains(
      source.text(colon + 1..<parameters[0].upperBound)
    )
  }

  /// The initializer of a type that reads keys of its argument.
  static func initializer(
    _ code: CodeBase,
    _ type: CodeBase.TypeEntry
  ) -> (file: Int, member: SwiftDeclaration)? {
    type.members.first { file, member in
      let source = code.files[file].source
      guard isOwn(member, source), let open = member.parameters, let close = source.partner(open)
      else { return false }
      let parameter = parameter(from: open, to: close, in: source)
      return member.tokens.contains {
        source[$0].name == parameter && source[$0 + 1].text == "[" && source[$0 - 1].text != "."
      }
    }
  }

  static func parameter(from open: Int, to close: Int, in source: SourceFile) -> String {
    source[(source.find(":", in: open + 1..<close) ?? open + 2) - 1].name
  }

  /// Whether a file still needs the library.
  static func mentionsJSON(_ mover: AnyMover) -> Bool {
    let source = mover.source
    return !mover.isChanged
      || source.tokens.indices.contains { index in
        source[index].text == "JSON" && !mover.isRemoved(index) && !mover.isOverwritten(index)
      }
  }

  // MARK: - Taking

  func prepare() {
    guard part.declaration.kind != .extension else { return }
    var read: Set<String> = []
    for part in plan.entry.parts {
      let rules = SwiftyJSONRules(migration: migration, plan: plan, part: part)
      for member in part.declaration.members where Self.isOwn(member, rules.source) {
        read.formUnion(rules.read(member))
      }
    }
    for property in plan.properties where !property.isFixed && !read.contains(property.name) {
      plan.ignored.append(property.name)
    }
    for property in plan.properties {
      guard let type = property.type, ["JSON", "JSON?", "[JSON]", "JSON!"].contains(type) else {
        continue
      }
      if !plan.ignored.contains(property.name) { plan.ignored.append(property.name) }
      look(
        at: property.binding.name,
        "\(property.name) isn't mapped with the type \(source.text(property.binding.type ?? 0..<0))"
      )
    }
  }

  /// Takes the initializer; the properties that it reads.
  private func read(_ member: SwiftDeclaration) -> Set<String> {
    guard let (open, close, body) = brackets(of: member) else { return [] }
    var reader = SwiftyJSONReader(
      migration: migration,
      plan: plan,
      file: file,
      parameter: Self.parameter(from: open, to: close, in: source)
    )
    reader.take(statements(body))
    reader.finish()
    let isFailable = source[member.keyword + 1].text == "?"
    let label = source[open + 1].name == "_" ? "" : source[open + 1].name
    plan.jsonInitializer = (label, isFailable)
    keepComments(of: body)
    removeMapping(member)
    count("init(json:)")
    return reader.read
  }

  /// `init(object: Any)` and `dictionaryRepresentation()`, which a generator wrote.
  private func takeFunction(_ member: SwiftDeclaration) -> Bool {
    guard let open = member.parameters, let close = source.partner(open) else { return false }
    let parameters = source.compact(open + 1..<max(open + 1, close))
    switch (member.kind, member.name) {
    case (.initializer, "init") where parameters == "object:Any":
      guard let body = member.body,
        statements(body).map(source.text)
          == ["self.init(json: JSON(object))"]
      else { return false }
      plan.hasObjectInitializer = true
      removeLines(member.tokens)
      count("init(object:)")
      return true
    case (.function, "dictionaryRepresentation") where close == open + 1:
      guard let body = member.body else { return false }
      let isRegular = statements(body).allSatisfy { statement in
        let text = source.text(statement)
        return text.hasPrefix("var ") || text == "return dictionary" || text.hasPrefix("if let ")
          || text.hasPrefix("dictionary[")
      }
      if !isRegular {
        look(
          at: member.keyword,
          "dictionaryRepresentation() is the model's own: it may write something else"
        )
      }
      removeLines(member.tokens)
      count("dictionaryRepresentation()")
      return true
    default: return false
    }
  }
}
