import ModelObjectEssentials

/// Reads the statements of `init(json: JSON)`.
struct SwiftyJSONReader: ModelMover {
  let migration: Migration
  let plan: ModelPlan
  let file: Int
  /// The properties that get a value.
  private(set) var read: Set<String> = []
  /// The paths of variables that are a `JSON`: the parameter, and parts of it.
  private(set) var paths: [String: SourcePath]
  /// Values that variables got.
  private(set) var locals: [(name: String, value: JSONValue, statement: Range<Int>)] = []
  var used: Set<String> = []
  /// Whether code moved into a hook.
  var hasKept = false
  /// Whether a condition asks for the key.
  private var isGuarded = false
  private var left: [Range<Int>] = []

  init(migration: Migration, plan: ModelPlan, file: Int, parameter: String) {
    (self.migration, self.plan, self.file) = (migration, plan, file)
    paths = [parameter: SourcePath()]
  }

  mutating func take(_ statements: [Range<Int>]) {
    // Variables of statements that are left: what uses them is left, too.
    var missing: Set<String> = []
    for statement in statements where !isTaken(statement) {
      let isMissing = statement.contains {
        missing.contains(source[$0].name) && source[$0 - 1].text != "."
      }
      if !isMissing, keep(statement) { continue }
      missing.formUnion(declared(statement))
      left.append(statement)
      // What it assigns isn't ignored, so that nothing gets lost.
      for index in statement where plan.property(source[index].name) != nil {
        if ["=", "."].contains(source[index + 1].text) { read.insert(source[index].name) }
      }
    }
  }

  /// Leaves what isn't understood, and the values that no property got.
  func finish() {
    let unused = locals.filter { !used.contains($0.name) }.map(\.statement)
    leave(all: left + unused, because: "not understood in init(json:)")
  }

  // MARK: - Statements

  private mutating func isTaken(_ statement: Range<Int>) -> Bool {
    switch source[statement.lowerBound].text {
    case "let", "var":
      return takeVariable(from: statement.lowerBound, to: statement.upperBound, in: statement)
    case "if": return takeIf(statement)
    case "guard": return takeGuard(statement)
    case "for": return takeLoop(statement)
    default: break
    }
    if let (name, value) = assignment(statement), plan.property(name) != nil {
      return take(name, value: value, from: statement)
    }
    let text = source.compact(statement)
    return ["super.init()", "self.init()", "return"].contains(text)
      || text.hasPrefix("super.init(") && !hasText(statement)
        && statement.count <= 9
  }

  /// `name = json["a"]`, from the word before the name.
  private mutating func takeVariable(from start: Int, to end: Int, in statement: Range<Int>) -> Bool
  {
    guard source[start + 1].kind == .word, let equals = source.find("=", in: start..<end) else {
      return false
    }
    let name = source[start + 1].name
    if let path = path(equals + 1..<end) {
      paths[name] = path
      return true
    }
    guard let value = value(equals + 1..<end), value.fallback == nil else { return false }
    locals.append((name, value, statement))
    return true
  }

  private mutating func takeIf(_ statement: Range<Int>) -> Bool {
    guard let brace = statement.first(where: { source[$0].text == "{" }),
      source.partner(brace) == statement.upperBound - 1
    else { return false }
    let inner = statements(brace)
    let condition = source.compact(statement.lowerBound + 1..<brace)
    if inner.allSatisfy({ source.text($0) == "return" }), let json = paths.first?.key {
      return condition.hasPrefix("\(json)==") || condition == "\(json).isEmpty"
    }
    // `if json["a"] != nil { a = A(json: json["a"]) }`
    let ends = ["!=nil", "!=JSON.null", "!=.null", ".exists()"]
    if ends.contains(where: condition.hasSuffix), paths.keys.contains(where: condition.hasPrefix),
      !condition.contains("&&"), !condition.contains("||"), inner.allSatisfy({ assigns($0) })
    {
      isGuarded = true
      defer { isGuarded = false }
      return inner.allSatisfy { isTaken($0) }
    }
    // `if let items = json["a"].array { list = items.map { A(json: $0) } }`
    guard ["let", "var"].contains(source[statement.lowerBound + 1].text) else { return false }
    let (known, knownLocals) = (paths, locals)
    guard
      bindings(statement.lowerBound + 1..<brace).allSatisfy({
        takeVariable(from: $0.lowerBound, to: $0.upperBound, in: statement)
      }), inner.allSatisfy({ assigns($0) }), inner.allSatisfy({ isTaken($0) })
    else {
      (paths, locals) = (known, knownLocals)
      return false
    }
    return true
  }

  /// Whether a statement is `x = …`, or a loop.
  private func assigns(_ statement: Range<Int>) -> Bool {
    source[statement.lowerBound].text == "for" || assignment(statement) != nil
  }

  /// The parts of `let a = b, let c = d`.
  private func bindings(_ tokens: Range<Int>) -> [Range<Int>] { source.parts(of: tokens) }

  /// `guard let id = json["id"].string else { return nil }`: it is required.
  private mutating func takeGuard(_ statement: Range<Int>) -> Bool {
    guard let brace = statement.first(where: { source[$0].text == "{" }),
      source[brace - 1].text == "else"
    else { return false }
    let condition = source.compact(statement.lowerBound + 1..<brace - 1)
    let exit = source.text(
      statement.suffix(from: brace + 1).first.map { $0..<statement.upperBound - 1 } ?? 0..<0
    )
    guard exit == "return nil" || exit == "return" else { return false }
    if let json = paths.first(where: { $0.value.steps.isEmpty })?.key,
      ["\(json)!=.null", "\(json)!=JSON.null", "!\(json).isEmpty"].contains(condition)
        || condition == "\(json).exists()"
    {
      return true
    }
    for part in bindings(statement.lowerBound + 1..<brace - 1) {
      guard source[part.lowerBound].text == "let",
        takeVariable(from: part.lowerBound, to: part.upperBound, in: statement)
      else { return false }
      if exit == "return nil", var last = locals.last {
        last.value.isRequired = true; locals[locals.count - 1] = last
      }
    }
    return true
  }

  /// `for item in json["a"].arrayValue { list.append(A(json: item)) }`.
  private mutating func takeLoop(_ statement: Range<Int>) -> Bool {
    guard let word = source.find("in", in: statement),
      let brace = (word..<statement.upperBound).first(where: { source[$0].text == "{" }),
      source.partner(brace) == statement.upperBound - 1
    else { return false }
    var list = word + 1..<brace
    if let last = list.last, ["arrayValue", "array"].contains(source[last].text) {
      list = list.lowerBound..<last - 1
    } else if let last = list.last, source[last].text == "!" {
      list = list.lowerBound..<last - 2
    }
    guard let path = path(list) else { return false }
    let inner = statements(brace)
    var index = word - 1
    if source[index].text == ")", source[index - 1].text == "JSON" {
      index = source.partner(index).map { $0 - 2 } ?? index
    }
    let item = source[index].text == ")" ? source[index - 1].name : source[index].name
    guard let last = inner.last, let append = last.first(where: { source[$0].text == "append" }),
      let name = propertyName(last.lowerBound..<append - 1),
      plan.property(name) != nil, let argument = arguments(append + 1).first
    else { return false }
    var value = argument.value
    if inner.count == 2, let equals = source.find("=", in: inner[0]), value.count == 1,
      source[inner[0].lowerBound + 1].name == source[value.lowerBound].name
    {
      value = equals + 1..<inner[0].upperBound
    } else if inner.count != 1 {
      return false
    }
    guard isElement(value, item) else { return false }
    read.insert(name)
    addKey(for: name, path, at: statement)
    return true
  }

  // MARK: - Properties

  private mutating func take(_ name: String, value tokens: Range<Int>, from statement: Range<Int>)
    -> Bool
  {
    if let value = value(tokens) {
      add(name, value: value, from: statement)
      read.insert(name)
      return true
    }
    // A variable, or a list of one.
    for local in locals {
      let isPlain = tokens.count == 1 && source[tokens.lowerBound].name == local.name
      let isMapped =
        source[tokens.lowerBound].name == local.name && source[tokens.lowerBound + 1].text == "."
        && isMap(tokens.lowerBound + 2, tokens.upperBound)
      guard isPlain || isMapped else { continue }
      used.insert(local.name)
      add(name, value: local.value, from: statement)
      read.insert(name)
      return true
    }
    if let path = path(tokens) {
      // The `JSON` itself.
      guard !path.steps.isEmpty else { return false }
      addKey(for: name, path, at: statement)
      read.insert(name)
      return true
    }
    return takeTransform(name, value: tokens, from: statement)
  }

  private func add(_ name: String, value: JSONValue, from statement: Range<Int>) {
    addKey(for: name, value.path, at: statement)
    if let format = value.dateFormat { plan.dateFormats.append((name, format)) }
    if value.isRequired { plan.required.append(name) }
    guard let property = plan.property(name) else { return }
    let isOptional = property.type.map(ModelPlan.isOptional) ?? false
    if isOptional, value.isAlways, !isGuarded {
      main.warn(
        at: property.binding.name,
        "a nested model without its key is nil: `init(json:)` made one of defaults"
      )
    } else if isOptional, value.zero != nil {
      main.warn(
        at: property.binding.name,
        "null makes an optional property nil: `intValue` and its like made it 0, `[]` or empty"
      )
    }
    guard property.binding.value == nil else {
      if isOptional, value.zero == nil, value.fallback == nil {
        main.warn(
          at: property.binding.name,
          "optional properties with a default keep it if their key is absent: reading made them nil"
        )
      }
      return
    }
    if let fallback = value.fallback, fallback != "nil" {
      plan.initialValues[name] = fallback
    } else if let zero = value.zero, isOptional {
      plan.initialValues[name] = zero
    }
  }

  /// `x = make(json["x"].stringValue)`.
  private mutating func takeTransform(
    _ name: String,
    value tokens: Range<Int>,
    from statement: Range<Int>
  ) -> Bool {
    let mentioned = locals.filter { local in
      local.value.type != nil
        && tokens.contains { source[$0].name == local.name && source[$0 - 1].text != "." }
    }
    let starts = tokens.filter { paths[source[$0].name] != nil && source[$0 - 1].text != "." }
    if starts.isEmpty, mentioned.count == 1, let local = mentioned.first {
      let text = source.compact(tokens)
      let date = "Date(timeIntervalSince1970:\(local.name)"
      guard [date + ")", date + "/1000)"].contains(text) || !usesOthers(tokens, local.name) else {
        return false
      }
      used.insert(local.name)
      read.insert(name)
      if text.hasPrefix(date) {
        var value = local.value
        value.dateFormat = text == date + ")" ? ".secondsSince1970" : ".millisecondsSince1970"
        add(name, value: value, from: statement)
      } else {
        if local.value.zero != nil || local.value.fallback != nil {
          noteValueOfNothing(name, at: statement)
        }
        addTransform(
          name,
          value: tokens,
          path: local.value.path,
          input: local.value.type ?? "Any",
          parameter: local.name,
          from: statement
        )
      }
      return true
    }
    guard starts.count == 1, let start = starts.first, let found = access(start, tokens.upperBound),
      let type = found.type, !found.path.steps.isEmpty
    else { return false }
    guard !usesOthers(tokens, nil, besides: found.tokens) else { return false }
    let hasFallback = tokens.contains { source[$0].text == "??" }
    if !found.isOptional || hasFallback || !isOptional(name) {
      noteValueOfNothing(name, at: statement)
    }
    replace(found.tokens, with: "value")
    let input = found.isOptional ? "\(type)?" : type
    addTransform(
      name,
      value: tokens,
      path: found.path,
      input: input,
      parameter: "value",
      from: statement
    )
    read.insert(name)
    return true
  }

  private func isOptional(_ name: String) -> Bool {
    plan.property(name)?.type.map(ModelPlan.isOptional) ?? false
  }

  /// A transform isn't called without its key, and code around `intValue` was.
  private func noteValueOfNothing(_ name: String, at statement: Range<Int>) {
    if isGuarded { return }
    if isOptional(name) {
      warn(
        at: statement.lowerBound,
        "an optional property whose key is absent is nil: code around `intValue` and its like made a value of 0 or \"\""
      )
    } else {
      look(
        at: statement.lowerBound,
        "\(name): its transform isn't called without the key: give it the default that it made of nothing"
      )
    }
  }

  /// Whether an expression uses the object, or variables but one.
  private func usesOthers(
    _ tokens: Range<Int>,
    _ name: String?,
    besides inner: Range<Int> = 0..<0
  ) -> Bool {
    let members = Set(plan.properties.map(\.name))
    return tokens.contains { index in
      let word = source[index]
      return !inner.contains(index) && word.kind == .word && source[index - 1].text != "."
        && source[index + 1].text != ":" && word.name != name
        && (word.text == "self" || members.contains(word.name)
          || locals.contains { $0.name == word.name })
    }
  }

  private func addTransform(
    _ name: String,
    value tokens: Range<Int>,
    path: SourcePath,
    input: String,
    parameter: String,
    from statement: Range<Int>
  ) {
    let code = lines(tokens).joined(separator: "\n")
    plan.addTransform(name, transform(name, from: input, named: parameter, code: code))
    addKey(for: name, path, at: statement)
  }
}

/// A value that a property gets.
struct JSONValue {
  let path: SourcePath
  var fallback: String?
  /// What it is without a value: `""` of `stringValue`.
  var zero: String?
  /// The type that the accessor gives.
  var type: String?
  var dateFormat: String?
  var isRequired = false
  /// Whether it is a model that is made without its key, too.
  var isAlways = false
}
