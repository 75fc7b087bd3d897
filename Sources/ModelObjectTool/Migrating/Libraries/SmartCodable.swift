import ModelObjectEssentials

extension Library {
  static let smartCodable = Library(
    name: "SmartCodable",
    modules: ["SmartCodable"],
    models: ["SmartCodable", "SmartCodableX", "SmartDecodable", "SmartEncodable"],
    dropped: ["SmartCaseDefaultable"],
    exportsNames: true,
    callsInit: true,
    skipsNull: true,
    transforms: [
      "SmartDateTransformer": .format(SmartCodableRules.dateFormat),
      "SmartDateFormatTransformer": .format(SmartCodableRules.dateFormat),
      "SmartURLTransformer": .format { $0.isEmpty ? "" : nil },
      "SmartDataTransformer": .none,
      "SmartHexColorTransformer": .look("a color needs a ModelValue type"),
      "FastTransformer": .helper(.fastTransformer),
    ],
    transformProtocol: ("ValueTransformable", .valueTransformable),
    rules: SmartCodableRules.self,
    calls: SmartCodableCalls.self
  )
}

/// What becomes of SmartCodable's functions and property wrappers.
struct SmartCodableRules: LibraryRules {
  let migration: Migration
  let plan: ModelPlan
  let part: CodeBase.Part

  /// `strategy: .timestamp` is `.secondsSince1970`; formatters are read where they are made.
  @Sendable static func dateFormat(_ arguments: String) -> String? {
    switch arguments.filter({ !$0.isWhitespace }) {
    case "", "strategy:.iso8601": ""
    case "strategy:.timestamp": ".secondsSince1970"
    case "strategy:.timestampMilliseconds": ".millisecondsSince1970"
    default: nil
    }
  }

  // MARK: - Attributes and CodingKeys

  func prepare() {
    let declaration = part.declaration
    for attribute in declaration.attributes where source.text(attribute) == "@SmartSubclass" {
      removeWithSpace(attribute)
      count("@SmartSubclass")
    }
    if part.declaration.kind == .class { noteSubclass() }
    for property in plan.properties where part.declaration.kind != .extension {
      for attribute in property.declaration.attributes { take(attribute, property) }
    }
    for member in declaration.members where member.kind == .enum && member.name == "CodingKeys" {
      takeCodingKeys(member)
    }
  }

  /// Says of a subclass that its properties are read now: SmartCodable passed over those for which
  /// nothing was written.
  private func noteSubclass() {
    let declaration = part.declaration
    let readsItself =
      declaration.attributes.contains { source.text($0) == "@SmartSubclass" }
      || plan.entry.members.contains { file, member in
        member.kind == .initializer
          && migration.source(file)[(member.parameters ?? 0) + 1].text == "from"
      }
    guard !readsItself, !plan.properties.isEmpty, migration.superplan(of: plan) != nil else {
      return
    }
    warn(
      at: declaration.keyword,
      "properties of a subclass without @SmartSubclass are mapped and exported: they were neither"
    )
  }

  private func take(_ attribute: Range<Int>, _ property: ModelPlan.Property) {
    let name = source[attribute.lowerBound + 1].text
    switch name {
    case "SmartAny", "SmartDate", "SmartCompact":
      guard name != "SmartDate" || !source.text(attribute).contains("formatted") else {
        fallthrough
      }
      if source.text(attribute).contains(".timestamp") {
        let isFine = source.text(attribute).contains(".timestampMilliseconds")
        let code = isFine ? ".millisecondsSince1970" : ".secondsSince1970"
        plan.dateFormats.append((property.name, code))
      }
    case "SmartIgnored", "IgnoredKey": plan.ignored.append(property.name)
    case "SmartFlat", "SmartHexColor", "SmartPublished":
      look(at: attribute.lowerBound, "\(property.name): @\(name) has no counterpart of its own")
    default: return
    }
    guard !["SmartFlat", "SmartHexColor", "SmartPublished"].contains(name) else { return }
    removeWithSpace(attribute)
    count("@\(name)")
  }

  /// The cases with their raw values; properties that it doesn't have aren't mapped.
  private func takeCodingKeys(_ member: SwiftDeclaration) {
    var named: Set<String> = []
    for declaration in member.members where declaration.kind == .case {
      for part in source.parts(of: declaration.keyword + 1..<declaration.tokens.upperBound) {
        let name = source[part.lowerBound].name
        named.insert(name)
        guard let equals = source.find("=", in: part) else {
          if part.count > 1 {
            leave(part, because: "not understood in CodingKeys")
          }
          continue
        }
        guard isListable(name, at: part) else { continue }
        addKeys(for: name, equals + 1..<part.upperBound, isWhole: true)
      }
    }
    let others = member.members.filter { $0.kind != .case }
    guard others.isEmpty else {
      return look(at: member.keyword, "CodingKeys of \(plan.name) has more than cases: it stays")
    }
    for property in plan.properties
    where !named.contains(property.name) && !plan.ignored.contains(property.name) {
      plan.ignored.append(property.name)
    }
    removeLines(member.tokens)
    count("CodingKeys")
  }

  // MARK: - Functions

  func take(_ member: SwiftDeclaration) -> Bool {
    guard let (open, close, body) = brackets(of: member) else { return false }
    switch member.name {
    case "mappingForKey" where close == open + 1: takeList(member, body, isKeys: true)
    case "mappingForValue" where close == open + 1: takeList(member, body, isKeys: false)
    case "didFinishMapping" where close == open + 1:
      return HandyJSONRules(migration: migration, plan: plan, part: part).take(member)
    case "init"
    where source[open + 1].text == "from" && source.text(open..<close).contains("Decoder"):
      return takeBoilerplate(member, body: body, named: "init(from:)")
    case "encode" where source[open + 1].text == "to":
      return takeBoilerplate(member, body: body, named: "encode(to:)")
    default: return false
    }
    return true
  }

  /// Lists with `CodingKeys.id <--- "key"`, in whatever code is around them.
  private func takeList(_ member: SwiftDeclaration, _ body: Int, isKeys: Bool) {
    let statements = statements(body)
    var formatters: [String: String] = [:]
    var locals: [String: Range<Int>] = [:]
    for statement in statements {
      let first = source[statement.lowerBound]
      if first.text == "let", let equals = source.find("=", in: statement) {
        locals[source[statement.lowerBound + 1].name] = equals + 1..<statement.upperBound
      } else if source[statement.lowerBound + 1].text == ".",
        source[statement.lowerBound + 2].text == "dateFormat",
        let equals = source.find("=", in: statement)
      {
        formatters[first.name] = source.text(equals + 1..<statement.upperBound)
      }
    }
    var used: Set<String> = []
    for statement in statements {
      let arrows = statement.filter { source[$0].text == "<---" }
      for arrow in arrows {
        takeEntry(at: arrow, in: statement, isKeys: isKeys, formatters: formatters, locals: locals)
          .map { _ = used.insert($0) }
      }
      let isOther = (statement.lowerBound..<(arrows.first ?? statement.lowerBound)).contains {
        source[$0].kind == .text
          || source[$0].kind == .word && source[$0].text != "return"
            && ![source[$0 - 1].text, source[$0 + 1].text].contains(".")
            && locals[source[$0].name] == nil
      }
      if isOther {
        look(at: statement.lowerBound, "not understood in \(member.name)()")
      }
    }
    for statement in statements where !statement.contains(where: { source[$0].text == "<---" }) {
      let text = source.compact(statement)
      let isEmpty = ["nil", "[]", "returnnil", "return[]"].contains(text)
      let isSuper =
        text.contains("super.\(member.name)()") && !hasText(statement)
      if !isEmpty, !isSuper, !isSetUp(statement, text: text, used: used, formatters: formatters) {
        leave(statement, because: "not understood in \(member.name)()")
      }
    }
    keepComments(of: body)
    removeMapping(member)
    count("\(member.name)()")
  }

  /// Whether a statement makes what an entry uses: `let formatter = DateFormatter()`, its pattern, or
  /// a transform.
  private func isSetUp(
    _ statement: Range<Int>,
    text: String,
    used: Set<String>,
    formatters: [String: String]
  ) -> Bool {
    let (first, second) = (source[statement.lowerBound].name, source[statement.lowerBound + 1].name)
    if used.contains(first) {
      return formatters[first] != nil && text.hasPrefix("\(first).dateFormat=")
    }
    guard first == "let", used.contains(second) else { return false }
    return formatters[second] == nil || text == "let\(second)=DateFormatter()"
  }

  /// Takes what is around an arrow; returns the variable that it says all of.
  private func takeEntry(
    at arrow: Int,
    in statement: Range<Int>,
    isKeys: Bool,
    formatters: [String: String],
    locals: [String: Range<Int>]
  ) -> String? {
    // Up to the comma that no bracket and no generic argument has around it.
    let rest = source.parts(of: arrow + 1..<endOfList(arrow, statement.upperBound))
    guard let right = rest.first else { return nil }
    var start = arrow - 1
    while start > statement.lowerBound, source[start - 1].text == "." || source[start].text == "." {
      start -= 1
    }
    let entry = start..<right.upperBound
    let name = source[arrow - 1].name
    guard source[arrow - 1].kind == .word, !right.isEmpty,
      isListable(name, at: entry)
    else { return nil }
    if isKeys {
      if let index = plan.keys.firstIndex(where: { $0.property == name }) {
        let former = plan.keys.remove(at: index)
        look(at: arrow, "\(name): its keys replace \(former.source) of CodingKeys")
      }
      addKeys(for: name, right)
      return nil
    }
    // A formatter whose pattern is known.
    let used = right.first { formatters[source[$0].name] != nil }.map { source[$0].name } ?? ""
    let text = source.compact(right)
    if let format = formatters[used],
      [
        "SmartDateTransformer(strategy:.formatted(\(used)))", "SmartDateFormatTransformer(\(used))",
      ].contains(text)
    {
      plan.dateFormats.append((name, ".custom(\(format))"))
      warn(
        at: arrow,
        "a date in another form than the one of its transformer keeps the default: it was read, too"
      )
      return used
    } else if source[right.lowerBound].text == "SmartURLTransformer" {
      takeURL(name, right)
    } else {
      addTransform(for: name, right, locals: locals)
    }
    return right.count == 1 ? source[right.lowerBound].name : nil
  }

  /// The bracket that closes the list with this token.
  private func endOfList(_ token: Int, _ end: Int) -> Int {
    var index = token
    while index < end, source[index].text != "]" { index = source.after(index) }
    return min(index, end)
  }

  private func takeURL(_ name: String, _ right: Range<Int>) {
    let arguments =
      source[right.lowerBound + 1].text == "("
      ? arguments(right.lowerBound + 1) : []
    if arguments.isEmpty {
      count("transforms that aren't needed, dropped")
    } else if arguments.count == 1, arguments[0].label == "prefix" {
      let prefix = source.text(arguments[0].value)
      let code = "$0.hasPrefix(\(prefix)) ? $0 : \(prefix) + $0"
      plan.addTransform(name, "PropertyTransform(from: String.self) { \(code) }")
    } else {
      look(
        at: right.lowerBound,
        "\(name): SmartURLTransformer with these arguments has no counterpart"
      )
      plan.leftovers.append("// TODO(migrate): \(name): \(source.text(right))")
    }
  }

  // MARK: - Written coding

  /// `id = try container.decode(Int.self, forKey: .id)` and the like: keys say the same.
  private func takeBoilerplate(_ member: SwiftDeclaration, body: Int, named name: String) -> Bool {
    let statements = statements(body)
    let isRegular = statements.allSatisfy { statement in
      let text = source.text(statement)
      guard !hasText(statement) else { return false }
      if text.contains("coder.container(keyedBy:") || text.contains("super.init(")
        || text.contains("super.encode(")
      {
        return true
      }
      let keys = statement.filter { source[$0].text == "forKey" }
      guard keys.count == 1, source[keys[0] + 2].text == "." else { return false }
      let key = source[keys[0] + 3].name
      let isWriting = ["encode(", "encode(self.", "encodeIfPresent(", "encodeIfPresent(self."]
        .contains { text.contains("container.\($0)\(key),") }
      guard text.contains("container.decode") || isWriting else { return false }
      let equals = source.find("=", in: statement)
      let property =
        equals.flatMap { propertyName(statement.lowerBound..<$0) } ?? key
      return property == key && migration.property(key, of: plan) != nil
    }
    guard isRegular else { return false }
    keepComments(of: body)
    removeLines(member.tokens)
    count("\(name) that goes")
    return true
  }
}
