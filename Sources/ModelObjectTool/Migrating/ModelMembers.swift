import ModelObjectEssentials

/// What a model's own members become, in a part of it.
struct ModelMembers: PartMover {
  let migration: Migration
  let plan: ModelPlan
  let part: CodeBase.Part

  /// Moves the members that aren't a library's.
  func migrate(besides rules: [any LibraryRules]) {
    for member in part.declaration.members {
      switch member.kind {
      case .initializer where !rules.contains { $0.take(member) }: migrateInitializer(member)
      case .function where !rules.contains { $0.take(member) }: migrateFunction(member)
      case .variable: migrateVariable(member)
      default: continue
      }
    }
  }

  // MARK: - Properties

  func migrate(_ property: ModelPlan.Property) {
    let declaration = property.declaration
    if let tokens = property.binding.type, !declaration.has("weak"), !declaration.has("unowned") {
      migrateType(tokens, for: property.name)
    }
    let given = plan.initialValues[property.name].flatMap { $0.isEmpty ? nil : $0 }
    if plan.library.skipsNull, let type = property.type, ModelPlan.isOptional(type),
      let value = property.binding.value, source.text(value) != "nil"
    {
      warn(
        at: property.binding.name,
        "null makes an optional property with a default nil: it kept its value"
      )
    }
    let hasNoDefault =
      property.binding.value == nil
      && property.type.map { given != nil || !ModelPlan.isOptional($0) } ?? false
    if declaration.isConstant {
      guard !property.isFixed || plan.library.mapsConstants else { return }
      replace(declaration.keyword..<declaration.keyword + 1, with: "var")
      count("let → var")
    }
    guard hasNoDefault, let type = property.type, let tokens = property.binding.type else { return }
    let end = source[tokens.upperBound - 1].range.upperBound
    if let value = given ?? migration.defaultValue(of: type, in: plan.name) {
      insert(at: end, " = \(value)")
    } else {
      let isCompound = type.contains("->") || type.contains("&") || type.hasPrefix("any ")
      if isCompound {
        insert(at: source[tokens.lowerBound].range.lowerBound, "(")
        insert(at: end, ")!")
      } else {
        insert(at: end, "!")
      }
      warn(at: property.binding.name, "properties without a default are nil until they are mapped")
    }
    count("defaults for properties without one")
  }

  private static let objectiveCTypes: [String: String] = [
    "NSMutableString": "String", "NSMutableArray": "[Any]", "NSDecimalNumber": "Decimal",
    "NSMutableDictionary": "[String: Any]", "NSData": "Data", "NSSet": "a Set",
  ]

  /// Types that aren't mapped.
  private func migrateType(_ tokens: Range<Int>, for name: String) {
    for index in tokens where source[index].kind == .word {
      if source[index].text == "AnyObject" {
        replace(index..<index + 1, with: "Any")
        count("AnyObject → Any")
      } else if let other = Self.objectiveCTypes[source[index].text] {
        look(at: index, "\(name) isn't mapped with the type \(source[index].text): use \(other)")
      }
    }
  }

  // MARK: - Initializers

  private func migrateInitializer(_ member: SwiftDeclaration) {
    if plan.staysStruct { return migrateStructInitializer(member) }
    guard let (open, close, body) = brackets(of: member) else { return }
    let isFailable = source[member.keyword + 1].text != "(" && member.generics == nil
    if close == open + 1, !isFailable {
      migratePlainInitializer(member, body: body)
    } else if source[open + 1].text == "coder" {
      removeLines(member.tokens)
      count("init(coder:) that goes")
      look(at: member.keyword, "init(coder:) went: files of NSKeyedArchiver need their old reader")
    } else if source[open + 1].text == "from", source.text(open + 1..<close).contains("Decoder") {
      commentOut(
        member.tokens,
        because: "init(from:) is the model's own; keys belong in keyMapping"
      )
    } else {
      migrateOtherInitializer(member, body: body)
    }
  }

  private func migratePlainInitializer(_ member: SwiftDeclaration, body: Int) {
    let statements = statements(body)
    let isTrivial = statements.allSatisfy {
      source.compact($0) == "super.init()"
    }
    let inside =
      source[body].range.upperBound..<source[source.partner(body) ?? body].range.lowerBound
    if isTrivial, comments(inside).isEmpty {
      removeLines(member.tokens)
      count("init() that goes")
      return
    }
    inlineDelegation(body: body)
    for modifier in member.modifiers
    where ["override", "convenience", "private", "fileprivate"].contains(modifier.name) {
      removeWithSpace(modifier.tokens)
    }
    var prefix = member.has("required") ? "" : "required "
    if !["public", "open", "package"].contains(where: member.has) { prefix = plan.access + prefix }
    if !prefix.isEmpty {
      insert(at: source[member.keyword].range.lowerBound, prefix)
      count("init() → required init()")
    }
  }

  private func migrateOtherInitializer(_ member: SwiftDeclaration, body: Int) {
    guard let close = source.partner(body) else { return }
    if member.has("override") {
      look(
        at: member.keyword,
        "an initializer that overrides another one: both are convenience initializers now"
      )
    }
    if !member.has("convenience") {
      insert(at: source[member.keyword].range.lowerBound, "convenience ")
      count("init → convenience init")
    }
    for modifier in member.modifiers where modifier.name == "override" {
      removeWithSpace(modifier.tokens)
    }
    var delegates = moveDelegation(body: body)
    for index in body..<close where source[index].text == "." && source[index + 1].text == "init" {
      if source[index - 1].text == "self" { delegates = true }
      if source[index - 1].text == "super", !isRemoved(index) {
        // What stood before it is used only after it here, too.
        delegates = true
        replace(index - 1..<index, with: "self")
      }
      if source[index + 2].text == "(", source[index + 3].text == "map" {
        look(at: index, "an initializer that calls init(map:)")
      }
    }
    for index in body..<close
    where source[index].text == "self" && source[index + 1].text == "="
      && source[index - 1].text != "."
    {
      look(at: index, "a class can't assign to self")
    }
    guard !delegates else { return }
    let indent = indentation(member.tokens.lowerBound)
    if source[body + 1].beginsLine {
      insert(at: source[body].range.upperBound, "\n\(indent)\(migration.unit(plan))self.init()")
    } else {
      insert(at: source[body].range.upperBound, " self.init();")
    }
  }

  /// What an initializer whose parameters all have defaults gives to properties: `Cat()` called it.
  func findDefaultsOfInitializers() {
    for member in part.declaration.members where member.kind == .initializer {
      guard let (open, close, body) = brackets(of: member), close > open + 1 else { continue }
      let parameters = parameters(open)
      guard parameters.allSatisfy({ $0.value != nil }) else { continue }
      for statement in statements(body) {
        guard let (name, given) = assignment(statement), given.count == 1,
          let value = parameters.first(where: { $0.name == source[given.lowerBound].name })?.value,
          let property = plan.property(name), property.binding.value == nil,
          // Without a value, an optional property is nil.
          !(property.type.map(ModelPlan.isOptional) ?? true), plan.initialValues[name] == nil
        else { continue }
        let code = source.text(value)
        if code != "nil" { plan.initialValues[name] = code }
      }
    }
  }

  // MARK: - Functions

  private func migrateFunction(_ member: SwiftDeclaration) {
    if plan.staysStruct { return migrateStructFunction(member) }
    for modifier in member.modifiers
    where modifier.name == "mutating" || modifier.name == "nonmutating" {
      removeWithSpace(modifier.tokens)
      count("mutating functions")
    }
    if let body = member.body, let close = source.partner(body), plan.becomesClass {
      for index in body..<close
      where source[index].text == "self" && source[index + 1].text == "="
        && source[index - 1].text != "."
      {
        look(at: index, "a class can't assign to self")
      }
      copySelf(body..<close)
    }
    switch member.name {
    case "==": migrateEquality(member)
    case "hash": migrateHash(member)
    case "encode" where source[(member.parameters ?? 0) + 1].text == "with":
      removeLines(member.tokens)
      count("encode(with:) that goes")
      look(at: member.keyword, "encode(with:) went: the model has its own archives")
    case "encode"
    where source[(member.parameters ?? 0) + 1].text == "to" && takesEncoder(member):
      commentOut(
        member.tokens,
        because: "encode(to:) is the model's own; keys belong in keyMapping"
      )
    case "isEqual" where member.has("override"):
      look(at: member.keyword, "isEqual(_:) of NSObject: isEqual(to:) takes its place")
    case "setValue", "value", "setValuesForKeys", "observeValue":
      if member.has("override") {
        look(at: member.keyword, "key-value coding has no counterpart")
      }
    default: break
    }
  }

  private func takesEncoder(_ member: SwiftDeclaration) -> Bool {
    guard let open = member.parameters, let close = source.partner(open) else { return false }
    return (open..<close).contains { source[$0].text == "Encoder" }
  }

  private func migrateVariable(_ member: SwiftDeclaration) {
    guard migration.isObjectiveC(plan) || member.name == "hashValue", !plan.staysStruct else {
      return
    }
    let overridden = member.modifiers.first { $0.name == "override" }
    switch member.name {
    case "description", "debugDescription":
      if let overridden { removeWithSpace(overridden.tokens) }
    case "hash" where overridden != nil, "hashValue":
      look(at: member.keyword, "\(member.name): hash(into:) takes its place")
    default: break
    }
    for attribute in member.attributes where source.text(attribute) == "@objc" {
      removeWithSpace(attribute)
      count("@objc that goes")
    }
    for modifier in member.modifiers where modifier.name == "dynamic" {
      removeWithSpace(modifier.tokens)
    }
  }
}
