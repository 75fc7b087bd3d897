// `init(map:)`, and what it gives to properties.
extension ObjectMapperRules {
  func takeInitializer(_ member: SwiftDeclaration, body: Int, map: String) {
    let statements = statements(body)
    var kept: [Range<Int>] = []
    // Variables of statements that are left: what uses them is left, too.
    var missing: Set<String> = []
    for statement in statements {
      let text = source.compact(statement)
      if let values = initialValues(statement, map),
        values.allSatisfy({ plan.initialValues[$0.0] != nil })
      {
        continue
      }
      let isTrivial = [
        "super.init(map:\(map))", "trysuper.init(map:\(map))", "super.init()", "self.init()",
        "mapping(map:\(map))", "self.mapping(map:\(map))", "return",
        "super.init(\(map))", "mapping(\(map))",
      ].contains(text)
      if isTrivial || takeImmutable(statement, map) { continue }
      if ["fatalError(", "preconditionFailure("].contains(where: text.hasPrefix) {
        look(
          at: statement.lowerBound,
          "\(plan.name) was only exported: init(map:) ended the program, and it is mapped, too, now"
        )
        continue
      }
      if mentions(map, statement) || source[statement.lowerBound].text == "super"
        || statement.contains(where: {
          isReplaced($0) && source[$0].text == map || source[$0].text == "return"
            || missing.contains(source[$0].name) && source[$0 - 1].text != "."
        })
      {
        missing.formUnion(declared(statement))
        leave(statement, because: "not understood in init(map:)")
      } else {
        kept.append(statement)
      }
    }
    if !kept.isEmpty {
      if hasOwnInitializer {
        leave(each: kept, because: "code of init(map:): init() has code, too")
      } else {
        plan.makesInitializer = true
        plan.addMember(
          plan.access + (plan.staysStruct ? "init() {" : "required init() {"),
          plan.staysStruct ? [] : ["super.init()"],
          statements: kept,
          in: file
        )
        look(at: kept[0].lowerBound, "code of init(map:) runs in each init() now")
      }
    }
    keepComments(of: body, besides: kept)
    removeLines(member.tokens)
    count("init(map:)")
  }

  /// What a property without a default gets in `init(map:)`: it is its default from now on.
  func prepare() {
    for member in part.declaration.members where member.kind == .initializer {
      guard let body = member.body, let open = member.parameters, let close = source.partner(open),
        source[close - 1].text == "Map"
      else { continue }
      let statements = statements(body)
      let map = source[close - 3].name
      for statement in statements {
        if let (name, value) = fallback(statement, map), let property = plan.property(name),
          property.binding.value == nil
        {
          plan.initialValues[name] = source.text(value)
        }
        guard let values = initialValues(statement, map) else { continue }
        let isNeeded = values.allSatisfy { name, _ in
          plan.property(name).map { $0.binding.value == nil && !$0.declaration.isConstant } ?? false
        }
        guard isNeeded else { continue }
        for (name, code) in values where code != "nil" { plan.initialValues[name] = code }
        for (name, code) in values where code == "nil" { plan.initialValues[name] = "" }
      }
    }
  }

  /// The default in `x = (try? map.value("a")) ?? 5` and `x = map.value("a", default: 5)`.
  private func fallback(_ statement: Range<Int>, _ map: String) -> (String, Range<Int>)? {
    guard let (name, code) = assignment(statement), let use = use(of: map, in: code) else {
      return nil
    }
    let value =
      source.find("??", in: code).map { $0 + 1..<statement.upperBound }
      ?? arguments(use + 3).first { $0.label == "default" }?.value
    guard let value, !value.isEmpty, !mentions(map, value), source.text(value) != "nil" else {
      return nil
    }
    return (name, value)
  }

  /// The first call of `map.value(…)`.
  private func use(of map: String, in tokens: Range<Int>) -> Int? {
    tokens.first {
      source[$0].text == map && source[$0 + 1].text == "." && source[$0 + 2].text == "value"
        && source[$0 + 3].text == "("
    }
  }

  /// The assignments that a statement makes: `x = 5`, or `self.init(x: 5)` of an initializer that
  /// does nothing else.
  private func initialValues(_ statement: Range<Int>, _ map: String) -> [(String, String)]? {
    guard !statement.contains(where: { source[$0].text == map }) else { return nil }
    if let (name, value) = assignment(statement) { return [(name, source.text(value))] }
    guard source.text(statement).hasPrefix("self.init("),
      source.after(statement.lowerBound + 3) == statement.upperBound
    else { return nil }
    let arguments = arguments(statement.lowerBound + 3)
    for (file, member) in plan.entry.members where member.kind == .initializer {
      if let values = values(member, in: migration[file], arguments: arguments) { return values }
    }
    return nil
  }

  private func values(
    _ member: SwiftDeclaration,
    in mover: AnyMover,
    arguments: [Migration.Argument]
  ) -> [(String, String)]? {
    guard let (open, _, body) = mover.brackets(of: member) else { return nil }
    let parameters = mover.parameters(open)
    guard !arguments.isEmpty, parameters.map(\.label) == arguments.map(\.label) else { return nil }
    var values: [(String, String)] = []
    for statement in mover.statements(body) {
      guard let (name, value) = mover.assignment(statement), value.count == 1,
        let place = parameters.firstIndex(where: { $0.name == mover.source[value.lowerBound].name })
      else { return nil }
      values.append((name, source.text(arguments[place].value)))
    }
    return values
  }

  private var hasOwnInitializer: Bool {
    plan.entry.members.contains { file, member in
      guard member.kind == .initializer, let open = member.parameters, let body = member.body
      else { return false }
      let source = migration.source(file)
      return source.partner(open) == open + 1 && source.partner(body) != body + 1
    }
  }

  /// `id = try map.value("id")`, `try? map.value(…)`, `(try? map.value(…)) ?? 0`.
  private func takeImmutable(_ statement: Range<Int>, _ map: String) -> Bool {
    guard let (name, code) = assignment(statement), let use = use(of: map, in: code) else {
      return false
    }
    let call = use..<source.after(use + 3)
    var before = code.lowerBound..<use
    var after = call.upperBound..<statement.upperBound
    if source[before.lowerBound].text == "(", source.partner(before.lowerBound) == call.upperBound {
      before = before.lowerBound + 1..<use
      after = call.upperBound + 1..<statement.upperBound
    }
    let effect = source.compact(before)
    var fallback =
      after.isEmpty
      ? nil : source[after.lowerBound].text == "??" ? after.lowerBound + 1..<after.upperBound : nil
    guard after.isEmpty || fallback != nil else { return false }
    let arguments = arguments(use + 3)
    guard let first = arguments.first, first.label.isEmpty, !mentions(map, first.value) else {
      return false
    }
    // `map.value("a", default: 5)`
    if fallback == nil { fallback = arguments.first { $0.label == "default" }?.value }
    let isMade = fallback.map { mentions(map, $0) } ?? false
    guard ["try", "try?"].contains(effect) || effect.isEmpty && fallback != nil, !isMade,
      isListable(name, at: statement)
    else { return false }
    var isWhole = false
    var delimiter = "."
    for argument in arguments.dropFirst() {
      switch argument.label {
      case "using":
        addTransform(for: name, argument.value, locals: [:])
      case "default": continue
      case "nested": isWhole = source.text(argument.value) == "false"
      case "delimiter": delimiter = Migration.literal(source.text(argument.value)) ?? "."
      default: return false
      }
    }
    addKeys(for: name, first.value, isWhole: isWhole, delimiter: delimiter)
    // A value of an optional type may be absent.
    let isOptional = plan.property(name)?.type.map(ModelPlan.isOptional) ?? false
    if effect == "try", !isOptional, fallback == nil { plan.required.append(name) }
    if let fallback { noteFallback(name, fallback) }
    return true
  }

  /// The default of a property in the place of `?? 0`.
  private func noteFallback(_ name: String, _ value: Range<Int>) {
    guard let property = plan.property(name), property.binding.value == nil,
      let type = property.type
    else { return }
    let code = source.text(value)
    guard code != ModelPlan.defaultValue(of: type), plan.initialValues[name] != code else { return }
    let isEmpty = ["[]", "[:]", "\"\"", "0", "0.0", "false"].contains(code)
    if !isEmpty {
      look(at: value.lowerBound, "the default of \(name) is \(code)")
    }
  }
}
