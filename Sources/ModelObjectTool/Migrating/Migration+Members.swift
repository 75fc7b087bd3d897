import ModelObjectEssentials

// What a model's own members become.
extension Migration {
  func migrateMembers(_ plan: ModelPlan) {
    findMemberwiseCalls(plan)
    for (file, declaration) in plan.entry.parts {
      for library in plan.libraries {
        let part = Library.Part(file: file, declaration: declaration)
        library.rules.init(migration: self, plan: plan, part: part).prepare()
      }
    }
    findDefaultsOfInitializers(plan)
    for property in plan.properties { migrate(property, plan) }
    for part in plan.entry.parts {
      let isMain = part.declaration.kind != .extension
      for member in part.declaration.members {
        let part = Library.Part(file: part.file, declaration: part.declaration)
        let rules = plan.libraries.lazy.map {
          $0.rules.init(migration: self, plan: plan, part: part)
        }
        switch member.kind {
        case .initializer where !rules.contains { $0.take(member) }:
          migrateInitializer(member, of: plan, in: part.file)
        case .function where !rules.contains { $0.take(member) }:
          migrateFunction(member, of: plan, in: part.file, isMain: isMain)
        case .variable: migrateVariable(member, of: plan, in: part.file)
        default: continue
        }
      }
    }
    removeEmptyExtensions(plan)
    if plan.staysStruct { completeStruct(plan) }
    if let second = plan.second {
      plan.ignored.removeAll { name in plan.keys.contains { $0.property == name } }
      warn(
        in: plan.entry.file,
        at: plan.entry.declaration.keyword,
        "models of \(plan.library.name) that \(second.name) exported: exports have all properties"
      )
    }
    if plan.library.mapsNamedOnly { ignoreUnnamed(plan) }
    lookAtUnmappedTransforms(plan)
    lookAtInitializer(plan)
  }

  // MARK: - Properties

  private func migrate(_ property: ModelPlan.Property, _ plan: ModelPlan) {
    let (file, declaration) = (plan.entry.file, property.declaration)
    let source = source(file)
    if let tokens = property.binding.type, !declaration.has("weak"), !declaration.has("unowned") {
      migrateType(tokens, of: plan, for: property.name)
    }
    let given = plan.initialValues[property.name].flatMap { $0.isEmpty ? nil : $0 }
    if plan.library.skipsNull, let type = property.type, ModelPlan.isOptional(type),
      let value = property.binding.value, source.text(value) != "nil"
    {
      warn(
        in: file,
        at: property.binding.name,
        "null makes an optional property with a default nil: it kept its value"
      )
    }
    let hasNoDefault =
      property.binding.value == nil
      && property.type.map { given != nil || !ModelPlan.isOptional($0) } ?? false
    if declaration.isConstant {
      guard !property.isFixed || plan.library.mapsConstants else { return }
      replace(in: file, declaration.keyword..<declaration.keyword + 1, with: "var")
      report.count("let → var")
    }
    guard hasNoDefault, let type = property.type, let tokens = property.binding.type else { return }
    let end = source[tokens.upperBound - 1].range.upperBound
    if let value = given ?? defaultValue(of: type, in: plan.name) {
      insert(file, at: end, " = \(value)")
    } else {
      let isCompound = type.contains("->") || type.contains("&") || type.hasPrefix("any ")
      if isCompound {
        insert(file, at: source[tokens.lowerBound].range.lowerBound, "(")
        insert(file, at: end, ")!")
      } else {
        insert(file, at: end, "!")
      }
      warn(
        in: file,
        at: property.binding.name,
        "properties without a default are nil until they are mapped"
      )
    }
    report.count("defaults for properties without one")
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

  private static let objectiveCTypes: [String: String] = [
    "NSMutableString": "String", "NSMutableArray": "[Any]", "NSDecimalNumber": "Decimal",
    "NSMutableDictionary": "[String: Any]", "NSData": "Data", "NSSet": "a Set",
  ]

  /// Types that aren't mapped.
  private func migrateType(_ tokens: Range<Int>, of plan: ModelPlan, for name: String) {
    let (file, source) = (plan.entry.file, source(plan.entry.file))
    for index in tokens where source[index].kind == .word {
      if source[index].text == "AnyObject" {
        replace(in: file, index..<index + 1, with: "Any")
        report.count("AnyObject → Any")
      } else if let other = Self.objectiveCTypes[source[index].text] {
        look(
          in: file,
          at: index,
          "\(name) isn't mapped with the type \(source[index].text): use \(other)"
        )
      }
    }
  }

  /// Properties that the mapping function doesn't name aren't mapped, as before.
  private func ignoreUnnamed(_ plan: ModelPlan) {
    var named = Set(plan.keys.map(\.property))
    for other in plans where other !== plan && inherits(other, from: plan) {
      named.formUnion(other.keys.map(\.property))
    }
    for property in plan.properties
    where !named.contains(property.name) && !plan.ignored.contains(property.name)
      && !property.isFixed
      && !property.declaration.has("weak") && !property.declaration.has("unowned")
    {
      plan.ignored.append(property.name)
      warn(
        in: plan.entry.file,
        at: property.binding.name,
        "properties that the mapping function didn't name stay unmapped, by `ignoredProperties`"
      )
    }
  }

  private func inherits(_ plan: ModelPlan, from other: ModelPlan) -> Bool {
    var next = superplan(of: plan)
    var depth = 0
    while let plan = next, depth < 100 {
      if plan === other { return true }
      next = superplan(of: plan)
      depth += 1
    }
    return false
  }

  // MARK: - Initializers

  private func migrateInitializer(_ member: SwiftDeclaration, of plan: ModelPlan, in file: Int) {
    if plan.staysStruct { return migrateInitializer(ofStruct: plan, member, file) }
    let source = source(file)
    guard let open = member.parameters, let close = source.partner(open), let body = member.body
    else {
      return
    }
    let isFailable = source[member.keyword + 1].text != "(" && member.generics == nil
    if close == open + 1, !isFailable {
      migratePlainInitializer(member, of: plan, in: file, body: body)
    } else if source[open + 1].text == "coder" {
      removeLines(file, member.tokens)
      report.count("init(coder:) that goes")
      look(
        in: file,
        at: member.keyword,
        "init(coder:) went: files of NSKeyedArchiver need their old reader"
      )
    } else if source[open + 1].text == "from", source.text(open + 1..<close).contains("Decoder") {
      commentOut(
        in: file,
        member.tokens,
        because: "init(from:) is the model's own; keys belong in keyMapping"
      )
    } else {
      migrateOtherInitializer(member, of: plan, in: file, body: body)
    }
  }

  private func migratePlainInitializer(
    _ member: SwiftDeclaration,
    of plan: ModelPlan,
    in file: Int,
    body: Int
  ) {
    let source = source(file)
    let statements = DeclarationReader(source).statements(body)
    let isTrivial = statements.allSatisfy {
      source.text($0).filter { !$0.isWhitespace } == "super.init()"
    }
    let inside =
      source[body].range.upperBound..<source[source.partner(body) ?? body].range.lowerBound
    if isTrivial, comments(file, inside).isEmpty {
      removeLines(file, member.tokens)
      report.count("init() that goes")
      return
    }
    inlineDelegation(of: plan, in: file, body: body)
    for modifier in member.modifiers
    where ["override", "convenience", "private", "fileprivate"].contains(modifier.name) {
      removeWithSpace(file, modifier.tokens)
    }
    var prefix = member.has("required") ? "" : "required "
    if !["public", "open", "package"].contains(where: member.has) { prefix = plan.access + prefix }
    if !prefix.isEmpty {
      insert(file, at: source[member.keyword].range.lowerBound, prefix)
      report.count("init() → required init()")
    }
  }

  private func migrateOtherInitializer(
    _ member: SwiftDeclaration,
    of plan: ModelPlan,
    in file: Int,
    body: Int
  ) {
    let source = source(file)
    guard let close = source.partner(body) else { return }
    if member.has("override") {
      look(
        in: file,
        at: member.keyword,
        "an initializer that overrides another one: both are convenience initializers now"
      )
    }
    if !member.has("convenience") {
      insert(file, at: source[member.keyword].range.lowerBound, "convenience ")
      report.count("init → convenience init")
    }
    for modifier in member.modifiers where modifier.name == "override" {
      removeWithSpace(file, modifier.tokens)
    }
    var delegates = moveDelegation(of: plan, in: file, body: body)
    for index in body..<close where source[index].text == "." && source[index + 1].text == "init" {
      if source[index - 1].text == "self" { delegates = true }
      if source[index - 1].text == "super", !isRemoved(file, index) {
        // What stood before it is used only after it here, too.
        delegates = true
        replace(in: file, index - 1..<index, with: "self")
      }
      if source[index + 2].text == "(", source[index + 3].text == "map" {
        look(in: file, at: index, "an initializer that calls init(map:)")
      }
    }
    for index in body..<close
    where source[index].text == "self" && source[index + 1].text == "="
      && source[index - 1].text != "."
    {
      look(in: file, at: index, "a class can't assign to self")
    }
    guard !delegates else { return }
    let indent = indentation(file, member.tokens.lowerBound)
    if source[body + 1].beginsLine {
      insert(file, at: source[body].range.upperBound, "\n\(indent)\(unit(plan))self.init()")
    } else {
      insert(file, at: source[body].range.upperBound, " self.init();")
    }
  }

  /// What an initializer whose parameters all have defaults gives to properties: `Cat()` called it.
  private func findDefaultsOfInitializers(_ plan: ModelPlan) {
    for (file, declaration) in plan.entry.parts {
      let source = source(file)
      for member in declaration.members where member.kind == .initializer {
        guard let open = member.parameters, let close = source.partner(open), close > open + 1,
          let body = member.body
        else { continue }
        let parameters = source.parts(of: open + 1..<close).map { part in
          (
            name: source[(source.find(":", in: part) ?? part.lowerBound + 1) - 1].name,
            value: source.find("=", in: part).map { $0 + 1..<part.upperBound }
          )
        }
        guard parameters.allSatisfy({ $0.value != nil }) else { continue }
        for statement in DeclarationReader(source).statements(body) {
          guard let equals = source.find("=", in: statement), equals + 2 == statement.upperBound,
            let name = AnyMover(migration: self, file: file).propertyName(
              statement.lowerBound..<equals
            ),
            let value = parameters.first(where: { $0.name == source[equals + 1].name })?.value,
            let property = plan.property(name), property.binding.value == nil,
            // Without a value, an optional property is nil.
            !(property.type.map(ModelPlan.isOptional) ?? true), plan.initialValues[name] == nil
          else { continue }
          let code = source.text(value)
          if code != "nil" { plan.initialValues[name] = code }
        }
      }
    }
  }

  // MARK: - Functions

  private func migrateFunction(
    _ member: SwiftDeclaration,
    of plan: ModelPlan,
    in file: Int,
    isMain: Bool
  ) {
    if plan.staysStruct { return migrateFunction(ofStruct: plan, member, file) }
    let source = source(file)
    for modifier in member.modifiers
    where modifier.name == "mutating" || modifier.name == "nonmutating" {
      removeWithSpace(file, modifier.tokens)
      report.count("mutating functions")
    }
    if let body = member.body, let close = source.partner(body), plan.becomesClass {
      for index in body..<close
      where source[index].text == "self" && source[index + 1].text == "="
        && source[index - 1].text != "."
      {
        look(in: file, at: index, "a class can't assign to self")
      }
      copySelf(file, body..<close)
    }
    switch member.name {
    case "==": migrateEquality(member, of: plan, in: file)
    case "hash": migrateHash(member, of: plan, in: file, isMain: isMain)
    case "encode" where source[(member.parameters ?? 0) + 1].text == "with":
      removeLines(file, member.tokens)
      report.count("encode(with:) that goes")
      look(in: file, at: member.keyword, "encode(with:) went: the model has its own archives")
    case "encode"
    where source[(member.parameters ?? 0) + 1].text == "to" && takesEncoder(member, source):
      commentOut(
        in: file,
        member.tokens,
        because: "encode(to:) is the model's own; keys belong in keyMapping"
      )
    case "isEqual" where member.has("override"):
      look(in: file, at: member.keyword, "isEqual(_:) of NSObject: isEqual(to:) takes its place")
    case "setValue", "value", "setValuesForKeys", "observeValue":
      if member.has("override") {
        look(in: file, at: member.keyword, "key-value coding has no counterpart")
      }
    default: break
    }
  }

  private func takesEncoder(_ member: SwiftDeclaration, _ source: SourceFile) -> Bool {
    guard let open = member.parameters, let close = source.partner(open) else { return false }
    return (open..<close).contains { source[$0].text == "Encoder" }
  }

  private func migrateVariable(_ member: SwiftDeclaration, of plan: ModelPlan, in file: Int) {
    let source = source(file)
    guard isObjectiveC(plan) || member.name == "hashValue", !plan.staysStruct else { return }
    let overridden = member.modifiers.first { $0.name == "override" }
    switch member.name {
    case "description", "debugDescription":
      if let overridden { removeWithSpace(file, overridden.tokens) }
    case "hash" where overridden != nil, "hashValue":
      look(in: file, at: member.keyword, "\(member.name): hash(into:) takes its place")
    default: break
    }
    for attribute in member.attributes where source.text(attribute) == "@objc" {
      removeWithSpace(file, attribute)
      report.count("@objc that goes")
    }
    for modifier in member.modifiers where modifier.name == "dynamic" {
      removeWithSpace(file, modifier.tokens)
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
      guard isAllRemoved(file, inside) else { continue }
      removeLines(file, declaration.tokens)
      report.count("empty extensions")
    }
  }

  /// The indentation of one level in a type.
  func unit(_ plan: ModelPlan) -> String {
    let outer = indentation(plan.entry.file, plan.entry.declaration.tokens.lowerBound)
    guard let member = plan.entry.declaration.members.first else { return "    " }
    let inner = indentation(plan.entry.file, member.tokens.lowerBound)
    guard source(plan.entry.file)[member.tokens.lowerBound].beginsLine, inner.hasPrefix(outer),
      inner.utf8.count > outer.utf8.count
    else { return "    " }
    return String(inner.dropFirst(outer.count))
  }
}
