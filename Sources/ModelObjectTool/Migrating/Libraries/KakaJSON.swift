import ModelObjectKit

extension Library {
  static let kakaJSON = Library(
    name: "KakaJSON",
    modules: ["KakaJSON"],
    models: ["Convertible"],
    dropped: ["ConvertibleEnum"],
    exportsNames: true,
    mapsConstants: true,
    callsInit: true,
    conversions:
      "values that don't fit are ignored: 1.5 was 1 for an Int, and a list its description for a String",
    skipsNull: true,
    rules: KakaJSONRules.self,
    calls: KakaJSONCalls.self
  )
}

/// What becomes of the functions that KakaJSON calls.
struct KakaJSONRules: LibraryRules {
  let migration: Migration
  let plan: ModelPlan
  let part: CodeBase.Part

  /// In the order in which they are read: exports ask for what the keys and the values are.
  static let functions = [
    "kj_modelKey", "kj_JSONKey", "kj_JSONValue", "kj_modelValue", "kj_modelType",
    "kj_willConvertToModel", "kj_didConvertToModel", "kj_willConvertToJSON", "kj_didConvertToJSON",
  ]

  func prepare() {
    guard part.declaration.kind != .extension else { return }
    for name in Self.functions {
      for part in plan.entry.parts {
        let rules = KakaJSONRules(migration: migration, plan: plan, part: part)
        for member in part.declaration.members where member.kind == .function && member.name == name
        {
          rules.takeFunction(member)
        }
      }
    }
    for (name, code) in plan.exportedValues.sorted(by: { $0.key < $1.key }) {
      plan.addTransform(name, "PropertyTransform(read: { $0 }, write: \(code))")
    }
    // Dates were seconds.
    for property in plan.properties
    where ["Date", "Date?", "Date!"].contains(property.type)
      && !plan.transforms.contains(where: {
        $0.property == property.name && $0.code.mentions("write: ")
      })
    {
      plan.dateFormats.append((property.name, ".secondsSince1970"))
    }
  }

  func take(_ member: SwiftDeclaration) -> Bool { Self.functions.contains(member.name) }

  private func takeFunction(_ member: SwiftDeclaration) {
    guard let (open, _, body) = brackets(of: member) else { return }
    let parameters = parameters(open).map(\.name)
    let statements = statements(body)
    let isWhole: Bool
    switch member.name {
    case "kj_willConvertToModel":
      isWhole = takeHook(statements, parameter: parameters.last, into: \.willMap)
      if isWhole, let first = statements.first,
        statements.joined().contains(where: { source[$0].text == "return" })
      {
        look(at: first.lowerBound, "willMap(_:) returns a dictionary: look at each return")
      }
    case "kj_didConvertToModel":
      isWhole = takeHook(statements, parameter: parameters.last, into: \.didMap)
    case "kj_willConvertToJSON", "kj_didConvertToJSON": isWhole = statements.isEmpty
    default:
      let cases = parameters.last.flatMap { PropertyCases(in: source, body: body, parameter: $0) }
      isWhole = cases.map { take(member.name, cases: $0, parameters: parameters) } ?? false
    }
    if !isWhole {
      leave(each: statements, because: "not understood in \(member.name)")
    }
    let moved = (plan.didMap + plan.willMap).filter { $0.file == file }.flatMap(\.statements)
    let kept = isWhole ? moved : statements
    keepComments(of: body, besides: kept)
    removeMapping(member)
    count(member.name)
  }

  private func takeHook(
    _ statements: [Range<Int>],
    parameter: String?,
    into hook: ReferenceWritableKeyPath<ModelPlan, [ModelPlan.Kept]>
  ) -> Bool {
    let kept = statements.filter { !source.text($0).hasPrefix("super.kj_") }
    guard !kept.isEmpty else { return true }
    if let parameter, parameter != "dictionary" {
      for index in kept.joined()
      where source[index].name == parameter && source[index - 1].text != "."
        && source[index + 1].text != ":"
      {
        replace(index..<index + 1, with: "dictionary")
      }
    }
    plan[keyPath: hook].append(ModelPlan.Kept(file: file, statements: kept))
    return true
  }

  /// Returns whether all of it is in the lists.
  private func take(_ function: String, cases: PropertyCases, parameters: [String]) -> Bool {
    switch function {
    case "kj_modelKey": takeKeys(cases)
    case "kj_JSONKey": takeExportedKeys(cases)
    case "kj_modelValue": takeValues(cases, parameters)
    case "kj_JSONValue": takeExportedValues(cases, parameters)
    default: takeTypes(cases)
    }
  }

  // MARK: - Keys

  /// What a function returns for names that it doesn't list.
  private enum Rest {
    case name, snakeCase, other
  }

  private func rest(_ cases: PropertyCases) -> Rest {
    guard let rest = cases.rest else { return .name }
    return kind(rest, cases)
  }

  private func kind(_ tokens: Range<Int>, _ cases: PropertyCases) -> Rest {
    let text = source.compact(tokens)
    if cases.isName(tokens) || text.hasPrefix("super.kj_") { return .name }
    if text.hasPrefix("ConvertibleConfig.") { return .name }
    if let first = tokens.first, cases.isName(first..<min(first + 3, tokens.upperBound)) {
      // Matching doesn't ask for the style.
      if text.hasSuffix(".name.kj.underlineCased()") { return .snakeCase }
      if text.hasSuffix(".name.kj.camelCased()") { return .name }
    }
    return .other
  }

  private func takeKeys(_ cases: PropertyCases) -> Bool {
    guard rest(cases) != .other else { return false }
    let isKnown = cases.cases.allSatisfy { _, code in
      code.isExpression
        && (kind(code.tokens, cases) != .other
          || !code.tokens.contains { source[$0].name == "property" })
    }
    guard isKnown else { return false }
    for (names, code) in cases.cases where kind(code.tokens, cases) == .other {
      for name in names where isListable(name, at: code.tokens) {
        addKeys(for: name, code.tokens, delimiter: ".")
      }
    }
    return true
  }

  /// The keys of exports are those of the input, or the first of several.
  private func takeExportedKeys(_ cases: PropertyCases) -> Bool {
    let rest = rest(cases)
    guard rest != .other, cases.cases.allSatisfy({ $0.code.isExpression }) else { return false }
    var keys: [String: String] = [:]
    for (names, code) in cases.cases {
      for name in names where isListable(name, at: code.tokens) {
        switch kind(code.tokens, cases) {
        case .name: keys[name] = name
        case .snakeCase: keys[name] = KeyStyle.snakeCase.key(of: name)
        case .other:
          guard let key = Migration.literal(source.text(code.tokens)) else { return false }
          keys[name] = key
        }
      }
    }
    plan.exportsNames = false
    for property in plan.properties {
      let name = property.name
      let key = keys[name] ?? (rest == .snakeCase ? KeyStyle.snakeCase.key(of: name) : name)
      if let known = plan.key(of: name) {
        if known.plain != key { plan.putFirst(SwiftLiteral.path(key), of: known) }
      } else if key != name {
        plan.keys.append(
          ModelPlan.Key(
            property: name,
            codes: SwiftName.folds(name, to: key)
              ? [SwiftLiteral.path(key)] : [SwiftLiteral.path(key), SwiftLiteral.text(name)],
            plain: SwiftName.folds(name, to: key) ? key : nil,
            source: key
          )
        )
      }
    }
    return true
  }

  // MARK: - Types

  /// `[Any]` of a property whose elements have a known type.
  private func takeTypes(_ cases: PropertyCases) -> Bool {
    guard cases.rest.map({ source.text($0) == "nil" }) ?? true else { return false }
    var found: [(tokens: Int, type: String)] = []
    for (names, code) in cases.cases {
      guard code.isExpression, source[code.tokens.upperBound - 1].text == "self",
        source[code.tokens.upperBound - 2].text == "."
      else { return false }
      let type = source.text(code.tokens.lowerBound..<code.tokens.upperBound - 2)
      for name in names {
        let main = main.source
        guard let tokens = plan.property(name)?.binding.type,
          let index = tokens.last(where: {
            ["Any", "AnyObject", "Convertible"].contains(main[$0].text)
          }),
          !tokens.contains(where: { main[$0].text.hasPrefix("NS") })
        else { return false }
        found.append((index, type))
      }
    }
    for (index, type) in found {
      main.replace(index..<index + 1, with: type)
      count("Any → the type of kj_modelType")
    }
    return true
  }
}
