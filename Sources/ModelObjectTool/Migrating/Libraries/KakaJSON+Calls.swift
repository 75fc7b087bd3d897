/// What becomes of KakaJSON's calls in a file.
struct KakaJSONCalls: LibraryCalls {
  let migration: Migration
  let file: Int

  func rewrite() {
    for index in source.tokens.indices
    where source[index].text == "ConvertibleConfig" && source[index + 1].text == "." {
      configuration(index)
    }
    for index in source.tokens.indices.reversed() where source[index].kind == .word {
      switch source[index].text {
      case "kj" where source[index + 1].text == ".": member(index)
      case "kj_m" where source[index + 1].text == ".": update(index)
      case "model", "modelArray":
        guard source[index + 1].text == "(", source[index + 2].text == "from",
          source[index - 1].text != ".", source[index - 1].text != "func"
        else { continue }
        function(index)
      case "JSONObject", "JSONString", "JSONObjectArray":
        guard source[index + 1].text == "(", source[index + 2].text == "from",
          source[index - 1].text != "func",
          source[index - 1].text != "." || source[index - 2].text == "KakaJSON"
        else { continue }
        exportFunction(index)
      case "read", "write":
        guard source[index + 1].text == "(", source[index - 1].text != ".",
          source[index - 1].text != "func", imports,
          arguments(index + 1).last.map({ ["from", "to"].contains($0.label) })
            ?? false
        else { continue }
        look(at: index, "\(source[index].text)(…) of KakaJSON has no counterpart")
      default: continue
      }
    }
  }

  private var imports: Bool {
    source.declarations.contains { $0.kind == .import && $0.name == "KakaJSON" }
  }

  /// `text.kj.model(Cat.self)` and its likes.
  private func member(_ index: Int) {
    let method = index + 2
    guard source[method + 1].text == "(", begin(index) else { return }
    let arguments = arguments(method + 1)
    switch source[method].text {
    case "model", "modelArray":
      guard source[index - 1].text == "." else { return }
      let start = startOfPostfix(index - 2)
      let receiver = start..<index - 1
      let call = start..<source.after(method + 1)
      if arguments.count == 1, arguments[0].label.isEmpty, !receiver.isEmpty,
        source[receiver.upperBound - 1].text != "?",
        make(source[method].text, call: call, value: receiver, type: arguments[0].value)
      {
        return
      }
      serve(method)
    case "JSONObject", "JSONString", "JSONObjectArray":
      serve(method)
      warn(method)
    case "underlineCased", "camelCased", "enumArray", "JSONArray":
      guard !isRemoved(index) else { return }
      look(at: index, "kj.\(source[method].text)() of KakaJSON has no counterpart")
    default: return
    }
  }

  /// Makes a call of an initializer if the type of the value is certain.
  private func make(
    _ method: String,
    call: Range<Int>,
    value: Range<Int>,
    type: Range<Int>
  ) -> Bool {
    guard type.count > 2, source[type.upperBound - 1].text == "self",
      source[type.upperBound - 2].text == "."
    else { return false }
    let name = source.text(type.lowerBound..<type.upperBound - 2)
    let text = text(value)
    let isList = method == "modelArray"
    switch kind(value).kind {
    case .text, .data:
      if isList {
        replaceCall(call, tried: "[\(name)](json: \(text))", or: "[]")
      } else {
        replaceCall(call, tried: "\(name)(json: \(text))")
      }
    case .dictionary where !isList:
      replaceCall(call, tried: "\(name)(dictionary: \(text))", or: "\(name)()")
    case .list where isList:
      replaceCall(call, tried: "[\(name)](array: \(text))", or: "[]")
    default: return false
    }
    count("\(method)(…) → initializers")
    needImport()
    return true
  }

  private func serve(_ method: Int) {
    migration.use(.kj)
    count("kj.\(source[method].text)() that the base class's file serves")
  }

  /// `model(from: text, Cat.self)`.
  private func function(_ index: Int) {
    let arguments = arguments(index + 1)
    guard arguments.count == 2, arguments[0].label == "from", begin(index) else { return }
    let call = index..<source.after(index + 1)
    let isPlain = arguments[1].label.isEmpty
    if isPlain,
      make(source[index].text, call: call, value: arguments[0].value, type: arguments[1].value)
    {
      return
    }
    let label = isPlain ? "" : "\(arguments[1].label): "
    let value = text(arguments[1].value)
    replace(call, value: arguments[0].value, with: "\(source[index].text)(\(label)\(value))")
    serve(index)
  }

  /// A function as a member of `kj`.
  private func replace(_ call: Range<Int>, value: Range<Int>, with member: String) {
    let text = text(value)
    let isSimple = value.allSatisfy { source[$0].kind == .word || source[$0].text == "." }
    replace(call, with: "\(isSimple ? text : "(\(text))").kj.\(member)")
  }

  private func exportFunction(_ index: Int) {
    let arguments = arguments(index + 1)
    guard arguments.first?.label == "from", arguments.count <= 2, begin(index) else { return }
    let rest = arguments.dropFirst().map { "\($0.label): \(text($0.value))" }
    let start = source[index - 1].text == "." ? index - 2 : index
    replace(
      start..<source.after(index + 1),
      value: arguments[0].value,
      with: "\(source[index].text)(\(rest.joined()))"
    )
    serve(index)
    warn(index)
  }

  /// `cat.kj_m.convert(from: text)`.
  private func update(_ index: Int) {
    guard source[index - 1].text == ".", source[index + 2].text == "convert",
      source[index + 3].text == "(", let first = arguments(index + 3).first,
      begin(index)
    else { return }
    let label: String
    switch kind(first.value).kind {
    case .text, .data: label = "json"
    case .dictionary: label = "dictionary"
    default:
      look(at: index, "kj_m.convert(from:): update(json:) or update(dictionary:) takes its place")
      return
    }
    let start = startOfPostfix(index - 2)
    let receiver = text(start..<index - 1)
    let value = text(first.value)
    replaceCall(start..<source.after(index + 3), tried: "\(receiver).update(\(label): \(value))")
    count("kj_m.convert(from:) → update(\(label):)")
  }

  /// `ConvertibleConfig.setModelKey { … }`: keys in snake case match anyway.
  private func configuration(_ index: Int) {
    guard !isRemoved(index) else { return }
    guard source[index + 2].text.hasPrefix("set") else {
      return look(at: index, "ConvertibleConfig has no counterpart")
    }
    let statement = index..<DeclarationReader(source).endOfExpression(index, source.tokens.count)
    commentOut(
      statement,
      because:
        "ConvertibleConfig has no counterpart: keys match in any style; a rule for one class belongs in its lists"
    )
  }

  private func warn(_ index: Int) {
    warn(
      at: index,
      "exports write the keys of keyMapping unless kj_JSONKey named them, and a path as nested objects"
    )
  }
}
