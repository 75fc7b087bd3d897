// Expressions of SwiftyJSON.
extension SwiftyJSONReader {
  /// The types of accessors; those with `Value` are never nil.
  private static let accessors: [String: String] = [
    "string": "String", "int": "Int", "double": "Double", "float": "Float", "bool": "Bool",
    "int8": "Int8", "int16": "Int16", "int32": "Int32", "int64": "Int64", "uInt": "UInt",
    "uInt8": "UInt8", "uInt16": "UInt16", "uInt32": "UInt32", "uInt64": "UInt64",
    "number": "NSNumber", "url": "URL", "URL": "URL", "array": "[Any]",
    "dictionary": "[String: Any]",
    "arrayObject": "[Any]", "dictionaryObject": "[String: Any]", "object": "Any", "rawValue": "Any",
  ]

  struct Access {
    let path: SourcePath
    let tokens: Range<Int>
    let type: String?
    let isOptional: Bool
    let zero: String?
  }

  /// `json["a"].stringValue` at a place.
  func access(_ start: Int, _ end: Int) -> Access? {
    guard let found = prefix(start, end), source[found.end].text == ".", found.end + 1 < end else {
      return nil
    }
    let name = source[found.end + 1].name
    var stop = found.end + 2
    if stop < end, source[stop].text == "!" { stop += 1 }
    let isValue = name.hasSuffix("Value") && name != "rawValue"
    let base = isValue ? String(name.dropLast(5)) : name
    guard let type = Self.accessors[base] else { return nil }
    return Access(
      path: found.path,
      tokens: start..<stop,
      type: type,
      isOptional: !isValue && source[stop - 1].text != "!" && base != "object",
      zero: isValue ? ModelPlan.defaultValue(of: type) : nil
    )
  }

  /// An expression that is a value of the document and nothing else.
  func value(_ tokens: Range<Int>) -> JSONValue? {
    var tokens = tokens
    var fallback: String?
    if let or = source.find("??", in: tokens) {
      fallback = source.text(or + 1..<tokens.upperBound)
      guard
        !(or + 1..<tokens.upperBound).contains(where: {
          source[$0].text == "[" && source[$0 - 1].kind == .word
            && source[$0 - 1].range.upperBound == source[$0].range.lowerBound
        })
      else { return nil }
      tokens = tokens.lowerBound..<or
    }
    guard let first = tokens.first else { return nil }
    if source[first].text == "(", source.after(first) == tokens.upperBound {
      tokens = first + 1..<tokens.upperBound - 1
    }
    guard var found = plainValue(tokens) else { return nil }
    found.fallback = fallback
    return found
  }

  private func plainValue(_ tokens: Range<Int>) -> JSONValue? {
    guard let first = tokens.first else { return nil }
    if let access = access(first, tokens.upperBound) {
      if access.tokens.upperBound == tokens.upperBound {
        return access.path.steps.isEmpty
          ? nil : JSONValue(path: access.path, zero: access.zero, type: access.type)
      }
      // `.arrayValue.map { A(json: $0) }`, `.array?.map(A.init)`
      var index = access.tokens.upperBound
      if source[index].text == "?" { index += 1 }
      guard source[index].text == ".", isMap(index + 1, tokens.upperBound),
        !access.path.steps.isEmpty
      else { return nil }
      return JSONValue(path: access.path, zero: access.zero)
    }
    return call(tokens)
  }

  /// `map { A(json: $0) }` up to the end.
  func isMap(_ method: Int, _ end: Int) -> Bool {
    guard
      ["map", "compactMap", "flatMap", "mapValues", "compactMapValues"]
        .contains(source[method].text)
    else { return false }
    var inside = method + 1..<end
    if source[method + 1].text == "(", source.after(method + 1) == end {
      inside = method + 2..<end - 1
    }
    guard let first = inside.first else { return false }
    guard source[first].text == "{", source.after(first) == inside.upperBound else {
      // `A.init`, `A.init(json:)`
      return source[first].kind == .word && source[first + 1].text == "."
        && source[first + 2].text == "init"
        && migration.plan(named: source[first].name, in: plan.name) != nil
    }
    var body = first + 1..<inside.upperBound - 1
    var item = "$0"
    if let word = source.find("in", in: body) {
      let names = (first + 1..<word).filter {
        source[$0].kind == .word && source[$0 - 1].text != ":" && source[$0 - 1].text != "->"
      }
      item = names.first.map { source[$0].name } ?? item
      body = word + 1..<body.upperBound
    }
    let statements = DeclarationReader(source).statements(in: body)
    guard statements.count == 1, var value = statements.first else { return false }
    if source[value.lowerBound].text == "return" { value = value.lowerBound + 1..<value.upperBound }
    return isElement(value, item)
  }

  /// `A(json: item)`, `item.stringValue`.
  func isElement(_ tokens: Range<Int>, _ item: String) -> Bool {
    guard let first = tokens.first else { return false }
    var end = tokens.upperBound
    if source[end - 1].text == "!" { end -= 1 }
    if source[first].name == item {
      if tokens.count == 1 { return false }
      let name = source[first + 2].name
      let base = name.hasSuffix("Value") ? String(name.dropLast(5)) : name
      return source[first + 1].text == "." && first + 3 == end && Self.accessors[base] != nil
    }
    guard migration.plan(named: source[first].name, in: plan.name) != nil else { return false }
    var open = first + 1
    if source[open].text == ".", source[open + 1].text == "init" { open += 2 }
    guard source[open].text == "(", source.after(open) == end else { return false }
    let arguments = arguments(open)
    return arguments.count == 1 && arguments[0].value.count == 1
      && source[arguments[0].value.lowerBound].name == item
  }

  /// `A(json: json["a"])`, `URL(string: json["a"].stringValue)`, `Kind(rawValue: json["a"].intValue)`.
  private func call(_ tokens: Range<Int>) -> JSONValue? {
    guard let first = tokens.first, source[first].kind == .word else { return nil }
    var end = tokens.upperBound
    if source[end - 1].text == "!" { end -= 1 }
    var open = first + 1
    while source[open].text == ".", source[open + 1].kind == .word { open += 2 }
    guard source[open].text == "(", source.after(open) == end else { return nil }
    let arguments = arguments(open)
    guard arguments.count == 1, let argument = arguments.first else { return nil }
    let name = source.text(first..<open)
    let short = name.hasSuffix(".init") ? String(name.dropLast(5)) : name
    if let path = path(argument.value), !path.steps.isEmpty {
      guard let model = migration.plan(named: short, in: plan.name) else { return nil }
      let initializer = SwiftyJSONRules.initializer(migration.code, model.entry)
      if let (file, member) = initializer, let open = member.parameters {
        let label = migration.source(file)[open + 1].name
        guard argument.label == (label == "_" ? "" : label) else { return nil }
      }
      let isFailable = initializer.map { file, member in
        migration.source(file)[member.keyword + 1].text == "?"
      }
      return JSONValue(path: path, isAlways: !(isFailable ?? true))
    }
    guard let access = access(argument.value.lowerBound, argument.value.upperBound),
      !access.path.steps.isEmpty
    else { return nil }
    let rest = source.text(access.tokens.upperBound..<argument.value.upperBound)
    switch (short, argument.label, rest.filter { !$0.isWhitespace }) {
    case ("URL", "string", ""): return JSONValue(path: access.path)
    case ("Date", "timeIntervalSince1970", ""):
      return JSONValue(path: access.path, dateFormat: ".secondsSince1970")
    case ("Date", "timeIntervalSince1970", "/1000"), ("Date", "timeIntervalSince1970", "/1000.0"):
      return JSONValue(path: access.path, dateFormat: ".millisecondsSince1970")
    case (_, "rawValue", ""): return JSONValue(path: access.path)
    default: return nil
    }
  }

  // MARK: - Paths

  /// `json["a"][0]["b"]`, and variables of parts.
  func path(_ tokens: Range<Int>) -> SourcePath? {
    guard let first = tokens.first, let found = prefix(first, tokens.upperBound),
      found.end == tokens.upperBound
    else { return nil }
    return found.path
  }

  /// The path at the beginning of an expression, and where it ends.
  func prefix(_ start: Int, _ end: Int) -> (path: SourcePath, end: Int)? {
    guard var path = paths[source[start].name], source[start].kind == .word else { return nil }
    var index = start + 1
    while index < end, source[index].text == "[", let close = source.partner(index) {
      for part in source.parts(of: index + 1..<close) {
        guard let step = step(part) else { return nil }
        path = path.appending(step)
      }
      index = close + 1
    }
    return (path, index)
  }

  private func step(_ tokens: Range<Int>) -> SourcePath.Step? {
    guard let first = tokens.first else { return nil }
    if tokens.count == 1, source[first].kind == .number {
      return Int(source[first].text).map { .index($0) }
    }
    if tokens.count == 1, let key = Migration.literal(source[first].text) { return .key(key) }
    return migration.constant(file, tokens, in: plan.name).map { .key($0) }
  }
}

extension Migration {
  /// The text of a constant: `Keys.id` of `static let id = "id"`, or `Keys.id.rawValue` of an enum.
  func constant(_ file: Int, _ tokens: Range<Int>, in scope: String) -> String? {
    let source = source(file)
    var names = tokens.filter { source[$0].kind == .word }.map { source[$0].name }
    let isRaw = names.last == "rawValue"
    if isRaw { names.removeLast() }
    guard let member = names.popLast(), names.count <= 3 else { return nil }
    if names == ["self"] || names == ["Self"] { names = [] }
    let owner = names.isEmpty ? scope : names.joined(separator: ".")
    guard let place = code.place(of: owner, in: scope) else { return nil }
    for (file, declaration) in code.types[place].members {
      let source = self.source(file)
      if declaration.kind == .case, isRaw {
        for entry in source.parts(of: declaration.keyword + 1..<declaration.tokens.upperBound)
        where source[entry.lowerBound].name == member {
          guard let equals = source.find("=", in: entry) else { return member }
          return Self.literal(source[equals + 1].text)
        }
      }
      guard declaration.kind == .variable else { continue }
      for binding in declaration.bindings where source[binding.name].name == member {
        return binding.value.flatMap { Self.literal(source.text($0)) }
      }
    }
    return nil
  }
}
