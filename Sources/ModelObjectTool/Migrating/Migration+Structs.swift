import ModelObjectEssentials

// Structs that stay structs, by `ModelStruct`.
extension Migration {
  private static let moved: Set<String> = [
    "HandyJSON", "ObjectMapper", "SmartCodable", "KakaJSON", "SwiftyJSON",
  ]

  /// Chooses the structs that stay: of these libraries, all that take part in nothing that only classes
  /// can.
  func keepStructs() {
    for plan in plans where plan.entry.declaration.kind == .struct {
      guard plan.libraries.allSatisfy({ Self.moved.contains($0.name) }) else { continue }
      if let reason = reasonForClass(plan) { needClass(plan, reason) }
    }
    for library in libraries where Self.moved.contains(library.name) {
      let all = plans.filter { plan in plan.libraries.contains { $0.name == library.name } }
      let uses = protocolUses(library)
      let reason: String
      if let name = uses.type {
        reason = "\(name) is used as a type"
      } else if !uses.constraints.isEmpty, all.contains(where: { !canStay($0) }) {
        let functions = uses.constraints.map { genericFunction(around: $0.token, in: $0.file) }
        guard let other = functions.firstIndex(where: { $0 == nil }) else {
          if all.contains(where: canStay) { writeTwice(functions.compactMap(\.self)) }
          continue
        }
        let (name, file, token) = uses.constraints[other]
        let place = "\(code.files[file].path):\(source(file).line(of: token))"
        reason = "generic code takes any \(name) (\(place)), and not all of them are structs"
      } else {
        continue
      }
      for plan in all where canStay(plan) { needClass(plan, reason) }
    }
    for plan in plans { plan.staysStruct = canStay(plan) }
  }

  private func canStay(_ plan: ModelPlan) -> Bool {
    plan.entry.declaration.kind == .struct && classReasons[plan.place] == nil
      && plan.libraries.allSatisfy { Self.moved.contains($0.name) }
  }

  /// What is seen in a struct's declaration.
  private func reasonForClass(_ plan: ModelPlan) -> String? {
    for (file, declaration) in plan.entry.parts {
      if code.inherited(declaration, file).contains(where: { $0.name == "StaticMappable" }) {
        return "a StaticMappable chooses a class"
      }
      for member in declaration.members where member.kind == .variable {
        let word = ["weak", "unowned", "lazy"].first(where: member.has)
        if let word { return "it has a \(word) property" }
      }
    }
    return codableUse(of: plan)
  }

  private static let coders: Set<String> = [
    "JSONDecoder", "JSONEncoder", "PropertyListDecoder", "PropertyListEncoder",
  ]

  /// What needs a model of SmartCodable to be `Codable`, as models that are classes are.
  private func codableUse(of plan: ModelPlan) -> String? {
    guard plan.libraries.contains(where: { $0.name == "SmartCodable" }) else { return nil }
    let name = plan.entry.shortName
    for source in code.files.map(\.source)
    where source.tokens.contains(where: { $0.text == name }) {
      let coder = source.tokens.first { Self.coders.contains($0.text) }
      if let coder { return "a file with it has a \(coder.text), and a ModelStruct isn't Codable" }
    }
    let owner = code.types.enumerated().first { place, type in
      self.plan(ofType: place) == nil
        && code.names(inheritedBy: type).contains {
          ["Codable", "Decodable", "Encodable"].contains($0)
        }
        && type.parts.contains { file, declaration in
          declaration.tokens.contains { source(file)[$0].text == name }
        }
    }
    return owner.map { "\($0.element.name) has it, which is Codable" }
  }

  /// Whether generic code that takes models of a library takes structs alone.
  func takesStructs(_ library: Library) -> Bool {
    let all = plans.filter { plan in plan.libraries.contains { $0.name == library.name } }
    return !all.isEmpty && all.allSatisfy(\.staysStruct)
  }

  /// Calls of `kj` whose types aren't certain are served for classes, or for structs.
  func lookAtHelpers() {
    let all = plans.filter { $0.library.name == "KakaJSON" }
    guard helpers.contains(.kj), !all.allSatisfy(\.staysStruct) else { return }
    for plan in all where plan.staysStruct {
      needClass(plan, "calls of kj take any Convertible, and not all of them are structs")
    }
  }

  // MARK: - Uses of a library's protocol

  private typealias Constraint = (name: String, file: Int, token: Int)

  /// The names by which a library's protocols are used outside of the headers of types: as a type, and
  /// in constraints.
  private func protocolUses(_ library: Library) -> (type: String?, constraints: [Constraint]) {
    var constraints: [Constraint] = []
    let all = Dictionary(grouping: code.types.flatMap(\.parts), by: \.file)
    for (file, source) in code.files.map(\.source).enumerated() where source.problem == nil {
      let parts = all[file, default: []].map(\.declaration)
      // The library asks for this function, whose result is such a type.
      let factories = parts.flatMap(\.members).filter { $0.name == "objectForMapping" }
      let headers =
        parts.filter { $0.kind != .protocol }.flatMap(\.inherited) + factories.map(\.tokens)
      for (index, token) in source.tokens.enumerated()
      where token.kind == .word && library.models.contains(token.text) {
        guard source[index - 1].text != ".", source[index - 1].text != "import",
          !(source[index + 1].text == "." && library.modules.contains(token.text)
            && !["Type", "Protocol"].contains(source[index + 2].text)),
          !headers.contains(where: { $0.contains(index) }), !isForeignHeader(index, source)
        else { continue }
        guard isConstraint(index, source) else { return (token.text, []) }
        // No struct is in a function that takes objects.
        if isOfClasses(index, in: file) { continue }
        constraints.append((token.text, file, index))
      }
    }
    return (nil, constraints)
  }

  /// The function in whose header a token is, and which another one may be beside.
  private func genericFunction(around token: Int, in file: Int) -> CodeBase.Part? {
    func find(_ declarations: [SwiftDeclaration]) -> SwiftDeclaration? {
      guard let around = declarations.first(where: { $0.tokens.contains(token) }) else {
        return nil
      }
      let isHeader = token < around.body ?? around.tokens.upperBound
      guard [.function, .initializer].contains(around.kind) else { return find(around.members) }
      return isHeader && !around.has("override") ? around : nil
    }
    return find(source(file).declarations).map { (file, $0) }
  }

  /// Whether a generic parameter has to be a class, too: `T: Mappable & AnyObject`.
  private func isOfClasses(_ constraint: Int, in file: Int) -> Bool {
    let source = source(file)
    guard let function = genericFunction(around: constraint, in: file)?.declaration,
      let parameter = constrainedName(constraint, source)
    else { return false }
    return (function.keyword..<(function.body ?? function.tokens.upperBound)).contains { index in
      let name = source[index].name
      let isClass =
        ["AnyObject", "NSObject"].contains(name)
        || code.place(of: name, in: "").map { code.types[$0].declaration.kind == .class } ?? false
      return isClass && constrainedName(index, source) == parameter
    }
  }

  /// `T` in `T: Mappable & Named`.
  private func constrainedName(_ constraint: Int, _ source: SourceFile) -> String? {
    var index = constraint - 1
    while ["&", "."].contains(source[index].text) { index -= 2 }
    return source[index].text == ":" ? source[index - 1].name : nil
  }

  /// Whether a name is in a header such as `extension Array: HandyJSON {}`.
  private func isForeignHeader(_ index: Int, _ source: SourceFile) -> Bool {
    source.declarations.contains { declaration in
      declaration.kind == .extension && declaration.inherited.contains { $0.contains(index) }
    }
  }

  /// Whether a name follows a generic parameter, an associated type, a protocol, or `some`.
  private func isConstraint(_ name: Int, _ source: SourceFile) -> Bool {
    if source[name - 1].text == "some" { return true }
    guard source[name - 1].text == ":" || source[name - 1].text == "&" else { return false }
    var index = name - 1
    while index > 0 {
      let token = source[index]
      if ["<", "where", "protocol", "associatedtype"].contains(token.text) { return true }
      guard token.kind == .word || [".", ",", ":", "&", "=="].contains(token.text) else {
        return false
      }
      if ["func", "var", "let", "case", "init"].contains(token.text) { return false }
      index -= 1
    }
    return false
  }

  // MARK: - Members

  /// Looks at what was made of a struct's members, and gives it an `init()`.
  func completeStruct(_ plan: ModelPlan) {
    if !plan.willMap.isEmpty { needClass(plan, "code runs before it is mapped") }
    if !plan.unexported.isEmpty { needClass(plan, "exports leave a property out") }
    if readsLocalDates(plan) {
      needClass(plan, "its dates are in the time zone of the device, as options of a class say")
    }
    let initializers = plan.entry.parts.flatMap { part in
      part.declaration.members.filter {
        $0.kind == .initializer && !self[part.file].isRemoved($0.keyword)
      }
      .map { (file: part.file, member: $0, isMain: part.declaration.kind != .extension) }
    }
    let isThere = initializers.contains { file, member, _ in
      guard let open = member.parameters else { return false }
      return source(file).partner(open) == open + 1 && source(file)[member.keyword + 1].text == "("
    }
    let isHidden = initializers.contains(where: \.isMain) || !plan.access.isEmpty
    guard isHidden || plan.makesInitializer, !isThere else { return }
    if !initializers.contains(where: \.isMain) { writeMemberwise(plan) }
    guard !plan.makesInitializer else { return }
    let access = plan.access
    plan.members.append { _ in ["\(access)init() {}"] }
    report.count("init() that structs get")
  }

  /// Whether a pattern of dates, or the library without one, leaves the time zone open.
  private func readsLocalDates(_ plan: ModelPlan) -> Bool {
    let hasPattern = plan.dateFormats.contains { _, code in
      guard code.hasPrefix(".custom(") else { return false }
      let literal = Self.literal(String(code.dropFirst(8).dropLast()))
      // Letters between apostrophes are text.
      let parts = literal?.split(separator: "'", omittingEmptySubsequences: false) ?? []
      let letters = parts.enumerated().filter { $0.offset % 2 == 0 }.map(\.element).joined()
      return !letters.contains { "ZzXxVvO".contains($0) }
    }
    guard !hasPattern, plan.library.name == "SmartCodable" else { return hasPattern }
    return plan.properties.contains { property in
      property.type.map { Self.base(of: $0) == "Date" } ?? false
        && !plan.dateFormats.contains { $0.property == property.name }
        && !plan.ignored.contains(property.name)
    }
  }
}
