/// What the source of `mappingOptions` or `exportOptions` sets.
struct ReadOptions {
  /// The code of each value that is set, by the path to it, such as `dates.format`.
  private(set) var values: [String: Code] = [:]
  /// Whether nothing else is set.
  private(set) var isWhole = true

  private let list: ModelList
  private let constant: (Code) -> Code?
  private var depth = 0

  /// Reads the list of a class over the options of its superclass.
  init(_ list: ModelList, _ read: ReadList, over inherited: ReadOptions?) {
    self.list = list
    constant = read.constant
    readBody(read.body, over: inherited)
  }

  /// Reads an expression in other code.
  init(_ list: ModelList, ofValue value: Code) {
    self.list = list
    constant = { _ in nil }
    readValue(value, over: nil)
  }

  private mutating func readBody(_ body: Code, over inherited: ReadOptions?) {
    if body.hasConditions { isWhole = false }
    if body.starts(with: "get", "{"), let inner = body.dropFirst(1).bracketed {
      return readBody(inner, over: inherited)
    }
    var variable: String?
    for statement in body.statements {
      if statement.starts(with: "var"), variable == nil, let (_, value) = statement.split(at: "=") {
        variable = statement[1].name
        readValue(value, over: inherited)
      } else if let name = variable, statement[0].name == name, statement[1].text == "." {
        readChange(statement.dropFirst(2))
      } else if variable == nil {
        readValue(
          statement.starts(with: "return") ? statement.dropFirst(1) : statement,
          over: inherited
        )
      } else if !statement.starts(with: "return") || statement[1].name != variable {
        isWhole = false
      }
    }
  }

  /// `dates.format = …` after the variable.
  mutating func readChange(_ change: Code) {
    guard let (path, value) = change.split(at: "=") else { return isWhole = false }
    set(path.spelling, value)
  }

  /// `MappingOptions(…)`, `.strict`, `super.mappingOptions`, or the name of a constant.
  private mutating func readValue(_ value: Code, over inherited: ReadOptions?) {
    guard depth < 16 else { return isWhole = false }
    depth += 1
    defer { depth -= 1 }
    var rest = value
    if let type = list.type.split(separator: "?").first, rest.starts(with: String(type)) {
      rest = rest.dropFirst(1)
    }
    if rest.starts(with: ".", "init", "(") { rest = rest.dropFirst(2) }
    if rest.starts(with: "("), let parts = rest.bracketed?.parts, let count = rest.bracketCount {
      for part in parts { readArgument(part, "") }
      rest = rest.dropFirst(count)
      if rest.starts(with: "{"), let count = rest.bracketCount {
        values["issueHandler"] = rest.prefix(count)
        rest = rest.dropFirst(count)
      }
    } else if rest.starts(with: "super", "."), rest[2].text == list.rawValue {
      values.merge(inherited?.values ?? [:]) { $1 }
      if inherited?.isWhole == false { isWhole = false }
      rest = rest.dropFirst(3)
    } else if rest.starts(with: ".", "lenient") {
      rest = rest.dropFirst(2)
    } else if !rest.starts(with: ".", "strict") {
      guard let known = constant(value) else { return isWhole = false }
      return readValue(known, over: inherited)
    }
    if rest.starts(with: ".", "strict") {
      // Its two values, as code that says them isn't here.
      for name in ["mismatches", "missingKeys"] { values[name] = rest.dropFirst(1).prefix(1) }
      rest = rest.dropFirst(2)
    }
    if !rest.isEmpty { isWhole = false }
  }

  private mutating func readArgument(_ argument: Code, _ path: String) {
    guard argument[1].text == ":" else { return isWhole = false }
    set(path + argument[0].name, argument.dropFirst(2))
  }

  private mutating func set(_ path: String, _ value: Code) {
    if path == "dates", let parts = (value.making("DateOptions") ?? value).inner?.parts {
      for part in parts { readArgument(part, "dates.") }
    } else {
      values[path] = value
    }
  }
}

extension ModelType {
  /// What the sources show of the options of the class.
  func options(_ list: ModelList) -> ReadOptions? {
    let inherited = superclass?.options(list)
    return lists[list].map { ReadOptions(list, $0, over: inherited) } ?? inherited
  }
}
