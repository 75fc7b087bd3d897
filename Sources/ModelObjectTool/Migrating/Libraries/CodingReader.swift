import ModelObjectEssentials

/// Reads the statements of `init(from:)`.
struct CodingReader: ModelMover {
  let rules: CodableRules
  /// The properties that get a value.
  private(set) var read: Set<String> = []
  private(set) var containers: [String: CodableRules.Container] = [:]
  /// Values that variables got, with their statements.
  private var locals: [(name: String, decoding: CodableRules.Decoding, statement: Range<Int>)] = []
  private var used: Set<String> = []
  /// Statements that aren't understood.
  private var left: [Range<Int>] = []

  var migration: Migration { rules.migration }
  var plan: ModelPlan { rules.plan }
  var file: Int { rules.file }

  init(rules: CodableRules) { self.rules = rules }

  mutating func take(_ statements: [Range<Int>]) {
    for statement in statements where !isTaken(statement) {
      left.append(statement)
      // What it assigns isn't ignored, so that nothing gets lost.
      for index in statement {
        if source[index + 1].text == "=", plan.property(source[index].name) != nil {
          read.insert(source[index].name)
        }
      }
    }
  }

  private mutating func isTaken(_ statement: Range<Int>) -> Bool {
    switch source[statement.lowerBound].text {
    case "let", "var": return takeVariable(statement)
    case "if": return takeIf(statement)
    case "do": return takeDo(statement)
    default: break
    }
    guard let (name, value) = propertyAssignment(statement) else { return isCallOfSuper(statement) }
    guard take(name, value: value, from: statement) else { return false }
    read.insert(name)
    return true
  }

  /// `self.x = value` of a property.
  func propertyAssignment(_ statement: Range<Int>) -> (name: String, value: Range<Int>)? {
    assignment(statement).flatMap { plan.property($0.name) == nil ? nil : $0 }
  }

  /// Leaves what isn't understood, and the values that no property got.
  func finish() {
    let unused = locals.filter { !used.contains($0.name) }.map(\.statement)
    leave(all: left + unused, because: "not understood in init(from:)")
  }

  mutating func note(_ name: String, _ container: CodableRules.Container) {
    containers[name] = container
  }

  mutating func noteRead(_ name: String) { read.insert(name) }

  private func isCallOfSuper(_ statement: Range<Int>) -> Bool {
    let text = source.compact(statement)
    return ["super.init()", "self.init()", "trysuper.init(from:decoder)"].contains(text)
  }

  private mutating func takeVariable(_ statement: Range<Int>) -> Bool {
    guard let equals = source.find("=", in: statement),
      source[statement.lowerBound + 1].kind == .word
    else { return false }
    let name = source[statement.lowerBound + 1].name
    if let call = statement.first(where: {
      ["container", "nestedContainer"].contains(source[$0].text) && source[$0 + 1].text == "("
    }), source.after(call + 1) == statement.upperBound,
      let container = rules.container(at: call, among: containers)
    {
      containers[name] = container
      return true
    }
    guard let decoding = decoding(equals + 1..<statement.upperBound), decoding.fallback == nil
    else { return false }
    locals.append((name, decoding.decoding, statement))
    return true
  }

  // MARK: - Properties

  mutating func take(_ name: String, value: Range<Int>, from statement: Range<Int>) -> Bool {
    if let found = decoding(value) {
      if isOther(name, than: found.decoding, at: value.lowerBound) { return false }
      add(name, decodings: found.decoding, from: statement)
      if let fallback = found.fallback { noteDefault(name, fallback) }
      return true
    }
    if let (first, second) = alternatives(value) {
      add(name, decodings: [first, second], from: statement)
      return true
    }
    if let key = customKey(value) {
      addKey(for: name, key.path, at: statement)
      if !key.isOptional, plan.property(name)?.type.map({ !ModelPlan.isOptional($0) }) ?? false {
        plan.required.append(name)
      }
      look(
        at: key.method,
        "\(name): \(source[key.method].text) isn't called now: its value is converted to the property's type"
      )
      return true
    }
    if value.count == 1,
      let local = locals.first(where: { $0.name == source[value.lowerBound].name })
    {
      if isOther(name, than: local.decoding, at: value.lowerBound) { return false }
      used.insert(local.name)
      add(name, decodings: local.decoding, from: statement)
      return true
    }
    let calls = calls(in: value)
    let mentioned = locals.filter { local in
      value.contains { index in
        source[index].kind == .text
          ? interpolates(index, local.name)
          : source[index].name == local.name && source[index - 1].text != "."
      }
    }
    if calls.isEmpty, mentioned.isEmpty, !mentionsCoding(value) {
      return noteConstant(name, value: value, from: statement)
    }
    if calls.count == 1, mentioned.isEmpty, let call = calls.first {
      return addTransform(name, value: value, decoding: call, parameter: "value", from: statement)
    }
    if calls.isEmpty, mentioned.count == 1, let local = mentioned.first {
      guard
        addTransform(
          name,
          value: value,
          decoding: local.decoding,
          parameter: local.name,
          from: statement
        )
      else { return false }
      used.insert(local.name)
      return true
    }
    return false
  }

  /// Says so if a value is decoded as another type than the property's: a protocol or a superclass.
  private func isOther(_ name: String, than decoding: CodableRules.Decoding, at token: Int) -> Bool
  {
    guard let type = plan.property(name)?.type else { return false }
    func names(_ type: String) -> (shape: String, last: String) {
      let bare = Migration.base(of: type)
      guard let inner = Migration.elements(of: bare) else {
        let name =
          bare.hasPrefix("any") && bare.dropFirst(3).first?.isUppercase ?? false
          ? bare.dropFirst(3) : bare[...]
        return ("", name.split(separator: ".").last.map(String.init) ?? "")
      }
      let rest = names(inner)
      return ("[" + rest.shape, rest.last)
    }
    let (own, read) = (names(type), names(decoding.type))
    guard own != read, own.last != read.last, own.shape == read.shape else { return false }
    let place = migration.code.place(of: own.last, in: plan.name)
    let kind = place.map { migration.code.types[$0].declaration.kind }
    guard
      kind == .protocol || kind == .class || type.contains("any ")
        || kind == nil && migration.plan(named: read.last, in: plan.name) != nil
          && !migration.declaresAlias(own.last)
    else { return false }
    let reason =
      kind == .class
      ? "a \(own.last) is made of it now: subclasses or modelType(for:) choose \(read.last)"
      : "no \(own.last) is mapped: give the property the type \(read.last)"
    main.look(
      at: plan.property(name)?.binding.name ?? 0,
      "\(name): init(from:) made a \(read.last) of it, and \(reason)"
    )
    return true
  }

  private func add(
    _ name: String,
    decodings decoding: CodableRules.Decoding,
    from statement: Range<Int>
  ) {
    addKey(for: name, decoding.path, at: statement)
    if !decoding.isOptional { plan.required.append(name) }
  }

  /// Notes several keys, of which the last one may be required.
  func add(_ name: String, decodings: [CodableRules.Decoding], from statement: Range<Int>) {
    guard plan.key(of: name) == nil else {
      return leave(statement, because: "another key for \(name)")
    }
    var codes: [String] = []
    for code in decodings.map(\.path.code) where !codes.contains(code) { codes.append(code) }
    plan.keys.append(
      ModelPlan.Key(
        property: name,
        codes: codes,
        plain: codes.count == 1 ? decodings.first?.path.plain : nil,
        source: codes.joined(separator: ", ")
      )
    )
    if let last = decodings.last, !last.isOptional { plan.required.append(name) }
  }

  // MARK: - Calls

  func mentionsCoding(_ tokens: Range<Int>, besides call: Range<Int> = 0..<0) -> Bool {
    tokens.contains { index in
      !call.contains(index) && source[index].kind == .word && source[index - 1].text != "."
        && (containers[source[index].name] != nil || source[index].text == "decoder")
    }
  }

  /// The calls that decode in an expression.
  func calls(in tokens: Range<Int>) -> [CodableRules.Decoding] {
    tokens.compactMap { index in
      guard source[index].text.hasPrefix("decode"), source[index + 1].text == "(" else {
        return nil
      }
      return call(index)
    }
  }

  /// A whole expression that decodes, with what is after `??`.
  func decoding(_ tokens: Range<Int>) -> (decoding: CodableRules.Decoding, fallback: Range<Int>?)? {
    var tokens = tokens
    var fallback: Range<Int>?
    if let or = source.find("??", in: tokens) {
      fallback = or + 1..<tokens.upperBound
      guard !mentionsCoding(or + 1..<tokens.upperBound) else { return nil }
      tokens = tokens.lowerBound..<or
    }
    while source[tokens.lowerBound].text == "(",
      source.after(tokens.lowerBound) == tokens.upperBound
    {
      tokens = tokens.lowerBound + 1..<tokens.upperBound - 1
    }
    // `try? container.decode(…) ?? 0` in parentheses.
    if fallback == nil, let or = source.find("??", in: tokens) {
      fallback = or + 1..<tokens.upperBound
      tokens = tokens.lowerBound..<or
    }
    guard let found = calls(in: tokens).first, found.tokens == tokens else { return nil }
    return (found, fallback)
  }

  /// `try container.decode(Int.self, forKey: .id)` around the name of the method.
  private func call(_ method: Int) -> CodableRules.Decoding? {
    guard source[method - 1].text == "." else { return nil }
    var start = method - 2
    let container: CodableRules.Container
    if let known = containers[source[start].name], source[start - 1].text != "." {
      container = known
    } else if source[start].text == ")", let open = source.partner(start),
      source[open - 3].text == "decoder",
      let made = rules.container(at: open - 1, among: containers)
    {
      // `decoder.container(keyedBy: Keys.self).decode(…)`
      (container, start) = (made, open - 3)
    } else {
      return nil
    }
    var isTolerant = false
    if ["?", "!"].contains(source[start - 1].text), source[start - 2].text == "try" {
      isTolerant = source[start - 1].text == "?"
      start -= 2
    } else if source[start - 1].text == "try" {
      start -= 1
    }
    let arguments = arguments(method + 1)
    guard arguments.count == 2, arguments[0].label.isEmpty, arguments[1].label == "forKey",
      ["decode", "decodeIfPresent"].contains(source[method].text),
      source.text(arguments[0].value).hasSuffix(".self"),
      let key = rules.key(arguments[1].value, of: container)
    else { return nil }
    return CodableRules.Decoding(
      tokens: start..<source.after(method + 1),
      path: container.path.appending(.key(key)),
      type: String(source.text(arguments[0].value).dropLast(5)),
      isOptional: isTolerant || source[method].text == "decodeIfPresent",
      isTolerant: isTolerant,
      isInTry: isTolerant && source[method].text == "decode"
        && source[source.after(method + 1)].text == "."
    )
  }

  /// `try container.decodeIfPresent(A.self, forKey: .a) ?? container.decode(A.self, forKey: .b)`.
  private func alternatives(
    _ tokens: Range<Int>
  ) -> (CodableRules.Decoding, CodableRules.Decoding)? {
    guard let or = source.find("??", in: tokens),
      let first = decoding(tokens.lowerBound..<or), first.fallback == nil,
      let second = decoding(or + 1..<tokens.upperBound), second.fallback == nil
    else { return nil }
    return (first.decoding, second.decoding)
  }

  /// `try container.decodeDay(forKey: .day)`, with a function of the app.
  private func customKey(
    _ tokens: Range<Int>
  ) -> (path: SourcePath, method: Int, isOptional: Bool)? {
    guard let method = tokens.first(where: { source[$0].text.hasPrefix("decode") }),
      source[method + 1].text == "(", source.after(method + 1) == tokens.upperBound,
      source[method - 1].text == ".", let container = containers[source[method - 2].name],
      (tokens.lowerBound..<method - 2).allSatisfy({ ["try", "?"].contains(source[$0].text) })
    else { return nil }
    let arguments = arguments(method + 1)
    guard let argument = arguments.first(where: { $0.label == "forKey" }),
      let key = rules.key(argument.value, of: container)
    else { return nil }
    let isTried = source[tokens.lowerBound + 1].text == "?"
    return (
      container.path.appending(.key(key)), method,
      isTried || source[method].text.hasSuffix("IfPresent")
    )
  }
}
