/// What becomes of ObjectMapper's calls in a file.
struct ObjectMapperCalls: LibraryCalls {
  let migration: Migration
  let file: Int

  func rewrite() {
    for index in source.tokens.indices.reversed() {
      if source[index].text == "]", source[index + 1].text == "(" { list(index) }
      guard source[index].kind == .word else { continue }
      switch source[index].text {
      case "Map" where source[index - 1].text == ":" && source[index + 1].text == ")":
        lookAtMap(index)
      case "Mapper" where source[index + 1].text == "<": mapper(index)
      case "Mapper" where source[index + 1].text == "(": serve(index)
      case "toJSON", "toJSONString":
        guard source[index + 1].text == "(", source[index - 1].text != "func",
          begin(index)
        else { continue }
        export(index)
      default:
        guard ["(", "<"].contains(source[index + 1].text), let open = openParenthesis(index),
          let label = arguments(open).first?.label,
          ["JSONString", "JSON", "map"].contains(label)
        else { continue }
        // `User.init(JSON: object)`
        let isMember = source[index].text == "init" && source[index - 1].text == "."
        let name = source[isMember ? index - 2 : index].name
        guard migration.plan(named: name) != nil || label != "map" && isGeneric(name),
          begin(index)
        else { continue }
        initializer(isMember ? index - 2 : index, open)
      }
    }
  }

  /// `[User](JSONString: text)`, `[User](JSONArray: list)`.
  private func list(_ close: Int) {
    guard let open = source.partner(close), let first = arguments(close + 1).first,
      ["JSONString", "JSONArray"].contains(first.label),
      source.after(close + 1) == first.value.upperBound + 1, begin(close)
    else { return }
    let type = source.text(open..<close + 1)
    let call = open..<source.after(close + 1)
    let value = text(first)
    if first.label == "JSONString" {
      replaceCall(call, tried: "\(type)(json: \(value))")
    } else {
      replaceCall(call, tried: "\(type)(array: \(value))", or: "[]")
    }
    count("init(\(first.label):) → init(json:) or init(array:)")
    needImport()
  }

  /// An argument; a text of which the compiler can't tell that it is one, such as `row["a"]`, says so.
  private func text(_ argument: Migration.Argument) -> String {
    let text = text(argument.value)
    guard argument.label == "JSONString", let last = argument.value.last, source[last].text == "]",
      kind(argument.value).kind == .unknown
    else { return text }
    return text + " as String"
  }

  /// A function of the app with a `Map`.
  private func lookAtMap(_ index: Int) {
    guard imports, !isRemoved(index), migration.code.place(of: "Map", in: "") == nil else { return }
    look(at: index, "Map has no counterpart: models are mapped by their lists")
  }

  private var imports: Bool {
    source.declarations.contains { $0.kind == .import && $0.name == "ObjectMapper" }
  }

  /// Whether a name may be that of a generic parameter: `T(JSONString: text)`.
  private func isGeneric(_ name: String) -> Bool {
    name.first?.isUppercase ?? false && migration.code.place(of: name, in: "") == nil
  }

  /// The parenthesis after a type's name and its generic arguments.
  private func openParenthesis(_ index: Int) -> Int? {
    var end = index + 1
    var depth = 0
    while source[end].text != "(" || depth > 0 {
      if source[end].text == "<" { depth += 1 }
      if source[end].text == ">" { depth -= 1 }
      guard depth > 0 || source[end].text == ">", end < index + 40, source[end].text != "{" else {
        return nil
      }
      end = source.after(end)
    }
    return end
  }

  /// `User(JSONString: text)`, `User(JSON: dictionary)`.
  private func initializer(_ index: Int, _ open: Int) {
    let arguments = arguments(open)
    guard let first = arguments.first, arguments.count == 1 else { return }
    let label: String
    switch first.label {
    case "JSONString": label = "json"
    case "JSON": label = "dictionary"
    case "map":
      guard !isRemoved(index) else { return }
      look(at: index, "\(source[index].text)(map:): a model is made of a dictionary")
      return
    default: return
    }
    let start = source[index - 1].text == "." ? startOfPostfix(index) : index
    let name = source.text(start..<open)
    let call = start..<source.after(open)
    let value = text(first)
    replaceCall(call, tried: "\(name)(\(label): \(value))")
    count("init(\(first.label):) → init(\(label):)")
    needImport()
  }

  /// `Mapper<User>().map(JSONString: text)` and its likes.
  private func mapper(_ index: Int) {
    guard let end = endOfGenerics(index + 1) else { return serve(index) }
    let type = source.text(index + 2..<end - 1)
    guard source[end].text == "(", let close = source.partner(end), close == end + 1,
      source[close + 1].text == ".", source[close + 3].text == "("
    else {
      if source[end].text == "(", source[end + 1].text != ")" {
        look(at: index, "Mapper<\(type)> with options: they have no counterpart")
      }
      return serve(index)
    }
    let method = source[close + 2].text
    let call = index..<source.after(close + 3)
    let arguments = arguments(close + 3)
    guard let first = arguments.first else { return serve(index) }
    let value = text(first.value)
    let simple = first.value.count == 1 ? value : "(\(value))"
    func tried(_ code: String) {
      replaceCall(call, tried: code)
      count("Mapper<…>().\(method)(…)")
      needImport()
    }
    func plain(_ code: String) {
      replace(call, with: code)
      count("Mapper<…>().\(method)(…)")
      needImport()
    }
    let isTried = source[index - 1].text == "try"
    switch (method, first.label, arguments.dropFirst().first?.label) {
    case ("map", "JSONObject", nil) where isTried:
      plain("\(type)(dictionary: (\(simple) as? [String: Any]) ?? [:])")
    case ("mapArray", "JSONArray", nil) where isTried: plain("[\(type)](array: \(value))")
    case ("mapArray", "JSONObject", nil) where isTried:
      plain("[\(type)](array: (\(simple) as? [Any]) ?? [])")
    case ("map", "JSONString", nil): tried("\(type)(json: \(value))")
    case ("map", "JSON", nil): tried("\(type)(dictionary: \(value))")
    case ("map", "JSONObject", nil):
      plain("(\(simple) as? [String: Any]).flatMap({ try? \(type)(dictionary: $0) })")
    case ("mapArray", "JSONString", nil): tried("[\(type)](json: \(value))")
    case ("mapArray", "JSONArray", nil):
      plain("((try? [\(type)](array: \(value))) ?? [])")
    case ("mapArray", "JSONObject", nil):
      plain("(\(simple) as? [Any]).flatMap({ try? [\(type)](array: $0) })")
    case ("mapDictionary", "JSONString", nil): tried("[String: \(type)](json: \(value))")
    case ("toJSON", "", nil): plain("((try? \(simple).dictionaryRepresentation()) ?? [:])")
    case ("toJSONArray", "", nil): plain("((try? \(simple).dictionaryRepresentations()) ?? [])")
    case ("toJSONString", "", nil): tried("\(simple).jsonString()")
    case ("map", _, _), ("mapArray", _, _), ("mapDictionary", _, _), ("toJSONString", _, _):
      serve(index)
    default:
      serve(index)
      look(at: index, "Mapper<\(type)>().\(method)(\(first.label):) has no counterpart")
    }
    if method.hasPrefix("toJSON") { warn(index) }
  }

  /// A struct of the same name in the file of the base class does the rest.
  private func serve(_ index: Int) {
    migration.use(.mapper)
    needImport()
    count("Mapper that a struct of the base class's file serves")
  }

  private func export(_ index: Int) {
    let name = source[index].text
    let isDeclared = migration.declaresFunction(name)
    let arguments = arguments(index + 1)
    let end = source.after(index + 1)
    let isMember = source[index - 1].text == "."
    if source[index - 2].text == ")", source[index - 3].text == "(", source[index - 4].text == ">" {
      return
    }
    let isSelf = !isMember || source[index - 2].text == "self" && source[index - 3].text != "."
    if name == "toJSONString", arguments.isEmpty, !isDeclared {
      replaceStringExport(index)
      warn(index)
    } else if name == "toJSON", arguments.isEmpty, isSelf, !isDeclared {
      let start = isMember ? index - 2 : index
      replace(start..<end, with: "((try? dictionaryRepresentation()) ?? [:])")
      count("toJSON() → dictionaryRepresentation()")
      warn(index)
    } else if arguments.allSatisfy({ $0.label == "prettyPrint" }) {
      let isString = name == "toJSONString"
      serve(
        "\(name)()",
        by: isString ? .toJSONString : .toJSONAlways,
        isString ? .toJSONStringList : .toJSONListAlways
      )
      warn(index)
    }
  }

  private func warn(_ index: Int) {
    warn(
      at: index,
      "exports: nil is null if the default isn't nil, and dates are in ISO 8601 unless `dateFormats` lists them"
    )
  }
}
