/// A list that a class of models declares about its properties.
enum ModelList: String, CaseIterable {
  case keyMapping, transforms, dateFormats, descriptions
  case ignoredProperties, mappedProperties, unexportedProperties, unarchivedProperties
  case requiredProperties, identity, unknownKeysProperty
  case accessors, arrayMapping, subclasses
  case archiveName, formerArchiveNames
  case keyMatching, mappingOptions, exportOptions

  /// The type, as the base class spells it.
  var type: String {
    switch self {
    case .keyMapping: "[String: JSONKey]"
    case .transforms: "[String: PropertyTransform]"
    case .dateFormats: "[String: DateOptions.Format]"
    case .descriptions: "[String: String]"
    case .mappedProperties: "Set<String>?"
    case .ignoredProperties, .unexportedProperties, .unarchivedProperties, .requiredProperties,
      .identity, .formerArchiveNames:
      "Set<String>"
    case .unknownKeysProperty: "String?"
    case .accessors: "[String: PropertyAccessor]"
    case .arrayMapping: "[String: ModelObject.Type]"
    case .subclasses: "Subclasses?"
    case .archiveName: "String"
    case .keyMatching: "KeyMatching"
    case .mappingOptions: "MappingOptions"
    case .exportOptions: "ExportOptions"
    }
  }

  /// Whether each name in it has to be that of a property.
  var namesProperties: Bool {
    switch self {
    case .keyMapping, .transforms, .dateFormats, .descriptions, .ignoredProperties,
      .mappedProperties,
      .unexportedProperties, .unarchivedProperties, .requiredProperties, .identity,
      .unknownKeysProperty:
      true
    default: false
    }
  }

  /// Whether it is a dictionary.
  var hasValues: Bool { type.hasPrefix("[") }

  /// Whether it has options instead of names.
  var isOptions: Bool { [.keyMatching, .mappingOptions, .exportOptions].contains(self) }

  /// Whether that of the most derived class is used alone.
  var isReplaced: Bool { self == .mappedProperties || self == .unknownKeysProperty }

  /// Whether a struct of models has it.
  var isOfStructs: Bool {
    switch self {
    case .keyMapping, .transforms, .dateFormats, .descriptions, .ignoredProperties,
      .mappedProperties,
      .requiredProperties, .keyMatching:
      true
    default: false
    }
  }

  /// Whether a type is the list's, however it is spelled.
  func isType(_ fragment: Code) -> Bool {
    let spelling = fragment.spelling.replacingEach("ModelObjectKit.", with: "")
    let plain = type.replacingEach(" ", with: "")
    let long = plain.hasSuffix("?") ? "Optional<\(plain.dropLast())>" : nil
    return spelling == plain || spelling == long
      || self == .dateFormats && spelling == "[String:Format]"
      || plain.hasPrefix("[") && spelling == "Dictionary<\(inner(plain))>"
  }

  private func inner(_ plain: String) -> String {
    String(plain.dropFirst().dropLast()).replacingEach(":", with: ",")
  }

  /// Whether only a list has such a type: a property of another meaning doesn't.
  var hasOwnType: Bool {
    switch self {
    case .keyMapping, .transforms, .dateFormats, .accessors, .arrayMapping, .subclasses,
      .keyMatching,
      .mappingOptions, .exportOptions:
      true
    default: false
    }
  }
}

/// What the source of a list shows.
struct ReadList {
  struct Entry {
    /// The literal of the name.
    let key: Code
    let name: String
    /// Nil in a list of names alone.
    let value: Code?
  }

  /// The name in the declaration.
  let place: Code
  /// What makes the list.
  let body: Code
  /// The value of a constant that an expression in it names.
  let constant: (Code) -> Code?
  /// All that the list may have.
  private(set) var entries: [Entry] = []
  /// Whether it has nothing else.
  private(set) var isWhole = true
  /// Whether it may be nil.
  private(set) var mayBeNil = false
  /// Names that occur twice in one literal with values, which ends the program.
  private(set) var repeated: [Entry] = []
  /// What can't be read as a list; for those that aren't.
  private(set) var values: [Code] = []

  private let list: ModelList
  /// What variables of the body have; it counts where one is returned.
  private var variables: [String: [Entry]] = [:]
  private var depth = 0

  init(
    _ list: ModelList,
    at place: Code,
    body: Code,
    constant: @escaping (Code) -> Code?
  ) {
    self.list = list
    (self.place, self.body) = (place, body)
    self.constant = constant
    readBody(body)
  }

  // MARK: - Statements

  private mutating func readBody(_ body: Code) {
    if body.hasConditions { isWhole = false }
    if body.starts(with: "get", "{"), let inner = body.dropFirst(1).bracketed {
      return readBody(inner)
    }
    let statements = body.statements
    if statements.count == 1 {
      let statement = statements[0]
      let isBranch = ["if", "switch", "guard", "do", "for", "while"].contains(statement[0].text)
      if !isBranch {
        return read(statement.starts(with: "return") ? statement.dropFirst(1) : statement)
      }
    }
    for statement in statements { readStatement(statement) }
  }

  private mutating func readStatement(_ statement: Code) {
    switch statement[0].text {
    case "return": read(statement.dropFirst(1))
    case "var", "let":
      guard statement[1].kind == .word, let value = statement.split(at: "=")?.after,
        mayBeList(value)
      else { return isWhole = false }
      variables[statement[1].name] = []
      collect(into: statement[1].name) { $0.read(value) }
    default:
      guard variables[statement[0].name] != nil else { return readBranches(statement) }
      collect(into: statement[0].name) { $0.readChange(statement.dropFirst(1)) }
    }
  }

  /// Reads entries that are those of a variable.
  private mutating func collect(into variable: String, _ body: (inout ReadList) -> Void) {
    let count = entries.count
    body(&self)
    variables[variable, default: []] += entries[count...]
    entries.removeSubrange(count...)
  }

  /// Whether a value of a variable is one of the list.
  private func mayBeList(_ value: Code) -> Bool {
    value.starts(with: "[") || value.starts(with: "super") || value.starts(with: "Set")
  }

  /// `list["name"] = …`, `list.insert("name")`, `list.formUnion([…])`.
  private mutating func readChange(_ change: Code) {
    if change.starts(with: "["), let key = change.bracketed, let count = change.bracketCount,
      change[count].text == "="
    {
      return add(key, change.dropFirst(count + 1))
    }
    guard change.starts(with: "."), change[2].text == "(",
      let inner = change.dropFirst(2).bracketed, let first = inner.parts.first
    else { return isWhole = false }
    switch change[1].text {
    case "insert": add(first, nil)
    case "formUnion", "merge", "append": read(first)
    case "remove", "subtract", "removeValue": isWhole = false
    default: isWhole = false
    }
  }

  /// What the branches of another statement return.
  private mutating func readBranches(_ statement: Code) {
    isWhole = false
    let reader = DeclarationReader(statement.file.source)
    var index = statement.range.lowerBound
    while index < statement.range.upperBound {
      let token = statement.file.source[index]
      if token.text == "return", token.kind == .word {
        let end = reader.endOfExpression(index, statement.range.upperBound)
        read(Code(statement.file, index + 1..<max(end, index + 1)))
        index = max(end, index + 1)
      } else {
        index += 1
      }
    }
  }

  // MARK: - Expressions

  private mutating func read(_ expression: Code) {
    guard depth < 16 else { return isWhole = false }
    depth += 1
    defer { depth -= 1 }
    if expression.starts(with: "("), let inner = expression.inner { return read(inner) }
    if readChoice(expression) { return }
    var rest = expression
    if expression.starts(with: "["), let count = expression.bracketCount,
      let inner = expression.bracketed
    {
      readLiteral(inner)
      rest = expression.dropFirst(count)
    } else if expression.starts(with: "super", "."), expression[2].text == list.rawValue {
      rest = expression.dropFirst(3)
    } else if expression.starts(with: "Set"), let set = readSet(expression) {
      rest = set
    } else if expression.starts(with: "nil"), expression.count == 1 {
      mayBeNil = true
      rest = expression.dropFirst(1)
    } else if list == .unknownKeysProperty || list == .archiveName, expression.literal != nil {
      add(expression, nil)
      rest = expression.dropFirst(1)
    } else if expression.count == 1, let known = variables[expression[0].name] {
      entries += known
      rest = expression.dropFirst(1)
    } else if let value = constant(expression) {
      read(value)
      rest = expression.dropFirst(expression.count)
    } else {
      values.append(expression)
      isWhole = false
      return
    }
    readCalls(rest)
  }

  /// `condition ? […] : […]`, and `[…] ?? […]`.
  private mutating func readChoice(_ expression: Code) -> Bool {
    guard let (_, choices) = expression.split(at: "?"), let (first, second) = choices.split(at: ":")
    else { return false }
    read(first)
    read(second)
    return true
  }

  /// `Set([…])`, `Set<String>([…])`; what is after it.
  private mutating func readSet(_ expression: Code) -> Code? {
    var rest = expression.dropFirst(1)
    if rest.starts(with: "<"), let end = rest.endOfGenerics { rest = rest.dropFirst(end) }
    guard rest.starts(with: "("), let inner = rest.bracketed, let count = rest.bracketCount else {
      return nil
    }
    if !inner.isEmpty { read(inner) }
    return rest.dropFirst(count)
  }

  /// `.merging([…]) { $1 }`, `.union([…])`, `as [String: JSONKey]`.
  private mutating func readCalls(_ calls: Code) {
    var rest = calls
    while !rest.isEmpty {
      if rest.starts(with: "as") { return }
      guard rest.starts(with: "."), ["merging", "union"].contains(rest[1].text),
        rest[2].text == "(",
        let inner = rest.dropFirst(2).bracketed, let count = rest.dropFirst(2).bracketCount,
        let first = inner.parts.first
      else { return isWhole = false }
      read(first)
      rest = rest.dropFirst(2 + count)
      if rest.starts(with: "{"), let count = rest.bracketCount { rest = rest.dropFirst(count) }
    }
  }

  private mutating func readLiteral(_ inner: Code) {
    if inner.starts(with: ":") { return }
    var seen: Set<String> = []
    for part in inner.parts {
      let count = entries.count
      // An array isn't a list with values, nor the reverse.
      let pair = part.split(at: ":")
      guard (pair != nil) == list.hasValues else {
        isWhole = false
        continue
      }
      if let (key, value) = pair { add(key, value) } else { add(part, nil) }
      if entries.count > count, entries[count].value != nil,
        !seen.insert(entries[count].name).inserted
      {
        repeated.append(entries[count])
      }
    }
  }

  private mutating func add(_ key: Code, _ value: Code?) {
    guard let name = key.literal else { return isWhole = false }
    entries.append(Entry(key: key, name: name, value: value))
  }
}
